"""Actions of a duel as text: `hide 2`, `crown 3`, `turn 1`; lanes are numbered 1 to 4, seats 0 and 1."""

from __future__ import annotations

from typing import Final

from stammtisch.core.transcripts.action_names import ActionNames
from stammtisch.games.duel.rules import ACTIONS, CROWN, FIRST, HIDE, LANES, MARCH, SEATS, SWAP, TURN

_NAMES: Final = (
    {HIDE + lane: f"hide {lane + 1}" for lane in range(LANES)}
    | {CROWN + lane: f"crown {lane + 1}" for lane in range(LANES)}
    | {TURN + lane: f"turn {lane + 1}" for lane in range(LANES)}
    | {FIRST + seat: f"first {seat}" for seat in range(SEATS)}
    | {MARCH: "march", SWAP: "swap"}
)
_WORDS: Final = ActionNames("duel", ACTIONS, _NAMES, examples="'hide 2', 'crown 3' or 'turn 1'")
write, read = _WORDS.write, _WORDS.read
