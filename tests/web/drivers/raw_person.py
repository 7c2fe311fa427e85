"""Somebody with a browser and a program, who behaves, and whose every request is remembered as it was sent."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlencode

from tests.web.drivers.page import csrf_token_on, decided_on, offered_on
from tests.web.drivers.raw_bytes import UPGRADE, Answer, Asked, ask, frame, talk

_HALTING = ("pause", "resume", "end", "replace")
FORM = "application/x-www-form-urlencoded"


def act_frame(form: Asked, number: int = 1) -> bytes:
    """Return what a page sends over its socket instead of a form."""
    return frame(0x81, json.dumps({"act": number, "form": form.body.decode("latin-1")}).encode())


@dataclass
class Somebody:
    """A person at a port of this machine."""

    port: int
    name: str
    cookie: str = ""
    csrf_token: str = ""
    token: str = ""
    random: Random = field(default_factory=lambda: Random(5))
    recorded: list[Asked] = field(default_factory=list)

    @classmethod
    def at(cls, port: int, name: str) -> Somebody:
        """Return somebody new who has given a name, in the browser and to the program."""
        somebody = cls(port, name)
        page = somebody.look("/me")
        somebody.cookie = page.headers["set-cookie"].partition(";")[0]
        somebody.csrf_token = csrf_token_on(page.text)
        somebody.send("/me", name=name)
        somebody.token = somebody.call("/people", name=name)["token"]
        return somebody

    def _record(self, asked: Asked) -> Answer:
        self.recorded.append(asked)
        answer = ask(self.port, asked.raw())
        assert 0 < answer.status < 500, (asked, answer)
        return answer

    def _headers(self, *more: tuple[str, str]) -> tuple[tuple[str, str], ...]:
        here = f"127.0.0.1:{self.port}"
        return (("Host", here), ("Connection", "close"), ("Origin", f"http://{here}"), *more)

    def look(self, target: str) -> Answer:
        """Open a page."""
        return self._record(Asked("GET", target, self._headers(("Cookie", self.cookie))))

    def form(self, target: str, **fields: str) -> Asked:
        """Return a form as the person's own page sends it."""
        headers = self._headers(("Cookie", self.cookie), ("Content-Type", FORM))
        return Asked("POST", target, headers, urlencode({"mark": self.csrf_token, **fields}).encode())

    def send(self, target: str, **fields: str) -> Answer:
        """Send a form."""
        return self._record(self.form(target, **fields))

    def do(self, table: str) -> Asked | None:
        """Return the form that takes a decision which the page of a table offers, if it does."""
        page = self.look(f"/t/{table}").text
        if not (offered := offered_on(page)):
            return None
        return self.form(f"/t/{table}/do", do=self.random.choice(offered), decided=decided_on(page))

    def open(self, game: str, **fields: str) -> str:
        """Open a table by its form, and return its name."""
        return self.send("/tables", game=game, **fields).headers["location"].removeprefix("/t/")

    def call(self, path: str, **body: Any) -> Any:
        """Let the program ask for something to be done, and return the answer."""
        token = ("Authorization", f"Bearer {self.token}")
        headers = self._headers(("Content-Type", "application/json"), *([token] if self.token else []))
        return json.loads(self._record(Asked("POST", f"/api{path}", headers, json.dumps(body).encode())).body)

    def read(self, path: str) -> Any:
        """Let the program ask for something, and return the answer."""
        headers = self._headers(("Authorization", f"Bearer {self.token}"))
        return json.loads(self._record(Asked("GET", f"/api{path}", headers)).body)

    def act(self, table: str) -> list[str]:
        """Let the program take a decision that it may, and return the actions that were taken."""
        view = self.read(f"/tables/{table}/view?wait=0")
        if not view["legal"]:
            return []
        action = self.random.choice(view["legal"])["action"]
        answer = self.call(f"/tables/{table}/act", decided=view["decided"], actions=[action])
        return [action] if "number" in answer else []

    def watch(self, table: str) -> Asked:
        """Open a socket for a moment, and return how it was opened."""
        opening = self.opening(table)
        talk(self.port, opening.raw(), [frame(0x81, b"hello")])
        return opening

    def opening(self, table: str) -> Asked:
        """Return how the person's page opens its socket."""
        headers = [pair for pair in self._headers(("Cookie", self.cookie)) if pair[0] != "Connection"]
        return Asked("GET", f"/t/{table}/live?heard=0", (*headers, *UPGRADE))

    def do_everything(self) -> None:
        """Use every form and every address once or twice, at tables of one's own."""
        for page in ("/", "/new/duel", "/rules/duel", "/static/styles/theme.css", "/api/openapi.json", "/api/nothing"):
            self.look(page)
        for page in ("/metrics", "/healthz", "/readyz"):
            self.look(page)
        self.look("/rules/duel/picture.png")
        self.send("/settings", lang="de", theme="dark", back="/me")
        self._learn()
        game = self.open("duel", **{"o-first_bluffer": "0", "bots": "1", "listed": "on", "hints": "on"})
        for _ in range(2):
            if form := self.do(game):
                self._record(form)
        self.send(f"/t/{game}/say", said="Servus!")
        self.send(f"/t/{game}/hint")
        self._sit_around()
        self._let_the_program_play()
        self._complain(game)
        self._try_to_be_the_host(game)
        self._look_at_the_club(game)
        self.send(f"/t/{game}/stand-in", seat="1")
        self.send(f"/t/{game}/back")
        self.look(f"/t/{game}/leave")
        self.send(f"/t/{game}/leave")
        for after in ("log?before=4", "replay?step=3&as=1", "transcript", "review?seat=0", "result.png", "again"):
            self.look(f"/t/{game}/{after}") if after != "again" else self.send(f"/t/{game}/again")
        self.send("/play", game="duel", name=self.name)
        self.look("/me/" + self.cookie.partition("=")[2])
        link = re.findall(r"/me/link/\w+", self.send("/me/link").text)[0]
        self.look(link)
        self.send(link)

    def _learn(self) -> None:
        lesson = self.send("/learn", game="duel", name=self.name).headers.get("location", "/t/none")
        self.send(f"{lesson}/go-on")
        self.send(f"{lesson}/skip-lesson")
        self.send(f"{lesson}/take-back")
        self.send("/goal", game="duel", back=lesson)
        self.send("/new/duel", **{"o-spaces": "3"})

    def _sit_around(self) -> None:
        table = self.open("gang", **{"o-seats": "3", "o-limit": "80", "pace": "slow", "level": "easy"})
        self.send(f"/t/{table}/bot", seat="1")
        self.send(f"/t/{table}/level", seat="1", level="easy")
        for form in ("ready", "mix", "stand"):
            self.send(f"/t/{table}/{form}")
        self.send(f"/t/{table}/sit", seat="2", name=self.name)
        self.send(f"/t/{table}/commit", hash="ab" * 32)
        self.send(f"/t/{table}/begin")
        self.send(f"/t/{table}/words", words="cd" * 32)
        self.look(f"/t/{table}")

    def _complain(self, table: str) -> None:
        self.look(f"/t/{table}/people")
        self.send(f"/t/{table}/report", who="s1", words="He hums.")
        self.send(f"/t/{table}/block", who="s1")
        self.send("/me/blocked/undo", person="somebody", back=table)

    def _look_at_the_club(self, table: str) -> None:
        for page in ("/board", "/ratings", "/ratings/duel?seats=2", "/me/games", "/me/export", "/me/forget"):
            self.look(page)
        self.look(f"/t/{table}/profile/1")
        self.send("/me/forget")  # which asks once more
        self.look("/today")
        self.look("/today/duel")
        self.send("/today/duel")
        for day in ("2026-01-02", "2999-01-01"):
            self.look(f"/today/duel/{day}")
            self.send(f"/today/duel/{day}")
            self.look(f"/today/duel/{day}/result.png")
        for form in ("name", "notice"):
            self.send(f"/host/{form}", words="Servus!")
            self.call(f"/host/{form}", words="Servus!")
        for path in ("/me/results", "/me/statistics", "/me/export", "/me/ratings", "/ratings/duel?seats=2", "/board"):
            self.read(path)
        for path in ("/host/sign", f"/tables/{table}/profile/1", "/daily", "/daily/duel/2026-01-02"):
            self.read(path)
        self.call("/daily/gang")
        self.call("/me/shown-to", shown_to="met")
        self.call("/me/forget")  # which asks whether they are sure

    def _try_to_be_the_host(self, table: str) -> None:
        self.look("/host")
        self.look(f"/host/t/{table}")
        for form in ("", "/leave", "/people", "/reports", *(f"/t/{table}/{how}" for how in _HALTING)):
            self.send(f"/host{form}", key="a key", person="somebody", number="1", seat="1", level="easy")
        for path in ("tables", f"tables/{table}", "reports", "barred", "audit?before=9"):
            self.read(f"/host/{path}")
        halting = [f"tables/{table}/{how}" for how in _HALTING]
        for path in ("people/a/bar", "people/a/unbar", "reports/1/settle", *halting):
            self.call(f"/host/{path}")

    def _let_the_program_play(self) -> None:
        for path in ("/games", "/games/duel", "/me", "/tables"):
            self.read(path)
        table = self.call("/tables", game="duel", options={"first_bluffer": "0"}, bots=1, pace="live")["id"]
        self.act(table)
        self.call(f"/tables/{table}/stand-in", seat=1)
        waiting = self.call("/tables", game="gang", options={"seats": 4})["id"]
        self.call(f"/tables/{waiting}/sit", seat=2, ready=True)
        self.call(f"/tables/{waiting}/commit", hash="ab" * 32)
        self.call(f"/tables/{waiting}/start")
        self.call(f"/tables/{waiting}/words", words="cd" * 32)
        self.read(f"/tables/{waiting}")
        self.call(f"/tables/{waiting}/stand")
        self.read(f"/tables/{waiting}/view?after=-1&wait=0&lang=fr")
