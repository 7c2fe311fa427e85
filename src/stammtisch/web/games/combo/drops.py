"""Where stones may be dropped at Combination Race: each row says what it would take, or what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stammtisch.core.table import Table
from stammtisch.games.combo.boards import UPGRADES
from stammtisch.games.combo.cards import CARDS, RANKS
from stammtisch.games.combo.combinations import FIVE, FOUR, SIZES, TWO_PAIRS
from stammtisch.games.combo.notation import write
from stammtisch.games.combo.position import COLUMN, COLUMNS, INTO, LAY, PLACE, START_ROWS, Phase, Rule
from stammtisch.games.combo.stones import stones_for, targets_of_five
from stammtisch.games.combo.words.names import combination_name
from stammtisch.web.games.combo.layable import best_into, shown
from stammtisch.web.games.combo.placing import completed
from stammtisch.web.view.scene import Scene

_TURN: Final = (Phase.TURN, Phase.THEN)
_ROWS: Final = "ufts"  # the rows of first stones, as the notation names them
_CARDS: Final = {write(card): card for card in range(CARDS)}
_FOUR_EQUAL: Final = 4
_FIVE_EQUAL: Final = 5


@dataclass(frozen=True)
class Drop:
    """What a stone on a row of one's own board does: the best combination that goes there, or nothing and why."""

    value: str
    label: str
    refusal: str
    cards: str  # that would be laid
    state: str  # ready, short of stones, full, or nothing
    lacks: int  # active stones that it takes, where there are too few
    hint: str = ""  # a word that says so, where a hint advises it


@dataclass(frozen=True)
class Slot:
    """A place for one of the first stones."""

    value: str
    label: str
    worth: int  # of the row, with this stone
    hint: str = ""


def drops(scene: Scene) -> tuple[Drop, ...]:
    """Return for each row what a stone would do there; nothing while it is not the viewer's turn."""
    if not scene.my_turn or scene.view.phase not in _TURN:
        return ()
    return tuple(_drop(scene, row) for row in range(UPGRADES + 1))


def _drop(scene: Scene, row: int) -> Drop:
    best = best_into(scene.view, scene.options, scene.viewer, row)
    if best is not None:
        lay = shown(scene, best)
        return Drop(write(INTO + row), lay.told, "", ",".join(one.text for one in lay.cards), "ready", 0, lay.hint)
    offer = scene.offer(LAY + row)
    state = {Rule.TOO_FEW_STONES.name: "short", Rule.ROW_IS_FULL.name: "full"}.get(offer.rule, "")
    lacks = stones_for(scene.view, scene.options, scene.viewer, row) if state == "short" else 0
    return Drop(offer.text, combination_name(row, scene.reader.say), offer.refusal, "", state, lacks)


def slots(scene: Scene) -> tuple[tuple[Slot, ...], ...]:
    """Return by row the places for the first stones; nothing while the viewer is asked for something else."""
    if not scene.my_turn or scene.view.phase != Phase.START:
        return ()
    return tuple(tuple(_slot(scene, row, level) for level in (1, 2)) for row in range(UPGRADES))


def _slot(scene: Scene, row: int, level: int) -> Slot:
    name = combination_name(row, scene.reader.say)
    label = scene.say("{row}, level {level}", row=name, level=level)
    advised = any(START_ROWS[place - PLACE].count(row) >= level for place in scene.advised if place >= PLACE)
    return Slot(f"{_ROWS[row]}{level}", label, scene.options.value[row][level], scene.say("hint") if advised else "")


def first_stones(picks: list[str]) -> list[int]:
    """Return the start placement that ticked places mean; nothing if there is none like it."""
    rows = tuple(sorted(_ROWS.index(text[0]) for text in picks if text[:1] and text[0] in _ROWS))
    return [PLACE + START_ROWS.index(rows)] if rows in START_ROWS else []


def ticked(picks: list[str]) -> list[int]:
    """Return the cards that are ticked, in the order in which they lie."""
    return sorted({_CARDS[text] for text in picks if text in _CARDS}, key=lambda one: (one % RANKS, one // RANKS))


def dropped(table: Table, seat: int, target: int, cards: list[int], wished: list[str]) -> list[int]:
    """Return the row of actions of a stone dropped on a row: with the ticked cards, or with the best ones."""
    row = min(target, COLUMN)
    if not cards:
        best = best_into(table.position, table.options, seat, row)
        return [LAY + (TWO_PAIRS if row == COLUMN else row)] if best is None else list(best.actions)
    kind = _kind(row, cards)
    if kind == FIVE:
        wished = [*(wished if row == COLUMN else []), write(INTO + _aim(table, seat, row)), *wished]
    if len(cards) > SIZES[kind]:  # one too many is said to be one
        cards = [cards[0], cards[-1], *cards[1:-1]]
    return completed(table, seat, [LAY + kind, *cards], wished)


def _kind(row: int, cards: list[int]) -> int:
    """Return the combination that ticked cards are meant to be in a row."""
    equal = len({card % RANKS for card in cards}) == 1
    if equal and len(cards) == _FIVE_EQUAL:
        return FIVE
    if row == COLUMN:
        return FOUR if equal and len(cards) == _FOUR_EQUAL else TWO_PAIRS
    return row


def _aim(table: Table, seat: int, row: int) -> int:
    """Return where five of a kind goes in a row: of columns two, if that is possible."""
    both = row == COLUMN and targets_of_five(table.position, table.options, seat) >> COLUMNS & 1
    return COLUMNS if both else row
