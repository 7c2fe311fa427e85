"""Lessons: a real game on a prepared deal, in which each new thing is explained when it first matters.

A lesson is text beside the game, in its folder `lesson`: `en.md` and translations. The English one begins with what
the game is played with; then come blocks, each below the moment at which it is shown:

    options: seats=4 rounds=1       those left out have their defaults
    seed: 17                        deals as `Table(game, seed=17)` does, and fixes what the bots do
    seat: 0                         the learner's
    try: k3, k9, r11, g1            what the learner may do, action by action: tests play it, and then like an easy bot,
                                    to see that every block is met; there may be several such lines, or none

    ## hello                before the first decision
    ## ask PLAY leads       when the learner first owes a decision in this phase while `words.facts` yields this name
    ## ask PLAY             when the learner first owes a decision in this phase
    ## saw took_politician  when `words.notices` first yields this name
    ## refused              when something is first refused to the learner; what was asked comes up again after it
    ## end round_4          when all other blocks were read, or the game is over; with a name also when `words.notices`
                            first yields it, so that the end is reached whatever the learner does

Of several blocks about one phase the first that fits comes up, and from then on those below it no more: the special
ones come first. All of them together count as one thing that is explained.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, Final

from stammtisch.core.game import Game
from stammtisch.core.nature import SEED_LIMIT
from stammtisch.core.options import make_options
from stammtisch.core.rules_page import package_of
from stammtisch.core.table import Table
from stammtisch.core.words import optional_words
from stammtisch.core.words.narration import Viewpoint
from stammtisch.errors import LessonError, NotationError, OptionError
from stammtisch.kernel.seats import NONE

HELLO: Final = "hello"
ASK: Final = "ask"  # and a phase
SAW: Final = "saw"  # and the name of a notice
REFUSED: Final = "refused"
END: Final = "end"
_ALONE: Final = (HELLO, REFUSED)  # moments that wait for nothing
_HEADERS: Final = ("options", "seed", "seat", "try")


@dataclass(frozen=True)
class Block:
    """What is said at a moment of a lesson."""

    moment: str  # one of those above
    about: str  # what it waits for: a phase and perhaps a fact, or a notice
    text: str

    @property
    def title(self) -> str:
        """The moment as its heading names it."""
        return f"{self.moment} {self.about}".strip()

    @property
    def topic(self) -> str:
        """What it explains: blocks about one phase explain the same."""
        return f"{ASK} {self.phase}" if self.moment == ASK else self.title

    @property
    def phase(self) -> str:
        """The phase that is asked in."""
        return self.about.partition(" ")[0]

    @property
    def fact(self) -> str:
        """What must be true when it is asked; empty if nothing must."""
        return self.about.partition(" ")[2]


@dataclass(frozen=True)
class Lesson:
    """A lesson in one language."""

    choices: Mapping[str, object]  # options, as they are typed
    seed: int
    seat: int
    tries: tuple[tuple[int, ...], ...]  # actions of the learner: together these ways lead past every block
    blocks: tuple[Block, ...]

    def table(self, game: Game) -> Table:
        """Return the table of the lesson, dealt."""
        table = Table.undealt(game, self.seed, dict(self.choices))
        table.carry_on()
        return table

    @property
    def topics(self) -> frozenset[str]:
        """What is explained, each thing once."""
        return frozenset(block.topic for block in self.blocks)

    @property
    def end(self) -> Block | None:
        """The last block, if there is one."""
        return next((block for block in self.blocks if block.moment == END), None)

    def block(self, title: str) -> Block | None:
        """Return a block by its heading, if there is one."""
        return next((block for block in self.blocks if block.title == title), None)


def read_lesson(game: Game, language: str) -> Lesson | None:
    """Return a game's lesson, in English what is not there in a language; none if the game has none.

    Raises:
        LessonError: It is not written as lessons are.
    """
    folder = files(package_of(game)) / "lesson"
    english, translated = folder / "en.md", folder / f"{language}.md"
    if not english.is_file():
        return None
    lesson = parse_lesson(game, english.read_text(encoding="utf-8"))
    if language == "en" or not translated.is_file():
        return lesson
    return translate_lesson(game, lesson, translated.read_text(encoding="utf-8"))


def parse_lesson(game: Game, text: str) -> Lesson:
    """Return the lesson that a text in English holds.

    Raises:
        LessonError: It is not written as lessons are.
    """
    head = dict[str, list[str]]()
    for line in filter(None, map(str.strip, text.partition("\n## ")[0].splitlines())):
        name, colon, value = line.partition(":")
        if not colon or name not in _HEADERS:
            raise LessonError(f"{line!r} stands before the first block; there may be {', '.join(_HEADERS)}")
        head.setdefault(name, []).append(value.strip())
    if missing := [name for name in _HEADERS if name not in head and name != "try"]:
        raise LessonError(f"no line {missing[0]!r}; a lesson begins with options, seed and seat")
    choices = dict(pair.partition("=")[::2] for pair in head["options"][0].split())
    try:
        seats = make_options(game.rules, choices).seats
        tries = tuple(tuple(_actions(game, line)) for line in head.get("try", ()))
    except (NotationError, OptionError) as error:
        raise LessonError(str(error)) from error
    seed, seat = _number(head, "seed", SEED_LIMIT), _number(head, "seat", seats)
    return Lesson(choices, seed, seat, tries, tuple(_blocks(game, text)))


def translate_lesson(game: Game, lesson: Lesson, text: str) -> Lesson:
    """Return a lesson with the blocks that are there in another language.

    Raises:
        LessonError: A block is there that the lesson does not have.
    """
    told, known = {block.title: block for block in _blocks(game, text)}, [block.title for block in lesson.blocks]
    if unknown := [title for title in told if title not in known]:
        raise LessonError(f"no block {unknown[0]!r} in English; there are {', '.join(known)}")
    return replace(lesson, blocks=tuple(told.get(block.title, block) for block in lesson.blocks))


def _actions(game: Game, line: str) -> Iterator[int]:
    return (game.notation.read(text.strip()) for text in line.split(","))


def _number(head: Mapping[str, list[str]], name: str, limit: int) -> int:
    text = head[name][0]
    if not text.isdecimal() or int(text) >= limit:
        raise LessonError(f"{name} is {text!r}; it may be 0 to {limit - 1}")
    return int(text)


def _blocks(game: Game, text: str) -> Iterator[Block]:
    """Yield the blocks of a file, from its first heading on."""
    titles = set[str]()
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, said = part.partition("\n")
        moment, _, about = title.strip().partition(" ")
        _see_that_it_comes(game, moment, about)
        if not said.strip():
            raise LessonError(f"nothing is said below {title.strip()!r}")
        block = Block(moment, about, re.sub(r"[ \n]+", " ", said).strip())  # no-break spaces stay
        if block.title in titles:
            raise LessonError(f"{block.title!r} is there twice")
        titles.add(block.title)
        if block.moment == END and sum(title.split()[0] == END for title in titles) > 1:
            raise LessonError(f"{block.title!r} is the second end; there may be one")
        yield block


def _see_that_it_comes(game: Game, moment: str, about: str) -> None:
    """Refuse a heading that names no moment of a game."""
    phases = [phase.name for phase in game.rules.Phase]
    if moment not in (*_ALONE, ASK, SAW, END):
        raise LessonError(f"no moment {moment!r}; there are {', '.join((HELLO, ASK, SAW, REFUSED, END))}")
    phase = about.partition(" ")[0]
    if moment == ASK and phase not in phases:
        raise LessonError(f"no phase {phase!r}; there are {', '.join(phases)}")
    if moment != END and bool(about) is (moment in _ALONE):
        raise LessonError(f"{f'{moment} {about}'.strip()!r}; it may be {moment if about else f'{moment} and a name'}")


class Coach:
    """Follows a table as the learner sees it, and knows which blocks of the lesson have come up, in order.

    Only what has happened decides, so whoever follows the same steps comes to the same blocks.
    """

    def __init__(self, lesson: Lesson, table: Table) -> None:
        self._lesson, self._table = lesson, table
        self._viewpoint = Viewpoint(table, lesson.seat)
        self._met: list[tuple[int, Block]] = []  # with the number of steps after which each came up
        self._decided = list[int]()  # the numbers of steps after which the learner had decided something
        self._enough = NONE  # the number of steps after which the lesson ends, whatever has come up
        self._meet(lesson.block(HELLO))
        self._meet_question()

    def met(self, steps: int, refused_at: int = NONE) -> tuple[Block, ...]:
        """Return the blocks that have come up after so many steps, the last one excepted; in the order of their coming.

        Args:
            steps: How many steps of the table have been shown.
            refused_at: How many there were when something was first refused to the learner; NONE if nothing was.
        """
        for step in self._table.steps[self._viewpoint.steps :]:
            seen = self._viewpoint.follow(step)
            for name in optional_words.notices(self._table.game, seen, self._table.options, self._lesson.seat):
                self._meet(self._lesson.block(f"{SAW} {name}"))
                self._see_whether_it_ends(name)
            if step.seat == self._lesson.seat:
                self._decided.append(self._viewpoint.steps)
            goes_on = step.seat == self._lesson.seat and seen.before.phase == seen.after.phase
            if not goes_on:  # the second of two cards is no new question, and both are chosen at once
                self._meet_question()
        met = [block for number, block in self._met if number <= steps]
        refusal = self._lesson.block(REFUSED)
        if refusal is not None and NONE < refused_at <= steps:
            met.insert(self._place_of_refusal(refused_at), refusal)
        return tuple(met)

    def _place_of_refusal(self, refused_at: int) -> int:
        """Return before which block a refusal is explained: at once, and then what is asked is explained again."""
        until = [(number, block) for number, block in self._met if number <= refused_at]
        if not until or until[-1][1].moment != ASK:
            return len(until)
        asked = until[-1][0]
        return len(until) - (not any(asked < number <= refused_at for number in self._decided))

    def is_last(self, steps: int, met: tuple[Block, ...]) -> bool:
        """Whether the lesson ends when these have come up after so many steps: nothing is left, or it is time.

        What is refused may never come.
        """
        wanted = {block.topic for block in self._lesson.blocks if block.moment not in (REFUSED, END)}
        return wanted <= {block.topic for block in met} or NONE < self._enough <= steps

    def _meet(self, block: Block | None) -> None:
        if block is not None and all(block is not known for _, known in self._met):
            self._met.append((self._viewpoint.steps, block))

    def _see_whether_it_ends(self, notice: str) -> None:
        end = self._lesson.end
        if end is not None and end.about == notice and self._enough == NONE:
            self._enough = self._viewpoint.steps

    def _meet_question(self) -> None:
        view: Any = self._viewpoint.view
        rules, options, seat = self._table.rules, self._table.options, self._lesson.seat
        if not rules.waiting(view, options) >> seat & 1:
            return
        topic = f"{ASK} {rules.Phase(int(view.phase)).name}"
        facts = optional_words.facts(self._table.game, view, options, seat)
        for block in self._lesson.blocks:
            if block.topic != topic:
                continue
            if any(block is known for _, known in self._met):
                return  # those below it say less
            if not block.fact or block.fact in facts:
                self._meet(block)
                return
