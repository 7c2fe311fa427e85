"""Says what a template shows, apart from whitespace that no page shows."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final

from jinja2 import Environment, nodes

BLOCKS: Final = frozenset(  # elements beside which whitespace is not shown, and those of drawings
    [
        "html",
        "head",
        "body",
        "meta",
        "link",
        "title",
        "script",
        "main",
        "header",
        "footer",
        "nav",
        "section",
        "article",
        "aside",
        "div",
        "p",
        "h1",
        "h2",
        "h3",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "form",
        "fieldset",
        "legend",
        "details",
        "summary",
        "figure",
        "figcaption",
        "blockquote",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "option",
        "select",
        "pre",
        "path",
        "circle",
        "ellipse",
        "rect",
        "g",
        "line",
        "polyline",
        "polygon",
        "defs",
        "symbol",
        "use",
        "doctype",
    ]
)
_ENVIRONMENT: Final = Environment(trim_blocks=True, lstrip_blocks=True, autoescape=True)
_TAG: Final = re.compile(r"<[!/]?[a-zA-Z](?:\"[^\"]*\"|[^\">])*>", re.DOTALL)
_KEPT: Final = re.compile(r"(<(?:pre|textarea)\b.*?</(?:pre|textarea)>)", re.DOTALL)


class Changed(Exception):
    """A template would show something else."""


def meaning(source: str) -> str:
    """Return what a template shows; two that differ only in form give the same."""
    return "".join(
        part if _KEPT.fullmatch(part) else _plain(part) for part in _KEPT.split(_flat(_ENVIRONMENT.parse(source)))
    ).strip()


def _flat(node: nodes.Node) -> str:
    """Return the text of a template, with a word of its own for each part of Jinja."""
    if isinstance(node, nodes.TemplateData):
        return str(node.data)
    if isinstance(node, nodes.Output):
        return "".join(map(_flat, node.nodes))
    if isinstance(node, nodes.Expr):
        return f"\ue000{sha256(repr(node).encode()).hexdigest()[:12]}\ue001"
    parts = [f"\ue000{type(node).__name__}\ue001"]
    for _, value in node.iter_fields():
        for part in value if isinstance(value, list) else [value]:
            shown = _flat(part) if isinstance(part, nodes.Node) else f"\ue000{part!r}\ue001".replace('"', "'")
            parts += [shown]
    return "".join(parts) + "\ue002"


def _plain(text: str) -> str:
    text = re.sub(r"\s+", " ", _TAG.sub(lambda found: _plain_tag(found[0]), text))
    names = "|".join(map(re.escape, BLOCKS))
    text = re.sub(rf" ?(<[!/]?(?:{names})\ue003[^>]*>) ?", r"\1", text)
    return re.sub(r"(<svg\ue003[^>]*>) (?=<)|(?<=>) (?=</svg)", r"\1", text)


def _plain_tag(tag: str) -> str:
    def value(found: re.Match[str]) -> str:
        words = re.sub(r"\s+", " ", found[2])
        if found[1] in ("d", "points"):
            words = re.sub(r" ?([A-Za-z]) ?", r"\1", words).strip()
        return f'{found[1]}="{words}"'

    name, rest = re.fullmatch(r"(<[!/]?[\w-]+)(.*)", tag, re.DOTALL).groups()  # type: ignore[union-attr]  # it is a tag
    parts = re.split(r"([\w:-]+=\"[^\"]*\")", rest)
    return f"{name}\ue003" + "".join(
        re.sub(r"([\w:-]+)=\"([^\"]*)\"", value, part) if index % 2 else re.sub(r"\s+", "", part)
        for index, part in enumerate(parts)
    )
