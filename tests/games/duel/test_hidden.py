"""The statement of what is hidden, tried out: the laws rest on it, so it must be seen to say what it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from scipy.stats import chisquare

from stammtisch import Table
from stammtisch.games.duel import notation, rules
from stammtisch.games.duel.rules import State
from stammtisch.kernel import NONE, SPECTATOR
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from tests.games.duel.arrange import duel
from tests.games.duel.hidden import census, reshuffled, worlds

VIEWERS = (0, 1, SPECTATOR)
PIECES = ["cockroach 1", "cockroach 2", "cockroach 3", "cockroach 4"]
PIECES += ["green tile 1", "green tile 2", "green tile 3", "red tile"]


def drawn_reds(table: Table, viewer: int) -> set[int]:
    """Return where the red tile may lie as far as a viewer knows."""
    random = Random(1)
    return {reshuffled(table.position, table.options, viewer, random).red for _ in range(100)}


def random_positions(choices: dict[str, object], games: int) -> Iterator[Table]:
    """Yield a table after every decision of some random games."""
    for seed in range(games):
        random, table = Random(seed), Table("duel", seed=seed, **choices)  # type: ignore[arg-type]  # only options
        while not table.over:
            yield table
            table.play(table.waiting[0], random.choice(table.actions(table.waiting[0])))
        yield table


@pytest.mark.parametrize(
    ("play", "reds"),
    [
        ("", {NONE}),
        ("0: crown 2", {NONE}),
        ("0: hide 3", {0, 1, 2, 3}),
        ("0: hide 3, crown 3", {0, 1, 2, 3}),
        ("0: hide 3, crown 3 | 1: turn 2", {0, 2, 3}),
        ("0: hide 3, crown 3 | 1: turn 2, turn 4", {0, 2}),
    ],
)
def test_red_may_lie_wherever_the_others_have_seen_no_green(play: str, reds: set[int]) -> None:
    table = duel(play, royal=True)

    assert [drawn_reds(table, viewer) for viewer in VIEWERS] == [{table.position.red}, reds, reds]


@pytest.mark.parametrize("turns", [["turn 2"], ["turn 1", "turn 3", "turn 4"]], ids=["red", "three greens"])
def test_an_open_layout_is_not_drawn_anew(turns: list[str]) -> None:
    table = duel("0: hide 2")
    for turn in turns:
        table.follow(1, notation.read(turn))

    assert [drawn_reds(table, viewer) for viewer in VIEWERS] == [{1}, {1}, {1}]


def test_reshuffling_leaves_the_position_itself_alone() -> None:
    table = duel("0: hide 2 | 1: turn 1")
    before = table.position.tobytes()
    drawn_reds(table, 1)

    assert table.position.tobytes() == before


@pytest.mark.parametrize("choices", rules.OPTION_SETS, ids=str)
def test_each_piece_is_in_exactly_one_place_all_the_time(choices: dict[str, object]) -> None:
    pieces = PIECES + ["crown"] * (choices.get("royal") is True)
    found = {tuple(sorted(census(table.position, table.options))) for table in random_positions(choices, games=3)}

    assert found == {tuple(sorted(pieces))}


@pytest.mark.parametrize(
    "broken",
    [
        {"red": NONE},
        {"red": 4},
        {"queen": 4},
        {"queen": -2},
        {"roach": [0, 5, 0, 0]},
        {"roach": [0, 0, 0, -5]},
        {"phase": rules.Phase.BLUFF, "red": NONE, "turned": 1},
    ],
    ids=str,
)
def test_the_census_notices_a_piece_that_is_lost_or_doubled(broken: dict[str, object]) -> None:
    table = duel("0: hide 2, crown 3 | 1: turn 1", royal=True)
    for name, value in broken.items():
        setattr(table.position, name, value)

    assert sorted(census(table.position, table.options)) != sorted([*PIECES, "crown"])


def test_the_census_notices_a_crown_in_the_base_game() -> None:
    table = duel("0: hide 2")
    table.position.queen = 1

    assert sorted(census(table.position, table.options)) != sorted(PIECES)


@pytest.mark.parametrize("choices", rules.OPTION_SETS, ids=str)
def test_the_true_position_is_among_the_worlds_of_every_view(choices: dict[str, object]) -> None:
    tables = random_positions(choices, games=2)

    assert all(
        table.position in worlds(table.view(viewer), table.options, viewer) for table in tables for viewer in VIEWERS
    )


@pytest.mark.parametrize(("play", "number"), [("", 1), ("0: hide 3", 4), ("0: hide 3 | 1: turn 2, turn 4", 2)])
def test_a_guesser_has_one_world_for_each_covered_tile(play: str, number: int) -> None:
    table = duel(play)

    assert len(worlds(table.view(1), table.options, 1)) == number


@pytest.mark.parametrize("play", ["0: hide 3", "0: hide 3 | 1: turn 2", "0: hide 3 | 1: turn 2, turn 4"])
def test_redeal_draws_every_world_equally_often(play: str) -> None:
    table = duel(play)
    view = table.view(1)
    stream = open_worlds()
    drawn = Counter(redealt(view, table.options, 1, stream).tobytes() for _ in range(400))
    possible = [world.tobytes() for world in worlds(view, table.options, 1)]

    assert drawn.keys() == set(possible)
    assert chisquare([drawn[world] for world in possible]).pvalue > 0.001


def test_redeal_leaves_what_the_bluffer_knows() -> None:
    table = duel("0: hide 3 | 1: turn 2")
    world = redealt(table.view(0), table.options, 0, open_worlds())

    assert world == table.position


def open_worlds() -> list[int]:
    """Return a stream of chance to draw worlds from."""
    stream = [0] * STREAM_LENGTH
    open_stream(stream, 7, WORLDS, 0)
    return stream


def redealt(view: State, options: rules.Options, seat: int, stream: list[int]) -> State:
    """Return a world that `redeal` draws for a seat."""
    world = view.copy()
    rules.redeal(view, options, seat, stream, [0] * rules.SCRATCH, world)
    return world
