"""What the evening paper on the table of Gang of Crooks writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stammtisch.games.gang.cards import POLITICIAN, VALUES
from stammtisch.games.gang.rules import COLLECT, PASSED, Phase, apply
from stammtisch.kernel.seats import NONE, TABLE
from stammtisch.web.view.scene import Scene


@dataclass(frozen=True)
class Paper:
    """The head of the paper."""

    title: str
    left: str
    right: str
    headline: str
    below: str
    broken: bool


def taker(v: Any, o: Any) -> int:
    """Return the seat that takes a complete trick: whoever leads when it is collected."""
    after = v.copy()
    apply(after, o, TABLE, COLLECT)
    leader: int = after.leader
    return leader


def paper(scene: Scene) -> Paper:
    """Return what the paper says now."""
    say, v, o = scene.say, scene.view, scene.options
    playing = v.phase in (Phase.PLAY, Phase.TRICK)
    right = say("Trick {trick} of {tricks}", trick=v.tricks + 1, tricks=o.each) if playing else _stake(scene)
    return Paper(
        say("The Midnight Courier"),
        say("Round {round}", round=v.round_number),
        right,
        _headline(scene),
        _below(scene),
        bool(v.broken),
    )


def _stake(scene: Scene) -> str:
    say, o = scene.say, scene.options
    if o.rounds:
        return say.count("{number} round in all", "{number} rounds in all", o.rounds)
    return say.count("Up to {number} point", "Up to {number} points", o.limit)


def _headline(scene: Scene) -> str:
    say, v = scene.say, scene.view
    if v.phase == Phase.PLAY:
        return _led(scene)
    if v.phase == Phase.TRICK:
        seat = taker(v, scene.options)
        mine, name = seat == scene.viewer, scene.names[seat]
        return say("You take the trick") if mine else say("{name} takes the trick", name=name)
    if v.phase == Phase.CHOICE:
        return say("{name} unites the gang", name=scene.names[v.turn])
    return {
        Phase.DEAL: say("The cards are dealt"),
        Phase.PASS: say("Three cards change hands"),
        Phase.ROUND: say("All cards are played"),
        Phase.SCORED: say("The points of round {round}", round=v.round_number),
        Phase.OVER: say("Final edition"),
    }[v.phase]


def _led(scene: Scene) -> str:
    say, v = scene.say, scene.view
    name = scene.names[v.leader]
    if v.trick[v.leader] == NONE:
        return say("You lead") if v.leader == scene.viewer else say("{name} leads", name=name)
    return (
        say("{name} led green", name=name),
        say("{name} led blue", name=name),
        say("{name} led red", name=name),
        say("{name} led a crook", name=name),
    )[v.trick[v.leader] // VALUES]


def _below(scene: Scene) -> str:
    say, v, o = scene.say, scene.view, scene.options
    match v.phase:
        case Phase.PASS:
            return say.count(
                "Everybody passes to the left neighbour.",
                "Everybody passes {number} seats to the left.",
                v.round_number % o.seats,
            )
        case Phase.PLAY | Phase.TRICK if v.broken:
            return say("The crooks are out: they may be led.")
        case Phase.PLAY | Phase.TRICK:
            return say("No crook has shown up yet: none may be led.")
        case Phase.CHOICE:
            return say("All crooks and the politician in one hand.")
        case _:
            return ""


def caught(scene: Scene, bits: int) -> str:
    """Say whom somebody took, for those who do not see the pictures."""
    say = scene.say
    crooks = (bits & ~(1 << POLITICIAN)).bit_count()
    if bits >> POLITICIAN & 1 and not crooks:
        return say("the politician")
    if bits >> POLITICIAN & 1:
        return say.count("the politician and {number} crook", "the politician and {number} crooks", crooks)
    return say.count("{number} crook", "{number} crooks", crooks) if crooks else say("nobody")


def note(scene: Scene) -> str:
    """Say what was passed to the viewer, or what is on its way; nothing once the first trick is taken."""
    say, v, o, seat = scene.say, scene.view, scene.options, scene.viewer
    if v.round_number % o.seats == 0 or v.tricks or v.phase > Phase.TRICK or v.phase == Phase.DEAL:
        return ""
    if v.phase > Phase.PASS:
        return say("The marked cards come from {name}.", name=scene.names[(seat - v.round_number) % o.seats])
    if v.passed_size[seat] == PASSED:
        return say("On their way to {name}:", name=scene.names[(seat + v.round_number) % o.seats])
    return ""
