"""Honest requests made strange, by chance that can be repeated: other values, others' CSRF tokens, broken bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from urllib.parse import parse_qsl, quote_plus

from tests.web.drivers.raw_bytes import Asked, frame
from tests.web.drivers.raw_person import FORM

_TEXTS = (
    *("", " ", "\0", "a\0b", "\x1b[31m", "\x7f\x85", "\u202e", "\ufeff", "\u2028", "e\u0301", "😀" * 400),
    *("-1", "0", "2", "7", "99", "1e5", "1.5", "0x10", "²", "١", "9" * 400, "true", "null", "NaN", "on", "none"),
    *("../../etc/passwd", "<script>alert(1)</script>", "'; DROP TABLE tables; --", "{{7*7}}", "%s%n", "$1"),
    *("x\r\nX-Injected: 1", "//evil.example", "/\\evil.example", "a,b,,c" * 500, "a" * 300, "a" * 70_000),
)
_ENCODED = ("%", "%zz", "%ff%fe", "%ed%a0%80", "%00", "%c0%af", "%u0041", "a%0d%0aX-Injected:%201", "+", "%F0%9F")
_JSON = (
    *('""', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\u202e"', "null", "true", "[]", "{}", "[[]]", '{"a": 1}'),
    *("NaN", "-Infinity", "1e999", "-1", "0.0", "1.5", "1e5", "99999999999999999999", "9" * 5000, "01", "'a'"),
    *("[" * 3000, "[" * 3000 + "]" * 3000, '{"a":' * 2000 + "1" + "}" * 2000, '"' + "a" * 70_000 + '"', '"\x01"'),
)
_NUMBERS = ("-1", "1.5", "null", "true", '"1"', "[1]", "9" * 30, "9" * 900, "NaN", "1e3", "")
_TYPES = (
    *("", "text/plain", "application/json", "application/xml", FORM, f"{FORM}; charset=utf-16", "a" * 5000, "\xff"),
    *("multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x", f"{FORM};;;=;"),
    "multipart/form-data; boundary=x; charset=nonsense",
)
_HEADERS = (
    *(("Origin", "http://evil.example"), ("Origin", "null"), ("Origin", ""), ("Origin", "\xff")),
    *(("Host", ""), ("Host", "["), ("Host", "[::1"), ("Host", "a b"), ("Host", "a:99999999"), ("Host", "\xe4")),
    *(("Content-Length", "-1"), ("Content-Length", "0"), ("Content-Length", "9" * 30), ("Content-Length", "١")),
    *(("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "gzip, chunked"), ("Expect", "100-continue")),
    *(("Accept-Language", "de;q=x,,;" * 300), ("Accept-Language", "\xff\xfe"), ("Referer", "javascript:alert(1)")),
    *(("Authorization", "Bearer"), ("Authorization", "Bearer \xff.\xff"), ("Authorization", "Basic YTpi")),
    *(("Cookie", "stammtisch"), ("Cookie", "stammtisch=\xff; lang=xx; theme=<b>"), ("Cookie", ";=;=" * 1000)),
    *(("X-Forwarded-For", "1.2.3.4"), ("X-Forwarded-Proto", "https"), ("X-Client", "1"), ("Range", "bytes=9-1,-0")),
    *(("If-Modified-Since", "yesterday"), ("If-None-Match", '"' * 99), ("Upgrade", "h2c"), ("X-Long", "a" * 30_000)),
)
_METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "FOO", "A" * 300)
_QUERIES = ("lang=xx", "lang=%00", "step=%00&as=%ff", "step=-1&as=99", "step=١&as=²", "wait=x", "after=%00", "seat=9")
_BROKEN_PARTS = (
    '--x\r\nContent-Disposition: form-data; name="mark"\r\n\r\n{token}\r\n--x--\r\n',
    '--x\r\nContent-Disposition: form-data; name="said"; filename="a"\r\n\r\na\r\n--x--\r\n',
    "--x\r\nContent-Disposition: form-data\r\n\r\n{token}\r\n--x--",
    "--x\r\n\r\n\r\n--x",
    "--y\r\nnonsense",
    "--x\nContent-Disposition: form-data; name=mark\n\n{token}\n--x--",
    "--x\r\n: \r\n\xff\x00\r\n\r\n--x--",
)
_SAID = (
    frame(0x81, b""),
    frame(0x81, b'{"do": "1"}'),
    frame(0x81, b"\xff\xfe"),
    frame(0x81, b"a" * 5000),
    frame(0x82, bytes(64)),
    frame(0x81, b"unmasked", masked=False),
    frame(0x01, b"half a") + frame(0x80, b" message"),
    frame(0x80, b"the end of nothing"),
    frame(0x89, b"ping") * 20,
    frame(0x89, b"p" * 200),
    frame(0x88, b"\x03\xe8bye"),
    frame(0x88, b"\x00"),
    frame(0x88, b"\x03\xed"),
    frame(0x83, b"reserved"),
    frame(0xF1, b"reserved bits"),
    frame(0x81, b"", size=2**40),
    frame(0x81, b"short", size=100),
    b"\x81",
    b"GET / HTTP/1.1\r\n\r\n",
)


@dataclass(frozen=True)
class Shot:
    """Bytes to send; `said` follows if they open a socket, and without `whole` there may be no answer."""

    raw: bytes
    whole: bool = True
    said: tuple[bytes, ...] = ()


@dataclass
class Foreign:
    """What belongs to others: names of tables; cookies and CSRF tokens of which no two belong together."""

    tables: list[str] = field(default_factory=list)
    cookies: list[str] = field(default_factory=list)
    csrf_tokens: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)


class Mutator:
    """Makes shots out of requests."""

    def __init__(self, random: Random, foreign: Foreign) -> None:
        self._random, self._foreign = random, foreign
        self._ways: list[Callable[[Asked], Asked]] = [
            *([self._other_value] * 6),
            *([self._other_table] * 4),
            *([self._other_person] * 3),
            *([self._other_target, self._other_header] * 3),
            *([self._in_parts, self._other_type] * 2),
            self._other_fields,
            self._other_method,
        ]

    def shot(self, asked: Asked) -> Shot:
        """Return a request with one to three things wrong with it, and sometimes broken bytes."""
        for _ in range(self._random.choice((1, 1, 1, 2, 3))):
            asked = self._random.choice(self._ways)(asked)
        raw, vague = asked.raw(), bool(asked.header("transfer-encoding") or asked.header("expect"))
        told = asked.header("content-length")
        vague |= bool(told) and told != str(len(asked.body))
        if self._random.random() < 0.1:
            return Shot(self._broken(raw), whole=False)
        return Shot(raw, whole=not vague and "wait=" not in asked.target)

    def socket(self, opening: Asked, form: Asked) -> Shot:
        """Return the opening of a socket, and strange things to say when it is open: some of them hold a form."""
        if self._random.random() < 0.5:
            way = self._random.choice([self._other_table, self._other_person, self._other_target, self._other_header])
            opening = way(opening)
        said = self._random.choices(_SAID, k=self._random.randint(1, 4))
        return Shot(opening.raw(), whole=False, said=(*(self._act(form) for _ in range(2)), *said))

    def _act(self, form: Asked) -> bytes:
        """Return a decision on a socket with something wrong: in its form, or around it."""
        way = self._random.choice([self._other_value, self._other_fields, self._other_person])
        held = way(form).body.decode("latin-1")[:3000]
        number = self._random.choice(("1", "1", *_NUMBERS))
        text = f'{{"act": {number}, "form": {self._random.choice((json.dumps(held), json.dumps(held), *_JSON))}}}'
        return frame(0x81, text.encode("utf-8", "replace"))

    def _other_value(self, asked: Asked) -> Asked:
        if asked.header("content-type") == "application/json":
            return replace(asked, body=self._other_json(asked.body))
        fields = parse_qsl(asked.body.decode("latin-1"), keep_blank_values=True)
        names = [name for name, _ in fields if name != "mark"]
        if not names:
            return self._other_target(asked)
        chosen, strange = self._random.choice(names), self._random.random()
        value = self._random.choice(_ENCODED) if strange < 0.3 else quote_plus(self._random.choice(_TEXTS))
        return _with_fields(asked, [(name, value if name == chosen else quote_plus(old)) for name, old in fields])

    def _other_json(self, body: bytes) -> bytes:
        try:
            parts = [(json.dumps(name), json.dumps(value)) for name, value in json.loads(body).items()]
        except (ValueError, RecursionError, AttributeError):  # something is wrong with it already
            parts = []
        chosen = self._random.randrange(len(parts)) if parts else 0
        parts[chosen : chosen + 1] = [(parts[chosen][0] if parts else '"a"', self._random.choice(_JSON))]
        if self._random.random() < 0.2:
            parts.append(self._random.choice(parts))
        return ("{" + ", ".join(f"{name}: {value}" for name, value in parts) + "}").encode()

    def _other_fields(self, asked: Asked) -> Asked:
        fields = [(name, quote_plus(old)) for name, old in parse_qsl(asked.body.decode("latin-1"))]
        kept = [pair for pair in fields if self._random.random() < 0.7]
        more = [(f"o-{number}", "1") for number in range(self._random.choice((0, 1, 99, 3000)))]
        return _with_fields(asked, [*kept, *self._random.choices(kept, k=len(kept) // 2), *more])

    def _other_table(self, asked: Asked) -> Asked:
        parts = asked.target.split("/")
        before = [place for place, part in enumerate(parts[:-1]) if part in ("t", "tables")]
        if not before:
            return self._other_person(asked)
        name, question, query = parts[before[0] + 1].partition("?")
        others = [*self._foreign.tables, *self._foreign.tables, name[::-1], "%00", "a%00b", "%ff", "..", "a" * 3000]
        parts[before[0] + 1] = self._random.choice(others) + question + query
        return replace(asked, target="/".join(parts))

    def _other_person(self, asked: Asked) -> Asked:
        """Take part of what says who asks from somebody else, or spoil it; never all of it from one person."""
        if asked.header("authorization"):
            tokens = [*map(_spoilt, self._foreign.tokens), *self._foreign.cookies, "", "a.b", "\0", "a" * 9000]
            return asked.with_header("Authorization", f"Bearer {self._random.choice(tokens)}")
        if self._random.random() < 0.5 and b"mark=" in asked.body:
            fields = parse_qsl(asked.body.decode("latin-1"))
            theirs = self._foreign.csrf_tokens
            tokens = [*theirs, *map(_spoilt, theirs), "", "\0", "a.b.c", "ü", "a" * 9000]
            token = quote_plus(self._random.choice(tokens))
            return _with_fields(asked, [(name, token if name == "mark" else quote_plus(old)) for name, old in fields])
        cookies = [*self._foreign.cookies, *map(_spoilt, self._foreign.cookies), "", "stammtisch=", "stammtisch=\x80.a"]
        return asked.with_header("Cookie", self._random.choice(cookies))

    def _other_type(self, asked: Asked) -> Asked:
        return asked.with_header("Content-Type", self._random.choice(_TYPES))

    def _other_target(self, asked: Asked) -> Asked:
        path, _, query = asked.target.partition("?")
        choices = (
            f"{path}?{self._random.choice(_QUERIES)}",
            f"{path}?{query}&{'a=b&' * 2000}",
            f"{path}%00",
            f"/{path}",
            f"{path}/../../{self._random.choice(_ENCODED)}",
            f"/static/{self._random.choice((*_ENCODED, '..%2f..%2fapp.py', 'a' * 3000, 'x%00.css'))}",
            f"/new/{self._random.choice(_ENCODED)}",
            f"/me/{self._random.choice(_ENCODED)}",
            f"http://evil.example{path}",
            "*",
            f"{path}#\xff",
        )
        return replace(asked, target=self._random.choice(choices))

    def _other_method(self, asked: Asked) -> Asked:
        return replace(asked, method=self._random.choice(_METHODS))

    def _other_header(self, asked: Asked) -> Asked:
        return asked.with_header(*self._random.choice(_HEADERS))

    def _in_parts(self, asked: Asked) -> Asked:
        """Send a form in parts that may be broken."""
        token = dict(parse_qsl(asked.body.decode("latin-1"))).get("mark", "")
        body = self._random.choice(_BROKEN_PARTS).replace("{token}", token).encode("latin-1")
        return replace(asked, body=body).with_header("Content-Type", "multipart/form-data; boundary=x")

    def _broken(self, raw: bytes) -> bytes:
        """Cut bytes off, spoil some, put some in, or send everything twice."""
        place = self._random.randrange(1, len(raw))
        strange = self._random.randbytes(self._random.choice((1, 4, 200)))
        return self._random.choice((raw[:place], raw[:place] + strange + raw[place + 4 :], strange + raw, raw + raw))


def _with_fields(asked: Asked, fields: list[tuple[str, str]]) -> Asked:
    """Return a form with these fields, whose values are encoded already."""
    return replace(asked, body="&".join(f"{name}={value}" for name, value in fields).encode("latin-1", "replace"))


def _spoilt(signed: str) -> str:
    """Return something signed with another letter in its middle."""
    middle = len(signed) // 2
    return signed[:middle] + ("a" if signed[middle] != "a" else "b") + signed[middle + 1 :]
