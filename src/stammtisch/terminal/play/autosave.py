"""Autosave: keep a game in a file while it is played, and resume it from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from stammtisch.core.table import Table
from stammtisch.core.transcripts.replay import replay
from stammtisch.core.transcripts.transcript import TranscriptLine, read_transcript, write_transcript
from stammtisch.errors import StammtischError
from stammtisch.terminal.files import is_taken, read_text, write_text
from stammtisch.terminal.play.players import SeatedPlayer, as_comments, read_comments, without_comments
from stammtisch.terminal.play.transcript_comments import with_comments


class Autosave:
    """Saves the transcript of one table after every step, once it has been told where."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._origin = ""  # the text that the game was taken up from
        self._refusals: dict[int, list[TranscriptLine]] = {}
        self._views = False

    @classmethod
    def resume(cls, path: Path) -> tuple[Self, Table, list[SeatedPlayer] | None]:
        """Return the autosave of a saved game, its table, and who sat there if the file says so.

        Raises:
            StammtischError: The file cannot be read, or it is no transcript that the rules agree with.
        """
        text = read_text(path)
        with naming(path):
            transcript, table = read_transcript(text), replay(text)
        autosave = cls(path)
        autosave._origin = without_comments(text)
        autosave._refusals = transcript.refusals()
        autosave._views = transcript.views is not None
        table.carry_on()
        return autosave, table, read_comments(text, table.seats)

    def keep_in(self, path: Path) -> None:
        """Keep the game in this file from now on.

        Raises:
            StammtischError: There is something else of this name.
        """
        ours = self.path is not None and is_taken(self.path) and is_taken(path) and path.samefile(self.path)
        if is_taken(path) and not ours:
            raise StammtischError(f"cannot save to {path}: there is something of this name already")
        self.path = path

    def write(self, table: Table, players: Sequence[SeatedPlayer]) -> None:
        """Write the game down as it stands now, if it is kept at all.

        Raises:
            StammtischError: The file cannot be written.
        """
        if self.path is None:
            return
        text = write_transcript(table, self._refusals, views=self._views)
        if self._origin:
            text = with_comments(self._origin, text)
        write_text(self.path, "\n".join([*as_comments(players), text]), private=True)  # everybody's hand is in it


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the name of a transcript's file before what is wrong with it.

    Raises:
        StammtischError: Something is wrong with it.
    """
    try:
        yield
    except StammtischError as error:
        raise StammtischError(f"{path}: {error}") from error
