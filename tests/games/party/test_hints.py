"""Rules of thumb for Costume Party: what they do in plain positions, and why."""

from __future__ import annotations

from typing import Any, cast

from stammtisch.core.options import make_options
from stammtisch.games.party import hints, notation, rules
from stammtisch.games.party.position import ALL_VALUES, Options, Phase, State
from stammtisch.kernel import NONE

GAMES = 500


def bits(cards: str) -> int:
    """Return a set of cards, such as `2 5 13`."""
    return sum(1 << int(card) for card in cards.split())


def arranged(
    phase: Phase,
    displays: str,
    *,
    floor: str = "",
    hand: str = "",
    shown: int = 0,
    round_number: int = 5,
    face_down: int = NONE,
    **fields: Any,
) -> str:
    """Return what seat 0 of three, which has the tie card, does in a position.

    Args:
        phase: Where.
        displays: The open cards of the three, such as `2 5 | | 13`.
        floor: The cards on the floor.
        hand: The cards of seat 0.
        shown: The cards that everybody has shown, as bits.
        round_number: The round.
        face_down: The face-down card of seat 0.
        fields: Other fields of the position.
    """
    o = cast(Options, make_options(rules, {"seats": 3, "face_down": face_down != NONE}))
    s = State()
    s.phase, s.round_number, s.waits, s.turn, s.to_take = phase, round_number, 1, 0, 7
    s.king = s.mirror = NONE
    for seat, display in enumerate(displays.split("|")):
        s.display[seat], s.shown[seat] = bits(display), shown
        s.played[seat] = s.face_down[seat] = NONE
    if phase == Phase.TAKE and round_number < o.last:
        s.played[0], s.played[1], s.played[2] = 1, 2, 3
    s.hand[0], s.face_down[0] = bits(hand), face_down
    for card in floor.split():
        s.floor[int(card)] += 1
        s.floor_values |= 1 << int(card)
    for name, value in fields.items():
        setattr(s, name, value)
    return notation.write(suggestion(s, o, 0))


def suggestion(s: Any, o: Any, seat: int) -> int:
    """Return what a seat is advised to do in a position or view."""
    legal = [0]
    rules.legal(s, o, seat, legal)
    return hints.suggest(s, o, seat, legal, [1, 2, 3])


def test_the_highest_card_is_laid_face_down_but_no_king() -> None:
    assert arranged(Phase.SEAL, "||", hand="2 7 11 13", round_number=1) == "11"


def test_in_the_last_round_the_highest_pair_leaves() -> None:
    assert arranged(Phase.TAKE, "4 9 | 1 | 2", floor="3 4 9", shown=ALL_VALUES, round_number=13) == "9"


def test_without_a_pair_the_lowest_card_is_taken_in_the_last_round() -> None:
    assert arranged(Phase.TAKE, "5 | 12 | 11", floor="3 4 9", shown=ALL_VALUES, round_number=13) == "3"


def test_a_card_without_any_double_to_come_is_left_to_others() -> None:
    assert arranged(Phase.TAKE, "| |", floor="2 12 13", shown=bits("2 12 13")) == "2"


def test_what_the_next_one_needs_badly_is_taken_away_for_a_point() -> None:
    assert arranged(Phase.TAKE, "| 5 |", floor="4 5 13", shown=ALL_VALUES, round_number=13, holder=0, to_take=3) == "5"


def test_nobody_after_oneself_means_nothing_to_take_away() -> None:
    assert arranged(Phase.TAKE, "| 5 |", floor="4 5 13", shown=ALL_VALUES, round_number=13, to_take=1) == "4"


def test_a_face_down_card_leaves_with_its_double() -> None:
    assert arranged(Phase.TAKE, "| |", floor="2 3 10", shown=bits("10"), face_down=10, round_number=11) == "10+"


def test_a_king_takes_all_and_the_face_down_card_leaves_with_it() -> None:
    assert arranged(Phase.TAKE, "| |", floor="2 3 10", face_down=10, king=0) == "all+"
    assert arranged(Phase.TAKE, "| |", floor="2 3 10", face_down=9, king=0) == "all"


def test_a_king_is_played_when_the_whole_floor_pairs_off() -> None:
    assert arranged(Phase.PLAY, "8 10 12 | |", floor="8 10 12", hand="5 9 13", shown=bits("8 10 12")) == "13"


def test_a_king_waits_while_the_floor_has_only_strangers() -> None:
    assert arranged(Phase.PLAY, "| |", floor="8 10 12", hand="5 9 13", shown=bits("8 10 12")) != "13"


def test_two_of_a_kind_on_the_floor_are_nothing_to_a_king() -> None:
    late: dict[str, Any] = {"hand": "9 13", "shown": ALL_VALUES & ~bits("9 13"), "round_number": 11, "holder": 1}

    assert arranged(Phase.PLAY, "| |", floor="1 12 12", **late) == "13"
    assert arranged(Phase.PLAY, "| |", floor="1 10 12", **late) == "9"


def test_a_low_card_is_kept_where_all_on_the_floor_are_alike() -> None:
    assert arranged(Phase.PLAY, "| |", floor="6 6 6", hand="1 7 8") != "1"


def test_a_low_card_is_played_for_a_pair_that_somebody_else_wants() -> None:
    seen = bits("2 3 4 5 6 7 8 12")

    assert arranged(Phase.PLAY, "12 | 12 | 12", floor="12 11 10", hand="1 9 11", shown=seen, round_number=9) == "1"


def test_the_tie_card_makes_an_equal_card_good_enough() -> None:
    late: dict[str, Any] = {"hand": "9 13", "shown": ALL_VALUES & ~bits("9 13"), "round_number": 11}

    assert arranged(Phase.PLAY, "| |", floor="1 12 12", holder=0, **late) == "9"
    assert arranged(Phase.PLAY, "| |", floor="1 12 12", holder=1, **late) == "13"


def test_the_mirror_is_kept_as_long_as_it_may_be() -> None:
    assert arranged(Phase.MIRROR, "13 | |", mirror=0, round_number=4) == "keep"


def test_at_last_the_dearest_card_without_a_double_leaves_with_the_mirror() -> None:
    last: dict[str, Any] = {"mirror": 0, "round_number": 9, "shown": bits("3 11")}

    assert arranged(Phase.MIRROR, "3 11 13 | |", **last) == "11"


def test_that_may_be_the_face_down_card() -> None:
    last: dict[str, Any] = {"mirror": 0, "round_number": 8, "shown": bits("3 12")}

    assert arranged(Phase.MIRROR, "3 | |", face_down=12, **last) == "down"
