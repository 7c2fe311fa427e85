"""Cockroach Duel on a page: four lanes, the viewer's end below."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from stammtisch.core.language import Say
from stammtisch.core.table import Table
from stammtisch.games.duel.rules import CROWN, HIDE, LANES, SEATS, TURN, Phase
from stammtisch.games.duel.words import help_line
from stammtisch.kernel import CHANCE
from stammtisch.kernel.seats import NONE
from stammtisch.web.art.cockroach import roach
from stammtisch.web.art.signs import sign
from stammtisch.web.games.duel.goal_art import goal_art
from stammtisch.web.games.duel.hero import hero
from stammtisch.web.view.measures import Measure, games, nothing
from stammtisch.web.view.review.grades import GAMES
from stammtisch.web.view.scene import Offer, Scene

__all__ = ["BREATH", "HOLD", "MEASURE", "arrange", "chip", "goal_art", "hero", "shape"]

MEASURE: Final = Measure(
    lambda worth, _: worth / 2, games, nothing, lambda o: o.first_bluffer == CHANCE, GAMES, 0.01, 0.5
)
HOLD: Final = {Phase.CROSS: 1600, Phase.SHOWN: 2200}
BREATH: Final = {Phase.GUESS: 1500}  # before somebody else turns a tile


@dataclass(frozen=True)
class Tile:
    """A tile on its space: what lies open, and what the viewer knows of a covered one."""

    open: bool
    colour: str  # red, green, or nothing
    fresh: bool  # turned by the last step


@dataclass(frozen=True)
class Space:
    """One space of a lane, from the viewer's side of the table."""

    height: int  # above 0: beyond the middle
    kind: str  # goal, middle or plain
    home: int  # the seat whose home row it is part of, or NONE
    trail: bool  # the last step led over it
    tile: Tile | None
    slot: bool  # a tile belongs here and does not lie here yet
    roach: bool


@dataclass(frozen=True)
class Lane:
    """A lane with its cockroach and what the viewer may do there."""

    number: int
    spaces: tuple[Space, ...]
    queen: bool
    came: str  # where the last step moved the cockroach: up, down, or nothing
    mood: str
    look: int
    close: str  # whose end is one step away: near (the viewer's), far, or nothing
    told: str
    act: Offer
    crown: Offer | None


@dataclass(frozen=True)
class End:
    """One end of the lanes, and who sits there."""

    seat: int
    name: str
    role: str  # bluffer, guesser, or nothing before the first round
    title: str
    hint: str
    won: bool


def shape(scene: Scene) -> dict[str, object]:
    """Return what the templates need."""
    v = scene.view
    near = scene.viewer if scene.viewer < SEATS else 0
    up = 1 if near == 0 else -1
    offers = [scene.offer(_first_action(scene) + lane) for lane in range(LANES)]
    crowning = v.phase == Phase.BLUFF and scene.options.royal and scene.viewer == v.bluffer and not scene.over
    return {
        "roach": roach,
        "sign": sign,
        "lanes": [
            _lane(scene, lane, up, offers[lane], scene.offer(CROWN + lane) if crowning else None)
            for lane in range(LANES)
        ],
        "bluffer": v.bluffer,
        "far": _end(scene, 1 - near),
        "near": _end(scene, near),
        "spaces": scene.options.spaces,
        "royal": bool(scene.options.royal),
        "part": _part(scene),
        "waiting_help": _waiting_help(scene),
        "home": _home(scene),
    }


def _first_action(scene: Scene) -> int:
    """Return what tapping a lane means: laying the red tile there, or turning what lies there."""
    return HIDE if scene.view.phase == Phase.BLUFF and scene.viewer == scene.view.bluffer else TURN


def _part(scene: Scene) -> str:
    """Return the viewer's part in this round."""
    return _role(scene, scene.viewer) if scene.viewer < SEATS and not scene.over else ""


def _home(scene: Scene) -> str:
    """Return what the viewer's own end of the lanes is for."""
    return scene.say("Your home row: bring a cockroach here, and you win.") if _part(scene) else ""


