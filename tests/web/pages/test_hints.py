"""Hints: for one person at most, visible to all that they are taken, and what they say to nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.bots.evaluator import evaluator_of
from stammtisch.bots.search_bot import ActionValue
from stammtisch.core.nature import SeededNature
from stammtisch.core.table import Table
from stammtisch.games import gang
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.games.combo.page import arrange
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.view.hint_text import _compared, _reason, advice, advised
from stammtisch.web.view.render import regions
from stammtisch.web.view.scene import Scene
from stammtisch.web.view.story import Story
from tests.sample import exact
from tests.turned_clock import TurnedClock
from tests.waiting import eventually
from tests.web.drivers.host import room_of
from tests.web.drivers.page import Visitor, house, opened, visitor, wait_for_bots
from tests.web.drivers.program import program, registry_of
from tests.web.drivers.sockets import hear, hear_first

TABLES = {
    "gang": {"hints": "on", "o-seats": "4", "o-rounds": "1", "bots": "3"},
    "duel": {"hints": "on", "bots": "1", "o-first_bluffer": "0"},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with house(tmp_path_factory.mktemp("house"), bots=1) as client:
        wait_for_bots(client, "gang")
        wait_for_bots(client, "duel", first_bluffer=0)
        yield client


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Open a house whose bots give hints and do nothing else."""
    with house(tmp_path_factory.mktemp("house"), bot_pause=3600, bots=1) as client:
        wait_for_bots(client, "gang")
        yield client


def _seated(server: TestClient, game: str = "gang", **fields: str) -> tuple[Visitor, str]:
    """Return Anna at a table with bots, when it is her turn."""
    anna, table = opened(server, game, **TABLES[game], **fields)
    room = room_of(server, table)
    eventually(lambda: room.game_table().waiting == (0,), "the turn of Anna")
    anna.look(table)
    return anna, table


def test_hints_are_offered_and_there_are_none_where_they_are_not_ticked(server: TestClient) -> None:
    assert re.search(r'name="hints"[^>]*checked', visitor(server, "Anna").look("/new/gang"))
    anna = visitor(server, "Anna")
    table = anna.open("duel", **{"bots": "1", "o-first_bluffer": "0"})

    assert f'formaction="{table}/hint"' not in anna.page
    assert anna.send(f"{table}/hint").status_code == 422
    assert "There are no hints at this table." in anna.page


def test_a_hint_names_the_three_best_actions_and_what_to_expect_of_each(server: TestClient) -> None:
    anna, table = _seated(server)
    assert f'formaction="{table}/hint"' in anna.page
    answer = anna.send(f"{table}/hint")
    room = room_of(server, table)
    view = room.game_table().view(0)
    advice = room.advice_for(0)
    assert advice
    best = advice.best

    assert answer.status_code == 200
    assert anna.at == table, "without script the page of the table comes back"
    figures = re.findall(r'<details class="hinted">.*?</details>', anna.page, re.DOTALL)[0]
    shown = re.findall(
        r"<li>\s*<b>(.*?)</b>.*?Ahead in about (\d+) of 100 cases\..*?([\d.]+) points (\w+) than average",
        figures,
        re.DOTALL,
    )
    assert len(shown) == 3
    for one, (label, chance, points, side) in zip(best, shown, strict=True):
        reader = Story(room, 0, "en").scene().reader
        row = (*advice.before, one.action)
        named = [gang.words.label(view, room.options, action, reader).replace("'", "&#39;") for action in row]
        assert re.findall(r'aria-label="([^"]*)"', label) == named, "small cards, with their names"
        assert int(chance) == round(100 * one.ahead)
        assert float(points) == pytest.approx(abs(one.worth) / 4, abs=0.051)
        assert side == ("better" if one.worth >= 0 else "worse")
    assert sum(one.tried for one in best) <= advice.playouts <= evaluator_of(room.game).playouts
    assert f"How choices differ it has tried in {advice.playouts:,} futures." in anna.page
    assert not re.search(r"of 100 futures|has played", anna.page), "what a net says was counted in none"


