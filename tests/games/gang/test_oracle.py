"""The rules and a naive simulator of them, side by side through whole matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import pytest

from stammtisch.core.options import as_text, make_options
from stammtisch.core.outcome import outcome_of
from stammtisch.core.step import read_seat, seat_name
from stammtisch.games.gang import notation, rules
from stammtisch.games.gang.rules import Phase, Reason, Rule
from stammtisch.kernel import NATURE, NONE, TABLE
from stammtisch.kernel.bits import words_for
from tests.games.gang.cards import PACK
from tests.games.gang.oracle import TEXTS, Actor, Oracle
from tests.games.gang.steering import Policy, Uniting, at_random

BIT = {notation.write(action): 1 << action for action in range(rules.ACTIONS)}
CARD = {card: notation.read(card) for card in PACK}
SAMPLED = 20  # steps from one look at every refusal to the next
every_option_set = pytest.mark.parametrize(
    "choices", rules.OPTION_SETS, ids=lambda choices: as_text(rules, make_options(rules, choices))
)


@every_option_set
def test_rules_and_oracle_agree_through_random_matches(choices: Mapping[str, object]) -> None:
    for seed in range(10):
        play_side_by_side(choices, at_random(Random(seed)))


@pytest.mark.deep
@every_option_set
def test_rules_and_oracle_agree_through_five_hundred_random_matches(choices: Mapping[str, object]) -> None:
    for seed in range(500):
        play_side_by_side(choices, at_random(Random(f"deep {seed}")))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_rules_and_oracle_agree_where_the_gang_is_united(seats: int) -> None:
    seen = Counter[str]()
    for seed in range(4):
        seen += play_side_by_side({"seats": seats}, Uniting(Random(seed)))

    united = {f"{how}, {choice}" for how in ("all tricks", "united") for choice in ("others", "self")}
    assert seen.keys() >= united | {"a negative total"}, seen


@pytest.mark.deep
@every_option_set
def test_rules_and_oracle_agree_where_the_gang_is_united_again_and_again(choices: Mapping[str, object]) -> None:
    for seed in range(100):
        play_side_by_side(choices, Uniting(Random(f"deep {seed}")))


def test_the_oracle_knows_the_texts_of_all_actions() -> None:
    assert BIT.keys() == set(TEXTS)


def play_side_by_side(choices: Mapping[str, object], policy: Policy) -> Counter[str]:
    """Play one match on both, compare them before every step and after the last, and count what is rare."""
    o = make_options(rules, choices)
    s = rules.State()
    rules.start(s, o)
    oracle = Oracle(seats=o.seats, limit=o.limit, rounds=o.rounds, first_round=o.first_round)
    seen, steps = Counter[str](), list[str]()
    while oracle.waiting:
        compare(s, o, oracle, steps)
        if len(steps) % SAMPLED == 0:
            compare_refusals(s, o, oracle, steps)
        who, text = policy(oracle)
        oracle.act(who, text)
        rules.apply(s, o, who if isinstance(who, int) else read_seat(who), notation.read(text))
        steps.append(f"{who}: {text}")
        seen["a negative total"] += min(oracle.total) < 0
    compare(s, o, oracle, steps)
    compare_refusals(s, o, oracle, steps)
    compare_ends(s, o, oracle)
    return seen + Counter(f"{'all tricks' if every else 'united'}, {choice}" for _, choice, every in oracle.united)


def compare(s: Any, o: Any, oracle: Oracle, steps: list[str]) -> None:
    """Hold position, whose turn it is and what is legal against the oracle."""
    out = [0] * words_for(rules.ACTIONS)
    assert positions(s) == expected(oracle), story(steps)
    waiting = rules.waiting(s, o)
    for seat in (*oracle.seats, NATURE, TABLE):
        who: Actor = seat if seat in oracle.seats else seat_name(seat)
        rules.legal(s, o, seat, out)

        assert bool(waiting >> seat & 1) == (who in oracle.waiting), story(steps)
        assert out == [bits(oracle.legal(who))], f"{who} {story(steps)}"


def compare_refusals(s: Any, o: Any, oracle: Oracle, steps: list[str]) -> None:
    """Hold the rule that refuses each action of each seat against the oracle, and what seats have shown to lack."""
    for seat in oracle.seats:
        for text in TEXTS:
            rule = Rule(rules.check(s, o, seat, notation.read(text))).name

            assert rule == oracle.why(seat, text), f"{seat}, {text} {story(steps)}"
        held = bits(card for hand in oracle.hands for card in hand)

        assert s.lacks[seat] & held == bits(oracle.shown_to_lack(seat)) & held, f"{seat} {story(steps)}"


def compare_ends(s: Any, o: Any, oracle: Oracle) -> None:
    """Hold the outcome against the oracle."""
    outcome = outcome_of(rules, s, o)

    assert outcome.scores == tuple(oracle.total)
    assert list(outcome.winners) == oracle.winners
    assert outcome.reason == (Reason.ROUNDS if oracle.rounds else Reason.LIMIT)
    assert outcome.places == tuple(1 + sum(other < total for other in oracle.total) for total in oracle.total)


def positions(s: Any) -> dict[str, object]:
    """Return what a position holds, its phase by name; `lacks` is looked at less often, `waits` by `compare`."""
    fields = {name: getattr(s, name) for name in rules.State.shapes if name not in ("lacks", "waits")}
    return fields | {"phase": Phase(s.phase).name}


def expected(oracle: Oracle) -> dict[str, object]:
    """Return the oracle's position under the names that the record uses, rows filled up for six seats."""
    taken = [[card for trick in tricks for card in trick] for tricks in oracle.won]
    return {
        "phase": oracle.chapter,
        "decided": row(oracle.decided),
        "round_number": oracle.round,
        "deck": bits(oracle.deck),
        "deck_size": len(oracle.deck),
        "hand": row(map(bits, oracle.hands)),
        "hand_size": row(map(len, oracle.hands)),
        "passed": row(map(bits, oracle.laid)),
        "passed_size": row(map(len, oracle.laid)),
        "leader": NONE if oracle.leader is None else oracle.leader,
        "turn": NONE if oracle.turn is None else oracle.turn,
        "tricks": sum(map(len, oracle.won)),
        "broken": int(oracle.now.broken),
        "trick": cards_by_seat(oracle.trick),
        "last": cards_by_seat(oracle.last),
        "played": row(bits(play.card for play in oracle.plays if play.seat == seat) for seat in oracle.seats),
        "taken": row(map(bits, taken)),
        "points": row(oracle.points),
        "total": row(oracle.total),
    }


def row(numbers: Iterable[int], missing: int = 0) -> list[int]:
    """Return numbers by seat as the record holds them."""
    held = list(numbers)
    return held + [missing] * (rules.SEATS - len(held))


def cards_by_seat(trick: Mapping[int, str]) -> list[int]:
    """Return a trick as the record holds it."""
    return [CARD[trick[seat]] if seat in trick else NONE for seat in range(rules.SEATS)]


def bits(texts: Iterable[str]) -> int:
    """Return actions as bits."""
    return sum(BIT[text] for text in texts)


def story(steps: list[str]) -> str:
    """Return how it came to this."""
    return "after " + ", ".join(steps)
