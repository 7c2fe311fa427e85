"""Why an action is a good one at a duel, from where the cockroaches are."""

from __future__ import annotations

from stammtisch.core.language import Reader
from stammtisch.games.duel.rules import CROWN, HIDE, LANES, TURN, Options, State


def reason(v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    """Say in one sentence what speaks for an action; nothing where there is nothing true to say."""
    if action < CROWN:
        return _to_hide(v, o, 1 - seat, action - HIDE, reader)
    if action < TURN:
        return _to_crown(v, o, seat, action - CROWN, reader)
    return _to_turn(v, o, seat, action - TURN, reader)


def spaces_left(v: State, o: Options, seat: int, lane: int) -> int:
    """Return how many spaces a cockroach is from winning for a seat."""
    return o.goal - v.roach[lane] * (1 if seat == 1 else -1)


def _steps(v: State, lane: int) -> int:
    return 2 if lane == v.queen else 1


def _is_closest(v: State, o: Options, seat: int, lane: int, lanes: list[int]) -> bool:
    """Whether no other cockroach of these lanes is closer to a seat, and some are not as close."""
    left = [spaces_left(v, o, seat, other) for other in lanes]
    return spaces_left(v, o, seat, lane) == min(left) < max(left)


def _to_hide(v: State, o: Options, guesser: int, lane: int, reader: Reader) -> str:
    say, name = reader.say, reader.name(guesser)
    if spaces_left(v, o, guesser, lane) <= _steps(v, lane):
        return say("A green tile there would win for {name}.", name=name)
    if _is_closest(v, o, guesser, lane, list(range(LANES))):
        return say("No cockroach is closer to {name}, who will want to turn this lane.", name=name)
    return say("What counts is that {name} cannot foresee it.", name=name)


def _to_crown(v: State, o: Options, seat: int, lane: int, reader: Reader) -> str:
    left = spaces_left(v, o, seat, lane)
    if left <= 2:  # noqa: PLR2004  # a queen's steps
        return reader.say("As queen it comes home to you if her lane is still covered when the cross is turned.")
    if _is_closest(v, o, seat, lane, list(range(LANES))):
        return reader.say("No cockroach is closer to you, and a queen runs two spaces.")
    name = reader.name(1 - seat)
    return reader.say("What counts is that it does not tell {name} where the red tile is.", name=name)


def _to_turn(v: State, o: Options, seat: int, lane: int, reader: Reader) -> str:
    say, bluffer = reader.say, 1 - seat
    covered = [other for other in range(LANES) if not v.turned >> other & 1]
    if spaces_left(v, o, seat, lane) <= _steps(v, lane):
        return say("A green tile there wins the game.")
    if spaces_left(v, o, bluffer, lane) <= _steps(v, lane):
        name = reader.name(bluffer)
        return say("It would come home to {name} with the cross; a green tile brings it back.", name=name)
    if lane == v.queen:
        return say("Green brings the queen two spaces.")
    if _is_closest(v, o, seat, lane, covered):
        return say("Of the covered lanes, no cockroach is closer to you.")
    return say("All but one of {number} covered tiles are green.", number=len(covered))
