"""`stammtisch join`: let a bot take a seat at a live table, through the interface that anybody's program can use."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import dataclass, field
from secrets import randbelow
from typing import Any, Final

from rich.text import Text

from stammtisch.bots.arena.compiled_game import Player
from stammtisch.bots.levels import find_bot
from stammtisch.core.language import voice
from stammtisch.core.nature import SEED_LIMIT
from stammtisch.terminal.api_client import LONGEST_WAIT
from stammtisch.terminal.commands.arguments import add_language
from stammtisch.terminal.play.screen import make_console
from stammtisch.terminal.seat_client import SeatClient

EXAMPLES: Final = """\
examples:
  stammtisch join http://localhost:8000/t/vUgWgQmkZ1EG --bot strong
  stammtisch join https://example.org/t/vUgWgQmkZ1EG --bot random --name Robi --seat 2

The link is that of the table, as people are sent it. docs/bots.md says how to write a bot of your own.
"""


@dataclass
class RemoteBot:
    """A bot that sits at a table far away: it is asked what anybody's bot is asked, on what the server tells us."""

    seat: SeatClient
    player: Player
    seed: int = field(default_factory=lambda: randbelow(SEED_LIMIT))

    @classmethod
    def for_table(cls, seat: SeatClient, name: str) -> RemoteBot:
        """Return the bot of this name for the game of a table, with all that it needs loaded.

        Raises:
            UnknownBot: There is no bot of this name for it.
            BotFault: It fails at once.
        """
        player = Player(name, find_bot(seat.game, name), seat.game)
        player.get_ready(seat.game, seat.table["options"])
        return cls(seat, player)

    def choose(self, answer: Mapping[str, Any]) -> list[str]:
        """Return the actions that the bot takes on a view, in the game's notation.

        Raises:
            BotFault: It fails.
        """
        seat = self.seat
        row = self.player.choose(seat.view(answer), seat.options, answer["you"], self.seed, answer["number"])
        return [seat.game.notation.write(action) for action in row]


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    add_language(parser)
    parser.add_argument("link", metavar="URL", help="the link of the table")
    parser.add_argument("--bot", default="random", help="which bot: random, a level such as strong, … (random)")
    parser.add_argument("--name", metavar="N", help="what the others call it (as the bot)")
    parser.add_argument("--seat", type=int, metavar="K", help="where it sits, counted from 0 (the first free seat)")


def run(args: Namespace) -> int:
    """Sit down at the table of a link and play until the game is over.

    Raises:
        StammtischError: The link is none, the bot or the seat cannot be had, or the server is gone.
    """
    say, console = voice("stammtisch.terminal", args.lang), make_console()
    client = SeatClient.find(args.link, args.lang)
    bot = RemoteBot.for_table(client, args.bot)  # before we make a person for nothing
    seat = client.sit_down(args.name or args.bot.capitalize(), args.seat)
    title = client.server.ask(f"/games/{client.game.NAME}")["title"]
    name = client.table["seats"][seat]["name"]
    console.print(Text(say("{name} sits at seat {seat}: {title}.", name=name, seat=seat, title=title)))
    outcome = play(bot)
    console.print(Text(outcome["ending"] if outcome else say("The house has ended this game. There is no result.")))
    faults = list(client.faults())
    for fault in faults:
        console.print(Text(say("The deal is not the one that was promised: {problem}.", problem=fault)))
    return 1 if faults else 0


def play(bot: RemoteBot) -> Mapping[str, Any] | None:
    """Decide whenever the seat is asked, and return how the game ended, nothing if the house ended it.

    Raises:
        StammtischError: The bot fails, the seat is no longer ours, or the server is gone.
    """
    client = bot.seat
    view = client.look()
    while view["stage"] != "over":
        if view["legal"]:
            view = client.act(view["decided"], bot.choose(view)) or client.look()
        else:
            view = client.look(view["number"], LONGEST_WAIT)
    outcome: Mapping[str, Any] | None = view["outcome"]
    return outcome
