"""What a token is answered depends on nothing that its seat cannot see, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from stammtisch.core.nature import SeededNature
from stammtisch.core.table import Table
from stammtisch.games import duel, gang
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.testing import Subject, hold
from stammtisch.testing.walk import Position
from tests.subjects import DUEL, GANG
from tests.web.drivers.page import house
from tests.web.drivers.program import Program, program, registry_of, seated


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with house(tmp_path_factory.mktemp("house"), bot_pause=3600) as client:  # nobody else touches these tables
        yield client


class Live:
    """A live table whose game is replaced by others that look the same to somebody."""

    def __init__(self, server: TestClient, game: str, options: dict[str, Any]) -> None:
        seats = Table(game, seed=1, **options).seats
        self.id, people = seated(server, game, *(f"Seat {seat}" for seat in range(seats)), **options)
        self.everybody = [*people, program(server, "Watching"), Program(server)]
        self.room = next(a.room for a in registry_of(server).channels() if a.room.id == self.id)

    def put(self, table: Table) -> None:
        """Let this be what is played here."""
        self.room.table = table

    def told(self, viewer: int, attempts: list[str]) -> list[bytes]:
        """Return every byte that somebody gets who looks and tries these actions one by one and in a row."""
        who, path = self.everybody[viewer], f"/tables/{self.id}"
        answers = [who.ask(f"{path}/view", lang="it", told=1), who.ask(path)]
        decided = answers[0].json()["decided"]
        rows = [[text] for text in attempts] + [attempts[-2:]] * (len(attempts) > 1)
        answers += [who.tell(f"{path}/act", decided=decided, actions=row) for row in rows]
        answers.append(who.tell(f"{path}/act", decided=decided + 1, actions=["?"]))
        return [answer.content + json.dumps(sorted(answer.headers.items())).encode() for answer in answers]


def _forbidden(game: Any, at: Position, viewer: int, random: Random) -> list[str]:
    """Return a few actions that are refused, so that nothing happens when they are tried."""
    rules = game.rules
    found = [action for action in range(rules.ACTIONS) if rules.check(at.s, at.o, viewer, action)]
    return [game.notation.write(action) for action in random.sample(found, min(3, len(found)))]


@pytest.mark.parametrize(("subject", "examples"), [(DUEL, 120), (GANG, 12)], ids=["duel", "gang"])
def test_two_positions_that_look_the_same_are_answered_the_same(
    server: TestClient, subject: Subject, examples: int
) -> None:
    lives: dict[str, Live] = {}
    compared = 0

    def law(subject: Subject, at: Position, random: Random) -> None:
        nonlocal compared
        name, options = subject.game.NAME, dict(at.choices)
        if str(options) not in lives:
            lives[str(options)] = Live(server, name, options)
        live = lives[str(options)]
        viewer = random.randrange(at.o.seats + 2)
        sits = viewer < at.o.seats
        other = subject.reshuffled(at.s, at.o, viewer if sits else SPECTATOR, random)
        if other == at.s:
            return
        attempts = _forbidden(subject.game, at, viewer, random) if sits else []
        told = []
        for position in (at.s, other):
            table = Table.undealt(subject.game, 0, options)
            table.position = position.copy()
            live.put(table)
            told.append(live.told(viewer, attempts))
            assert table.position == position, "nothing that was tried has happened"
        compared += 1
        assert told[0] == told[1]

    hold(law, subject, examples=examples)
    assert compared > 6


def test_the_history_of_a_duel_does_not_say_where_the_red_tile_is(server: TestClient) -> None:
    live = Live(server, "duel", {"first_bluffer": 0, "royal": True})
    told = []
    for lane in (1, 2, 3):
        table = Table.undealt(duel, 0, {"first_bluffer": 0, "royal": True})
        for text in (f"hide {lane}", "crown 4"):
            table.follow(0, duel.notation.read(text))
        live.put(table)
        told.append([live.told(viewer, ["hide 1", "crown 1"]) for viewer in (1, 2, 3)])

    assert told[0] == told[1] == told[2]


def test_a_row_that_is_refused_as_a_whole_is_no_way_to_peek_under_a_tile(server: TestClient) -> None:
    live = Live(server, "duel", {"first_bluffer": 0})
    answers = []
    for lane in (1, 2):
        table = Table.undealt(duel, 0, {"first_bluffer": 0})
        table.follow(0, duel.notation.read(f"hide {lane}"))
        live.put(table)
        rows = (["turn 1", "turn 1"], ["turn 1", "turn 2"], ["turn 1", "hide 1"])
        guesser = live.everybody[1]
        answers.append([guesser.tell(f"/tables/{live.id}/act", decided=0, actions=row).content for row in rows])

    assert answers[0] == answers[1]


def test_the_history_of_gang_does_not_say_who_was_dealt_what(server: TestClient) -> None:
    options: dict[str, object] = {"seats": 4, "rounds": 1, "first_round": 1}
    live = Live(server, "gang", options)
    dealt = Table.undealt(gang, 7, options, SeededNature(7))
    dealt.carry_on()
    deals = [step.action for step in dealt.steps]
    hands = [[card for card in deals if dealt.position.hand[seat] >> card & 1] for seat in range(4)]
    one, two = hands[1][0], hands[2][0]
    swapped = [{one: two, two: one}.get(card, card) for card in deals]
    told = []
    for cards in (deals, swapped):
        table = Table.undealt(gang, 7, options, SeededNature(7))
        for card in cards:
            table.follow(dealt.steps[0].seat, card)
        for seat in (3, 1, 2):
            for card in hands[seat][-3:]:
                table.follow(seat, card)
        assert table.position.hand[1] >> (one if cards == deals else two) & 1
        live.put(table)
        mine = [gang.notation.write(card) for card in (hands[1][1], hands[2][1], hands[0][0])]
        told.append([live.told(viewer, mine[:2] if viewer == 0 else []) for viewer in (0, 3, 4, 5)])

    assert told[0] == told[1]


def test_the_comparison_notices_a_leak(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "view", lambda table, _: table.position)

    with pytest.raises(AssertionError):
        test_the_history_of_a_duel_does_not_say_where_the_red_tile_is(server)
