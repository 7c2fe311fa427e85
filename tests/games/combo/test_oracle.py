"""The rules and a naive simulator of them, side by side through whole games, which are played compiled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from stammtisch.core.options import as_text, make_options
from stammtisch.core.outcome import outcome_of
from stammtisch.games.combo import rules
from stammtisch.games.combo.position import Reason
from stammtisch.games.combo.rules import State
from tests.amounts import often
from tests.games.combo.compare import ACTOR, TEXTS, actions, difference
from tests.games.combo.moods import Mood
from tests.games.combo.naive import KINDS, PACK, ROWS
from tests.games.combo.oracle import Oracle
from tests.games.combo.player import TARGETS, Player
from tests.games.combo.situation import BASE_STARTS, EXPERT_STARTS
from tests.games.combo.walks import Recorded, recorded

CHUNK = 250  # games of one deep test, so that several can run at a time
every_option_set = pytest.mark.parametrize(
    "choices", rules.OPTION_SETS, ids=lambda choices: as_text(rules, make_options(rules, choices))
)


def blocking(seats: int, stones: list[int], columns: int) -> dict[str, object]:
    """Return options with a board on which experts block themselves."""
    values = {
        "full_house": [1, 2, 3, 4, 4],
        "flush": [1, 2, 3, 4, 4],
        "three": [1, 2, 3, 4, 5],
        "straight": [5, 6, 7, 8, 9],
    }
    board: dict[str, object] = {row: numbers[: len(stones) + 1] for row, numbers in values.items()}
    board |= {"stones": stones, "columns": columns}
    return {"seats": seats, "quick": True, "expert": True, "board": board}


BLOCKING: list[Mapping[str, object]] = [
    {"seats": 2, "quick": True, "expert": True},
    blocking(3, [1, 1, 3, 4], 1),
    blocking(3, [1, 1, 4], 1),
    blocking(4, [1, 1, 4], 0),
    blocking(4, [1, 1, 3, 4], 1),
]


def follow(choices: Mapping[str, object], game: Recorded, *, every: int = 1, first: int = 0) -> Oracle:
    """Let the oracle take the same steps, and compare it with the rules at step `first` and `every` so many steps."""
    oracle = Oracle(choices)
    compared = first % every
    for number, (seat, action) in enumerate(game.steps):
        if number == compared:
            assert difference(game.positions[number].tolist(), oracle) == "", story(game, number)
            assert game.legal[number].tolist() == actions(oracle.legal()), story(game, number)
            compared += every
        oracle.act(ACTOR[seat], TEXTS[action])
    assert difference(game.positions[-1].tolist(), oracle) == "", story(game, len(game.steps))
    outcome = outcome_of(rules, State.of(game.positions[-1].tolist()), make_options(rules, choices))
    assert list(outcome.places) == oracle.places
    assert outcome.reason == Reason[oracle.ended_by]
    return oracle


def story(game: Recorded, number: int) -> str:
    """Return how it came to this."""
    last = [f"{ACTOR[seat]}: {TEXTS[action]}" for seat, action in game.steps[max(0, number - 30) : number]]
    return f"after {number} steps, … {', '.join(last)}"


def rarities(game: Recorded, oracle: Oracle) -> Counter[str]:
    """Count what does not happen in every game."""
    seen = Counter(TEXTS[action] for _, action in game.steps)
    seen[oracle.ended_by] += 1
    seen["a shared win"] += oracle.places.count(1) > 1
    seen["a beaten finisher"] += any(oracle.places[seat] > 1 for seat in oracle.finishers)
    seen["a short last stone"] += sum(map(_is_short, oracle.players))
    seen["the oldest two shuffles are one"] += oracle.merges
    if oracle.blocked:
        seen[f"{len(oracle.blocked)} of {len(oracle.seats)} blocked, {oracle.ended_by}"] += 1
        seen["the start player blocked, and others play on"] += oracle.first in oracle.blocked and oracle.round > 9
    return seen


def _is_short(player: Player) -> bool:
    """Whether the last stone lies on a level or column that wanted more."""
    full = sum(sum(player.board.stones[: player.levels[row]]) for row in ROWS) + 2 * player.levels["column"]
    return player.left == 0 and full > player.stones


def play_many(options: Sequence[Mapping[str, object]], games: int, mood: Mood, *, every: int = 1) -> Counter[str]:
    """Play some games of each of these options, compare them, and count what is rare."""
    seen = Counter[str]()
    for choices in options:
        for game in recorded(choices, range(games), mood):
            seen += rarities(game, follow(choices, game, every=every))
    return seen


@every_option_set
def test_rules_and_oracle_agree_at_every_step_of_random_games(choices: Mapping[str, object]) -> None:
    for game in recorded(choices, range(often(5, deep=10))):
        follow(choices, game)


@every_option_set
def test_rules_and_oracle_agree_now_and_then_in_more_random_games(choices: Mapping[str, object]) -> None:
    for number, game in enumerate(recorded(choices, range(10, 30))):
        follow(choices, game, every=7, first=number)


@pytest.mark.deep
@pytest.mark.parametrize("chunk", range(3000 // CHUNK))
@every_option_set
def test_rules_and_oracle_agree_through_three_thousand_random_games(choices: Mapping[str, object], chunk: int) -> None:
    games = range(1000 + CHUNK * chunk, 1000 + CHUNK * (chunk + 1))
    for number, game in zip(games, recorded(choices, games), strict=True):
        follow(choices, game, every=53, first=number)


def test_rules_and_oracle_agree_about_four_and_five_of_a_kind_and_the_last_stone() -> None:
    seen = play_many(rules.OPTION_SETS, 6, Mood.EAGER)

    wanted = {"four", "five", *(f"into {target}" for target in TARGETS), *(f"reserve {n}" for n in range(4))}
    assert seen.keys() >= wanted | {"a short last stone"}


def test_rules_and_oracle_agree_about_several_who_finish_in_one_round() -> None:
    seen = play_many([{"seats": 4, "quick": True}], 50, Mood.EAGER, every=20)

    assert seen.keys() >= {"a beaten finisher", "a shared win", *BASE_STARTS}


def test_rules_and_oracle_agree_about_experts_who_block_themselves() -> None:
    seen = play_many(BLOCKING, 14, Mood.EVEN, every=3)

    ends = {"1 of 2 blocked, ONE_LEFT", "2 of 3 blocked, ONE_LEFT", "3 of 4 blocked, ONE_LEFT"}
    ends |= {"1 of 3 blocked, ALL_PLACED", "1 of 4 blocked, ALL_PLACED", "2 of 4 blocked, ALL_PLACED"}
    assert seen.keys() >= ends | {"the start player blocked, and others play on", *EXPERT_STARTS}


def test_rules_and_oracle_agree_about_cards_that_are_kept_through_many_shuffles() -> None:
    seen = play_many([{"seats": 3}, {"seats": 4}, {"seats": 4, "expert": True, "quick": True}], 1, Mood.HOARDING)

    assert seen["the oldest two shuffles are one"] > 10


@pytest.mark.deep
@every_option_set
@pytest.mark.parametrize("mood", [Mood.EAGER, Mood.HOARDING])
def test_rules_and_oracle_agree_through_hundreds_of_games_in_a_mood(choices: Mapping[str, object], mood: Mood) -> None:
    for number, game in enumerate(recorded(choices, range(100, 200), mood)):
        follow(choices, game, every=53, first=number)


def test_the_oracle_knows_the_texts_of_all_actions() -> None:
    spoken = {*PACK, *KINDS, *BASE_STARTS, *EXPERT_STARTS, "draw", "exchange", "done", "shuffle"}
    spoken |= {f"first {seat}" for seat in range(4)} | {f"into {target}" for target in TARGETS}

    assert {text for text in TEXTS if not text.startswith("reserve ")} == spoken
