"""Ratings on pages and for programs: hidden until they mean something, and shown to whom people show their games."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import cast

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stammtisch.club.ratings.counting import count_all
from stammtisch.club.ratings.moves import SHOWN_WITHIN
from stammtisch.core.language import LANGUAGES
from stammtisch.store.contract import Store
from stammtisch.web.http.signer import HouseKeys
from tests.web.drivers.host import person_of
from tests.web.drivers.page import Visitor, visitor
from tests.web.drivers.program import Program, program, registry_of
from tests.web.fixtures.results import add_result


def _text(page: str) -> str:
    """Return the words of a page's main part."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.partition("<main")[2])).split())


def _play(server: TestClient, games: int, *people: str) -> None:
    """Keep and count finished duels of two people, who are about as strong as each other."""
    chance = Random(1)
    store = registry_of(server).store

    async def keep() -> None:
        for number in range(games):
            first = chance.randint(1, 2)
            places = (first, 3 - first)
            seats = [(person, person[:4], place) for person, place in zip(people, places, strict=True)]
            await add_result(store, f"{people[0][:6]}{number:06}", *seats)
        await count_all(store)

    assert server.portal
    server.portal.call(keep)


def _show(one: Visitor, whom: str = "all") -> None:
    one.look("/me")
    one.send("/me", name="Anna", shown_to=whom)


def test_without_games_there_are_the_bots_and_what_it_means(server: TestClient) -> None:
    shown = _text(visitor(server, "Anna").look("/ratings/duel"))

    assert "bots: easy 1000" in shown
    assert "bots: perfect" in shown
    assert "Everybody begins at 1000, which is how the easy bots play." in shown
    assert "A game counts for everybody who played it, even if somebody else left. Whoever leaves" in shown
    assert "“A few” are 2 decisions; in long games up to one in 20" in shown
    assert "hidden" not in shown


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/ratings", "Cockroach Duel, 2 players"),
        ("/ratings/gang", "Gang of Crooks, 4 players"),
        ("/ratings/gang?seats=6", "Gang of Crooks, 6 players"),
        ("/ratings/gang?seats=7", "Gang of Crooks, 4 players"),
        ("/ratings/party?seats=x", "Costume Party, 4 players"),
    ],
)
def test_each_game_and_number_of_players_has_a_list(server: TestClient, address: str, told: str) -> None:
    assert told in _text(visitor(server, "Anna").look(address))


def test_a_game_that_nobody_knows_has_no_list(server: TestClient) -> None:
    assert visitor(server, "Anna").client.get("/ratings/chess").status_code == 404


def test_a_rating_is_hidden_until_it_means_something(server: TestClient) -> None:
    anna, ben = visitor(server, "Anna"), visitor(server, "Ben")
    _play(server, 3, person_of(anna), person_of(ben))
    early, own = _text(anna.look("/ratings/duel")), _text(anna.look("/me/games"))
    _play(server, 60, person_of(ben), person_of(anna))
    late = _text(anna.look("/ratings/duel"))

    assert "Your rating here is still hidden: after 3 rated games it is only known to within ± " in early
    assert "It is shown once that is ± 200 or less." in early
    assert "Anna" not in early
    assert "Cockroach Duel 2 3 hidden yet ±" in own
    assert "hidden" not in late
    assert re.search(r"Anna \(you\) \d+ ±\s\d+ 63", late)
    assert re.search(r"Cockroach Duel 2 63 \d+ ±\s\d+", _text(anna.look("/me/games")))


@pytest.mark.parametrize(("whom", "met", "stranger"), [("", False, False), ("met", True, False), ("all", True, True)])
def test_others_see_a_rating_as_its_owner_says(server: TestClient, whom: str, met: bool, stranger: bool) -> None:  # noqa: FBT001
    anna, ben, cleo = (visitor(server, name) for name in ("Anna", "Ben", "Cleo"))
    _play(server, 60, person_of(anna), person_of(ben))
    _show(anna, whom)

    assert "Anna (you)" in _text(anna.look("/ratings/duel"))
    assert ("Anna" in _text(ben.look("/ratings/duel"))) is met
    assert ("Anna" in _text(cleo.look("/ratings/duel"))) is stranger


def test_whom_somebody_has_blocked_does_not_see_their_rating(server: TestClient) -> None:
    anna, ben = visitor(server, "Anna"), visitor(server, "Ben")
    _play(server, 60, person_of(anna), person_of(ben))
    _show(anna)
    assert server.portal
    server.portal.call(registry_of(server).store.block, person_of(anna), person_of(ben))

    assert "Anna" not in _text(ben.look("/ratings/duel"))


