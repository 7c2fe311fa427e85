"""How strong the bots are: every one against every other, each game and player count; writes docs/strength.md.

The time is shared out: neighbouring levels get twenty times the share of others, long games more than short ones, and
what a clear result saves goes to those that follow. Nothing is kept from one run to the next, and every pairing is on
the page, played or not. With the compiler, which takes a minute or two the first time, all of it fits into an hour.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from stammtisch.bots.arena.confidence_interval import Estimate, is_above
from stammtisch.bots.arena.league import ERROR, FEWEST, Pairing, Verdict, play_league
from stammtisch.bots.arena.match import Match, get_ready
from stammtisch.bots.arena.ratings import rate
from stammtisch.bots.arena.standings import leads, standings
from stammtisch.bots.levels import EASY, MASTER, PERFECT, STRONG, has_net, level_names, playouts_of
from stammtisch.bots.nets.net_search_bot import PLAYOUTS
from stammtisch.bots.processes.match_workers import MatchWorkers
from stammtisch.core.game import Game, find_game
from stammtisch.core.language import voice
from stammtisch.errors import StammtischError
from stammtisch.ratings.model import Rating, margin

PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
MARK = "<!-- Made by scripts/strength: whatever is changed here by hand is lost. -->"
PLAYED: dict[str, list[dict[str, object]]] = {
    "gang": [{"seats": seats, "rounds": 1} for seats in (3, 4, 5, 6)],
    "party": [{"seats": seats} for seats in (2, 3, 4, 5, 6)],
    "combo": [{"seats": seats} for seats in (2, 3, 4)],
    "duel": [{"seats": 2}],
}
SCORES = {
    "gang": "points of one round; fewer are better",
    "party": "points of one game; fewer are better",
    "combo": "stones left at the end; fewer are better",
    "duel": "1 for a duel that was won, 0 for one that was lost",
}
# How the time is shared out: levels that are not neighbours need only be on the page, unless something was promised of
# them; what was promised in points needs a narrow interval. Games that take long, and more seats, need more time for as
# many deals.
APART = 0.05
PROMISES: dict[tuple[str, object, str, str], float] = {
    ("gang", 4, MASTER, "random"): 2.0,
    ("gang", 4, STRONG, EASY): 1.0,
}
LONG = {"gang": 1.0, "party": 2.5, "combo": 8.0, "duel": 1.0}
YES, HOLDS = "yes", "does not lose"
LITTLE = 0.1  # of a lead in `duel`, which is 2.5 wins in a hundred: whoever does not lose is not that far behind
PROMISED, PATIENCE = 0.4, 1.0  # points of master against random bots in gang with four, and seconds a decision


@dataclass
class Setting:
    """A game with a number of players, and its pairings."""

    game: Game
    choices: dict[str, object]
    bots: list[str]
    pairings: list[Pairing]

    @property
    def title(self) -> str:
        """Its heading on the page."""
        name = self.game.words.title(voice(f"stammtisch.games.{self.game.NAME}", "en"))
        return f"{name} (`{self.game.NAME}`), {self.choices['seats']} players"

    @property
    def neighbours(self) -> list[Pairing]:
        """The pairings of each level with the one below."""
        steps = list(zip(self.bots[1:], self.bots, strict=False))
        return sorted(
            (one for one in self.pairings if (one.above, one.below) in steps),
            key=lambda one: self.bots.index(one.above),
        )


def main() -> int:
    """Play and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--minutes", type=float, default=56.0, help="how long to play, once all is compiled (default 56)"
    )
    parser.add_argument("--least", type=int, default=0, help="deals of every pairing, whatever the time (default 0)")
    parser.add_argument("--seed", type=int, default=1, help="fixes every deal and every choice (default 1)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: all cores")
    parser.add_argument("--games", nargs="+", choices=PLAYED, default=list(PLAYED), help="default: all four")
    parser.add_argument("--out", type=Path, default=PAGE, help="the page (default docs/strength.md)")
    arguments = parser.parse_args()
    console = Console(stderr=True, highlight=False)
    settings = [_setting(name, choices, arguments.seed) for name in arguments.games for choices in PLAYED[name]]
    begin = time.perf_counter()
    try:
        _play(settings, arguments.minutes * 60, arguments.least, arguments.processes, console)
    except KeyboardInterrupt:
        console.print("Interrupted: no page is written.")
        return 130
    except StammtischError as error:
        console.print(f"No page is written: {error}")
        return 1
    minutes = (time.perf_counter() - begin) / 60
    arguments.out.write_text("\n".join(_page(settings, arguments, minutes)), encoding="utf-8")
    console.print(f"Written after {minutes:.1f} minutes: {arguments.out}")
    return 0


