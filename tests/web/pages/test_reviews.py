"""The page that looks back at a game: when it may be seen, what it says, and that it is worked out once."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.bots.review.decisions import FinishedGame, Judged, Review, review
from stammtisch.bots.review.luck import Luck
from stammtisch.core.language import voice
from stammtisch.web.live.review_queue import Progress, ReviewQueue
from stammtisch.web.view.review.grades import GAMES, POINTS_OF_GANG, POINTS_OF_PARTY, STONES
from stammtisch.web.view.review.review_charts import bar, curve
from stammtisch.web.view.review.review_text import ResultPart, dearest, largest_swing, lines, next_time, parts, turns
from tests.waiting import eventually
from tests.web.drivers.host import room_of
from tests.web.drivers.page import Visitor, house, two_at_a_duel, visitor
from tests.web.drivers.program import registry_of

GAME = (  # seat 1 wins, though perfect play would have turned another tile at last
    *((0, "hide 2"), (1, "turn 1"), (1, "turn 2"), (1, "hide 2"), (0, "turn 2"), (0, "hide 2")),
    *((1, "turn 3"), (1, "turn 1")),
)
MISTAKE = 11
SAY = voice("stammtisch.web", "en")


def _played_game(server: TestClient) -> tuple[Visitor, Visitor, str]:
    host, guest, table = two_at_a_duel(server, **{"o-spaces": "2"})
    for seat, action in GAME:
        who = (host, guest)[seat]
        assert who.decide(table, action).status_code == 200
    assert "data-over" in host.look(table)
    return host, guest, table


def _reviewed(who: Visitor, address: str) -> str:
    eventually(lambda: "data-again" not in who.look(address), "the review", 200, every=0.1)
    return who.page


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with house(tmp_path_factory.mktemp("house"), bots=1) as client:
        yield client


def test_before_the_end_there_is_nothing_to_see_and_nothing_is_worked_out(server: TestClient) -> None:
    host, _, table = two_at_a_duel(server)
    host.send(f"{table}/do", do="hide 2", decided=host.decided())

    for address in (f"{table}/review", f"{table}/review?seat=0", "/t/nothing/review"):
        assert visitor(server).client.get(address).status_code == 404
    assert registry_of(server).reviews._wanted == {}


def test_the_page_says_what_the_search_finds_and_where_it_can_be_looked_at(server: TestClient) -> None:
    host, guest, table = _played_game(server)
    assert f'href="{table}/review"' in guest.look(table)
    first = guest.look(f"{table}/review")
    page = _reviewed(guest, f"{table}/review")
    room = room_of(server, table)
    steps = tuple((step.seat, step.action) for step in room.game_table().steps)
    found = review(FinishedGame("duel", room.saved.choices, steps), 1, lambda *_: None)
    one = next(one for one in found.judged if one.step == MISTAKE)

    assert "<progress" in first
    assert '<meta http-equiv="refresh"' in first
    assert "refresh" not in page
    assert "How you played" in page
    each = 100 * one.cost / 2 / len(found.judged)
    assert re.search(rf"<b>{each:.1f} games of 100</b>\s*<span>\s*lost by a decision on average", page)
    assert [one.good for one in found.judged] == [True, True, True, True, False]
    assert re.search(r"turn the tile in lane 1</dd>\s*<dt>better</dt>\s*<dd>turn the tile in lane [24]</dd>", page)
    assert f"It cost {100 * one.lost / 2:.1f} games of 100." in page
    assert "No decision turned the game: none changed the chances by 5 in 100 or more." in page
    assert "A turning point" not in page, "the chances fell by 3 in 100"
    assert f'href="{table}/replay?step={MISTAKE}&amp;as=1&amp;better"' in page
    assert "Next time, think longest when you are asked" in page
    assert "This game is solved" in page
    assert f"Before the first decision {round(100 * found.judged[0].chance)} in 100" in page
    assert "in the end 100." in page
    shown = guest.look(f"{table}/replay?step={MISTAKE}&as=1&better")
    assert shown.count("advised") == 1, "the better lane is marked"
    assert 'class="better"' in shown
    assert "advised" not in guest.look(f"{table}/replay?step={MISTAKE}&as=1")
    games = guest.look("/me/games")
    assert "Known for 1 game, whose review was looked at." in games
    assert f'href="{table}/replay?step={MISTAKE}&amp;as=1&amp;better=yes"' in games, "the dearest decision"
    assert "How Tobi played" in visitor(server, "Mona").look(f"{table}/review?seat=1"), "everybody may look"
    assert "How you played" in host.look(f"{table}/review?seat=99"), "without such a seat it is one's own"


def test_a_review_is_worked_out_once_and_kept(tmp_path: Path) -> None:
    with house(tmp_path, bots=1) as server:
        _, guest, table = _played_game(server)
        page = _reviewed(guest, f"{table}/review?seat=1")
    with house(tmp_path, bots=1) as server:
        again = visitor(server, "Mona").look(f"{table}/review?seat=1")

        assert registry_of(server).reviews._wanted == {}
    assert re.findall(r"<b>.*?</b>", again) == re.findall(r"<b>.*?</b>", page)
    assert "data-again" not in again


def test_without_processes_for_bots_the_page_says_so(tmp_path: Path) -> None:
    with house(tmp_path) as server:
        host, _, table = _played_game(server)

        assert "have no time for reviews" in host.look(f"{table}/review")
        assert registry_of(server).reviews._wanted == {}


def _fails(played: FinishedGame, tell: Callable[[int, int], object]) -> None:
    tell(1, len(played.steps))
    raise ValueError("on purpose")


def test_what_cannot_be_worked_out_is_tried_again_and_then_given_up(server: TestClient) -> None:
    _, _, table = _played_game(server)
    room, reviews = room_of(server, table), registry_of(server).reviews
    assert server.portal
    portal = server.portal

    def given_up() -> Progress | None:
        found = portal.call(reviews._find, room, "Mona", "trouble", _fails)
        return found if isinstance(found, Progress) and found.failed else None

    found = eventually(given_up, "a review that is given up")

    assert found
    assert found.tries == 2
    assert isinstance(reviews, ReviewQueue)
    assert _reviewed(visitor(server, "Mona"), f"{table}/review?seat=0"), "others are still made"


def _takes_for_ever(played: FinishedGame, tell: Callable[[int, int], object]) -> None:
    tell(0, len(played.steps))
    signal.pause()


def test_one_person_cannot_keep_the_bots_busy_for_all_others(tmp_path: Path) -> None:
    with house(tmp_path, bots=1) as server:
        _, _, table = _played_game(server)
        room, reviews = room_of(server, table), registry_of(server).reviews
        assert server.portal
        asked = [server.portal.call(reviews._find, room, "Anna", f"part {n}", _takes_for_ever) for n in range(8)]
        other = server.portal.call(reviews._find, room, "Tobi", "part 7", _takes_for_ever)

    assert [isinstance(one, Progress) for one in asked] == [True] * 6 + [False] * 2
    assert isinstance(other, Progress)


def test_so_many_reviews_are_made_at_the_same_time(tmp_path: Path) -> None:
    with house(tmp_path, bots=1, background=2) as server:
        _, _, table = _played_game(server)
        room, registry = room_of(server, table), registry_of(server)
        assert server.portal
        asked = [server.portal.call(registry.reviews._find, room, "Anna", f"part {n}", _takes_for_ever) for n in "abc"]

        eventually(lambda: asked[0].of and asked[1].of, "two that have begun")
        assert registry.reviews.busy == 2
        assert asked[2].of == 0, "it waits"
        assert registry.pars._processes() == 1, "a par leaves the cores to them"


@pytest.mark.parametrize("background", [1, 2])
def test_reviews_are_the_same_in_however_many_processes_they_are_made(background: int, tmp_path: Path) -> None:
    with house(tmp_path, bots=1, background=background) as server:
        host, guest, table = _played_game(server)
        room = room_of(server, table)
        for seat, who in enumerate((host, guest)):
            who.look(f"{table}/review?seat={seat}")
        for seat, who in enumerate((host, guest)):
            _reviewed(who, f"{table}/review?seat={seat}")
        assert server.portal
        kept = [server.portal.call(registry_of(server).reviews.kept, room, seat) for seat in (0, 1)]

    steps = tuple((step.seat, step.action) for step in room.game_table().steps)
    assert kept == [review(FinishedGame("duel", room.saved.choices, steps), seat, lambda *_: None) for seat in (0, 1)]


def _judged(step: int, lost: float, error: float = 0.01, chance: float = 0.5, left: float = 0.5) -> Judged:
    return Judged(step, (1,), (2,), chance, left, lost, error)


def test_the_dearest_are_the_three_that_surely_cost_most() -> None:
    judged = [
        _judged(1, 0.2),
        _judged(2, 0.9, error=1.0),
        _judged(3, 0.5),
        _judged(4, 0.0),
        _judged(5, 0.3),
        _judged(6, 0.1),
    ]

    assert [one.step for one in dearest(judged)] == [3, 5, 1]
    assert [one.step for one in dearest([_judged(1, 2.0), _judged(2, 0.1)])] == [1], "the other decided nothing"
    assert dearest([_judged(4, 0.0)]) == []


def test_there_is_no_turning_point_without_a_turn() -> None:
    assert turns(_judged(1, 2.0, chance=0.5, left=0.45))
    assert not turns(_judged(1, 2.0, chance=0.0, left=0.0)), "nothing was left to be lost"
    assert not turns(_judged(1, 2.0, chance=0.454, left=0.406)), "what is shown is 45 and 41"
    assert not turns(_judged(1, 0.5, error=0.6, chance=0.9, left=0.1)), "it may have been chance"
    assert largest_swing([_judged(1, 0, left=0.5), _judged(2, 0, chance=0.52)]) == 0


def test_decisions_are_graded_by_what_they_cost() -> None:
    graded = [POINTS_OF_GANG.grade(cost) for cost in (0.0, 0.24, 0.25, 1.0, 4.0)]

    assert graded == ["good", "good", "inexact", "mistake", "blunder"]
    for scale in (POINTS_OF_GANG, POINTS_OF_PARTY, STONES):
        assert [scale.level(loss) for _, loss in scale.levels] == [name for name, _ in scale.levels]
        assert scale.level(0.0) == "strong"
        assert scale.level(9.0) == "random", "a random player is graded as one"
    assert GAMES.level(0.003) == "", "a duel does not tell bots apart"


def test_the_largest_swing_is_between_what_was_left_and_what_came_next() -> None:
    judged = [_judged(1, 0, chance=0.9, left=0.5), _judged(2, 0, chance=0.5, left=0.4), _judged(3, 0, chance=0.8)]

    assert largest_swing(judged) == 3
    assert largest_swing(judged[:1]) == 0


def test_next_time_is_about_the_kind_of_decision_that_cost_most(server: TestClient) -> None:
    _, _, table = _played_game(server)
    room = room_of(server, table)
    lanes = [room.game.notation.read(f"turn {lane}") for lane in (1, 2)]
    hide = [room.game.notation.read(f"hide {lane}") for lane in (2, 3)]
    judged = (
        Judged(2, (lanes[1],), (lanes[0],), 0.5, 0.4, 0.3, 0.01),
        Judged(5, (hide[0],), (hide[1],), 0.5, 0.3, 0.4, 0.01),
        Judged(10, (lanes[1],), (lanes[0],), 0.5, 0.4, 0.3, 0.01),
    )
    told = next_time(room, 1, Review(judged, 100), "en", SAY)

    assert "2 decisions there cost 30 games of 100 in all." in told, "one dear bluff is less than two guesses"
    assert re.search(r"The costliest was decision [13]\. For the better choice: \w", told), "the reason is that of one"
    assert "“Lay your tiles" not in told
    assert not next_time(room, 1, Review((_judged(2, 0.0),), 100), "en", SAY)


def test_luck_and_play_make_the_result_as_they_are_shown(server: TestClient) -> None:
    _, _, table = _played_game(server)
    room = room_of(server, table)
    here = ((-1, 1), (1, -1), (-1, 1), (-1, 1))  # seat 1 wins three of four
    elsewhere = ((1, -1), (1, -1), (-1, 1), (1, -1))  # and one of four: the seats are not alike, seat 0 bluffs first
    played = Review((_judged(3, 0.043), _judged(5, 0.08, error=0.1)), 24)
    usual, lucky, own, others, result = parts(room, 1, Luck(here, elsewhere, 24), played, SAY)

    assert [part.told for part in (usual, lucky, own, others, result)] == [
        "+25 games of 100",
        "+50 games of 100",
        "−2 games of 100",
        "+27 games of 100",
        "+100 games of 100",
    ]
    assert usual.error == pytest.approx(3.182 * sqrt(0.25 / 4), abs=1e-3), "Student's t of four games"
    assert lucky.error == pytest.approx(usual.error * sqrt(2))
    assert own.value <= 0, "what decisions cost is never a gain"


def test_the_curve_goes_through_the_chances_and_marks_the_turning_points(server: TestClient) -> None:
    _, _, table = _played_game(server)
    room = room_of(server, table)
    actions = [room.game.notation.read(text) for text in ("turn 3", "turn 1")]
    judged = (
        Judged(10, (actions[0],), (actions[1],), 0.8, 0.6, 0.4, 0.01),
        Judged(11, (actions[1],), (actions[1],), 0.7, 0.7, 0, 0),
    )
    told = lines(room, 1, Review(judged, 100), "en", SAY)
    drawn = curve(told, 1.0)

    assert [line.turning for line in told] == [True, False]
    assert '<polyline points="0.00,20 50.00,30 100.00,0"/>' in drawn
    assert 'y1="20%" y2="40%"' in drawn
    assert drawn.count('class="turn"') == 1
    assert bar(ResultPart("", -1.0, 0.5, ""), 2.0).count("<rect") == 1
    assert 'class="loss" x="25.00%" width="25.00%"' in bar(ResultPart("", -1.0, 0.5, ""), 2.0)
