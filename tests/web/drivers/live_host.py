"""The host of a table at a real server, as a program."""

from __future__ import annotations

from typing import Any

import requests

from tests.waiting import PATIENCE, eventually
from tests.web.drivers.program import call


class Host:
    """Somebody who opens a table and then plays by the same client."""

    def __init__(self, server: str, **table: Any) -> None:
        self.server = server
        self.token = call(server, "/people", name="Host")["token"]
        opened = self.tell("/tables", **table)
        self.id: str = opened["id"]
        self.seats = len(opened["seats"])
        self.link = f"{server}/t/{self.id}"

    def tell(self, path: str, **body: Any) -> Any:
        """POST."""
        return call(self.server, path, self.token, **body)

    def view(self, **query: int | str) -> Any:
        """Look at the table."""
        address = f"{self.server}/api/tables/{self.id}/view"
        headers = {"authorization": f"Bearer {self.token}"}
        return requests.get(address, params=query, headers=headers, timeout=PATIENCE).json()

    def wait_for_guests(self) -> None:
        """Begin as soon as everybody sits."""

        def begun() -> bool:
            self.tell(f"/tables/{self.id}/start")  # the guests' words are opened before the deal
            return bool(self.view()["stage"] != "open")

        eventually(begun, "the guests")
