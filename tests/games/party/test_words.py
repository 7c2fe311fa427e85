"""What people read at Costume Party: who is told what, and that it fits a terminal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from rich.markup import render

from stammtisch import Table
from stammtisch.core.language import LANGUAGES, Reader, voice
from stammtisch.core.nature import ListedNature
from stammtisch.core.step import Step
from stammtisch.core.words.narration import EVERYTHING, Narrator, ViewLog
from stammtisch.games import party
from stammtisch.games.party.position import ALL_PAIR, FACE_DOWN, KEEP, NEXT, PAIR, UNUSED, Options, Phase, State
from stammtisch.kernel.seats import NONE, SPECTATOR, TABLE, UNKNOWN

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
READER = Reader(voice("stammtisch.games.party", "en"), NAMES)


def told(table: Table, viewer: int) -> list[str]:
    """Return everything that a viewer has been told."""
    log = ViewLog(table)
    narrator = Narrator(table.game, table.options, "en", NAMES[: table.seats])
    return narrator.sentences(log, viewer, 0, len(log))


def two_kings() -> Table:
    """Return a table for two at which both play the king in the first round; Ada has the tie card."""
    drawn = [5, 7, 9, 1, 2, 13, 3, 4, 13, 5, 8, 8, 12, 10, 10]
    table = Table("party", seed=1, nature=ListedNature(drawn), seats=2)
    table.play(0, "13")
    table.play(1, "13")
    return table


def test_the_log_of_a_round_with_two_kings_and_paul() -> None:
    assert told(two_kings(), 0) == [
        "The first on the dance floor: Ada (5), Ben (7), Paul (9).",
        "Ada has the lowest card and gets the tie card.",
        "Everybody draws a hand.",
        "The cards are open: Ada (13), Ben (13). "
        "Of the Party Kings, that of Ada is first in tie order and takes it all.",
        "Ada takes the whole dance floor: 5, 7, 9.",
        "The sums so far: Ada (21), Ben (0), Paul (0).",
        "Paul sends 5 (the cowgirl on a woodlouse) onto the dance floor.",
    ]


def test_a_take_says_that_a_pair_leaves() -> None:
    table = two_kings()
    table.play(0, "1")
    table.play(1, "3")
    table.play(0, "5")
    assert told(table, SPECTATOR)[-6:-2] == [
        "The cards are open: Ada (1), Ben (3). Ada has the lowest and begins.",
        "Ada takes 5 (the cowgirl on a woodlouse); it leaves with its double.",
        "Ben takes 13 (the Party King).",
        "Paul takes 13 (the Party King).",
    ]


def sealed(card: str) -> Table:
    """Return a table of Variant 1 at which Ada has laid this card face down and chosen the 4."""
    drawn = [10, 11, 12, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]
    table = Table("party", seed=1, nature=ListedNature(drawn), seats=3, face_down=True)
    for seat, cards in ((0, card), (1, "2"), (2, "2"), (0, "4")):
        table.play(seat, cards)
    return table


@pytest.mark.parametrize("viewer", [1, 2, SPECTATOR])
def test_nobody_else_is_told_or_shown_what_lies_face_down(viewer: int) -> None:
    tables = [sealed("1"), sealed("3")]
    assert told(tables[0], viewer) == told(tables[1], viewer)
    assert "Ada" not in " ".join(told(tables[0], viewer)[3:])
    pictures = [party.words.picture(t.view(viewer), t.options, viewer, READER) for t in tables]
    assert pictures[0] == pictures[1]
    assert render(pictures[0]).plain.count("▒▒") == (4 if viewer == SPECTATOR else 3)


def test_the_owner_is_told_and_shown_what_lies_face_down() -> None:
    table = sealed("3")
    assert "Ada lays 3 (the diver in the jam jar) face down." in told(table, 0)
    shown = render(party.words.picture(table.view(0), table.options, 0, READER)).plain
    assert "(3)" in shown
    assert "(4)" in shown


def test_hands_are_open_only_in_a_whole_replay() -> None:
    table = sealed("3")
    for view, heading in ((table.view(SPECTATOR), False), (table.position, True)):
        shown = render(party.words.picture(view, table.options, SPECTATOR, READER)).plain
        assert ("the hands" in shown) == heading
    assert "Ada lays 3" in " ".join(told(table, EVERYTHING))


def moment(phase: Phase, **fields: int) -> State:
    """Return a view of a match for three, with these fields and nothing else."""
    v = State()
    v.phase, v.turn, v.mirror, v.king = phase, 1, 1, NONE
    v.round_number = fields.pop("round_number", 3)
    for name, value in fields.items():
        getattr(v, name)[1] = value
    return v


def line(before: State, after: State, action: int, seat: int = 1) -> str:
    o = Options()
    o.seats, o.guests, o.games, o.last = 3, 3, 3, 12
    return party.words.log(Step(0, seat, action), before, after, o, READER)


@pytest.mark.parametrize(
    ("action", "seat", "sentence"),
    [
        (KEEP, 1, "Ben keeps the mirror for later."),
        (UNUSED, TABLE, "Ben has nothing to throw out with the mirror; it leaves unused."),
        (9, 1, "Ben throws out 9 (the astronaut under the salad bowl) with the mirror."),
        (9, TABLE, "The mirror cannot wait: 9 (the astronaut under the salad bowl) of Ben leaves with it."),
        (FACE_DOWN, 1, "Ben throws out the face-down card with the mirror: 2 (the mummy in toilet paper)."),
    ],
)
def test_what_is_told_of_the_mirror(action: int, seat: int, sentence: str) -> None:
    before = moment(Phase.MIRROR, face_down=UNKNOWN)
    assert line(before, moment(Phase.DRAW, shown=1 << 2), action, seat) == sentence


def test_the_mirror_goes_to_the_highest_total_and_the_log_says_how() -> None:
    before, after = moment(Phase.SCORED, total=50), moment(Phase.FLOOR)
    assert line(before, after, NEXT, TABLE) == "Ben has the highest total and gets the mirror."
    before.total[2] = 50
    assert line(before, after, NEXT, TABLE).startswith("Of those with the highest total, Ben is first in tie order")


def test_a_pair_with_the_face_down_card_is_told_with_its_value() -> None:
    before, after = moment(Phase.TAKE, face_down=UNKNOWN), moment(Phase.TAKE, face_down=NONE, shown=1 << 4)
    assert line(before, after, PAIR + 4).endswith("it leaves with its double, which lay face down.")
    before.floor[4], before.floor[6], before.floor_values = 1, 2, 1 << 4 | 1 << 6
    after.gone[4], after.gone[6] = 2, 2
    assert line(before, after, ALL_PAIR) == (
        "Ben takes the whole dance floor: 4, 6, 6. Pairs leave, one with the face-down card: 4, 6."
    )


@pytest.mark.parametrize("seats", [6])
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_fit_a_terminal_of_eighty_columns(seats: int, language: str) -> None:
    reader = Reader(voice("stammtisch.games.party", language), ("[b]Maximiliane-Sophie",) * seats)
    table = Table("party", seed=3, seats=seats, face_down=True, mirror=True)
    random = Random(3)
    while not table.over:
        seat = random.choice(table.waiting)
        shown = render(party.words.picture(table.view(seat), table.options, seat, reader), emoji=False)
        assert max(row.cell_len for row in shown.split()) <= 78
        table.play(seat, random.choice(table.legal(seat)))


def test_what_a_reason_says_about_a_sum_comes_true() -> None:
    table, chance, fell = Table("party", seed=4), Random(4), 0
    while not table.over:
        seat = table.waiting[0]
        action, before = chance.choice(table.actions(seat)), table.view(seat)
        said = party.words.reason(before, table.options, seat, action, READER)
        table.play(seat, action)
        if before.phase == Phase.TAKE:
            change = party.words.moments.sum_of(table.position, seat) - party.words.moments.sum_of(before, seat)
            fell += change < 0
            assert (change < 0) == said.startswith("It leaves with its double")
            assert change > 0 or f": {-change} point" in said
    assert fell > 3


@pytest.mark.parametrize("choices", [{}, {"seats": 2, "face_down": True}])
def test_what_a_reason_says_about_the_next_round_comes_true(choices: dict[str, Any]) -> None:
    table, chance = Table("party", seed=4, **choices), Random(4)
    claims: list[tuple[int, int]] = []  # the round in which a card is to be on the floor
    while not table.over:
        seat = table.waiting[0]
        action, before = chance.choice(table.actions(seat)), table.view(seat)
        said = party.words.reason(before, table.options, seat, action, READER)
        if before.phase == Phase.PLAY and said.endswith("nobody shows its double yet."):
            claims.append((before.round_number + 1, action))
            assert not any(shown >> action & 1 for shown in before.display)
        table.play(seat, action)
        if table.position.phase == Phase.TAKE and before.phase != Phase.TAKE:
            here = [card for number, card in claims if number == table.position.round_number]
            assert all(table.position.floor[card] for card in here)
    assert len(claims) > 5


def test_what_left_again_later_did_not_decide_a_game() -> None:
    table, chance = Table("party", seed=4), Random(4)
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, chance.choice(table.actions(seat)))
    step = table.steps[party.words.decisive(ViewLog(table).seen(EVERYTHING), table.options)]
    outcome = table.outcome()
    assert outcome is not None
    [winner], places = outcome.winners, outcome.places
    fell = step.seat == winner and table.view(SPECTATOR).display[winner] >> step.action & 1 == 0

    assert fell or (places[step.seat] == 2 and table.position.display[step.seat] >> step.action & 1)


def test_a_lesson_notices_what_is_new() -> None:
    table = two_kings()
    noticed = [party.words.notices(seen, table.options, 0) for seen in ViewLog(table).seen(0)]

    assert [names for names in noticed if names] == [
        ("king",),  # it is drawn
        ("my_king", "king"),
        ("my_card_counts",),
        ("played_cards_moved", "round_2"),
    ]
