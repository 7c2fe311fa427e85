"""Whatever programs send, the answer is a sentence in JSON."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.web.api.json_schema import between, maybe, problem_in, record, row_of, text
from tests.web.drivers.page import house
from tests.web.drivers.program import Program, program


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with house(tmp_path_factory.mktemp("house")) as client:
        yield client


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"\xff",
        b'{"name": NaN}',
        b'{"name": "\\ud800"}',
        b"[" * 50_000,
        b'{"name": ' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_not_json_is_called_so(server: TestClient, body: bytes) -> None:
    answer = server.post("/api/people", content=body)

    assert (answer.status_code, answer.json()["detail"]) == (400, "the body is not JSON in UTF-8")


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({}, "name is missing; the body has name"),
        ({"name": "A", "age": 3}, "no field 'age'; the body may have name"),
        ({"name": 7}, "name is 7; it may be a text"),
        ({"name": "x" * 25}, "name has 25 letters; it may have 1 to 24"),
        ({"name": "\u200b"}, "a name holds signs that cannot be seen; it may hold what can"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(server: TestClient, body: dict[str, object], problem: str) -> None:
    answer = server.post("/api/people", json=body)

    assert (answer.status_code, answer.json()["detail"]) == (422, problem)


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"game": "chess"}, "no game 'chess'; there are "),
        ({"game": "gang", "options": {"seats": 7}}, "seats is 7; it may be 3 to 6"),
        ({"game": "duel", "options": {"royal": {"a": [1]}}}, "royal is {'a': [1]}; it may be yes or no"),
        ({"game": "duel", "options": []}, "options is []; it may be an object"),
        ({"game": "duel", "pace": "fast"}, "pace is 'fast'; it may be none or live or relaxed or slow"),
        ({"game": "duel", "bots": 1.5}, "bots is 1.5; it may be a whole number"),
        ({"game": "duel", "listed": 1}, "listed is 1; it may be true or false"),
    ],
)
def test_a_table_that_cannot_be_is_refused(server: TestClient, body: dict[str, object], problem: str) -> None:
    answer = program(server, "Anna").tell("/tables", **body)

    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(problem)


BLUE = {
    "stones": [1, 1, 2, 3],
    "full_house": [1, 2, 3, 4, 5],
    "flush": [1, 2, 3, 4, 4],
    "three": [1, 2, 3, 4, 5],
    "straight": [5, 6, 7, 8, 9],
    "columns": 4,
}
SMALL = {"stones": [1, 1], "full_house": [1, 2, 3], "flush": [1, 2, 3], "three": [1, 2, 3], "straight": [5, 6, 7]}


@pytest.mark.parametrize(
    ("expert", "board", "problem"),
    [
        (
            False,
            BLUE | {"straight": [5, 8, 8, 8, 5]},
            "straight holds a hand limit of 5 at level 4 after 8; it may not fall from one level to the next",
        ),
        (
            True,
            SMALL | {"columns": 0},
            "rows and columns hold 8 stones together; they may hold 30 or more, as many as a player has",
        ),
    ],
)
def test_no_table_is_opened_on_a_board_with_a_falling_limit_or_too_little_room(
    server: TestClient,
    expert: bool,  # noqa: FBT001
    board: dict[str, object],
    problem: str,
) -> None:
    anna = program(server, "Anna")
    answer = anna.tell("/tables", game="combo", options={"expert": expert, "board": board})

    assert (answer.status_code, answer.json()["detail"]) == (422, problem)
    assert anna.ask("/me").json()["tables"] == []


@pytest.mark.parametrize("query", ["after=x", "after=-2", "wait=26", "wait=1e1", "after=" + "9" * 40, "lang=es"])
def test_a_query_that_cannot_be_is_refused(server: TestClient, query: str) -> None:
    assert server.get(f"/api/tables/none/view?{query}").status_code == 422


@pytest.mark.parametrize("table", ["none", "%ff", "a" * 500, "%2e%2e%2fetc"])
def test_a_table_that_is_not_there_is_not_found(server: TestClient, table: str) -> None:
    for path in (f"/api/tables/{table}", f"/api/tables/{table}/view"):
        answer = server.get(path)
        assert (answer.status_code, answer.json()["status"]) == (404, 404)


@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "Bearer ü", "Basic YTpi", "Bearer " + "a." * 4000])
def test_a_token_that_was_not_made_here_opens_nothing(server: TestClient, header: str) -> None:
    answer = server.get("/api/me", headers={b"authorization": header.encode("latin-1")})

    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


def test_other_methods_and_addresses_are_answered_in_json_too(server: TestClient) -> None:
    wrong = server.delete("/api/tables")

    assert (wrong.status_code, wrong.headers["allow"]) == (405, "GET, POST")
    assert Program(server).ask("/nothing").json()["title"] == "Not Found"


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ({"seat": None}, ""),
        ({"seat": 2.0}, ""),
        ({"seat": True}, "seat is True; it may be a whole number or null"),
        ({"seat": 4}, "seat is 4; it may be 0 to 3"),
        ({"row": ["a", "bb"]}, "row[1] has 2 letters; it may have 1 to 1"),
        ([], "it is []; it may be an object"),
    ],
)
def test_what_is_wrong_with_a_value_is_said_by_its_schema(value: object, problem: str) -> None:
    schema = record({"seat": maybe(between(0, 3)), "row": row_of(text(1, 1))}, "seat", "row")

    assert problem_in(value, schema, "it") == problem


def test_a_house_keeps_its_tokens(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        anna = program(client, "Anna")
    with house(tmp_path) as client:
        assert Program(client, token=anna.token).ask("/me").json()["name"] == "Anna"
