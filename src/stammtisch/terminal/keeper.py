"""Keep a game in a file while it is played, and take it up again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from stammtisch.core.replay import replay
from stammtisch.core.table import Table
from stammtisch.core.transcript import Line, read_transcript, write_transcript
from stammtisch.errors import StammtischError
from stammtisch.terminal.comments import with_comments
from stammtisch.terminal.files import is_taken, read_text, write_text
from stammtisch.terminal.people import Sitter, as_comments, read_comments, without_comments


class Keeper:
    """Writes the transcript of one table after every step, once it has been told where."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._origin = ""  # the text that the game was taken up from
        self._refusals: dict[int, list[Line]] = {}
        self._views = False

    @classmethod
    def taking_up(cls, path: Path) -> tuple[Self, Table, list[Sitter] | None]:
        """Return a keeper for a saved game, its table, and who sat there if the file says so.

        Raises:
            StammtischError: The file cannot be read, or it is no transcript that the rules agree with.
        """
        text = read_text(path)
        with naming(path):
            transcript, table = read_transcript(text), replay(text)
        keeper = cls(path)
        keeper._origin = without_comments(text)
        keeper._refusals = transcript.refusals()
        keeper._views = transcript.views is not None
        table.carry_on()
        return keeper, table, read_comments(text, table.seats)

    def keep_in(self, path: Path) -> None:
        """Keep the game in this file from now on.

        Raises:
            StammtischError: There is something else of this name.
        """
        ours = self.path is not None and is_taken(self.path) and is_taken(path) and path.samefile(self.path)
        if is_taken(path) and not ours:
            raise StammtischError(f"cannot save to {path}: there is something of this name already")
        self.path = path

    def write(self, table: Table, sitters: Sequence[Sitter]) -> None:
        """Write the game down as it stands now, if it is kept at all.

        Raises:
            StammtischError: The file cannot be written.
        """
        if self.path is None:
            return
        text = write_transcript(table, self._refusals, views=self._views)
        if self._origin:
            text = with_comments(self._origin, text)
        write_text(self.path, "\n".join([*as_comments(sitters), text]))


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