def _setting(name: str, choices: dict[str, object], seed: int) -> Setting:
    game = find_game(name)
    bots = ["random", *level_names(game)]
    pairings = []
    for below, above in combinations(bots, 2):
        promised = PROMISES.get((name, choices["seats"], above, below), 0.0)
        near = bots.index(above) - bots.index(below) == 1 and not _is_same(game, above, below)
        match = Match.of(game, [above, below], choices, seed)
        weight = (promised or (1.0 if near else APART)) * LONG[name] * len(match.lineup)
        pairings.append(Pairing(match, above, below, weight, whole=promised > 1.0))
    return Setting(game, choices, bots, pairings)


def _is_same(game: Game, above: str, below: str) -> bool:
    """Whether two levels are one bot: strong and perfect, where there is perfect play."""
    return hasattr(game, "perfect") and {above, below} == {STRONG, PERFECT}


def _play(settings: Sequence[Setting], seconds: float, least: int, processes: int, console: Console) -> None:
    """Play all pairings, neighbouring levels and cheap ones first, and say what each came to.

    Raises:
        StammtischError: A bot is at fault.
    """
    pairings = [pairing for setting in settings for pairing in setting.pairings]
    near = {id(pairing) for setting in settings for pairing in setting.neighbours}
    rank = {id(pairing): setting.bots.index(pairing.above) for setting in settings for pairing in setting.pairings}
    pairings.sort(key=lambda pairing: (id(pairing) not in near, rank[id(pairing)]))
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar, MatchWorkers(processes) as workers:
        task = bar.add_task("compiling", total=seconds)
        for setting in {setting.game.NAME: setting for setting in settings}.values():
            for pairing in setting.pairings:
                get_ready(pairing.match)
        begin = time.perf_counter()
        for pairing, deal in play_league(pairings, seconds, workers, least=least):
            if deal is None:
                console.print(_line(pairing))
            elif deal.fault:
                raise StammtischError(f"{deal.fault.bot} is at fault: {deal.fault}")
            bar.update(task, description=_line(pairing), completed=time.perf_counter() - begin)


def _line(pairing: Pairing) -> str:
    match = pairing.match
    said = f"{pairing.above} {pairing.verdict.value} {pairing.below}"
    given_up = f", given up: {pairing.given_up}" if pairing.given_up else ""
    return f"{match.game}, {len(match.lineup)} players: {said}, deals: {len(pairing.deals)}{given_up}"


def _page(settings: Sequence[Setting], arguments: argparse.Namespace, minutes: float) -> Iterator[str]:
    """Yield the lines of the page."""
    yield from ("# How strong the bots are", "", MARK, "")
    yield from _introduction(arguments, minutes)
    yield from ("## Does each level beat the one below?", "")
    yield from _ladder(settings)
    yield from _promise(settings)
    yield from ("## What the levels are", "")
    yield from _levels([find_game(name) for name in arguments.games])
    for setting in settings:
        yield from ("", f"## {setting.title}", "")
        yield from _results(setting)


