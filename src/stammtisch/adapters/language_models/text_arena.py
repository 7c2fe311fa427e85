"""`stammtisch text-arena`: play a match with text players, and say how they did and how often they broke the rules."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from stammtisch.adapters.language_models.text_match import Speaker, Terms, TextMatch
from stammtisch.adapters.language_models.text_player import PREFIX
from stammtisch.bots.arena.json_report import as_json
from stammtisch.bots.arena.match import Deal
from stammtisch.core.language import Say, voice
from stammtisch.terminal.commands.researchers.arena import INTERRUPTED, read_match, show_match
from stammtisch.terminal.files import write_text
from stammtisch.terminal.play.screen import make_console
from stammtisch.terminal.progress_bar import progress_bar


def run(args: Namespace) -> int:
    """Play a match and show its table; return 0, 1 if somebody was at fault, 130 if somebody had seen enough.

    Raises:
        StammtischError: The game, an option, a bot, a text player or the file cannot be had.
    """
    console, say = make_console(), voice("stammtisch.terminal", args.lang)
    spoken = [name for name in args.bots if name.startswith(PREFIX)]
    match = TextMatch(read_match(args, console, say, spoken), Terms(args.lang, args.tries, args.rules))
    path = None if args.json is None else Path(args.json)
    if path:
        _write(path, match, [], interrupted=True)  # what cannot be written is better known before all is played
    tell = voice("stammtisch.adapters", args.lang)
    deals, interrupted = _play(match, -(-args.games // len(match.match.rotations)), tell)
    show_match(match.match, deals, console, say, interrupted=interrupted)
    for sentence in told(match.speakers.values(), tell):
        console.print(Text(sentence), soft_wrap=True)
    if path:
        _write(path, match, deals, interrupted=interrupted)
    return INTERRUPTED if interrupted else int(any(deal.fault for deal in deals))


def told(speakers: Iterable[Speaker], say: Say) -> list[str]:
    """Say of each text player how often its answers could not be taken, and why."""
    return [
        say(
            "{name}: {decisions} decisions, {answers} answers, {refused} of them refused ({rules}); a rule of thumb "
            "decided {replaced} times.",
            name=speaker.name,
            decisions=say.number(speaker.decisions),
            answers=say.number(speaker.answers),
            refused=say.number(speaker.refused.total()),
            rules=", ".join(f"{rule} {times}" for rule, times in speaker.refused.most_common()) or "–",
            replaced=say.number(speaker.replaced),
        )
        for speaker in speakers
    ]


def _play(match: TextMatch, number: int, say: Say) -> tuple[list[Deal], bool]:
    """Return the deals that were finished, one after another, and whether somebody stopped it."""
    deals: list[Deal] = []
    games = len(match.match.rotations)
    try:
        with progress_bar(say("games")) as show:
            for deal in range(number):
                show(deal * games, number * games)
                deals.append(match.play_deal(deal))
    except KeyboardInterrupt:
        return deals, True
    return deals, False


def _write(path: Path, match: TextMatch, deals: Sequence[Deal], *, interrupted: bool) -> None:
    report: dict[str, Any] = as_json(match.match, deals, interrupted=interrupted)
    report["text_players"] = {name: speaker.as_json() for name, speaker in match.speakers.items()}
    write_text(path, json.dumps(report, indent=1) + "\n")
