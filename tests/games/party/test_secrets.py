"""What each seat and a spectator know, and from when on."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.games.party.position import PAUL, Phase
from stammtisch.kernel import HIDDEN, NATURE, NONE, SPECTATOR, UNKNOWN
from tests.games.party.arrange import carry_on, followed_to, hand, party, play_to, rollout, values

EVERYBODY = (0, 1, 2, SPECTATOR)
others = pytest.mark.parametrize("viewer", [1, 2, SPECTATOR], ids=["1", "2", "spectator"])
everybody = pytest.mark.parametrize("viewer", EVERYBODY, ids=["0", "1", "2", "spectator"])

# Seat 1 has the tie card; the hands are 2 6 9, 3 6 9 and 4 6 9, where one is laid face down with a 10 more.
HANDS = "0: 5 2 6 9 10 | 1: 1 3 6 9 10 | 2: 8 4 6 9 10"
SEALED = "0:10 1:6 2:10"


def sights(table: Table, viewer: int) -> list[str]:
    """Return the steps of the seats as a viewer saw them, hidden ones as a question mark."""
    steps = [step for step in table.steps_seen_by(viewer) if step.seat < table.seats]
    return [f"{step.seat}: {'?' if step.action == HIDDEN else table.action_name(step.action)}" for step in steps]


def test_everybody_sees_the_own_hand_and_what_is_left_in_the_own_pile() -> None:
    table = party(HANDS)
    view = table.view(0)

    assert (values(view.hand[0]), values(view.pile[0])) == ([2, 6, 9], [1, 3, 4, 7, 8, 10, 11, 12, 13])


@others
def test_nobody_sees_hand_or_pile_of_another_but_how_many_cards_there_are(viewer: int) -> None:
    view = party(HANDS).view(viewer)

    assert (view.hand[0], view.pile[0]) == (0, 0)
    assert (view.hand_size[0], view.pile_size[0]) == (3, 9)


def test_a_drawn_card_is_seen_by_its_owner_alone() -> None:
    table = party(HANDS)
    drawn = [number for number, step in enumerate(table.steps) if step.seat == NATURE][3:]

    for viewer in EVERYBODY:
        seen = [table.steps_seen_by(viewer)[number].action for number in drawn]
        assert [action != HIDDEN for action in seen] == [seat == viewer for seat in (0, 0, 0, 1, 1, 1, 2, 2, 2)]


@everybody
def test_first_cards_and_the_tie_card_are_seen_by_everybody(viewer: int) -> None:
    table = party(HANDS)
    view = table.view(viewer)

    assert [table.action_name(step.action) for step in table.steps_seen_by(viewer)[:4]] == ["5", "1", "8", "tie1"]
    assert (view.holder, [values(view.shown[seat]) for seat in range(3)]) == (1, [[5], [1], [8]])


@others
def test_a_card_chosen_is_seen_by_its_owner_alone_until_all_have_chosen(viewer: int) -> None:
    table = party(HANDS, play="0:2")

    assert (table.view(0).played[0], table.view(viewer).played[0]) == (2, UNKNOWN)
    assert (table.view(viewer).played[1], sights(table, viewer)) == (NONE, ["0: ?"])


@others
def test_different_choices_look_alike_until_they_are_opened(viewer: int) -> None:
    assert party(HANDS, play="0:2").view(viewer) == party(HANDS, play="0:9").view(viewer)


@everybody
def test_the_last_choice_opens_them_all(viewer: int) -> None:
    view = party(HANDS, play="0:2 1:3 2:4").view(viewer)

    assert list(view.played[:3]) == [2, 3, 4]
    assert [values(view.shown[seat]) for seat in range(3)] == [[2, 5], [1, 3], [4, 8]]


@everybody
def test_what_is_taken_discarded_and_left_is_seen_by_everybody(viewer: int) -> None:
    table = party(HANDS, play="0:2 1:3 2:4 0:8 1:1")
    view = table.view(viewer)

    assert [values(view.display[seat]) for seat in range(3)] == [[8], [1], [5]]
    assert (view.floor_values, view.gone, view.total) == (0b11100, [0] * 14, [0] * 6)
    assert sights(table, viewer)[3:] == ["0: 8", "1: 1"]


@everybody
def test_hands_can_be_counted_out_when_the_piles_are_empty(viewer: int) -> None:
    table = party()
    play_to(table, 10)

    assert [values(table.view(viewer).hand[seat]) for seat in range(3)] == [hand(table, seat) for seat in range(3)]


@others
def test_before_that_they_cannot(viewer: int) -> None:
    table = party()
    play_to(table, 9)

    assert (table.view(viewer).hand[0], table.view(viewer).pile[0], table.view(viewer).pile_size[0]) == (0, 0, 1)


@others
def test_a_choice_between_known_cards_is_still_a_secret(viewer: int) -> None:
    table = party()
    play_to(table, 11)
    cards = hand(table, 0)
    table.play(0, cards[0])

    assert (table.view(viewer).played[0], table.view(viewer).hand[0], len(cards)) == (UNKNOWN, 0, 2)


@others
def test_the_very_last_card_is_no_secret_even_while_it_is_sealed(viewer: int) -> None:
    table = party()
    play_to(table, 12)
    [card] = hand(table, 0)
    table.play(0, card)

    assert table.view(viewer).played[0] == card


@everybody
def test_everybody_knows_what_is_left_of_pauls_cards(viewer: int) -> None:
    table = party("2: 8 3", seats=2, play="0:2 1:2 0:1 1:1")

    assert values(table.view(viewer if viewer < 2 else SPECTATOR).pile[PAUL]) == [1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 13]


@others
def test_that_a_card_lies_face_down_is_seen_but_not_which(viewer: int) -> None:
    table = party(HANDS, face_down=True, play="0:10")

    assert (table.view(0).face_down[0], table.view(viewer).face_down[0]) == (10, UNKNOWN)
    assert (table.view(viewer).face_down[1], sights(table, viewer)) == (NONE, ["0: ?"])


@others
def test_different_face_down_cards_look_alike(viewer: int) -> None:
    one, two = (party(HANDS, face_down=True, play=f"0:{card} 1:6 2:10") for card in (2, 10))

    assert one.view(viewer) == two.view(viewer)


@others
def test_taking_its_double_without_it_shows_nothing(viewer: int) -> None:
    """Whether seat 0 has the 8 face down and declines, or has not, looks the same."""
    piles = "0: 5 2 8 9 10 | 1: 1 3 6 9 10 | 2: 8 4 6 9 10"
    one, two = (party(piles, face_down=True, play=f"0:{card} 1:6 2:10 0:2 1:3 2:4 0:8") for card in (8, 10))

    assert one.view(viewer) == two.view(viewer)


@everybody
def test_a_face_down_card_that_leaves_with_its_double_is_shown(viewer: int) -> None:
    table = party("0: 5 2 8 9 | 1: 1 3 6 | 2: 8 4 6", face_down=True, play="0:8 1:6 2:6 0:2 1:3 2:4 0:8+")
    view = table.view(viewer)

    assert (view.face_down[0], view.gone[8], values(view.shown[0])) == (NONE, 2, [2, 5, 8])
    assert sights(table, viewer)[-1] == "0: 8+"


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR], ids=["0", "1", "spectator"])
def test_a_face_down_card_that_leaves_with_the_mirror_is_shown(viewer: int) -> None:
    table = party("", "0: 8 1 5 7 | 1: 9 12 6 4 | 2: 11", seats=2, mirror=True, face_down=True)
    play_to(table, 1, game=2)
    carry_on(table, "0:7 1:12 0:5 1:6 0:8 1:9")
    before = table.view(viewer).face_down[0]
    table.play(0, "down")
    view = table.view(viewer)

    assert before == (7 if viewer == 0 else UNKNOWN)
    assert (view.face_down[0], view.gone[7], values(view.shown[0])) == (NONE, 1, [5, 7, 8])
    assert sights(table, viewer)[-1] == "0: down"


@others
def test_a_face_down_card_can_be_counted_out_once_the_hand_is_empty(viewer: int) -> None:
    table = party(face_down=True)
    play_to(table, 11, keep=(5, 5, 5))
    before = table.view(viewer).face_down[0]
    play_to(table, 12)

    assert (before, table.view(viewer).face_down[0]) == (UNKNOWN, table.position.face_down[0])


@others
def test_a_last_card_sealed_beside_a_face_down_card_is_a_secret(viewer: int) -> None:
    table = party(face_down=True)
    play_to(table, 11, keep=(5, 5, 5))
    [card] = hand(table, 0)
    table.play(0, card)
    view = table.view(viewer)

    assert (view.played[0], view.face_down[0]) == (UNKNOWN, UNKNOWN)


@everybody
def test_at_the_end_all_face_down_cards_are_open(viewer: int) -> None:
    table = party(face_down=True)
    rollout(table)
    view = table.view(viewer)

    assert list(view.face_down[:3]) == list(table.position.face_down[:3])
    assert [values(view.shown[seat]) for seat in range(3)] == [list(range(1, 14))] * 3


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR], ids=["0", "1", "spectator"])
def test_nothing_of_a_game_is_remembered_in_the_next(viewer: int) -> None:
    table = party(seats=2, mirror=True, face_down=True)
    play_to(table, 1, game=2)
    view = followed_to(table, Phase.FLOOR, game_number=2).view(viewer)

    assert (list(view.shown), list(view.face_down), list(view.gone)) == ([0] * 6, [NONE] * 6, [0] * 14)
    assert [values(view.pile[guest]) for guest in range(3)] == [list(range(1, 14))] * 3
