"""What a game says beside what it must, and what is said where it does not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from stammtisch.core.language import Reader, voice
from stammtisch.core.step import Step
from stammtisch.core.words import optional_words
from stammtisch.core.words.narration import SeenStep
from stammtisch.kernel.seats import TABLE

READER = Reader(voice("stammtisch.games.duel", "en"), ("Ada", "Ben"), you=1)
OPTIONS = SimpleNamespace(seats=2)


def _game(**words: Any) -> Any:
    return SimpleNamespace(words=SimpleNamespace(**words))


def test_a_game_that_says_nothing_more_is_shown_with_less() -> None:
    silent = _game()

    assert optional_words.goal(silent, OPTIONS, READER.say) == ()
    assert optional_words.help_line(silent, None, OPTIONS, 0, READER) == ""
    assert optional_words.heading(silent, Step(0, 0, 0), None, None, OPTIONS, READER) == ""
    assert optional_words.reason(silent, None, OPTIONS, 0, 3, READER) == ""


def test_a_game_that_says_more_is_heard() -> None:
    telling = _game(goal=lambda o, _: ("win",) * o.seats, reason=lambda *about: f"{about[3]} wins")

    assert optional_words.goal(telling, OPTIONS, READER.say) == ("win", "win")
    assert optional_words.reason(telling, None, OPTIONS, 0, 3, READER) == "3 wins"


def test_the_last_decision_decided_a_game_unless_it_says_otherwise() -> None:
    seen = [SeenStep(Step(number, seat, 0), None, None) for number, seat in enumerate((0, 1, TABLE))]

    assert optional_words.decisive(_game(), seen, OPTIONS) == 1
    assert optional_words.decisive(_game(), [], OPTIONS) == 0
    assert optional_words.decisive(_game(decisive=lambda *_: 0), seen, OPTIONS) == 0


def test_a_reader_knows_which_seat_is_theirs_and_shows_cards_by_name() -> None:
    assert [READER.is_you(seat) for seat in (0, 1)] == [False, True]
    assert READER.card("g6", "green 6") == "green 6"
