"""What Combination Race says to whoever reads: "you" to the reader, cards by name, rounds instead of keystrokes."""

from __future__ import annotations

import re
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from stammtisch import Table
from stammtisch.core.language import LANGUAGES, Reader, voice
from stammtisch.core.step import Step
from stammtisch.core.words.narration import EVERYTHING, SeenStep, Viewpoint
from stammtisch.games.combo import notation, words
from stammtisch.games.combo.stones import stones_left
from stammtisch.kernel.seats import SPECTATOR
from tests.games.combo.arrange import combo, row_of
from tests.games.combo.greedy import greedy
from tests.games.combo.test_words import NAMES, Arranged, reader

CODE = re.compile(r"\b[rygbv]\d{1,2}\b")


def to(seat: int, language: str = "en") -> Reader:
    """Return a reader who sits there."""
    return Reader(voice("stammtisch.games.combo", language), NAMES, seat)


@cache
def played(**choices: Any) -> Table:
    """Return a whole game of people who lay what they can."""
    table, random = Table("combo", seed=5, **choices), Random(5)
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, *greedy(table.position, table.options, seat, random))
    return table


def seen_by(table: Table, viewer: int) -> list[SeenStep]:
    viewpoint = Viewpoint(table, viewer)
    return [viewpoint.follow(step) for step in table.steps]


