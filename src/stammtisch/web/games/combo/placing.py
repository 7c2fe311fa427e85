"""Where the stones of four and five of a kind go and come from: wishes beside the buttons, while cards are ticked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from stammtisch.core.rows import RowWalk
from stammtisch.core.table import Table
from stammtisch.games.combo.combinations import FIVE, FOUR
from stammtisch.games.combo.notation import write
from stammtisch.games.combo.position import COLUMN, COLUMNS, DONE, INTO, LAY, RESERVE, TARGETS, Phase
from stammtisch.games.combo.stones import splits_of, targets_of_five
from stammtisch.games.combo.words.names import combination_name, placing, row_name
from stammtisch.web.view.scene import Scene

_MOST: Final = 5  # stones that may be taken from the reserve at once


@dataclass(frozen=True)
class Wish:
    """A few answers side by side, of which one is given from the start."""

    legend: str
    name: str
    answers: tuple[tuple[str, str], ...]  # value and words
    given: str


def wishes(scene: Scene) -> tuple[Wish, ...]:
    """Return what may be asked after the cards of four or five of a kind."""
    v, o, seat, say, game = scene.view, scene.options, scene.viewer, scene.say, scene.reader.say
    targets = targets_of_five(v, o, seat) if LAY + FIVE in scene.legal else 0
    aims = [target for target in (COLUMNS, COLUMN) if targets >> target & 1]
    into = [(f"~{write(INTO + aim)}", placing(v, o, seat, aim, row_name(aim, game), game)) for aim in aims]
    splits = splits_of(v, o, seat, COLUMN) if LAY + FOUR in scene.legal else 0
    for target in range(TARGETS):
        if targets >> target & 1:
            splits |= splits_of(v, o, seat, target)
    reserve = [(f"~{write(RESERVE + number)}", f"{number}") for number in range(_MOST + 1) if splits >> number & 1]
    found = []
    if len(into) > 1:
        found.append(Wish(say("Five of a kind goes to"), "into", tuple(into), into[0][0]))
    if len(reserve) > 1:
        kinds = [combination_name(kind, game) for kind in (FOUR, FIVE) if LAY + kind in scene.legal]
        legend = say("{combinations}: stones from the reserve", combinations=" / ".join(kinds))
        found.append(Wish(legend, "reserve", tuple(reserve), reserve[-1][0]))  # as on the offers: as many as possible
    return tuple(found)


def completed(table: Table, seat: int, row: list[int], wished: list[str]) -> list[int]:
    """Return a row with what is still asked after it: where stones go, how they are divided, the end of an exchange.

    Where fewer stones are placed than were wished from the reserve, as many as possible come from there.
    """
    position = table.position.copy()
    walk = RowWalk(table.rules, position, table.options, seat)
    if not walk.take_all(row):
        return row
    for phase, word in ((Phase.INTO, "into "), (Phase.SPLIT, "reserve ")):
        if position.phase == phase and not walk.complete:
            answers = [_read(table, text) for text in wished if text.startswith(word)]
            if phase == Phase.SPLIT and answers:
                answers = [_nearest(walk, answers[0] - RESERVE)]
            row = [*row, *answers[:1]]
            if not answers or not walk.take(answers[0]):
                return row
    unfinished = position.phase == Phase.EXCHANGE and not walk.complete
    return [*row, DONE] if unfinished and not walk.rule_against(DONE) else row


def _nearest(walk: RowWalk, wished: int) -> int:
    """Return the answer that is nearest to a wished number of stones from the reserve, among those that are legal."""
    numbers = sorted(range(_MOST + 1), key=lambda number: abs(number - wished))
    return RESERVE + next((number for number in numbers if not walk.rule_against(RESERVE + number)), wished)


def _read(table: Table, text: str) -> int:
    notation: Any = table.game.notation
    action: int = notation.read(text)
    return action
