"""The log of Combination Race: what happened in a step, to a viewer with these views of it."""

from __future__ import annotations

from stammtisch.core.language import Reader, Say
from stammtisch.core.step import Step
from stammtisch.games.combo.cards import CARDS
from stammtisch.games.combo.combinations import FULL_HOUSE, SIZES
from stammtisch.games.combo.position import DRAW, FIRST, PLACE, Options, Phase, State
from stammtisch.games.combo.stones import stones_left
from stammtisch.games.combo.words.names import card_told, cards_in, cards_told, start_name, worth_of
from stammtisch.games.combo.words.placements import placed
from stammtisch.kernel import HIDDEN


def log(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say what happened, and what turned with it: a last stone, a player who is stuck, the end."""
    told = (_told(step, before, after, o, reader), *_turning_points(before, after, o, reader))
    return " ".join(sentence for sentence in told if sentence)


def _told(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say what happened; what the next step sums up is passed over."""
    match before.phase:
        case Phase.FIRST | Phase.START | Phase.DEAL:
            return _log_set_up(step, before, after, o, reader)
        case Phase.TURN if step.action == DRAW and not reader.is_you(step.seat):
            return reader.say.count(
                "{name} draws {number} card from the pile.",
                "{name} draws {number} cards from the pile.",
                worth_of(before, o, step.seat, FULL_HOUSE),
                name=reader.name(step.seat),
            )
        case Phase.DRAW | Phase.TAKE | Phase.SHUFFLE:
            return _log_draw(step, before, after, reader)
        case Phase.LAY:
            return _log_lay(step, before, after, o, reader)
        case Phase.INTO | Phase.SPLIT:
            return "" if after.phase == Phase.SPLIT else placed(step.seat, before, after, o, reader.say)
        case Phase.EXCHANGE:
            return _log_exchange(step, before, after, reader)
        case Phase.DISCARD:
            return _log_discard(step, reader)
        case _:
            return ""


def _log_set_up(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    if before.phase == Phase.FIRST:
        return _log_first(step.action - FIRST, reader)
    if before.phase == Phase.DEAL:
        return "" if after.phase == Phase.DEAL else _log_deal(after, o, reader)
    if o.expert:
        return _start_of(step.seat, step.action - PLACE, reader)
    if after.phase == Phase.DEAL:
        return " ".join(_start_of(seat, after.start[seat], reader) for seat in range(o.seats))
    return _log_sealed(step, reader)


def _log_first(seat: int, reader: Reader) -> str:
    if reader.is_you(seat):
        return reader.say("You begin every round.")
    return reader.say("{name} begins every round.", name=reader.name(seat))


def _log_deal(after: State, o: Options, reader: Reader) -> str:
    own = cards_in(after.hand[reader.you]) if 0 <= reader.you < o.seats else []
    if own:
        return reader.say("You are dealt {cards}.", cards=cards_told(own, reader))
    return reader.say("Everybody has been dealt three cards.")


def _log_sealed(step: Step, reader: Reader) -> str:
    say = reader.say
    if step.action == HIDDEN:
        return say("{name} has chosen where the first stones go.", name=reader.name(step.seat))
    rows = start_name(step.action - PLACE, say)
    if reader.is_you(step.seat):
        return say("You have chosen where your first stones go: {rows}.", rows=rows)
    return say("{name} has chosen where the first stones go: {rows}.", name=reader.name(step.seat), rows=rows)


def _start_of(seat: int, placement: int, reader: Reader) -> str:
    rows = start_name(placement, reader.say)
    if reader.is_you(seat):
        return reader.say("You start with stones here: {rows}.", rows=rows)
    return reader.say("{name} starts with stones here: {rows}.", name=reader.name(seat), rows=rows)


def _log_draw(step: Step, before: State, after: State, reader: Reader) -> str:
    """Say what was drawn or taken; of hidden cards it was said how many they are."""
    say = reader.say
    if before.phase == Phase.SHUFFLE:
        return say.count(
            "The pile is empty: {number} discarded card becomes the new one.",
            "The pile is empty: {number} discarded cards are shuffled and become the new one.",
            after.pile_size,
        )
    if step.action == HIDDEN:
        return ""
    seat, card = before.turn, card_told(step.action, reader)
    if before.phase == Phase.DRAW:
        if reader.is_you(seat):
            return say("You draw the {card}.", card=card)
        return say("{name} draws the {card}.", name=reader.name(seat), card=card)
    if reader.is_you(seat):
        return say("You take the {card} from the display.", card=card)
    return say("{name} takes the {card} from the display.", name=reader.name(seat), card=card)


def _log_lay(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say with the last card of a combination what was laid and what it brings."""
    if before.chosen + 1 < SIZES[before.kind]:
        return ""
    laid = _laid(before.kind, step.seat, cards_told([*cards_in(before.laid), step.action], reader), reader)
    if after.phase in (Phase.INTO, Phase.SPLIT):
        return laid
    return f"{laid} {placed(step.seat, before, after, o, reader.say)}"


def _laid(kind: int, seat: int, cards: str, reader: Reader) -> str:
    say = reader.say
    if reader.is_you(seat):
        return (
            say("You lay a full house: {cards}.", cards=cards),
            say("You lay a flush: {cards}.", cards=cards),
            say("You lay three of a kind: {cards}.", cards=cards),
            say("You lay a straight: {cards}.", cards=cards),
            say("You lay two pairs: {cards}.", cards=cards),
            say("You lay four of a kind: {cards}.", cards=cards),
            say("You lay five of a kind: {cards}.", cards=cards),
        )[kind]
    name = reader.name(seat)
    return (
        say("{name} lays a full house: {cards}.", name=name, cards=cards),
        say("{name} lays a flush: {cards}.", name=name, cards=cards),
        say("{name} lays three of a kind: {cards}.", name=name, cards=cards),
        say("{name} lays a straight: {cards}.", name=name, cards=cards),
        say("{name} lays two pairs: {cards}.", name=name, cards=cards),
        say("{name} lays four of a kind: {cards}.", name=name, cards=cards),
        say("{name} lays five of a kind: {cards}.", name=name, cards=cards),
    )[kind]


def _log_exchange(step: Step, before: State, after: State, reader: Reader) -> str:
    stones, active = after.active[step.seat] - before.active[step.seat], after.active[step.seat]
    if step.action >= CARDS:
        return _exchanged(stones, active, reader.say)
    given = _given(step, reader)
    return f"{given} {_exchanged(stones, active, reader.say)}" if stones else given


def _given(step: Step, reader: Reader) -> str:
    card = card_told(step.action, reader)
    if reader.is_you(step.seat):
        return reader.say("You exchange the {card}.", card=card)
    return reader.say("{name} exchanges the {card}.", name=reader.name(step.seat), card=card)


def _exchanged(stones: int, active: int, say: Say) -> str:
    return say.count(
        "{number} stone becomes active; active now: {active}.",
        "{number} stones become active; active now: {active}.",
        stones,
        active=active,
    )


def _log_discard(step: Step, reader: Reader) -> str:
    card = card_told(step.action, reader)
    if reader.is_you(step.seat):
        return reader.say("You discard the {card}.", card=card)
    return reader.say("{name} discards the {card}.", name=reader.name(step.seat), card=card)


def _turning_points(before: State, after: State, o: Options, reader: Reader) -> list[str]:
    """Return what everybody should hear: who has placed the last stone, who is stuck, and that the game is over."""
    told = []
    for seat in range(o.seats):
        left = stones_left(after, seat)
        if (after.blocked & ~before.blocked) >> seat & 1:
            told.append(_blocked(seat, left, reader))
        if left == 0 < stones_left(before, seat):
            told.append(_finished(seat, reader, goes_on=_somebody_follows(seat, after, o)))
    if after.phase == Phase.OVER:
        told.append(reader.say("The game is over."))
    return told


def _blocked(seat: int, left: int, reader: Reader) -> str:
    if reader.is_you(seat):
        return reader.say.count(
            "You are blocked and have lost: {number} stone is left, and nothing free takes exactly one.",
            "You are blocked and have lost: free levels and columns cannot take exactly {number} stones.",
            left,
        )
    return reader.say.count(
        "{name} is blocked and has lost: {number} stone is left, and nothing free takes exactly one.",
        "{name} is blocked and has lost: free levels and columns cannot take exactly {number} stones.",
        left,
        name=reader.name(seat),
    )


def _finished(seat: int, reader: Reader, *, goes_on: bool) -> str:
    say = reader.say
    if reader.is_you(seat):
        if goes_on:
            return say("You have placed your last stone; the round is played to its end.")
        return say("You have placed your last stone.")
    if goes_on:
        return say("{name} has placed the last stone; the round is played to its end.", name=reader.name(seat))
    return say("{name} has placed the last stone.", name=reader.name(seat))


def _somebody_follows(seat: int, v: State, o: Options) -> bool:
    """Whether anybody has yet a turn in this round."""
    later = range(seat + 1, seat + 1 + (v.first - seat - 1) % o.seats)
    return any(not v.blocked >> other % o.seats & 1 for other in later)
