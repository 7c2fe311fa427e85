"""`stammtisch replay`: watch a transcript step by step, or bring it up to date."""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path
from typing import Final

from stammtisch.core.language import Say, voice
from stammtisch.core.table import Table
from stammtisch.core.transcripts.replay import replay
from stammtisch.core.transcripts.transcript import Transcript, difference, read_transcript
from stammtisch.core.words.narration import EVERYTHING, Narrator, ViewLog
from stammtisch.errors import OptionError, Refused
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.terminal.commands.arguments import add_language
from stammtisch.terminal.commands.players.transcript_update import updated
from stammtisch.terminal.files import read_text, write_text
from stammtisch.terminal.play.autosave import naming
from stammtisch.terminal.play.keyboard import read_line, require_keyboard, somebody_can_type
from stammtisch.terminal.play.players import SeatedPlayer, names_of, read_comments
from stammtisch.terminal.play.screen import Display, Screen, has_page, make_console, picture_text

EXAMPLES: Final = """\
examples:
  stammtisch replay mine.txt                   as somebody watching saw it
  stammtisch replay mine.txt --seat 0          as seat 0 saw it
  stammtisch replay mine.txt --seat all        with everything open
  stammtisch replay golden.txt --update        bring the file up to date with the rules
"""
_TOLD: Final = 8  # sentences that stay beside the picture


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command may be given."""
    add_language(parser)
    parser.add_argument("file", metavar="FILE", help="a transcript")
    parser.add_argument("--seat", default="spectator", metavar="K", help="whose eyes: a seat, spectator or all")
    parser.add_argument(
        "--step",
        action=argparse.BooleanOptionalAction,
        help="wait for Enter after each step, or show all at once (waits if a person can type)",
    )
    parser.add_argument(
        "--update", action="store_true", help="write the file anew from its own steps, with refusals and views"
    )


def run(args: argparse.Namespace) -> int:
    """Show a transcript, or write it anew."""
    path = Path(args.file)
    text = read_text(path)
    console = make_console()
    say = voice("stammtisch.terminal", args.lang)
    if args.update:
        return _update(path, text, Screen(console, redraws=False, pause=0), say)
    stepwise = somebody_can_type() if args.step is None else args.step
    screen = Screen(console, redraws=stepwise and has_page(console) and somebody_can_type(), pause=0)
    with naming(path):
        transcript, table = read_transcript(text), replay(text)
    players = read_comments(text, table.seats) or [SeatedPlayer(bot=False)] * table.seats
    narrator = Narrator(table.game, table.options, args.lang, names_of(players, say))
    show = _Show(table, transcript, narrator, _viewer(args.seat, table), screen, say)
    if stepwise:
        require_keyboard()
        show.step_by_step()
    else:
        show.all_at_once()
    return 0


def _update(path: Path, text: str, screen: Screen, say: Say) -> int:
    """Write the file anew if that changes anything, and say what."""
    new = updated(path, text)
    change = difference(text, new)
    if change is None:
        screen.write(say("{file} is up to date.", file=path))
        return 0
    write_text(path, new)
    screen.write(say("{file} was written anew. First difference: {change}", file=path, change=change))
    return 0


def _viewer(text: str, table: Table) -> int:
    """Return the viewer that the command line names.

    Raises:
        OptionError: The table has no such viewer.
    """
    viewers = {"spectator": SPECTATOR, "all": EVERYTHING} | {str(seat): seat for seat in range(table.seats)}
    if text not in viewers:
        raise OptionError(f"seat is {text!r}; it may be 0 to {table.seats - 1}, spectator or all")
    return viewers[text]


class _Show:
    """A game shown again, as one viewer saw it."""

    def __init__(
        self, table: Table, transcript: Transcript, narrator: Narrator, viewer: int, screen: Screen, say: Say
    ) -> None:
        self._table = table
        self._refusals = transcript.refusals()
        self._narrator = narrator
        self._viewer = viewer
        self._screen = screen
        self.say = say
        self._log = ViewLog(table)
        self._last = len(table.steps)

    def all_at_once(self) -> None:
        """Show the steps one below the other."""
        for steps in range(1, self._last + 1):
            self._screen.show(self._display(steps, self._told(steps)))
        for sentence in self._refused_after(self._last):
            self._screen.write(sentence)

    def step_by_step(self) -> None:
        """Show a step whenever somebody presses Enter."""
        steps = 0
        hint = self.say("Enter: next step, b: one back, a number: that step, q: leave")
        with suppress(EOFError, KeyboardInterrupt), self._screen.page():
            while True:
                self._screen.draw(self._display(steps, self._recently_told(steps)))
                self._screen.write(hint, "dim")
                wanted = self._follow(read_line(), steps)
                if wanted is None:
                    return
                steps = wanted

    def _follow(self, text: str, steps: int) -> int | None:
        """Return where to go from here, or nothing to leave."""
        if text.isdecimal():
            return min(int(text[:9]), self._last)
        match text.lower():
            case "":
                return steps + 1 if steps < self._last else None
            case "b":
                return max(0, steps - 1)
            case "q" | "quit":
                return None
            case _:
                return steps

    def _display(self, steps: int, sentences: list[str]) -> Display:
        """Return what the viewer looked at after so many steps."""
        view = self._log.view(self._viewer, steps)
        where = self.say("step {number} of {last}", number=steps, last=self._last)
        outcome = self._table.outcome() if steps == self._last else None
        ending = self._narrator.ending(outcome, view) if outcome else ""
        heading = f"{self._narrator.title()} · {where}"
        return Display(heading, picture_text(self._narrator.picture(view, self._viewer)), sentences, ending)

    def _told(self, steps: int) -> list[str]:
        """Say what the viewer saw of one step, the refusals before it included."""
        return self._refused_after(steps - 1) + self._narrator.sentences(self._log, self._viewer, steps - 1, steps)

    def _recently_told(self, steps: int) -> list[str]:
        told = [sentence for step in range(1, steps + 1) for sentence in self._told(step)]
        return (told + (self._refused_after(steps) if steps == self._last else []))[-_TOLD:]

    def _refused_after(self, steps: int) -> list[str]:
        """Say what was refused after so many steps; only the seat itself was told at the time."""
        told = []
        for line in self._refusals.get(steps, []):
            if self._viewer not in (line.seat, EVERYTHING) or line.seat >= self._table.seats:
                continue
            action = self._table.game.notation.read(line.action)
            rule = next(rule for rule in self._table.rules.Rule if rule.name == line.refused_by)
            refused = Refused(line.seat, action, line.action, rule)
            reason = self._narrator.refusal(refused, self._log.view(line.seat, steps))
            name = self._narrator.name(line.seat)
            told.append(
                self.say("{name} tried “{action}” and was told: {reason}", name=name, action=line.action, reason=reason)
            )
        return told
