"""The page on the strength of bots is made by its command, from what the command has played."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def _run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "bench" / "strength.py"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603


def test_the_page_has_every_pairing_and_what_was_played_of_it(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    run = _run("--games", "duel", "--minutes", "0", "--least", "2", "--processes", "1", "--seed", "5", "--out", page)
    text = page.read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if re.match(r"\| \w+ \| 1 × \w+ \|", line)]
    names = re.findall(r"^\| (\w+) \| [\d.]+ ± [\d.]+ \| [\d.]+ ms \|$", text, re.MULTILINE)

    assert run.returncode == 0, run.stderr
    assert text.splitlines()[2] == "<!-- Made by scripts/strength: whatever is changed here by hand is lost. -->"
    assert "minutes (cores in use: 1, seed: 5), which is as much computing as " in text
    assert names[:4] == ["random", "easy", "normal", "strong"]
    assert len(rows) == len(names) * (len(names) - 1) // 2
    for above, below, deals, games, *_, verdict in rows:
        assert (names.index(above) > names.index(below[4:]), int(games)) == (True, 2 * int(deals))
        assert int(deals) == 2, "as many as were asked for, however busy the machine is"
        assert verdict in ("beats", "loses to", "is not clearly above", "has not met")
        assert f"duel, 2 players: {above} {verdict} {below[4:]}, deals: {deals}" in run.stderr
    assert "| game | players | easy over random | normal over easy | strong over normal |" in text


def test_what_cannot_be_measured_is_refused() -> None:
    assert "invalid choice: 'chess'" in _run("--games", "chess").stderr
    assert "invalid float value" in _run("--minutes", "many").stderr