def chip(text: str, say: Say, game_say: Say) -> Markup:  # noqa: ARG001
    """Return a tile as a small one in a sentence."""
    name = game_say("the red cross") if text == "red" else game_say("green")
    return Markup('<span class="little {}" role="img" aria-label="{}">{}</span>').format(text, name, sign(text))


def _waiting_help(scene: Scene) -> str:
    """Return what is about to happen, for a viewer who has nothing to decide; the question has a line of its own."""
    if not _part(scene) or scene.my_turn:
        return ""
    return help_line(scene.view, scene.options, scene.viewer, scene.reader)


def _role(scene: Scene, seat: int) -> str:
    if scene.view.bluffer == NONE:
        return ""
    return "bluffer" if seat == scene.view.bluffer else "guesser"


def _end(scene: Scene, seat: int) -> End:
    say, role, name = scene.say, _role(scene, seat), scene.names[seat]
    mine = seat == scene.viewer
    title, hint = name, ""
    if scene.over:
        return End(seat, name, role, title, hint, seat == scene.view.winner)
    if role == "bluffer":
        title = say("You bluff") if mine else say("{name} bluffs", name=name)
        hint = say("covered lanes come here")
    elif role:
        title = say("You guess") if mine else say("{name} guesses", name=name)
        hint = say("green comes here")
    return End(seat, name, role, title, hint, won=False)


def _lane(scene: Scene, lane: int, up: int, act: Offer, crown: Offer | None) -> Lane:
    v, goal = scene.view, scene.options.goal
    at = v.roach[lane] * up
    was = at if scene.before is None else scene.before.roach[lane] * up
    queen = lane == v.queen
    spaces = tuple(_space(scene, lane, height, at, was, up) for height in range(goal, -goal - 1, -1))
    moved = at - was
    close = {1 - goal: "near", goal - 1: "far"}.get(at, "")
    mood = "glad" if moved or abs(at) == goal else "sly" if close else "calm"
    look = (moved < 0) - (moved > 0) or (at < 0) - (at > 0)
    came = {-1: "up", 1: "down"}.get((moved < 0) - (moved > 0), "")
    return Lane(lane + 1, spaces, queen, came, mood, look, close, _told(scene, lane, at), act, crown)


def _space(scene: Scene, lane: int, height: int, at: int, was: int, up: int) -> Space:
    v, goal = scene.view, scene.options.goal
    kind = "goal" if abs(height) == goal else "plain" if height else "middle"
    trail = at != was and min(at, was) <= height <= max(at, was)
    own = v.bluffer != NONE and height * up == (goal if v.bluffer == 1 else -goal)
    laid = v.red != NONE
    tile = _tile(scene, lane) if own and laid else None
    home = NONE if kind != "goal" else 1 if height * up > 0 else 0
    return Space(height, kind, home, trail, tile, own and not laid and not scene.over, height == at)


def _tile(scene: Scene, lane: int) -> Tile:
    v, before = scene.view, scene.before
    turned = bool(v.turned >> lane & 1)
    colour = ("red" if v.red == lane else "green") if turned or v.red >= 0 else ""
    return Tile(turned, colour, turned and before is not None and not before.turned >> lane & 1)


def _told(scene: Scene, lane: int, at: int) -> str:
    """Say how a lane stands, for those who cannot see it."""
    say, where = scene.say, {"lane": lane + 1, "number": abs(at)}
    near = scene.viewer if scene.viewer < SEATS else 0
    if at == 0:
        return say("Lane {lane}: the cockroach is in the middle.", lane=lane + 1)
    name = scene.names[near if at < 0 else 1 - near]
    return say("Lane {lane}: {number} from the middle, towards {name}.", name=name, **where)


def arrange(table: Table, seat: int, do: list[str], picks: list[str]) -> list[int]:  # noqa: ARG001
    """Return the row of actions that a form means: one tap, or in Royal the red tile and the crown."""
    notation: Any = table.game.notation
    return [notation.read(text) for text in (*do, *picks)]
