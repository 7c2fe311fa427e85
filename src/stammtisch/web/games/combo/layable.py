"""What a hand can lay, for pages: for each kind the choices of cards that leave the best hand, and where stones go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from stammtisch.core.queries import legal_actions
from stammtisch.games.combo.boards import UPGRADES
from stammtisch.games.combo.cards import CARDS, COLOURS, RANKS
from stammtisch.games.combo.combinations import FIVE, FLUSH, KINDS, has_combination
from stammtisch.games.combo.notation import write
from stammtisch.games.combo.position import COLUMN, Phase
from stammtisch.games.combo.stones import can_place
from stammtisch.games.combo.words.names import card_name, combination_name, placing, row_name
from stammtisch.games.combo.words.playable import Playable, card_rows, playable
from stammtisch.web.games.combo.board import SIGNS, Card, card
from stammtisch.web.view.scene import Scene

_LISTED: Final = 12  # choices of cards of a kind that are looked at further; any other cards can be ticked
_WEIGHED: Final = 240  # choices of cards of a kind that are compared
_KEPT: Final = 2000

_found: dict[tuple[int, ...], list[list[Playable]]] = {}


@dataclass(frozen=True)
class Lay:
    """A combination with everything decided about it, as a button shows it."""

    kind: str
    row: str  # the actions that play it
    told: str
    cards: tuple[Card, ...]
    active: int  # stones
    reserve: int
    sign: str
    gain: str  # what the row is worth before and after
    hint: str = ""  # a word that says so, where a hint advises it


def ways(v: Any, o: Any, seat: int) -> list[list[Playable]]:
    """Return what a hand can lay, by kind, the best first."""
    own = [v.hand[seat][colour] for colour in range(COLOURS)]
    board = [*o.words(), *(v.level[seat][row] for row in range(UPGRADES + 1)), v.active[seat], v.reserve[seat]]
    key = (*own, *board)
    if key not in _found:
        if len(_found) >= _KEPT:
            _found.clear()
        _found[key] = _kinds(v, o, seat, own)
    return _found[key]


def best_into(v: Any, o: Any, seat: int, row: int) -> Playable | None:
    """Return the best way to bring stones to a row: the most of them, and five of a kind only if nothing else does."""
    found = [one for group in ways(v, o, seat) for one in group if min(one.target, COLUMN) == row]
    return min(found, key=lambda one: (-one.stones, one.kind == FIVE, -one.from_reserve), default=None)


def lays(scene: Scene) -> list[Lay]:
    """Return what the viewer's hand can lay, the best way of each kind, those that place most stones first.

    Where a hint advises another way, that is the best.
    """
    found = ways(scene.view, scene.options, scene.viewer)
    return [shown(scene, next((one for one in group if _hint(scene, one.actions)), group[0])) for group in found]


def _kinds(v: Any, o: Any, seat: int, own: list[int]) -> list[list[Playable]]:
    kinds = [kind for kind in range(KINDS) if has_combination(own, kind) and can_place(v, o, seat, kind)]
    groups = [_of_kind(v, o, seat, own, kind) for kind in kinds]
    return sorted(groups, key=lambda group: (-group[0].stones, -group[0].from_reserve, -group[0].kind))


def _of_kind(v: Any, o: Any, seat: int, own: list[int], kind: int) -> list[Playable]:
    """Return the ways to lay a kind: first each set of values once, those that leave the most first."""
    rows = sorted(islice(card_rows(own, kind), _WEIGHED), key=lambda row: (-_left(own, row), row))
    seen: dict[tuple[int, ...], int] = {}
    ranked = []
    for place, row in enumerate(rows):
        values = row if kind == FLUSH else tuple(one % RANKS for one in row)
        seen[values] = seen.get(values, -1) + 1
        ranked.append((seen[values], place, row))
    found = []
    for _, _, row in sorted(ranked)[:_LISTED]:
        alone = v.copy()
        for colour in range(COLOURS):
            alone.hand[seat][colour] = sum(1 << one % RANKS for one in row if one // RANKS == colour)
        found += [one for one in playable(alone, o, seat) if one.kind == kind]
    return sorted(found, key=lambda one: (-one.stones, -one.from_reserve))


def _left(own: list[int], row: tuple[int, ...]) -> int:
    """Return how good the hand is without these cards: by what it could still lay, and by equal cards."""
    rest = list(own)
    for one in row:
        rest[one // RANKS] &= ~(1 << one % RANKS)
    equal = sum(sum(ranks >> rank & 1 for ranks in rest) ** 2 for rank in range(RANKS))
    return 100 * sum(has_combination(rest, kind) for kind in range(KINDS)) + equal


def shown(scene: Scene, one: Playable) -> Lay:
    """Return a combination as a page shows it."""
    v, o, seat, game = scene.view, scene.options, scene.viewer, scene.reader.say
    name = combination_name(one.kind, game)
    where = placing(v, o, seat, one.target, name, game)
    if one.target not in (one.kind, COLUMN):
        where = f"{name}. {placing(v, o, seat, one.target, row_name(one.target, game), game)}"
    names = ", ".join(card_name(number, game) for number in one.cards)
    told = scene.say("{what}: {cards}", what=where, cards=names)
    active = one.stones - one.from_reserve
    if one.from_reserve:
        told += ". " + game("{reserve} from the reserve, {active} active", reserve=one.from_reserve, active=active)
    row = min(one.target, COLUMN)
    level = v.level[seat][row]
    gain = f"{o.value[row][level]}→{o.value[row][level + 1]}" if row < COLUMN else ""
    actions = ",".join(map(write, one.actions))
    faces = tuple(card(scene, number) for number in one.cards)
    hint = _hint(scene, one.actions)
    return Lay(name, actions, told, faces, active, one.from_reserve, SIGNS[row], gain, hint)


def rest_of_it(scene: Scene) -> tuple[Lay, ...]:
    """Return every way to finish a combination that was begun by others in the viewer's place."""
    name = combination_name(scene.view.kind, scene.reader.say)
    rows = _ends(scene.game.rules, scene.view, scene.options, scene.viewer)
    return tuple(_row(scene, name, row) for row in rows)


