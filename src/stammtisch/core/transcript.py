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
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from stammtisch.core.game import Game, find_game
from stammtisch.core.options import as_text, read_text
from stammtisch.core.step import read_seat, seat_name
from stammtisch.core.table import Table
from stammtisch.errors import NotationError, OptionError, Refused, StammtischError, TranscriptError, UnknownGame
from stammtisch.kernel.seats import SPECTATOR


@dataclass(frozen=True)
class Line:
    """One line of play: a step, or an action that a rule refused."""

    number: int  # of the line in the text, from 1
    step: int | None
    seat: int
    action: str
    refused_by: str | None = None


@dataclass
class Transcript:
    """What a transcript says, not yet held against the rules."""

    game_line: int
    game: str
    version: int
    choices: dict[str, object] = field(default_factory=dict)
    options_line: int = 0
    seed: int | None = None
    play: list[Line] = field(default_factory=list)
    score: tuple[int, ...] | None = None
    place: tuple[int, ...] | None = None
    views: list[str] | None = None
    last_line: int = 0


def write_transcript(
    table: Table,
    refusals: dict[int, list[Line]] | None = None,
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
    lines = list(comments or [])
    lines.append(f"game {table.game.NAME} {table.rules.VERSION}")
    lines.append(f"options {as_text(table.rules, table.options)}")
    lines += [f"seed {table.seed}", ""]
    for number in range(len(table.steps) + 1):
        for refused in (refusals or {}).get(number, []):
            lines.append(f"  -  {seat_name(refused.seat):<6}  {refused.action:<8} ! {refused.refused_by}")
        if number < len(table.steps):
            step = table.steps[number]
            lines.append(f"{number:3}  {seat_name(step.seat):<6}  {table.action_name(step.action)}")
    if outcome := table.outcome():
        lines.append("score " + " ".join(map(str, outcome.scores)))
        lines.append("place " + " ".join(map(str, outcome.places)))
    if views:
        lines += ["", "views", *_view_lines(table)]
    return "\n".join(lines) + "\n"


def read_transcript(text: str) -> Transcript:
    """Return what a text says.

    Raises:
        TranscriptError: A line is none of a transcript's; it says which.
    """
    lines = _content(text)
    number, first = next(lines, (1, ""))
    words = first.split()
    if len(words) != 3 or words[0] != "game" or not words[2].isdecimal():  # noqa: PLR2004  # the words 'game', name, version
        raise TranscriptError(number, f"found {first!r}; a transcript begins with 'game', a name and a version")
    transcript = Transcript(number, words[1], int(words[2]), options_line=number, last_line=number)
    for number, line in lines:
        transcript.last_line = number
        _read_line(transcript, number, line)
    return transcript


def replay(text: str) -> Table:
    """Return the table to which a transcript leads, after holding every line against the rules.

    Raises:
        TranscriptError: The text is no transcript, or the rules do not agree with a line of it.
    """
    transcript = read_transcript(text)
    table = open_table(transcript)
    for line in transcript.play:
        follow_line(table, line)
    _hold_result(transcript, table)
    _hold_views(transcript, table)
    return table


def open_table(transcript: Transcript) -> Table:
    """Return the table of a transcript, with nothing played yet.

    Raises:
        TranscriptError: The game, its version, or the options are not to be had.
    """
    try:
        game: Game = find_game(transcript.game)
    except UnknownGame as error:
        raise TranscriptError(transcript.game_line, str(error)) from error
    if transcript.version != game.rules.VERSION:
        problem = f"{game.NAME} is version {transcript.version} here; the rules are version {game.rules.VERSION}"
        raise TranscriptError(transcript.game_line, problem)
    try:
        return Table.undealt(game, transcript.seed, transcript.choices)
    except StammtischError as error:
        raise TranscriptError(transcript.options_line, str(error)) from error


def follow_line(table: Table, line: Line) -> None:
    """Take the step of a line, or see it refused as the line says.

    Raises:
        TranscriptError: The rules do not agree with the line.
    """
    if line.step is not None and line.step != len(table.steps):
        raise TranscriptError(line.number, f"step {line.step} is written where step {len(table.steps)} belongs")
    try:
        action = table.game.notation.read(line.action)
        table.follow(line.seat, action) if line.refused_by is None else _see_refused(table, line, action)
    except NotationError as error:
        raise TranscriptError(line.number, str(error)) from error
    except Refused as error:
        raise TranscriptError(line.number, f"the rules refuse it: {error}") from error


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
        transcript.views.append(line)
    elif keyword == "options":
        try:
            transcript.options_line, transcript.choices = number, read_text(rest)
        except OptionError as error:
            raise TranscriptError(number, str(error)) from error
    elif keyword == "seed":
        transcript.seed = _numbers(number, keyword, rest)[0]
    elif keyword == "score":
        transcript.score = _numbers(number, keyword, rest)
    elif keyword == "place":
        transcript.place = _numbers(number, keyword, rest)
    elif keyword == "views":
        transcript.views = []
    else:
        transcript.play.append(_read_play(number, line))


def _numbers(number: int, keyword: str, rest: str) -> tuple[int, ...]:
    try:
        values = tuple(int(word) for word in rest.split())
    except ValueError:
        values = ()
    if not values:
        raise TranscriptError(number, f"{keyword} is {rest.strip()!r}; it may be whole numbers")
    return values


def _read_play(number: int, line: str) -> Line:
    content, mark, rule = line.partition("!")
    words = content.split()
    refused = words[:1] == ["-"]
    if len(words) < 3 or not (refused or words[0].isdecimal()) or refused != bool(mark):  # noqa: PLR2004
        raise TranscriptError(number, f"found {line!r}; a step is number, seat and action, such as '4 0 turn 2'")
    try:
        seat = read_seat(words[1])
    except NotationError as error:
        raise TranscriptError(number, str(error)) from error
    action = " ".join(words[2:])
    return Line(number, None if refused else int(words[0]), seat, action, rule.strip() if refused else None)


def _see_refused(table: Table, line: Line, action: int) -> None:
    rule = table.rules.Rule(table.rules.check(table.position, table.options, line.seat, action))
    if rule.name != line.refused_by:
        found = f"is refused by {rule.name}" if rule else "is legal"
        raise TranscriptError(line.number, f"{line.action!r} {found}; the transcript says {line.refused_by}")


def _hold_result(transcript: Transcript, table: Table) -> None:
    outcome = table.outcome()
    for word, said in (("score", transcript.score), ("place", transcript.place)):
        found = None if outcome is None else {"score": outcome.scores, "place": outcome.places}[word]
        if said is not None and said != found:
            result = "the game is not over" if found is None else f"the rules give {' '.join(map(str, found))}"
            raise TranscriptError(transcript.last_line, f"{word} is {' '.join(map(str, said))}; {result}")


def _hold_views(transcript: Transcript, table: Table) -> None:
    if transcript.views is None:
        return
    for said, found in zip_longest(transcript.views, _view_lines(table)):
        if said is None or found is None or said.split() != found.split():
            raise TranscriptError(transcript.last_line, f"the views are {said!r}; the rules give {found!r}")


def _view_lines(table: Table) -> Iterator[str]:
    """Yield after each step the digests of what the seats, and last a spectator, can see."""
    again = Table.undealt(table.game, table.seed, dict(read_text(as_text(table.rules, table.options))))
    for step in table.steps:
        again.follow(step.seat, step.action)
        views = [again.view(viewer).tobytes() for viewer in (*range(again.seats), SPECTATOR)]
        yield f"{step.number:3}  " + " ".join(hashlib.sha256(view).hexdigest()[:8] for view in views)
