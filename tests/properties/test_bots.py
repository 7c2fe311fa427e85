"""A bot chooses the same in worlds that its seat cannot tell apart."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from stammtisch.bots.levels import find_bot
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.testing import Position, Subject, hold
from stammtisch.testing.walk import legal_actions, seats_waited_for, view_of
from tests.nets import drawn_net
from tests.subjects import DUEL, GANG, SUBJECTS

Bot = Callable[[Subject, Any, Any, int], list[int]]  # from a whole position, of which an honest bot looks at its view


def honest(name: str, subject: Subject, s: Any, o: Any, seat: int) -> list[int]:
    """Ask a bot as every table does: with the view of its seat."""
    return find_bot(subject.game, name).choose(view_of(subject.game.rules, s, o, seat), o, seat, 5, 7)


def peeking(subject: Subject, s: Any, o: Any, seat: int) -> list[int]:
    """Choose by every number of the whole position."""
    actions = legal_actions(subject.game.rules, s, o, seat)
    return [actions[hash(tuple(s.words())) % len(actions)]]


def whimsical(subject: Subject, s: Any, o: Any, seat: int) -> list[int]:
    """Choose in the same way, by the view."""
    return peeking(subject, view_of(subject.game.rules, s, o, seat), o, seat)


def net_that_peeks(subject: Subject, s: Any, o: Any, seat: int) -> list[int]:
    """Follow a net that is shown what the next seat knows, too."""
    bot = NetBot(subject.game, drawn_net(subject.game))
    said = bot.ask(s, o, seat) + bot.ask(s, o, (seat + 1) % o.seats)
    return [max(legal_actions(subject.game.rules, s, o, seat), key=lambda action: said[action])]


def net_that_guesses(subject: Subject, s: Any, o: Any, seat: int) -> list[int]:
    """Follow it in the same way, by the view."""
    return net_that_peeks(subject, view_of(subject.game.rules, s, o, seat), o, seat)


def chooses_by_its_view(subject: Subject, at: Position, random: Random, *, bot: Bot) -> None:
    """Hold a bot's choice in a position against its choice in another that looks the same to it."""
    for seat in seats_waited_for(subject.game.rules, at.s, at.o):
        if seat < at.o.seats:
            world = subject.reshuffled(at.s.copy(), at.o, seat, random)
            assert bot(subject, world, at.o, seat) == bot(subject, at.s, at.o, seat)


@pytest.mark.parametrize("name", ["random", "easy", "search:30"])
@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_no_bot_can_cheat(name: str, subject: Subject) -> None:
    hold(partial(chooses_by_its_view, bot=partial(honest, name)), subject, examples=60)


def test_the_perfect_bot_cannot_cheat() -> None:
    hold(partial(chooses_by_its_view, bot=partial(honest, "perfect")), DUEL, examples=200)


@pytest.mark.parametrize("name", ["strong", "master:60"])
def test_no_net_can_cheat(name: str) -> None:
    hold(partial(chooses_by_its_view, bot=partial(honest, name)), GANG, examples=100)


@pytest.mark.deep
def test_no_master_can_cheat() -> None:
    hold(partial(chooses_by_its_view, bot=partial(honest, "master")), GANG, examples=200)


def test_a_net_that_peeks_is_caught_and_one_that_guesses_is_not_blamed() -> None:
    hold(partial(chooses_by_its_view, bot=net_that_guesses), GANG, examples=100)
    with pytest.raises(AssertionError):
        hold(partial(chooses_by_its_view, bot=net_that_peeks), GANG, examples=100)


@pytest.mark.deep
@pytest.mark.parametrize("name", ["normal", "strong"])
@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_no_level_can_cheat(name: str, subject: Subject) -> None:
    hold(partial(chooses_by_its_view, bot=partial(honest, name)), subject, examples=100)


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_a_bot_that_peeks_is_caught(subject: Subject) -> None:
    with pytest.raises(AssertionError):
        hold(partial(chooses_by_its_view, bot=peeking), subject, examples=60)


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_a_bot_as_whimsical_that_does_not_peek_is_not_blamed(subject: Subject) -> None:
    hold(partial(chooses_by_its_view, bot=whimsical), subject, examples=60)
