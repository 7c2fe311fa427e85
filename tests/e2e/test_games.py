"""For each game two people in browsers of their own, and bots, play a whole game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.e2e.conftest import Shoot, context
from tests.e2e.person import Person, play_on
from tests.waiting import eventually

GAMES = {
    "duel": {"spaces": "1"},
    "gang": {"seats": "3", "rounds": "1", "bots": "1"},
    "party": {"seats": "3", "bots": "1", "face_down": "yes"},
    "combo": {"seats": "3", "quick": "yes", "bots": "1"},
}


@pytest.mark.timeout(400)  # hundreds of clicks in two browsers
@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_bots_play_a_whole_game(game: str, browser: Browser, server: str, shoot: Shoot) -> None:
    anna = Person(context(browser), server, 1)
    tobi = Person(context(browser, phone=True), server, 2)
    table = anna.open_table(game, "Anna", **GAMES[game])
    tobi.sit(table, "Tobi")
    anna.begin()
    tobi.arrive()
    for moment in range(3):
        eventually(lambda: anna.act() or (tobi.act() and False), f"decision {moment} of Anna")
        shoot(anna.page, f"{game}-{moment}-laptop")
        shoot(tobi.page, f"{game}-{moment}-phone")
    anna.page.reload()  # in mid-game: nothing is lost
    tobi.page.context.set_offline(True)
    tobi.page.wait_for_function("!navigator.onLine")
    tobi.page.context.set_offline(False)
    tobi.page.reload()

    play_on([anna, tobi])

    shoot(anna.page, f"{game}-over-laptop", whole=True)
    shoot(tobi.page, f"{game}-over-phone", whole=True)
    assert all(person.page.locator("[data-over] .moment").count() == 1 for person in (anna, tobi))
    told = [person.page.locator("[data-over] .result").inner_text().replace(" (you)", "") for person in (anna, tobi)]
    assert told[0] == told[1]
    assert anna.troubles == tobi.troubles == []


@pytest.mark.parametrize(
    "game", ["duel", pytest.param("gang", marks=pytest.mark.deep), pytest.param("party", marks=pytest.mark.deep)]
)
def test_a_whole_game_is_played_with_script_switched_off(game: str, browser: Browser, server: str) -> None:
    options = {"duel": {"spaces": "1", "bots": "1"}, "gang": {"seats": "3", "rounds": "1", "bots": "2"}}
    anna = Person(context(browser, script=False), server, 3)
    anna.open_table(game, "Anna", **options.get(game, {"seats": "2", "bots": "1"}))
    anna.arrive()
    for _ in range(500):
        sight = anna.look()
        if sight.over:
            break
        if sight.turn:
            index = anna.random.randrange(len(sight.needs))
            for box in range(int(sight.needs[index] or 0)):
                anna.page.locator('#play input[name="pick"]').nth(box).check(force=True)
            anna.click(sight.dos[index])
        else:
            anna.page.reload()

    assert anna.look().over
