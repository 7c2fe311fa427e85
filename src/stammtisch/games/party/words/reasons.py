"""Why an action is a good one at Costume Party, from what the seat can see."""

from __future__ import annotations

from stammtisch.core.language import Reader
from stammtisch.games.party.position import ALL, FACE_DOWN, KEEP, KING, PAIR, Options, Phase, State
from stammtisch.games.party.words.costumes import shown_value, values_in
from stammtisch.kernel.bits import has_in
from stammtisch.kernel.seats import NONE


def reason(v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    """Say in one sentence what speaks for an action; nothing where there is nothing true to say."""
    match v.phase:
        case Phase.SEAL:
            return reader.say("Nobody knows that you wait for its double.")
        case Phase.PLAY if action == KING:
            return _to_sweep(v, seat, reader)
        case Phase.PLAY:
            return _to_play(v, o, seat, action, reader)
        case Phase.TAKE if action < ALL:
            return _to_take(v, o, seat, action, reader)
        case Phase.MIRROR:
            return _to_throw_out(v, seat, action, reader)
        case _:
            return ""


def _to_sweep(v: State, seat: int, reader: Reader) -> str:
    """Say what the whole floor would change."""
    say, change = reader.say, 0
    for value in values_in(v.floor_values):
        if v.floor[value] & 1:
            change += -value if has_in(v.display[seat], value) else value
    if change < 0:
        return say("The whole dance floor lowers your sum by {number}.", number=-change)
    if change == 0:
        return say("The whole dance floor costs you nothing, and nobody else takes anything.")
    return ""


def _to_play(v: State, o: Options, seat: int, card: int, reader: Reader) -> str:
    say, display = reader.say, v.display[seat]
    wanted = [value for value in values_in(v.floor_values) if has_in(display, value)]
    if wanted and card == min(values_in(v.hand[seat])):
        return say(
            "A low card takes early, and the double of your {card} is there.", card=shown_value(wanted[-1], reader)
        )
    if has_in(display, card):
        return say("It will be on the dance floor next round, and you have its double.")
    if not wanted and card == max(values_in(v.hand[seat])):
        return say("Nothing there makes a pair for you, so the low cards can wait.")
    if not any(has_in(v.display[guest], card) for guest in range(o.guests)):
        return say("It will be on the dance floor next round, and nobody shows its double yet.")
    return ""


def _to_take(v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    say, value = reader.say, action - PAIR if action > PAIR else action
    if action > PAIR:
        return say("Your face-down card leaves with it.")
    if has_in(v.display[seat], value):
        return say.count(
            "It leaves with its double: {number} point less.", "It leaves with its double: {number} points less.", value
        )
    rival = _who_wants(v, o, seat, value)
    if rival != NONE:
        return say("{name} comes after you and would have made a pair with it.", name=reader.name(rival))
    if value == min(values_in(v.floor_values)):
        return say("It is the lowest that is there.")
    return _to_come(v, o, value, reader)


def _who_wants(v: State, o: Options, seat: int, value: int) -> int:
    """Return somebody who has yet to take and has the double of a card of which there is one."""
    rest = [other for other in range(o.seats) if other != seat and has_in(v.to_take, other)]
    waiting = [other for other in rest if v.floor[value] == 1 and has_in(v.display[other], value)]
    return waiting[0] if waiting else NONE


def _to_come(v: State, o: Options, value: int, reader: Reader) -> str:
    """Say how many more of a card may come to the floor."""
    here = v.floor[value] - 1 + sum(v.played[seat] == value for seat in range(o.seats))
    more = here + sum(not has_in(v.shown[guest], value) for guest in range(o.guests))
    if more == 0 or v.round_number == o.last:
        return ""
    return reader.say.count(
        "{number} more of it may still come, and then both leave.",
        "{number} more of them may still come, and then two leave.",
        more,
    )


def _to_throw_out(v: State, seat: int, action: int, reader: Reader) -> str:
    say, open_cards = reader.say, values_in(v.display[seat])
    if action == KEEP:
        return say("The mirror works as well in a later round.")
    value = v.face_down[seat] if action == FACE_DOWN else action
    if value >= max([*open_cards, v.face_down[seat]]):
        return say("It is the highest card that you have there.")
    return ""
