"""`stammtisch play`: sit down to a game."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import Final

from stammtisch.bots.named import find_bot
from stammtisch.core.language import Say, voice
from stammtisch.core.table import Table
from stammtisch.errors import OptionError
from stammtisch.terminal.chosen import read_choices
from stammtisch.terminal.installed import pick_game
from stammtisch.terminal.keeper import Keeper
from stammtisch.terminal.keyboard import choose_from, require_keyboard, somebody_can_type
from stammtisch.terminal.people import Sitter, name_people, names_of, read_names, seat_people
from stammtisch.terminal.screen import Screen, has_page, make_console
from stammtisch.terminal.sitting import Sitting
from stammtisch.terminal.teller import Teller

_PAUSE: Final = 0.6  # seconds, for people who watch


def run(args: Namespace) -> int:
    """Play a new game, or go on with a saved one."""
    console = make_console()
    usual_pause = _PAUSE if sys.stdout.isatty() else 0
    pause = usual_pause if args.pause is None else args.pause
    screen = Screen(console, redraws=has_page(console) and somebody_can_type(), pause=pause)
    say = voice("stammtisch.terminal", args.lang)
    try:
        keeper, table, sitters = _take_up(args) if args.resume else _sit_down(args, screen, say)
    except (EOFError, KeyboardInterrupt):
        screen.write("")
        return 0
    if args.names:
        sitters = name_people(sitters, read_names(args.names), args.seat or 0)
    bot = find_bot(table.game, args.level)
    if not all(sitter.bot for sitter in sitters):
        require_keyboard()
    if args.save:
        keeper.keep_in(Path(args.save))
    keeper.write(table, sitters)
    teller = Teller(table.game, table.options, args.lang, names_of(sitters, say))
    sitting = Sitting(table, sitters, bot, teller, keeper, screen, say)
    if args.resume:
        sitting.take_up()
    sitting.go()
    return 0


def _sit_down(args: Namespace, screen: Screen, say: Say) -> tuple[Keeper, Table, list[Sitter]]:
    """Return a new table and who sits at it."""
    game = pick_game(args.game, screen, say)
    table = Table.undealt(game, args.seed, read_choices(args.option))
    table.carry_on()
    bots = _bots(args, table.seats)
    if bots is None:
        bots = table.seats - 1
        if somebody_can_type():
            against = say.count("alone, against a bot", "alone, against {number} bots", bots)
            answers = [against, say("together at this screen")]
            bots = (bots, 0)[choose_from(screen, say("How would you like to play?"), answers, say)]
    return Keeper(), table, seat_people(table.seats, bots, args.seat or 0)


def _take_up(args: Namespace) -> tuple[Keeper, Table, list[Sitter]]:
    """Return the table of a saved game and who sits at it: as the command line says, or as it was.

    Raises:
        OptionError: The command line says something that is for the file to say.
    """
    for flag, value in (("--seed", args.seed), ("-o", args.option)):
        if value not in (None, []):
            raise OptionError(f"{flag} is given with --resume; the file says it already")
    keeper, table, sitters = Keeper.taking_up(Path(args.resume))
    if args.game not in (None, table.game.NAME):
        raise OptionError(f"the game is {args.game!r}; {args.resume} is a game of {table.game.NAME!r}")
    bots = _bots(args, table.seats)
    if sitters is None or bots is not None or args.seat is not None:
        if bots is None:
            bots = sum(sitter.bot for sitter in sitters) if sitters else table.seats - 1
        sitters = seat_people(table.seats, bots, args.seat or 0)
    return keeper, table, sitters


def _bots(args: Namespace, seats: int) -> int | None:
    """Return how many bots the command line wants, or nothing if it does not say."""
    if args.hot_seat:
        return 0
    if args.bots is None and args.seat is not None and not args.resume:
        return seats - 1
    wanted: int | None = args.bots
    return wanted
