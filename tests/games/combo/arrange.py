"""Tables arranged by text, for the tests of Combination Race."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from stammtisch import Table
from stammtisch.games.combo import notation
from stammtisch.games.combo.position import Phase, Rule
from tests.games.combo.naive import COLOURS, PACK

MIXED: Final = [f"{COLOURS[number % 5]}{number * 4 % 13 + 1}" for number in range(65)]  # neighbours make no combination
ROWS: Final = "uftsc"  # full house, flush, three of a kind, straight, columns of two pairs
OF_TWO_WORDS: Final = ("start", "into", "reserve", "first")


@dataclass(frozen=True)
class Stacked:
    """NATURE with a stacked deck; after its cards it turns up the lowest one."""

    actions: Sequence[int]

    def choose(self, number: int, actions: Sequence[int]) -> int:
        """Return the next card."""
        return self.actions[number] if number < len(self.actions) else actions[0]


def combo(
    hands: str = "",
    boards: str = "",
    *,
    play: str = "",
    display: str = "",
    pile: str = "",
    used_up: bool = False,
    seats: int = 2,
    **choices: Any,
) -> Table:
    """Return a table at which the first turn begins, that of seat 0 unless told otherwise, or this has been played.

    Args:
        hands: What seats hold, such as `0: r1-5 rygb7 | 1: b5`: three or more; fewer are filled up.
        boards: Where seats stand, such as `0: u3 f2 c1 a5`: levels, columns, active stones; the rest is in reserve.
            Without a text they have begun with `tss`, experts with `ss`, `ts`, `fs` and `us`, and three are active.
        play: What each seat did, such as `0: draw | 0: r5 | 1: five rygbv7 into full reserve 2`.
        display: What lies open; fewer than four are filled up.
        pile: The cards that come next.
        used_up: Whether the pile holds nothing else, because the other cards are discarded.
        seats: How many there are.
        choices: The other options that differ from their defaults.
    """
    held, shown, coming = read_seats(hands), cards_of(display), cards_of(pile)
    given = {card for cards in held.values() for card in cards} | {*shown, *coming}
    rest = [card for card in MIXED if card not in given]
    dealt = [[*held.get(seat, []), *(rest.pop(0) for _ in range(3 - len(held.get(seat, []))))] for seat in range(seats)]
    shown += [rest.pop() for _ in range(4 - len(shown))]
    deck = [card for cards in dealt for card in cards[:3]] + shown + coming
    table = Table("combo", nature=Stacked(list(map(notation.read, deck))), seats=seats, **{"first": 0} | choices)
    starts = ("ss", "ts", "fs", "us") if table.options.expert else ("tss",) * 4
    while table.position.phase == Phase.START:
        seat = table.waiting[0]
        table.play(seat, f"start {starts[seat]}")
    for seat, cards in held.items():
        _draw(table, seat, cards[3:])
    for seat, fields in read_seats(boards, words=True).items():
        _set_out(table, seat, fields)
    if used_up:
        _discard_pile(table, keep=coming)
    carry_on(table, play)
    return table


def carry_on(table: Table, play: str) -> None:
    """Play on at a table, in the same form."""
    for part in filter(None, play.split("|")):
        seat, _, actions = part.partition(":")
        table.play(int(seat), *row_of(actions))


def row_of(text: str) -> list[str]:
    """Return the actions in a text such as `five rygbv7 into full reserve 2`."""
    row, words = [], iter(text.split())
    for word in words:
        if word in OF_TWO_WORDS:
            row.append(f"{word} {next(words)}")
        else:
            row += cards_of(word) if re.fullmatch(r"[rygbv]+\d.*", word) else [word]
    return row


def cards_of(text: str) -> list[str]:
    """Return the cards in a text such as `r1-5 yg7`."""
    cards = []
    for word in text.split():
        found = re.fullmatch(r"([rygbv]+)(\d+)(?:-(\d+))?", word)
        assert found, word
        colours, low, high = found.groups()
        cards += [f"{colour}{value}" for value in range(int(low), int(high or low) + 1) for colour in colours]
    return cards


def read_seats(text: str, *, words: bool = False) -> dict[int, list[str]]:
    """Return what a text such as `0: r1-5 | 1: b5` says by seat, as cards or as words."""
    parts = (part.partition(":") for part in filter(None, text.split("|")))
    return {int(seat): rest.split() if words else cards_of(rest) for seat, _, rest in parts}


def rule_of(table: Table, seat: int, text: str) -> Rule:
    """Return the rule that refuses the last action of a row, after those before it were taken; OK if none does."""
    *before, last = row_of(text)
    if before:
        table.play(seat, *before)
    return Rule(table.rules.check(table.position, table.options, seat, notation.read(last)))


def draw(table: Table, seat: int) -> None:
    """Let a seat draw, and take and discard the first cards it may; in the quick game it does nothing else."""
    table.play(seat, "draw")
    while table.waiting == (seat,):
        done = table.position.phase == Phase.THEN
        table.play(seat, "done" if done else table.legal(seat)[0])


def result(table: Table) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return the places, the scores and the reason of a game that is over."""
    outcome = table.outcome()
    assert outcome is not None
    return outcome.places, outcome.scores, outcome.reason


def hand(table: Table, seat: int) -> set[str]:
    """Return the cards that a seat holds."""
    return texts(table.position.hand[seat])


def board(table: Table, seat: int) -> str:
    """Return where a seat stands, such as `u3 f2 t0 s0 c1`."""
    return " ".join(f"{row}{level}" for row, level in zip(ROWS, table.position.level[seat], strict=True))


def stones(table: Table, seat: int) -> tuple[int, int]:
    """Return the active stones of a seat and those in its reserve."""
    return table.position.active[seat], table.position.reserve[seat]


def texts(cards: Sequence[int]) -> set[str]:
    """Return a set of cards as texts."""
    return {card for card in PACK if cards[COLOURS.index(card[0])] >> int(card[1:]) - 1 & 1}


def _bits(card: str) -> tuple[int, int]:
    return COLOURS.index(card[0]), 1 << int(card[1:]) - 1


def _draw(table: Table, seat: int, cards: list[str]) -> None:
    """Let a seat draw these cards, too."""
    s = table.position
    for card in cards:
        colour, bit = _bits(card)
        s.pile[colour] -= bit
        s.hand[seat][colour] |= bit
    s.pile_size -= len(cards)
    s.hand_size[seat] += len(cards)
    s.drawn[seat][0] += len(cards)


def _set_out(table: Table, seat: int, fields: list[str]) -> None:
    """Put a seat's stones where the fields say."""
    s, o = table.position, table.options
    numbers = {field[0]: int(field[1:]) for field in fields}
    s.level[seat] = [numbers.get(row, 0) for row in ROWS]
    placed = sum(o.stones[level] for row in s.level[seat][:4] for level in range(1, row + 1)) + 2 * s.level[seat][4]
    s.active[seat] = numbers.get("a", 3)
    s.reserve[seat] = o.each - placed - s.active[seat]
    assert s.reserve[seat] >= 0, "so many stones nobody has"


def _discard_pile(table: Table, keep: list[str]) -> None:
    """Discard the pile but for these cards."""
    s = table.position
    for card in texts(s.pile) - set(keep):
        colour, bit = _bits(card)
        s.pile[colour] -= bit
        s.hidden[0][colour] -= bit
        s.discards[colour] |= bit
    s.pile_size = len(keep)
