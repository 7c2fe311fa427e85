"""Decisions on their way: over the socket, as a form where there is none, and where the connection fails meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.e2e.conftest import context
from tests.e2e.person import Person
from tests.e2e.test_client import AVAILABILITY, two_at_a_table
from tests.waiting import eventually

ACT, ANSWER = '"act"', '"answer"'


def _through(page: Page, to_server: Callable[[WebSocketRoute, WebSocketRoute, str], None], hide: str = "") -> None:
    """Open the page anew whose messages to the server are handed to a test; those with some text are hidden."""

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: to_server(socket, server, str(message)))
        server.on_message(lambda message: None if hide and hide in str(message) else socket.send(message))

    page.route_web_socket("**/live*", connect)
    page.reload()
    expect(page.locator("#ask .ask")).to_be_visible()


def _hand_on(_: WebSocketRoute, server: WebSocketRoute, message: str) -> None:
    server.send(message)


def _lose(_: WebSocketRoute, __: WebSocketRoute, message: str) -> None:
    assert ACT in message


def _break(socket: WebSocketRoute, _: WebSocketRoute, __: str) -> None:
    socket.close()


def _hand_on_and_break(socket: WebSocketRoute, server: WebSocketRoute, message: str) -> None:
    server.on_message(lambda answer: socket.close() if ANSWER in str(answer) else None)
    server.send(message)


def test_whoever_is_asked_again_need_not_wait_for_the_answer_to_what_came_before(browser: Browser, server: str) -> None:
    people = two_at_a_table(browser, server)
    for person in people:
        _through(person.page, _hand_on, hide=ANSWER)
        person.arrive()
    decided = dict.fromkeys(people, 0)

    while max(decided.values()) < 2:
        for person in people:
            decided[person] += person.act()

    assert all(person.troubles == [] for person in people)


@pytest.mark.parametrize(
    "fails", [_lose, _break, _hand_on_and_break], ids=["it was lost", "it broke before", "it broke after"]
)
def test_a_decision_whose_connection_fails_is_taken_once_and_its_page_shows_it(
    fails: Callable[[WebSocketRoute, WebSocketRoute, str], None], browser: Browser, server: str
) -> None:
    bluffer, guesser = two_at_a_table(browser, server)
    _through(bluffer.page, fails)
    bluffer.arrive()
    decided = bluffer.look().decided

    with bluffer.page.expect_response("**/do"):
        bluffer.page.locator(AVAILABILITY).first.click()

    expect(guesser.page.locator("#ask [data-turn]")).to_be_attached()
    expect(bluffer.page.locator("[name=decided]")).to_have_value(str(int(decided) + 1))
    expect(bluffer.page.locator("#refusal")).to_be_empty()
    assert bluffer.troubles == guesser.troubles == []


def test_a_part_of_a_decision_is_not_sent_twice(browser: Browser, server: str) -> None:
    bluffer, _ = two_at_a_table(browser, server)
    _through(bluffer.page, _break)
    bluffer.arrive()
    forms: list[str] = []
    bluffer.page.on("request", lambda request: forms.append(request.url) if request.method == "POST" else None)
    bluffer.page.evaluate("document.getElementById('play').dataset.inParts = ''")  # as in a game without its own page

    bluffer.page.locator(AVAILABILITY).first.click()

    expect(bluffer.page.locator("#offline")).to_be_visible()
    expect(bluffer.page.locator("#offline")).to_be_hidden()
    assert bluffer.look().turn
    assert forms == []


def test_a_socket_that_is_dead_and_looks_open_is_opened_anew(browser: Browser, server: str) -> None:
    bluffer, guesser = two_at_a_table(browser, server)
    opened: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        there = socket.connect_to_server()
        opened.append(socket)
        first = len(opened) == 1
        socket.on_message(lambda message: None if first else there.send(message))
        there.on_message(lambda message: None if first and '"first"' not in str(message) else socket.send(message))

    bluffer.page.route_web_socket("**/live*", connect)
    bluffer.page.reload()
    bluffer.arrive()
    decided = bluffer.look().decided

    bluffer.page.locator(AVAILABILITY).first.click()

    expect(bluffer.page.locator("[name=decided]")).to_have_value(str(int(decided) + 1))
    expect(guesser.page.locator("#ask [data-turn]")).to_be_attached()
    expect(bluffer.page.locator("#refusal")).to_be_empty()
    assert len(opened) == 2


def test_where_there_is_no_socket_decisions_are_sent_as_forms(browser: Browser, server: str) -> None:
    anna = Person(context(browser), server)
    anna.page.route_web_socket("**/live*", lambda socket: socket.close(code=4429))
    anna.open_table("duel", "Anna", bots="1", spaces="2")
    eventually(lambda: anna.page.reload() and anna.look().turn, "a decision")

    with anna.page.expect_response("**/do") as answer:
        anna.click(anna.look().dos[0])

    assert answer.value.status == 204
    expect(anna.page.locator("#refusal")).to_be_empty()