def _introduction(arguments: argparse.Namespace, minutes: float) -> Iterator[str]:
    cores = min(arguments.processes, os.cpu_count() or 1)
    yield (
        f"`scripts/strength` made this page in {minutes:.1f} minutes (cores in use: {cores}, seed: {arguments.seed}), "
        f"which is as much computing as {minutes * cores / 2:.1f} minutes on two cores. "
        "Bots think in playouts, not in seconds, so the same seed gives the same games on any machine; "
        "a faster one plays more of them, and only the times are its own."
    )
    yield ""
    yield (
        "- **What is played.** One bot of the first name sits at a table full of the second. Every deal is played from "
        "each seat in turn with the same luck of the cards, and a deal counts as one sample: the mean of its games."
    )
    yield "- **±** is the 95 % interval of the mean, by Student's t over deals."
    yield (
        "- **Wins** are those of one seat; shared ones are split. With equals it would win one in as many games as "
        "there are players, a little less where Paul or nobody wins."
    )
    yield (
        "- **The verdict** is about the lead: by how much the first bot's worth, which is what bots play for, is above "
        "the mean of the others. *Beats* and *loses to* are one-sided tests at 99 %, in which the one per cent is "
        "split over at most five looks at the result, so that stopping when it is clear does not flatter it. The "
        f"intervals do not know of the stopping. There is no verdict on fewer than {FEWEST} deals. *Is not clearly "
        "above* means that the time did not show it."
    )
    yield (
        "- **Ratings** are those of people (docs/club.md) over all games of the table: everybody begins at 1000, and "
        "400 points more mean being ahead of the other in ten games of eleven. ± is the 95 % interval."
    )
    yield ""


def _ladder(settings: Sequence[Setting]) -> Iterator[str]:
    yield "| game | players | " + " | ".join(f"{above} over {below}" for below, above in _steps(settings)) + " |"
    yield "|---|--:|" + "---|" * len(_steps(settings))
    for setting in settings:
        found = {(one.below, one.above): _says(setting.game, one) for one in setting.neighbours}
        cells = [found.get(step, "–") for step in _steps(settings)]
        yield f"| `{setting.game.NAME}` | {setting.choices['seats']} | " + " | ".join(cells) + " |"
    yield ""
    steps = [_says(setting.game, one) for setting in settings for one in setting.neighbours]
    good = sum(said in (YES, HOLDS) for said in steps)
    yield f"Steps from one level to the next: {len(steps)}. Of these, {good} are as they should be, at 99 %."
    yield ""
    if any(hasattr(setting.game, "perfect") for setting in settings):
        yield (
            "Perfect play of `duel` is an equilibrium: nobody can gain against it, and it hardly exploits anybody's "
            "mistakes. So there *strong*, which is the same bot, and *perfect* need only not lose: not be behind by a "
            f"lead of {LITTLE}, which is 2.5 wins in a hundred, at 99 %."
        )
        yield ""


def _steps(settings: Sequence[Setting]) -> list[tuple[str, str]]:
    """Return the levels that are neighbours in some game, the lower one first."""
    return list(dict.fromkeys(step for setting in settings for step in pairwise(setting.bots)))


def _says(game: Game, pairing: Pairing) -> str:
    """Answer whether a level does what it should against the one below."""
    if pairing.verdict is Verdict.OPEN:
        solved = hasattr(game, "perfect") and pairing.above in (STRONG, PERFECT)
        return HOLDS if solved and _does_not_lose(pairing) else "**not shown**"
    return {Verdict.BETTER: YES, Verdict.WORSE: "**no, it loses**"}.get(pairing.verdict, "**not played**")


def _does_not_lose(pairing: Pairing) -> bool:
    samples = leads(pairing.above, pairing.deals)
    return len(samples) >= FEWEST and is_above(samples, ERROR, bound=-LITTLE)


def _promise(settings: Sequence[Setting]) -> Iterator[str]:
    """Say whether master and strong keep their word in gang with four."""
    for setting in settings:
        promised = {
            one.below: one
            for one in setting.pairings
            if (setting.game.NAME, setting.choices["seats"], one.above, one.below) in PROMISES
        }
        if len(promised) == len(PROMISES):
            yield (
                f"Promised for `gang` with four: *master* takes at most {PROMISED} points a round against three random "
                f"bots, at {PATIENCE:g} second or less a decision. {_kept(promised['random'])} "
                f"And *strong* clearly beats three bots that follow the rules of thumb: {_beaten(promised[EASY])}."
            )
            yield ""


def _beaten(pairing: Pairing) -> str:
    return "it does" if pairing.verdict is Verdict.BETTER else "**that is not shown**"