def test_our_script_gets_its_hint_over_the_socket(server: TestClient) -> None:
    anna, table = _seated(server, "duel")
    with anna.client.websocket_connect(f"{table}/live") as socket:
        first = hear_first(socket)
        answer = anna.client.post(f"{table}/hint", data={"mark": anna.csrf_token}, headers={"x-client": "1"})
        pushed = hear(socket, "a hint")

    assert answer.status_code == 204
    assert "hinted" not in first["regions"]["ask"]
    assert 'class="hinted"' in pushed["regions"]["ask"]
    assert "This game is solved: the figures are exact" in pushed["regions"]["ask"]


def test_a_hint_for_passing_names_all_three_cards(server: TestClient) -> None:
    anna, table = _seated(server)
    anna.send(f"{table}/hint")
    room = room_of(server, table)
    advice = room.advice_for(0)
    labels = re.findall(r"<li>\s*<b>(.*?)</b>\s*<span>", anna.page, re.DOTALL)
    cards = [set(re.findall(r'aria-label="([^"]*)"', label)) for label in labels]  # each is a small card with its name

    assert advice
    assert len(advice.before) == 2
    assert [len(trio) for trio in cards] == [3, 3, 3]
    assert len(cards[0] & cards[1] & cards[2]) == 2, "they differ in the last card"
    row = [gang.notation.write(action) for action in (*advice.before, advice.best[0].action)]
    assert anna.send(f"{table}/do", pick=row, decided=anna.decided()).status_code == 200
    assert room.game_table().position.decided[0] == 1


def test_a_hint_for_a_duel_tells_the_mixture_and_equals_as_equals(server: TestClient) -> None:
    anna, table = _seated(server, "duel")
    anna.send(f"{table}/hint")
    shown = re.findall(r"<b>red tile in lane (\d)</b>\s*<span>Perfect play does this in (\d+) of 100 cases", anna.page)

    assert shown == [(lane, "25") for lane in "1234"]
    assert "All that glow are equally good." in anna.page
    assert len(_glowing(anna.page)) == 4, "all of them glow: none is better"


def _glowing(page: str) -> list[str]:
    """Return what the buttons and boxes that glow stand for, as the notation writes it; each says so in its name."""
    found = []
    for tag in re.findall(r"<(?:button|label)[^>]*\badvised\b.*?</(?:button|label)>", page, re.DOTALL):
        assert re.search(r'aria-label="[^"]*, hint"', tag), "whoever does not see it glow hears it"
        found += re.findall(r'value="([^"]*)"', tag)
    return found


def test_what_a_hint_advises_glows_and_says_so_in_its_name(server: TestClient) -> None:
    anna, table = _seated(server)
    assert _glowing(anna.page) == []
    anna.send(f"{table}/hint")
    advice = room_of(server, table).advice_for(0)
    assert advice

    assert sorted(_glowing(anna.page)) == sorted(
        gang.notation.write(action) for action in (*advice.before, advice.best[0].action)
    )


def test_a_whole_row_of_different_choices_glows(still: TestClient) -> None:
    wait_for_bots(still, "combo")
    anna, table = opened(still, "combo", hints="on", bots="1", **{"o-seats": "2", "o-first": "0"})
    anna.send(f"{table}/hint")
    room = room_of(still, table)
    found = room.advice_for(0)
    assert found
    glows = advised(found)

    assert re.search(r"Ahead in \d+ of 100 futures\.", anna.page), "what a search says was counted"
    assert f"has played {found.playouts:,} futures" in anna.page
    assert glows == {*found.before, found.best[0].action, *found.after}
    assert arrange(room.game_table(), 0, [], _glowing(anna.page)) == [found.best[0].action], "as places for stones"


