"""Matches: equal deals for every rotation, the same results however many play, and faults that are named."""

from __future__ import annotations

from multiprocessing import active_children
from pathlib import Path
from types import ModuleType

import pytest

from stammtisch.bots.arena.json_report import as_json
from stammtisch.bots.arena.match import Deal, Match, play_deal
from stammtisch.bots.arena.standings import standings
from stammtisch.bots.processes.match_workers import MatchWorkers
from stammtisch.core.game import Game
from stammtisch.core.table import Table
from stammtisch.errors import NatureError, OptionError, UnknownBot
from stammtisch.games import combo, duel, gang, party
from stammtisch.kernel.record import Row
from stammtisch.kernel.seats import NATURE


def _play(match: Match, deals: int, processes: int = 1) -> list[Deal]:
    with MatchWorkers(processes) as workers:
        return list(workers.play((match, number) for number in range(deals)))


def test_every_rotation_gets_the_same_deal_and_sits_where_the_lineup_says(visitors: ModuleType) -> None:
    match = Match.of(gang, ["witness", "random"], {"rounds": 1}, 3)
    deal = play_deal(match, 0)
    first = visitors.SEEN[0][3]  # the number of the step at which all choose three cards to pass
    hands: dict[int, Row] = {}  # by seat, as the witness saw it
    for words, seat, _, number in visitors.SEEN:
        if number == first + 3 * seat and seat not in hands:
            hands[seat] = gang.rules.State.of(words).hand
    dealt = Table(gang, seed=match.deal_seed(0), rounds=1)

    assert [game.lineup for game in deal.games] == match.rotations
    assert [game.lineup.index("witness") for game in deal.games] == [0, 1, 2, 3]
    assert sorted({seat for _, seat, _, _ in visitors.SEEN}) == [0, 1, 2, 3]
    assert [hands[seat][seat] for seat in range(4)] == dealt.position.hand[:4]


@pytest.mark.parametrize("game", [gang, party, duel, combo], ids=lambda game: game.NAME)
def test_a_deal_begins_with_the_same_view_in_every_rotation(game: Game, visitors: ModuleType) -> None:
    match = Match.of(game, ["witness", "observer"], {"rounds": 1} if game is gang else {}, 8)
    openings = []
    for number in range(8):
        visitors.SEEN.clear()
        play_deal(match, number)
        by_game = {seed: (words, seat, step) for words, seat, seed, step in reversed(visitors.SEEN)}
        openings.append(list(by_game.values()))

    assert [len(games) for games in openings] == [len(match.rotations)] * 8
    assert all(opening == games[0] for games in openings for opening in games)
    assert any(games != openings[0] for games in openings)


def test_other_deals_are_other_deals() -> None:
    match = Match.of(gang, ["random"], {"rounds": 1}, 3)
    tables = [Table(gang, seed=match.deal_seed(number), rounds=1) for number in range(50)]
    dealt = {tuple(step.action for step in table.steps if step.seat == NATURE) for table in tables}

    assert len(dealt) == 50


def test_bots_learn_nothing_of_the_deal_from_their_seed(visitors: ModuleType) -> None:
    match = Match.of(duel, ["witness"], {}, 3)
    for number in range(20):
        play_deal(match, number)
    given = {seed for _, _, seed, _ in visitors.SEEN}
    deals = {match.deal_seed(number) for number in range(20)}

    assert len(given) == 20
    assert len(deals) == 20
    assert not given & deals


def test_the_number_of_processes_changes_nothing() -> None:
    match = Match.of(gang, ["easy", "random"], {"rounds": 1, "seats": 3}, 5)
    reports = []
    for processes in (1, 2):
        report = as_json(match, _play(match, 7, processes), interrupted=False)
        for bot in report["bots"]:
            del bot["seconds"]
        reports.append(report)

    assert reports[0]["deals"] == 7
    assert reports[1] == reports[0]


def test_another_seed_gives_another_match() -> None:
    matches = [Match.of(gang, ["easy", "random"], {"rounds": 1}, seed) for seed in (1, 2)]
    played = [[game.result for game in play_deal(match, 0).games] for match in matches]

    assert played[0] != played[1]


def test_a_better_bot_of_somebody_else_wins_clearly(visitors: ModuleType) -> None:
    assert visitors.careful
    match = Match.of(gang, ["careful", "random"], {"rounds": 1}, 1)
    careful, others = standings(match.bots, _play(match, 30))

    assert (careful.bot, others.bot) == ("careful", "random")
    assert careful.lead is not None
    assert careful.lead.low is not None
    assert careful.lead.low > 0
    assert careful.rating.strength > others.rating.strength
    assert careful.score.high is not None
    assert others.score.low is not None
    assert careful.score.high < others.score.low


