"""Tiny games and tiny drivers, written into a folder, for tests of compiling: each compiles in half a second."""

from __future__ import annotations

from pathlib import Path
from typing import Final

RULES: Final = '''
"""Rules of a tiny game."""
from typing import Annotated
from stammtisch.kernel import Record, Row, kernel
from {game}.data import BONUS

class State(Record):
    """A position."""
    phase: int
    hand: Annotated[Row, 2]

@kernel
def answer(s, number):
    """Return what the data says, in a way of its own."""
    return s.phase + BONUS * number

@kernel
def card(s, index):
    """Return a card, without asking whether there is one."""
    return s.hand[index]
'''

DRIVER: Final = '''
"""A tiny driver."""
from stammtisch.kernel.compile import entry
from stammtisch.kernel.drivers.placeholders import rules

STATE = rules.State.dtype

@entry("int64(int64[::1], int64)")
def answer(s, number):
    """Answer."""
    return rules.answer(s.view(STATE)[0], number)
'''

CARD_DRIVER: Final = '''
"""A driver that shows cards."""
from stammtisch.kernel.compile import entry
from stammtisch.kernel.drivers.placeholders import rules

STATE = rules.State.dtype

@entry("int64(int64[::1], int64)")
def card(s, index):
    """Show a card."""
    return rules.card(s.view(STATE)[0], index)
'''

# What a fresh process runs; it prints the answers to 10, one for each game, and how often the cache was of use.
ASK: Final = """
import importlib, sys
import numpy as np
from stammtisch.kernel.compile import driver
sys.dont_write_bytecode = True
for game in {games!r}:
    compiled = driver("tiny_driver", importlib.import_module(game + ".rules"))
    print(compiled.answer(np.array([1, 2, 3]), 10), sum(compiled.answer.stats.cache_hits.values()))
"""


def write_game(folder: Path, game: str, bonus: int) -> None:
    """Write a tiny game whose answers depend on a number in another file, and the drivers beside it."""
    package = folder / game
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "rules.py").write_text(RULES.format(game=game), encoding="utf-8")
    (package / "words.py").write_text("", encoding="utf-8")
    write_bonus(folder, game, bonus)
    (folder / "tiny_driver.py").write_text(DRIVER, encoding="utf-8")
    (folder / "card_driver.py").write_text(CARD_DRIVER, encoding="utf-8")


def write_bonus(folder: Path, game: str, bonus: int) -> None:
    """Change the number in the other file."""
    (folder / game / "data.py").write_text(f"BONUS = {bonus}\n", encoding="utf-8")
