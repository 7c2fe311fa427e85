"""Words that seats add to the chance of a deal: their hashes while a table is open, the words when the game is begun.

The house has shown the hash of its own seed before, so nobody chooses a deal: see docs/decisions/0020. Used while the
table is held; whoever changes something here saves it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Final

from stammtisch.core.fair_deal import Contribution, commitment, handle_of
from stammtisch.core.language import Say
from stammtisch.errors import StammtischError
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.tables.display_name import called
from stammtisch.web.tables.live_table import LiveTable

HEX_DIGITS: Final = 64  # of a hash, and of words
_HEX: Final = re.compile(rf"[0-9a-f]{{{HEX_DIGITS}}}")


class WordsRefused(StammtischError):
    """A hash or words that do not go into a deal."""


def contributions(room: LiveTable) -> tuple[Contribution, ...]:
    """Return what everybody adds who sits at a table, by seat: as it is now, or as it was when the game was begun."""
    deal = room.record.deal
    if not room.seats_open:
        return deal.contributions
    return tuple(
        Contribution(seat, handle_of(room.id, place.person), deal.hashes.get(place.person, ""))
        for seat, place in enumerate(room.places)
        if place.person
    )


def send_hash(room: LiveTable, person: str, sent: str) -> None:
    """Note the hash of the words that a person will open: the first one, from whichever of their devices it comes.

    Raises:
        WordsRefused: The game has begun, the person has no seat, nobody adds words here, it is none or a second one.
    """
    if not room.seats_open or room.seat_of(person) == SPECTATOR or room.record.deal.house_alone:
        raise WordsRefused("this table takes no hash of yours; whoever sits at an open one may send it")
    if not _HEX.fullmatch(sent):
        raise WordsRefused(f"the hash is {sent[:80]!r}; it may have {HEX_DIGITS} hexadecimal digits")
    if room.record.deal.hashes.get(person, sent) != sent:
        raise WordsRefused("the hash is another than before; the words of the first one may be opened")
    seated = {place.person for place in room.places}
    kept = {other: known for other, known in room.record.deal.hashes.items() if other in seated}
    room.record.deal.hashes = {**kept, person: sent}


def fix(room: LiveTable, *, lone: bool) -> bool:
    """Fix who adds what, for a game that begins; whether there are words to be opened first.

    Args:
        room: The table.
        lone: Whether the only person here has said that words will come. No hash is needed then: the house has shown
            its own before the words were made, and nobody else is there who might choose theirs afterwards.
    """
    deal = room.record.deal
    deal.contributions, deal.hashes = () if deal.house_alone else contributions(room), {}
    deal.names = {one.handle: room.names[one.seat] for one in deal.contributions}
    people = len(deal.contributions)
    deal.opening = any(one.hash for one in deal.contributions) or (lone and people == 1)
    return deal.opening


def is_awaited(room: LiveTable, seat: int) -> bool:
    """Whether the words of a seat are still to be opened."""
    added = room.record.deal.contributions if room.opening else ()
    return any(one.seat == seat and not one.words and (one.hash or len(added) == 1) for one in added)


def open_words(room: LiveTable, person: str, words: str) -> bool:
    """Add the words of a person; whether all are open now.

    Raises:
        WordsRefused: They are not waited for, or not those of the hash.
    """
    seat, deal = room.seat_of(person), room.record.deal
    if not is_awaited(room, seat):
        raise WordsRefused("no words of yours are waited for; they may be sent when the game is begun")
    mine = next(one for one in deal.contributions if one.seat == seat)
    fitting = commitment(room.id, mine.handle, words)
    if not _HEX.fullmatch(words) or mine.hash not in ("", fitting):
        raise WordsRefused(f"the words are {words[:80]!r}; they may be the {HEX_DIGITS} digits whose hash was sent")
    opened = replace(mine, hash=fitting, words=words)
    deal.contributions = tuple(opened if one is mine else one for one in deal.contributions)
    return not any(is_awaited(room, one.seat) for one in deal.contributions)


def who_added(room: LiveTable, say: Say) -> tuple[str, ...]:
    """Say who has added to the chance of the deal of a game, and who has not."""
    if room.record.lesson is not None:
        return (say("The deal was prepared: everybody who learns the game gets the same."),)
    if room.record.daily:
        return (say("Everybody gets the same cards on this day, so the deal comes from the house alone."),)
    if room.record.practice:
        return (say("This is practice: the cards are those of the game that is taken up again."),)
    added = room.record.deal.contributions
    opened, silent = ([one for one in added if bool(one.words) is told] for told in (True, False))
    first = say("The deal comes from the house alone.")
    if opened:
        first = say("The deal comes from the house and {names}.", names=_names(room, opened, say))
    return (first, say("{names} added nothing to it.", names=_names(room, silent, say))) if silent else (first,)


def deal_proof(room: LiveTable, viewer: int) -> str:
    """Return, as JSON, what the browser of a seat checks the deal of a game with that is over."""
    added = room.record.deal.contributions
    handle = next((one.handle for one in added if one.seat == viewer), "")
    shown = {"table": room.id, "handle": handle, "seed": room.open_seed}
    return json.dumps({**shown, "contributions": [asdict(one) for one in added]})


def _names(room: LiveTable, of: Sequence[Contribution], say: Say) -> str:
    """Name who sat there when the game was begun; who plays for them now has added nothing."""
    known = room.record.deal.names
    return ", ".join(called(known.get(one.handle, room.names[one.seat]), say) for one in of)