def _kept(pairing: Pairing) -> str:
    if not pairing.deals:
        return "It has **not been measured**."
    (found,) = standings([pairing.above], pairing.deals)
    low, high = found.score.low, found.score.high
    kept = "open, since the interval holds both"
    if (low is not None and low > PROMISED) or found.seconds > PATIENCE:
        kept = "**not kept**"
    elif high is not None and high <= PROMISED:
        kept = "kept"
    measured = f"{_within(found.score)} points, {_time(found.seconds)}"
    return f"Measured on {len(pairing.deals)} deals: {measured}; the promise is {kept}."


def _levels(games: Sequence[Game]) -> Iterator[str]:
    yield "| level | " + " | ".join(f"`{game.NAME}`" for game in games) + " |"
    yield "|---|" + "---|" * len(games)
    yield "| random | " + " | ".join("any legal action" for _ in games) + " |"
    for level in dict.fromkeys(level for game in games for level in level_names(game)):
        yield f"| {level} | " + " | ".join(_level(game, level) for game in games) + " |"


def _level(game: Game, level: str) -> str:
    if level not in level_names(game):
        return "–"
    if hasattr(game, "perfect") and level in (STRONG, PERFECT):
        return "the equilibrium"
    if level == MASTER or (level == STRONG and has_net(game)):
        return "its net" if level == STRONG else f"its net, and {PLAYOUTS:,} playouts of looking ahead"
    return "rules of thumb" if level == EASY else f"{playouts_of(game, level):,} playouts a decision"


def _results(setting: Setting) -> Iterator[str]:
    options = setting.pairings[0].match.options
    chosen = ", ".join(f"`{name}={options[name]}`" for name in setting.choices)
    yield f"Options: {chosen}; all others as usual. Score: {SCORES[setting.game.NAME]}."
    yield ""
    yield "| one bot | against | deals | games | its score | their score | its wins | its lead | verdict |"
    yield "|---|---|--:|--:|--:|--:|--:|--:|---|"
    for pairing in setting.pairings:
        games = sum(len(deal.games) for deal in pairing.deals)
        others = f"{len(pairing.match.lineup) - 1} × {pairing.below}"
        figures = ["–"] * 4
        found = standings([pairing.above, pairing.below], pairing.deals)
        if found:
            own, theirs = found
            figures = [_within(own.score), _within(theirs.score), _percent(own.wins)]
            figures.append("–" if own.lead is None else _within(own.lead))
        cells = [pairing.above, others, str(len(pairing.deals)), str(games), *figures, pairing.verdict.value]
        yield "| " + " | ".join(cells) + " |"
    yield ""
    if given_up := sum(pairing.given_up for pairing in setting.pairings):
        yield f"Deals that were begun and given up because they took too long: {given_up}. They count nowhere."
        yield ""
    yield "| bot | rating | time a decision |"
    yield "|---|--:|--:|"
    ratings, seconds, seats = _ratings(setting), _seconds(setting), len(setting.pairings[0].match.lineup)
    for bot in setting.bots:
        rating = ratings.get(bot)
        shown = "–" if rating is None else f"{rating.strength:.0f} ± {margin(rating, seats):.0f}"
        yield f"| {bot} | {shown} | {_time(seconds[bot]) if bot in seconds else '–'} |"


def _ratings(setting: Setting) -> Mapping[str, Rating]:
    """Rate the bots over all pairings, a deal of each in turn: the last games count a little more than the first."""
    deals = sorted((deal for pairing in setting.pairings for deal in pairing.deals), key=lambda deal: deal.number)
    return rate(game for deal in deals for game in deal.games)


def _seconds(setting: Setting) -> dict[str, float]:
    """Return how long each bot took for a decision, over all pairings."""
    found: dict[str, float] = {}
    for bot in setting.bots:
        spent = [deal.thinking[bot] for one in setting.pairings for deal in one.deals if bot in deal.thinking]
        if decisions := sum(number for _, number in spent):
            found[bot] = sum(seconds for seconds, _ in spent) / decisions
    return found


def _within(value: Estimate) -> str:
    return f"{value.mean:.2f}" + ("" if value.margin is None else f" ± {value.margin:.2f}")


def _percent(value: Estimate) -> str:
    return f"{100 * value.mean:.1f}" + ("" if value.margin is None else f" ± {100 * value.margin:.1f}") + " %"


def _time(seconds: float) -> str:
    return f"{1000 * seconds:.3g} ms"


if __name__ == "__main__":
    sys.exit(main())
