"""Words that seats add to a deal: hashes first, then the words, then the cards; nobody waits for who sent nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

from starlette.testclient import TestClient

from stammtisch.core.fair_deal import commitment, deal_seed, fingerprint
from stammtisch.core.language import voice
from stammtisch.web.live.bot_turns import bots_seed_at
from stammtisch.web.live.deal_opening import OPENING_SECONDS
from stammtisch.web.tables.deal_words import who_added
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.moderation import seat_bot
from stammtisch.web.tables.record import OPEN, OVER, RUNNING
from tests.turned_clock import TurnedClock
from tests.waiting import eventually
from tests.web.drivers.page import house, visitor
from tests.web.drivers.program import Program, program, registry_of
from tests.web.drivers.words import Adding, contributions_in
from tests.web.houses.two_servers import Two, channel_at, two_servers


def _room(server: TestClient, table: str) -> LiveTable:
    return registry_of(server)._channels[table].room


def _two(server: TestClient) -> tuple[str, Adding, Adding]:
    """Return a duel that has not begun, and its two people."""
    anna, tobi = program(server, "Anna"), program(server, "Tobi")
    table: str = anna.tell("/tables", game="duel", options={"spaces": 1}).json()["id"]
    tobi.tell(f"/tables/{table}/sit")
    return table, Adding(anna, table), Adding(tobi, table)


def _begin(host: Adding) -> str:
    """Begin, and return the stage after that."""
    return str(host.who.tell(f"/tables/{host.table}/start").json()["stage"])


def _play(table: str, *people: Program) -> None:
    """Take random actions until the game is over."""
    random = Random(1)
    for _ in range(200):
        for who in people:
            view = who.ask(f"/tables/{table}/view").json()
            if view["stage"] == OVER:
                return
            if view["legal"]:
                who.act(table, random.choice(view["legal"])["action"])
    raise AssertionError("the game does not end")


def test_the_deal_follows_from_the_seed_and_all_words_and_everybody_can_check_it(server: TestClient) -> None:
    table, anna, tobi = _two(server)
    assert (anna.commit().status_code, tobi.commit().status_code) == (200, 200)
    assert _begin(anna) == OPEN
    assert anna.look()["deal"]["opening"]
    assert anna.open().json()["stage"] == OPEN
    assert tobi.open().json()["stage"] == RUNNING
    _play(table, anna.who, tobi.who)

    shown, room = anna.look(), _room(server, table)
    seed = bytes.fromhex(shown["seed"])
    assert fingerprint(seed) == anna.shown["fingerprint"]
    assert room.deal_seed == deal_seed(seed, table, contributions_in(shown)) != seed
    assert anna.faults() == tobi.faults() == []
    page = visitor(server, "Ida")
    assert "The deal comes from the house and Anna, Tobi." in page.look(f"/t/{table}")
    assert "The deal was fair" in page.look(f"/t/{table}/replay?lang=en")


def test_nothing_is_waited_for_where_nobody_has_sent_a_hash(still: TestClient, clock: TurnedClock) -> None:
    table, anna, tobi = _two(still)

    assert _begin(anna) == RUNNING
    assert _room(still, table).deal_seed == _room(still, table).saved.seed
    assert clock.monotonic() == 0
    _play(table, anna.who, tobi.who)
    page = visitor(still).look(f"/t/{table}")
    assert "The deal comes from the house alone." in page
    assert "Anna, Tobi added nothing to it." in page


def test_who_does_not_open_in_time_adds_nothing_and_is_named(still: TestClient, clock: TurnedClock) -> None:
    table, anna, tobi = _two(still)
    anna.commit(), tobi.commit()
    _begin(anna)
    anna.open()
    eventually(lambda: clock.waiting, "the house to wait for words")
    clock.advance(OPENING_SECONDS - 0.1)
    assert anna.look()["stage"] == OPEN
    clock.advance(0.2)
    eventually(lambda: anna.look()["stage"] == RUNNING, "the deal")

    assert tobi.open().status_code == 409
    first, second = anna.look()["deal"]["words"]
    assert (first["words"], second["words"]) == (anna.words, None)
    assert second["hash"]
    _play(table, anna.who, tobi.who)
    assert "Tobi added nothing to it." in visitor(still).look(f"/t/{table}")
    assert anna.faults() == []


def test_a_seat_that_sent_no_hash_is_not_waited_for(server: TestClient) -> None:
    _, anna, tobi = _two(server)
    tobi.commit()
    _begin(anna)

    assert anna.open().status_code == 409
    assert tobi.open().json()["stage"] == RUNNING


def test_words_must_be_those_of_the_hash_and_hashes_come_before_the_game(server: TestClient) -> None:
    table, anna, tobi = _two(server)
    stranger = program(server, "Ida")

    assert anna.open().status_code == 409  # nothing is waited for yet
    assert stranger.tell(f"/tables/{table}/commit", hash="ab" * 32).status_code == 409
    assert anna.who.tell(f"/tables/{table}/commit", hash="AB" * 32).status_code == 409
    assert anna.who.tell(f"/tables/{table}/commit", hash="ab").status_code == 422
    anna.commit(), tobi.commit()
    _begin(anna)
    assert tobi.commit().status_code == 409
    assert tobi.open("ab" * 32).status_code == 409
    assert tobi.open(anna.words).status_code == 409  # nobody can use another's
    assert tobi.open().status_code == 200


def test_a_hash_that_was_copied_cannot_be_opened(server: TestClient) -> None:
    table, anna, tobi = _two(server)
    anna.commit()
    copied = tobi.look()["deal"]["words"][0]["hash"]
    tobi.who.tell(f"/tables/{table}/commit", hash=copied)
    _begin(anna)
    anna.open()

    assert tobi.open(anna.words).status_code == 409


def test_of_two_devices_of_one_person_the_first_that_sends_a_hash_adds_to_the_deal(server: TestClient) -> None:
    table, anna, tobi = _two(server)
    other_device = Adding(tobi.who, table)
    assert [one.commit().status_code for one in (anna, tobi, other_device, tobi)] == [200, 200, 409, 200]
    _begin(anna)
    anna.open()

    assert other_device.open().status_code == 409
    assert tobi.open().json()["stage"] == RUNNING
    _play(table, anna.who, tobi.who)
    assert tobi.faults() == []


def test_who_added_to_a_deal_is_named_also_after_a_bot_has_taken_their_seat(server: TestClient) -> None:
    table, anna, tobi = _two(server)
    anna.commit(), tobi.commit()
    _begin(anna)
    anna.open(), tobi.open()
    assert server.portal
    server.portal.call(seat_bot, _room(server, table), 1, "easy")

    assert who_added(_room(server, table), voice("stammtisch.web", "en")) == (
        "The deal comes from the house and Anna, Tobi.",
    )


def test_nobody_changes_seats_while_words_are_opened(server: TestClient) -> None:
    table, anna, tobi = _two(server)
    anna.commit()
    _begin(anna)
    before = anna.look()["seats"]

    tobi.who.tell(f"/tables/{table}/stand")
    host_again = anna.who.tell(f"/tables/{table}/start")
    assert anna.look()["seats"] == before
    assert host_again.status_code == 409
    assert anna.open().json()["stage"] == RUNNING


def test_nothing_of_the_seed_is_shown_before_the_end(server: TestClient) -> None:
    table, anna, tobi = _two(server)
    anna.commit(), tobi.commit()
    told = [anna.who.ask(f"/tables/{table}").text, visitor(server).look(f"/t/{table}")]
    _begin(anna)
    told += [anna.who.ask(f"/tables/{table}").text, visitor(server).look(f"/t/{table}")]
    told += [anna.open().text, tobi.open().text, visitor(server).look(f"/t/{table}")]
    told.append(anna.who.ask(f"/tables/{table}/view").text)

    room = _room(server, table)
    for secret in (room.saved.seed.hex(), room.deal_seed.hex(), str(bots_seed_at(room))):
        assert secret not in "".join(told)


def test_a_program_that_plays_with_bots_only_sends_words_without_a_hash(server: TestClient) -> None:
    anna = program(server, "Anna")
    table = anna.tell("/tables", game="duel", bots=1, words=True).json()
    part = Adding(anna, table["id"])

    assert (table["stage"], table["deal"]["opening"]) == (OPEN, True)
    assert part.open().json()["stage"] == RUNNING
    (mine,) = part.look()["deal"]["words"]
    assert (mine["words"], mine["hash"]) == (part.words, commitment(part.table, mine["handle"], part.words))


def test_a_page_with_script_is_asked_for_words_before_it_plays_with_bots(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    anna.send("/play", game="duel", script="1")
    table = anna.at

    assert 'id="deal-words"' in anna.page
    assert 'http-equiv="refresh"' in anna.page
    sent = anna.client.post(
        f"{table}/words", data={"mark": anna.csrf_token, "words": "ab" * 32}, headers={"x-client": "1"}
    )
    assert sent.status_code == 204
    assert 'id="play"' in anna.look(table)
    assert "The deal comes from the house and Anna." in anna.page


def test_a_page_without_script_plays_with_bots_at_once(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    anna.play_now("duel")

    assert 'id="play"' in anna.page


def test_deals_that_must_be_equal_elsewhere_come_from_the_house_alone(server: TestClient) -> None:
    table, anna, tobi = _two(server)
    _room(server, table).record.deal.house_alone = True

    assert anna.look()["deal"]["house_alone"]
    assert anna.commit().status_code == 409
    assert _begin(anna) == RUNNING
    _play(table, anna.who, tobi.who)
    page = visitor(server).look(f"/t/{table}")
    assert "The deal comes from the house alone." in page
    assert "added nothing" not in page


def test_a_deal_is_made_by_whoever_finds_a_table_that_was_left_while_words_were_opened(tmp_path: Path) -> None:
    with house(tmp_path, clock=TurnedClock()) as before:
        table, anna, tobi = _two(before)
        anna.commit(), tobi.commit()
        _begin(anna)
        anna.open()
    clock = TurnedClock()
    with house(tmp_path, clock=clock) as after:
        who = Program(after, "Anna", anna.who.token)
        assert who.ask(f"/tables/{table}").json()["deal"]["opening"]
        eventually(lambda: clock.waiting, "the house to wait for words")
        clock.advance(OPENING_SECONDS + 0.1)
        eventually(lambda: who.ask(f"/tables/{table}").json()["stage"] == RUNNING, "the deal")
        assert [one["words"] for one in who.ask(f"/tables/{table}").json()["deal"]["words"]] == [anna.words, None]


def test_a_program_that_waits_for_the_game_is_told_that_its_words_are_asked_for(server: TestClient) -> None:
    table, anna, tobi = _two(server)
    tobi.commit()
    _begin(anna)
    view = tobi.who.ask(f"/tables/{table}/view", wait=25).json()

    assert (view["stage"], view["opening"], view["number"]) == (OPEN, True, -1)


def test_hashes_and_words_may_reach_any_server(two: Two) -> None:
    table, anna, tobi = _two(two[0])
    tobi.who = Program(two[1], "Tobi", tobi.who.token)
    assert (anna.commit().status_code, tobi.commit().status_code) == (200, 200)
    anna.who = Program(two[1], "Anna", anna.who.token)
    assert _begin(anna) == OPEN
    anna.who = Program(two[0], "Anna", anna.who.token)
    assert anna.open().json()["stage"] == OPEN
    assert tobi.open().json()["stage"] == RUNNING

    assert anna.look()["stage"] == RUNNING
    rooms = [channel_at(server, table).room for server in two]
    assert rooms[0].nature == rooms[1].nature
    assert [one.words for one in rooms[0].record.deal.contributions] == [anna.words, tobi.words]


def test_another_server_deals_when_the_one_that_began_does_not(postgresql: str) -> None:
    stopped, clock = TurnedClock(), TurnedClock()
    with two_servers(postgresql, clocks=(stopped, clock)) as two:
        table, anna, tobi = _two(two[0])
        anna.commit(), tobi.commit()
        _begin(anna)
        anna.open()
        there = Program(two[1], "Tobi", tobi.who.token)

        def dealt() -> bool:
            clock.advance(1.0)
            return bool(there.ask(f"/tables/{table}").json()["stage"] == RUNNING)

        eventually(dealt, "the other server to deal")
        assert stopped.monotonic() == 0
        assert [one["words"] for one in anna.look()["deal"]["words"]] == [anna.words, None]
