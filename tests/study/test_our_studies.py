"""The studies of our own games in docs: every number of seats, every variant, and commands that can be typed again."""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentParser
from itertools import product
from pathlib import Path

import pytest

from stammtisch.core.game import find_game
from stammtisch.core.options import make_options
from stammtisch.games.duel.solver.solution import find_solution
from stammtisch.study.plan import StudyPlan, make_plan
from stammtisch.terminal.commands.option_arguments import read_choices, read_varied
from stammtisch.terminal.commands.researchers.study import add_arguments

FOLDER = Path(__file__).parents[2] / "docs" / "studies"
OURS = ("combo", "duel", "gang", "party")
COMMAND = re.compile(r"^stammtisch study .*$", re.MULTILINE)
MOST_LETTERS = 15_000
VARIANTS: dict[str, list[dict[str, object]]] = {
    "gang": [{"seats": seats} for seats in range(3, 7)],
    "party": [dict(one) for one in find_game("party").rules.OPTION_SETS],
    "combo": [dict(one) for one in find_game("combo").rules.OPTION_SETS if "board" not in one],
    "duel": [{"royal": royal, "spaces": spaces} for royal, spaces in product((False, True), range(1, 7))],
}


def _page(game: str) -> str:
    return (FOLDER / f"{game}.md").read_text(encoding="utf-8")


def _plan(command: str) -> StudyPlan:
    """Return the plan of a command as it is typed."""
    parser = ArgumentParser()
    add_arguments(parser)
    args = parser.parse_args(shlex.split(command)[2:])
    bots = args.bots.split(",") if args.bots else None
    return make_plan(args.game, read_choices(args.option), read_varied(args.vary), bots, args.seed)


@pytest.mark.parametrize("game", OURS)
def test_every_command_of_a_page_can_be_typed_and_has_a_row_for_each_of_its_cells(game: str) -> None:
    page = _page(game)
    plans = [_plan(command) for command in COMMAND.findall(page)]
    rows = [line for line in page.splitlines() if re.match(r"\| [^`]", line) and "| all |" not in line]

    assert len(plans) >= 2
    assert len(rows) == sum(len(plan.cells) for plan in plans)


@pytest.mark.parametrize("game", OURS)
def test_every_number_of_seats_and_every_variant_was_studied(game: str) -> None:
    played = [cell.match.options for command in COMMAND.findall(_page(game)) for cell in _plan(command).cells]

    assert [one for one in VARIANTS[game] if not any(one.items() <= options.items() for options in played)] == []


@pytest.mark.parametrize("game", OURS)
def test_a_page_is_small_and_says_that_it_is_made(game: str) -> None:
    page = _page(game)

    assert "Made by scripts/bench studies" in page
    assert len(page) < MOST_LETTERS


@pytest.mark.parametrize(("royal", "spaces"), [(False, 1), (True, 1), (False, 2), (True, 2)])
def test_exact_values_on_the_page_of_the_duel_are_those_of_the_solution(*, royal: bool, spaces: int) -> None:
    solution = find_solution(make_options(find_game("duel").rules, {"royal": royal, "spaces": spaces}))
    exact = f"{100 * solution.value((0, 0, 0, 0)):.3f}"
    rows = re.findall(rf"^\| {'yes' if royal else 'no'} \| {spaces} \|(.*)$", _page("duel"), re.MULTILINE)

    assert sum(f" {exact} " in row for row in rows) == 2, "once for perfect play, once for rules of thumb"
