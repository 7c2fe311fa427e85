"""Who sits where: people and bots, their names, and how a saved game remembers them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from stammtisch.core.language import Say
from stammtisch.errors import OptionError

NAME_LENGTH: Final = 20
_LINE: Final = re.compile(r"#\s*seat (\d+): (person|bot)\b *(.*)")


@dataclass(frozen=True)
class SeatedPlayer:
    """The person or bot on a seat; without a name the table finds one in the reader's language."""

    bot: bool
    name: str = ""


def seat_people(seats: int, bots: int, first: int) -> list[SeatedPlayer]:
    """Return who sits where: people from seat `first` on, round the table, then bots.

    Raises:
        OptionError: There are too many bots, or there is no such seat.
    """
    if not 0 <= bots <= seats:
        raise OptionError(f"bots is {bots}; it may be 0 to {seats}")
    if not 0 <= first < seats:
        raise OptionError(f"seat is {first}; it may be 0 to {seats - 1}")
    people = seats - bots
    return [SeatedPlayer(bot=(seat - first) % seats >= people) for seat in range(seats)]


def name_people(players: Sequence[SeatedPlayer], names: Sequence[str], first: int) -> list[SeatedPlayer]:
    """Give names to people from seat `first` on, round the table, and what is left of them to bots.

    Raises:
        OptionError: There are more names than seats.
    """
    seats = len(players)
    if len(names) > seats:
        raise OptionError(f"names are {len(names)}; there may be up to {seats}")
    order = sorted(range(seats), key=lambda seat: (players[seat].bot, (seat - first) % seats))
    named = list(players)
    for seat, name in zip(order, names, strict=False):
        named[seat] = replace(named[seat], name=name)
    return named


def read_names(text: str) -> list[str]:
    """Return the names in a text, parted by commas.

    Raises:
        OptionError: A name is empty, too long, or holds what cannot be printed.
    """
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if not name or len(name) > NAME_LENGTH or not name.isprintable():
            raise OptionError(f"a name is {name!r}; it may be 1 to {NAME_LENGTH} letters")
    return names


def names_of(players: Sequence[SeatedPlayer], say: Say) -> tuple[str, ...]:
    """Return a name for each seat."""
    names = []
    for seat, player in enumerate(players):
        number = sum(other.bot == player.bot for other in players[: seat + 1])
        alone = sum(other.bot == player.bot for other in players) == 1
        names.append(player.name or _usual_name(player, 0 if alone else number, say))
    return tuple(names)


def _usual_name(player: SeatedPlayer, number: int, say: Say) -> str:
    if player.bot:
        return say("Bot {number}", number=number) if number else say("Bot")
    return say("Guest {number}", number=number) if number else say("Guest")


def as_comments(players: Sequence[SeatedPlayer]) -> list[str]:
    """Return the lines of a transcript that say who sits where."""
    return [f"# seat {seat}: {'bot' if s.bot else 'person'} {s.name}".rstrip() for seat, s in enumerate(players)]


def read_comments(text: str, seats: int) -> list[SeatedPlayer] | None:
    """Return who sat where when a transcript was saved, or nothing if it does not say."""
    found = [match for match in map(_LINE.match, text.splitlines()) if match]
    players = {
        int(seat): SeatedPlayer(kind == "bot", _fitting(name)) for seat, kind, name in (m.groups() for m in found)
    }
    return [players[seat] for seat in range(seats)] if sorted(players) == list(range(seats)) else None


def without_comments(text: str) -> str:
    """Return a transcript without the lines that say who sits where."""
    return "".join(line for line in text.splitlines(keepends=True) if not _LINE.match(line))


def _fitting(name: str) -> str:
    return "".join(letter for letter in name if letter.isprintable())[:NAME_LENGTH].strip()
