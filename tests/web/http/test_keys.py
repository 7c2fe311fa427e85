"""New keys reach servers that run: nobody loses their seat by it, unless the host wants that."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.cli import main
from stammtisch.store.contract import Store
from stammtisch.store.keys import GRACE, rotate_signing_secret
from stammtisch.web.http.identity import COOKIE
from stammtisch.web.http.signer import Signer
from tests.store.opened_stores import using
from tests.turned_clock import TurnedClock
from tests.web.drivers.host import key_of, landlady
from tests.web.drivers.page import Visitor, opened, two_at_a_duel, visitor
from tests.web.drivers.program import program
from tests.web.drivers.sockets import hear, hear_end
from tests.web.houses.two_servers import two_servers

A_MOMENT = 2.1  # seconds after which a server has looked


def rotate(data: Path | str, *arguments: str) -> None:
    assert main(["keys", "rotate", "--data", str(data), *arguments]) == 0


@pytest.fixture
def data(tmp_path: Path, still: TestClient) -> Path:
    """Return the file of the house that stands still."""
    assert still.get("/healthz").status_code == 200
    return tmp_path / "house.db"


def cookie_of(person: Visitor) -> str:
    return str(person.client.cookies[COOKIE])


def test_a_signer_reads_what_older_secrets_signed_and_signs_with_the_newest() -> None:
    old, new, after = Signer(b"old"), Signer(b"old", b"new"), Signer(b"new")
    for signed, read in (("cookie", "read_cookie"), ("token", "read_token")):
        assert getattr(new, read)(getattr(old, signed)("anna")) == "anna"
        assert getattr(after, read)(getattr(new, signed)("anna")) == "anna"
        assert getattr(after, read)(getattr(old, signed)("anna")) is None
    assert new.is_csrf_token_of(old.csrf_token("anna"), "anna")
    assert not after.is_csrf_token_of(old.csrf_token("anna"), "anna")
    assert new.is_outdated(old.cookie("anna"))
    assert not new.is_outdated(new.cookie("anna"))
    assert not old.is_outdated(old.cookie("anna"))


def test_a_new_secret_costs_nobody_their_seat_and_the_next_page_renews_the_cookie(
    still: TestClient, data: Path, clock: TurnedClock
) -> None:
    anna, table = opened(still, "duel")
    before, form = cookie_of(anna), anna.csrf_token
    rotate(data, "--signing-secret")
    clock.advance(A_MOMENT)

    assert anna.client.post("/me", data={"mark": form, "name": "Anna"}).status_code == 200, "an old form is taken"
    assert cookie_of(anna) != before
    assert "Anna" in anna.look(table)
    after = cookie_of(anna)
    anna.look(table)
    assert cookie_of(anna) == after, "it is renewed once"


def test_what_the_old_secret_signed_ends_after_400_days(still: TestClient, data: Path, clock: TurnedClock) -> None:
    anna, tobi = visitor(still, "Anna"), visitor(still, "Tobi")
    using(str(data), lambda store: rotate_signing_secret(store, clock.now()), alone=False)
    clock.advance(A_MOMENT)
    anna.look("/me")  # whoever comes in time goes on
    clock.advance(GRACE)

    assert "Tobi" not in tobi.look("/me")
    assert 'value="Anna"' in anna.look("/me")


def test_revoking_locks_everybody_out_and_says_how_many(
    still: TestClient, data: Path, clock: TurnedClock, capsys: pytest.CaptureFixture[str]
) -> None:
    anna, tobi = visitor(still, "Anna"), program(still, "Tobi")
    nameless, looker = visitor(still), visitor(still)
    nameless.play_now("duel")
    looker.look(nameless.at)
    rotate(data, "--signing-secret", "--revoke")
    clock.advance(A_MOMENT)

    assert "3 people are locked out" in capsys.readouterr().out
    assert "Anna" not in anna.look("/me")
    assert tobi.ask("/me").status_code == 401


def test_sockets_of_whoever_is_locked_out_are_closed(still: TestClient, data: Path, clock: TurnedClock) -> None:
    anna, _, table = two_at_a_duel(still)
    with anna.client.websocket_connect(f"{table}/live") as socket:
        hear(socket, "what whoever comes is shown")
        rotate(data, "--revoke")
        clock.advance(A_MOMENT)
        still.get("/")
        assert hear_end(socket) == 1013, "a browser comes back, as whoever it is then"


def test_a_program_gets_a_token_of_the_newest_secret(still: TestClient, data: Path, clock: TurnedClock) -> None:
    tobi = program(still, "Tobi")
    using(str(data), lambda store: rotate_signing_secret(store, clock.now()), alone=False)
    clock.advance(A_MOMENT)
    renewed = tobi.ask("/me").json()["token"]
    clock.advance(GRACE)

    assert renewed != tobi.token
    assert tobi.ask("/me").status_code == 401
    assert still.get("/api/me", headers={"authorization": f"Bearer {renewed}"}).json()["name"] == "Tobi"


def test_a_new_host_key_closes_what_the_old_one_opened(still: TestClient, data: Path, clock: TurnedClock) -> None:
    her, old = landlady(still), key_of(still)
    rotate(data, "--host-key")
    clock.advance(A_MOMENT)

    assert "Host key" in her.look("/host")
    assert her.send("/host", key=old).status_code == 403
    assert still.get("/api/host/tables", headers={"authorization": f"Bearer {old}"}).status_code == 401
    assert her.send("/host", key=key_of(still)).status_code == 200


def test_all_servers_over_one_database_follow(postgresql: str) -> None:
    clocks = TurnedClock(), TurnedClock()
    with two_servers(postgresql, clocks=clocks) as servers:
        before = cookie_of(visitor(servers[0], "Anna"))
        rotate(postgresql, "--signing-secret")
        for server, clock in zip(servers, clocks, strict=True):
            clock.advance(A_MOMENT)
            answer = server.get("/me", headers={"cookie": f"{COOKIE}={before}"})
            assert 'value="Anna"' in answer.text
            assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")
            assert before not in answer.headers["set-cookie"]


def test_keys_are_rotated_where_no_server_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "house.db"
    using(str(data), lambda store: store.save_person("p", "Anna"))
    rotate(data)
    out = capsys.readouterr().out

    async def recorded(store: Store) -> list[tuple[str, str, str]]:
        return [(act.way, act.what, act.detail) for act in await store.acts()]

    assert "There is a new host key" in out
    assert "accepted for 400 days" in out
    assert using(str(data), recorded) == [("command", "signing secret", ""), ("command", "host key", "")]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--host-key", "--revoke"], "--revoke is about the signing secret"),
        (["--data", "nowhere.db"], "no house is kept in nowhere.db"),
    ],
)
def test_what_cannot_be_rotated_is_said(
    arguments: list[str],
    problem: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STAMMTISCH_DATA", str(tmp_path / "house.db"))

    assert main(["keys", "rotate", *arguments]) == 2
    assert problem in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
