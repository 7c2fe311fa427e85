"""The deal of the day on a server, over both kinds of store: alike for all, one try each, and nothing told before."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import cast

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stammtisch.bots.rule_bot import RuleBot
from stammtisch.cli import main
from stammtisch.club.daily.deal import SECRET, deal_of
from stammtisch.club.daily.par import row_of
from stammtisch.core.fair_deal import fingerprint
from stammtisch.core.game import find_game
from stammtisch.core.table import Table
from stammtisch.core.transcripts.replay import replay
from stammtisch.store.contract import Store
from stammtisch.web.http.identity import COOKIE, Person
from stammtisch.web.http.signer import Signer
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.live.daily.tries import NotYet, open_try, practise
from stammtisch.web.tables.apply_action import may_take_back
from stammtisch.web.tables.quotas import Quotas
from tests.store.opened_stores import using
from tests.store.sample_stores import damaging, furnish
from tests.turned_clock import TurnedClock
from tests.web.drivers.host import landlady, room_of
from tests.web.drivers.page import Visitor, visitor
from tests.web.drivers.program import program, registry_of
from tests.web.drivers.turning import turn_until
from tests.web.houses.daily import (
    DAY,
    NOON,
    TODAY,
    ask,
    by_seat,
    daily_house,
    deal_at,
    old_friend,
    play_out,
    sit_down,
    steps_of,
)
from tests.web.houses.two_servers import elsewhere

TOMORROW = TODAY + timedelta(days=1)


@pytest.fixture
def clock() -> TurnedClock:
    """Return a clock that stands at noon, eight days before the day of the tests."""
    return TurnedClock(NOON - 8 * DAY)


@pytest.mark.parametrize(
    "game",
    ["duel", "gang", pytest.param("combo", marks=pytest.mark.deep), pytest.param("party", marks=pytest.mark.deep)],
)
def test_two_houses_with_one_secret_deal_alike_and_their_bots_answer_alike(
    game: str, place: str, tmp_path: Path
) -> None:
    found = []
    for data in (place, str(tmp_path / "other.db")):
        clock = TurnedClock(NOON)
        with daily_house(data, clock) as house:
            anna = visitor(house, "Anna")
            room = play_out(house, clock, sit_down(anna, game))
            found.append((room.id, by_seat(steps_of(room)), deal_at(house, game).fingerprint))

    (one, first, shown), (other, second, shown_too) = found
    assert one != other, "tables are other ones"
    assert len(first) > 10
    assert (first, shown) == (second, shown_too)


def test_another_secret_deals_otherwise(tmp_path: Path) -> None:
    seeds = set()
    for secret in (b"a" * 32, b"b" * 32):
        with daily_house(str(tmp_path / f"{secret[0]}.db"), TurnedClock(NOON), secret) as house:
            seeds |= {deal_at(house, game, day).seed for game in ("duel", "gang") for day in (TODAY, TOMORROW)}

    assert len(seeds) == 8


def test_what_bots_answer_does_not_depend_on_who_of_those_asked_at_once_is_faster(tmp_path: Path) -> None:
    hurried = _chosen(str(tmp_path / "hurried.db"), hurries=True)
    slow = _chosen(str(tmp_path / "slow.db"), hurries=False)

    assert by_seat(hurried) == by_seat(slow)
    assert hurried != slow, "the order of the choices was another"


def _chosen(data: str, *, hurries: bool) -> list[tuple[int, int]]:
    """Return the steps of a game in which Anna chooses before the bots do in the first round, or after them."""
    clock = TurnedClock(NOON)
    with daily_house(data, clock) as house:
        table = sit_down(visitor(house, "Anna"), "party")
        room = room_of(house, table)
        if not hurries:
            mine = (room.seat_of(room.host),)
            turn_until(clock, lambda: tuple(room.game_table().waiting) == mine, "bots that have chosen")
        play_out(house, clock, table)
        return steps_of(room)


def test_bots_at_a_table_answer_as_in_the_replays_that_par_is_made_of(tmp_path: Path) -> None:
    clock = TurnedClock(NOON)
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        deal = deal_at(house, "duel")
        played = steps_of(play_out(house, clock, sit_down(visitor(house, "Anna"), "duel")))
    table, answers = Table.undealt(deal.game, None, dict(deal.choices), deal.nature), []
    for seat, action in played:
        if seat == 1 - deal.seat:
            answers.append((action, *row_of(RuleBot(deal.game), table, seat, deal.bots_seed)))
        table.follow(seat, action)

    assert len(answers) > 3
    assert [answer for answer in answers if answer[0] != answer[1]] == []


def test_there_is_one_try_however_often_and_wherever_one_sits_down(place: str, clock: TurnedClock) -> None:
    with daily_house(place, clock) as house:
        anna = old_friend(house, clock)
        table = sit_down(anna, "duel")

        assert sit_down(anna, "duel") == table
        play_out(house, clock, table)
        assert sit_down(anna, "duel") == table
        assert anna.send(f"{table}/again").status_code == 403
        assert len(ask(house, registry_of(house).store.tries, TODAY, "duel")) == 1


def test_two_requests_at_one_moment_on_two_servers_make_one_table(postgresql: str, clock: TurnedClock) -> None:
    with daily_house(postgresql, clock) as one, daily_house(postgresql, clock) as other:
        anna = old_friend(one, clock)
        there = elsewhere(anna, other)
        anna.look("/today")
        there.look("/today")
        tables = {sit_down(anna, "duel"), sit_down(there, "duel")}

        assert len(tables) == 1
        assert deal_at(one, "gang") == deal_at(other, "gang")
        play_out(one, clock, tables.pop())
        assert "Anna" in there.look(f"/today/duel/{TODAY}")


def test_a_try_that_was_claimed_before_the_server_fell_is_made_by_the_next_request(
    place: str, clock: TurnedClock
) -> None:
    with daily_house(place, clock) as house:
        anna = old_friend(house, clock)
        store, person = registry_of(house).store, _id_of(house, anna)
        ask(house, store.claim_try, TODAY, "duel", person, "abcdefghijkl", clock.now())

        assert sit_down(anna, "duel") == "/t/abcdefghijkl"
        assert room_of(house, "abcdefghijkl").stage == "running"


def test_requests_at_one_moment_at_one_server_have_one_table_in_memory(place: str, clock: TurnedClock) -> None:
    with daily_house(place, clock) as house:
        registry, anna = registry_of(house), Person(_id_of(house, visitor(house, "Anna")), "Anna")
        table, duel, today = "abcdefghijkl", find_game("duel"), registry_of(house).daily.today

        async def find_while_it_is_opened() -> set[Channel | None]:
            await registry.store.claim_try(today, "duel", anna.id, table, clock.now())
            opening = asyncio.create_task(open_try(registry, duel, anna))
            found = []
            while not opening.done():
                found.append(asyncio.create_task(registry.find(table)))
                await asyncio.wait([opening, found[-1]], return_when=asyncio.FIRST_COMPLETED)
            return {await opening, *await asyncio.gather(*found), registry.channels()[0]}

        assert len(ask(house, find_while_it_is_opened) - {None}) == 1


def test_of_many_clicks_at_one_moment_none_is_refused_for_the_table_that_another_has_made(
    place: str, clock: TurnedClock
) -> None:
    with daily_house(place, clock, quotas=Quotas(hosted=1)) as house:
        registry, anna = registry_of(house), Person(_id_of(house, visitor(house, "Anna")), "Anna")

        async def click() -> list[Channel]:
            return await asyncio.gather(*(open_try(registry, find_game("duel"), anna) for _ in range(8)))

        assert len(set(ask(house, click))) == 1


def test_a_try_for_which_there_was_no_table_is_still_to_play_that_day_and_not_finished_after_it(
    place: str, clock: TurnedClock
) -> None:
    with daily_house(place, clock, quotas=Quotas(hosted=1)) as house:
        anna = old_friend(house, clock)
        other = anna.open("gang")
        anna.look("/today")
        for game in ("duel", "combo"):
            assert anna.send(f"/today/{game}").status_code == 409
        (claimed,) = ask(house, registry_of(house).store.tries, TODAY, "duel")

        assert "You have begun" not in anna.look("/today")
        assert "You have begun" not in anna.look(f"/today/duel/{TODAY}")
        assert [deal["table"] for deal in anna.client.get("/api/daily").json()["deals"]] == [None] * 4
        anna.look(other)
        anna.send(f"{other}/stand")
        assert sit_down(anna, "duel") == f"/t/{claimed.table}"
        assert "You have begun" in anna.look("/today")
        clock.jump(DAY)
        assert "Back to the game" in anna.look(f"/today/duel/{TODAY}")
        assert "Back to the game" not in anna.look(f"/today/combo/{TODAY}")


def test_par_of_a_day_on_which_nobody_has_played_is_not_computed(tmp_path: Path, clock: TurnedClock) -> None:
    data = str(tmp_path / "house.db")
    with daily_house(data, clock) as house:
        anna = old_friend(house, clock)
        play_out(house, clock, sit_down(anna, "duel"))
    with daily_house(data, clock) as house:
        clock.jump(DAY)
        for ago in range(5):
            for game in ("duel", "gang"):
                day = TODAY - timedelta(days=ago)
                assert house.get(f"/api/daily/{game}/{day}").status_code == 200
                assert house.get(f"/today/{game}/{day}").status_code == 200

        assert registry_of(house).pars.wanted == [(TODAY, "duel")]


def test_the_list_has_those_who_are_known_for_a_week_and_a_new_cookie_stands_apart(
    place: str, clock: TurnedClock
) -> None:
    with daily_house(place, clock) as house:
        anna = old_friend(house, clock)
        tobi = visitor(house, "Tobi")
        for person in (anna, tobi):
            play_out(house, clock, sit_down(person, "duel"))
        page = anna.look(f"/today/duel/{TODAY}")
        listed, apart = page.split("Apart: known here for less than a week")

        assert "Anna" in listed
        assert "Tobi" not in listed.partition("The list")[2]
        assert "Tobi" in apart


def test_whoever_was_forgotten_stands_apart_so_that_a_fresh_cookie_gains_nothing_by_it(
    tmp_path: Path, clock: TurnedClock
) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna = old_friend(house, clock)
        tobi = visitor(house, "Tobi")
        for person in (tobi, anna):
            play_out(house, clock, sit_down(person, "duel"))
        assert tobi.send("/me/forget", sure="yes").status_code == 200
        entries = ask(house, registry_of(house).daily.entries, find_game("duel"), TODAY, "")

        assert {(one.name, one.known) for one in entries} == {("", False), ("Anna", True)}
        assert "Guest" in anna.look(f"/today/duel/{TODAY}").partition("Apart:")[2]
        clock.jump(DAY)
        assert "Yesterday’s best: Anna" in anna.look("/today")


def test_whoever_has_not_played_sees_no_list_and_nobody_sees_the_try_of_another(
    tmp_path: Path, clock: TurnedClock
) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna = old_friend(house, clock)
        tobi, machine = visitor(house, "Tobi"), program(house, "Robi")
        table = sit_down(anna, "duel")
        for stage in ("running", "over"):
            assert room_of(house, table).stage == stage
            for address in ("", "/replay", "/review", "/transcript", "/result.png", "/people", "/leave"):
                assert tobi.client.get(f"{table}{address}").status_code == 404, address
            assert machine.ask(f"/tables/{table[3:]}").status_code == 404
            assert machine.ask(f"/tables/{table[3:]}/view").status_code == 404
            assert house.get(f"/api/tables/{table[3:]}/view").status_code == 404
            play_out(house, clock, table)

        assert "The list" not in tobi.look(f"/today/duel/{TODAY}")
        assert "The list" in anna.look(f"/today/duel/{TODAY}")
        assert house.get(f"/today/duel/{TODAY}/result.png").status_code == 404
        assert landlady(house).look(f"/host{table}"), "the host of the house can still end it"


def test_the_seed_is_a_secret_until_the_day_is_over_even_for_those_who_have_played(
    tmp_path: Path, clock: TurnedClock
) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna = old_friend(house, clock)
        seed = deal_at(house, "duel").seed
        anna.look("/today")
        assert fingerprint(seed) in anna.page
        assert fingerprint(deal_at(house, "duel", TOMORROW).seed) in anna.page
        table = sit_down(anna, "duel")
        play_out(house, clock, table)
        shown = [anna.look(page) for page in (table, f"{table}/replay", f"{table}/transcript", f"/today/duel/{TODAY}")]
        assert not any(seed.hex() in page for page in shown)

        clock.jump(DAY)
        assert seed.hex() in anna.look("/today")
        assert seed.hex() in anna.look(f"/today/duel/{TODAY}")
        stranger = visitor(house)
        text = stranger.look(f"{table}/transcript")
        assert seed.hex() in text
        assert f"# table duel-{TODAY}" in text
        assert "The deal was fair" in stranger.look(f"{table}/replay")
        assert replay(text).over
        saved = tmp_path / "duel.txt"
        saved.write_text(text, encoding="utf-8")
        assert main(["fair", str(saved), "--hash", fingerprint(seed)]) == 0
        assert "Yesterday’s best: Anna" in stranger.look("/today")
        assert f'href="{table}/replay?as={deal_at(house, "duel").seat}&amp;step=0"' in stranger.page
        assert stranger.client.get(table).url.path == f"{table}/replay"
        assert stranger.client.get(f"/today/duel/{TOMORROW + timedelta(days=1)}").status_code == 404


def test_tomorrows_seed_does_not_follow_from_those_that_are_open() -> None:
    seeds = [deal_of(b"s" * 32, find_game("duel"), TODAY + timedelta(days=day)).seed for day in range(3)]
    derived = {sha256(one).digest() for one in seeds} | {
        sha256(one + other).digest() for one in seeds for other in seeds
    }

    assert len(set(seeds)) == 3
    assert derived.isdisjoint(seeds)


def test_a_try_that_ends_after_midnight_does_not_count(tmp_path: Path, clock: TurnedClock) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna = old_friend(house, clock)
        table = sit_down(anna, "duel")
        clock.jump(DAY)
        room = play_out(house, clock, table)

        assert room.record.daily is not None
        assert room.record.daily.worth is None
        assert "Your try did not count" in anna.look(f"/today/duel/{TODAY}")
        assert "Nobody is in it yet" in anna.page
        assert sit_down(anna, "duel") != table, "the next day has a deal of its own"


def test_whoever_leaves_has_had_their_try_and_it_does_not_count(tmp_path: Path, clock: TurnedClock) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna = old_friend(house, clock)
        table = sit_down(anna, "duel")
        anna.look(table)
        anna.send(f"{table}/leave")
        room = room_of(house, table)
        turn_until(clock, lambda: room.stage == "over", "the end of the game")

        assert sit_down(anna, "duel") == table
        assert "Your try did not count" in anna.look(f"/today/duel/{TODAY}")


def test_nothing_is_taken_back_hinted_or_practised_while_it_counts(tmp_path: Path, clock: TurnedClock) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna = old_friend(house, clock)
        assert anna.send(f"/today/duel/{TODAY}").status_code == 409
        table = sit_down(anna, "duel")
        room = room_of(house, table)
        assert not room.hints
        assert not may_take_back(room, room.seat_of(room.host))
        assert anna.send(f"{table}/take-back").status_code == 403
        assert anna.send(f"/today/duel/{TODAY}").status_code == 409
        play_out(house, clock, table)

        answer = anna.send(f"/today/duel/{TODAY}")
        assert (answer.status_code, anna.at == table) == (200, False)
        practice = anna.at
        again = play_out(house, clock, practice)
        assert by_seat(steps_of(again)) == by_seat(steps_of(room)), "the same play meets the same answers"
        assert again.record.daily is not None
        assert again.record.daily.worth is None
        assert len(ask(house, registry_of(house).store.tries, TODAY, "duel")) == 1


def test_a_deal_that_is_over_may_be_practised_by_anybody_but_none_to_come(tmp_path: Path, clock: TurnedClock) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        tobi = visitor(house, "Tobi")
        person = Person(_id_of(house, tobi), "Tobi")
        duel, day = find_game("duel"), registry_of(house).daily.today
        for other in (day, day + timedelta(days=1), day - timedelta(days=4000)):
            with pytest.raises(NotYet):
                ask(house, practise, registry_of(house), duel, other, person)

        tobi.look("/today")
        assert tobi.send(f"/today/duel/{day - timedelta(days=1)}").status_code == 200


def test_a_house_that_was_down_for_days_has_todays_deal_and_shows_the_one_before(
    tmp_path: Path, clock: TurnedClock
) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        told = deal_at(house, "duel", TODAY).fingerprint
    clock.jump(8 * DAY)
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        page = visitor(house).look("/today")

        assert told in page
        assert deal_at(house, "duel", TODAY - timedelta(days=1)).seed.hex() in page


def test_a_fixed_seat_cannot_be_changed_by_the_one_who_plays(tmp_path: Path, clock: TurnedClock) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        anna = old_friend(house, clock)
        table = sit_down(anna, "gang")
        room = room_of(house, table)
        before = [(place.person, place.level, place.bot) for place in room.places]
        for what, fields in (
            ("mix", {}),
            ("level", {"seat": "0", "level": "strong"}),
            ("stand", {}),
            ("bot", {"seat": "0"}),
        ):
            anna.send(f"{table}/{what}", **fields)

        assert [(place.person, place.level, place.bot) for place in room.places] == before
        assert room.seat_of(room.host) == deal_at(house, "gang").seat
        assert {place.level for place in room.places if place.bot} == {"easy"}


def _id_of(house: TestClient, person: Visitor) -> str:
    signer: Signer = cast(Starlette, house.app).state.signer
    found = signer.read_cookie(person.client.cookies[COOKIE])
    assert found
    return found


def test_the_doctor_finds_deals_of_the_day_practice_and_lessons_well(
    tmp_path: Path, clock: TurnedClock, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(tmp_path / "house.db")
    with daily_house(data, clock) as house:
        anna = old_friend(house, clock)
        play_out(house, clock, sit_down(anna, "duel"))
        anna.send(f"/today/duel/{TODAY}")
        anna.send("/learn", game="gang")
    assert main(["doctor", "--data", data]) == 0
    with damaging(data) as db:
        db.execute("UPDATE house SET value = ? WHERE name = ?", (b"o" * 32, SECRET))

    assert main(["doctor", "--data", data]) == 1
    assert f"its seed is not the one of {TODAY}" in capsys.readouterr().out


def test_a_copy_takes_tries_pars_and_since_when_people_are_known_along(place: str, tmp_path: Path) -> None:
    source = str(tmp_path / "source.db")

    async def furnish_days(store: Store) -> None:
        await furnish(store, 4)
        await store.secret(SECRET, b"d" * 32)
        await store.claim_try(TODAY, "duel", "person0", "table0", 7.0)
        await store.save_par(TODAY, "duel", "{}")

    using(source, furnish_days, TurnedClock(NOON))
    assert main(["copy", source, place]) == 0

    async def look(store: Store) -> tuple[list[tuple[str, float, str, bool]], str | None]:
        tries = await store.tries(TODAY, "duel")
        return [(one.person, one.since, one.table, bool(one.stage)) for one in tries], await store.par(TODAY, "duel")

    assert using(place, look) == ([("person0", NOON, "table0", True)], "{}")


def test_a_program_has_one_try_too_and_learns_no_more_than_a_browser(tmp_path: Path, clock: TurnedClock) -> None:
    with daily_house(str(tmp_path / "house.db"), clock) as house:
        robi = program(house, "Robi")
        clock.jump(8 * DAY)
        before = robi.ask("/daily").json()
        assert before["day"] == TODAY.isoformat()
        assert [(one["table"], one["seed"], one["par"], one["list"]) for one in before["deals"]] == [
            (None, None, None, [])
        ] * 4
        table = robi.tell("/daily/duel").json()
        assert robi.tell("/daily/duel").json()["id"] == table["id"]
        assert table["fingerprint"] == deal_at(house, "duel").fingerprint
        assert robi.tell("/daily/chess").status_code == 404
        room = play_out(house, clock, table["path"])
        daily = room.record.daily
        assert daily is not None

        found = robi.ask(f"/daily/duel/{TODAY}").json()
        assert (found["worth"], found["seed"], found["table"]) == (daily.worth, None, table["id"])
        (entry,) = found["list"]
        assert entry == {"name": "Robi", "worth": daily.worth, "known": True, "you": True, "table": None}
        assert house.get(f"/api/daily/duel/{TODAY}").json()["list"] == []
        assert robi.ask(f"/daily/duel/{TOMORROW}").status_code == 404
        clock.jump(DAY)
        assert house.get(f"/api/daily/duel/{TODAY}").json()["seed"] == deal_at(house, "duel").seed.hex()
