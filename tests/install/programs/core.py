"""Games at a table, in four languages; bots; batches; the terminal."""

from __future__ import annotations

import io
import sys

from stammtisch import Table, cli, replay, write_transcript
from stammtisch.batch.cpu import play_random_games
from stammtisch.bots.levels import find_bot
from stammtisch.core.game import Game, find_game
from stammtisch.core.language import LANGUAGES

TYPED = "1\n2\n3\n4\n" * 50  # numbers that are not in the list get another try


def play(game: Game) -> None:
    """Let bots play a whole game, and read it again."""
    table, bot = Table(game, seed=7), find_bot(game, "easy")
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, *bot.choose(table.view(seat), table.options, seat, 7, len(table.steps)))
    again = replay(write_transcript(table))
    assert again.outcome() == table.outcome()


def command(*arguments: str) -> None:
    """Run a command that must end well."""
    sys.stdin = io.StringIO(TYPED)
    assert cli.main(arguments) == 0, arguments


def main() -> None:
    """Try everything."""
    for name in ("combo", "duel", "gang", "party"):
        play(find_game(name))
    assert len(play_random_games("duel", games=100, seed=1).positions) == 100
    for language in LANGUAGES:
        command("rules", "duel", "--lang", language)
        command("play", "duel", "--bots", "1", "--seed", "1", "--lang", language)
    command("arena", "duel", "easy", "random", "--games", "2", "--seed", "1", "--processes", "1")


if __name__ == "__main__":  # matches begin processes, which read this file, too
    main()
