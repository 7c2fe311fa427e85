"""`stammtisch play`: play a game at this terminal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from stammtisch.bots.levels import find_bot
from stammtisch.core.language import Say, voice
from stammtisch.core.table import Table
from stammtisch.core.words.narration import Narrator
from stammtisch.errors import OptionError
from stammtisch.terminal.commands.arguments import add_language, add_options, seconds
from stammtisch.terminal.commands.option_arguments import read_choices
from stammtisch.terminal.commands.pick_game import pick_game
from stammtisch.terminal.play.autosave import Autosave
from stammtisch.terminal.play.keyboard import choose_from, require_keyboard, somebody_can_type
from stammtisch.terminal.play.players import SeatedPlayer, name_people, names_of, read_names, seat_people
from stammtisch.terminal.play.screen import Screen, has_page, make_console
from stammtisch.terminal.play.session import Session

EXAMPLES: Final = """\
examples:
  stammtisch play duel --hot-seat --names Anna,Tobi
  stammtisch play duel -o royal=yes -o spaces=2 --seed 7
  stammtisch play --resume mine.txt

At your turn type the number of an action, or help.
"""
_PAUSE: Final = 0.6  # seconds, for people who watch


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    add_language(parser)
    parser.add_argument("game", metavar="GAME", nargs="?", help="its name; you are asked if there are several")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--bots", type=int, metavar="N", help="how many seats bots take (all but one)")
    who.add_argument("--hot-seat", action="store_true", help="everybody plays at this keyboard")
    parser.add_argument("--seat", type=int, metavar="K", help="where you sit, counted from 0 (0)")
    parser.add_argument(
        "--level", default="easy", help="how well they play: easy, normal, strong, master, perfect, random … (easy)"
    )
    parser.add_argument("--names", metavar="A,B,…", help="names, yours first, then round the table, bots last")
    parser.add_argument("--seed", type=int, metavar="N", help="fixes every deal and every choice of the bots")
    add_options(parser)
    parser.add_argument("--save", metavar="FILE", help="keep the game in a file, up to date after every step")
    parser.add_argument(
        "--resume", metavar="FILE", help="go on with a game that was saved, and keep it in the same file"
    )
    parser.add_argument(
        "--pause", type=seconds, metavar="SECONDS", help="time to see each step (0.6 on a terminal, else 0)"
    )


def run(args: Namespace) -> int:
    """Play a new game, or go on with a saved one."""
    console = make_console()
    usual_pause = _PAUSE if sys.stdout.isatty() else 0
    pause = usual_pause if args.pause is None else args.pause
    screen = Screen(console, redraws=has_page(console) and somebody_can_type(), pause=pause)
    say = voice("stammtisch.terminal", args.lang)
    try:
        autosave, table, players = _resume(args) if args.resume else _new_game(args, screen, say)
    except (EOFError, KeyboardInterrupt):
        screen.write("")
        return 0
    if args.names:
        players = name_people(players, read_names(args.names), args.seat or 0)
    bot = find_bot(table.game, args.level)
    if not all(player.bot for player in players):
        require_keyboard()
    if args.save:
        autosave.keep_in(Path(args.save))
    autosave.write(table, players)
    narrator = Narrator(table.game, table.options, args.lang, names_of(players, say))
    session = Session(table, players, bot, narrator, autosave, screen, say)
    if args.resume:
        session.resume()
    session.go()
    return 0


def _new_game(args: Namespace, screen: Screen, say: Say) -> tuple[Autosave, Table, list[SeatedPlayer]]:
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
    return Autosave(), table, seat_people(table.seats, bots, args.seat or 0)


def _resume(args: Namespace) -> tuple[Autosave, Table, list[SeatedPlayer]]:
    """Return the table of a saved game and who sits at it: as the command line says, or as it was.

    Raises:
        OptionError: The command line says something that is for the file to say.
    """
    for flag, value in (("--seed", args.seed), ("-o", args.option)):
        if value not in (None, []):
            raise OptionError(f"{flag} is given with --resume; the file says it already")
    autosave, table, players = Autosave.resume(Path(args.resume))
    if args.game not in (None, table.game.NAME):
        raise OptionError(f"the game is {args.game!r}; {args.resume} is a game of {table.game.NAME!r}")
    bots = _bots(args, table.seats)
    if players is None or bots is not None or args.seat is not None:
        if bots is None:
            bots = sum(player.bot for player in players) if players else table.seats - 1
        players = seat_people(table.seats, bots, args.seat or 0)
    return autosave, table, players


def _bots(args: Namespace, seats: int) -> int | None:
    """Return how many bots the command line wants, or nothing if it does not say."""
    if args.hot_seat:
        return 0
    if args.bots is None and args.seat is not None and not args.resume:
        return seats - 1
    wanted: int | None = args.bots
    return wanted
