"""What each seat and a spectator know, and from when on."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.games.gang import notation
from stammtisch.kernel import HIDDEN, NATURE, SPECTATOR
from tests.games.gang.arrange import ONE_COLOUR_EACH, gang, hand, sweep, texts

EVERYBODY = (0, 1, 2, 3, SPECTATOR)
LOWEST_THREE = "0: g0 g1 g2 | 1: b0 b1 b2 | 2: r0 r1 r2 | 3: k0 k1 k2"
others = pytest.mark.parametrize("viewer", [1, 2, 3, SPECTATOR], ids=["1", "2", "3", "spectator"])
everybody = pytest.mark.parametrize("viewer", EVERYBODY, ids=["0", "1", "2", "3", "spectator"])


def sees(table: Table, viewer: int, seat: int) -> set[str]:
    """Return the cards of a seat's hand that a viewer can place."""
    return texts(table.view(viewer).hand[seat])


def sights(table: Table, viewer: int) -> list[str]:
    """Return the steps of the seats as a viewer saw them, hidden ones as a question mark."""
    steps = [step for step in table.steps_seen_by(viewer) if step.seat != NATURE]
    return [f"{step.seat}: {'?' if step.action == HIDDEN else table.action_name(step.action)}" for step in steps]


def test_everybody_sees_the_own_hand() -> None:
    table = gang()

    assert [sees(table, seat, seat) for seat in range(4)] == [hand(table, seat) for seat in range(4)]


@others
def test_nobody_sees_the_hand_of_another_but_how_many_cards_it_has(viewer: int) -> None:
    table = gang(ONE_COLOUR_EACH, play="0: g0")

    assert (sees(table, viewer, 0), table.view(viewer).hand_size[0]) == (set(), 12)


def test_a_dealt_card_is_seen_by_its_owner_alone() -> None:
    table = gang(ONE_COLOUR_EACH)
    first, second = notation.read("g0"), notation.read("b0")

    assert [[step.action for step in table.steps_seen_by(viewer)[:2]] for viewer in EVERYBODY] == [
        [first, HIDDEN],
        [HIDDEN, second],
        *[[HIDDEN, HIDDEN]] * 3,
    ]


@everybody
def test_the_deck_is_not_seen_but_how_many_cards_are_left(viewer: int) -> None:
    table = Table.undealt(gang().game, 1, {})
    table.follow(NATURE, notation.read("k5"))

    assert (table.view(viewer).deck, table.view(viewer).deck_size) == (0, 51)


@others
def test_cards_chosen_to_be_passed_are_seen_by_their_giver_alone(viewer: int) -> None:
    table = gang(ONE_COLOUR_EACH, play="0: g0 g1", first_round=1)

    assert texts(table.view(0).passed[0]) == {"g0", "g1"}
    assert (table.view(viewer).passed[0], table.view(viewer).passed_size[0]) == (0, 2)
    assert sights(table, viewer) == ["0: ?", "0: ?"]


@others
def test_different_gifts_look_alike_until_they_are_received(viewer: int) -> None:
    one, two = (gang(ONE_COLOUR_EACH, play=f"0: {gift}", first_round=1) for gift in ("g0 g1 g2", "g10 g11 g12"))

    assert one.view(viewer) == two.view(viewer)


def test_a_gift_is_known_to_giver_and_receiver_and_nobody_else() -> None:
    table = gang(ONE_COLOUR_EACH, play=LOWEST_THREE, first_round=1)

    assert [texts(table.view(viewer).passed[3]) for viewer in EVERYBODY] == [
        {"k0", "k1", "k2"},
        set(),
        set(),
        {"k0", "k1", "k2"},
        set(),
    ]


def test_the_giver_knows_where_its_cards_are_until_they_are_played() -> None:
    table = gang(ONE_COLOUR_EACH, play=LOWEST_THREE, first_round=1)
    before = sees(table, 0, 1)
    table.play(1, "g0")

    assert (before, sees(table, 0, 1)) == ({"g0", "g1", "g2"}, {"g1", "g2"})


@everybody
def test_everybody_knows_who_holds_the_opening_card_and_must_play_it(viewer: int) -> None:
    table = gang("2: g0 g1")

    assert "g0" in sees(table, viewer, 2)
    assert ("g1" in sees(table, viewer, 2)) == (viewer == 2)


@everybody
def test_cards_played_are_seen_by_everybody_and_remembered(viewer: int) -> None:
    table = gang(ONE_COLOUR_EACH, play="0: g0 | 1: b5 | 2: r5 | 3: k5 | 0: g7")
    view = table.view(viewer)

    assert [texts(view.played[seat]) for seat in range(4)] == [{"g0", "g7"}, {"b5"}, {"r5"}, {"k5"}]
    assert texts(view.taken[0]) == {"g0", "b5", "r5", "k5"}
    assert sights(table, viewer)[-1] == "0: g7"


@everybody
def test_a_seat_that_does_not_follow_is_known_to_lack_the_colour(viewer: int) -> None:
    table = gang("0: g0-11 | 1: b0-5 r0-5 k0", play="0: g0 | 1: b5")

    assert texts(table.view(viewer).lacks[1]) == {f"g{number}" for number in range(13)}


@everybody
@pytest.mark.parametrize("card", ["k5", "r10"])
def test_a_penalty_in_the_first_trick_shows_that_there_is_nothing_else(viewer: int, card: str) -> None:
    table = gang("0: g0-12 | 1: k0-11 r10", play=f"0: g0 | 1: {card}")
    harmless = {f"{colour}{number}" for colour in "gbr" for number in range(13)} - {"r10"}

    assert texts(table.view(viewer).lacks[1]) == harmless


@everybody
def test_a_crook_led_unbroken_shows_that_there_is_nothing_else(viewer: int) -> None:
    table = gang("0: g0 g2 b0-10 | 1: g12 k0-11 | 2: g1 g3-11 b11-12 r0 | 3: r1-12 k12")
    for seat, card in enumerate(("g0", "g12", "g1", "r1")):
        table.play(seat, card)
    table.play(1, "k4")

    assert texts(table.view(viewer).lacks[1]) == {f"{colour}{number}" for colour in "gbr" for number in range(13)}


def test_leading_the_politician_shows_nothing() -> None:
    table = gang("0: g0 g2 b0-10 | 1: g12 r10 k0-10 | 2: g1 g3-11 b11-12 r0 | 3: r1-9 r11-12 k11-12")
    for seat, card in enumerate(("g0", "g12", "g1", "r1")):
        table.play(seat, card)
    table.play(1, "r10")

    assert table.view(SPECTATOR).lacks[1] == 0


def test_cards_that_passed_between_others_stay_secret_after_the_round() -> None:
    table = gang(ONE_COLOUR_EACH, play=LOWEST_THREE, first_round=1, rounds=1)
    sweep(table)

    assert table.position.tricks == 13
    assert [table.view(viewer).passed[2] for viewer in (0, 1, SPECTATOR)] == [0, 0, 0]


@everybody
def test_the_choice_is_made_openly(viewer: int) -> None:
    table = gang(ONE_COLOUR_EACH, rounds=1)
    sweep(table)
    table.play(0, "others")

    assert "0: others" in sights(table, viewer)
