"""The pages with the rules of a game in a terminal, whole or one rule of them."""

from __future__ import annotations

import re
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from stammtisch.core.game import Game
from stammtisch.core.language import Say
from stammtisch.core.rules_page import as_anchor, read_page
from stammtisch.errors import StammtischError

_ANCHOR: Final = re.compile(r'<a id="rule-([a-z0-9-]+)"></a>')
_HTML: Final = re.compile(r"<!--.*?-->|</?a\b[^>]*>", re.DOTALL)
_HEADING: Final = re.compile(r"^(#+) ", re.MULTILINE)
_DEEPEST: Final = 6  # the level of the smallest headings


def rules_text(game: Game, say: Say, rule: str = "") -> RenderableType:
    """Return the rules of a game, or only one of them, in the reader's language if there is a page in it.

    Raises:
        StammtischError: The game has no page, or the page no such rule.
    """
    from rich.markdown import Markdown  # noqa: PLC0415  # slow to import, and most games are played without it

    page, language = rules_markdown(game, say.language, rule)
    if language == say.language:
        return Markdown(page)
    return Group(Text(say("There is no page in your language yet; this is the English one.")), Text(), Markdown(page))


def rules_markdown(game: Game, language: str, rule: str = "") -> tuple[str, str]:
    """Return the rules of a game, or only one of them, as Markdown without HTML, and the language they are in.

    Raises:
        StammtischError: The game has no page, or the page no such rule.
    """
    page, found = read_page(game, language)
    return _without_html(_section(page, rule) if rule else page), found


def _section(page: str, rule: str) -> str:
    """Return the part of a page that begins at a rule's anchor, with the heading that it stands below or above.

    Raises:
        StammtischError: There is none.
    """
    wanted = as_anchor(rule).removeprefix("rule-")
    anchors = {found[1]: found.end() for found in _ANCHOR.finditer(page)}
    if wanted not in anchors:
        raise StammtischError(f"no rule {rule!r}; there are {', '.join(anchors) or 'none'}")
    rest = _without_html(page[anchors[wanted] :]).lstrip()
    heading = _HEADING.match(rest)
    level = len(heading[1]) if heading else _DEEPEST
    following = (found for found in _HEADING.finditer(rest) if found.start() > 0 and len(found[1]) <= level)
    part = rest[: next((found.start() for found in following), len(rest))]
    above = [] if heading else re.findall(r"^#+ .*$", page[: anchors[wanted]], re.MULTILINE)[-1:]
    return "\n\n".join([*above, part])


def _without_html(page: str) -> str:
    return _HTML.sub("", page)
