"""A page of the same name that came without TLS is another site for whoever has come over TLS."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.web.app import make_app
from stammtisch.web.http.problem import ELSEWHERE
from tests.web.drivers.page import HERE
from tests.web.drivers.sockets import closed_at_once

NAME = "tisch.example"
NOWHERE = 4404  # there is no such table


@pytest.mark.parametrize(
    ("scheme", "address", "proxy", "origin", "status"),
    [
        ("http", "203.0.113.9", "", "http", 201),
        ("https", "203.0.113.9", "", "https", 201),
        ("https", "203.0.113.9", "", "http", 403),
        ("http", HERE[0], "https", "https", 201),  # as the proxies of our examples say it
        ("http", HERE[0], "https", "http", 403),
        ("http", HERE[0], "", "https", 201),  # a proxy that ends TLS and does not tell
        ("http", HERE[0], "http", "https", 201),  # one behind another
        ("http", "203.0.113.9", "https", "http", 201),  # nobody whose word is taken
    ],
)
def test_a_page_without_tls_sends_no_forms_and_opens_no_sockets_over_tls(
    tmp_path: Path, scheme: str, address: str, proxy: str, origin: str, status: int
) -> None:
    app = make_app(tmp_path / "house.db")
    with TestClient(app, base_url=f"{scheme}://{NAME}", client=(address, 5000)) as client:
        client.headers.update({"origin": f"{origin}://{NAME}", **({"x-forwarded-proto": proxy} if proxy else {})})
        answer = client.post("/api/people", json={"name": "Anna"})
        code = closed_at_once(client, f"{scheme.replace('http', 'ws')}://{NAME}/t/nowhere/live")

        assert answer.status_code == status
        assert code == (ELSEWHERE if status == 403 else NOWHERE)
