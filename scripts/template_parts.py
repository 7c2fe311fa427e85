"""Breaks one tag or one expression of a template over several lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

LIMIT: Final = 120
_STEP: Final = "    "
_ATOM: Final = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\"(?:\{[{%].*?[%}]\}|[^\"])*\"|\s+|[^\s\"{]+|\{", re.DOTALL)
_WORD: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|\s+|[(\[{,]|[^\s\"'(\[{,]+")
_PATHS: Final = ("d=", "points=")


@dataclass
class Part:
    """What stands in a line."""

    before: str
    text: str
    kind: str


def filled(pieces: list[str], margin: str, first: str = "") -> str:
    """Return pieces with spaces between them, as many in a line as there is room for."""
    lines = [first]
    for piece in pieces:
        last = lines[-1]
        if last.strip() and len(last) + 1 + len(piece.split("\n")[0]) > LIMIT:
            lines.append(margin + piece)
        else:
            glue = " " if last.strip() and not re.match(r"\{%[^%]*%\} ", piece) else ""  # it brings its own space
            lines[-1] = last + glue + piece
        lines = "\n".join(lines).split("\n")
    return "\n".join(lines)


def listed_tag(tag: str, margin: str) -> str:
    """Return a tag with each attribute in a line of its own."""
    found = re.match(r"(<[\w!-]+)(.*?)(/?>)$", tag, re.DOTALL)
    if not found or not found[2].strip():
        return tag
    inner = margin + _STEP
    return f"\n{inner}".join((found[1], *(_shortened(piece, inner) for piece in _attributes(found[2])))) + found[3]


def broken_tag(tag: str, margin: str) -> str:
    """Return a tag with its attributes in several lines."""
    found = re.match(r"(<[\w!-]+)(.*?)(/?>)$", tag, re.DOTALL)
    if not found or not found[2].strip():
        return tag
    inner = margin + _STEP
    pieces = [_shortened(piece, inner) for piece in _attributes(found[2])]
    pieces[-1] += found[3]
    if len(margin) + len(tag) <= LIMIT:  # there is no room for what stands beside it
        return f"{found[1]}\n{filled(pieces, inner, inner)}"
    return filled(pieces, inner, margin + found[1]).removeprefix(margin)


def _attributes(text: str) -> list[str]:
    """Return what stands in a tag: attributes, and conditions around some, each as one piece."""
    pieces: list[str] = [""]
    depth = 0
    for atom in _ATOM.findall(text):
        if atom.startswith("{%"):
            word = atom.strip("{%- ").split()[0]
            if depth == 0 and word in ("if", "for"):
                pieces.append("")
            depth += (word in ("if", "for")) - word.startswith("end")
            pieces[-1] += atom
            if depth == 0 and word.startswith("end"):
                pieces.append("")
        elif atom.isspace() and depth == 0:
            pieces.append("")
        else:
            pieces[-1] += atom
    return [piece for piece in pieces if piece]


def _shortened(piece: str, margin: str) -> str:
    """Return an attribute, broken inside its value if it is longer than a line."""
    if len(margin) + len(piece) < LIMIT:
        return piece
    inner = margin + _STEP
    if piece.startswith(_PATHS):
        name, value = piece.split('"', 1)
        steps = [step.strip() for step in re.findall(r"[A-Za-z][^A-Za-z]*|[^A-Za-z ]+", value)]
        return f'{name}"{filled(steps, inner, margin).removeprefix(margin)}'
    parts = re.split(r"(?<=[}\w\"])(?=\{%-? *(?:if|for))", piece)
    if len(parts) > 1:
        return _joined(parts, margin)
    return re.sub(r"\{[{%].*?[%}]\}", lambda found: broken_expression(found[0], margin), piece, flags=re.DOTALL)


def _joined(parts: list[str], margin: str) -> str:
    """Return parts of a value below each other, with nothing between them."""
    lines = [parts[0]]
    for before, after in pairwise(parts):
        room = LIMIT - len(margin) - len(_STEP) - 2
        if len(lines[-1]) + len(after) <= room:
            lines[-1] += after
            continue
        lines.append(after if before.endswith("%}") else re.sub(r"^\{%-?", "{%-", after))
    return f"\n{margin}{_STEP}".join(lines)


def broken_expression(text: str, margin: str) -> str:
    """Return an expression or a block tag in several lines; a long string becomes several side by side."""
    found = re.match(r"(\{[{%]-?)\s*(.*?)\s*(-?[%}]\})$", text, re.DOTALL)
    if not found:
        return text
    inner = margin + _STEP
    pieces = [""]
    for word in _whole(found[2]):
        if word.isspace():
            pieces.append("")
        elif word[0] in "\"'" and len(inner) + len(word) > LIMIT - 10:
            pieces.extend(_divided(word, LIMIT - len(inner) - 10))
        else:
            pieces[-1] += word
            if word == "(":
                pieces.append("\0")
    pieces = [piece for piece in pieces if piece]
    lines = _wrapped(pieces, inner, f"{margin}{found[1]}")
    return f"{lines} {found[3]}".removeprefix(margin)


def _whole(text: str) -> list[str]:
    """Return the words of an expression; strings that stand side by side are one."""
    words: list[str] = []
    for word in _WORD.findall(text):
        side = len(words) > 1 and words[-1].isspace() and words[-2][0] == '"' == words[-2][-1]
        if word[0] == '"' and side and len(words[-2]) > 1:
            words.pop()
            words[-1] = words[-1][:-1] + word[1:]
        else:
            words.append(" " if word.isspace() else word)
    return words


def _divided(string: str, width: int) -> list[str]:
    quote, rest = string[0], string[1:-1]
    parts = []
    while len(rest) > width:
        at = rest.rindex(" ", 0, width) + 1
        parts.append(quote + rest[:at] + quote)
        rest = rest[at:]
    return [*parts, quote + rest + quote]


def _wrapped(pieces: list[str], margin: str, first: str) -> str:
    lines = [first]
    glue = " "
    for piece in pieces:
        text = piece.removeprefix("\0")
        glue = "" if piece.startswith("\0") else glue
        if lines[-1].strip() and len(lines[-1]) + len(glue) + len(text) + 5 > LIMIT:
            lines.append(margin + text)
        else:
            lines[-1] += glue + text
        glue = " "
    return "\n".join(lines)
