"""What a tool answers depends on nothing that its seat may not know."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from stammtisch import Table
from stammtisch.adapters.language_models.seats import LocalSeat
from stammtisch.adapters.language_models.tools import SeatTools
from stammtisch.adapters.text import TextGame
from stammtisch.core.language import LANGUAGES
from stammtisch.core.nature import ListedNature
from stammtisch.core.step import Step
from stammtisch.kernel.seats import NATURE
from tests.adapters.histories import Steps, two_histories
from tests.adapters.language_models.conversation import Call, converse
from tests.adapters.places import everywhere

ENOUGH = 4  # pairs of games
ROWS = 6  # of several actions that are tried


def at_table(name: str, choices: Mapping[str, Any], steps: Steps, viewer: int, language: str) -> SeatTools:
    """Return the tools of a seat at a table at which these steps have been taken."""
    nature = ListedNature([action for seat, action in steps if seat == NATURE])
    game = TextGame(name, language, seed=0, nature=nature, **choices)
    for seat, action in steps:
        if seat in range(game.table.seats):
            game.table.play(seat, action)
    tools = SeatTools(language)
    tools.seat = LocalSeat(game, viewer, {})
    return tools


async def everything(call: Call, actions: list[str], legal: list[str], random: Random) -> list[str]:
    """Return all that the tools answer which leaves the table as it is."""
    forbidden = [notation for notation in actions if notation not in legal]
    told = [await call("look"), await call("look", everything=True), await call("legal_actions")]
    told += [await call("why_not", actions=[notation]) for notation in (*actions, "?")]
    told += [await call("why_not", actions=random.choices(actions, k=3)) for _ in range(ROWS)]
    if legal:
        told += [await call("why_not", actions=random.choices(legal, k=2)) for _ in range(ROWS)]
        told += [await call("act", actions=[random.choice(legal), "?"])]
    told += [await call("act", actions=[notation]) for notation in random.sample(forbidden, min(3, len(forbidden)))]
    return [*told, await call("read_rules"), await call("list_games"), await call("leave_table")]


def tell_the_same_in_both(name: str, choices: Mapping[str, Any]) -> None:
    """Hold the answers in a game against those in another one that looks the same to the seat."""
    random, compared = Random(3), 0
    seats = Table(name, seed=1, **choices).seats
    for number in range(100):
        viewer, language = number % seats, list(LANGUAGES)[number % 4]
        for histories in filter(None, [two_histories(name, choices, viewer, random)]):
            answers = []
            for steps in histories:
                tools = at_table(name, choices, steps, viewer, language)
                assert isinstance(tools.seat, LocalSeat)
                game = tools.seat.teller.game
                actions = [game.notation.write(action) for action in range(game.rules.ACTIONS)]
                legal = [notation for notation, _ in tools.seat.teller.actions(tools.seat.view, viewer)]
                trying = Random(number)
                answers.append(converse(tools, lambda call: everything(call, actions, legal, trying)))  # noqa: B023
            assert answers[0] == answers[1], f"seat {viewer} after {len(histories[0])} steps"
            compared += 1
        if compared == ENOUGH:
            return
    pytest.fail(f"only {compared} pairs were found")


@everywhere
def test_games_that_look_the_same_are_answered_the_same(name: str, choices: Mapping[str, Any]) -> None:
    tell_the_same_in_both(name, choices)


@pytest.mark.parametrize("leak", ["view", "shown_as"])
def test_the_comparison_notices_what_others_keep_secret(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if leak == "view":
        monkeypatch.setattr(Table, "view", lambda table, _: table.position.copy())
    else:
        monkeypatch.setattr(Step, "shown_as", lambda step, _: step)

    with pytest.raises(AssertionError, match=r"^seat \d after"):
        tell_the_same_in_both("duel", {"royal": True})
