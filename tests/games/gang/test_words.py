"""What people read at Gang of Crooks: passing in one line, reasons that come true, and what decided it."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch import Table
from stammtisch.core.language import Reader, voice
from stammtisch.core.words.narration import EVERYTHING, Narrator, ViewLog
from stammtisch.games.gang import notation, words
from stammtisch.kernel.seats import NONE, SPECTATOR
from tests.games.gang.arrange import EVERYTHING as ALL_TRICKS
from tests.games.gang.arrange import ONE_COLOUR_EACH, carry_on, duck, gang, later, shuffled, sweep, texts

POLITICIAN_TAKEN = "0: g0 | 1: b0 | 2: r0 | 3: k0 | 0: g1 | 1: b1 | 2: r10 | 3: k1"
NAMES = ("Ada", "Ben", "Cleo", "Dan")
READER = Reader(voice("stammtisch.games.gang", "en"), NAMES, you=0)
KEEPS_THE_LEAD = "so you keep the lead"
GOES_ELSEWHERE = ("cannot be yours", "goes to somebody else", "costs somebody else")


def told(table: Table, viewer: int, you: int) -> list[str]:
    """Return what a viewer is told of a table."""
    log = ViewLog(table)
    return Narrator(table.game, table.options, "en", NAMES, you=you).sentences(log, viewer, 0, len(log))


def why(table: Table, seat: int, card: str) -> str:
    """Return what speaks for a card."""
    return words.reason(table.view(seat), table.options, seat, notation.read(card), READER)


def test_passing_is_one_line_and_everybody_hears_of_their_own_cards() -> None:
    table = gang("0: g0-12 | 1: b0-12 | 2: r0-12 | 3: k0-12", first_round=1)
    carry_on(table, "0: g10 g11 g12 | 1: b0 b1 b2 | 2: r10 r11 r12 | 3: k0 k1")
    before = len(told(table, 0, 0))
    carry_on(table, "3: k2")

    assert before == 1
    assert told(table, 0, 0)[1:] == [
        "You pass green 10, green 11, green 12 to Ben and get black 0, black 1, black 2 from Dan."
    ]
    assert "black" not in " ".join(told(table, 1, 1))
    assert told(table, SPECTATOR, NONE)[1:] == ["Everybody has passed three cards."]


def test_a_trick_says_who_takes_whom() -> None:
    table = gang(ONE_COLOUR_EACH, play=POLITICIAN_TAKEN)

    assert told(table, SPECTATOR, NONE)[-1] == "Ada takes the trick, with the politician and 1 crook."
    assert told(table, 0, 0)[-1] == "You take the trick, with the politician and 1 crook."


@pytest.mark.parametrize("seed", range(4))
def test_what_a_reason_says_about_a_trick_comes_true(seed: int) -> None:
    table, chance = shuffled(seed, 4), Random(seed)
    claims, kept = 0, 0
    said = dict[int, str]()
    while table.position.tricks < 12:  # the last trick leaves no choice
        [seat] = table.waiting
        card, number = chance.choice(table.actions(seat)), table.position.tricks
        said[seat] = words.reason(table.view(seat), table.options, seat, card, READER)
        table.play(seat, card)
        if table.position.tricks > number:
            mine = {seat for seat, text in said.items() if KEEPS_THE_LEAD in text}
            others = {seat for seat, text in said.items() if any(claim in text for claim in GOES_ELSEWHERE)}
            assert mine <= {table.position.leader}
            assert table.position.leader not in others
            claims, kept, said = claims + len(others), kept + len(mine), {}
    assert claims > 5


def test_a_reason_knows_what_is_still_out() -> None:
    table = later("0: r8-9 g0-9 b0 | 1: r10-12 r0-7 b1-2 | 2: b3-12 g10-12 | 3: k0-12")

    assert why(table, 0, "r8") == "The politician is still out, and you stay below."
    assert why(table, 0, "g0") == "Every card of this colour that is still out is higher, so the trick cannot be yours."


def test_a_high_card_goes_and_a_low_one_is_kept() -> None:
    table = later(
        "0: g0 g12 b0 r0-9 | 1: g1-11 b1-2 | 2: b3-12 k0-2 | 3: k3-12 r10-12", "0: b0 | 1: b1 | 2: b3 | 3: k3"
    )
    carry_on(table, "2: b4 | 3: k4")

    assert why(table, 0, "g12") == "You are rid of a high card and keep green 0 for the end."


def test_the_trick_with_the_politician_decides_a_round() -> None:
    table = shuffled(1, 4)
    duck(table)
    decided = words.decisive(ViewLog(table).seen(EVERYTHING), table.options)
    trick = texts(sum(1 << card for card in table.position_at(decided + 1).trick[:4]))

    assert "r10" in trick


def test_a_united_gang_decides_more_than_its_tricks() -> None:
    table = gang(ALL_TRICKS[4], rounds=1)
    sweep(table)
    table.play(0, "self")

    assert words.decisive(ViewLog(table).seen(EVERYTHING), table.options) == len(table.steps) - 2


def test_a_lesson_notices_what_is_new() -> None:
    table = gang(ONE_COLOUR_EACH, play=POLITICIAN_TAKEN)
    seen = ViewLog(table).seen(0)

    assert [words.notices(one, table.options, 0) for one in seen[-5:]] == [
        (),
        ("somebody_threw_in",),
        ("somebody_threw_in",),
        ("somebody_threw_in",),
        ("took_politician",),
    ]
    assert "first_crook" in words.notices(seen[-7], table.options, 0)
    assert words.notices(seen[-1], table.options, 1) == ("others_took_politician",)
