"""Answers as text in which nothing depends on the moment, the machine or the form of a template's source."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from http import HTTPStatus
from typing import Any

from recording.folder import as_lines
from recording.server import Answer, Server

_SILENT = ("date", "content-length", "etag", "last-modified", "connection", "keep-alive")
_RAW = ("pre", "textarea", "script", "style")  # where spaces count
_INLINE = (
    *("a", "abbr", "b", "button", "code", "em", "i", "img", "input", "kbd", "label", "output"),
    *("select", "small", "span", "strong", "sub", "sup", "svg", "textarea", "time"),
)
_SECONDS = r"(?:seconds?|Sekunden?|secondes?|second[oi]|minutes?|Minuten?|minut[oi])"
_REPLACED = (
    (re.compile(r"(stammtisch(?:-host)?)=[^;]+"), r"\1=<signed>"),
    (re.compile(r"\b1[789]\d{8}(?:\.\d+)?\b"), "<time>"),
    (re.compile(r"\b20\d\d-\d\d-\d\d \d\d:\d\d\b"), "<minute of a day>"),
    (re.compile(r"expires=[^;]+"), "expires=<date>"),
    (re.compile(rf"\b\d+ {_SECONDS}\b"), "<seconds>"),
    (re.compile(r'(["\']token["\']: )"[^"]+"'), r'\1"<token>"'),
    (re.compile(r"/static/[0-9a-f]{16}/"), "/static/"),
    (re.compile(r"(/static/[^\"'?\s]+)\?[^\"'\s]+"), r"\1?<version>"),
)


class _Pieces(HTMLParser):
    """Takes a page apart: one tag a line, one text a line, spaces collapsed, attributes quoted alike.

    A space between two things that stand in one line is seen, so it has a line of its own: `␠`.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._text = ""
        self._raw = 0
        self._space = self._inline = False  # whether a space came last, and before it something inline

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag with its attributes in their order; those whose spaces do not count have single ones."""
        self._end_text()
        if ("class", "qrline") in attrs:  # the squares of a QR code show the port
            attrs = [one for one in attrs if one[0] != "d"]
        given = [f'{name}="{_attribute(name, value)}"' if value is not None else name for name, value in attrs]
        if ("name", "mark") in attrs:
            given = ["<mark>" if text.startswith("value=") else text for text in given]
        self._add(f"<{' '.join([tag, *given])}>", inline=tag in _INLINE)
        self._raw += tag in _RAW

    def handle_endtag(self, tag: str) -> None:
        """Note the end of a tag."""
        self._end_text()
        self._add(f"</{tag}>", inline=tag in _INLINE)
        self._raw -= tag in _RAW

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag without content, which is written <a/> or <a>."""
        self.handle_starttag(tag, attrs)
        self._raw -= tag in _RAW

    def handle_data(self, data: str) -> None:
        """Note some text."""
        self._text += data

    def handle_decl(self, decl: str) -> None:
        """Note what kind of page it is."""
        self.lines.append(f"<!{decl}>")

    def _end_text(self) -> None:
        text, self._text = self._text, ""
        if self._raw and text:
            self._add("|" + json.dumps(text, ensure_ascii=False)[1:-1], inline=True)
            return
        self._space |= text[:1].isspace()
        if kept := re.sub(r"[ \t\r\n]+", " ", text).strip(" "):
            self._add("|" + kept, inline=True)
            self._space = text[-1:].isspace()

    def _add(self, line: str, *, inline: bool) -> None:
        if self._space and self._inline and inline:
            self.lines.append("␠")
        self.lines.append(line)
        self._space, self._inline = False, inline

    def close(self) -> None:
        """Note what comes last."""
        super().close()
        self._end_text()


def _attribute(name: str, value: str) -> str:
    return value if name in ("value", "placeholder") else re.sub(r"\s+", " ", value).strip()


def html_lines(text: str) -> list[str]:
    """Return a page or a part of one, a line for each tag and text."""
    pieces = _Pieces()
    pieces.feed(text)
    pieces.close()
    return pieces.lines


def steady(text: str, server: Server) -> str:
    """Replace what depends on the moment or the machine."""
    text = text.replace(server.host, "<host>").replace(f":{server.port}", ":<port>")
    for pattern, replacement in _REPLACED:
        text = pattern.sub(replacement, text)
    return text


def shown(answer: Answer, server: Server, *secrets: str) -> str:
    """Return an answer as text: status, headers, body; `secrets` are ids that were drawn by chance.

    Raises:
        RuntimeError: We were too fast for the server, so that it did not answer.
    """
    if answer.status == HTTPStatus.TOO_MANY_REQUESTS:
        raise RuntimeError("the recording asks more often than a person may; let several people ask")
    lines = [f"{answer.status}"]
    lines += sorted(f"{name}: {_ordered(name, value)}" for name, value in answer.headers if name not in _SILENT)
    kind = "".join(answer.header("content-type"))
    body = answer.body.decode()
    if "html" in kind:
        lines += ["", *html_lines(body)]
    elif "json" in kind and body:
        lines += ["", as_lines(json.loads(body))]
    else:
        lines += ["", body]
    text = steady("\n".join(lines), server)
    for secret in filter(None, secrets):
        text = text.replace(secret, "<drawn>")
    return text


def _ordered(name: str, value: str) -> str:
    return ", ".join(sorted(value.split(", "))) if name == "allow" else value


def message_lines(message: str, server: Server) -> str:
    """Return what a socket was sent; regions are parts of pages."""
    found: dict[str, Any] = json.loads(message)
    for name, text in found.get("regions", {}).items():
        found["regions"][name] = html_lines(text)
    return steady(as_lines(found), server)
