"""The command `stammtisch`: each subcommand is a module with a function `run`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from io import StringIO
from typing import Final

from stammtisch.errors import StammtischError
from stammtisch.terminal.admin_options import EXAMPLES, add_actions
from stammtisch.terminal.arguments import MOST_PROCESSES, Add, add_part, between, seconds
from stammtisch.terminal.host import add_host_parts

_BAD_USE: Final = 2
_INTERRUPTED: Final = 130  # what shells expect after Ctrl-C
_MOST_GAMES: Final = 10_000_000

_EXAMPLES = """\
examples:
  stammtisch serve                             play in the browser
  stammtisch play                              sit down; the table asks what it needs to know
  stammtisch play duel --bots 1 --save mine.txt
  stammtisch play --resume mine.txt            go on another evening
  stammtisch rules duel --lang de
  stammtisch arena duel strong easy            let bots play each other
  stammtisch solve duel --royal                perfect play, with the proof of it
  stammtisch backup house-of-today.db          while the server runs
"""
_JOIN_EXAMPLES = """\
examples:
  stammtisch join http://localhost:8000/t/vUgWgQmkZ1EG --bot strong
  stammtisch join https://example.org/t/vUgWgQmkZ1EG --bot random --name Robi --seat 2

The link is that of the table, as people are sent it. docs/bots.md says how to write a bot of your own.
"""
_ARENA_EXAMPLES = """\
examples:
  stammtisch arena duel strong easy --games 200
  stammtisch arena gang strong random -o rounds=1            one strong bot against three random ones
  stammtisch arena party strong normal easy --seats 3 --seed 7 --json party.json
  stammtisch arena combo search:500 search:200ms

A bot is random, a level (easy, normal, strong; perfect where there is one), search:PLAYOUTS, search:MILLISECONDSms,
or one that a package brings. The last one named takes all seats that are left. Every deal is played with each rotation
of the bots round the table. docs/bots.md says what the figures mean.
"""
_PLAY_EXAMPLES = """\
examples:
  stammtisch play duel --hot-seat --names Anna,Tobi
  stammtisch play duel -o royal=yes -o spaces=2 --seed 7
  stammtisch play --resume mine.txt

At your turn type the number of an action, or help.
"""
_REPLAY_EXAMPLES = """\
examples:
  stammtisch replay mine.txt                   as somebody watching saw it
  stammtisch replay mine.txt --seat 0          as seat 0 saw it
  stammtisch replay mine.txt --seat all        with everything open
  stammtisch replay golden.txt --update        bring the file up to date with the rules
"""
_RULES_EXAMPLES = """\
examples:
  stammtisch rules duel
  stammtisch rules duel --rule TILE_ALREADY_TURNED --lang fr
"""
_SOLVE_EXAMPLES = """\
examples:
  stammtisch solve duel
  stammtisch solve duel --royal --spaces 2
  stammtisch solve duel --at=-1,0,2,3 --lang de
  stammtisch solve duel --json