@pytest.mark.parametrize("barred", [False, True])
def test_nobody_reads_the_rating_of_whom_they_have_blocked_or_whom_the_host_has_barred(
    server: TestClient,
    barred: bool,  # noqa: FBT001  # of a parametrized test
) -> None:
    anna, ben = visitor(server, "Anna"), visitor(server, "Ben")
    _play(server, 60, person_of(anna), person_of(ben))
    _show(anna)
    before, store = ben.look("/ratings/duel"), registry_of(server).store
    assert server.portal
    if barred:
        server.portal.call(store.ban, person_of(anna))
    else:
        server.portal.call(store.block, person_of(ben), person_of(anna))

    assert "Anna" in _text(before)
    assert "Anna" not in _text(ben.look("/ratings/duel"))


def test_the_end_of_a_game_says_how_the_rating_moved_and_only_to_its_owner(server: TestClient) -> None:
    anna, ben = visitor(server, "Anna"), visitor(server, "Ben")
    _play(server, 60, person_of(anna), "somebodyelse")
    table = anna.open("duel")
    ben.sit(table, ready=True)
    anna.send(f"{table}/begin")
    anna.play_to_the_end(table, ben)

    told = re.search(r"Your rating: \d+ ± \d+, (?:\d+ (?:higher|lower) than|as) before\.", _text(anna.look(table)))
    assert told
    assert 'href="/ratings/duel?seats=2"' in anna.page
    assert "Your rating" not in _text(ben.look(table)), "it is his first game: it means nothing"
    assert "Your rating" not in _text(visitor(server, "Cleo").look(table))


def test_a_table_that_is_not_rated_moves_nobody(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    _play(server, 60, person_of(anna), "somebodyelse")
    before = _moves(server, person_of(anna))
    ben = visitor(server, "Ben")
    table = anna.open("duel", unrated="yes")
    ben.sit(table, ready=True)
    anna.send(f"{table}/begin")
    anna.play_to_the_end(table, ben)

    assert "Your rating" not in _text(anna.page)
    assert _moves(server, person_of(anna)) == before


def _moves(server: TestClient, person: str) -> int:
    async def count(store: Store) -> int:
        await count_all(store)
        return sum(move.games for move in await store.ratings_of(person))

    assert server.portal
    return server.portal.call(count, registry_of(server).store)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_four_languages(server: TestClient, language: str) -> None:
    anna = visitor(server, "Anna")
    _play(server, 60, person_of(anna), "somebodyelse")
    anna.client.cookies.set("lang", language)
    headings = {"en": "What the numbers mean", "de": "Was die Zahlen heißen", "fr": "Ce que disent les nombres"}
    shown = anna.look("/ratings/duel")

    assert headings.get(language, "Che cosa dicono i numeri") in shown
    assert ">1000<" in shown


def test_programs_are_told_the_same(server: TestClient) -> None:
    anna, ben = program(server, "Anna"), program(server, "Ben")
    nothing = anna.ask("/ratings/duel").json()
    _play(server, 60, _id(anna), _id(ben))
    own, hidden = anna.ask("/me/ratings").json()["ratings"], ben.ask("/ratings/duel").json()["people"]
    listed = anna.ask("/ratings/duel", seats=2).json()["people"]

    assert (nothing["game"], nothing["seats"], nothing["shown_within"]) == ("duel", 2, SHOWN_WITHIN)
    assert nothing["people"] == []
    assert nothing["bots"][0] == {"level": "easy", "rating": 1000.0, "margin": 0.0}
    assert [(one["game"], one["seats"], one["games"]) for one in own] == [("duel", 2, 60)]
    assert [(one["name"], one["you"], one["rating"]) for one in listed] == [("Anna", True, own[0]["rating"])]
    assert [one["name"] for one in hidden] == ["Ben"]
    assert anna.ask("/ratings/chess").status_code == 404


def test_programs_are_not_told_what_is_hidden(server: TestClient) -> None:
    anna, ben = program(server, "Anna"), program(server, "Ben")
    _play(server, 3, _id(anna), _id(ben))
    (own,) = anna.ask("/me/ratings").json()["ratings"]
    assert anna.ask("/me/export").json()["ratings"] == [own]

    assert (own["games"], own["rating"]) == (3, None)
    assert own["margin"] > SHOWN_WITHIN
    assert anna.ask("/ratings/duel").json()["people"] == []


def _id(one: Program) -> str:
    keys: HouseKeys = cast(Starlette, one.client.app).state.keys
    return keys.signer.read_token(one.token) or ""
