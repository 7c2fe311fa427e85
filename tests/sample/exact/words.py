"""What people read at Exact: questions, buttons, the log, refusals, the end, and a picture for terminals."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from rich.markup import escape

from stammtisch.core.language import Reader, Say
from stammtisch.core.outcome import GameOutcome
from stammtisch.core.step import Step
from stammtisch.core.words.narration import SeenStep
from stammtisch.kernel.seats import HIDDEN, NATURE, NONE, TABLE, UNKNOWN
from tests.sample.exact.notation import card_name
from tests.sample.exact.rules import ASIDE, BID, CARDS, COLLECT, RANKS, Options, Phase, Rule, State

_STYLES: Final = ("red", "yellow", "green", "blue")
_BACK: Final = "▒"


def title(say: Say) -> str:
    """Return the name of the game."""
    return say("Exact")


def option(name: str, say: Say) -> tuple[str, str]:
    """Return the label of an option and a sentence about it."""
    return {
        "seats": (say("Seats"), say("How many play.")),
        "hand_size": (say("Cards in a hand"), say("How many cards each is dealt; one of them is put aside.")),
        "exact_bonus": (say("Bonus"), say("How many points it is worth to take exactly as many tricks as bid.")),
    }[name]


def ask(v: State, o: Options, seat: int, reader: Reader) -> str:
    """Say what `seat` is asked to decide."""
    say = reader.say
    if v.phase == Phase.PLAY:
        return say("Play a card.")
    if v.bid[seat] != NONE:
        return say("Put a card aside, face down.")
    if v.aside[seat] != NONE:
        return say("How many tricks will you take?")
    return say("Put a card aside, face down, and bid how many tricks you will take.")


def help_line(v: State, o: Options, seat: int, reader: Reader) -> str:
    """Say what `seat` may do who is asked, and what it leads to."""
    if v.phase == Phase.PLAY:
        return reader.say("Whoever plays the highest card of the colour that was led takes the trick.")
    return reader.say("Only who takes exactly as many tricks as bid gets the bonus.")


def label(v: State, o: Options, action: int, reader: Reader) -> str:
    """Return an action as it stands on a button."""
    say = reader.say
    if action < ASIDE:
        return _card(action, say)
    if action < BID:
        return say("put aside: {card}", card=_card(action - ASIDE, say))
    if action < COLLECT:
        return say.count("bid {number} trick", "bid {number} tricks", action - BID)
    return say("collect the trick")


def _card(card: int, say: Say) -> str:
    rank = card % RANKS
    names = (
        say("red {rank}", rank=rank),
        say("yellow {rank}", rank=rank),
        say("green {rank}", rank=rank),
        say("blue {rank}", rank=rank),
    )
    return names[card // RANKS]


def heading(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Return the title of the part that begins with a step: each trick is one."""
    if before.phase != Phase.PLAY or before.trick[before.leader] != NONE:
        return ""
    return reader.say("Trick {number}", number=sum(before.won[seat] for seat in range(o.seats)) + 1)


