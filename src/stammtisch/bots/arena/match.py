"""Matches between bots: every deal is played with each rotation of the lineup, so that luck cancels out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import Any, Protocol, Self

from stammtisch.bots.arena.compiled_game import CompiledGame, Player, Result
from stammtisch.bots.arena.lineups import Lineup, fill, rotations
from stammtisch.bots.bot import Compiled
from stammtisch.bots.levels import find_bot
from stammtisch.core.game import Game, find_game
from stammtisch.core.nature import SEED_LIMIT, SeededNature
from stammtisch.core.options import as_json, choices_of, make_options
from stammtisch.errors import BotFault, UnknownBot

Taken = tuple[tuple[int, int], ...]  # what seats did in a game, one after another: they and their actions


@dataclass(frozen=True)
class Match:
    """What is played: the game, its options, who sits where, and the seed of all deals and choices."""

    game: str
    chosen: str  # every option, as JSON
    lineup: Lineup
    seed: int

    @classmethod
    def of(
        cls, game: Game, bots: Sequence[str], choices: Mapping[str, object], seed: int, others: Sequence[str] = ()
    ) -> Self:
        """Return a match between bots; where no number of seats is chosen, there is one for each of them.

        Names among `others` are not looked for: they are of somebody else than bots.

        Raises:
            OptionError: An option is unknown or outside its limits, or there are more bots than seats.
            NatureError: The seed is out of range.
            UnknownBot: There is no bot of a name, or it cannot be had.
        """
        SeededNature(seed)  # refuses what is no seed
        usual = choices_of(game.rules)["seats"].write(getattr(game.rules.Options, "seats"))  # noqa: B009
        options = make_options(game.rules, {"seats": max(int(str(usual)), len(bots)), **choices})
        lineup = fill(bots, options.seats)
        for name in set(lineup).difference(others):
            _require(game, name)
        return cls(game.NAME, json.dumps(as_json(game.rules, options)), lineup, seed)

    @property
    def options(self) -> dict[str, object]:
        """Every option, as JSON."""
        options: dict[str, object] = json.loads(self.chosen)
        return options

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots by name, in the order of the lineup."""
        return tuple(dict.fromkeys(self.lineup))

    @property
    def rotations(self) -> list[Lineup]:
        """The lineups that play each deal."""
        return rotations(self.lineup)

    def deal_seed(self, deal: int) -> int:
        """Return the seed of NATURE for a deal, the same for all rotations; a `Table` deals the same from it."""
        return _seed(f"deal {self.seed} {deal}")

    def chance_seed(self, deal: int, rotation: int) -> int:
        """Return the seed that bots are given in a game; nothing about the deal follows from it."""
        return _seed(f"chance {self.seed} {deal} {rotation}")


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played."""

    lineup: Lineup
    result: Result


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong, and where."""

    deal: int
    lineup: Lineup
    bot: str
    seat: int | None  # unknown where the process ended with it
    step: int | None
    problem: str


@dataclass(frozen=True)
class Deal:
    """A deal that was played with every rotation, or as far as a bot's fault."""

    number: int
    games: tuple[PlayedGame, ...]
    thinking: Mapping[str, tuple[float, int]]  # by bot: seconds and decisions
    fault: Fault | None = None
    taken: tuple[Taken, ...] = ()  # by game, for those who keep it


class Timed(Protocol):
    """Somebody whose thinking is timed."""

    seconds: float
    decisions: int


def get_ready(match: Match) -> None:
    """Have everything compiled that a match needs, and every bot asked once; processes that play it need not wait.

    Raises:
        BotFault: A bot fails at once.
    """
    compile_for(match)
    for name in match.bots:
        cached_player(match.game, name).get_ready(find_game(match.game), match.options)


def compile_for(match: Match) -> None:
    """Have everything compiled that a match needs, or find it on disk; no bot is asked."""
    CompiledGame.compile(find_game(match.game))
    for name in match.bots:
        bot = find_bot(find_game(match.game), name)
        if isinstance(bot, Compiled):
            bot.compile()


def play_deal(match: Match, number: int, *, keeps: bool = False) -> Deal:
    """Play a deal with every rotation of the lineup; the first fault ends it.

    Args:
        match: What is played.
        number: Of the deal.
        keeps: Whether what the seats did is wanted, too.
    """
    game = find_game(match.game)
    players = {name: cached_player(match.game, name) for name in match.bots}
    taken = list[Taken]()

    def play(lineup: Lineup, deals: int, chance: int) -> Result:
        options = cached_options(match.game, match.chosen)
        playing = CompiledGame(game, options, [players[name] for name in lineup], deals, chance)
        result = playing.play()
        taken.append(tuple(playing.taken))
        return result

    deal = play_rotations(match, number, players, play)
    return replace(deal, taken=tuple(taken)) if keeps else deal


def play_rotations(
    match: Match, number: int, players: Mapping[str, Timed], play: Callable[[Lineup, int, int], Result]
) -> Deal:
    """Play a deal with every rotation of the lineup; the first fault ends it.

    Args:
        match: What is played.
        number: Of the deal.
        players: Who plays, by name.
        play: Plays one game of a lineup, with the seed of NATURE and the one that bots are given.
    """
    before = {name: (player.seconds, player.decisions) for name, player in players.items()}
    games: list[PlayedGame] = []
    fault = None
    for turn, lineup in enumerate(match.rotations):
        try:
            result = play(lineup, match.deal_seed(number), match.chance_seed(number, turn))
            games.append(PlayedGame(lineup, result))
        except BotFault as error:
            fault = Fault(number, lineup, error.bot, error.seat, error.step, error.problem)
            break
    thinking = {
        name: (player.seconds - before[name][0], player.decisions - before[name][1]) for name, player in players.items()
    }
    return Deal(number, tuple(games), thinking, fault)


def _require(game: Game, name: str) -> None:
    try:
        find_bot(game, name)
    except UnknownBot:
        raise
    except Exception as error:  # it may be anybody's
        raise UnknownBot(f"the bot {name!r} cannot be had: {type(error).__name__}: {error}") from error


@cache
def cached_player(game: str, name: str) -> Player:
    """Return a player of this process."""
    return Player(name, find_bot(find_game(game), name), find_game(game))


@cache
def cached_options(game: str, chosen: str) -> Any:
    """Return the options record of what was chosen, as JSON."""
    return make_options(find_game(game).rules, json.loads(chosen))


def _seed(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8]) % SEED_LIMIT
