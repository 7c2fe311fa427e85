"""One game at this terminal, from the first question to the last picture."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from typing import Final

from stammtisch.bots.bot import Bot
from stammtisch.core.language import Say
from stammtisch.core.options import as_json
from stammtisch.core.rulebook import anchor_of
from stammtisch.core.table import Table
from stammtisch.errors import NotationError, Refused, RowError, StammtischError
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.terminal.chronicle import Chronicle
from stammtisch.terminal.commands import Commands
from stammtisch.terminal.keeper import Keeper
from stammtisch.terminal.keyboard import LEAVING, read_actions, read_line
from stammtisch.terminal.listing import numbered
from stammtisch.terminal.people import Sitter
from stammtisch.terminal.screen import Scene, Screen
from stammtisch.terminal.teller import Teller

RECAP: Final = 6  # steps that are told again when a game is taken up


def _one_way(seed: int) -> int:
    """Return a seed for bots, fixed by that of the table: whoever knows the table's own knows every deal."""
    return int.from_bytes(sha256(f"bots {seed}".encode()).digest()[:8], "big") >> 1


class Sitting:
    """People and bots at one table, with one screen that shows only what its holder may see."""

    def __init__(
        self,
        table: Table,
        sitters: Sequence[Sitter],
        bot: Bot,
        teller: Teller,
        keeper: Keeper,
        screen: Screen,
        say: Say,
    ) -> None:
        self._table = table
        self._sitters = sitters
        self._teller = teller
        self._keeper = keeper
        self._screen = screen
        self.say = say
        self._chronicle = Chronicle(table)
        self._commands = Commands(table, sitters, teller, self._chronicle, keeper, screen, say)
        people = [seat for seat, sitter in enumerate(sitters) if not sitter.bot]
        self._shared = len(people) > 1
        self._holder = SPECTATOR if self._shared or not people else people[0]  # who has the screen
        self._looked = dict.fromkeys((*range(table.seats), SPECTATOR), 0)  # steps that a viewer has been told of
        self._worry = ""  # to be said below the next scene
        self._bots_seed = _one_way(table.seed)
        self._bot = bot

    def take_up(self) -> None:
        """Tell only the last steps of a game that was begun earlier."""
        self._looked = dict.fromkeys(self._looked, max(0, len(self._table.steps) - RECAP))

    def go(self) -> None:
        """Play until the game is over or somebody leaves."""
        try:
            with self._screen.page():
                self._play()
        except (EOFError, KeyboardInterrupt):
            self._leave()
        else:
            self._end()

    def _play(self) -> None:
        while not self._table.over:
            seat = self._table.waiting[0]
            steps = len(self._table.steps)
            if self._sitters[seat].bot:
                view, options = self._table.view(seat), self._table.options
                self._table.play(seat, *self._bot.choose(view, options, seat, self._bots_seed, steps))
            else:
                self._hand_over(seat)
                self._decide(seat)
                self._looked[seat] = steps
            self._keep()
            self._chronicle.catch_up()
            self._watch(steps)

    def _decide(self, seat: int) -> None:
        """Ask a person until the rules agree with the answer."""
        self._look(seat)
        while True:
            text = read_line()
            if not text:
                self._look(seat)
            elif not self._commands.obey(text, seat) and self._take(seat, text):
                return

    def _take(self, seat: int, text: str) -> bool:
        """Take the actions that a line names, or say why not; whether they were taken."""
        row: list[int] = []
        try:
            row = read_actions(text, self._listed(seat), self._table.game.notation, self.say)
            self._table.play(seat, *row)
        except NotationError as error:
            self._screen.write(str(error))
        except RowError as error:
            self._screen.write(self._explain_row(error))
        except Refused as refused:
            self._screen.write(self._explain(row, refused))
            self._screen.write(self.say("To read more, type: rules {rule}", rule=anchor_of(refused.rule)), "dim")
        else:
            return True
        return False

    def _listed(self, seat: int) -> dict[int, int]:
        """Return the actions of a seat by their numbers in the list."""
        return numbered(self._table.actions(seat), self._table.game.notation)

    def _explain_row(self, error: RowError) -> str:
        return self.say(
            "These are {given} actions, and your decision is complete after {taken}. Nothing has happened yet.",
            given=error.given,
            taken=error.taken,
        )

    def _explain(self, row: list[int], refused: Refused) -> str:
        """Say why a row was refused, from the view of the moment in which it was."""
        trial = Table.undealt(self._table.game, self._table.seed, as_json(self._table.rules, self._table.options))
        for step in self._table.steps:
            trial.follow(step.seat, step.action)
        with suppress(Refused):
            for action in row:
                trial.follow(refused.seat, action)
        return self._teller.refusal(refused, trial.view(refused.seat))

    def _hand_over(self, seat: int) -> None:
        """Show what is public until the next person has the screen.

        Raises:
            EOFError: Somebody leaves instead.
        """
        if not self._shared or seat == self._holder:
            return
        if self._screen.redraws:
            self._screen.draw(self._scene(SPECTATOR))
            self._admit_worry()
        name = self._teller.name(seat)
        self._screen.push_away()
        if read_line(self.say("Pass the screen to {name}, then press Enter.", name=name) + " ") in LEAVING:
            raise EOFError
        self._screen.push_away()
        self._holder = seat
        self._looked[SPECTATOR] = len(self._chronicle)

    def _look(self, seat: int) -> None:
        """Show a person the table and the question."""
        view = self._table.view(seat)
        question = self._teller.question(view, seat)
        choices = self._teller.choices(view, self._listed(seat))
        self._screen.draw(replace(self._scene(seat), question=question, choices=choices))
        self._admit_worry()
        if not self._screen.redraws:
            self._looked[seat] = len(self._chronicle)

    def _watch(self, since: int) -> None:
        """Show the steps from number `since` on as they happen, to whoever looks at the screen."""
        viewer = self._holder
        if self._shared:
            if not self._screen.redraws:
                return  # each person is told at the next look
            if self._table.waiting[:1] != (viewer,):
                viewer = SPECTATOR
        for moment in self._chronicle.moments(viewer, since):
            if sentence := self._teller.sentence(moment):
                if self._screen.redraws:
                    self._screen.draw(self._scene(viewer, moment.step.number + 1))
                else:
                    self._screen.write(sentence)
                self._screen.rest()
        if not self._screen.redraws:
            self._looked[viewer] = len(self._chronicle)

    def _scene(self, viewer: int, steps: int | None = None) -> Scene:
        """Return what a viewer looks at after so many steps, or after all."""
        steps = len(self._chronicle) if steps is None else steps
        heading = self._teller.title()
        if self._shared and viewer != SPECTATOR:
            heading = f"{heading} · {self._teller.name(viewer)}"
        picture = self._teller.picture(self._chronicle.view(viewer, steps), viewer)
        return Scene(heading, picture, self._teller.sentences(self._chronicle, viewer, self._looked[viewer], steps))

    def _keep(self) -> None:
        """Write the game down; if that fails, say so and play on."""
        try:
            self._keeper.write(self._table, self._sitters)
        except StammtischError:
            self._worry = self.say(
                "Nothing can be written to {file} just now. The game goes on; save FILE keeps it elsewhere.",
                file=self._keeper.path,
            )

    def _admit_worry(self) -> None:
        if self._worry:
            self._screen.write(self._worry)
            self._worry = ""

    def _end(self) -> None:
        """Show the end of the game, where it is kept, and how to deal it again."""
        viewer = SPECTATOR if self._shared else self._holder
        outcome = self._table.outcome()
        assert outcome is not None, "the game is over"
        ending = self._teller.ending(outcome, self._table.view(viewer))
        self._screen.show(replace(self._scene(viewer), question=ending))
        if self._worry:
            self._screen.write(self.say("Not all of this game could be written to {file}.", file=self._keeper.path))
        elif self._keeper.path:
            self._screen.write(self.say("The game is kept in {file}.", file=self._keeper.path))
        self._screen.write(self.say("To be dealt the same again: --seed {seed}", seed=self._table.seed))

    def _leave(self) -> None:
        """Say good-bye, and how to go on another time."""
        self._screen.write("")
        self._keep()
        if self._worry or not self._keeper.path:
            self._screen.write(self.say("Good-bye. This game was not saved."))
            return
        self._screen.write(self.say("Good-bye. The game is kept. To go on with it:"))
        self._screen.write(f"  stammtisch play --resume {shlex.quote(str(self._keeper.path))}")
