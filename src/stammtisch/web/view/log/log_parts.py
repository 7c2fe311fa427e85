"""The log of a table: sentences in parts, such as rounds, of which the newest is open and the others are folded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from markupsafe import Markup


class Sentence(NamedTuple):
    """What is said of a step."""

    step: int  # its number
    text: str  # cards in it are marked
    heading: bool = False  # whether a part begins with it

    @property
    def place(self) -> int:
        """Where it stands in the log of a whole game: of a step there is a heading at most, and then a sentence."""
        return 2 * self.step + (not self.heading)


class LogPart(NamedTuple):
    """A part of a game: its title, and what happened; what comes before the first title has none."""

    heading: Markup
    lines: tuple[Markup, ...]


def in_parts(sentences: Iterable[Sentence], draw: Callable[[str], Markup]) -> tuple[LogPart, ...]:
    """Return sentences by the parts that their headings begin."""
    found: list[tuple[Markup, list[Markup]]] = []
    for sentence in sentences:
        words = draw(sentence.text)
        if sentence.heading:
            found.append((words, []))
        else:
            if not found:
                found.append((Markup(), []))
            found[-1][1].append(words)
    return tuple(LogPart(heading, tuple(lines)) for heading, lines in found)


def earlier_address(table: str, place: int, eyes: str = "") -> str:
    """Return where one reads what happened before a place in the log of a table; nothing where that is its beginning.

    With `eyes` it is told as a replay tells it that is seen by them.
    """
    seen = f"&as={eyes}" if eyes else ""
    return f"/t/{table}/log?before={place}{seen}" if place else ""