def told_to(viewer: int, language: str = "en", **choices: Any) -> list[str]:
    """Return the log of a whole game as somebody reads it."""
    table = played(**choices)
    return [words.log(*one, table.options, to(viewer, language)) for one in seen_by(table, viewer)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_reads_a_code_instead_of_the_name_of_a_card(language: str) -> None:
    table, read = played(seats=3, quick=True), to(1, language)
    for one in seen_by(table, 1):
        before, o = one.before, table.options
        said = [words.log(*one, o, read), words.heading(*one, o, read)]
        if one.step.seat == 1:
            said += [words.ask(before, o, 1, read), words.help_line(before, o, 1, read)]
            said += [words.label(before, o, one.step.action, read), words.reason(before, o, 1, one.step.action, read)]
            said += [
                words.explain(rule, before, o, 1, action, read)
                for action in range(table.rules.ACTIONS)
                if (rule := table.rules.Rule(table.rules.check(before, o, 1, action)))
            ]
        assert not [sentence for sentence in said if CODE.search(sentence)]


def test_cards_of_a_sentence_can_be_drawn() -> None:
    drawing = Reader(reader().say, NAMES, 0, lambda text, name: f"[{text}: {name}]")
    table = combo("0: ryg7")
    table.play(0, *row_of("three r7 y7"))
    before = table.view(0)
    table.play(0, "g7")
    told = words.log(Step(0, 0, notation.read("g7")), before, table.view(0), table.options, drawing)

    assert told.startswith("You lay three of a kind: [r7: red 7], [y7: yellow 7], [g7: green 7].")
    assert words.label(before, table.options, notation.read("v13"), drawing) == "[v13: violet 13]"


def test_the_reader_is_told_you_and_the_others_by_their_names() -> None:
    log = told_to(1, seats=3, quick=True)

    assert not [sentence for sentence in log if NAMES[1] in sentence]
    for beginning in (
        "You start with",
        "You are dealt",
        "You draw",
        "You take",
        "You lay",
        "You exchange",
        "Cleo lays",
    ):
        assert any(beginning in sentence for sentence in log), beginning
    assert not [sentence for sentence in told_to(SPECTATOR, seats=3, quick=True) if "You" in sentence]


def test_keystrokes_are_passed_over_in_silence() -> None:
    table = played(seats=3, quick=True)
    log = told_to(SPECTATOR, seats=3, quick=True)
    told = sum(bool(sentence) for sentence in log)

    assert told < len(table.steps) / 2
    assert not [sentence for sentence in log if "display is now" in sentence]


def test_each_round_has_one_heading_before_its_first_turn() -> None:
    table = played(seats=3, quick=True)
    seen = seen_by(table, SPECTATOR)
    found = [words.heading(*one, table.options, to(SPECTATOR)) for one in seen]
    rounds = [f"Round {number}" for number in range(1, table.position.round_number + 1)]

    assert [title for title in found if title] == ["The first stones", *rounds]
    opened = {title: one for title, one in zip(found, seen, strict=True) if title}
    assert all(opened[title].step.seat == table.position.first for title in rounds)


def test_the_winner_reads_you_in_the_ending() -> None:
    table = played(seats=3, quick=True)
    outcome = table.outcome()
    assert outcome is not None
    winner, other = outcome.winners[0], outcome.places.index(2)

    assert words.ending(outcome, table.view(0), table.options, to(winner)).startswith("You win after ")
    assert words.ending(outcome, table.view(0), table.options, to(other)).startswith(f"{NAMES[winner]} wins after ")


@pytest.mark.parametrize("choices", [{"seats": 3, "quick": True}, {"seats": 2}, {"seats": 4, "expert": True}], ids=str)
def test_the_step_that_decided_a_race_put_its_winner_ahead_for_good(choices: dict[str, Any]) -> None:
    table = played(**choices)
    outcome = table.outcome()
    assert outcome is not None
    winner, seen = outcome.winners[0], seen_by(table, EVERYTHING)
    number = words.decisive(seen, table.options)
    others = [seat for seat in range(table.seats) if seat != winner]

    assert stones_left(seen[number].after, winner) < stones_left(seen[number].before, winner)
    for one in seen[number:]:
        assert all(stones_left(one.after, winner) < stones_left(one.after, other) for other in others)


def test_a_learner_is_told_of_what_is_new() -> None:
    table = played(seats=3, quick=True)
    found = [name for one in seen_by(table, 0) for name in words.notices(one, table.options, 0)]

    assert {
        "opened",
        "round_2",
        "draws",
        "other_draws",
        "took",
        "exchanged",
        "laid",
        "other_laid",
        "other_last_stone",
        "over",
    } <= {*found}
    assert found.count("over") == found.count("opened") == 1


def test_spectators_are_told_of_others_only() -> None:
    table = played(seats=3, quick=True)
    found = {name for one in seen_by(table, SPECTATOR) for name in words.notices(one, table.options, SPECTATOR)}

    assert "other_laid" in found
    assert "laid" not in found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_goal_has_three_short_lines(language: str) -> None:
    for quick in (False, True):
        lines = words.goal(Table("combo", seed=1, quick=quick).options, to(0, language).say)
        assert len(lines) == 3
        assert all(0 < len(line) < 120 for line in lines)


@pytest.mark.parametrize("choices", [{}, {"seats": 3, "quick": True}, {"expert": True}])
def test_something_speaks_for_most_of_what_is_done(choices: dict[str, Any]) -> None:
    table = played(**choices)
    reasons = [
        words.reason(one.before, table.options, 0, one.step.action, to(0, "en"))
        for one in seen_by(table, 0)
        if one.step.seat == 0
    ]

    assert sum(map(bool, reasons)) > 0.6 * len(reasons)


@pytest.mark.parametrize(
    ("arranged", "text", "sentence"),
    [
        (partial(combo, "0: ryg7"), "three", "It lets you exchange 3 cards in a turn instead of 2."),
        (partial(combo, "0: rb7 rb9"), "pairs", "It places 2 stones at once."),
        (partial(combo, "0: ryg7", "0: u4 f4 t2 s4 a1"), "three", "It places your last stones."),
        (partial(combo, "0: ryg7", "0: t2 a1"), "exchange", "Three of a kind is in your hand, and only active stones"),
        (partial(combo, "0: r1 y5 g9"), "draw", "Nothing can be laid yet, and your hand has room for 4 more cards."),
        (partial(combo, quick=True), "draw", "Drawing first costs nothing"),
        (partial(combo, "0: ry7 b1", display="g7 b9 y4 r2", play="0: draw"), "g7", "It completes a combination: Three"),
        (
            partial(combo, "0: r7 y1 b4", display="g7 b9 y4 r2", play="0: draw"),
            "g7",
            "You hold 1 card of the same value.",
        ),
        (
            partial(combo, "0: r6 y1 b12", display="g7 b9 y4 r2", play="0: draw"),
            "g7",
            "You hold a neighbouring value, as straights need.",
        ),
        (partial(combo, "0: r1 y5 g9", play="0: exchange"), "g9", "It matches nothing else in your hand."),
        (partial(combo, "0: rygb7", play="0: four rygb7"), "reserve 2", "Your active stones stay ready"),
    ],
)
def test_a_reason_is_a_fact_of_the_position(arranged: Arranged, text: str, sentence: str) -> None:
    table = arranged()

    assert words.reason(table.view(0), table.options, 0, notation.read(text), reader()).startswith(sentence)


@pytest.mark.parametrize(
    ("arranged", "sentence"),
    [
        (partial(combo, "0: ryg7"), "A combination places stones and lifts its row by a level; laying ends your turn."),
        (
            partial(combo, "0: ryg7", "0: t2 a1"),
            "Three of a kind is in your hand, but needs 2 active stones, and you have 1",
        ),
        (
            partial(combo, "0: ryg7 rygbv9", "0: t2 s1 a0"),
            "Four and five of a kind may take their stones from the reserve; laying ends your turn.",
        ),
        (partial(combo, "0: r1-4 g5", "0: s0 t1 u1 f1 a0"), "Straight is in your hand, but needs 1 active stone, and"),
        (partial(combo, "0: ryg7", quick=True), "Laying or exchanging ends your turn; before it you may draw."),
        (
            partial(combo, "0: r1 y3 g5", "0: t1", quick=True, display="y11", pile="y13", play="0: draw | 0: y11"),
            "Cards that match nothing can become active stones; an exchange ends your turn.",
        ),
        (partial(combo, "0: r1 y5 g9"), "Drawing brings 2 cards; you collect for a combination."),
        (
            partial(combo, "0: r1 y5 g9 b13 v3 r6", "0: u2"),
            "Drawing brings 4 cards; your hand keeps 5, so 5 are discarded.",
        ),
        (partial(combo, play="0: draw"), "Look for equal values"),
    ],
)
def test_the_help_line_says_what_a_decision_leads_to(arranged: Arranged, sentence: str) -> None:
    table = arranged()

    assert words.help_line(table.view(0), table.options, 0, reader()).startswith(sentence)
