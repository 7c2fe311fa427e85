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
FENCED = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
BLOCKS = [text for language, text in FENCED if language == "sh"]
PROXIES = [text for language, text in FENCED if language != "sh" and "tisch.example" in text]
TYPED = re.findall(r"(?:^|&& |exec stammtisch )((?:house|stammtisch) [^#&\n]+)", "".join(BLOCKS), re.MULTILINE)
INLINE = [text for text in re.findall(r"`((?:house|stammtisch) [a-z]+ [^`]+)`", PAGE) if "…" not in text]
INSTALLING = [
    path
    for path in (ROOT / "Containerfile", ROOT / "docs" / "hosting.md", *sorted((ROOT / "scripts").iterdir()))
    if path.is_file() and "pip install" in path.read_text(encoding="utf-8")
]


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
    assert {command.split()[1] for command in TYPED} >= {"copy", "backup", "restore", "doctor", "serve"}


def test_hosts_type_commands_for_the_house_of_the_unit() -> None:
    short = re.search(r'^house\(\) \{ sudo -H -u (\w+) env (\S+) (\S+) "\$@"; \}$', PAGE, re.MULTILINE)
    elsewhere = [command for command in TYPED if not command.startswith("house ")]
    files = [word for command in TYPED for word in shlex.split(command) if word.endswith(".db")]

    assert short
    assert re.search(rf"^User={short[1]}$", UNIT, re.MULTILINE)
    assert re.search(rf"^Environment={re.escape(short[2])} ", UNIT, re.MULTILINE)
    assert f"ExecStart={short[3]} serve " in UNIT
    assert elsewhere == ["stammtisch backup /data/backup.db"]  # in the container
    assert [file for file in files if not file.startswith("/")] == []


def test_whoever_moves_into_a_database_goes_on_there() -> None:
    block = next(block for block in BLOCKS if "house copy" in block)
    target = block.split()[3]
    written = re.search(r"^echo 'STAMMTISCH_DATA=(\S+)' .* (/\S+)$", block, re.MULTILINE)

    assert written
    assert (written[1], f"EnvironmentFile=-{written[2]}" in UNIT) == (target, True)
    assert block.rindex("house copy") < written.start() < block.index("systemctl start")


@pytest.mark.parametrize("block", PROXIES, ids=lambda block: block.strip().splitlines()[1].strip())
def test_no_proxy_shows_the_figures_to_strangers(block: str) -> None:
    assert re.search(r"^    (respond /metrics 403|location = /metrics \{ deny all; \})$", block, re.MULTILINE)


def test_there_are_proxies_on_the_page() -> None:
    assert len(PROXIES) == 3  # Caddy, nginx, Caddy before several servers


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


@pytest.mark.parametrize("path", INSTALLING, ids=lambda path: path.name)
def test_whatever_is_installed_is_locked(path: Path) -> None:
    installs = re.findall(r"pip install (.*)", path.read_text(encoding="utf-8").replace("\\\n", " "))

    for line in installs:
        assert re.search(r"--require-hashes -r \S+|--no-deps --no-build-isolation (-e )?\.", line), line


def test_what_installs_is_locked_too() -> None:
    first, *others = (ROOT / "requirements" / "uv.txt").read_text(encoding="utf-8").splitlines()

    assert {path.name for path in INSTALLING} >= {"Containerfile", "hosting.md", "setup.sh"}
    assert re.fullmatch(r"uv==[\d.]+ \\", first)
    assert others
    assert all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line) for line in others)


def test_the_container_serves_on_the_port_that_it_shows_and_asks_itself_whether_it_is_there() -> None:
    found = dict(_instructions())
    args = _parser().parse_args(json.loads(found["CMD"]))
    asked = re.search(r"http://127\.0\.0\.1:(\d+)(/\w+)", found["HEALTHCHECK"])

    assert asked
    assert str(args.port) == found["EXPOSE"] == asked[1]
    assert asked[2] == "/healthz"  # not /readyz: nothing is to be restarted because its database is away
    assert asked[2] in _served()


def test_the_unit_serves_this_machine_only() -> None:
    started = re.search(r"^ExecStart=/opt/stammtisch/bin/stammtisch (.*)$", UNIT, re.MULTILINE)
    assert started
    args = _parser().parse_args(shlex.split(started[1]))

    assert (args.host, args.data, args.browser) == ("127.0.0.1", None, False)
    assert "User=stammtisch" in UNIT
