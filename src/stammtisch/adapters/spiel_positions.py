"""Positions that somebody wrote, for OpenSpiel, and whether the rules can play on from them.

Compiled code looks neither at indices nor at the size of numbers. So the interpreted rules look at a position first, on
rows that know their ends and on numbers of 64 bits, and play on from it for a while.
"""

from __future__ import annotations

import json
from random import Random
from threading import local
from typing import Any, Final, SupportsIndex

from stammtisch.core.game import Game
from stammtisch.core.queries import viewers
from stammtisch.errors import FeatureError
from stammtisch.kernel.bits import WORD_BITS, count, lowest_in, nth, words_for
from stammtisch.kernel.outcome import Outcome
from stammtisch.kernel.seats import NATURE, TABLE

STEPS: Final = 100  # that are played on
WORK: Final = 200_000  # numbers that may be counted meanwhile; rules that run in circles come to an end
_LIMIT: Final = 1 << 63
_FAULTS: Final = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError)
_COUNTED: Final = ("add", "sub", "mul", "floordiv", "mod", "and", "or", "xor")
_ALONE: Final = ("neg", "invert", "abs", "pos")
_work = local()  # what is left of it in this thread


class _Number(int):
    """A number as compiled code has it: what does not fit into 64 bits, and a shift by more, is an `OverflowError`."""

    def __lshift__(self, by: int) -> int:
        return _number(int(self) << _shift(by))

    def __rlshift__(self, shifted: int) -> int:
        return _number(int(shifted) << _shift(self))

    def __rshift__(self, by: int) -> int:
        return _number(int(self) >> _shift(by))

    def __rrshift__(self, shifted: int) -> int:
        return _number(int(shifted) >> _shift(self))


def _number(value: int) -> _Number:
    """Return a number of 64 bits.

    Raises:
        OverflowError: It has more.
        ArithmeticError: The rules count without end.
    """
    _work.left -= 1
    if _work.left < 0:
        raise ArithmeticError("the rules come to no end")
    if not -_LIMIT <= value < _LIMIT:
        raise OverflowError(f"{value:#x} has more than 64 bits")
    return _Number(value)


def _whole(word: object) -> int:
    """Return a word as a number.

    Raises:
        TypeError: It is a fraction, a truth value or a text.
    """
    if type(word) is not int:
        raise TypeError(f"{word!r} is no integer")
    return _number(word)


def _shift(by: int) -> int:
    if not 0 <= by <= WORD_BITS:
        raise OverflowError(f"a shift by {int(by)}")
    return int(by)


def _count_in_64_bits(name: str) -> None:
    plain = getattr(int, name)

    def counted(self: _Number, *other: int) -> Any:
        result = plain(self, *other)
        return result if result is NotImplemented else _number(result)

    setattr(_Number, name, counted)


for _name in _COUNTED:
    _count_in_64_bits(f"__{_name}__")
    _count_in_64_bits(f"__r{_name}__")
for _name in _ALONE:
    _count_in_64_bits(f"__{_name}__")


class _CheckedRow(list[Any]):
    """A row that is not counted from its end."""

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(self._within(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(self._within(index), value)

    def _within(self, index: SupportsIndex) -> int:
        """Return an index.

        Raises:
            IndexError: There is none such.
        """
        if not 0 <= index.__index__() < len(self):
            raise IndexError(f"index {index.__index__()} of {len(self)}")
        return index.__index__()


def read_position(game: Game, options: Any, text: str) -> Any:
    """Return the position that `position_text` wrote; nobody looks whether the rules lead to it.

    Raises:
        FeatureError: It wrote none, or the rules cannot play on from it.
    """
    _work.left = WORK
    try:
        position = game.rules.State.of(map(_whole, json.loads(text)))
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise FeatureError(f"position is {text[:80]!r}; it may be the words of a position of {game.NAME}") from error
    try:
        _look_at(game, options, _checked(position))
        _play_on(game, options, _checked(position))
    except _FAULTS as error:
        raise FeatureError(f"position is {text[:80]!r}; the rules of {game.NAME} cannot play on from it") from error
    return position


def _look_at(game: Game, options: Any, position: Any) -> None:
    """Ask what is asked of every position: what everybody may do and know.

    Raises:
        ArithmeticError: A number is out of range, as all other errors say too that the rules raise.
    """
    rules = game.rules
    rules.Phase(position.phase)
    for seat in (*range(options.seats), NATURE, TABLE):
        rules.legal(position, options, seat, _checked_field([0] * words_for(rules.ACTIONS)))
    for viewer in viewers(options):
        rules.view(position, options, viewer, _checked(rules.State()))


def _play_on(game: Game, options: Any, position: Any) -> None:
    """Take some steps, always the same ones, and ask for the result if they lead to the end.

    Raises:
        ValueError: Somebody is asked who is not there, or may do nothing, or TABLE is never done.
    """
    rules, random, seats_asked = game.rules, Random(0), 0
    everybody = (1 << options.seats) - 1 | 1 << NATURE | 1 << TABLE
    for _ in range(STEPS):
        waiting = rules.waiting(position, options)
        if waiting & ~everybody:
            raise ValueError("somebody is asked who is not there")
        if waiting == 0:
            rules.outcome(position, options, _checked(Outcome()))
            return
        seats_asked |= waiting & ~(1 << TABLE)
        seat, legal = lowest_in(waiting), _checked_field([0] * words_for(rules.ACTIONS))
        rules.legal(position, options, seat, legal)
        action = nth(legal, random.randrange(count(legal)))
        if action >= rules.ACTIONS:
            raise ValueError("an action is legal that there is not")
        rules.apply(position, options, seat, action)
    if seats_asked == 0:
        raise ValueError("TABLE is never done")


def _checked(record: Any) -> Any:
    """Return a copy of a record, with numbers and rows that are checked."""
    checked = type(record)()
    for name in record.shapes:
        setattr(checked, name, _checked_field(getattr(record, name)))
    return checked


def _checked_field(value: Any) -> Any:
    return _CheckedRow(map(_checked_field, value)) if isinstance(value, list) else _number(value)
