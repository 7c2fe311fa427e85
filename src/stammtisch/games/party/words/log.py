"""What is told of each step of Costume Party: only what the viewer's two views hold, in rounds."""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.core.language import Reader
from stammtisch.core.step import Step
from stammtisch.games.party.position import KING, Options, Phase, State
from stammtisch.games.party.words.costumes import guest_name, shown_card, shown_value, values_in
from stammtisch.games.party.words.mirror_log import log_mirror, log_next
from stammtisch.games.party.words.take_log import log_take
from stammtisch.kernel.seats import HIDDEN, NATURE, NONE


def heading(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Return the title of the part that begins with a step: a game, a round, or the count."""
    say, everybody = reader.say, (1 << o.guests) - 1
    if before.phase == Phase.FLOOR and before.turn == 0:
        if o.games > 1:
            return say("Game {game} of {games}", game=before.game_number, games=o.games)
        return say("The party begins")
    begins = before.phase == Phase.PLAY and before.waits == (1 << o.seats) - 1
    if begins or (before.phase == Phase.TAKE and before.round_number == o.last and before.to_take == everybody):
        return say("Round {round} of {rounds}", round=before.round_number, rounds=o.last)
    return say("The sums") if before.phase == Phase.COUNT else ""


def log(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say what happened, for a viewer with these views."""
    match before.phase:
        case Phase.FLOOR | Phase.TIE | Phase.DRAW:
            return _log_set_up(step, before, after, o, reader)
        case Phase.SEAL:
            return _log_seal(step, after, reader)
        case Phase.PLAY:  # who has chosen is seen at the table, and what is told when all have
            return _log_reveal(after, o, reader) if after.phase == Phase.TAKE else ""
        case Phase.TAKE:
            return log_take(step, before, after, o, reader)
        case Phase.MOVE | Phase.PAUL:
            return _log_floor(step, before, o, reader)
        case Phase.MIRROR:
            return log_mirror(step, before, after, reader)
        case Phase.COUNT:
            return _log_count(after, o, reader)
        case _:
            return log_next(before, after, o, reader)


def _log_set_up(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say one sentence each about the first cards on the floor, the tie card and the first hands."""
    if before.phase == Phase.TIE:
        return _log_tie(step, after, o, reader)
    if before.phase == Phase.DRAW:
        drawn = before.round_number == 0 and after.round_number == 1
        return reader.say("Everybody draws a hand.") if drawn else ""
    if after.phase == Phase.FLOOR:
        return ""
    values = [values_in(after.shown[guest])[0] for guest in range(o.guests)]
    return reader.say("The first on the dance floor: {cards}.", cards=_cards(values, o, reader))


def _log_tie(step: Step, after: State, o: Options, reader: Reader) -> str:
    say, name, mine = reader.say, reader.name(after.holder), reader.is_you(after.holder)
    if step.seat == NATURE:
        if mine:
            return say("Several share the lowest card; chance gives you the tie card.")
        return say("Several share the lowest card; chance gives the tie card to {name}.", name=name)
    if [after.shown[seat] for seat in range(o.seats)].count(after.shown[after.holder]) > 1:
        if mine:
            return say("You are the youngest with the lowest card and get the tie card.")
        return say("{name} is the youngest with the lowest card and gets the tie card.", name=name)
    if mine:
        return say("You have the lowest card and get the tie card.")
    return say("{name} has the lowest card and gets the tie card.", name=name)


def _cards(values: Sequence[int], o: Options, reader: Reader) -> str:
    """Return the guests with a card each; those with `NONE` are left out."""
    texts = [shown_value(value, reader) if value != NONE else "" for value in values]
    return _listed(texts, o, reader)


def _listed(texts: Sequence[str], o: Options, reader: Reader) -> str:
    """Return the guests with a text each; those with none are left out."""
    say = reader.say
    names = [say("you") if reader.is_you(guest) else guest_name(guest, o, reader) for guest in range(len(texts))]
    return ", ".join(f"{name} ({text})" for name, text in zip(names, texts, strict=True) if text)


def _log_seal(step: Step, after: State, reader: Reader) -> str:
    say = reader.say
    if step.action == HIDDEN:
        return say("Everybody has laid a card face down.") if after.phase == Phase.PLAY else ""
    card = shown_card(step.action, reader)
    if reader.is_you(step.seat):
        return say("You lay {card} face down.", card=card)
    return say("{name} lays {card} face down.", name=reader.name(step.seat), card=card)


def _log_reveal(after: State, o: Options, reader: Reader) -> str:
    """Say what was played, who takes first, and why."""
    played = [after.played[seat] for seat in range(o.seats)]
    cards, first = _cards(played, o, reader), played[after.turn]
    several = played.count(first) > 1
    if reader.is_you(after.turn):
        return _you_begin(cards, reader, king=first == KING, several=several)
    say, name = reader.say, reader.name(after.turn)
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


def _you_begin(cards: str, reader: Reader, *, king: bool, several: bool) -> str:
    say = reader.say
    if king and several:
        return say(
            "The cards are open: {cards}. Of the Party Kings, yours is first in tie order and takes it all.",
            cards=cards,
        )
    if king:
        return say("The cards are open: {cards}. Your Party King takes it all.", cards=cards)
    if several:
        return say("The cards are open: {cards}. Of the lowest, yours is first in tie order: you begin.", cards=cards)
    return say("The cards are open: {cards}. You have the lowest and begin.", cards=cards)


def _log_floor(step: Step, before: State, o: Options, reader: Reader) -> str:
    """Say what Paul adds, and at the end of a round how everybody stands."""
    say = reader.say
    if before.phase == Phase.PAUL:
        return say("Paul sends {card} onto the dance floor.", card=shown_card(step.action, reader))
    if before.round_number + 1 == o.last:
        return say("The played cards move onto the dance floor. In the last round all just take, against tie order.")
    sums = [str(sum(values_in(before.display[guest]))) for guest in range(o.guests)]
    said = _listed(sums, o, reader)
    if o.face_down:
        return say("Open cards so far: {sums}.", sums=said)
    return say("The sums so far: {sums}.", sums=said)


def _log_count(after: State, o: Options, reader: Reader) -> str:
    """Say what lay face down, the sums, and in a match the totals."""
    say, guests = reader.say, range(o.guests)
    sums = _listed([str(after.points[guest]) for guest in guests], o, reader)
    totals = _listed([str(after.total[guest]) for guest in guests], o, reader)
    cards = _cards([after.face_down[guest] for guest in guests], o, reader)
    if cards and o.games > 1:
        said = {"cards": cards, "sums": sums, "totals": totals}
        return say("Face-down cards: {cards}. Sums of this game: {sums}. Totals: {totals}.", **said)
    if cards:
        return say("Face-down cards: {cards}. The sums: {sums}.", cards=cards, sums=sums)
    if o.games > 1:
        return say("Sums of this game: {sums}. Totals: {totals}.", sums=sums, totals=totals)
    return say("The sums: {sums}.", sums=sums)
