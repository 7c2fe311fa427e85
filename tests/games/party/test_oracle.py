"""The rules, compiled, and a naive simulator of them, side by side through whole matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random

import numpy as np
import pytest

from stammtisch.core.options import as_text, make_options
from stammtisch.games.party import notation, rules
from stammtisch.games.party.position import ALL_VALUES, SEATS, VALUES, Phase, Reason, Rule, State
from stammtisch.kernel import NATURE, NONE, TABLE, Outcome
from stammtisch.kernel.compile import driver
from stammtisch.kernel.record import Words
from tests.games.party.oracle import TEXTS, Oracle
from tests.games.party.room import Actor

FAST, DEEP = 50, 5_000  # games, however many a match has
OFTEN, SELDOM = 60, 600  # steps from one look at every refusal to the next, on average
ACTION = {notation.write(action): action for action in range(rules.ACTIONS)}
BIT = {text: 1 << action for text, action in ACTION.items()}
CARD_BIT = [1 << card for card in range(VALUES)]
NUMBER: dict[Actor, int] = {"nature": NATURE, "table": TABLE, **{seat: seat for seat in range(SEATS)}}
every_option_set = pytest.mark.parametrize(
    "choices", rules.OPTION_SETS, ids=lambda choices: as_text(rules, make_options(rules, choices))
)


@every_option_set
def test_rules_and_oracle_agree_through_fifty_games(choices: Mapping[str, object]) -> None:
    games = 0
    while games < FAST:
        games += Match(choices, Random(games)).play(closely=True)


@pytest.mark.deep
@every_option_set
def test_rules_and_oracle_agree_through_five_thousand_games(choices: Mapping[str, object]) -> None:
    games = 0
    while games < DEEP:
        games += Match(choices, Random(f"deep {games}")).play()


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_rules_and_oracle_agree_where_ages_are_known(seats: int) -> None:
    random, given = Random(seats), Counter[Actor]()
    for _ in range(20):
        youngest = random.sample(range(seats), seats)
        match = Match({"seats": seats, "youngest": youngest, "mirror": True}, random)
        match.play()
        given += match.gave_the_tie_card

    assert given.keys() == {"table"}


def test_chance_gives_the_tie_card_only_where_several_could_have_it() -> None:
    given = Counter[Actor]()
    for seed in range(20):
        match = Match({"seats": 6}, Random(seed))
        match.play()
        given += match.gave_the_tie_card

    assert given.keys() == {"table", "nature"}


def test_the_oracle_knows_the_texts_of_all_actions() -> None:
    assert set(TEXTS) == ACTION.keys()


class Match:
    """A match played on both at random, compared before every step and after the last."""

    def __init__(self, choices: Mapping[str, object], random: Random) -> None:
        o = make_options(rules, choices)
        youngest = [seat for seat in o.youngest if seat != NONE]
        self.face = driver("stammtisch.kernel.drivers.rules_calls", rules)
        self.random = random
        self.o: Words = np.array(o.words(), np.int64)
        self.s: Words = np.zeros(State.length, np.int64)
        self.face.start(self.s, self.o)
        self.oracle = Oracle(seats=o.seats, face_down=bool(o.face_down), mirror=bool(o.mirror), youngest=youngest)
        self.steps: list[str] = []
        self.gave_the_tie_card = Counter[Actor]()

    def play(self, *, closely: bool = False) -> int:
        """Play to the end; return how many games that were.

        Legal actions are compared before every step, every refusal now and then, and positions before every step or,
        in a long run, whenever NATURE has done its part.
        """
        while waiting := self.oracle.waiting:
            if closely or waiting != ["nature"]:
                self._compare_positions()
            if self.random.randrange(OFTEN if closely else SELDOM) == 0:
                self._compare_refusals()
            who = self.random.choice(waiting)
            legal = self.oracle.legal(who)
            assert self._legal(who) == bits(legal), f"{who} {self}"
            text = self.random.choice(legal)
            self.gave_the_tie_card[who] += text.startswith("tie")
            self.oracle.act(who, text)
            self.face.apply(self.s, self.o, NUMBER[who], ACTION[text])
            self.steps.append(f"{who}: {text}")
        self._compare_positions()
        self._compare_ends()
        return self.oracle.game

    def _legal(self, who: Actor) -> int:
        out = np.zeros(1, np.int64)
        self.face.legal(self.s, self.o, NUMBER[who], out)
        return int(out[0])

    def _compare_positions(self) -> None:
        numbers = expected(self.oracle)
        if self.s.tolist() != numbers:
            assert State.of(self.s) == State.of(numbers), str(self)

    def _compare_refusals(self) -> None:
        """Hold the rule that refuses each action of each actor against the oracle."""
        for who in (*self.oracle.seats, "nature", "table"):
            assert self._legal(who) == bits(self.oracle.legal(who)), f"{who} {self}"
            for text in TEXTS:
                rule = Rule(self.face.check(self.s, self.o, NUMBER[who], ACTION[text])).name

                assert rule == self.oracle.why(who, text), f"{who}, {text} {self}"

    def _compare_ends(self) -> None:
        words = np.zeros(Outcome.length, np.int64)
        self.face.outcome(self.s, self.o, words)
        outcome, seats = Outcome.of(words), self.oracle.seats
        places, points = self.oracle.places, self.oracle.total
        paul_wins = 1 not in places[: len(seats)]

        assert [outcome.score[seat] for seat in seats] == points[: len(seats)], str(self)
        assert [outcome.place[seat] for seat in seats] == places[: len(seats)], str(self)
        assert outcome.reason == (Reason.PAUL if paul_wins else Reason.SEAT), str(self)

    def __str__(self) -> str:
        return "after " + ", ".join(self.steps)


def expected(oracle: Oracle) -> list[int]:
    """Return the numbers of the oracle's position in the order of the record, rows filled up."""
    guests = oracle.guests
    return [
        Phase[oracle.chapter],
        *row(oracle.decided),
        oracle.game,
        oracle.round,
        or_none(oracle.holder),
        or_none(oracle.mirror),
        or_none(oracle.turn),
        sum([1 << NUMBER[who] for who in oracle.waiting]),
        cards(oracle.takers),
        or_none(oracle.king),
        *row([cards(guest.pile) for guest in guests]),
        *row([len(guest.pile) for guest in guests]),
        *row([cards(guest.hand) for guest in guests]),
        *row([len(guest.hand) for guest in guests]),
        *row([or_none(guest.played) for guest in guests], NONE),
        *row([or_none(guest.down) for guest in guests], NONE),
        *row([cards(guest.display) for guest in guests]),
        *row([ALL_VALUES - cards(oracle.unseen(number)) for number in oracle.everybody]),
        *[oracle.floor.count(card) for card in range(VALUES)],
        cards(set(oracle.floor)),
        *[oracle.gone.count(card) for card in range(VALUES)],
        *row(oracle.points),
        *row(oracle.total),
    ]


def row(numbers: list[int], missing: int = 0) -> list[int]:
    """Return numbers by seat as the record holds them."""
    return numbers + [missing] * (SEATS - len(numbers))


def or_none(number: int | None) -> int:
    """Return what the record holds where there may be nothing."""
    return NONE if number is None else number


def cards(values: Iterable[int]) -> int:
    """Return cards, or seats, as bits."""
    return sum(map(CARD_BIT.__getitem__, values))


def bits(texts: Iterable[str]) -> int:
    """Return actions as bits."""
    return sum(map(BIT.__getitem__, texts))