def test_the_reason_is_the_games_or_else_a_comparison_that_says_what_is_good() -> None:
    worse, better, equal = ActionValue(7, 90, 3.0, 0.48), ActionValue(8, 90, 3.0, 0.61), ActionValue(9, 9, 1.0, 0.61)
    silent = Scene(exact, None, None, 0, "en", [], ("Anna",))  # it gives no reasons

    told = [_reason(silent, advice(3, weighed, 99)) for weighed in ([better, worse], [better, equal], [better])]
    assert told == [
        "You are ahead with it in 61 of 100 futures, with the next best in 48.",
        "The next best is about as good.",
        "You are ahead with it in 61 of 100 futures.",
    ]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "You are ahead with it in about 61 of 100 cases, with the next best in 48."),
        ("de", "Damit liegst du in etwa 61 von 100 Fällen vorn, mit dem Nächstbesten in 48."),
        ("fr", "Tu es ainsi en tête dans environ 61 cas sur 100, avec le deuxième choix dans 48."),
        ("it", "Così sei in testa in circa 61 casi su 100, con la seconda scelta in 48."),
    ],
)
def test_what_a_net_says_was_counted_in_no_futures(language: str, told: str) -> None:
    better, worse = ActionValue(8, 90, 3.0, 0.61), ActionValue(7, 90, 3.0, 0.48)
    scene = Scene(gang, None, None, 0, language, [], ("Anna",))

    assert _compared(scene, advice(3, [better, worse], 99)) == told
    assert _compared(scene, advice(3, [better], 99)) == told.split(",", maxsplit=1)[0] + "."


def test_what_was_never_tried_is_not_told() -> None:
    tried = [
        ActionValue(7, 5, 1.0, 0.4),
        ActionValue(8, 90, 3.0, 0.5),
        ActionValue(9, 0, 0.0, 0.0),
        ActionValue(6, 4, 2.0, 0.6),
    ]

    assert [one.action for one in advice(3, tried, 99).best] == [7, 8, 6], "first what the bot does, then the better"


def test_nobody_else_is_told_what_a_hint_says_but_everybody_that_it_was_taken(server: TestClient) -> None:
    anna, table = _seated(server)
    watching = visitor(server, "Mona")
    before = watching.look(table)
    with watching.client.websocket_connect(f"{table}/live") as socket:
        hear_first(socket)
        anna.send(f"{table}/hint")
        pushed = hear(socket, "that a hint was taken")
    after = watching.look(table)
    room = room_of(server, table)
    others = ["\n".join(regions(Story(room, seat, "en").catch_up().scene).values()) for seat in (1, 2, 3, SPECTATOR)]

    assert 'class="hinted"' in anna.look(table)
    assert set(pushed["regions"]) == {"seats"}
    for page in (pushed["regions"]["seats"], after, *others):
        assert "took 1 hint" in page
        assert not re.search(r"of 100 (cases|futures)", page)
        assert "hinted" not in page
    assert "hints on request" in before
    assert program(server, "Robi").ask(f"/tables/{room.id}").json()["seats"][0]["hints"] == 1
    assert "futures" not in program(server, "Robi").ask(f"/tables/{room.id}/view").text


def _passing(still: TestClient) -> tuple[Visitor, str]:
    """Return Anna at a table at which all four are to pass cards, and nobody does."""
    anna, table = opened(still, "gang", **TABLES["gang"])
    assert room_of(still, table).game_table().waiting == (0, 1, 2, 3)
    return anna, table


def test_seats_that_are_asked_at_the_same_time_are_told_nothing(still: TestClient) -> None:
    anna, table = _passing(still)
    anna.send(f"{table}/hint")
    stories = [Story(room_of(still, table), seat, "en") for seat in range(4)]
    pages = ["\n".join(regions(story.catch_up().scene).values()) for story in stories]

    assert ["hinted" in page for page in pages] == [True, False, False, False]


