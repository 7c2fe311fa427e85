"""What is told of each step of Costume Party: only what the viewer's two views hold."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.language import Reader
from stammtisch.core.step import Step
from stammtisch.games.party.position import ALL, ALL_PAIR, FACE_DOWN, KEEP, KING, PAIR, UNUSED, Options, Phase, State
from stammtisch.games.party.words.costumes import card_name, guest_name, values_in
from stammtisch.kernel.seats import HIDDEN, NATURE, NONE, TABLE


def log(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say what happened, for a viewer with these views."""
    match before.phase:
        case Phase.FLOOR | Phase.TIE | Phase.DRAW:
            return _log_set_up(step, before, after, o, reader)
        case Phase.SEAL:
            return _log_seal(step, reader)
        case Phase.PLAY:
            return _log_play(step, after, o, reader)
        case Phase.TAKE:
            return _log_take(step, before, after, o, reader)
        case Phase.MOVE | Phase.PAUL:
            return _log_floor(step, before, o, reader)
        case Phase.MIRROR:
            return _log_mirror(step, before, after, reader)
        case Phase.COUNT:
            return _log_count(after, o, reader)
        case _:
            return _log_next(before, after, o, reader)


def _log_set_up(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say one sentence each about the first cards on the floor, the tie card and the first hands."""
    if before.phase == Phase.TIE:
        return _log_tie(step, after, o, reader)
    if before.phase == Phase.DRAW:
        drawn = before.round_number == 0 and after.round_number == 1
        return reader.say("Everybody draws a hand.") if drawn else ""
    if after.phase == Phase.FLOOR:
        return ""
    cards = _listed([values_in(after.shown[guest])[0] for guest in range(o.guests)], o, reader)
    if o.games == 1:
        return reader.say("The first on the dance floor: {cards}.", cards=cards)
    where = {"game": after.game_number, "games": o.games}
    return reader.say("Game {game} of {games}. The first on the dance floor: {cards}.", cards=cards, **where)


def _log_tie(step: Step, after: State, o: Options, reader: Reader) -> str:
    say, name = reader.say, reader.name(after.holder)
    if step.seat == NATURE:
        return say("Several share the lowest card; chance gives the tie card to {name}.", name=name)
    if [after.shown[seat] for seat in range(o.seats)].count(after.shown[after.holder]) > 1:
        return say("{name} is the youngest with the lowest card and gets the tie card.", name=name)
    return say("{name} has the lowest card and gets the tie card.", name=name)


def _listed(numbers: Sequence[int], o: Options, reader: Reader) -> str:
    """Return the guests with a number each; those with `NONE` are left out."""
    return ", ".join(f"{guest_name(guest, o, reader)} ({n})" for guest, n in enumerate(numbers) if n != NONE)


def _log_seal(step: Step, reader: Reader) -> str:
    say, name = reader.say, reader.name(step.seat)
    if step.action == HIDDEN:
        return say("{name} lays a card face down.", name=name)
    return say("{name} lays {card} face down.", name=name, card=card_name(step.action, say))


def _log_play(step: Step, after: State, o: Options, reader: Reader) -> str:
    say = reader.say
    if after.phase == Phase.TAKE:
        return _log_reveal(after, o, reader)
    if step.action == HIDDEN:
        return say("{name} has chosen a card.", name=reader.name(step.seat))
    return say("{name} chooses {card}.", name=reader.name(step.seat), card=card_name(step.action, say))


def _log_reveal(after: State, o: Options, reader: Reader) -> str:
    """Say what was played, who takes first, and why."""
    say, name, played = reader.say, reader.name(after.turn), [after.played[seat] for seat in range(o.seats)]
    cards, first = _listed(played, o, reader), played[after.turn]
    several = played.count(first) > 1
    if first == KING and several:
        return say(
            "The cards are open: {cards}. Of the Party Kings, that of {name} is first in tie order and takes it all.",
            cards=cards,
            name=name,
        )
    if first == KING:
        return say("The cards are open: {cards}. The Party King of {name} takes it all.", cards=cards, name=name)
    if several:
        return say(
            "The cards are open: {cards}. Of the lowest, that of {name} is first in tie order and begins.",
            cards=cards,
            name=name,
        )
    return say("The cards are open: {cards}. {name} has the lowest and begins.", cards=cards, name=name)


def _log_take(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    if step.action >= ALL:
        return _log_sweep(step, before, after, reader)
    say, name = reader.say, guest_name(before.turn, o, reader)
    value = step.action - PAIR if step.action > PAIR else step.action
    card = card_name(value, say)
    if step.action > PAIR:
        return say("{name} takes {card}; it leaves with its double, which lay face down.", name=name, card=card)
    if before.display[before.turn] >> value & 1:
        return say("{name} takes {card}; it leaves with its double.", name=name, card=card)
    return say("{name} takes {card}.", name=name, card=card)


def _log_sweep(step: Step, before: State, after: State, reader: Reader) -> str:
    """Say what a king takes, and what leaves in pairs at once."""
    say, name = reader.say, reader.name(before.turn)
    cards = ", ".join(str(value) for value in values_in(before.floor_values) for _ in range(before.floor[value]))
    left = [value for value in range(1, KING + 1) for _ in range((after.gone[value] - before.gone[value]) // 2)]
    said = {"name": name, "cards": cards, "pairs": ", ".join(map(str, left))}
    if not left:
        return say("{name} takes the whole dance floor: {cards}.", name=name, cards=cards)
    if step.action == ALL_PAIR:
        return say.count(
            "{name} takes the whole dance floor: {cards}. One pair leaves, with the face-down card: {pairs}.",
            "{name} takes the whole dance floor: {cards}. Pairs leave, one with the face-down card: {pairs}.",
            len(left),
            **said,
        )
    return say.count(
        "{name} takes the whole dance floor: {cards}. One pair leaves: {pairs}.",
        "{name} takes the whole dance floor: {cards}. Pairs leave: {pairs}.",
        len(left),
        **said,
    )


def _log_floor(step: Step, before: State, o: Options, reader: Reader) -> str:
    say = reader.say
    if before.phase == Phase.PAUL:
        return say("Paul sends {card} onto the dance floor.", card=card_name(step.action, say))
    if before.round_number + 1 == o.last:
        return say("The played cards move onto the dance floor. In the last round all just take, against tie order.")
    return say("Round {round} is over: the played cards move onto the dance floor.", round=before.round_number)


def _log_mirror(step: Step, before: State, after: State, reader: Reader) -> str:
    say, owner = reader.say, before.mirror
    name, action = reader.name(owner), step.action
    if action == KEEP:
        return say("{name} keeps the mirror for later.", name=name)
    if action == UNUSED:
        return say("{name} has nothing to throw out with the mirror; it leaves unused.", name=name)
    if action == FACE_DOWN:
        card = card_name(values_in(after.shown[owner] & ~before.shown[owner])[0], say)
        return say("{name} throws out the face-down card with the mirror: {card}.", name=name, card=card)
    card = card_name(action, say)
    if step.seat == TABLE:
        return say("The mirror cannot wait: {card} of {name} leaves with it.", name=name, card=card)
    return say("{name} throws out {card} with the mirror.", name=name, card=card)


def _log_count(after: State, o: Options, reader: Reader) -> str:
    """Say what lay face down, the sums, and in a match the totals."""
    say, guests = reader.say, range(o.guests)
    sums = _listed([after.points[guest] for guest in guests], o, reader)
    totals = _listed([after.total[guest] for guest in guests], o, reader)
    cards = _listed([after.face_down[guest] for guest in guests], o, reader)
    if cards and o.games > 1:
        said = {"cards": cards, "sums": sums, "totals": totals}
        return say("Face-down cards: {cards}. Sums of this game: {sums}. Totals: {totals}.", **said)
    if cards:
        return say("Face-down cards: {cards}. The sums: {sums}.", cards=cards, sums=sums)
    if o.games > 1:
        return say("Sums of this game: {sums}. Totals: {totals}.", sums=sums, totals=totals)
    return say("The sums: {sums}.", sums=sums)


def _log_next(before: State, after: State, o: Options, reader: Reader) -> str:
    say, name = reader.say, reader.name(after.mirror)
    if [before.total[seat] for seat in range(o.seats)].count(before.total[after.mirror]) > 1:
        return say("Of those with the highest total, {name} is first in tie order and gets the mirror.", name=name)
    return say("{name} has the highest total and gets the mirror.", name=name)
