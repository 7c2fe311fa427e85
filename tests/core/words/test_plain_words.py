"""A game without words of its own is told from its notation and the names in its rules."""

from __future__ import annotations

from typing import cast

import pytest
from examples import kuhn

from stammtisch.core.game import Game
from stammtisch.core.language import LANGUAGES, Reader, voice
from stammtisch.core.options import form
from stammtisch.core.outcome import GameOutcome
from stammtisch.core.step import Step
from stammtisch.core.table import Table
from stammtisch.core.words.plain_words import PlainWords
from stammtisch.errors import Refused
from stammtisch.games import duel
from stammtisch.kernel.seats import HIDDEN, NATURE, SPECTATOR, TABLE

READER = Reader(voice("stammtisch.games.duel", "en"), ("Ada", "[b]"))
WORDS = PlainWords("Kuhn poker", kuhn.rules, kuhn.notation)


def dealt() -> Table:
    return Table(cast(Game, kuhn), seed=5)


def test_the_game_is_called_as_it_was_named() -> None:
    assert WORDS.title(READER.say) == "Kuhn poker"


def test_options_are_named_as_in_the_rules_with_what_they_may_be() -> None:
    plain = PlainWords("Duel", duel.rules, duel.notation)

    assert plain.option("first_bluffer", READER.say) == ("First bluffer", "May be: chance or a seat from 0 to 1.")
    assert form(cast(Game, kuhn), READER.say)[0].help == "May be: 2 only."


def test_buttons_are_the_notation() -> None:
    table = dealt()

    assert WORDS.ask(table.view(0), table.options, 0, READER) == "What do you do?"
    assert [WORDS.label(table.view(0), table.options, action, READER) for action in table.actions(0)] == ["pass", "bet"]


def test_a_refusal_names_its_rule() -> None:
    table = dealt()
    with pytest.raises(Refused) as refused:
        table.play(1, "bet")

    told = WORDS.explain(refused.value.rule, table.view(1), table.options, 1, kuhn.rules.BET, READER)
    assert told == "The rules do not allow this: not your turn."


@pytest.mark.parametrize(
    ("seat", "action", "told"),
    [
        (NATURE, HIDDEN, "Something was drawn that you do not see."),
        (NATURE, 2, "Drawn: king."),
        (TABLE, 3, "At the table: pass."),
        (1, HIDDEN, "[b] has decided; you do not see what."),
        (0, kuhn.rules.BET, "Ada: bet."),
    ],
)
def test_the_log_says_who_did_what_in_the_notation(seat: int, action: int, told: str) -> None:
    assert WORDS.log(Step(0, seat, action), None, None, None, READER) == told


@pytest.mark.parametrize(
    ("places", "told"),
    [
        ((1, 2), "In first place: Ada. Scores: Ada 2, [b] -2."),
        ((2, 2), "Nobody wins. Scores: Ada 2, [b] -2."),
    ],
)
def test_the_end_is_told_with_the_scores(places: tuple[int, ...], told: str) -> None:
    assert WORDS.ending(GameOutcome((2, -2), places, 0), None, None, READER) == told


def test_the_picture_shows_what_the_view_holds_and_nothing_else() -> None:
    table = dealt()
    own = table.view(0).card[0]
    pictures = [WORDS.picture(table.view(seat), table.options, seat, READER) for seat in (0, SPECTATOR)]

    assert [line.split(maxsplit=1)[1] for line in pictures[0].splitlines()] == [
        "Ada, \\[b]",
        "play",
        "0",
        f"{own} ?",
        "1 1",
    ]
    assert "card   ? ?" in pictures[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_speaks_a_language_has_these_words_in_it(language: str) -> None:
    asked = WORDS.ask(None, None, 0, Reader(voice("stammtisch.games.duel", language), ("Ada", "Ben")))

    assert (asked == "What do you do?") == (language == "en")
    assert asked.strip().endswith("?")
