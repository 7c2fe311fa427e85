"""What is told of a guest at Costume Party who takes from the dance floor."""

from __future__ import annotations

from stammtisch.core.language import Reader
from stammtisch.core.step import Step
from stammtisch.games.party.position import ALL, ALL_PAIR, KING, PAIR, Options, State
from stammtisch.games.party.words.costumes import guest_name, shown_card, shown_value, values_in


def log_take(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say what somebody took, and what left with its double."""
    if step.action >= ALL:
        return _log_sweep(step, before, after, reader)
    value = step.action - PAIR if step.action > PAIR else step.action
    card, double = shown_card(value, reader), bool(before.display[before.turn] >> value & 1)
    if reader.is_you(before.turn):
        return _you_take(card, reader, hidden_double=step.action > PAIR, double=double)
    say, name = reader.say, guest_name(before.turn, o, reader)
    if step.action > PAIR:
        return say("{name} takes {card}; it leaves with its double, which lay face down.", name=name, card=card)
    if double:
        return say("{name} takes {card}; it leaves with its double.", name=name, card=card)
    return say("{name} takes {card}.", name=name, card=card)


def _you_take(card: str, reader: Reader, *, hidden_double: bool, double: bool) -> str:
    say = reader.say
    if hidden_double:
        return say("You take {card}; it leaves with its double, which lay face down.", card=card)
    if double:
        return say("You take {card}; it leaves with its double.", card=card)
    return say("You take {card}.", card=card)


def _log_sweep(step: Step, before: State, after: State, reader: Reader) -> str:
    """Say what a king takes, and what leaves in pairs at once."""
    taken = [value for value in values_in(before.floor_values) for _ in range(before.floor[value])]
    left = [value for value in range(1, KING + 1) for _ in range((after.gone[value] - before.gone[value]) // 2)]
    cards, pairs = (", ".join(shown_value(value, reader) for value in values) for values in (taken, left))
    if reader.is_you(before.turn):
        return _you_sweep(cards, pairs, len(left), reader, face_down=step.action == ALL_PAIR)
    say, name = reader.say, reader.name(before.turn)
    if not left:
        return say("{name} takes the whole dance floor: {cards}.", name=name, cards=cards)
    said = {"name": name, "cards": cards, "pairs": pairs}
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


def _you_sweep(cards: str, pairs: str, number: int, reader: Reader, *, face_down: bool) -> str:
    say = reader.say
    if not pairs:
        return say("You take the whole dance floor: {cards}.", cards=cards)
    if face_down:
        return say.count(
            "You take the whole dance floor: {cards}. One pair leaves, with your face-down card: {pairs}.",
            "You take the whole dance floor: {cards}. Pairs leave, one with your face-down card: {pairs}.",
            number,
            cards=cards,
            pairs=pairs,
        )
    return say.count(
        "You take the whole dance floor: {cards}. One pair leaves: {pairs}.",
        "You take the whole dance floor: {cards}. Pairs leave: {pairs}.",
        number,
        cards=cards,
        pairs=pairs,
    )
