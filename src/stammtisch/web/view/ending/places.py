"""How somebody came off, in words."""

from __future__ import annotations

from babel.lists import format_list

from stammtisch.core.language import Say
from stammtisch.core.outcome import GameOutcome

_DUEL = 2  # seats at which "second" says no more than who has won


def came_off(outcome: GameOutcome, viewer: int, names: tuple[str, ...], say: Say) -> str:
    """Return how a game ended for a viewer, as a headline; for those who watch, who has won."""
    if viewer >= len(names):
        return who_won(outcome, names, say)
    place = outcome.places[viewer]
    alike = [names[seat] for seat in range(len(names)) if seat != viewer and outcome.places[seat] == place]
    if place == 1:
        return say("You share the win with {names}", names=listed(alike, say)) if alike else say("You win")
    if len(names) == _DUEL and outcome.winners:
        return say("This time {name} wins", name=names[outcome.winners[0]])
    return _shared(place, say) if alike else _alone(place, say)


def who_won(outcome: GameOutcome, names: tuple[str, ...], say: Say) -> str:
    """Return who has won, as a headline."""
    winners = [names[seat] for seat in outcome.winners]
    if not winners:
        return say("Nobody at the table wins")
    if len(winners) == 1:
        return say("{name} wins", name=winners[0])
    return say("{names} share the win", names=listed(winners, say))


def listed(names: list[str], say: Say) -> str:
    """Return names as a language lists them: "Ada, Bo and Cleo"."""
    return format_list(names, locale=say.language)


def _alone(place: int, say: Say) -> str:
    return {
        2: say("You came second"),
        3: say("You came third"),
        4: say("You came fourth"),
        5: say("You came fifth"),
        6: say("You came sixth"),
    }.get(place, say("You came in place {number}", number=place))


def _shared(place: int, say: Say) -> str:
    return {
        2: say("You share second place"),
        3: say("You share third place"),
        4: say("You share fourth place"),
        5: say("You share fifth place"),
    }.get(place, say("You share place {number}", number=place))
