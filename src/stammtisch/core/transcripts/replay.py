"""Replay a transcript: every line of it is checked against the rules."""

from __future__ import annotations

from itertools import zip_longest

from stammtisch.core.game import Game, find_game
from stammtisch.core.queries import rule_against
from stammtisch.core.table import Table
from stammtisch.core.transcripts.transcript import Transcript, TranscriptLine, read_transcript, view_lines
from stammtisch.errors import NotationError, Refused, StammtischError, TranscriptError, UnknownGame


def replay(text: str, game: Game | None = None) -> Table:
    """Return the table to which a transcript leads, after holding every line against the rules.

    Args:
        text: The transcript.
        game: The game it is of, if it is not an installed one.

    Raises:
        TranscriptError: The text is no transcript, or the rules do not agree with a line of it.
    """
    transcript = read_transcript(text)
    table = open_table(transcript, game)
    for line in transcript.play:
        follow_line(table, line)
    _hold_result(transcript, table)
    _hold_views(transcript, table)
    return table


def open_table(transcript: Transcript, game: Game | None = None) -> Table:
    """Return the table of a transcript, with nothing played yet.

    Raises:
        TranscriptError: The game, its version, or the options are not to be had.
    """
    try:
        game = game or find_game(transcript.game)
    except UnknownGame as error:
        raise TranscriptError(transcript.lines["game"], str(error)) from error
    if transcript.game != game.NAME:
        raise TranscriptError(transcript.lines["game"], f"game is {transcript.game}; it may be {game.NAME}")
    if transcript.version != game.rules.VERSION:
        found = f"{game.NAME} is version {transcript.version} in this transcript"
        problem = f"{found}; the rules are version {game.rules.VERSION}"
        raise TranscriptError(transcript.lines["game"], problem)
    try:
        return Table.undealt(game, transcript.seed, transcript.choices)
    except StammtischError as error:
        raise TranscriptError(transcript.lines.get("options", transcript.lines["game"]), str(error)) from error


def follow_line(table: Table, line: TranscriptLine) -> None:
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


def _see_refused(table: Table, line: TranscriptLine, action: int) -> None:
    rule = rule_against(table.rules, table.position, table.options, line.seat, action)
    if not rule or rule.name != line.refused_by:
        found = f"is refused by {rule.name}" if rule else "is legal"
        raise TranscriptError(line.number, f"{line.action!r} {found}; the transcript says {line.refused_by}")


def _hold_result(transcript: Transcript, table: Table) -> None:
    outcome = table.outcome()
    for word, said in (("score", transcript.score), ("place", transcript.place)):
        found = None if outcome is None else {"score": outcome.scores, "place": outcome.places}[word]
        if said is not None and said != found:
            result = "the game is not over" if found is None else f"the rules give {' '.join(map(str, found))}"
            raise TranscriptError(transcript.lines[word], f"{word} is {' '.join(map(str, said))}; {result}")


def _hold_views(transcript: Transcript, table: Table) -> None:
    if transcript.views is None:
        return
    for said, found in zip_longest(transcript.views, view_lines(table)):
        number, text = said or (transcript.lines["end"], None)
        if text is None or found is None or text.split() != found.split():
            expected = (found or "no more").strip()
            raise TranscriptError(number, f"the views are {text or 'missing'}; the rules give {expected}")
