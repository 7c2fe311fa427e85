"""The boards: the blue and the red one, and what a board of one's own may be."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from stammtisch import Table
from stammtisch.core.options import make_options
from stammtisch.errors import OptionError
from stammtisch.games.combo import rules
from stammtisch.games.combo.position import OPTION_SETS, Phase
from stammtisch.kernel import NATURE
from tests.calls import calls_in
from tests.games.combo.arrange import draw

BLUE = {
    "stones": [1, 1, 2, 3],
    "full_house": [1, 2, 3, 4, 5],
    "flush": [1, 2, 3, 4, 4],
    "three": [1, 2, 3, 4, 5],
    "straight": [5, 6, 7, 8, 9],
    "columns": 4,
}
RED = {
    "stones": [1, 1, 1, 2, 3],
    "full_house": [1, 2, 3, 4, 5, 6],
    "flush": [1, 2, 3, 4, 4, 4],
    "three": [1, 2, 3, 4, 5, 6],
    "straight": [5, 6, 7, 8, 9, 10],
    "columns": 5,
}
NAMES = "stones, full_house, flush, three, straight, columns"
STONES = {2: 24, 3: 20, 4: 18}


def refusal(seats: int = 2, expert: int = 0, **parts: Any) -> str:
    """Return why the blue board with other parts is refused; a part that is None is left out."""
    board = {name: part for name, part in (BLUE | parts).items() if part is not None}
    with pytest.raises(OptionError) as error:
        make_options(rules, {"seats": seats, "expert": expert, "board": board})
    return str(error.value)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("expert", "board"), [(0, BLUE), (1, RED)])
def test_the_printed_boards_are_those_of_the_table_in_our_rulings(
    seats: int, expert: int, board: dict[str, Any]
) -> None:
    printed = make_options(rules, {"seats": seats, "expert": expert})
    entered = make_options(rules, {"seats": seats, "expert": expert, "board": board})

    for field in ("levels", "columns", "stones", "value", "each"):
        assert getattr(printed, field) == getattr(entered, field)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"flush": None}, f"'flush' is missing on the board; it has {NAMES}"),
        ({"columns": None, "pillars": 4}, f"'columns' is missing on the board; it has {NAMES}"),
        ({"colour": "blue"}, f"'colour' is unknown on the board; it has {NAMES}"),
        ({"stones": 4}, "stones is 4; it may be a list of numbers"),
        ({"three": "12345"}, "three is '12345'; it may be a list of numbers"),
        ({"stones": [1, 1, 2, 6]}, "stones holds 6; it may hold 1 to 5"),
        ({"stones": [1, 1, 2, 0]}, "stones holds 0; it may hold 1 to 5"),
        ({"stones": [1, 1, 2, True]}, "stones holds True; it may hold 1 to 5"),
        ({"stones": [1, 1, 2, 2.0]}, "stones holds 2.0; it may hold 1 to 5"),
        ({"full_house": [0, 1, 2, 3, 4]}, "full_house holds 0; it may hold 1 to 65"),
        ({"straight": [5, 6, 7, 8, 66]}, "straight holds 66; it may hold 1 to 65"),
        ({"columns": 21}, "columns holds 21; it may hold 0 to 20"),
        ({"columns": -1}, "columns holds -1; it may hold 0 to 20"),
        ({"columns": [4]}, "columns holds [4]; it may hold 0 to 20"),
        ({"stones": [1]}, "stones has 1 levels; a board may have 2 to 6"),
        ({"stones": [1] * 7}, "stones has 7 levels; a board may have 2 to 6"),
        ({"stones": [1, 1, 2]}, "full_house has 5 values; it may have 4, from level 0 on"),
        ({"straight": [5, 6, 7, 8]}, "straight has 4 values; it may have 5, from level 0 on"),
    ],
)
def test_a_board_that_is_none_is_refused_with_the_part_that_is_wrong(parts: dict[str, Any], message: str) -> None:
    assert refusal(**parts) == message


@pytest.mark.parametrize(
    ("stones", "said"), [([2, 1, 2, 3], "[2, 1]"), ([1, 2, 2, 3], "[1, 2]"), ([3, 3, 3, 3], "[3, 3]")]
)
@pytest.mark.parametrize("expert", [0, 1])
def test_levels_1_and_2_take_one_stone(stones: list[int], said: str, expert: int) -> None:
    assert refusal(expert=expert, stones=stones) == f"levels 1 and 2 take {said} stones; they may take 1 each"


@pytest.mark.parametrize("straight", [[4, 6, 7, 8, 9], [5, 6, 7, 8, 4]])
def test_the_hand_limit_is_never_below_five(straight: list[int]) -> None:
    assert refusal(straight=straight) == "straight holds a hand limit of 4; it may be 5 or more"


@pytest.mark.parametrize(
    ("straight", "said"),
    [
        ([5, 6, 7, 8, 5], "5 at level 4 after 8"),
        ([9, 5, 5, 5, 9], "5 at level 1 after 9"),
        ([5, 8, 7, 6, 5], "7 at level 2 after 8"),
    ],
)
@pytest.mark.parametrize("expert", [0, 1])
def test_the_hand_limit_never_falls_from_one_level_to_the_next(straight: list[int], said: str, expert: int) -> None:
    message = f"straight holds a hand limit of {said}; it may not fall from one level to the next"

    assert refusal(expert=expert, straight=straight) == message


def test_the_hand_limit_may_stay_as_it_is() -> None:
    assert make_options(rules, {"board": BLUE | {"straight": [5, 5, 7, 7, 7]}}).levels == 4


SMALL = {name: row[:3] for name, row in BLUE.items() if isinstance(row, list)} | {"stones": [1, 1], "columns": 0}


@pytest.mark.parametrize(
    ("seats", "expert", "each"), [(2, 0, 24), (3, 0, 20), (4, 0, 18), (2, 1, 30), (3, 1, 24), (4, 1, 18)]
)
def test_rows_and_columns_together_hold_all_stones_of_a_player(seats: int, expert: int, each: int) -> None:
    message = f"rows and columns hold 8 stones together; they may hold {each} or more, as many as a player has"
    enough = SMALL | {"columns": (each - 8) // 2}
    one_less = SMALL | {"columns": (each - 8) // 2 - 1}

    assert refusal(seats, expert, **SMALL) == message
    assert refusal(seats, expert, **one_less) == message.replace(" 8 ", f" {each - 2} ")
    assert make_options(rules, {"seats": seats, "expert": expert, "board": enough}).each == each


@pytest.mark.parametrize("flush", [[5, 1, 1, 1, 1], [1, 2, 3, 4, 5]])
def test_no_more_cards_are_taken_than_lie_there(flush: list[int]) -> None:
    assert refusal(flush=flush) == "flush holds 5; it may hold at most 4, as many as are displayed"


TIGHTEST = [(2, 20, 21), (2, 28, 5), (3, 16, 13), (3, 10, 31), (4, 12, 13), (4, 14, 5)]  # seats, limit, full house


def tight(limit: int, full_house: int) -> dict[str, Any]:
    """Return the blue board with another highest hand limit and another highest number of cards from the pile."""
    return BLUE | {"straight": [5, 6, 7, 8, limit], "full_house": [full_house, 2, 3, 4, 1]}


@pytest.mark.parametrize(("seats", "limit", "full_house"), TIGHTEST)
def test_all_hands_a_draw_and_the_display_are_no_more_than_all_cards(seats: int, limit: int, full_house: int) -> None:
    message = f"{seats} seats may need 66 cards at once on this board; there may be 65"

    assert make_options(rules, {"seats": seats, "board": tight(limit, full_house)}).seats == seats
    assert refusal(seats, **tight(limit, full_house + 1)) == message


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize(("seats", "limit", "full_house"), TIGHTEST)
def test_on_the_tightest_board_the_pile_never_fails_even_if_all_hands_are_full(
    seats: int,
    limit: int,
    full_house: int,
    quick: bool,  # noqa: FBT001
) -> None:
    board = tight(limit, full_house) | {"straight": [limit] * 5, "flush": [1, 4, 1, 1, 1]}
    table = Table("combo", seed=1, seats=seats, quick=quick, first=0, board=board)
    for seat in range(seats):
        table.play(seat, "start ftt")
    for turn in range(8 * seats):
        draw(table, turn % seats)

    assert [table.position.hand_size[seat] for seat in range(seats)] == [limit] * seats
    assert table.position.pile_size + sum(map(int.bit_count, table.position.discards)) == full_house


@pytest.mark.parametrize(("seats", "limit", "full_house"), TIGHTEST)
def test_on_the_tightest_board_the_pile_never_fails_in_random_play(seats: int, limit: int, full_house: int) -> None:
    random = Random(limit)
    table = Table("combo", seed=limit, seats=seats, quick=True, board=tight(limit, full_house))
    while not table.over and len(table.steps) < 1500:
        seat = random.choice(table.waiting)
        assert seat != NATURE
        table.play(seat, random.choice(table.actions(seat)))

    assert table.position.phase in (Phase.OVER, Phase.TURN, Phase.THEN, Phase.TAKE, Phase.DISCARD, Phase.LAY)


def test_a_board_that_can_leave_a_player_stuck_is_refused_with_how() -> None:
    said = refusal(columns=0)
    levels = [int(level) for level in re.findall(r"(?:full_house|flush|three|straight) (\d)", said)]

    assert re.fullmatch(r"the board can leave a player stuck with 2 stones: .+, columns 0; it may not", said)
    assert sorted(levels) == [3, 3, 4, 4]  # 22 of 24 are placed, and what is free wants three


def test_experts_look_after_themselves() -> None:
    assert "the board can leave a player stuck with 2 stones" in refusal(seats=4, columns=0)
    assert make_options(rules, {"seats": 4, "expert": True, "board": BLUE | {"columns": 0}}).columns == 0


Place = tuple[tuple[int, ...], int, int]  # levels in any order of the rows, columns left, stones left


@cache
def after(stones: tuple[int, ...], place: Place) -> frozenset[Place]:
    """Return what every placement leads to, with one column, two columns and the last stone on any level."""
    levels, free, left = place
    found: set[Place] = set()
    for index, level in enumerate(levels):
        if level < len(stones) and (stones[level] <= left or left == 1):
            raised = sorted((*levels[:index], level + 1, *levels[index + 1 :]))
            found.add((tuple(raised), free, max(0, left - stones[level])))
    for used in (1, 2):
        if used <= free and (2 * used <= left or left == used == 1):
            found.add((levels, free - used, max(0, left - 2 * used)))
    return frozenset(found)


@cache
def can_finish(stones: tuple[int, ...], place: Place) -> bool:
    """Whether all stones can be placed somehow."""
    return place[2] == 0 or any(can_finish(stones, following) for following in after(stones, place))


def can_be_stuck(board: dict[str, Any], seats: int) -> bool:
    """Whether somebody who plays on as he likes may be unable to place all stones, by trying everything."""
    stones = tuple(board["stones"])
    starts = {tuple(sorted(levels)) for levels in product(range(3), repeat=4) if sum(levels) == 3}
    todo: set[Place] = {(levels, board["columns"], STONES[seats] - 3) for levels in starts}
    reached = set(todo)
    while todo:
        place = todo.pop()
        if not can_finish(stones, place):
            return True
        todo |= (after(stones, place) if place[2] else frozenset()) - reached
        reached |= todo
    return False


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_is_ever_stuck_on_the_boards_that_are_ours(seats: int) -> None:
    own = [choices["board"] for choices in OPTION_SETS if "board" in choices and not choices.get("expert")]
    for board in (BLUE, RED, *own):
        assert isinstance(board, dict)
        assert not can_be_stuck(board, seats)


def random_boards(number: int) -> list[dict[str, Any]]:
    """Return boards that differ in levels, stones and columns, about as many good ones as bad ones."""
    random, found = Random(number), []
    for _ in range(number):
        levels = random.randint(2, 6)
        stones = [1, 1, *(random.choice((1, 2, 2, 3, 3, 4, 5)) for _ in range(levels - 2))]
        printed = {name: row for name, row in BLUE.items() if isinstance(row, list) and name != "stones"}
        rows = {name: (row + row[-1:] * 2)[: levels + 1] for name, row in printed.items()}
        found.append({"stones": stones, **rows, "columns": random.randint(0, 8)})
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_boards_are_refused_exactly_where_somebody_can_be_stuck(seats: int) -> None:
    verdicts = []
    for board in random_boards(40):
        stuck = can_be_stuck(board, seats)
        verdicts.append(stuck)
        if 4 * sum(board["stones"]) + 2 * board["columns"] < STONES[seats]:
            assert stuck
            assert "or more, as many as a player has" in refusal(seats, **board)
        elif stuck:
            assert "the board can leave a player stuck with" in refusal(seats, **board)
        else:
            assert make_options(rules, {"seats": seats, "board": board}).columns == board["columns"]

    assert 5 < sum(verdicts) < 35


@pytest.mark.parametrize("columns", [3, 9, 20])
def test_a_board_is_checked_at_little_cost_whatever_is_on_it(columns: int) -> None:
    rows = {name: [5 if name == "straight" else 1] * 7 for name in BLUE if name not in ("stones", "columns")}
    board = {"stones": [1] * 6, **rows, "columns": columns}  # as many places to stand as there can be

    assert calls_in(lambda: make_options(rules, {"seats": 2, "board": board})) < 10_000
