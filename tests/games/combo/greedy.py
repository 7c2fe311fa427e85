"""Games from the start to the end, with seats that choose at random or greedily."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from stammtisch.core.options import make_options
from stammtisch.games.combo import rules
from stammtisch.games.combo.cards import CARDS, RANKS, has_card
from stammtisch.games.combo.combinations import KINDS
from stammtisch.games.combo.position import DONE, DRAW, EXCHANGE, LAY, Options, Phase, Rule, State
from stammtisch.games.combo.stones import most_exchanged
from stammtisch.games.combo.words.playable import playable
from stammtisch.kernel import NATURE, Row
from stammtisch.kernel.bits import lowest_in
from stammtisch.testing.walk import legal_actions

Policy: TypeAlias = Callable[[State, Options, int, Random], list[int]]  # from a seat's position to a row of actions

MOST: Final = 200_000  # steps; far more than any game takes


def rollout(choices: Mapping[str, object], random: Random, policy: Policy) -> State:
    """Return the last position of a game in which every seat plays by the same policy.

    Raises:
        AssertionError: The game does not end.
    """
    o, s = make_options(rules, choices), State()
    rules.start(s, o)
    for _ in range(MOST):
        if s.waits == 0:
            return s
        seat = lowest_in(s.waits)
        for action in (at_random if seat >= NATURE else policy)(s, o, seat, random):
            rules.apply(s, o, seat, action)
    raise AssertionError(f"after {MOST} decisions the game goes on: {s}")


def at_random(s: State, o: Options, seat: int, random: Random) -> list[int]:
    """Choose any action."""
    return [random.choice(legal_actions(rules, s, o, seat))]


def greedy(s: State, o: Options, seat: int, random: Random) -> list[int]:
    """Lay the best combination; else exchange if only stones are wanting; else draw, and keep what goes together."""
    if s.phase == Phase.TURN and o.quick:
        return [DRAW]
    if s.phase in (Phase.TURN, Phase.THEN):
        if found := playable(s, o, seat):
            return list(found[0].actions)
        if _stones_are_wanting(s, o, seat) and (most := most_exchanged(s, o, seat)) > 0:
            cards = _ascending(_by_company(s, seat, _cards_in(s.hand[seat]))[:most])
            return [EXCHANGE, *cards, *([DONE] if len(cards) < most else [])]
        return [DRAW if s.phase == Phase.TURN else DONE]
    if s.phase == Phase.TAKE:
        return _ascending(_by_company(s, seat, _cards_in(s.display))[-s.owed :])
    if s.phase == Phase.DISCARD:
        return _ascending(_by_company(s, seat, _cards_in(s.hand[seat]))[: s.owed])
    return at_random(s, o, seat, random)


def _stones_are_wanting(s: State, o: Options, seat: int) -> bool:
    return any(rules.check(s, o, seat, LAY + kind) == Rule.TOO_FEW_STONES for kind in range(KINDS))


def _cards_in(cards: Row) -> list[int]:
    return [card for card in range(CARDS) if has_card(cards, card)]


def _ascending(cards: list[int]) -> list[int]:
    return sorted(cards, key=lambda card: (card % RANKS, card // RANKS))


def _by_company(s: State, seat: int, cards: list[int]) -> list[int]:
    """Return cards in order of how well they go with those in the hand, the loneliest first."""
    hand = _cards_in(s.hand[seat])

    def company(card: int) -> int:
        equal = sum(3 for other in hand if other % RANKS == card % RANKS)
        near = len({other % RANKS for other in hand if 0 < abs(other % RANKS - card % RANKS) < 5})
        return equal + near + sum(1 for other in hand if other // RANKS == card // RANKS)

    return sorted(cards, key=company)
