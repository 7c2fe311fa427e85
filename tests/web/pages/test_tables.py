"""Opening a table, sitting down, deciding, talking, leaving: as people do it, without script."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest
from starlette.testclient import TestClient

from tests.waiting import eventually
from tests.web.drivers.host import room_of
from tests.web.drivers.page import opened, two_at_a_duel, visitor
from tests.web.drivers.sockets import closed_at_once, hear_first

pytestmark = pytest.mark.quick
FIRST = {"o-first_bluffer": "0"}  # Anna decides first


def test_one_click_seats_somebody_new_at_a_table_with_bots(server: TestClient) -> None:
    anna = visitor(server)
    anna.play_now("duel")

    assert re.fullmatch(r"/t/[\w-]+", anna.at)
    assert 'id="play"' in anna.page
    assert "Guest" in anna.page
    assert "Resi" in anna.page


def test_an_invited_person_sits_gets_ready_and_the_host_begins(server: TestClient) -> None:
    host, guest, _ = two_at_a_duel(server)

    assert set(host.offered()) == {"hide 1", "hide 2", "hide 3", "hide 4"}
    assert guest.offered() == []
    assert "Tobi" in host.page
    assert "Anna" in guest.page


def test_a_game_does_not_begin_before_everybody_is_ready(server: TestClient) -> None:
    host, table = opened(server, "duel", **FIRST)
    guest = visitor(server, "Tobi")
    guest.sit(table)
    host.look(table)
    host.send(f"{table}/begin")

    assert "hide 1" not in host.page


def test_a_decision_is_taken_once_and_shown_to_the_other(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server)
    decided = host.decided()

    assert host.send(f"{table}/do", do="hide 2", decided=decided).status_code == 200
    assert host.send(f"{table}/do", do="hide 3", decided=decided).status_code == 409
    guest.look(table)
    assert set(guest.offered()) == {"turn 1", "turn 2", "turn 3", "turn 4"}
    assert "hide 2" not in guest.page


def test_a_refusal_says_why_and_links_to_its_rule(server: TestClient) -> None:
    _, guest, table = two_at_a_duel(server)
    answer = guest.send(f"{table}/do", do="turn 1", decided=guest.decided())

    assert answer.status_code == 422
    assert "Anna is still preparing the round" in guest.page
    assert "/rules/duel#rule-not-your-turn" in guest.page


@pytest.mark.parametrize("nonsense", ["", "fly", "turn 99", "hide 1,hide 2", "\x00", "é" * 1000])
def test_nonsense_gets_a_sentence_and_changes_nothing(nonsense: str, server: TestClient) -> None:
    host, _, table = two_at_a_duel(server)

    assert host.send(f"{table}/do", do=nonsense, decided=host.decided()).status_code == 422
    host.look(table)
    assert set(host.offered()) == {"hide 1", "hide 2", "hide 3", "hide 4"}


def test_whoever_does_not_sit_there_watches_and_cannot_act(server: TestClient) -> None:
    _, _, table = two_at_a_duel(server)
    stranger = visitor(server, "Mona")
    stranger.look(table)

    assert stranger.offered() == []
    assert stranger.send(f"{table}/do", do="hide 1", decided="0").status_code == 403


def test_a_form_made_for_somebody_else_or_by_another_site_is_turned_away(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server)
    data = {"mark": guest.csrf_token, "do": "hide 1", "decided": "0"}

    assert host.client.post(f"{table}/do", data=data).status_code == 403
    data["mark"] = host.csrf_token
    elsewhere = {"origin": "https://elsewhere.example"}
    assert host.client.post(f"{table}/do", data=data, headers=elsewhere).status_code == 403


def test_a_socket_that_another_site_opens_is_turned_away(server: TestClient) -> None:
    host, _, table = two_at_a_duel(server)

    assert closed_at_once(host.client, f"{table}/live", origin="https://elsewhere.example") == 4400
    with host.client.websocket_connect(f"{table}/live", headers={"origin": "http://testserver"}) as socket:
        assert hear_first(socket)


def test_no_script_reads_the_cookie_and_no_form_of_another_site_sends_it(server: TestClient) -> None:
    name, *marks = server.get("/me").headers["set-cookie"].lower().split("; ")

    assert name.startswith("stammtisch=")
    assert {"httponly", "samesite=lax"} <= set(marks)


def test_a_seat_that_is_taken_stays_taken(server: TestClient) -> None:
    _, _, table = two_at_a_duel(server)
    late = visitor(server, "Mona")
    late.look(table)

    assert late.send(f"{table}/sit", seat="1").status_code == 409
    assert late.send(f"{table}/sit", seat="17").status_code == 409


def test_what_is_said_is_shown_as_text(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server)
    host.send(f"{table}/say", said="<script>alert(1)</script> hello")

    assert "&lt;script&gt;alert(1)&lt;/script&gt; hello" in guest.look(table)
    assert "<script>alert" not in guest.page


def test_names_are_shown_as_text(server: TestClient) -> None:
    host, table = opened(server, "duel", **FIRST)
    guest = visitor(server, "<b>{x}</b>")
    guest.sit(table)

    assert "&lt;b&gt;{x}&lt;/b&gt;" in host.look(table)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("o-spaces", "99", "spaces is 99; it may be 1 to 6"),
        ("o-seats", "x", "seats is x"),
        ("name", "x" * 30, "A name has up to"),
    ],
)
def test_a_bad_form_comes_back_with_what_is_wrong(field: str, value: str, sentence: str, server: TestClient) -> None:
    host = visitor(server, "Anna")
    host.look("/new/duel")
    answer = host.send("/tables", **{"game": "duel", field: value})

    assert answer.status_code == 422
    assert sentence in host.page


def test_a_bad_form_keeps_what_was_right(server: TestClient) -> None:
    host = visitor(server, "Anna")
    host.look("/new/gang")
    chosen = {"o-seats": "5", "o-rounds": "2", "bots": "3", "pace": "slow", "listed": "on"}
    host.send("/tables", game="gang", name="x" * 30, **chosen)

    for name, value in {**chosen, "o-rounds": "2"}.items():
        kept = rf'name="{name}"[^>]*value="{value}"' if name != "listed" else r'name="listed"\s+checked'
        assert re.search(kept, host.page), name
    for name in ("o-seats", "bots", "pace"):
        assert re.search(rf'name="{name}"\s+value="{chosen[name]}"\s+checked', host.page), name


def test_the_hash_of_the_seed_is_shown_before_the_first_card_and_the_seed_after_the_last(server: TestClient) -> None:
    def shown() -> list[str]:
        return re.findall(r"<code>([0-9a-f]{64})</code>", host.look(table))

    host, table = opened(server, "duel", **FIRST, **{"o-spaces": "1"})
    guest = visitor(server, "Tobi")
    guest.sit(table)
    guest.send(f"{table}/ready")
    (before,) = shown()
    host.send(f"{table}/begin")

    assert shown() == [before]
    host.play_to_the_end(table, guest)
    after, seed = shown()
    assert before == after == sha256(bytes.fromhex(seed)).hexdigest()


def test_whoever_has_left_a_game_does_not_open_the_next_one(server: TestClient) -> None:
    host = visitor(server, "Anna")
    table = host.open("duel", **{"o-spaces": "1", "bots": "1"})
    host.send(f"{table}/leave")
    eventually(lambda: "data-over" in host.look(table), "the bots to end the game")

    assert host.send(f"{table}/again").status_code == 403


def test_a_finished_game_can_be_looked_at_downloaded_and_played_again(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server, **{"o-spaces": "1"})
    host.play_to_the_end(table, guest)

    assert "/transcript" in host.look(f"{table}/replay?step=3&as=all")
    assert "seed of the house" in host.look(f"{table}/transcript")
    host.look(table)
    host.send(f"{table}/again")
    assert host.at != table
    assert "Tobi" in host.page


def test_a_game_that_is_not_over_shows_nothing_of_its_secrets(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server)
    host.send(f"{table}/do", do="hide 2", decided=host.decided())

    for address in (f"{table}/replay?as=all", f"{table}/transcript"):
        assert guest.client.get(address).status_code == 404


def test_whoever_leaves_is_replaced_by_a_bot_that_plays_on(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server)
    guest.send(f"{table}/leave")
    host.decide(table, "hide 2")
    for _ in range(300):
        host.look(table)
        if host.offered():
            break

    assert host.offered() or "wins" in host.page


def test_leaving_is_in_sight_and_says_what_happens_before_it_is_final(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    top = guest.look(table).partition("</header>")[0].partition('id="settings"')[0]
    assert f'href="{table}/leave"' in top
    asked = guest.look(f"{table}/leave")

    assert "A bot plays on in your place, and you cannot come back." in asked
    assert not room_of(still, table).places[1].left
    guest.send(f"{table}/leave")
    assert room_of(still, table).places[1].left
    assert "has left" in host.look(table)
    assert f"{table}/leave" not in guest.look(table)


def test_whoever_has_no_seat_in_a_game_has_nothing_to_leave(still: TestClient) -> None:
    _, _, table = two_at_a_duel(still)
    stranger = visitor(still, "Thea")
    assert f"{table}/leave" not in stranger.look(table)
    stranger.look(f"{table}/leave")
    assert stranger.at == table

    host, table = opened(still, "duel")
    host.look(f"{table}/leave")
    assert host.at == table


@pytest.mark.parametrize("address", ["/t/nothing", "/new/chess", "/rules/chess", "/me/forged", "/nowhere"])
def test_what_is_not_there_gets_a_page_and_a_way_on(address: str, server: TestClient) -> None:
    anna = visitor(server)

    assert anna.client.get(address).status_code == 404
    assert 'href="/"' in anna.look(address)


def test_pages_speak_four_languages(server: TestClient) -> None:
    seen = set()
    for language in ("de", "en", "fr", "it"):
        anna = visitor(server)
        anna.send("/settings", lang=language, back="/")
        assert f'<html lang="{language}"' in anna.look("/")
        assert f'<html lang="{language}"' in anna.look("/rules/duel")
        seen.add(anna.look("/new/gang"))
    assert len(seen) == 4


def test_pages_allow_no_foreign_script_and_are_not_stored(server: TestClient) -> None:
    headers = visitor(server).client.get("/").headers

    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["cache-control"] == "no-store"


def test_whoever_watches_is_told_so_and_how_to_play_and_nobody_else_is(still: TestClient) -> None:
    anna, tobi, table = two_at_a_duel(still)
    vera, told, link = visitor(still), "You are watching this game.", 'href="/new/duel"'

    assert [told in one.look(table) for one in (anna, tobi, vera)] == [False, False, True]
    assert link in vera.page


def test_leaving_says_what_it_means_for_oneself_and_for_others(still: TestClient) -> None:
    anna, _, table = two_at_a_duel(still, pace="live")
    alone = visitor(still)
    alone.play_now("duel")

    shared, own = (one.look(f"{at}/leave") for one, at in ((anna, table), (alone, alone.at)))

    assert [("For the others the game goes on" in page, "Resign" in page) for page in (shared, own)] == [
        (True, True),
        (False, True),
    ]
    assert "your time runs out" in shared
    assert "your time runs out" not in own


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "sans horloge\N{NO-BREAK SPACE}· Manches\N{NO-BREAK SPACE}: 2"),
        ("de", "keine Uhr\N{NO-BREAK SPACE}· Runden: 2"),
    ],
)
def test_what_was_chosen_is_said_as_a_language_writes_it(language: str, said: str, server: TestClient) -> None:
    host = visitor(server, "Anna")
    table = host.open("gang", **{"o-rounds": "2"})

    assert said in host.look(f"{table}?lang={language}")
