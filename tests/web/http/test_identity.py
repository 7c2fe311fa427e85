"""Who somebody is."""

from __future__ import annotations

from math import inf
from pathlib import Path

from httpx2 import Cookies
from starlette.testclient import TestClient

from stammtisch.store.contract import Store
from stammtisch.web.http.identity import ForgottenPeople, is_id, new_id
from stammtisch.web.http.signer import Signer
from tests.store.opened_stores import using
from tests.turned_clock import TurnedClock
from tests.web.drivers.page import HERE, visitor


def test_a_cookie_is_read_back_and_one_from_elsewhere_is_nobodys() -> None:
    signer, other = Signer(b"one secret"), Signer(b"another")

    assert signer.read_cookie(signer.cookie("anna")) == "anna"
    assert other.read_cookie(signer.cookie("anna")) is None
    assert signer.read_cookie(signer.cookie("anna")[:-1]) is None
    assert signer.read_cookie("") is None


def test_the_mark_of_a_form_is_for_one_person_and_is_no_cookie() -> None:
    signer = Signer(b"one secret")

    assert signer.is_csrf_token_of(signer.csrf_token("anna"), "anna")
    assert not signer.is_csrf_token_of(signer.csrf_token("anna"), "tobi")
    assert not signer.is_csrf_token_of(signer.cookie("anna"), "anna")
    assert signer.read_cookie(signer.csrf_token("anna")) is None


def test_over_tls_a_cookie_has_a_name_that_nobody_else_can_set_and_old_ones_are_renewed(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    old = anna.client.cookies["stammtisch"]
    over_tls = TestClient(server.app, base_url="https://testserver", client=HERE, cookies={"stammtisch": old})
    renewed = over_tls.get("/me")
    told = renewed.headers.get_list("set-cookie")

    assert "Anna" in renewed.text
    assert [line.partition("=")[0] for line in told] == ["__Host-stammtisch", "stammtisch"]
    assert {"Secure", "Path=/", "HttpOnly"} <= set(told[0].split("; "))
    assert "Domain" not in told[0]
    assert {"Max-Age=0", "Secure"} <= set(told[1].split("; "))
    over_tls.cookies = Cookies({"__Host-stammtisch": old})
    again = over_tls.get("/me")
    assert "Anna" in again.text
    assert "set-cookie" not in again.headers


def test_a_cookie_that_anybody_can_set_does_not_hide_the_one_that_only_we_can(server: TestClient) -> None:
    anna, mona = (visitor(server, name).client.cookies["stammtisch"] for name in ("Anna", "Mona"))
    both = {"stammtisch": mona, "__Host-stammtisch": anna}
    pages = [
        TestClient(server.app, base_url=f"{scheme}://testserver", client=HERE, cookies=both).get("/me").text
        for scheme in ("https", "http")
    ]

    assert ["Anna" in page for page in pages] == [True, False]  # browsers send the other one over TLS only
    assert ["Mona" in page for page in pages] == [False, True]


def test_ids_are_long_enough_not_to_be_guessed_and_no_command_takes_one_for_an_option() -> None:
    ids = {new_id() for _ in range(1000)}

    assert len(ids) == 1000
    assert all(is_id(text) and text.isalnum() for text in ids)


def test_only_who_was_forgotten_lately_is_read_again_even_where_clocks_of_servers_differ(tmp_path: Path) -> None:
    async def look(store: Store) -> tuple[list[float], list[str]]:
        people, asked, read = ForgottenPeople(store, TurnedClock(10_000.0)), list[float](), store.forgotten

        async def listen(since: float) -> dict[str, float]:
            asked.append(since)
            return await read(since)

        vars(store)["forgotten"] = listen
        for person, at in (("anna", 10_000.0), ("ben", 9_000.0), ("cleo", 1e12), ("dora", 10_001.0)):
            await store.forget(person, f"gone-{person}", "Guest", at)
            await people.look()
        return asked, [await people.unless_forgotten(one) for one in ("anna", "ben", "cleo", "dora", "emil")]

    asked, found = using(str(tmp_path / "house.db"), look)
    assert asked == [-inf, *[6_400.0] * 4], "the last time somebody has come"
    assert found == ["", "", "", "", "emil"]
