"""Sentences of Combination Race that are worth their wording: each names the fact that people need."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from rich.text import Text

from stammtisch import Table
from stammtisch.core.language import LANGUAGES, Reader, voice
from stammtisch.core.step import Step
from stammtisch.games import combo as combo_game
from stammtisch.games.combo import notation, words
from stammtisch.games.combo.position import OPTION_SETS, Phase, Rule
from stammtisch.kernel.seats import NATURE, SPECTATOR
from tests.games.combo.arrange import carry_on, combo, row_of

Arranged = Callable[[], Table]

NAMES = ("Ada", "Ben", "Cleo", "Bernadette-Luise")
FIVE = "0: rygbv7 y1"


def reader(language: str = "en") -> Reader:
    return Reader(voice("stammtisch.games.combo", language), NAMES)


def asked(table: Table, seat: int = 0) -> str:
    return words.ask(table.view(seat), table.options, seat, reader())


def labels(table: Table, seat: int = 0) -> list[str]:
    return [words.label(table.view(seat), table.options, action, reader()) for action in table.actions(seat)]


def refused(table: Table, text: str, seat: int = 0) -> tuple[Rule, str]:
    """Return the rule that refuses the last action of a row, and what it is explained with."""
    *before, last = row_of(text)
    if before:
        table.play(seat, *before)
    view, action = table.view(seat), notation.read(last)
    rule = Rule(table.rules.check(view, table.options, seat, action))
    return rule, words.explain(rule, view, table.options, seat, action, reader())


def told(table: Table, text: str, seat: int = 0, viewer: int = SPECTATOR) -> list[str]:
    """Return what is said of a row that needs no new cards."""
    lines = []
    for action in map(notation.read, row_of(text)):
        before = table.view(viewer)
        table.play(seat, action)
        step = Step(len(table.steps) - 1, seat, action)
        lines.append(words.log(step, before, table.view(viewer), table.options, reader()))
    return lines


def drawn(table: Table, viewer: int, language: str = "en") -> list[str]:
    """Return the lines of the picture."""
    markup = words.picture(table.view(viewer), table.options, viewer, reader(language))
    return Text.from_markup(markup, emoji=False).plain.split("\n")


@pytest.mark.parametrize(
    ("arranged", "text", "rule", "sentence"),
    [
        (partial(combo), "y5", Rule.NOT_AN_ACTION_NOW, "A turn begins with drawing, a combination or an exchange"),
        (
            partial(combo, FIVE),
            "flush",
            Rule.NO_SUCH_COMBINATION,
            "A flush is five cards of one colour; your hand has no five",
        ),
        (
            partial(combo, "0: ryg7 rb9", "0: u4"),
            "full",
            Rule.ROW_IS_FULL,
            "Full house: the row is full, all levels up to 4",
        ),
        (partial(combo, "0: rb7 rb9", "0: c4"), "pairs", Rule.ROW_IS_FULL, "Two pairs: all 4 columns are filled."),
        (
            partial(combo, FIVE, "0: c3 a1"),
            "five rygbv7 into columns",
            Rule.ROW_IS_FULL,
            "Two pairs: only one column is free",
        ),
        (
            partial(combo, "0: ryg7", "0: t2 a1"),
            "three",
            Rule.TOO_FEW_STONES,
            "Three of a kind: level 3 takes 2 active stones, and you have 1.",
        ),
        (
            partial(combo, "0: rb7 rb9", "0: a0"),
            "pairs",
            Rule.TOO_FEW_STONES,
            "Two pairs take 2 active stones, and you have 0.",
        ),
        (
            partial(combo, FIVE, "0: a0"),
            "five rygbv7 into columns",
            Rule.COLUMNS_NEED_AN_ACTIVE_STONE,
            "At least one of the 4 stones for two columns must be active; you have 0 active stones.",
        ),
        (partial(combo, "0: rygb7", "0: a0"), "four rygb7 reserve 3", Rule.NOT_YOUR_TURN, "Now it is the turn of Ben."),
        (
            partial(combo, "0: rygb7"),
            "four rygb7 reserve 3",
            Rule.SPLIT_NOT_POSSIBLE,
            "Only 2 stones are placed there.",
        ),
        (
            partial(combo, "0: rygb7", "0: a1"),
            "four rygb7 reserve 0",
            Rule.SPLIT_NOT_POSSIBLE,
            "You have only 1 active stone, so more must come from the reserve.",
        ),
        (partial(combo, "", "0: a24"), "exchange", Rule.RESERVE_IS_EMPTY, "Your reserve is empty"),
        (
            partial(combo, "", "0: a5", expert=True),
            "exchange",
            Rule.ACTIVE_ZONE_IS_FULL,
            "Experts have at most as many active stones as their hand limit says: it is 5, and you have 5.",
        ),
        (partial(combo, "0: ryg7", quick=True), "done", Rule.DO_SOMETHING_FIRST, "A turn cannot be nothing at all"),
        (partial(combo, "0: ryg7"), "three r7 r1", Rule.CARD_NOT_IN_HAND, "The red 1 is not in your hand."),
        (
            partial(combo, "0: ryg7", display="r1"),
            "three r1",
            Rule.CARD_NOT_IN_HAND,
            "The red 1 lies in the display, not in",
        ),
        (partial(combo, "0: ryg7"), "three r7 r7", Rule.CARD_NOT_IN_HAND, "You have laid the red 7 already."),
        (
            partial(combo, "0: rygb7"),
            "three y7 r7",
            Rule.LOW_TO_HIGH,
            "named in the order in which they lie: the red 7 comes before the yellow 7.",
        ),
        (
            partial(combo, "0: r1-5 b7"),
            "flush r1 b7",
            Rule.CARD_DOES_NOT_FIT,
            "A flush has one colour, and it began with the red 1. These fit now: red 2.",
        ),
        (partial(combo, "0: r1-5"), "straight r1 r3", Rule.CARD_DOES_NOT_FIT, "The straight goes on with the value 2."),
        (
            partial(combo, "0: rg7 ygb9"),
            "full r7 y9",
            Rule.CARD_DOES_NOT_FIT,
            "Full house: with the yellow 9 next it cannot be completed. These fit now: green 7.",
        ),
        (
            partial(combo, "", "0: f1", display="r1 y5 b7 v9"),
            "draw v9",
            Rule.CARD_DOES_NOT_FIT,
            "2 cards are still to be chosen, and too few lie behind the violet 9.",
        ),
        (
            partial(combo, "", display="r1 y5 b7 v9"),
            "draw r2",
            Rule.CARD_NOT_IN_DISPLAY,
            "these do: red 1, yellow 5, blue 7, violet 9.",
        ),
    ],
)
def test_a_refusal_names_the_fact(arranged: Arranged, text: str, rule: Rule, sentence: str) -> None:
    found, explained = refused(arranged(), text)

    assert found == rule
    assert sentence in explained


def test_the_fields_that_an_expert_may_not_use_have_a_name() -> None:
    table = Table("combo", seats=3, expert=True, first=1)
    table.play(0, "start uf")

    assert refused(table, "start uf", 2) == (
        Rule.FIELDS_ALREADY_USED,
        "Ada has used exactly these fields: Full house, Flush.",
    )


@pytest.mark.parametrize(
    ("arranged", "question"),
    [
        (partial(combo), "Your turn: draw, or exchange cards?"),
        (partial(combo, "0: ryg7"), "Your turn: draw, lay a combination, or exchange cards?"),
        (partial(combo, "0: ryg7", "0: a24"), "Your turn: draw, or lay a combination?"),
        (partial(combo, "0: r1 y5 g9", "0: a24"), "Your turn: draw cards."),
        (partial(combo, "0: ryg7 rb9", play="0: full r7"), "Full house: choose 4 more cards."),
        (partial(combo, "", "0: f1", play="0: draw"), "Take 2 cards from the display."),
        (
            partial(combo, "0: r1-5 y6", play="0: exchange"),
            "Choose up to 2 cards; each makes a stone active.",
        ),
        (
            partial(combo, "0: r1-5 y6 g9 v9", "0: a1", play="0: exchange r1"),
            "Discard 2 cards; your hand",
        ),
        (partial(combo, FIVE, play="0: five rygbv7"), "Five of a kind: where do the stones go?"),
        (
            partial(combo, FIVE, play="0: five rygbv7 into columns"),
            "4 stones are placed. How many of them come from the",
        ),
    ],
)
def test_a_question_says_what_is_left_to_choose(arranged: Arranged, question: str) -> None:
    assert asked(arranged()).startswith(question)


def test_buttons_say_what_is_placed_where() -> None:
    table = combo("0: rgbv5 rygbv7 r8 r9 r4", "0: u1 f2 t3 c1 a3")

    assert labels(table) == [
        "Full house: 1 stone on level 2",
        "Flush: 2 stones on level 3",
        "Three of a kind: 3 stones on level 4",
        "Two pairs: 2 stones in column 2",
        "Four of a kind: 2 stones in column 2",
        "Five of a kind: stones in a row of your choice",
        "draw cards: 2 from the pile, then 3 from the display",
        "exchange cards for stones",
    ]
    table.play(0, *row_of("five rygbv7"))
    assert labels(table)[-2:] == ["Two pairs: 2 stones in column 2", "Two pairs: 4 stones in two columns"]
    table.play(0, "into columns")
    assert labels(table)[0] == "1 from the reserve, 3 active"


def test_a_combination_is_told_with_its_cards_and_what_it_brings() -> None:
    assert told(combo("0: r1 y1 g1", "0: t2"), "three ryg1")[-1] == (
        "Ada lays three of a kind: red 1, yellow 1, green 1. "
        "2 stones on level 3; cards to exchange from now on: up to 4."
    )
    assert told(combo(FIVE), "five rygbv7 into columns reserve 3")[-3:] == [
        "Ada lays five of a kind: red 7, yellow 7, green 7, blue 7, violet 7.",
        "",
        "4 stones fill two columns; columns filled: 2. 3 come from the reserve.",
    ]


def test_an_exchange_is_told_card_by_card_and_ends_with_the_stones() -> None:
    assert told(combo("0: r1 y5 g9"), "exchange r1 g9") == [
        "",
        "Ada exchanges the red 1.",
        "Ada exchanges the green 9. 2 stones become active; active now: 5.",
    ]


def test_a_last_stone_and_a_block_are_told_at_once() -> None:
    finish = combo("0: ryg7", "0: u4 f4 t2 s4 a1")
    assert told(finish, "three ryg7")[-1].endswith("Ada has placed the last stone; the round is played to its end.")
    blocked = combo("0: rb7 rb9 | 1: ryg1", "0: u5 f4 t3 s3 c1 a3", seats=3, expert=True)
    assert "Ada is blocked and has lost" in told(blocked, "pairs rb7 rb9")[-1]


def test_cards_from_the_pile_are_told_only_to_whoever_drew_them() -> None:
    table = combo(pile="v13")
    before, spectators = table.view(0), table.view(SPECTATOR)
    table.play(0, "draw")
    step = next(step for step in table.steps_seen_by(0) if step.seat == NATURE and step.number >= len(table.steps) - 1)
    before.phase = spectators.phase = Phase.DRAW

    assert words.log(step, before, table.view(0), table.options, reader()) == "Ada draws the violet 13."
    hidden = table.steps_seen_by(SPECTATOR)[step.number]
    assert words.log(hidden, spectators, table.view(SPECTATOR), table.options, reader()) == ""


def test_the_winner_of_several_is_told_by_the_hand() -> None:
    table = combo("0: ryg7 b1 b2 | 1: ryg8", "0: u4 f4 t2 s4 a1 | 1: u4 f4 t2 s4 a1", play="0: three ryg7")
    carry_on(table, "1: three ryg8")
    outcome = table.outcome()
    assert outcome is not None

    assert words.ending(outcome, table.view(0), table.options, reader()) == (
        "Ada wins with 2 cards in hand: nobody else who has placed all stones holds as many."
    )


def test_the_picture_shows_what_a_hand_can_lay_and_what_others_took() -> None:
    table = combo("0: ryg7 rb9 | 1: b1 b2 b3", display="v1 v2 v3 v4", pile="v13", play="0: draw | 0: v1")

    assert "your hand: v1  r7 y7 g7  r9 b9  v13" in drawn(table, 0)
    assert any(line.startswith("ready to lay:   Two pairs r7 y7 r9 b9   Three of a kind") for line in drawn(table, 0))
    assert "known hands:   Ada v1 +6" in drawn(table, 1)
    assert not any("ready to lay" in line for line in (*drawn(table, 1), *drawn(table, SPECTATOR)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_fits_into_a_terminal(language: str) -> None:
    for number, choices in enumerate(OPTION_SETS):
        table = Table.undealt(combo_game, number, dict(choices))
        table.carry_on()
        for _ in range(4):
            for _ in range(10):
                table.play(table.waiting[0], table.legal(table.waiting[0])[0])
            for viewer in (0, table.seats - 1, SPECTATOR):
                assert max(map(len, drawn(table, viewer, language))) <= 78