def _ends(rules: Any, v: Any, o: Any, seat: int) -> list[list[int]]:
    if v.phase not in (Phase.LAY, Phase.INTO, Phase.SPLIT):
        return [[]]
    rows = []
    for action in legal_actions(rules, v, o, seat):
        after = v.copy()
        rules.apply(after, o, seat, action)
        done = after.decided[seat] > v.decided[seat]
        rows += [[action, *row] for row in ([[]] if done else _ends(rules, after, o, seat))]
    return rows


def _row(scene: Scene, name: str, row: list[int]) -> Lay:
    rules, o, seat, v = scene.game.rules, scene.options, scene.viewer, scene.view.copy()
    told = [name]
    for action in row:
        if action >= CARDS:
            told.append(scene.game.words.label(v, o, action, scene.reader))
        rules.apply(v, o, seat, action)
    faces = tuple(card(scene, action) for action in row if action < CARDS)
    told[1:1] = [face.name for face in faces]
    reserve = scene.view.reserve[seat] - v.reserve[seat]
    active = scene.view.active[seat] - v.active[seat]
    grown = next(place for place in range(COLUMN + 1) if v.level[seat][place] > scene.view.level[seat][place])
    gain = ""
    if grown < COLUMN:
        level = v.level[seat][grown]
        gain = f"{o.value[grown][level - 1]}→{o.value[grown][level]}"
    hint = _hint(scene, row)
    return Lay(name, ",".join(map(write, row)), ", ".join(told), faces, active, reserve, SIGNS[grown], gain, hint)


def _hint(scene: Scene, row: Sequence[int]) -> str:
    """Return the word for what a hint advises, where it advises all of a row."""
    return scene.hint_word(row[0]) if scene.advised.issuperset(row) else ""