def log(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    """Say what happened, for a viewer with these views."""
    if step.seat == NATURE:
        return _log_deal(step, before, o, reader)
    if step.seat == TABLE:
        return _log_collect(before, after, o, reader)
    if before.phase == Phase.PLAN:
        return _log_plan(step, before, after, o, reader)
    return _log_play(step, before, reader)


def _log_deal(step: Step, before: State, o: Options, reader: Reader) -> str:
    name = reader.name((CARDS - before.deck_size) % o.seats)
    if step.action == HIDDEN:
        return reader.say("{name} is dealt a card.", name=name)
    return reader.say("{name} is dealt a card: {card}.", name=name, card=_card(step.action, reader.say))


def _log_plan(step: Step, before: State, after: State, o: Options, reader: Reader) -> str:
    say, name = reader.say, reader.name(step.seat)
    if after.phase == Phase.PLAY:
        bids = ", ".join(f"{reader.name(seat)} {after.bid[seat]}" for seat in range(o.seats))
        return say("{name} was the last to decide. The bids are open: {bids}.", name=name, bids=bids)
    if after.aside[step.seat] == before.aside[step.seat]:
        if step.action == HIDDEN:
            return say("{name} has bid in secret.", name=name)
        return say.count("{name} bids {number} trick.", "{name} bids {number} tricks.", step.action - BID, name=name)
    if step.action == HIDDEN:
        return say("{name} puts a card aside, face down.", name=name)
    return say("{name} puts a card aside, face down: {card}.", name=name, card=_card(step.action - ASIDE, say))


def _log_play(step: Step, before: State, reader: Reader) -> str:
    say, name = reader.say, reader.name(step.seat)
    card = reader.card(card_name(step.action), _card(step.action, say))
    led = before.trick[before.leader]
    if led == NONE:
        return say("{name} leads: {card}.", name=name, card=card)
    if led // RANKS != step.action // RANKS:
        return say("{name} cannot follow: {card}.", name=name, card=card)
    return say("{name} follows: {card}.", name=name, card=card)


def _log_collect(before: State, after: State, o: Options, reader: Reader) -> str:
    say, name = reader.say, reader.name(after.leader)
    card = _card(before.trick[after.leader], say)
    if after.phase != Phase.OVER:
        return say("{name} takes the trick: {card} was the highest.", name=name, card=card)
    cards = ", ".join(f"{reader.name(seat)} {_card(after.aside[seat], say)}" for seat in range(o.seats))
    return say(
        "{name} takes the last trick: {card} was the highest. The cards put aside: {cards}.",
        name=name,
        card=card,
        cards=cards,
    )


def explain(rule: IntEnum, v: State, o: Options, seat: int, action: int, reader: Reader) -> str:
    """Say why the action was refused."""
    say = reader.say
    match rule:
        case Rule.GAME_OVER:
            return say("The game is over: all tricks are taken.")
        case Rule.CARD_ALREADY_DEALT:
            return say("This card has been dealt already: {card}.", card=_card(action, say))
        case Rule.ALREADY_PUT_ASIDE:
            return say("You have put a card aside; it stays there until the end.")
        case Rule.ALREADY_BID:
            return say("You have bid; the bids open when everyone has decided.")
        case Rule.BID_TOO_HIGH:
            return say.count(
                "There is only {number} trick to take.", "There are only {number} tricks to take.", o.tricks
            )
        case Rule.CARD_NOT_IN_HAND:
            return say("This card is not in your hand: {card}.", card=_card(action % CARDS, say))
        case Rule.MUST_FOLLOW_COLOUR:
            led = _card(v.trick[v.leader], say)
            return say("This card was led, and you still hold one of its colour: {card}.", card=led)
        case _:
            return _explain_moment(v, o, reader)


def _explain_moment(v: State, o: Options, reader: Reader) -> str:
    say = reader.say
    if v.phase == Phase.PLAN:
        return say("Now is the time to put a card aside and to bid; cards are played when all have decided.")
    if v.phase == Phase.PLAY:
        turn = next(seat for seat in range(o.seats) if v.waits >> seat & 1)
        return say("Now {name} plays a card to the trick.", name=reader.name(turn))
    return say("The table is at work; nobody has to decide anything now.")


def notices(seen: SeenStep, o: Options, viewer: int) -> tuple[str, ...]:
    """Return the names of what a lesson may explain: who took a trick."""
    if seen.step.action != COLLECT:
        return ()
    return ("took_trick" if seen.after.leader == viewer else "lost_trick",)


def ending(outcome: GameOutcome, v: State, o: Options, reader: Reader) -> str:
    """Say how the game ended."""
    names, points = [reader.name(seat) for seat in outcome.winners], max(outcome.scores)
    if len(names) == 1:
        return reader.say.count(
            "{name} wins with {number} point.", "{name} wins with {number} points.", points, name=names[0]
        )
    return reader.say.count(
        "These share the first place with {number} point: {names}.",
        "These share the first place with {number} points: {names}.",
        points,
        names=", ".join(names),
    )


def picture(v: State, o: Options, viewer: int, reader: Reader) -> str:
    """Return a line for each seat in Rich's markup, and the viewer's own cards below."""
    say = reader.say
    width = max(len(reader.name(seat)) for seat in range(o.seats))
    lines = [f"    {_seat_line(v, o, seat, width, reader)}" for seat in range(o.seats)]
    if viewer < o.seats and v.phase != Phase.OVER:
        hand = " ".join(_face(card) for card in range(CARDS) if v.hand[viewer] >> card & 1)
        lines += ["", "    " + say("in hand: {cards}", cards=hand)]
        if v.aside[viewer] != NONE:
            lines.append("    " + say("lying aside: {card}", card=_face(v.aside[viewer])))
    return "\n".join(lines)


def _seat_line(v: State, o: Options, seat: int, width: int, reader: Reader) -> str:
    """Return whose turn it is, name, card played, hidden cards, tricks taken of those bid, and points at the end."""
    mark = "[bold]>[/]" if v.waits >> seat & 1 else " "
    name = escape(reader.name(seat)) + " " * (width - len(reader.name(seat)))
    trick = "  " if v.trick[seat] == NONE else _face(v.trick[seat])
    backs = _BACK * v.hand_size[seat] + " " * (o.hand_size - v.hand_size[seat])
    bid = {NONE: "-", UNKNOWN: "?"}.get(v.bid[seat], str(v.bid[seat]))
    tally = reader.say("tricks: {won} of {bid}", won=v.won[seat], bid=bid)
    if v.phase == Phase.OVER:
        points = reader.say.count("{number} point", "{number} points", v.score[seat])
        return f"{mark} {name}  {_face(v.aside[seat])}  {tally}  [bold]{points}[/]"
    return f"{mark} {name}  {trick}  {backs}  [dim]{tally}[/]"


def _face(card: int) -> str:
    return f"[bold {_STYLES[card // RANKS]}]{card_name(card)}[/]"
