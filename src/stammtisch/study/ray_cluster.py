"""Blocks played on a Ray cluster, each as one task, wherever there is room; machines may come and go meanwhile."""

from __future__ import annotations

import logging
import os
import socket
from collections import deque
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Any, Final, Self

from stammtisch.bots.processes.task_workers import Lost
from stammtisch.errors import StudyError, extra
from stammtisch.study.backend import play_until_done
from stammtisch.study.block import DealBlock, PlayedBlock, play_block
from stammtisch.study.plan import code_of

ON_RAY: Final = "ray"  # the cluster that RAY_ADDRESS names or that runs on this machine; else one is started there
ADDRESS: Final = "ray://"
_LOOK: Final = 5.0  # seconds after which somebody who waits looks again how large the cluster is
_OFTEN: Final = 20  # rounds after which it is looked at in any case
_TRIES: Final = (
    5  # that a block has: a process may be lost with its machine, and which of them it was is not always told
)
_ALONE: Final = 60  # looks at a cluster without a processor: then it is given up


class RayCluster:
    """A Ray cluster, joined when it is first needed and left with the `with` block.

    A block that was lost with its machine is played elsewhere; one that is lost again and again is a bot's fault.
    """

    def __init__(self, address: str) -> None:
        """Make sure that there is Ray, and its client if the cluster is elsewhere.

        Raises:
            MissingExtra: It is not installed.
            StudyError: This is no address.
        """
        if address != ON_RAY and not address.startswith(ADDRESS):
            raise StudyError(f"a study may run on {ON_RAY} or {ADDRESS}HOST:PORT, and not on {address!r}")
        self._address = None if address == ON_RAY else address
        self._ray = _require_ray(client=self._address is not None)
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._task:
            self._ray.shutdown()  # what still runs there for us ends; so does a cluster that we have started

    def play(self, blocks: Iterable[DealBlock]) -> Iterator[PlayedBlock]:
        """Yield blocks as they are played, or with their fault.

        Raises:
            StudyError: There is no such cluster, or nothing in it can play.
        """
        if not self._task:
            self._join()
        return play_until_done(self._do, blocks, _TRIES)

    def _join(self) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a cluster that we start tells nobody of it
        try:
            self._ray.init(self._address, log_to_driver=False, logging_level=logging.ERROR)
        except (OSError, RuntimeError, ValueError) as error:
            raise StudyError(f"there is no cluster at {self._address or 'this machine'}: {error}") from error
        self._task = self._ray.remote(num_cpus=1, max_retries=0)(play_there)

    def _do(self, blocks: Iterable[DealBlock]) -> Iterator[PlayedBlock | Lost[DealBlock]]:
        """Yield what comes of blocks; one is taken when there is a processor for it."""
        waiting, again = iter(blocks), deque[DealBlock]()
        begun, room = dict[Any, DealBlock](), _Room(self._ray)
        while True:
            processors = room.look(waited=False)
            while len(begun) < processors and (block := again.popleft() if again else next(waiting, None)):
                begun[self._task.remote(block, code_of(block.about.match.game))] = block
            if not begun:
                return
            done, _ = self._ray.wait(list(begun), timeout=_LOOK)
            if not done:
                room.look(waited=True)
            for task in done:
                block = begun.pop(task)
                try:
                    yield self._ray.get(task)
                except self._ray.exceptions.WorkerCrashedError:
                    yield Lost(block)
                except (self._ray.exceptions.NodeDiedError, self._ray.exceptions.ObjectLostError):
                    again.append(block)  # it was not its fault


class _Room:
    """How many processors a cluster has, looked at now and then."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._processors = self._looks = self._alone = 0

    def look(self, *, waited: bool) -> int:
        """Return for how many blocks there is room: at least one, for a cluster that grows when it is needed.

        Raises:
            StudyError: There has been nothing in the cluster for long.
        """
        if waited or self._looks % _OFTEN == 0:
            self._processors = int(self._ray.cluster_resources().get("CPU", 0))
            self._alone = 0 if self._processors else self._alone + 1
        self._looks += 1
        if self._alone > _ALONE:
            raise StudyError("nothing is left in the cluster that could play; the same command goes on")
        return max(self._processors, 1)


def play_there(block: DealBlock, code: str) -> PlayedBlock:
    """Play a block on some machine of a cluster, if the same code is there that has asked for it."""
    there = code_of(block.about.match.game)
    if there != code:
        fault = f"the machine {socket.gethostname()} of the cluster has other code of the game or of Stammtisch"
        return PlayedBlock(block.cell, block.number, (), fault)
    return play_block(block)


def _require_ray(*, client: bool) -> Any:
    with extra("scale"):
        import ray  # noqa: PLC0415  # only clusters need it

        if client:
            import grpc  # noqa: F401, PLC0415  # by which Ray's client speaks; Ray alone does not bring it
    return ray
