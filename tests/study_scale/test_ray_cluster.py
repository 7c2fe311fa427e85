"""Studies on a real Ray cluster of this machine, one node of which is lost while it plays."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster

from stammtisch.errors import MissingExtra, StudyError
from stammtisch.study.block import DealBlock
from stammtisch.study.plan import code_of, make_plan
from stammtisch.study.ray_cluster import ON_RAY, RayCluster, play_there
from stammtisch.study.run import Stop, StudyRun
from stammtisch.study.study_game import study_game
from tests.bots import guests
from tests.ports import free_port
from tests.waiting import eventually

pytestmark = [pytest.mark.deep, pytest.mark.filterwarnings("default")]  # Ray warns of its own
FILES = ("measures.json", "measures.csv", "games.csv", "study.html", "study.md")
MOST = 120  # seconds
BLOCKS = 20  # of each cell
ASKED: dict[str, Any] = {"vary": {"spaces": [1, 2]}, "bots": ("halting", "easy"), "stop": Stop(games=20 * BLOCKS)}
HALTING = '''
import os
import threading
from pathlib import Path

from stammtisch.bots.random_bot import RandomBot


class Bot:
    """Plays at random; whoever of all of its kind is asked first says on which node it is, and never answers."""

    def __init__(self, game):
        self.game = game

    def choose(self, view, options, seat, seed, number):
        try:
            with Path(os.environ["SIGN"]).open("x") as sign:
                import ray
                sign.write(ray.get_runtime_context().get_node_id())
        except FileExistsError:
            return RandomBot(self.game).choose(view, options, seat, seed, number)
        threading.Event().wait()
'''


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Install bots of others, for us and for the processes of a cluster."""
    folder = tmp_path / "installed"
    guests.install(folder)
    info = folder / "halting-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: halting\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[stammtisch.bots]\nhalting = halting_bot:Bot\n", encoding="utf-8")
    (folder / "halting_bot.py").write_text(HALTING, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), *os.environ.get("PYTHONPATH", "").split()]))
    monkeypatch.setenv("SIGN", str(tmp_path / "sign"))


@pytest.fixture
def cluster(installed: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:  # noqa: ARG001  # it is there first
    """Start a cluster of two nodes that play, beside a head that does not."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    try:
        for _ in range(2):
            found.add_node(num_cpus=1)
        monkeypatch.setenv("RAY_ADDRESS", found.address)
        yield found
    finally:
        ray.shutdown()
        found.shutdown()


def _alive() -> list[str]:
    """Return the nodes that can play."""
    return [node["NodeID"] for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU")]


def _files(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text(encoding="utf-8") for name in FILES}


@pytest.mark.timeout(900)
def test_a_cluster_that_loses_a_node_half_way_finds_the_same_as_processes(cluster: Cluster, tmp_path: Path) -> None:
    lost = list[str]()

    def tell(run: StudyRun) -> None:
        """End the node that holds a block and will never give it back, when half of all have been played."""
        if not lost and run.played >= 20 * BLOCKS:
            lost.append((tmp_path / "sign").read_text(encoding="utf-8"))
            (node,) = (node for node in cluster.worker_nodes if node.node_id == lost[0])
            cluster.remove_node(node, allow_graceful=False)

    out = tmp_path / "cluster"
    with RayCluster(ON_RAY) as backend:
        found = study_game("duel", seed=5, out=out, backend=backend, tell=tell, **ASKED)
        eventually(lambda: len(_alive()) == 1, "one node fewer", MOST)
        alive = _alive()
    for processes in (1, 2, 4):
        study_game("duel", seed=5, out=tmp_path / str(processes), processes=processes, **ASKED)

    assert len(lost) == 1
    assert alive != lost, "what it held was played on the other"
    assert found.played == 2 * 20 * BLOCKS
    for processes in (1, 2, 4):
        assert _files(tmp_path / str(processes)) == _files(out)


@pytest.mark.timeout(900)
def test_a_bot_that_takes_its_process_with_it_is_named_on_a_cluster_too(cluster: Cluster, tmp_path: Path) -> None:
    assert cluster.worker_nodes
    with (
        RayCluster(ON_RAY) as backend,
        pytest.raises(StudyError, match=r"^the process in which deadly played block 0 ended by itself, 5 times; what"),
    ):
        study_game("duel", bots=("deadly",), stop=Stop(games=20), seed=0, out=tmp_path / "it", backend=backend)


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Start a cluster of one node that serves clients, and return its address."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    served = {"num_cpus": 1, "include_dashboard": False, "ray_client_server_port": free_port()}
    found = Cluster(initialize_head=True, head_node_args=served)
    try:
        yield f"ray://127.0.0.1:{served['ray_client_server_port']}"
    finally:
        ray.shutdown()
        found.shutdown()


@pytest.mark.timeout(900)
def test_a_client_of_a_cluster_finds_the_same_and_leaves_it_to_others(far: str, tmp_path: Path) -> None:
    asked: dict[str, Any] = {"vary": {"spaces": [1, 2]}, "bots": ("easy", "random"), "seed": 5}
    for games in (20, 60):  # the second client goes on with what the first one has left
        with RayCluster(far) as backend:
            there = study_game("duel", **asked, stop=Stop(games=games), out=tmp_path / "far", backend=backend)
            assert ray.util.client.ray.is_connected()
        assert not ray.is_initialized()
    here = study_game("duel", **asked, stop=Stop(games=60), out=tmp_path / "here", processes=1)

    assert (there.played, here.played) == (2 * 40, 2 * 60)
    assert _files(tmp_path / "far") == _files(tmp_path / "here")


def test_ray_without_its_client_is_asked_for_by_our_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "grpc", None)

    with pytest.raises(MissingExtra, match=r'^grpc is not installed; pip install "stammtisch\[scale\]" brings it$'):
        RayCluster("ray://127.0.0.1:9")


def test_a_machine_with_other_code_is_named() -> None:
    block = DealBlock(0, 0, make_plan("duel", {}, {}, ("easy",), 5).cells[0])

    assert play_there(block, code_of("duel")).games
    assert f"{os.uname().nodename} of the cluster has other code" in play_there(block, "0.0.9 abc").fault


def test_no_cluster_is_said_in_a_sentence(tmp_path: Path) -> None:
    with RayCluster("ray://127.0.0.1:9") as backend, pytest.raises(StudyError, match="there is no cluster at ray://"):
        study_game("duel", stop=Stop(games=20), seed=0, out=tmp_path / "it", backend=backend)
