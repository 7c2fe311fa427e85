"""Write a transcript anew from its own steps, for rules or a format that have changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from stammtisch.core.game import find_game, game_names
from stammtisch.core.queries import rule_against
from stammtisch.core.table import Table
from stammtisch.core.transcripts.replay import follow_line, open_table
from stammtisch.core.transcripts.transcript import Transcript, TranscriptLine, read_transcript, write_transcript
from stammtisch.errors import NotationError, TranscriptError
from stammtisch.terminal.play.autosave import naming
from stammtisch.terminal.play.transcript_comments import with_comments


def updated(path: Path, text: str) -> str:
    """Return a transcript as the rules see it now: every refusal with its rule, the result, and the views.

    Raises:
        StammtischError: The text is no transcript, or the rules no longer allow one of its steps.
    """
    with naming(path):
        transcript = read_transcript(text)
        if transcript.game in game_names():
            transcript.version = find_game(transcript.game).rules.VERSION
        table = open_table(transcript)
        refusals = _play_again(transcript, table)
    new = write_transcript(table, refusals, views=True)
    if transcript.seed is None:
        new = new.replace(f"seed {table.seed}\n", "", 1)  # it was drawn just now and means nothing
    return with_comments(text, new)


def _play_again(transcript: Transcript, table: Table) -> dict[int, list[TranscriptLine]]:
    """Take the steps, and return the refusals by the number of the step they came before."""
    refusals: dict[int, list[TranscriptLine]] = {}
    for line in transcript.play:
        if line.refused_by is None:
            follow_line(table, line)
        else:
            refusals.setdefault(len(table.steps), []).append(_refused_now(table, line))
    return refusals


def _refused_now(table: Table, line: TranscriptLine) -> TranscriptLine:
    """Return the line of a refusal with the rule that forbids the action now.

    Raises:
        TranscriptError: The action has no name in the notation, or is legal now.
    """
    try:
        action = table.game.notation.read(line.action)
    except NotationError as error:
        raise TranscriptError(line.number, str(error)) from error
    rule = rule_against(table.rules, table.position, table.options, line.seat, action)
    if not rule:
        raise TranscriptError(line.number, f"{line.action!r} is legal; the transcript says {line.refused_by}")
    return replace(line, refused_by=rule.name)
