"""Laws held against a game, a test of its draws, and the messages of a new game in the folder that is named."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from stammtisch import cli
from stammtisch.core.queries import view_of
from stammtisch.games import duel
from stammtisch.kernel.seats import UNKNOWN
from stammtisch.testing import RESEARCH_LAWS, Subject, hold
from stammtisch.testing.uniform import redeal_probability
from stammtisch.testing.walk import begin, random_walk

LAWS = ("legal_is_check", "steps_replay", "secrecy", "no_oracle", "notation_round_trips")


def worlds(v: Any, _o: Any, _seat: int) -> Iterator[Any]:
    """Yield every position that looks like this to a seat: any covered tile may be the red one."""
    for lane in [lane for lane in range(4) if not v.turned >> lane & 1] if v.red == UNKNOWN else [v.red]:
        world = v.copy()
        world.red = lane
        yield world


def reshuffled(s: Any, o: Any, viewer: int, random: Random) -> Any:
    """Return a position that looks the same to a seat."""
    return random.choice(list(worlds(view_of(duel.rules, s, o, viewer), o, viewer)))


def main(out: Path) -> None:
    """Hold, draw and extract."""
    subject = Subject(duel, reshuffled, worlds=worlds, languages=("en",))
    for law in LAWS:
        hold(RESEARCH_LAWS[law], subject, examples=20)
    hidden = [at for at in random_walk(begin(duel, {"first_bluffer": 0}), Random(1)) if at.s.red >= 0]
    assert redeal_probability(subject, hidden[0], 1, draws=400, seed=1) > 1e-6
    assert cli.main(("new-game", "oldmaid", "--dir", str(out))) == 0
    catalogue = out / "oldmaid.pot"
    babel = Path(sys.executable).with_name("pybabel")
    command: list[str | Path] = [
        babel,
        "--quiet",
        "extract",
        "-k",
        "say",
        "-k",
        "count:1,2",
        "-o",
        catalogue,
        out / "src",
    ]
    subprocess.run(command, check=True)  # noqa: S603  # as docs/adding-a-game.md has it
    assert catalogue.read_text(encoding="utf-8").count("msgid") > 1


if __name__ == "__main__":
    main(Path(sys.argv[1]))
