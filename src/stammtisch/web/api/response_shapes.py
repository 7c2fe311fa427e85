"""What programs are answered: each shape as a schema, and the function that fills it from what its reader may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from stammtisch.bots.levels import EASY, MASTER, NORMAL, PERFECT, STRONG, level_names
from stammtisch.core.fair_deal import fingerprint, handle_of
from stammtisch.core.game import Game
from stammtisch.core.language import voice
from stammtisch.core.options import form
from stammtisch.core.rules_page import voice_of
from stammtisch.core.step import Step, seat_name
from stammtisch.core.words.narration import Narrator, Viewpoint
from stammtisch.kernel.seats import HIDDEN, SPECTATOR
from stammtisch.web.api.json_schema import INTEGER, TEXT, YES_NO, Schema, about, maybe, record, ref, row_of
from stammtisch.web.tables.deal_words import contributions
from stammtisch.web.tables.display_name import all_called
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.moderation import why_halted
from stammtisch.web.tables.record import OPEN, OVER, PACES, RUNNING
from stammtisch.web.view.scene import Scene

NOT_BEGUN: Final = -1  # the number of steps at a table that is still open
MOST_STEPS: Final = 5000  # in one answer
MOST_TOLD: Final = 300  # steps of which one answer says in sentences what happened
STAGE: Final[Schema] = {"type": "string", "enum": [OPEN, RUNNING, OVER]}
PACE: Final[Schema] = {"type": "string", "enum": list(PACES)}
LEVEL: Final[Schema] = {"type": "string", "enum": [EASY, NORMAL, STRONG, MASTER, PERFECT]}
NUMBER: Final[Schema] = about(INTEGER, "how many steps there have been; -1 before the game begins")
_ANYTHING: Final[Schema] = {"description": "a value as the option's `accepts` says"}
_ROWS: Final[Schema] = {"type": "array", "items": {"type": ["integer", "array"], "items": INTEGER}}


SHAPES: Final[Mapping[str, Schema]] = {
    "Problem": {
        "type": "object",
        "required": ["status", "title", "detail"],
        "properties": {
            "status": INTEGER,
            "title": TEXT,
            "detail": about(TEXT, "a sentence; that of a refusal is in the language that was asked for"),
            "rule": about(TEXT, "the name of the rule that forbids an action"),
            "link": about(TEXT, "where that rule can be read"),
        },
    },
    "Games": record({"games": row_of(ref("Game"))}),
    "Game": record(
        {
            "name": TEXT,
            "title": TEXT,
            "version": about(INTEGER, "changes when the rules do"),
            "options": row_of(ref("Option")),
            "state": about(
                {"type": "object", "additionalProperties": row_of(INTEGER, 0, 2)},
                "by field of a view: how many numbers it holds; [] for one, [4, 13] for four rows of thirteen",
            ),
            "actions": about(row_of(TEXT), "every action of the game in its notation, by number"),
            "levels": about(row_of(LEVEL), "how well bots of the house can play it, from the weakest"),
        }
    ),
    "Option": record({"name": TEXT, "label": TEXT, "help": TEXT, "default": _ANYTHING, "accepts": TEXT}),
    "Newcomer": record(
        {"name": TEXT, "token": about(TEXT, "to be sent as `Authorization: Bearer …`, and kept secret")}
    ),
    "Me": record({"name": TEXT, "token": TEXT, "tables": row_of(ref("Table"))}),
    "Tables": record({"tables": row_of(ref("Table"))}),
    "Table": record(
        {
            "id": TEXT,
            "path": about(TEXT, "the page of the table: what people open, and what is sent to invite them"),
            "game": TEXT,
            "version": INTEGER,
            "options": {"type": "object"},
            "stage": STAGE,
            "pace": PACE,
            "listed": YES_NO,
            "hints": about(YES_NO, "whether one may ask for hints: never where two people sit"),
            "rated": about(YES_NO, "whether its host lets the game count for ratings"),
            "paused": about(YES_NO, "whether the house has paused the game: nothing is decided, and no clock runs"),
            "ended": about(YES_NO, "whether the house has ended it, so that it has no outcome"),
            "host": about(YES_NO, "whether you are the host, who begins the game"),
            "you": about(maybe(INTEGER), "your seat; null if you watch"),
            "seats": row_of(ref("Seat")),
            "number": NUMBER,
            "fingerprint": about(TEXT, "the SHA-256 of the seed of the house, from which all deals follow"),
            "seed": about(maybe(TEXT), "that seed in hexadecimal, when the game is over"),
            "deal": ref("Deal"),
            "next": about(maybe(TEXT), "the table at which the same people play again"),
            "practice": about(
                maybe(TEXT), "the table whose game is taken up again here, with its deal, where it is one"
            ),
        }
    ),
    "Deal": record(
        {
            "house_alone": about(YES_NO, "whether the deal must be equal elsewhere, so that nobody adds words"),
            "opening": about(YES_NO, "whether the game is begun, and words are opened before the deal"),
            "handle": about(maybe(TEXT), "what you are called here; null if you have no seat"),
            "words": about(row_of(ref("Contribution")), "of every person, by seat; fixed when the game is begun"),
        }
    ),
    "Contribution": record(
        {
            "seat": INTEGER,
            "handle": about(TEXT, "of the person who sits there"),
            "hash": about(maybe(TEXT), "SHA-256 of `<table> <handle> <words>`; null if none was sent"),
            "words": about(maybe(TEXT), "64 hexadecimal digits; null if they are not open"),
        }
    ),
    "Seat": record(
        {
            "name": about(TEXT, "empty while it is free"),
            "who": {"type": "string", "enum": ["free", "person", "bot"]},
            "level": about(maybe(LEVEL), "how well a bot of the house plays; null for anybody else"),
            "ready": YES_NO,
            "away": YES_NO,
            "kept": about(YES_NO, "whether a bot plays here until its person is back"),
            "stalled": about(YES_NO, "whether those who wait may ask for a bot here now"),
            "hints": about(INTEGER, "how many hints were taken here"),
        }
    ),
    "View": record(
        {
            "table": TEXT,
            "stage": STAGE,
            "opening": about(YES_NO, "whether words are opened before the deal; `deal` of the table says which"),
            "you": about(maybe(INTEGER), "your seat; null if you watch"),
            "number": NUMBER,
            "view": about(
                {"type": ["object", "null"], "additionalProperties": {"anyOf": [INTEGER, _ROWS]}},
                "what your seat may know, by field of the game's state: whole numbers of up to 63 bits; -1 is none, "
                "-2 unknown to you",
            ),
            "waiting": about(row_of(INTEGER), "the seats that owe a decision"),
            "decided": about(INTEGER, "how many decisions you have completed; send it back when you act"),
            "ask": about(TEXT, "what you are asked, or why nobody is asked anything now; empty if nothing"),
            "legal": row_of(ref("Choice")),
            "steps": about(
                row_of(ref("Step")),
                f"from number `after` on, at most {MOST_STEPS}, and {MOST_TOLD} with `told`: ask on after the last",
            ),
            "told": about(row_of(TEXT), "what happened in these steps, in sentences; with `told` alone"),
            "outcome": {"anyOf": [ref("Outcome"), {"type": "null"}]},
        }
    ),
    "Choice": record({"action": about(TEXT, "in the game's notation: what you send back"), "label": TEXT}),
    "Step": record(
        {
            "number": INTEGER,
            "seat": about({"type": ["integer", "string"]}, "a seat, `nature` for deals or `table` for what is forced"),
            "action": about(maybe(TEXT), "null where you may not see it"),
        }
    ),
    "Outcome": record(
        {
            "scores": row_of(INTEGER),
            "places": about(row_of(INTEGER), "1 is best; equal places are shared"),
            "reason": INTEGER,
            "ending": about(TEXT, "how it ended, in a sentence"),
        }
    ),
}


def game_json(game: Game, language: str) -> dict[str, object]:
    """Return what a program must know of a game."""
    rules, say = game.rules, voice_of(game, language)
    options = [
        {
            "name": field.name,
            "label": field.label,
            "help": field.help,
            "default": field.default,
            "accepts": field.choice.accepts(),
        }
        for field in form(game, say)
    ]
    return {
        "name": game.NAME,
        "title": game.words.title(say),
        "version": rules.VERSION,
        "options": options,
        "state": {name: list(shape) for name, shape in rules.State.shapes.items()},
        "actions": [game.notation.write(action) for action in range(rules.ACTIONS)],
        "levels": level_names(game),
    }


def table_json(room: LiveTable, person: str) -> dict[str, object]:
    """Return a table as everybody may see it, with what it is to one person."""
    return {
        "id": room.id,
        "path": f"/t/{room.id}",
        "game": room.game.NAME,
        "version": room.saved.version,
        "options": room.saved.choices,
        "stage": room.stage,
        "pace": room.terms.pace,
        "listed": room.terms.listed,
        "hints": room.hints,
        "rated": room.terms.rated,
        "paused": room.paused,
        "ended": room.ended,
        "host": room.host == person,
        "you": _you(room.seat_of(person)),
        "seats": [
            {
                "name": place.name,
                "who": "free" if place.free else "bot" if place.bot or place.left else "person",
                "level": place.level if place.bot or place.left else None,
                "ready": place.ready,
                "away": seat in room.away,
                "kept": seat in room.kept,
                "stalled": seat in room.stalled,
                "hints": place.hints,
            }
            for seat, place in enumerate(room.places)
        ],
        "number": number_of(room),
        "fingerprint": fingerprint(room.saved.seed),
        "seed": room.open_seed or None,
        "deal": _deal_json(room, person),
        "next": room.record.next or None,
        "practice": room.record.practice or None,
    }


def _deal_json(room: LiveTable, person: str) -> dict[str, object]:
    return {
        "house_alone": room.record.deal.house_alone,
        "opening": room.opening,
        "handle": None if room.seat_of(person) == SPECTATOR else handle_of(room.id, person),
        "words": [
            {"seat": one.seat, "handle": one.handle, "hash": one.hash or None, "words": one.words or None}
            for one in contributions(room)
        ],
    }


def number_of(room: LiveTable) -> int:
    """Return how many steps there have been at a table."""
    return NOT_BEGUN if not room.begun or room.table is None else len(room.table.steps)


def view_json(room: LiveTable, viewer: int, language: str, after: int, *, told: bool = False) -> dict[str, object]:
    """Return the game as a viewer may see it, with the steps from number `after` on; `told`: in sentences, too."""
    answer: dict[str, object] = {
        "table": room.id,
        "stage": room.stage,
        "opening": room.opening,
        "you": _you(viewer),
        "number": number_of(room),
        "view": None,
        "waiting": [],
        "decided": 0,
        "ask": "",
        "legal": [],
        "steps": [],
        "told": [],
        "outcome": None,
    }
    if not room.begun:
        return answer
    table, rules = room.game_table(), room.game.rules
    view = table.view(viewer)  # all that follows is made from the view and the steps as the viewer saw them
    over = rules.waiting(view, room.options) == 0
    say = voice("stammtisch.web", language)
    halted = why_halted(room, say)
    seen = (room.game, room.options, view, viewer, language, room.places, all_called(room.names, say))
    scene = Scene(*seen, over=over, halted=halted)
    answer["view"] = {name: getattr(view, name) for name in rules.State.shapes}
    answer["waiting"] = scene.waiting
    answer["decided"] = scene.decided
    answer["ask"] = scene.ask or halted
    answer["legal"] = [{"action": offer.text, "label": offer.label} for offer in map(scene.offer, scene.legal)]
    first = max(after, 0)
    until = first + (MOST_TOLD if told else MOST_STEPS)
    answer["steps"] = [_step_json(room.game, step) for step in table.steps_seen_by(viewer, first, until)]
    answer["told"] = _sentences(room, viewer, language, first, until) if told else []
    answer["outcome"] = _outcome_json(scene)
    return answer


def _you(seat: int) -> int | None:
    return None if seat == SPECTATOR else seat


def _step_json(game: Game, step: Step) -> dict[str, object]:
    name = seat_name(step.seat)
    action = None if step.action == HIDDEN else game.notation.write(step.action)
    return {"number": step.number, "seat": int(name) if name.isdecimal() else name, "action": action}


def _sentences(room: LiveTable, viewer: int, language: str, first: int, until: int) -> list[str]:
    """Say what a viewer saw happen from step `first` until before step `until`."""
    table = room.game_table()
    seen = Viewpoint(table, viewer, steps=min(first, len(table.steps)))
    names = all_called(room.names, voice("stammtisch.web", language))
    narrator = Narrator(room.game, room.options, language, names)
    told = (narrator.sentence(seen.follow(step)) for step in table.steps[first:until])
    return [sentence for sentence in told if sentence]


def _outcome_json(scene: Scene) -> dict[str, Any] | None:
    outcome = scene.outcome
    if outcome is None:
        return None
    return {
        "scores": outcome.scores,
        "places": outcome.places,
        "reason": outcome.reason,
        "ending": scene.ending,
    }
