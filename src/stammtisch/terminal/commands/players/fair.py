"""`stammtisch fair`: check that the deals of a game downloaded from a live table are those of its seed and words."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.text import Text

from stammtisch.core.fair_deal import Contribution, deals_that_fit, fingerprint, fixed_hash
from stammtisch.core.language import Say, voice
from stammtisch.core.transcripts.deal_comments import DealSource, read_source
from stammtisch.core.transcripts.replay import replay
from stammtisch.terminal.commands.arguments import add_language
from stammtisch.terminal.files import read_text
from stammtisch.terminal.play.autosave import naming
from stammtisch.terminal.play.screen import make_console


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    add_language(parser)
    parser.add_argument("file", metavar="FILE", help="the game, downloaded after its end")
    parser.add_argument("--hash", metavar="H", help="the hash that the table showed you before the first card")
    parser.add_argument("--words", metavar="W", help="the words that you have added, as your browser kept them")
    parser.add_argument("--fixed", metavar="F", help="the hash of all hashes that you were shown then")


def run(args: Namespace) -> int:
    """Say which hash must have been shown before the first deal, who added words, and how many deals follow from both.

    Raises:
        StammtischError: The file is no game of a live table.
    """
    path = Path(args.file)
    text = read_text(path)
    with naming(path):
        source = read_source(text)
        table = replay(text)
    fitting, dealt = deals_that_fit(table, source.deal_seed, source.table)
    say, console = voice("stammtisch.terminal", args.lang), make_console()
    console.print(say("Before the first deal the table showed this hash, or the seed is another:"))
    console.print(fingerprint(source.seed), soft_wrap=True, highlight=False)
    faults = list(_faults(say, source, args))
    for sentence in (*_who_added(say, source), *faults):
        console.print(Text(sentence))
    console.print(say("{fitting} of {dealt} deals are those that the seed gives.", fitting=fitting, dealt=dealt))
    return 0 if fitting == dealt and not faults else 1


def _who_added(say: Say, source: DealSource) -> Iterator[str]:
    """Say who has added to the chance of the deal, and who has not."""
    if opened := [one for one in source.contributions if one.words]:
        yield say("The deal comes from the house and {names}.", names=_names(source, opened))
    else:
        yield say("The deal comes from the house alone.")
    if silent := [one for one in source.contributions if not one.words]:
        yield say("{names} added nothing to it.", names=_names(source, silent))


def _faults(say: Say, source: DealSource, kept: Namespace) -> Iterator[str]:
    """Say what does not fit what somebody has kept, as far as it is given, and which words do not fit their hash."""
    if kept.hash is not None and kept.hash != fingerprint(source.seed):
        yield say("It is not the hash that you were shown.")
    if kept.fixed is not None and kept.fixed != fixed_hash(source.contributions):
        yield say("The hashes of the words are not those that you were shown.")
    if kept.words is not None and kept.words not in [one.words for one in source.contributions]:
        yield say("Your words are not in it.")
    if strange := [one for one in source.contributions if one.words and not one.fits(source.table)]:
        yield say("The words of {names} do not fit their hash.", names=_names(source, strange))


def _names(source: DealSource, of: Sequence[Contribution]) -> str:
    return ", ".join(source.names[one.seat] if one.seat < len(source.names) else f"{one.seat}" for one in of)
