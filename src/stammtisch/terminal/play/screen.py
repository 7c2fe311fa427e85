"""What stands on the screen: on a terminal one calm page drawn anew, elsewhere lines one after another."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

_GAP: Final = 4  # between the picture and the words
_WORDS_WIDTH: Final = 38  # below this the words go under the picture
_LONG_LIST: Final = 12  # longer lists of actions are set in columns
_MARGIN: Final = 2


@dataclass(frozen=True)
class Display:
    """What a viewer looks at: the picture, what has happened, and perhaps a question with its choices."""

    heading: str
    picture: Text
    sentences: Sequence[str]
    question: str = ""
    choices: Sequence[tuple[int, str, str]] = ()  # each with its number, as on a button, and in notation


class Screen:
    """Draws what people look at, and writes sentences below it."""

    def __init__(self, console: Console, *, redraws: bool, pause: float) -> None:
        self.console = console
        self.redraws = redraws
        self._pause = pause
        self._on_page = False

    @contextmanager
    def page(self) -> Iterator[None]:
        """Use a page of the terminal that leaves no traces, neither above the window nor afterwards."""
        self._turn(to_page=True)
        try:
            yield
        finally:
            self._turn(to_page=False)

    def read(self, text: RenderableType) -> None:
        """Show a longer text, through a pager if it is longer than the window."""
        if not self.redraws or len(self.console.render_lines(text)) < self.console.height - 2:
            self.console.print(text)
            return
        os.environ.setdefault("LESS", "-R")  # colours as colours
        was_on_page = self._on_page
        self._turn(to_page=False)  # pagers have a page of their own
        with self.console.pager(styles=True):
            self.console.print(text)
        self._turn(to_page=was_on_page)

    def _turn(self, *, to_page: bool) -> None:
        if self.redraws and to_page != self._on_page:
            self.console.set_alt_screen(to_page)
            self._on_page = to_page

    def draw(self, display: Display) -> None:
        """Show this in place of what stood there."""
        if self.redraws:
            self.console.clear()
        self.show(display)

    def show(self, display: Display) -> None:
        """Show this below whatever stands there."""
        if self.redraws:
            self.console.print(Rule(Text(display.heading, "bold"), align="left", style="dim"))
            self.console.print(self._side_by_side(display) if self._fits(display) else self._stacked(display))
            return
        for sentence in display.sentences:
            self.write(sentence)
        self.console.print()
        for line in display.picture.split():
            line.rstrip()
            self.console.print(Text(" " * _MARGIN) + line, soft_wrap=True)
        self.console.print()
        if display.question:
            self.write(display.question, "bold")
        if display.choices:
            self.console.print(_numbered(display.choices), soft_wrap=True)

    def write(self, sentence: str, style: str = "") -> None:
        """Write a sentence on a line of its own; off a terminal a line is as long as it is."""
        self.console.print(Text(sentence, style), soft_wrap=not self.redraws)

    def push_away(self) -> None:
        """Move what stands there out of the window, on a terminal that cannot draw a page anew."""
        if not self.redraws and sys.stdout.isatty():
            self.console.print("\n" * self.console.height)

    def rest(self) -> None:
        """Give people time to see what happened."""
        if self._pause:
            time.sleep(self._pause)

    def _fits(self, display: Display) -> bool:
        return _width(display.picture) + _MARGIN + _GAP + _WORDS_WIDTH <= self.console.width

    def _side_by_side(self, display: Display) -> RenderableType:
        width = self.console.width - _width(display.picture) - _MARGIN - _GAP
        grid = Grid.grid(padding=(0, _GAP, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column()
        grid.add_row(display.picture, self._words(display, width, self.console.height - 4))
        return Padding(grid, (1, 0, 1, _MARGIN))

    def _stacked(self, display: Display) -> RenderableType:
        room = self.console.height - len(display.picture.split()) - 6
        words = self._words(display, self.console.width - _MARGIN, room)
        return Padding(Group(display.picture, Text(), words), (1, 0, 1, _MARGIN))

    def _words(self, display: Display, width: int, room: int) -> RenderableType:
        """Return the words, of what has happened as much of the newest as there is room for."""
        question = [Text(display.question, "bold")] if display.question else []
        asked = Group(*question, Text(), _numbered(display.choices)) if display.choices else Group(*question)
        room -= len(self.console.render_lines(asked, self.console.options.update_width(width))) + 1
        told = Grid.grid(padding=(0, 1, 0, 0))
        for sentence in _newest(display.sentences, room, lambda text: len(text.wrap(self.console, width - 2))):
            told.add_row(Text("·", "dim"), sentence)
        return Group(told, Text(), asked) if display.question and display.sentences else Group(told, asked)


def picture_text(markup: str) -> Text:
    """Return the picture of a table for a screen; where it stands is up to the screen."""
    lines = list(Text.from_markup(markup, emoji=False).split())
    indents = [len(line.plain) - len(line.plain.lstrip()) for line in lines if line.plain.strip()]
    return Text("\n").join(line[min(indents, default=0) :] for line in lines)


def make_console() -> Console:
    """Return a console on standard output that prints text as it is."""
    return Console(highlight=False, emoji=False, markup=False)


def has_page(console: Console) -> bool:
    """Whether the console is a terminal on which a page can be drawn anew."""
    return sys.stdout.isatty() and console.is_terminal and not console.is_dumb_terminal


def _width(picture: Text) -> int:
    return max(line.cell_len for line in picture.split())


def _numbered(choices: Sequence[tuple[int, str, str]]) -> RenderableType:
    if len(choices) > _LONG_LIST:
        return Columns([f"{number:2}  {notation}" for number, _, notation in choices], padding=(0, 3, 0, 0))
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right")
    grid.add_column()
    grid.add_column(style="dim")
    for number, label, notation in choices:
        said = label.removeprefix(f"{notation} ") if notation == str(number) else label  # once is enough
        grid.add_row(Text(str(number), "bold"), Text(said), Text("" if label.startswith(notation) else notation))
    return grid


def _newest(sentences: Sequence[str], room: int, height: Callable[[Text], int]) -> list[Text]:
    """Return the newest sentences that fit into the room, at least one, and the last of them brightest."""
    newest: list[Text] = []
    for sentence in reversed(sentences):
        text = Text(sentence, "dim" if newest else "")
        room -= height(text)
        if newest and room < 0:
            break
        newest.insert(0, text)
    return newest
