"""Measures in words: what each is called, what it says, and its numbers by the customs of a language."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum

from stammtisch.core.language import Say
from stammtisch.core.rules_page import voice_of
from stammtisch.study.experiments.experiment import BOTS
from stammtisch.study.measures.estimates import Measured
from stammtisch.study.measures.length import LENGTHS
from stammtisch.study.plan import GAME, StudyPlan

_FINE, _COARSE = 10, 100  # below, numbers have two digits behind the point; below, one


class Form(Enum):
    """How a measure is written."""

    PERCENT = "0.0%"
    WHOLE_PERCENT = "0%"
    NUMBER = "0"
    WHOLE = "whole"  # what is counted
    SCORE = "0.000"


@dataclass(frozen=True)
class Description:
    """What a measure is called, and what it says in a sentence."""

    label: str
    note: str
    form: Form


def describe(name: str, say: Say) -> Description:
    """Return what there is to say about a measure."""
    kind, _, which = name.partition(".")
    if kind == "win":
        label = say("Seat {number} wins", number=int(which) + 1)
        return Description(label, say("Its part of the games; a shared win is split."), Form.PERCENT)
    if kind == "bot":
        label = say("A seat of {bot} wins", bot=which)
        return Description(label, say("On average over all seats it sits at."), Form.PERCENT)
    if kind == "seat_beyond":
        label = say("Seat {number} wins beyond its fair share", number=int(which) + 1)
        return Description(label, say("By how much more than the seats do on average."), Form.PERCENT)
    if kind == "bot_beyond":
        label = say("A seat of {bot} wins beyond its fair share", bot=which)
        return Description(label, say("By how much more than the seats do on average."), Form.PERCENT)
    if kind in ("opener", "opener_beyond"):
        return _opener(kind, int(which), say)
    if kind in ("leader", "behind"):
        return _catching_up(kind, int(which), say)
    if kind in LENGTHS and which:
        return _quantile(kind, int(which), say)
    return _numbers(name, say) or _courses(name, say) or _choices(name, say) or _luck(name, say) or _ends(name, say)


def _opener(kind: str, place: int, say: Say) -> Description:
    """Return what there is to say about a seat by how far it sits from whoever opens."""
    if kind == "opener_beyond":
        note = say("By how much more than the seats do on average.")
        if place == 0:
            return Description(say("Whoever opens wins beyond its fair share"), note, Form.PERCENT)
        label = say("Seat +{place} from whoever opens wins beyond its fair share", place=place)
        return Description(label, note, Form.PERCENT)
    note = say("Who opens is the first to decide something alone; seats are counted on from there.")
    if place == 0:
        return Description(say("Whoever opens wins"), note, Form.PERCENT)
    return Description(say("Seat +{place} from whoever opens wins", place=place), note, Form.PERCENT)


def _ends(name: str, say: Say) -> Description:
    found = {
        "balance": (
            say("Balance of the seats"),
            say("Whole where all seats win equally often, nothing where one always wins."),
        ),
        "advantage": (
            say("Largest advantage of a seat"),
            say("How far the seat wins from its fair share, above or below, that is farthest from it."),
        ),
        "shared": (say("Shared wins"), say("Games in which several are first.")),
        "nobody": (say("Games that nobody wins"), say("Games in which no seat is first.")),
        "unfinished": (
            say("Games without an end"),
            say("Games that were broken off because they took too many steps."),
        ),
    }
    return Description(*found[name], Form.PERCENT)


def _numbers(name: str, say: Say) -> Description | None:
    found = {
        "minutes": (
            say("Minutes"),
            say("At a person’s pace, which is assumed: a second for each decision and two for each bit of choice."),
        ),
        "rounds": (say("Rounds"), say("Decisions of the seat that has most.")),
        "decisions": (say("Decisions"), say("Of all seats together; a row of choices is one.")),
        "steps": (say("Steps"), say("Everything that happens: deals, choices, and what is forced.")),
        "branching": (say("Ways to go"), say("On average at each single choice.")),
        "lead_changes": (
            say("Lead changes"),
            say("How often another seat comes clearly ahead: by a tenth of a chance to win."),
        ),
    }
    return Description(*found[name], Form.NUMBER) if name in found else None


def _quantile(length: str, percent: int, say: Say) -> Description:
    """Return what there is to say about the length that so many games do not go beyond."""
    label = say(
        "{measure}: {part} of the games",
        measure=describe(length, say).label,
        part=number(percent / 100, Form.WHOLE_PERCENT, say),
    )
    note = say("So large a part of the games takes no more than this.")
    return Description(label, note, Form.NUMBER if length == "minutes" else Form.WHOLE)


def _courses(name: str, say: Say) -> Description | None:
    found = {
        "real": (say("Decisions with a choice"), say("Decisions in which there is more than one way to go.")),
        "drama": (say("Drama"), say("How far the later winner is behind the leader in chances to win, on average.")),
        "settled": (
            say("Settled after"),
            say("The part of the game after which the winner’s chance stays above four fifths."),
        ),
        "stability": (say("Stability"), say("Whole if chances do not move at all from one moment to the next.")),
        "hidden": (
            say("Hidden share"),
            say("How much of what is still open lies in what the seat to decide cannot see."),
        ),
    }
    return Description(*found[name], Form.PERCENT) if name in found else None


def _catching_up(kind: str, part: int, say: Say) -> Description:
    percent = number(part / 100, Form.WHOLE_PERCENT, say)
    if kind == "leader":
        label = say("The leader after {part} wins", part=percent)
        note = say("How often whoever is likeliest to win after that part of an average game does win.")
        return Description(label, note, Form.PERCENT)
    label = say("Those behind gain after {part}", part=percent)
    note = say("How much more they win than they would if rules of thumb played on from there.")
    return Description(label, note, Form.PERCENT)


def _choices(name: str, say: Say) -> Description | None:
    found = {
        "stakes.second": (
            say("Best against second best"),
            say("What the best way is worth more than the second best, in chances to win, at decisions with a choice."),
        ),
        "stakes.worst": (
            say("Best against worst"),
            say("What the best way is worth more than the worst, in chances to win, at decisions with a choice."),
        ),
        "hopeless": (
            say("Choices without hope"),
            say("Choices of seats whose chance to win is at most a twentieth, whatever they choose."),
        ),
        "kingmaking": (
            say("Kingmaking"),
            say("How far a choice without hope moves the chance of the other seat that it moves most."),
        ),
        "evaluators.apart": (
            say("Net and playouts apart"),
            say("How far the two differ about a chance, as a root mean square, beyond the error of playouts."),
        ),
    }
    return Description(*found[name], Form.PERCENT) if name in found else _scores(name, say)


def _scores(name: str, say: Say) -> Description | None:
    note = say("Brier score: the mean square of a chance less what happened; nothing is best, a quarter is a coin.")
    found = {
        "evaluators.net": (say("Error of the net"), note),
        "evaluators.playouts": (say("Error of playouts"), note),
        "evaluators.nearer": (
            say("The net is nearer by"),
            say("The Brier score of playouts less that of the net."),
        ),
    }
    return Description(*found[name], Form.SCORE) if name in found else None


def _luck(name: str, say: Say) -> Description | None:
    found = {
        "luck.deal": (say("Luck of the deal"), say("What the deal decides of who wins.")),
        "luck.seat": (say("The seat"), say("What the seat decides of who wins.")),
        "luck.player": (say("The player"), say("What it decides who plays.")),
        "luck.rest": (say("The rest"), say("What is left: how the same players happen to decide in the same deal.")),
    }
    return Description(*found[name], Form.PERCENT) if name in found else None


def number(value: float, form: Form, say: Say, like: float | None = None) -> str:
    """Write a number; with as many digits as one that it is `like`."""
    if form is Form.SCORE:
        return say.decimals(value, 3)
    if form is Form.WHOLE:
        return say.number(round(value))
    if form is not Form.NUMBER:
        return say.percent(value, 1 if form is Form.PERCENT else 0)
    size = abs(value if like is None else like)
    return say.decimals(value, 2 if size < _FINE else 1 if size < _COARSE else 0)


def margin(measured: Measured, form: Form, say: Say) -> str:
    """Write how far an interval reaches, in what `number` writes, or nothing if there is none."""
    if measured.margin is None:
        return ""
    return number(measured.margin, form, say, measured.value)


def interval(measured: Measured, form: Form, say: Say) -> str:
    """Write the interval of a value, or nothing if there is none."""
    if measured.low is None or measured.high is None:
        return ""
    low, high = (number(end, form, say, measured.value) for end in (measured.low, measured.high))
    return say("{low} to {high}", low=low, high=high)


def within(measured: Measured, form: Form, say: Say) -> str:
    """Write a value with its interval."""
    value = number(measured.value, form, say)
    if measured.low is None or measured.high is None:
        return value
    low, high = (number(end, form, say, measured.value) for end in (measured.low, measured.high))
    return say("{value} ({low} to {high})", value=value, low=low, high=high)


def option_label(plan: StudyPlan, name: str, say: Say) -> str:
    """Return what the game calls an option, or what else is varied."""
    if name in (BOTS, GAME):
        return say("Bots") if name == BOTS else say("Game")
    return plan.game.words.option(name, voice_of(plan.game, say.language))[0]


def title(plan: StudyPlan, say: Say) -> str:
    """Return what the game is called."""
    return plan.game.words.title(voice_of(plan.game, say.language))


def value_label(value: object, say: Say) -> str:
    """Write the value of an option."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return value if isinstance(value, str) else json.dumps(value)
