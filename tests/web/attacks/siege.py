"""People who play in peace while strange requests come in, and what must stay true for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from stammtisch.core.game import find_game
from stammtisch.core.table import Table
from stammtisch.kernel.seats import NATURE, TABLE
from stammtisch.store.contract import Store
from tests.store.opened_stores import using
from tests.waiting import PATIENCE, eventually
from tests.web.attacks.mutations import Foreign, Mutator, Shot
from tests.web.drivers.loop_figures import LoopFigures
from tests.web.drivers.raw_bytes import Answer, Asked, ask, talk
from tests.web.drivers.raw_person import Somebody, act_frame
from tests.web.houses.servers import Servers

_GUARDED = (
    *("content-security-policy", "x-content-type-options", "referrer-policy", "cache-control"),
    *("permissions-policy", "cross-origin-opener-policy", "cross-origin-resource-policy"),
)
_NOT_HTTP = b"Invalid HTTP request received."  # said by the server beneath ours
_OFTEN, _SELDOM, _LOOKS = 100, 1000, 20  # shots between two looks at those who play in peace, and how many looks
_FIGURES = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
_SOCKETS = 0.15  # of all shots

Kept = tuple[str, dict[str, Any], list[tuple[int, int]]]


@dataclass
class House:
    """A server that is being besieged."""

    port: int
    process: int
    data: str
    journal: Path

    def memory(self) -> int:
        """Return how many bytes of memory the process uses."""
        return int(Path(f"/proc/{self.process}/statm").read_text(encoding="ascii").split()[1]) * 4096

    def figures(self) -> LoopFigures:
        """Return what its watchdog has measured."""
        return LoopFigures.read(ask(self.port, _FIGURES).text)

    def kept(self, *tables: str) -> list[Kept]:
        """Return what is kept of some tables: their stages, the facts around them, their steps."""

        async def look(store: Store) -> list[Kept]:
            found = [(await store.table(name), await store.steps(name)) for name in tables]
            return [(saved.stage, saved.facts, steps) for saved, steps in found if saved]

        return using(self.data, look, alone=False)

    def trouble(self) -> list[str]:
        """Return the lines of the journal that tell of something that should not happen."""
        written = self.journal.read_text(encoding="utf-8").rpartition("\n")[0]  # the last line may be half written
        lines = written.splitlines()
        return [line for line in lines if '"level": "error"' in line or json.loads(line).get("status", 0) >= 500]


@contextmanager
def besieged(data: str, folder: Path) -> Iterator[House]:
    """Open a house in a process of its own."""
    servers = Servers(data, folder, bot_pause=0.3)
    try:
        servers.wait_until_open()
        yield House(servers.ports[0], servers.process(0), data, folder / "journal-0")
    finally:
        servers.close()


def every_table_replays(data: str) -> int:
    """See that every table that is kept follows its rules; how many there are."""

    async def look(store: Store) -> int:
        kept = await store.tables("open", "running", "over")
        for saved in kept:
            table = Table.undealt(find_game(saved.game), None, dict(saved.choices))
            for seat, action in await store.steps(saved.id):
                table.follow(seat, action)
            assert table.over or saved.stage != "over" or saved.facts.get("ended")
        return len(kept)

    return using(data, look, alone=False)


@dataclass
class Siege:
    """A house, those who play there in peace, and those who do not."""

    house: House
    random: Random
    foreign: Foreign = field(default_factory=Foreign)
    recorded: list[Asked] = field(default_factory=list)
    openings: list[Asked] = field(default_factory=list)
    forms: list[Asked] = field(default_factory=list)  # decisions of attackers
    memory: list[int] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        people = [Somebody.at(self.house.port, name) for name in ("Vera", "Vilma", "Viktor")]
        self.vera, self.vilma, self.viktor = people
        self.duel = self._begun_by_forms()
        self.lobby = self._full_but_not_begun()
        self.over = self._played_to_the_end()
        self.shared = self._with_an_attacker()
        self.viktors: list[str] = []  # what he has decided there
        self.before = self.house.kept(self.duel, self.lobby, self.over)
        self.secrets = [person.token.encode() for person in people]
        self.secrets += [person.cookie.partition("=")[2].encode() for person in people]
        self.foreign.tables = [self.duel, self.lobby, self.over, self.shared]
        self.foreign.cookies, self.foreign.csrf_tokens = [self.vera.cookie], [self.vilma.csrf_token]
        self.foreign.tokens = [self.viktor.token, self.vera.token]

    def _begun_by_forms(self) -> str:
        """Return a duel between Vera and Vilma."""
        table = self.vera.open("duel", **{"o-spaces": "3"})
        self.vilma.send(f"/t/{table}/sit", seat="1")
        self.vilma.send(f"/t/{table}/ready")
        self.vera.send(f"/t/{table}/begin")
        return table

    def _full_but_not_begun(self) -> str:
        table = self.vera.open("gang", **{"o-seats": "3", "bots": "1"})
        self.vilma.send(f"/t/{table}/sit", seat="1")
        return table

    def _played_to_the_end(self) -> str:
        """Return a duel between the programs of Vera and Viktor that is over."""
        table: str = self.vera.call("/tables", game="duel", options={"spaces": 1})["id"]
        self.viktor.call(f"/tables/{table}/sit")
        self.vera.call(f"/tables/{table}/start")
        while self.vera.read(f"/tables/{table}")["stage"] != "over":
            self.vera.act(table)
            self.viktor.act(table)
        return table

    def _with_an_attacker(self) -> str:
        """Return a duel at which Viktor's program plays against somebody who sends strange things."""
        attacker = self._newcomer()
        table: str = self.viktor.call("/tables", game="duel", options={"spaces": 3})["id"]
        attacker.call(f"/tables/{table}/sit")
        self.viktor.call(f"/tables/{table}/start")
        for _ in range(3):
            attacker.act(table)
        return table

    def _newcomer(self) -> Somebody:
        """Let another attacker come, behave for a while, and be recorded."""
        attacker = Somebody.at(self.house.port, f"A{len(self.openings)}")
        attacker.do_everything()
        self.recorded = [*self.recorded[-60:], *attacker.recorded]  # old forms of others are sent again, too
        attacker.recorded = self.recorded
        table = attacker.open("duel", **{"bots": "1", "o-first_bluffer": "0"})
        self.openings.append(attacker.watch(table))
        self.forms += [form for form in [attacker.do(table)] if form]
        return attacker

    def lay(self, shots: int) -> None:
        """Send so many strange requests, and look after those who play in peace now and then."""
        mutator = Mutator(self.random, self.foreign)
        each = min(max(shots // _LOOKS, _OFTEN), _SELDOM)
        for number in range(shots):
            if self.random.random() < _SOCKETS:
                shot = mutator.socket(self.random.choice(self.openings), self.random.choice(self.forms))
                answer = talk(self.house.port, shot.raw, shot.said)
            else:
                shot = mutator.shot(self.random.choice(self.recorded))
                answer = ask(self.house.port, shot.raw, whole=shot.whole, patience=PATIENCE if shot.whole else 0.3)
            self._hold(shot, answer)
            if number % each == each - 1:
                self._try_without_right(self._newcomer())
                self.look_after()

    def _try_without_right(self, attacker: Somebody) -> None:
        """Send the forms of those who play in peace as somebody else, or without what only their own pages have."""
        host = [self.vera.form(f"/t/{self.lobby}/{what}", seat="2") for what in ("begin", "mix", "bot", "stand")]
        forms = [*host, self.vera.form(f"/t/{self.duel}/leave"), self.vera.form(f"/t/{self.over}/again")]
        forms += [form for person in (self.vera, self.vilma) if (form := person.do(self.duel))]
        tokens = [person.csrf_token.encode() for person in (self.vera, self.vilma)]
        for form in forms:
            stolen = replace(form, body=form.body.replace(tokens[0], b"").replace(tokens[1], b""))
            lent = replace(stolen, body=stolen.body.replace(b"mark=", b"mark=" + attacker.csrf_token.encode()))
            as_attacker = lent.with_header("Cookie", attacker.cookie)
            for tried in (stolen, lent, as_attacker, form.with_header("Origin", "http://evil.example")):
                shot = Shot(tried.raw())
                self._hold(shot, ask(self.house.port, shot.raw))
            self._try_over_sockets(attacker, stolen, lent, form)

    def _try_over_sockets(self, attacker: Somebody, stolen: Asked, lent: Asked, form: Asked) -> None:
        """Send the same over sockets, as decisions at the duel: theirs, the attacker's, another site's."""
        theirs, own = form.header("cookie"), attacker.opening(self.duel)
        for tried, opening in (
            (stolen, own.with_header("Cookie", theirs)),
            (lent, own.with_header("Cookie", theirs)),
            (lent, own),
            (form, own),
            (form, own.with_header("Cookie", theirs).with_header("Origin", "http://evil.example")),
        ):
            shot = Shot(opening.raw(), whole=False, said=(act_frame(tried),))
            self._hold(shot, talk(self.house.port, shot.raw, shot.said))

    def _hold(self, shot: Shot, answer: Answer) -> None:
        """See that an answer is one that anybody may get."""
        seen = (shot.raw[:2000], shot.said, answer)
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        assert answer.status < 500, seen
        assert answer.status or not shot.whole, seen
        assert "x-injected" not in answer.headers, seen
        assert not any(secret in answer.body for secret in self.secrets if secret not in shot.raw), seen
        if answer.status and not shot.said and answer.body != _NOT_HTTP:
            assert all(name in answer.headers for name in _GUARDED), seen

    def look_after(self) -> None:
        """See that nothing has changed for those who play in peace but what they did, and let them go on."""
        assert not (trouble := self.house.trouble()), trouble
        assert self.house.kept(self.duel, self.lobby, self.over) == self.before, "something was done without right"
        mine = [self._name(action) for seat, action in self.house.kept(self.shared)[0][2] if seat == 0]
        assert mine == self.viktors, "somebody acted for another seat"
        self.viktors += self.viktor.act(self.shared)
        for seat, person in enumerate((self.vera, self.vilma)):
            self._decide(seat, person)
        self.before = self.house.kept(self.duel, self.lobby, self.over)
        self.memory.append(self.house.memory())

    def _name(self, action: int) -> str:
        return find_game("duel").notation.write(action)

    def _decide(self, seat: int, person: Somebody) -> None:
        form, before = person.do(self.duel), self.house.kept(self.duel)[0][2]
        if form is None:
            return
        if seat:
            talk(self.house.port, person.opening(self.duel).raw(), [act_frame(form)])
            eventually(lambda: len(self.house.kept(self.duel)[0][2]) > len(before), "the decision over a socket")
        else:
            assert ask(self.house.port, form.raw()).status == 303
        after = self.house.kept(self.duel)[0][2]
        assert after[: len(before)] == before
        assert {seat} <= {actor for actor, _ in after[len(before) :]} <= {seat, NATURE, TABLE}
