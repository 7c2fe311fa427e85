"""Moments of Combination Race that a log begins a part with, or that a lesson speaks about when they first come."""

from __future__ import annotations

from typing import Final

from stammtisch.core.language import Reader
from stammtisch.core.step import Step
from stammtisch.core.words.narration import SeenStep
from stammtisch.games.combo.boards import UPGRADES
from stammtisch.games.combo.cards import COLOURS, RANKS
from stammtisch.games.combo.combinations import THREE
from stammtisch.games.combo.position import COLUMN, DRAW, Options, Phase, State
from stammtisch.games.combo.stones import hand_limit, stones_left
from stammtisch.games.combo.words.playable import layable

PAIR: Final = 2  # equal cards


def heading(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Return the title of the part that begins with a step: the first stones, and each round."""
    opens = before.phase == Phase.TURN and before.turn == _opener(before, o)
    return part_name(before, reader) if step.number == 0 or opens else ""


def part_name(v: State, reader: Reader) -> str:
    """Return the title of the part in which a game is."""
    return reader.say("Round {round}", round=v.round_number) if v.round_number else reader.say("The first stones")


def _opener(v: State, o: Options) -> int:
    """Return the first seat of a round that has turns."""
    seats = ((v.first + step) % o.seats for step in range(o.seats))
    return next(seat for seat in seats if not v.blocked >> seat & 1)


def notices(seen: SeenStep, o: Options, viewer: int) -> tuple[str, ...]:
    """Return the names of what a learner may want to be told about a step.

    `opened`, `round_2` and on, `shuffled`, `over`; of the viewer `took`, `exchanged`, `over_limit`, `discarded`;
    of the viewer and, with `other_` before it, of the others `draws`, `laid`, `filled_column`, `last_stone`; of the
    viewer `grew_pile`, `grew_display`, `grew_exchange` and `grew_hand`, by the row that went up a level.
    """
    step, before, after = seen
    found = [*_of_the_table(before, after)]
    for seat in range(o.seats):
        whose = "" if seat == viewer else "other_"
        if step.seat == seat and step.action == DRAW:
            found.append(f"{whose}draws")
        found += [whose + name for name in _placings(before, after, seat)]
    if viewer < o.seats:
        found += [*_of_the_viewer(seen, o, viewer)]
    return tuple(found)


def _of_the_table(before: State, after: State) -> list[str]:
    found = []
    if before.phase == Phase.START and after.phase == Phase.DEAL:
        found.append("opened")
    if before.round_number < after.round_number:
        found.append(f"round_{after.round_number}")
    if before.phase == Phase.SHUFFLE:
        found.append("shuffled")
    if after.phase == Phase.OVER:
        found.append("over")
    return found


def _placings(before: State, after: State, seat: int) -> list[str]:
    if before.phase == Phase.START or stones_left(after, seat) == stones_left(before, seat):
        return []
    found = ["laid"]
    if after.level[seat][COLUMN] > before.level[seat][COLUMN]:
        found.append("filled_column")
    if stones_left(after, seat) == 0:
        found.append("last_stone")
    return found


def _of_the_viewer(seen: SeenStep, o: Options, viewer: int) -> list[str]:
    _, before, after = seen
    found = []
    if before.phase != Phase.START:
        grown = (row for row in range(UPGRADES) if after.level[viewer][row] > before.level[viewer][row])
        found += [("grew_pile", "grew_display", "grew_exchange", "grew_hand")[row] for row in grown]
    if after.active[viewer] > before.active[viewer]:
        found.append("exchanged")
    if before.turn == viewer and before.phase == Phase.TAKE and after.phase != Phase.TAKE:
        found.append("took")
    if before.turn == viewer and before.phase == Phase.DISCARD and after.phase != Phase.DISCARD:
        found.append("discarded")
    if before.hand_size[viewer] <= hand_limit(after, o, viewer) < after.hand_size[viewer]:
        found.append("over_limit")
    return found


def facts(v: State, o: Options, seat: int) -> tuple[str, ...]:
    """Return the names of what is true for a seat that is asked, and that a learner may want to be told.

    `ready` if it could lay something, `ready_three` if that is three of a kind and nothing else; `third_7` if it holds
    two sevens and another one lies in the display, and so for every value.
    """
    kinds = [kind for kind, _ in layable(v, o, seat)]
    found = ["ready_three"] if kinds == [THREE] else []
    found += ["ready"] if kinds else []
    for rank in range(RANKS):
        held, shown = (
            sum(cards[colour] >> rank & 1 for colour in range(COLOURS)) for cards in (v.hand[seat], v.display)
        )
        found += [f"third_{rank + 1}"] if shown and held == PAIR else []
    return tuple(found)
