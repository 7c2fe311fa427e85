"""Carry the comments of a transcript over to a newer text of the same game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class _Entry:
    """A line that says something, with the comments and empty lines above it and the comment behind it."""

    key: str  # the same for the same line in both texts, whatever it says
    content: str
    above: list[str]
    behind: str


def with_comments(old: str, new: str) -> str:
    """Return the new text with every comment of the old one, each at the line that it stood at.

    Comments at lines that are no longer there go to the end.
    """
    entries, below = _entries(old)
    before = {entry.key: entry for entry in entries}
    lines: list[str] = []
    for entry in _entries(new)[0]:
        was = before.pop(entry.key, entry)
        lines += [*was.above, entry.content + was.behind]
    for left in before.values():
        lines += [line for line in (*left.above, left.behind.strip()) if line]
    return "\n".join([*lines, *below]).rstrip() + "\n"


def _entries(text: str) -> tuple[list[_Entry], list[str]]:
    """Return the lines that say something, and what stands below the last of them."""
    entries: list[_Entry] = []
    above: list[str] = []
    block, step, refusals = "", "", 0
    for line in text.splitlines():
        content = line.partition("#")[0].rstrip()
        if not content:
            above.append(line.rstrip())
            continue
        word = content.split()[0]
        if word == "-":
            refusals += 1
            key = f"refusal {refusals} after {step}"
        else:
            key = f"{block} {word}"
            if word.isdecimal():
                step, refusals = key, 0
            elif word == "views":
                block = word
        entries.append(_Entry(key, content, above, line[len(content) :].rstrip()))
        above = []
    return entries, above
