"""What a data set is of: the match, the game as it was, and what reads it."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Self

from stammtisch.bots.arena.match import Match
from stammtisch.bots.nets.net import facts_of
from stammtisch.core.game import Game, find_game
from stammtisch.core.options import as_text, make_options
from stammtisch.errors import DatasetError

FORMAT: Final = 1  # grows when what is kept, or what it means, changes
ABOUT: Final = "about.json"
GAMES_OF_A_PART: Final = 1000  # about


@dataclass(frozen=True)
class DatasetAbout:
    """A match that is kept, and what it depends on."""

    match: Match
    deals: int  # that were to be played
    deals_of_part: int
    stammtisch: str  # its version
    facts: dict[str, Any]  # game, version of its rules, number of actions, layout of observations
    text: str  # all of it as JSON; the same match gives the same, in however many processes

    @classmethod
    def of(cls, match: Match, deals: int) -> Self:
        """Return what is to be said of a match that is played now.

        Raises:
            FeatureError: Nobody has written down how to observe the game in numbers.
        """
        facts, deals_of_part = facts_of(find_game(match.game)), max(1, GAMES_OF_A_PART // len(match.rotations))
        told = {
            "format": FORMAT,
            "stammtisch": version("stammtisch"),
            **facts,
            "layout_digest": sha256(json.dumps(facts["layout"]).encode()).hexdigest()[:16],
            "options": match.options,
            "lineup": match.lineup,
            "seed": match.seed,
            "deals": deals,
            "deals_of_part": deals_of_part,
            "command": _command(match, deals),
        }
        return cls(match, deals, deals_of_part, version("stammtisch"), facts, json.dumps(told, indent=1) + "\n")

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Return what a folder says of itself.

        Raises:
            DatasetError: It holds no data set, or one of another format, or of a game that is different now.
            UnknownGame: The game is not installed.
        """
        text = _read(folder / ABOUT)
        try:
            told = json.loads(text)
            if told["format"] != FORMAT:
                raise DatasetError(f"{folder} has the format {told['format']}; this version reads {FORMAT}")
            facts = {name: told[name] for name in ("game", "version", "actions", "layout")}
            match = Match(told["game"], json.dumps(told["options"]), tuple(told["lineup"]), told["seed"])
            about = cls(match, told["deals"], told["deals_of_part"], told["stammtisch"], facts, text)
        except (KeyError, TypeError, ValueError) as error:
            raise DatasetError(f"{folder / ABOUT} is damaged: {error!r}") from error
        about._require_fit(folder, find_game(match.game))
        return about

    @property
    def parts(self) -> int:
        """How many parts there are when everything has been played."""
        return -(-self.deals // self.deals_of_part)

    def _require_fit(self, folder: Path, game: Game) -> None:
        for what, here in facts_of(game).items():
            if self.facts[what] != here:
                other = "its seats saw other numbers"
                if what != "layout":
                    other = f"its {what} was {self.facts[what]}, and is {here} now"
                raise DatasetError(
                    f"{folder} holds games of another {game.NAME}: {other}; play them again, or read them with "
                    f"Stammtisch {self.stammtisch}"
                )


def _command(match: Match, deals: int) -> str:
    """Return what plays a match again, in however many processes."""
    rules = find_game(match.game).rules
    chosen = [word for option in as_text(rules, make_options(rules, match.options)).split() for word in ("-o", option)]
    games = ("--games", str(deals * len(match.rotations)))
    return shlex.join(["stammtisch", "arena", match.game, *match.lineup, *chosen, *games, "--seed", str(match.seed)])


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise DatasetError(f"{path.parent} holds no saved games: there is no {path.name}") from error
    except OSError as error:
        raise DatasetError(f"cannot read {path}: {error.strerror}") from error
