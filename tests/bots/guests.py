"""Bots of somebody else: a tiny package that tests install as anybody's would be, by entry points."""

from __future__ import annotations

from pathlib import Path
from typing import Final

MODULE: Final = '''
"""Bots for tests: functions from a game to a bot."""

import os
import threading
from pathlib import Path

from stammtisch.bots.random_bot import RandomBot
from stammtisch.kernel.bits import has, words_for

SEEN = []  # by the witness: view, seat, seed, number


class Bot:
    """Chooses by a function."""

    def __init__(self, choose):
        self.choose = choose


def careful(game):
    """Gives the highest cards away and plays the lowest: far better than chance in Gang of Crooks."""
    def choose(view, options, seat, seed, number):
        legal = [0] * words_for(game.rules.ACTIONS)
        game.rules.legal(view, options, seat, legal)
        passing = game.NAME == "gang" and view.phase == game.rules.Phase.PASS
        actions = [action for action in range(game.rules.ACTIONS) if has(legal, action)]
        return [(max if passing else min)(actions, key=lambda action: action % 13)]
    return Bot(choose)


def witness(game):
    """Plays at random, and remembers what it was asked."""
    def choose(view, options, seat, seed, number):
        SEEN.append((view.words(), seat, seed, number))
        return RandomBot(game).choose(view, options, seat, seed, number)
    return Bot(choose)


observer = witness  # under another name


def mortal(game):
    """Plays at random, and fails after its tenth step in a game."""
    def choose(view, options, seat, seed, number):
        if number > 10:
            raise ValueError("no more ideas")
        return RandomBot(game).choose(view, options, seat, seed, number)
    return Bot(choose)


def moody(game):
    """Plays at random, and fails in one of some games."""
    def choose(view, options, seat, seed, number):
        if seed % 4 == 0:
            raise ValueError("not today")
        return RandomBot(game).choose(view, options, seat, seed, number)
    return Bot(choose)


def outlaw(game):
    """Does what is never legal for a seat at the beginning of a duel: guess before the tiles lie there."""
    return Bot(lambda view, options, seat, seed, number: [game.notation.read("turn 1")])


def silent(game):
    """Says nothing."""
    return Bot(lambda view, options, seat, seed, number: [])


def wordy(game):
    """Says it in words."""
    return Bot(lambda view, options, seat, seed, number: ["turn 1"])


def endless(game):
    """Goes on after its decision."""
    return Bot(lambda view, options, seat, seed, number: RandomBot(game).choose(view, options, seat, seed, number) * 9)


def deadly(game):
    """Takes the whole process with it."""
    return Bot(lambda view, options, seat, seed, number: os._exit(3))


def stubborn(game):
    """Thinks until it is stopped, and leaves a sign that it has begun."""
    def choose(view, options, seat, seed, number):
        Path(os.environ["SIGN"]).touch()
        threading.Event().wait()
    return Bot(choose)


def patient(game):
    """Plays at random, and thinks until it is stopped in the fourth deal that it meets."""
    met = set()
    def choose(view, options, seat, seed, number):
        met.add(seed)
        if len(met) > 6:  # two rotations of three deals
            Path(os.environ["SIGN"]).touch()
            threading.Event().wait()
        return RandomBot(game).choose(view, options, seat, seed, number)
    return Bot(choose)


def unavailable(game):
    """Cannot be had."""
    raise OSError("the net is not there")
'''
NAMES: Final = (
    *(
        "careful",
        "witness",
        "observer",
        "mortal",
        "moody",
        "outlaw",
        "silent",
        "wordy",
        "endless",
        "deadly",
        "stubborn",
    ),
    *("patient", "unavailable"),
)


def install(folder: Path) -> None:
    """Write the package and what makes it installed; the folder has to be on the path."""
    info = folder / "guests-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guests\nVersion: 1\n", encoding="utf-8")
    entries = "".join(f"{name} = guests_at_the_table:{name}\n" for name in NAMES)
    (info / "entry_points.txt").write_text(f"[stammtisch.bots]\n{entries}", encoding="utf-8")
    (folder / "guests_at_the_table.py").write_text(MODULE, encoding="utf-8")
