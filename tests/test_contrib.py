"""What hosts copy from us fits what we have: the container file, the units, and every command on the page for them."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from stammtisch.cli import _parser
from stammtisch.web.app import make_app

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
UNIT = (ROOT / "contrib" / "stammtisch.service").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
TYPED = re.findall(r"(?:^|&& |exec stammtisch )(stammtisch [^#&\n]+)", "".join(BLOCKS), re.MULTILINE)
INLINE = [text for text in re.findall(r"`(stammtisch [a-z]+ [^`]+)`", PAGE) if "…" not in text]


def _instructions() -> list[tuple[str, str]]:
    """Return the instructions of the container file, those of several lines in one."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines)]


def _served() -> set[str]:
    return {getattr(route, "path", "") for route in make_app("nowhere").routes}


@pytest.mark.parametrize("command", [*TYPED, *INLINE])
def test_every_command_on_the_page_can_be_typed(command: str) -> None:
    assert _parser().parse_args(shlex.split(command)[1:]).part


def test_there_are_commands_on_the_page() -> None:
    assert {command.split()[1] for command in TYPED} >= {"copy", "backup", "restore", "doctor"}


@pytest.mark.parametrize("named", re.findall(r"\]\(\.\./([^)]+)\)", PAGE))
def test_files_that_the_page_names_are_there(named: str) -> None:
    assert (ROOT / named).exists()


def test_the_container_is_not_run_by_root_and_keeps_its_house_in_a_volume() -> None:
    found = dict(_instructions())

    assert found["USER"] == "stammtisch"
    assert found["STOPSIGNAL"] == "SIGTERM"
    assert f"STAMMTISCH_DATA={found['VOLUME']}/house.db" in found["ENV"]
    assert list(found).index("USER") < list(found).index("ENTRYPOINT")


def test_the_container_copies_what_is_there_and_installs_what_is_locked() -> None:
    copied = [rest.split()[0] for name, rest in _instructions() if name == "COPY"]
    installs = [rest for name, rest in _instructions() if name == "RUN" and "pip install" in rest]

    assert all((ROOT / path).exists() for path in copied)
    assert all("--require-hashes" in line or "--no-deps" in line for line in installs)


def test_the_container_serves_on_the_port_that_it_shows_and_asks_itself() -> None:
    found = dict(_instructions())
    args = _parser().parse_args(json.loads(found["CMD"]))
    asked = re.search(r"http://127\.0\.0\.1:(\d+)(/\w+)", found["HEALTHCHECK"])

    assert asked
    assert str(args.port) == found["EXPOSE"] == asked[1]
    assert asked[2] in _served()


def test_the_unit_serves_this_machine_only() -> None:
    started = re.search(r"^ExecStart=/opt/stammtisch/bin/stammtisch (.*)$", UNIT, re.MULTILINE)
    assert started
    args = _parser().parse_args(shlex.split(started[1]))

    assert (args.host, args.data, args.browser) == ("127.0.0.1", None, False)
    assert "User=stammtisch" in UNIT
