"""A game as text: write it down, read it, replay it, compare two.

```
game duel 1
options seats=2 royal=no first_bluffer=chance spaces=3
seed 7

  0  nature  first 1
  1  1       hide 2
  -  1       turn 2   ! NOT_YOUR_TURN
  2  0       turn 2
score 0 1
place 2 1
```

A line that begins with `-` is an action that was refused, and by which rule. `#` begins a comment. The steps of a
game that is not over may be followed by more play; the seed then fixes the deals to come. A block `views` may close
the text: after each step the digest of what every seat and a spectator can see.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from stammtisch.core.game import Game
from stammtisch.core.nature import SEED_LIMIT
from stammtisch.core.options import as_text, read_text
from stammtisch.core.outcome import GameOutcome
from stammtisch.core.step import Step, read_seat, seat_name
from stammtisch.core.table import Table
from stammtisch.errors import NotationError, OptionError, TranscriptError
from stammtisch.kernel.seats import SPECTATOR


@dataclass(frozen=True)
class TranscriptLine:
    """One line of play: a step, or an action that a rule refused."""

    number: int  # of the line in the text, from 1
    step: int | None
    seat: int
    action: str
    refused_by: str | None = None


@dataclass
class Transcript:
    """What a transcript says, not yet held against the rules."""

    game: str
    version: int
    lines: dict[str, int]  # where it says `game`, `options`, `seed`, …; the last line is that of `end`
    choices: dict[str, object] = field(default_factory=dict)
    seed: int | None = None
    play: list[TranscriptLine] = field(default_factory=list)
    score: tuple[int, ...] | None = None
    place: tuple[int, ...] | None = None
    views: list[tuple[int, str]] | None = None  # each with its line

    def refusals(self) -> dict[int, list[TranscriptLine]]:
        """Return the refused actions by the number of the step they came before."""
        found: dict[int, list[TranscriptLine]] = {}
        steps = 0
        for line in self.play:
            if line.refused_by is None:
                steps += 1
            else:
                found.setdefault(steps, []).append(line)
        return found


def write_transcript(
    table: Table,
    refusals: dict[int, list[TranscriptLine]] | None = None,
    comments: list[str] | None = None,
    *,
    views: bool = False,
) -> str:
    """Return a table's game as text.

    Args:
        table: The game to write down.
        refusals: Refused actions to keep, by the number of the step they came before.
        comments: Lines to open with, each with its `#`.
        views: Whether to add the digests of all views after each step.
    """
    seed = table.seed if table.seeded else None
    lines = list(comments or [])
    lines += game_lines(table.game, table.options, seed, table.steps, table.outcome(), refusals)
    if views:
        lines += ["", "views", *view_lines(table)]
    return "\n".join(lines) + "\n"


def game_lines(
    game: Game,
    options: Any,
    seed: int | None,
    steps: Sequence[Step],
    outcome: GameOutcome | None,
    refusals: Mapping[int, Sequence[TranscriptLine]] | None = None,
) -> Iterator[str]:
    """Yield the lines of a game: what was played, the steps among what was refused, and how it ended."""
    yield f"game {game.NAME} {game.rules.VERSION}"
    yield f"options {as_text(game.rules, options)}"
    if seed is not None:
        yield f"seed {seed}"
    yield ""
    for number in range(len(steps) + 1):
        for refused in (refusals or {}).get(number, ()):
            yield f"  -  {seat_name(refused.seat):<6}  {refused.action:<8} ! {refused.refused_by}"
        if number < len(steps):
            step = steps[number]
            yield f"{number:3}  {seat_name(step.seat):<6}  {game.notation.write(step.action)}"
    if outcome:
        yield "score " + " ".join(map(str, outcome.scores))
        yield "place " + " ".join(map(str, outcome.places))


def read_transcript(text: str) -> Transcript:
    """Return what a text says.

    Raises:
        TranscriptError: A line is none of a transcript's; it says which.
    """
    lines = _content(text)
    number, first = next(lines, (1, ""))
    words = first.split()
    version = _number(words[-1]) if len(words) == 3 and words[0] == "game" else None  # noqa: PLR2004  # 'game', name, version
    if version is None:
        raise TranscriptError(number, f"found {first!r}; a transcript begins with 'game', a name and a version")
    transcript = Transcript(words[1], version, {"game": number, "end": number})
    for number, line in lines:
        transcript.lines["end"] = number
        _read_line(transcript, number, line)
    return transcript


def difference(old: str, new: str) -> str | None:
    """Return the first difference between two transcripts as a sentence, or nothing if there is none."""
    for number, (before, after) in enumerate(zip_longest(old.splitlines(), new.splitlines()), start=1):
        if before != after:
            return f"line {number} was {before!r} and is {after!r}"
    return None


def _content(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.partition("#")[0].strip()
        if content:
            yield number, content


def _read_line(transcript: Transcript, number: int, line: str) -> None:
    keyword, _, rest = line.partition(" ")
    if transcript.views is not None:
        transcript.views.append((number, line))
    elif keyword in ("options", "seed", "score", "place", "views"):
        if keyword in transcript.lines:
            problem = f"{keyword} stands in line {transcript.lines[keyword]} already; it may be given once"
            raise TranscriptError(number, problem)
        transcript.lines[keyword] = number
        _read_keyword(transcript, number, keyword, rest)
    else:
        transcript.play.append(_read_play(number, line))


def _read_keyword(transcript: Transcript, number: int, keyword: str, rest: str) -> None:
    match keyword:
        case "options":
            try:
                transcript.choices = read_text(rest)
            except OptionError as error:
                raise TranscriptError(number, str(error)) from error
        case "seed":
            transcript.seed = _number(rest.strip())
            if transcript.seed is None or not 0 <= transcript.seed < SEED_LIMIT:
                raise TranscriptError(number, f"seed is {rest.strip()!r}; it may be 0 to 2^63 - 1")
        case "score":
            transcript.score = _numbers(number, keyword, rest)
        case "place":
            transcript.place = _numbers(number, keyword, rest)
        case _:
            transcript.views = []


def _number(word: str) -> int | None:
    """Return a whole number; `int` alone takes more than digits, and raises where there are thousands of them."""
    return int(word) if re.fullmatch("-?[0-9]{1,19}", word) else None


def _numbers(number: int, keyword: str, rest: str) -> tuple[int, ...]:
    values = tuple(value for word in rest.split() if (value := _number(word)) is not None)
    if not values or len(values) < len(rest.split()):
        raise TranscriptError(number, f"{keyword} is {rest.strip()!r}; it may be whole numbers")
    return values


def _read_play(number: int, line: str) -> TranscriptLine:
    content, mark, rule = line.partition("!")
    words = content.split()
    refused = words[:1] == ["-"]
    step = _number(words[0]) if words and not refused else None
    if len(words) < 3 or (step is None) != refused or refused != bool(mark):  # noqa: PLR2004  # number, seat, action
        raise TranscriptError(number, f"found {line!r}; a step is number, seat and action, such as '4 0 turn 2'")
    try:
        seat = read_seat(words[1])
    except NotationError as error:
        raise TranscriptError(number, str(error)) from error
    action = " ".join(words[2:])
    return TranscriptLine(number, step, seat, action, rule.strip() if refused else None)


def view_lines(table: Table) -> Iterator[str]:
    """Yield after each step the digests of what the seats, and last a spectator, can see."""
    again = Table.undealt(table.game, table.seed, dict(read_text(as_text(table.rules, table.options))))
    for step in table.steps:
        again.follow(step.seat, step.action)
        views = [again.view(viewer).tobytes() for viewer in (*range(again.seats), SPECTATOR)]
        yield f"{step.number:3}  " + " ".join(hashlib.sha256(view).hexdigest()[:8] for view in views)