def test_rules_of_thumb_beat_chance() -> None:
    match = Match.of(gang, ["easy", "random"], {"rounds": 1}, 1)
    easy, others = standings(match.bots, _play(match, 20))

    assert easy.lead is not None
    assert easy.lead.low is not None
    assert easy.lead.low > 10
    assert easy.wins.mean > 3 * others.wins.mean
    assert easy.rating.strength > others.rating.strength + 100


def test_equals_are_equal() -> None:
    match = Match.of(duel, ["random", "random"], {}, 1)
    (found,) = standings(match.bots, _play(match, 40))

    assert (found.score.mean, found.place.mean, found.wins.mean) == (0.5, 1.5, 0.5)
    assert found.lead is None


@pytest.mark.usefixtures("visitors")
def test_a_fault_costs_its_deal_and_nothing_else() -> None:
    match = Match.of(duel, ["moody", "random"], {}, 2)
    deals = _play(match, 30)
    faults = [deal.fault for deal in deals if deal.fault]
    found = standings(match.bots, deals)

    assert 5 < len(faults) < 25
    assert {(fault.bot, fault.problem) for fault in faults} == {("moody", "ValueError: not today")}
    assert all(match.chance_seed(fault.deal, match.rotations.index(fault.lineup)) % 4 == 0 for fault in faults)
    assert [one.games for one in found] == [2 * (30 - len(faults))] * 2


@pytest.mark.usefixtures("visitors")
def test_a_bot_that_takes_its_process_with_it_leaves_the_others_theirs() -> None:
    deadly, fine = (Match.of(duel, [name, "random"], {}, 2) for name in ("deadly", "careful"))
    with MatchWorkers(1) as workers:
        lost, kept = workers.play([(deadly, 0), (fine, 0)])

    assert lost.fault is not None
    assert lost.fault.bot == "deadly or random"
    assert lost.fault.problem == "the process in which they played ended by itself"
    assert standings(deadly.bots, [lost]) == []
    assert kept.fault is None
    assert len(kept.games) == 2


@pytest.mark.usefixtures("visitors")
def test_what_takes_too_long_is_given_up_and_the_workers_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGN", str(tmp_path / "sign"))
    stubborn, fine = (Match.of(duel, [name, "random"], {}, 2) for name in ("stubborn", "random"))
    with MatchWorkers(1) as workers:
        assert list(workers.play([(stubborn, 0), (stubborn, 1)], workers.clock.monotonic() + 0.5)) == []
        assert workers.given_up == 1
        assert [deal.number for deal in workers.play([(fine, 5)])] == [5]

    assert active_children() == []


@pytest.mark.usefixtures("visitors")
def test_nothing_is_left_running_when_somebody_has_seen_enough() -> None:
    match = Match.of(duel, ["random"], {}, 2)
    with MatchWorkers(2) as workers:
        next(workers.play((match, number) for number in range(1000)))
        assert len(active_children()) == 2

    assert active_children() == []


@pytest.mark.parametrize(
    ("bots", "choices", "seed", "error", "sentence"),
    [
        (["expert"], {}, 1, UnknownBot, "no bot 'expert' for duel; there are random, easy"),
        (["unavailable"], {}, 1, UnknownBot, "the bot 'unavailable' cannot be had: OSError: the net is not there"),
        (["random"] * 3, {}, 1, OptionError, "seats is 3; it may be 2"),
        (["random"] * 3, {"seats": 2}, 1, OptionError, "bots are 3; there may be 1 to 2, one for each seat"),
        (["random"], {"loyal": "yes"}, 1, OptionError, "no option 'loyal'"),
        (["random"], {}, -1, NatureError, "seed is -1"),
    ],
)
@pytest.mark.usefixtures("visitors")
def test_what_cannot_be_played_is_refused_before_it_begins(
    bots: list[str], choices: dict[str, object], seed: int, error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        Match.of(duel, bots, choices, seed)


def test_there_are_as_many_seats_as_bots_unless_more_are_usual() -> None:
    assert Match.of(combo, ["random"] * 3, {}, 1).options["seats"] == 3
    assert Match.of(gang, ["easy", "random"], {}, 1).lineup == ("easy", "random", "random", "random")
    assert Match.of(gang, ["easy", "random"], {"seats": 3}, 1).lineup == ("easy", "random", "random")
