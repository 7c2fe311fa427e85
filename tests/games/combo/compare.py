"""Positions of the oracle as the words of a record, to be held against those of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Final

from stammtisch.games.combo import notation, rules
from stammtisch.games.combo.cards import COLOURS
from stammtisch.games.combo.position import PLACE, SEATS, SHUFFLES
from stammtisch.games.combo.rules import Phase, State
from stammtisch.kernel import NATURE, NONE, TABLE
from stammtisch.kernel.record import Words
from tests.games.combo.naive import KINDS
from tests.games.combo.oracle import Oracle
from tests.games.combo.player import TARGETS
from tests.games.combo.situation import Actor, Shuffle

TEXTS: Final = [notation.write(action) for action in range(rules.ACTIONS)]
NUMBER: Final = {text: action for action, text in enumerate(TEXTS)}
ACTOR: Final[dict[int, Actor]] = {NATURE: "nature", TABLE: "table"} | {seat: seat for seat in range(SEATS)}
SEAT: Final = {actor: seat for seat, actor in ACTOR.items()}
_LEGAL_PLACE: Final = {text: (action // 63, 1 << action % 63) for text, action in NUMBER.items()}
_CARD: Final = {TEXTS[card]: 1 << card for card in range(65)}
_NO_CARDS: Final = [0] * COLOURS
_NO_SHUFFLE: Final = Shuffle(set(), [0] * SEATS)


def _slices() -> dict[str, slice]:
    """Return by field where its words are."""
    found, begin = {}, 0
    for name, shape in State.shapes.items():
        found[name] = slice(begin, begin + prod(shape))
        begin += prod(shape)
    return found


_WORDS: Final = _slices()


def difference(words: list[int], oracle: Oracle) -> str:
    """Return how the words of a position differ from the oracle's, or nothing if they do not."""
    wanted = expected(oracle)
    wrong = [name for name, field in wanted.items() if words[_WORDS[name]] != field]
    return ", ".join(f"{name} is {words[_WORDS[name]]}, not {wanted[name]}" for name in wrong)


def words_of(positions: Words, name: str) -> Words:
    """Return a field of many positions, one that is no row, as a column."""
    return positions[:, _WORDS[name].start]


def expected(oracle: Oracle) -> dict[str, list[int]]:
    """Return the words of each field; of cards chosen only while they are being chosen."""
    players, nobody = oracle.players, [0] * (SEATS - len(oracle.seats))
    slots = [*oracle.memory, *[_NO_SHUFFLE] * (SHUFFLES - len(oracle.memory))]
    fields = {
        "phase": [int(Phase[oracle.chapter])],
        "decided": oracle.decided + nobody,
        "round_number": [oracle.round],
        "first": [_or_none(oracle.first)],
        "turn": [_or_none(oracle.turn)],
        "waits": [sum(1 << SEAT[who] for who in oracle.waiting)],
        "start": [NUMBER[text] - PLACE if text else NONE for text in oracle.start] + nobody,
        "level": [level for player in players for level in player.levels.values()] + nobody * 5,
        "active": [player.active for player in players] + nobody,
        "reserve": [player.reserve for player in players] + nobody,
        "blocked": [sum(1 << seat for seat in oracle.blocked)],
        "hand": [word for player in players for word in cards(player.hand)] + nobody * COLOURS,
        "hand_size": [len(player.hand) for player in players] + nobody,
        "taken": [word for player in players for word in cards(player.taken)] + nobody * COLOURS,
        "display": cards(oracle.display),
        "display_size": [len(oracle.display)],
        "pile": cards(oracle.pile),
        "pile_size": [len(oracle.pile)],
        "discards": cards(oracle.discards),
        "hidden": [word for slot in slots for word in cards(slot.cards)],
        "drawn": [slot.held[seat] for seat in oracle.seats for slot in slots] + nobody * SHUFFLES,
        "kind": [KINDS.index(oracle.kind) if oracle.kind else NONE],
        "laid": cards(oracle.laid),
        "owed": [oracle.owed],
        "target": [TARGETS.index(oracle.target) if oracle.target else NONE],
    }
    if oracle.chapter in ("TAKE", "LAY", "EXCHANGE", "DISCARD"):
        chosen = oracle.laid or oracle.chosen
        fields |= {"chosen": [len(chosen)], "last": [NUMBER[chosen[-1]] if chosen else NONE]}
    return fields


def _or_none(seat: int | None) -> int:
    return NONE if seat is None else seat


def cards(texts: Iterable[str]) -> list[int]:
    """Return cards as the record holds them."""
    bits = sum(map(_CARD.__getitem__, texts))
    return [bits & 8191, bits >> 13 & 8191, bits >> 26 & 8191, bits >> 39 & 8191, bits >> 52] if bits else _NO_CARDS


def actions(texts: Iterable[str]) -> list[int]:
    """Return actions as bits, in words."""
    words = [0, 0]
    for text in texts:
        index, bit = _LEGAL_PLACE[text]
        words[index] |= bit
    return words