def test_a_hint_goes_with_the_decision_and_is_counted_once(server: TestClient) -> None:
    anna, table = _seated(server, "duel")
    anna.send(f"{table}/hint")
    anna.send(f"{table}/hint")
    assert room_of(server, table).places[0].hints == 1
    anna.send(f"{table}/do", do=anna.offered()[0], decided=anna.decided())

    assert 'class="hinted"' not in anna.look(table)


def test_where_a_second_person_sits_there_are_no_hints(server: TestClient) -> None:
    host, guest = visitor(server, "Anna"), visitor(server, "Tobi")
    table = host.open("duel", **{"hints": "on", "o-first_bluffer": "0"})
    assert "hints on request" in host.page
    guest.sit(table)
    assert "hints on request" not in guest.page
    guest.send(f"{table}/ready")
    host.look(table)
    host.send(f"{table}/begin")

    assert "data-turn" in host.page
    assert f"{table}/hint" not in host.page
    assert host.send(f"{table}/hint").status_code == 422
    assert room_of(server, table).record.advice == {}


def test_whoever_does_not_sit_there_gets_none(server: TestClient) -> None:
    _, table = _seated(server)
    stranger = visitor(server, "Mona")
    stranger.look(table)
    assert stranger.send(f"{table}/hint").status_code == 403


def test_whoever_has_decided_gets_none(still: TestClient) -> None:
    anna, table = _seated(still, "duel")
    anna.send(f"{table}/do", do=anna.offered()[0], decided=anna.decided())

    assert f"{table}/hint" not in anna.look(table)
    assert anna.send(f"{table}/hint").status_code == 422
    assert "It is not your turn." in anna.page


def test_a_hint_depends_on_nothing_that_the_seat_cannot_see(tmp_path: Path) -> None:
    with house(tmp_path, bot_pause=3600, bots=2) as server:  # one process for the bots of the table, one for hints
        wait_for_bots(server, "gang")
        anna, table = _passing(server)
        room = room_of(server, table)
        options = dict(room.saved.choices)
        dealt = Table.undealt(gang, 7, options, SeededNature(7))
        dealt.carry_on()
        deals = [step.action for step in dealt.steps]
        hands = [[card for card in deals if dealt.position.hand[seat] >> card & 1] for seat in range(4)]
        swap = dict(zip(hands[1][:6] + hands[2][:6], hands[2][:6] + hands[1][:6], strict=True))

        def hint() -> list[str]:
            room.record.advice, room.places[0].hints = {}, 0
            anna.look(table)
            anna.send(f"{table}/hint")
            return re.findall(r'<details class="hinted".*?</details>', anna.page, re.DOTALL)

        told = []
        for cards in (deals, [swap.get(card, card) for card in deals]):
            world = Table.undealt(gang, 7, options, SeededNature(7))
            for card in cards:
                world.follow(dealt.steps[0].seat, card)
            room.table = world
            registry_of(server)._channels[room.id] = Channel(room)  # nobody remembers the other world
            told.append(eventually(hint, "a hint: the second process may still be preparing itself", 100.0, every=1.0))
            assert world.position.hand[1] != dealt.position.hand[1] or cards == deals

    assert told[0] == told[1]
    assert re.search(r"has tried in [\d,]+ futures", told[0][0])


def test_hints_are_limited(tmp_path: Path) -> None:
    with house(tmp_path, bots=1, clock=TurnedClock()) as server:  # it stands still: no hint is earned meanwhile
        wait_for_bots(server, "gang")
        anna, table = _passing(server)
        data = {"mark": anna.csrf_token}
        answers = [anna.client.post(f"{table}/hint", data=data).status_code for _ in range(14)]

    assert answers[0] == 200
    assert 429 in answers


def test_without_processes_for_bots_there_are_neither_hints_nor_the_question(tmp_path: Path) -> None:
    with house(tmp_path) as server:
        anna = visitor(server, "Anna")
        assert 'name="hints"' not in anna.look("/new/duel")
        table = anna.open("duel", **TABLES["duel"])

        assert anna.send(f"{table}/hint").status_code == 422
        assert "There are no hints at this table." in anna.page
