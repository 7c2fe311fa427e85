"""`stammtisch join`: let a bot take a seat at a live table, through the interface that anybody's program can use."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import dataclass, field
from secrets import randbelow
from typing import Any, Final

from rich.text import Text

from stammtisch.bots.arena.compiled_game import Player
from stammtisch.bots.levels import find_bot
from stammtisch.core.game import Game, find_game
from stammtisch.core.language import voice
from stammtisch.core.nature import SEED_LIMIT
from stammtisch.core.options import make_options
from stammtisch.errors import StammtischError
from stammtisch.kernel.record import flat
from stammtisch.terminal.api_client import LONGEST_WAIT, ApiClient, Declined, Unreachable
from stammtisch.terminal.commands.arguments import add_language
from stammtisch.terminal.deal_client import DealClient
from stammtisch.terminal.play.screen import make_console

EXAMPLES: Final = """\
examples:
  stammtisch join http://localhost:8000/t/vUgWgQmkZ1EG --bot strong
  stammtisch join https://example.org/t/vUgWgQmkZ1EG --bot random --name Robi --seat 2

The link is that of the table, as people are sent it. docs/bots.md says how to write a bot of your own.
"""
_STALE: Final = 409
_LINK: Final = re.compile(r"(?P<server>https?://[^/?#\s]+(?:/[^?#\s]*?)?)/t/(?P<table>[A-Za-z0-9_-]+)/?")


@dataclass
class RemoteBot:
    """A bot that sits at a table far away: it is asked what anybody's bot is asked, on what the server tells us."""

    game: Game
    options: Any
    player: Player
    seed: int = field(default_factory=lambda: randbelow(SEED_LIMIT))

    @classmethod
    def for_table(cls, table: Mapping[str, Any], name: str) -> RemoteBot:
        """Return the bot of this name for the game of a table, with all that it needs loaded.

        Raises:
            UnknownGame: The game is not installed here.
            UnknownBot: There is no bot of this name for it.
            BotFault: It fails at once.
            StammtischError: Its rules are of another version there.
        """
        game = find_game(table["game"])
        if table["version"] != game.rules.VERSION:
            there, here = table["version"], game.rules.VERSION
            raise StammtischError(f"the table has version {there} of the rules of {game.NAME}; here is version {here}")
        options = make_options(game.rules, table["options"])
        player = Player(name, find_bot(game, name), game)
        player.get_ready(game, table["options"])
        return cls(game, options, player)

    def choose(self, answer: Mapping[str, Any]) -> list[str]:
        """Return the actions that the bot takes on a view, in the game's notation.

        Raises:
            BotFault: It fails.
        """
        words = [word for name in self.game.rules.State.shapes for word in flat(answer["view"][name])]
        view = self.game.rules.State.of(words)
        row = self.player.choose(view, self.options, answer["you"], self.seed, answer["number"])
        return [self.game.notation.write(action) for action in row]


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
    link = _LINK.fullmatch(args.link)
    if link is None:
        raise StammtischError(
            f"the link is {args.link!r}; it may be that of a table, such as http://localhost:8000/t/…"
        )
    say, console = voice("stammtisch.terminal", args.lang), make_console()
    server, path = ApiClient(link["server"], args.lang), f"/tables/{link['table']}"
    bot = RemoteBot.for_table(server.ask(path), args.bot)  # before we make a person for nothing
    server.token = server.ask("/people", {"name": args.name or args.bot.capitalize()})["token"]
    table = server.ask(f"{path}/sit", {"seat": args.seat, "ready": False})
    deal = DealClient(server, path, table)
    deal.commit()  # before anybody can begin
    table = server.ask(f"{path}/sit", {"ready": True})
    title = server.ask(f"/games/{table['game']}")["title"]
    seat, name = table["you"], table["seats"][table["you"]]["name"]
    console.print(Text(say("{name} sits at seat {seat}: {title}.", name=name, seat=seat, title=title)))
    outcome = play(server, path, bot, deal)
    console.print(Text(outcome["ending"] if outcome else say("The house has ended this game. There is no result.")))
    faults = list(deal.faults())
    for fault in faults:
        console.print(Text(say("The deal is not the one that was promised: {problem}.", problem=fault)))
    return 1 if faults else 0


def play(server: ApiClient, path: str, bot: RemoteBot, deal: DealClient) -> Mapping[str, Any] | None:
    """Add to the deal, decide whenever our seat is asked, and return how the game ended, nothing if the house ended it.

    Raises:
        StammtischError: The bot fails, the seat is no longer ours, or the server is gone.
    """
    view = server.keep_asking(f"{path}/view")
    while view["stage"] != "over":
        if view["opening"]:
            deal.open()
        if view["legal"]:
            view = _decide(server, path, view, bot.choose(view))
        else:
            view = server.keep_asking(f"{path}/view", {"after": view["number"], "wait": LONGEST_WAIT})
    outcome: Mapping[str, Any] | None = view["outcome"]
    return outcome


def _decide(server: ApiClient, path: str, view: Mapping[str, Any], actions: list[str]) -> Any:
    """Act, or look again: the clock may have been faster, or the answer may have been lost."""
    try:
        return server.ask(f"{path}/act", {"decided": view["decided"], "actions": actions})
    except Declined as declined:
        if declined.status != _STALE:
            raise
    except Unreachable:
        pass
    return server.keep_asking(f"{path}/view")
