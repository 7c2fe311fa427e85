"""Brings templates into form: indents them, and breaks long lines only where a page shows nothing of it.

No formatter of HTML that we know keeps Jinja's `trim_blocks` and `lstrip_blocks` in mind: djlint puts spaces between
inline elements, and leaves lines of any length. Here a line is broken at spaces, beside block elements, inside tags and
expressions, and beside Jinja's tags, which then say `-`. What comes out is compared with what went in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from template_meaning import BLOCKS, Changed, meaning
from template_parts import LIMIT, Part, broken_expression, broken_tag, listed_tag

_JINJA: Final = re.compile(r"\{%[-+]?(.*?)[-+]?%\}|\{\{-?(.*?)-?\}\}|\{#-?(.*?)-?#\}", re.DOTALL)
_HTML: Final = re.compile(r"<!--.*?-->|<[!/]?[a-zA-Z](?:\"[^\"]*\"|[^\">])*>", re.DOTALL)
_PLACE: Final = 0xE000  # a character of its own stands for each part of Jinja while HTML is read
_BREAK: Final = "\x01"  # a line ended here, of which nothing is shown
_VOID: Final = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr", "doctype"]
)
_KEEP: Final = frozenset(("pre", "textarea"))
_OPENS: Final = frozenset(["if", "for", "macro", "block", "call", "filter", "with", "autoescape"])
_WAYS: Final = (("tag", broken_tag), ("expr", broken_expression), ("block", broken_expression), ("tag", listed_tag))
_TIMES: Final = 12  # passes until nothing changes


@dataclass
class Token:
    """A tag, a word, or a part of Jinja, with what stands before it."""

    kind: str  # tag, word, block, expr, note
    text: str
    space: bool = False  # whether whitespace is shown before it
    hard: bool = False  # whether the author ended the line before it
    level: int = 0  # how deep the place before it lies
    indent: int = 0
    kept: bool = False  # whether whitespace before it counts, as in <pre>
    marks: list[bool] = field(default_factory=lambda: [False, False])  # `-` at its left and right

    @property
    def name(self) -> str:
        """Return the name of a tag or of a block."""
        found = re.match(r"[</!]*(\w+)" if self.kind == "tag" else r"\{%\s*(\w+)", self.text)
        return found[1].lower() if found else ""

    @property
    def closes(self) -> bool:
        """Whether this is an end tag."""
        return self.kind == "tag" and self.text.startswith("</")

    @property
    def opens(self) -> bool:
        """Whether this is a start tag that an end tag follows."""
        lone = self.closes or self.text.endswith("/>") or self.text.startswith("<!--") or self.name in _VOID
        return self.kind == "tag" and not lone

    @property
    def jinja(self) -> bool:
        """Whether this is a part of Jinja."""
        return self.kind in ("block", "expr", "note")

    @property
    def trims(self) -> bool:
        """Whether Jinja takes away the end of the line after it and the indentation before it."""
        return self.kind in ("block", "note")

    def shown(self) -> str:
        """Return it as it is written, on one line."""
        if not any(self.marks) or not self.jinja:
            return self.text
        left, right = ("-" if mark else "" for mark in self.marks)
        return f"{self.text[:2]}{left}{self.text[2:-2]}{right}{self.text[-2:]}"


def formed(source: str, called: str = "a template") -> str:
    """Return a template in form.

    Raises:
        Changed: A page would show something else.
    """
    before = source
    for _ in range(_TIMES):
        after = _once(before)
        if after == before:
            break
        before = after
    else:
        raise Changed(f"{called} is not in form after {_TIMES} passes")
    if meaning(source) != meaning(before):
        raise Changed(f"{called} would show something else if it were brought into form")
    return before


def _once(source: str) -> str:
    tokens = _tokens(source)
    _deepen(tokens)
    lines: list[str] = []
    start = 0
    for place in range(1, len(tokens) + 1):
        if place == len(tokens) or (tokens[place].hard and _may_break(tokens, place)):
            _lay(tokens, start, place, lines)
            start = place
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _tokens(source: str) -> list[Token]:
    """Return the parts of a template; whitespace that Jinja takes away is not counted."""
    parts: list[str] = []
    at = 0
    texts = []
    for found in _JINJA.finditer(source):
        texts.append(source[at : found.start()])
        parts.append(found[0])
        at = found.end()
    texts.append(source[at:])
    for index, part in enumerate(parts):
        trims = not part.startswith("{{")
        texts[index] = _before(texts[index], stripped=part[2] == "-", trims=trims)
        texts[index + 1] = _after(texts[index + 1], stripped=part[-3] == "-", trims=trims)
    text = texts[0].lstrip() + "".join(chr(_PLACE + index) + after for index, after in enumerate(texts[1:]))
    clean = [re.sub(r"^(..)[-+]?\s*(.*?)\s*[-+]?(..)$", r"\1 \2 \3", part, flags=re.DOTALL) for part in parts]
    return _read(text.rstrip().rstrip(_BREAK), clean)


def _before(text: str, *, stripped: bool, trims: bool) -> str:
    if stripped:
        kept = text.rstrip(f" \t\n{_BREAK}")
        return kept + _BREAK if "\n" in text[len(kept) :] or _BREAK in text[len(kept) :] else kept
    return re.sub(rf"([\n{_BREAK}])[ \t]+$", r"\1", text) if trims else text


def _after(text: str, *, stripped: bool, trims: bool) -> str:
    if stripped:
        kept = text.lstrip()
        return _BREAK + kept if "\n" in text[: len(text) - len(kept)] else kept
    return _BREAK + text[1:] if trims and text.startswith("\n") else text


def _read(text: str, parts: list[str]) -> list[Token]:
    tokens: list[Token] = []
    gap = ""
    keeps = False

    def add(kind: str, words: str) -> None:
        nonlocal gap
        tokens.append(Token(kind, words, bool(re.search(r"[ \t\n]", gap)), "\n" in gap or _BREAK in gap, kept=keeps))
        gap = ""

    def restored(words: str) -> str:
        return re.sub("[\ue000-\uf8ff]", lambda found: parts[ord(found[0]) - _PLACE], words.replace(_BREAK, ""))

    at = 0
    pattern = re.compile(
        rf"({_HTML.pattern})|([\ue000-\uf8ff])|([ \t\n{_BREAK}]+)|([^<\ue000-\uf8ff \t\n{_BREAK}]+|<)", re.DOTALL
    )
    while at < len(text):
        found = pattern.match(text, at)
        assert found
        at = found.end()
        tag, jinja, space, word = found.groups()
        if space:
            gap += space
        elif tag:
            closing = tag.startswith("</")
            if closing and re.match(r"</(pre|textarea)", tag):
                add("tag", restored(tag))
                keeps = False
            else:
                add("tag", restored(_joined_tag(tag)))
                keeps = keeps or tokens[-1].name in _KEEP
        elif jinja:
            part = parts[ord(jinja) - _PLACE]
            add({"{%": "block", "{{": "expr", "{#": "note"}[part[:2]], part)
        else:
            add("word", word)
    return tokens


def _joined_tag(tag: str) -> str:
    """Return a tag on one line; a line that was broken inside a value leaves nothing there."""
    parts = re.split(r"(\"[^\"]*\")", tag)
    return "".join(
        re.sub(r"\s+", " ", part.replace(_BREAK, "" if index % 2 else " ")) for index, part in enumerate(parts)
    )


def _deepen(tokens: list[Token]) -> None:
    """Say of each token how deep it lies: in elements and in blocks."""
    stack: list[str] = []
    for token in tokens:
        token.level = len(stack)
        name = f"%{token.name}" if token.kind == "block" else token.name
        if token.closes and name in stack and not any(inner.startswith("%") for inner in stack[_last(stack, name) :]):
            del stack[_last(stack, name) :]
        ends = token.kind == "block" and (token.name.startswith("end") or token.name in ("else", "elif"))
        if ends:
            while stack and not stack[-1].startswith("%"):
                stack.pop()
            opened = stack.pop() if stack else ""
        token.indent = len(stack)
        if ends and token.name in ("else", "elif"):
            stack.append(opened)
        elif token.opens or (token.kind == "block" and (token.name in _OPENS or _sets_block(token))):
            stack.append(name)


def _last(stack: list[str], name: str) -> int:
    return len(stack) - 1 - stack[::-1].index(name)


def _sets_block(token: Token) -> bool:
    return token.name == "set" and "=" not in token.text


def _harmless(before: Token, after: Token) -> bool:
    """Whether whitespace between two tokens may come and go: beside a block element, or next to its content."""
    if before.opens and (after.jinja or after.closes):
        return False  # an element that is empty stays empty
    if after.closes and before.jinja:
        return False
    return any(token.kind == "tag" and token.name in BLOCKS for token in (before, after))


def _may_break(tokens: list[Token], place: int) -> bool:
    before, after = tokens[place - 1], tokens[place]
    if after.kept:
        return False
    if _harmless(before, after):
        return True
    if after.space:
        return not (before.trims and (after.trims or after.indent == 0))
    return before.jinja or after.jinja


def _structural(tokens: list[Token], place: int) -> bool:
    before, after = tokens[place - 1], tokens[place]
    return _harmless(before, after) or before.kind == "block" or after.kind == "block"


def _break(tokens: list[Token], place: int) -> None:
    """End the line before a token, and mark what has to take the whitespace away again."""
    if place >= len(tokens):
        return
    before, after = tokens[place - 1], tokens[place]
    if after.space or _harmless(before, after) or (before.trims and (after.trims or after.indent == 0)):
        return
    if before.trims:
        before.marks[1] = True
    elif after.jinja:
        after.marks[0] = True
    else:
        before.marks[1] = True


def _flat(tokens: list[Token], start: int, end: int) -> str:
    rest = (f" {token.shown()}" if token.space else token.shown() for token in tokens[start + 1 : end])
    return tokens[start].shown() + "".join(rest)


def _lay(tokens: list[Token], start: int, end: int, lines: list[str]) -> None:
    """Lay tokens in lines: on one if there is room, else broken where they lie least deep."""
    if end < len(tokens):
        _break(tokens, end)
    margin = "  " * tokens[start].indent
    if len(margin) + len(_flat(tokens, start, end)) <= LIMIT:
        lines.append(margin + _flat(tokens, start, end))
        return
    places = [place for place in range(start + 1, end) if _may_break(tokens, place)]
    if not places:
        lines.extend(_taken_apart(tokens, start, end, margin))
        return
    least = min(tokens[place].level for place in places)
    cuts = [place for place in places if tokens[place].level == least]
    first = start
    for index, cut in enumerate(cuts):
        following = cuts[index + 1] if index + 1 < len(cuts) else end
        room = LIMIT - 2 * tokens[first].indent - 2
        if not _structural(tokens, cut) and len(_flat(tokens, first, following)) <= room:
            continue
        _lay(tokens, first, cut, lines)
        first = cut
    _lay(tokens, first, end, lines)


def _taken_apart(tokens: list[Token], start: int, end: int, margin: str) -> list[str]:
    """Return lines of tokens between which nothing may stand: tags are broken between attributes, then expressions."""
    parts = [
        Part(" " if index > start and tokens[index].space else "", tokens[index].shown(), tokens[index].kind)
        for index in range(start, end)
    ]
    whole = [part.text for part in parts]
    for kind, take in _WAYS:
        chosen = [index for index, part in enumerate(parts) if part.kind == kind]
        for index in sorted(chosen, key=lambda index: -len(whole[index])):
            lines = (margin + "".join(part.before + part.text for part in parts)).split("\n")
            if max(map(len, lines)) <= LIMIT:
                return lines
            parts[index].text = take(whole[index], margin)
    return (margin + "".join(part.before + part.text for part in parts)).split("\n")
