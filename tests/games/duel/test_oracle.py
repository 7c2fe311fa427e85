"""The rules and a naive simulator of them, side by side through random games."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from stammtisch import Table
from stammtisch.core.game import Game
from stammtisch.core.options import as_text, make_options
from stammtisch.core.step import seat_name
from stammtisch.games import duel
from stammtisch.games.duel import notation, rules
from stammtisch.games.duel.rules import GREENS, MARCH, Options, Phase, Rule, State
from stammtisch.kernel import CHANCE, NATURE, NONE, TABLE
from tests.games.duel.oracle import TEXTS, Actor, Oracle
from tests.subjects import DUEL

ACTORS = (0, 1, NATURE, TABLE)
every_option_set = pytest.mark.parametrize(
    "choices", rules.OPTION_SETS, ids=lambda choices: as_text(rules, make_options(rules, choices))
)


@every_option_set
def test_rules_and_oracle_agree_through_sixty_games(choices: Mapping[str, object]) -> None:
    play_many_side_by_side(choices, duel)


@pytest.mark.deep
@every_option_set
def test_rules_and_oracle_agree_through_three_thousand_games(choices: Mapping[str, object]) -> None:
    for seed in range(3000):
        play_side_by_side(choices, Random(f"deep {seed}"))


@pytest.mark.deep
@pytest.mark.parametrize("spaces", range(1, 7))
@pytest.mark.parametrize("royal", [False, True])
def test_rules_and_oracle_agree_on_boards_of_every_size(royal: bool, spaces: int) -> None:  # noqa: FBT001
    for seed in range(100):
        play_side_by_side({"royal": royal, "spaces": spaces}, Random(seed))


def test_the_oracle_knows_the_texts_of_all_actions() -> None:
    texts = {notation.write(action) for action in range(rules.ACTIONS)}

    assert texts == set(TEXTS)


def test_the_oracle_notices_a_queen_that_stays_on_the_red_cross_if_it_is_the_third_tile() -> None:
    def forgetful(s: State, o: Options, seat: int, action: int) -> None:
        queen = s.queen
        if action == MARCH and s.turned.bit_count() == GREENS and s.red == queen:
            s.queen = NONE
        rules.apply(s, o, seat, action)
        if action == MARCH:
            s.queen = queen

    planted = DUEL.planted(apply=forgetful).game
    with pytest.raises(AssertionError, match="roach"):
        play_many_side_by_side({"royal": True}, planted)


def play_many_side_by_side(choices: Mapping[str, object], game: Game) -> None:
    """Play sixty random games on both."""
    for seed in range(60):
        play_side_by_side(choices, Random(seed), game)


def play_side_by_side(choices: Mapping[str, object], random: Random, game: Game = duel) -> None:
    """Play one random game on both, and compare them before every step and after the last."""
    table = Table.undealt(game, 0, dict(choices))
    oracle = oracle_of(table)
    while oracle.turn is not None:
        compare(table, oracle)
        seat = table.waiting[0]
        action = random.choice(table.actions(seat))
        table.follow(seat, action)
        oracle.act(actor(seat), notation.write(action))
    compare(table, oracle)
    outcome = table.outcome()

    assert outcome is not None
    assert outcome.winners == (oracle.winner,)
    assert outcome.scores == ((1, 0) if oracle.winner == 0 else (0, 1))


def compare(table: Table, oracle: Oracle) -> None:
    """Hold the position, whose turn it is, what is legal and every refusal against the oracle."""
    assert [actor(seat) for seat in table.waiting] == ([] if oracle.turn is None else [oracle.turn]), story(table)
    assert fields_of(table) == oracle.fields(), story(table)
    for seat in ACTORS:
        who = actor(seat)

        assert set(table.legal(seat)) == oracle.legal(who), story(table)
        for action in range(rules.ACTIONS):
            text = notation.write(action)
            rule = Rule(rules.check(table.position, table.options, seat, action)).name

            assert rule == oracle.why(who, text), f"{who}, {text} {story(table)}"
            assert (rule == "OK") == (text in oracle.legal(who)), f"{who}, {text} {story(table)}"


def story(table: Table) -> str:
    """Return how it came to this."""
    return "after " + ", ".join(f"{actor(step.seat)}: {table.action_name(step.action)}" for step in table.steps)


def oracle_of(table: Table) -> Oracle:
    """Return the oracle for the options of a table."""
    o = table.options
    first = None if o.first_bluffer == CHANCE else o.first_bluffer
    return Oracle(royal=bool(o.royal), spaces=o.spaces, first_bluffer=first)


def fields_of(table: Table) -> dict[str, object]:
    """Return every field of the position, its phase by name."""
    fields: dict[str, object] = {name: getattr(table.position, name) for name in rules.State.shapes}
    return fields | {"phase": Phase(table.position.phase).name}


def actor(seat: int) -> Actor:
    """Return a seat as the oracle calls it."""
    return seat if seat < rules.SEATS else seat_name(seat)
