"""The log of Combination Race: what happened in a step, to a viewer with these views of it."""

from __future__ import annotations

from stammtisch.core.language import Reader, Say
from stammtisch.core.step import Step
from stammtisch.games.combo.cards import CARDS
from stammtisch.games.combo.combinations import FULL_HOUSE, SIZES
from stammtisch.games.combo.position import (
    DONE,
    DRAW,
    EXCHANGE,
    FIRST,
    INTO,
    LAY,
    PLACE,
    Options,
    Phase,
    State,
)
from stammtisch.games.combo.stones import stones_left
from stammtisch.games.combo.words.names import (
    card_name,
    cards_in,
    combination_name,
    placing,
    row_name,
    start_name,
    worth_of,
    written,
)
from stammtisch.games.combo.words.placements import placed
from stammtisch.kernel import HIDDEN


def log(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say what happened, and what turned with it: a last stone, a player who is stuck, the end."""
    told = (_told(step, before, after, o, reader), *_turning_points(before, after, o, reader))
    return " ".join(sentence for sentence in told if sentence)


def _told(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    match before.phase:
        case Phase.FIRST | Phase.START | Phase.DEAL:
            return _log_set_up(step, before, after, o, reader)
        case Phase.TURN | Phase.THEN:
            return _log_turn(step, before, o, reader)
        case Phase.DRAW | Phase.TAKE | Phase.REFILL | Phase.SHUFFLE:
            return _log_draw(step, before, after, reader)
        case Phase.LAY:
            return _log_lay(step, before, after, o, reader)
        case Phase.INTO | Phase.SPLIT:
            return _log_aim(step, before, after, o, reader)
        case Phase.EXCHANGE:
            return _log_exchange(step, before, after, reader)
        case _:
            name, card = reader.name(step.seat), card_name(step.action, reader.say)
            return reader.say("{name} discards the {card}.", name=name, card=card)


def _log_set_up(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    say = reader.say
    if before.phase == Phase.FIRST:
        return say("{name} begins every round.", name=reader.name(step.action - FIRST))
    if before.phase == Phase.DEAL:
        return "" if after.phase == Phase.DEAL else say("Everybody has been dealt three cards.")
    if o.expert:
        return _start_of(step.seat, step.action - PLACE, reader)
    if after.phase == Phase.DEAL:
        return " ".join(_start_of(seat, after.start[seat], reader) for seat in range(o.seats))
    if step.action == HIDDEN:
        return say("{name} has chosen where the first stones go.", name=reader.name(step.seat))
    rows = start_name(step.action - PLACE, say)
    return say("{name} has chosen where the first stones go: {rows}.", name=reader.name(step.seat), rows=rows)


def _start_of(seat: int, placement: int, reader: Reader) -> str:
    rows = start_name(placement, reader.say)
    return reader.say("{name} starts with stones here: {rows}.", name=reader.name(seat), rows=rows)


def _log_turn(step: Step, before: State, o: Options, reader: Reader) -> str:
    say, name = reader.say, reader.name(step.seat)
    if step.action == DRAW:
        return say.count(
            "{name} draws {number} card from the pile.",
            "{name} draws {number} cards from the pile.",
            worth_of(before, o, step.seat, FULL_HOUSE),
            name=name,
        )
    if step.action == EXCHANGE:
        return say("{name} exchanges cards for stones.", name=name)
    if step.action == DONE:
        return say("{name} leaves it at drawing.", name=name)
    combination = combination_name(step.action - LAY, say)
    return say("{name} begins to lay a combination: {combination}.", name=name, combination=combination)


def _log_draw(step: Step, before: State, after: State, reader: Reader) -> str:
    """Say what was drawn or taken; of hidden cards the player has announced how many."""
    say = reader.say
    if before.phase == Phase.SHUFFLE:
        return say.count(
            "The pile is empty: {number} discarded card becomes the new one.",
            "The pile is empty: {number} discarded cards are shuffled and become the new one.",
            after.pile_size,
        )
    if before.phase == Phase.REFILL:
        filled = after.phase not in (Phase.REFILL, Phase.SHUFFLE)
        return say("The display is now: {cards}.", cards=written(cards_in(after.display))) if filled else ""
    if step.action == HIDDEN:
        return ""
    name, card = reader.name(before.turn), card_name(step.action, say)
    if before.phase == Phase.DRAW:
        return say("{name} draws the {card}.", name=name, card=card)
    return say("{name} takes the {card} from the display.", name=name, card=card)


def _log_lay(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    name = reader.name(step.seat)
    if before.chosen + 1 < SIZES[before.kind]:
        return reader.say("{name} lays the {card}.", name=name, card=card_name(step.action, reader.say))
    cards = written([*cards_in(before.laid), step.action])
    laid = _laid(before.kind, name, cards, reader.say)
    if after.phase in (Phase.INTO, Phase.SPLIT):
        return laid
    return f"{laid} {placed(step.seat, before, after, o, reader.say)}"


def _laid(kind: int, name: str, cards: str, say: Say) -> str:
    return (
        say("{name} lays a full house: {cards}.", name=name, cards=cards),
        say("{name} lays a flush: {cards}.", name=name, cards=cards),
        say("{name} lays three of a kind: {cards}.", name=name, cards=cards),
        say("{name} lays a straight: {cards}.", name=name, cards=cards),
        say("{name} lays two pairs: {cards}.", name=name, cards=cards),
        say("{name} lays four of a kind: {cards}.", name=name, cards=cards),
        say("{name} lays five of a kind: {cards}.", name=name, cards=cards),
    )[kind]


def _log_aim(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    if after.phase != Phase.SPLIT:
        return placed(step.seat, before, after, o, reader.say)
    target = step.action - INTO
    where = placing(before, o, step.seat, target, row_name(target, reader.say), reader.say)
    return reader.say("{name} chooses a row. {where}.", name=reader.name(step.seat), where=where)


def _log_exchange(step: Step, before: State, after: State, reader: Reader) -> str:
    say, name = reader.say, reader.name(step.seat)
    stones = after.active[step.seat] - before.active[step.seat]
    if step.action < CARDS:
        given = say("{name} gives the {card}.", name=name, card=card_name(step.action, say))
        if stones == 0:
            return given
        return f"{given} {_exchanged(stones, after.active[step.seat], say)}"
    return _exchanged(stones, after.active[step.seat], say)


def _exchanged(stones: int, active: int, say: Say) -> str:
    return say.count(
        "{number} stone becomes active; active now: {active}.",
        "{number} stones become active; active now: {active}.",
        stones,
        active=active,
    )


def _turning_points(before: State, after: State, o: Options, reader: Reader) -> list[str]:
    """Return what everybody should hear: who has placed the last stone, who is stuck, and that the game is over."""
    say, told = reader.say, []
    for seat in range(o.seats):
        left, name = stones_left(after, seat), reader.name(seat)
        if (after.blocked & ~before.blocked) >> seat & 1:
            told.append(
                say.count(
                    "{name} is blocked and has lost: {number} stone is left, and nothing free takes exactly one.",
                    "{name} is blocked and has lost: free levels and columns cannot take exactly {number} stones.",
                    left,
                    name=name,
                )
            )
        if left == 0 < stones_left(before, seat):
            told.append(_finished(name, say, goes_on=_somebody_follows(seat, after, o)))
    if after.phase == Phase.OVER:
        told.append(say("The game is over."))
    return told


def _finished(name: str, say: Say, *, goes_on: bool) -> str:
    if goes_on:
        return say("{name} has placed the last stone; the round is played to its end.", name=name)
    return say("{name} has placed the last stone.", name=name)


def _somebody_follows(seat: int, v: State, o: Options) -> bool:
    """Whether anybody has yet a turn in this round."""
    later = range(seat + 1, seat + 1 + (v.first - seat - 1) % o.seats)
    return any(not v.blocked >> other % o.seats & 1 for other in later)