A solution is kept on disk; the proof is found anew each time. Six spaces take minutes.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 for fine, 2 for bad use."""
    sys.stdout, sys.stderr = sys.stdout or StringIO(), sys.stderr or StringIO()  # None if they were closed
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a letter that the terminal lacks is no reason to stop
    parser = _parser()
    args = parser.parse_args(arguments)
    if args.part is None:
        parser.print_help()
        return 0
    try:
        code: int = import_module(f"stammtisch.{args.part}").run(args)
        sys.stdout.flush()
    except StammtischError as error:
        sys.stderr.write(f"stammtisch: {error}\n")
        return _BAD_USE
    except BrokenPipeError:  # whoever read the output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        sys.stderr.write(f"stammtisch: cannot go on: {error.strerror}\n")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BAD_USE
    return code


def _parser() -> argparse.ArgumentParser:
    about = "Tabletop games in the browser and at your terminal."
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("stammtisch", description=about, epilog=_EXAMPLES, formatter_class=form)
    parser.add_argument("--version", action="version", version=f"stammtisch {version('stammtisch')}")
    parser.set_defaults(part=None)
    add = parser.add_subparsers(title="commands", metavar="COMMAND").add_parser
    add_host_parts(add)
    _add_join(add)
    add_actions(add_part(add, "admin", "see to the tables of a house as its host", EXAMPLES))
    _add_play(add)
    _add_arena(add)
    _add_replay(add)
    fair = add_part(add, "fair", "check that the deals of a game from a live table are those of its seed")
    fair.add_argument("file", metavar="FILE", help="the game, downloaded after its end")
    _add_rules(add)
    _add_solve(add)
    add_part(add, "games", "list the games that are installed")
    options = add_part(add, "options", "show what may be chosen before a game")
    options.add_argument(
        "game", metavar="GAME", nargs="?", help="its name; it may be left out where only one is installed"
    )
    return parser


def _add_join(add: Add) -> None:
    join = add_part(add, "join", "let a bot take a seat at a live table and play to the end", _JOIN_EXAMPLES)
    join.add_argument("link", metavar="URL", help="the link of the table")
    join.add_argument("--bot", default="random", help="which bot: random, a level such as strong, … (random)")
    join.add_argument("--name", metavar="N", help="what the others call it (as the bot)")
    join.add_argument("--seat", type=int, metavar="K", help="where it sits, counted from 0 (the first free seat)")


def _add_play(add: Add) -> None:
    play = add_part(add, "play", "play a game against bots or together at this screen", _PLAY_EXAMPLES)
    play.add_argument("game", metavar="GAME", nargs="?", help="its name; you are asked if there are several")
    who = play.add_mutually_exclusive_group()
    who.add_argument("--bots", type=int, metavar="N", help="how many seats bots take (all but one)")
    who.add_argument("--hot-seat", action="store_true", help="everybody plays at this keyboard")
    play.add_argument("--seat", type=int, metavar="K", help="where you sit, counted from 0 (0)")
    play.add_argument(
        "--level", default="easy", help="how well they play: easy, normal, strong, perfect, random, search:1000 (easy)"
    )
    play.add_argument("--names", metavar="A,B,…", help="names, yours first, then round the table, bots last")
    play.add_argument("--seed", type=int, metavar="N", help="fixes every deal and every choice of the bots")
    _add_options(play)
    play.add_argument("--save", metavar="FILE", help="keep the game in a file, up to date after every step")
    play.add_argument("--resume", metavar="FILE", help="go on with a game that was saved, and keep it in the same file")
    play.add_argument(
        "--pause", type=seconds, metavar="SECONDS", help="time to see each step (0.6 on a terminal, else 0)"
    )


def _add_arena(add: Add) -> None:
    arena = add_part(add, "arena", "let bots play each other, with a table of results", _ARENA_EXAMPLES)
    arena.add_argument("game", metavar="GAME", help="its name")
    arena.add_argument("bots", metavar="BOT", nargs="+", help="who plays")
    arena.add_argument(
        "--games",
        type=between("games", 1, _MOST_GAMES),
        default=100,
        metavar="N",
        help="how many, rounded up to whole deals (100)",
    )
    arena.add_argument("--seats", type=int, metavar="N", help="how many seats there are (as the game has, or the bots)")
    _add_options(arena)
    arena.add_argument("--seed", type=int, metavar="N", help="fixes every deal and every choice (drawn, and shown)")
    arena.add_argument(
        "--processes",
        type=between("processes", 1, MOST_PROCESSES),
        metavar="N",
        help="how many games are played at once (all cores)",
    )
    arena.add_argument("--json", metavar="FILE", help="write everything there, too")


def _add_options(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "-o",
        dest="option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, or NAME=@FILE for JSON in a file; repeatable",
    )


def _add_replay(add: Add) -> None:
    replay = add_part(add, "replay", "watch a saved game step by step", _REPLAY_EXAMPLES)
    replay.add_argument("file", metavar="FILE", help="a transcript")
    replay.add_argument("--seat", default="spectator", metavar="K", help="whose eyes: a seat, spectator or all")
    replay.add_argument(
        "--step",
        action=argparse.BooleanOptionalAction,
        help="wait for Enter after each step, or show all at once (waits if a person can type)",
    )
    replay.add_argument(
        "--update", action="store_true", help="write the file anew from its own steps, with refusals and views"
    )


def _add_rules(add: Add) -> None:
    rules = add_part(add, "rules", "read the rules of a game", _RULES_EXAMPLES)
    rules.set_defaults(part="terminal.rulebook")  # `rules.py` is what games have
    rules.add_argument(
        "game", metavar="GAME", nargs="?", help="its name; it may be left out where only one is installed"
    )
    rules.add_argument("--rule", default="", metavar="RULE", help="only this rule, by the name that refusals give")


def _add_solve(add: Add) -> None:
    solve = add_part(add, "solve", "show perfect play of a game that has been solved, and prove it", _SOLVE_EXAMPLES)
    solve.add_argument("game", metavar="GAME", help="its name; duel has been solved")
    solve.add_argument("--royal", action="store_true", help="with a queen in each round")
    solve.add_argument("--spaces", type=int, metavar="K", help="spaces on either side of the middle, 1 to 6 (3)")
    solve.add_argument(
        "--at",
        "--position",
        default="",
        metavar="A,B,C,D",
        help="where the cockroaches are, by lane: spaces from the middle, above 0 towards the bluffer (0,0,0,0)",
    )
    solve.add_argument("--json", action="store_true", help="write JSON, for programs")
