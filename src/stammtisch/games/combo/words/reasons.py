"""Why an action is good now at Combination Race, from what its seat can see."""

from __future__ import annotations

from typing import Final

from stammtisch.core.language import Reader, Say
from stammtisch.games.combo.boards import UPGRADES
from stammtisch.games.combo.cards import CARDS, COLOURS, RANKS
from stammtisch.games.combo.combinations import (
    FIVE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    STRAIGHT,
    THREE,
    TWO_PAIRS,
    has_combination,
)
from stammtisch.games.combo.position import (
    COLUMNS,
    DONE,
    DRAW,
    EXCHANGE,
    INTO,
    LAY,
    PLACE,
    RESERVE,
    START_ROWS,
    Options,
    Phase,
    State,
)
from stammtisch.games.combo.stones import hand_limit, is_free, stones_for, stones_left, target_of
from stammtisch.games.combo.words.guidance import lacking
from stammtisch.games.combo.words.names import combination_name
from stammtisch.games.combo.words.playable import layable
from stammtisch.kernel import NONE

_FEW: Final = 1  # active stones that are soon used up
_SOME: Final = 2  # cards of a colour, beside which a third is worth something


def reason(v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    """Say in one sentence what speaks for an action, or nothing."""
    say = reader.say
    if action < CARDS:
        return _for_card(v, o, seat, action, say)
    if action < INTO:
        return _for_combination(v, o, seat, action - LAY, say)
    if action < RESERVE:
        return _for_target(v, o, seat, action - INTO, say)
    if action < DRAW:
        return say("Your active stones stay ready for other combinations.") if action > RESERVE else ""
    if action == DRAW:
        return _for_drawing(v, o, seat, say)
    if action == EXCHANGE:
        return _for_exchange(v, o, seat, say)
    if action == DONE:
        return _for_leaving(v, seat, say)
    return _for_start(action - PLACE, o, say) if action >= PLACE else ""


def _for_combination(v: State, o: Options, seat: int, kind: int, say: Say) -> str:
    if kind == FOUR:
        return say("It fills a column, even with stones from the reserve.")
    if kind == FIVE:
        return say("Its stones go where you like, even from the reserve.")
    return _for_target(v, o, seat, target_of(kind), say)


def _for_target(v: State, o: Options, seat: int, target: int, say: Say) -> str:
    stones = stones_for(v, o, seat, target)
    if stones == stones_left(v, seat):
        return say("It places your last stones.")
    if target < UPGRADES:
        level = v.level[seat][target]
        return _for_level(target, o.value[target][level], o.value[target][level + 1], stones, say)
    return say("It places 4 stones at once.") if target == COLUMNS else say("It places 2 stones at once.")


def _for_level(row: int, before: int, value: int, stones: int, say: Say) -> str:
    if value == before:
        return say.count("It places {number} stone.", "It places {number} stones.", stones)
    facts = {"before": before, "value": value}
    return (
        say("It lets you draw {value} cards from the pile instead of {before}.", **facts),
        say("It lets you take {value} cards from the display instead of {before}.", **facts),
        say("It lets you exchange {value} cards in a turn instead of {before}.", **facts),
        say("It lets you keep {value} cards instead of {before}.", **facts),
    )[row]


def _for_drawing(v: State, o: Options, seat: int, say: Say) -> str:
    if o.quick:
        return say("Drawing first costs nothing: you may still lay or exchange.")
    if layable(v, o, seat):
        return ""
    room = hand_limit(v, o, seat) - v.hand_size[seat]
    if room > 0:
        return say.count(
            "Nothing can be laid yet, and your hand has room for {number} more card.",
            "Nothing can be laid yet, and your hand has room for {number} more cards.",
            room,
        )
    return say("Nothing can be laid yet.")


def _for_exchange(v: State, o: Options, seat: int, say: Say) -> str:
    kind = lacking(v, o, seat)
    if kind != NONE:
        return say(
            "{combination} is in your hand, and only active stones are missing.",
            combination=combination_name(kind, say),
        )
    if v.active[seat] <= _FEW:
        return say.count(
            "Only {number} of your stones is active.", "Only {number} of your stones are active.", v.active[seat]
        )
    spare = sum(_matches_nothing(v, seat, card) for card in _hand(v, seat))
    if spare:
        return say.count(
            "{number} card of your hand matches nothing else there.",
            "{number} cards of your hand match nothing else there.",
            spare,
        )
    return ""


def _for_leaving(v: State, seat: int, say: Say) -> str:
    if any(_matches_nothing(v, seat, card) for card in _hand(v, seat)):
        return ""
    return say("All your cards match others of your hand.")


def _for_start(placement: int, o: Options, say: Say) -> str:
    """Speak for the row that has the most stones; the pile, where there are as many."""
    rows = START_ROWS[placement]
    row = max(range(UPGRADES), key=rows.count)
    value = o.value[row][rows.count(row)]
    return (
        say("You begin with {value} cards from the pile in each draw.", value=value),
        say("You begin with {value} cards from the display in each draw.", value=value),
        say("You begin with exchanges of up to {value} cards.", value=value),
        say("You begin with a hand of up to {value} cards.", value=value),
    )[row]


def _for_card(v: State, o: Options, seat: int, card: int, say: Say) -> str:
    if v.phase == Phase.TAKE:
        return _for_taking(v, o, seat, card, say)
    if v.phase not in (Phase.EXCHANGE, Phase.DISCARD):
        return ""
    if _matches_nothing(v, seat, card):
        return say("It matches nothing else in your hand.")
    alone = all(one == card or one % RANKS != card % RANKS for one in _hand(v, seat))
    return say("No other card of your hand has its value.") if alone else ""


def _for_taking(v: State, o: Options, seat: int, card: int, say: Say) -> str:
    """Say what a card of the display would complete, or what in the hand it goes with."""
    hand = [v.hand[seat][colour] for colour in range(COLOURS)]
    more = list(hand)
    more[card // RANKS] |= 1 << card % RANKS
    for kind in (FIVE, FULL_HOUSE, FLUSH, STRAIGHT, FOUR, THREE, TWO_PAIRS):
        new = has_combination(more, kind) and not has_combination(hand, kind)
        if new and (kind == FIVE or is_free(v, o, seat, target_of(kind))):
            return say("It completes a combination: {combination}.", combination=combination_name(kind, say))
    equal = sum(ranks >> card % RANKS & 1 for ranks in hand)
    if equal:
        return say.count(
            "You hold {number} card of the same value.", "You hold {number} cards of the same value.", equal
        )
    rank, same = card % RANKS, int(hand[card // RANKS]).bit_count()
    if same > 1:
        return say.count(
            "You hold {number} card of the same colour.", "You hold {number} cards of the same colour.", same
        )
    near = any(ranks << 1 & 1 << rank or ranks >> 1 & 1 << rank for ranks in hand)
    if near and is_free(v, o, seat, target_of(STRAIGHT)):
        return say("You hold a neighbouring value, as straights need.")
    return ""


def _hand(v: State, seat: int) -> list[int]:
    return [card for card in range(CARDS) if v.hand[seat][card // RANKS] >> card % RANKS & 1]


def _matches_nothing(v: State, seat: int, card: int) -> bool:
    """Whether a card has no equal and no neighbour in the hand, and fewer than two others of its colour."""
    others = [one for one in _hand(v, seat) if one != card]
    near = (abs(one % RANKS - card % RANKS) <= 1 for one in others)
    return not any(near) and sum(one // RANKS == card // RANKS for one in others) < _SOME
