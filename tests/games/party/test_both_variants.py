"""Variants 1 and 2 together: the mirror may throw out the face-down card."""

from __future__ import annotations

from stammtisch import Table
from stammtisch.games.party.position import Phase, Rule
from stammtisch.kernel import NONE, TABLE
from tests.games.party.arrange import (
    carry_on,
    display,
    followed_to,
    gone,
    party,
    play_lowest,
    play_to,
    replayed,
    rollout,
    rule_of,
)

# The second game for two, in which seat 0 has the mirror: at the end of round 8 its display holds the face-down card
# alone, one open card alone, and nothing.
ONLY_DOWN = "0: 10 9 12 5 7 11 8 13 3 2 6 1 4 | 1: 9 2 3 11 4 12 7 1 5 6 10 13 8 | 2: 2 12 8 4 1 10 9 7 11 3 5 6 13"
ONLY_DOWN_PLAY = (
    "0:5 1:2 0:12 1:11 1:2+ 0:9 0:keep 0:9 1:3 1:11 0:12 0:keep 0:11 1:7 1:3 0:9 0:keep 0:7 1:1 1:11 0:4 0:keep 0:13 "
    "1:12 0:all 0:keep 0:3 1:4 0:12 1:13 0:keep 0:2 1:6 0:4 1:9 0:keep 0:6 1:10 0:7 1:2"
)
ONLY_OPEN = "0: 2 12 3 9 11 4 13 6 8 5 1 10 7 | 1: 7 3 12 10 4 9 1 8 2 13 6 5 11 | 2: 12 3 13 9 10 5 8 2 4 6 1 11 7"
ONLY_OPEN_PLAY = (
    "0:3 1:3 0:12 1:12 0:2 1:12 0:keep 0:4 1:10 0:3+ 1:12 0:keep 0:13 1:1 0:keep 0:11 1:8 1:1 0:13 0:keep 0:6 1:4 1:8 "
    "0:10 0:keep 0:5 1:9 0:4 1:6 0:keep 0:8 1:2 1:8 0:5 0:keep 0:9 1:6 1:2 0:2"
)
NOTHING = "0: 8 4 1 3 12 9 10 7 5 11 6 13 2 | 1: 2 4 9 7 5 1 13 6 11 10 12 8 3 | 2: 3 2 4 9 10 12 1 5 8 6 7 13 11"
NOTHING_PLAY = (
    "0:1 1:4 0:3 1:5 0:2 1:8 0:keep 0:9 1:9 1:3 0:2 0:keep 0:12 1:13 1:all+ 0:keep 0:7 1:1 1:9 0:12 0:keep 0:4 1:6 "
    "0:1+ 1:10 0:keep 0:5 1:7 0:12 1:4 0:11 1:11 1:1 0:5 0:keep 0:6 1:8 0:5"
)


def second_game(piles: str = "", play: str = "") -> Table:
    """Return a match for two whose second game has gone like this; seat 0 has the mirror."""
    table = party("", piles, seats=2, mirror=True, face_down=True)
    play_to(table, 1, game=2)
    carry_on(table, play)
    return table


def asked(play: str = "0:1 1:12 0:5 1:6 0:8 1:9") -> Table:
    """Return such a match where seat 0 is asked, with an 8 and its face-down card in the display."""
    return second_game("0: 8 1 5 7 | 1: 9 12 6 4 | 2: 11", play)


def test_every_game_of_the_match_begins_with_cards_laid_face_down() -> None:
    table = second_game()

    assert (table.position.game_number, table.position.phase, table.waiting) == (2, Phase.SEAL, (0, 1))


def test_the_face_down_card_may_be_thrown_out_with_the_mirror() -> None:
    table = asked()

    assert (table.waiting, table.legal(0)) == ((0,), ["keep", "8", "down"])


def test_thrown_out_it_is_gone_and_so_is_the_mirror() -> None:
    table = asked()
    table.play(0, "down")

    assert (table.position.face_down[0], table.position.mirror) == (NONE, NONE)
    assert (display(table, 0), gone(table)) == ([8], [1])


def test_an_open_card_may_go_and_the_face_down_card_stay() -> None:
    table = asked()
    table.play(0, "8")

    assert (table.position.face_down[0], display(table, 0), gone(table)) == (1, [], [8])


def test_the_value_of_the_face_down_card_does_not_name_it() -> None:
    assert rule_of(asked(), 0, "1") == Rule.NOT_IN_YOUR_DISPLAY


def test_a_face_down_card_alone_is_enough_to_be_asked() -> None:
    table = second_game("0: 8 1 5 7 | 1: 9 13 12 6 | 2: 11", "0:1 1:12 0:5 1:13 1:all")

    assert (display(table, 0), table.waiting, table.legal(0)) == ([], (0,), ["keep", "down"])


def test_after_the_pair_has_left_there_is_no_face_down_card_to_throw_out() -> None:
    table = second_game("0: 8 9 5 7 | 1: 9 12 6 4 | 2: 11", "0:9 1:12 0:5 1:6 0:9+ 1:8 0:7 1:4 1:5")
    table.play(0, "6")

    assert rule_of(table, 0, "down") == Rule.NO_FACE_DOWN_CARD


def test_the_owner_is_asked_in_rounds_1_to_8() -> None:
    table = second_game()
    rollout(table)
    rounds = [again.position.round_number for again in replayed(table) if again.position.phase == Phase.MIRROR]

    assert rounds == list(range(1, 9))


def test_at_the_end_of_round_8_the_mirror_must_go() -> None:
    table = second_game()
    while (table.position.round_number, table.position.phase) != (8, Phase.MIRROR):
        play_lowest(table)

    assert "down" in table.legal(0)
    assert rule_of(table, 0, "keep") == Rule.MIRROR_MUST_GO


def test_a_face_down_card_that_is_the_only_one_then_leaves_by_itself() -> None:
    table = second_game(ONLY_DOWN, ONLY_DOWN_PLAY)
    leaving = followed_to(table, Phase.MIRROR, round_number=8)

    assert (display(leaving, 0), leaving.waiting, leaving.legal(TABLE)) == ([], (TABLE,), ["down"])
    assert (table.position.face_down[0], table.position.mirror) == (NONE, NONE)


def test_an_open_card_that_is_the_only_one_then_leaves_by_itself() -> None:
    table = followed_to(second_game(ONLY_OPEN, ONLY_OPEN_PLAY), Phase.MIRROR, round_number=8)

    assert (table.position.face_down[0], len(display(table, 0))) == (NONE, 1)
    assert (table.waiting, table.legal(TABLE)) == ((TABLE,), [str(display(table, 0)[0])])


def test_with_nothing_left_the_mirror_leaves_unused() -> None:
    table = followed_to(second_game(NOTHING, NOTHING_PLAY), Phase.MIRROR, round_number=8)

    assert (display(table, 0), table.position.face_down[0]) == ([], NONE)
    assert (table.waiting, table.legal(TABLE)) == ((TABLE,), ["unused"])
