"""The page of a game's rules, and the picture of a game for links that are shared."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any, Final

from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.responses import Response

from stammtisch.core.game import Game
from stammtisch.core.language import voice
from stammtisch.core.options import make_options
from stammtisch.core.rules_page import read_page, voice_of
from stammtisch.core.words.optional_words import goal
from stammtisch.errors import StammtischError
from stammtisch.web.pages.request import NotFound, PageRequest, find, title_of
from stammtisch.web.tables.lessons import lesson_in
from stammtisch.web.view.ending.picture import game_picture
from stammtisch.web.view.rule_pictures import illustrated
from stammtisch.web.view.scene import face_of, look_of
from stammtisch.web.worker_thread import in_worker_thread

_FOR_TERMINALS: Final = re.compile(r"<!-- terminal -->.*?<!-- /terminal -->\n*", re.DOTALL)
_CARDS: Final = re.compile(r"<code>([a-z]\d{1,2}(?: [a-z]\d{1,2})*)</code>")  # as in gang and combo
_SCROLLED: Final = (  # what may be wider than a phone is moved by itself, with keys too
    ("<pre>", '<pre tabindex="0">'),
    ("<table>", '<div class="wide" tabindex="0"><table>'),
    ("</table>", "</table></div>"),
)
_pages: Final = dict[tuple[str, str], tuple[list[tuple[str, str]], Markup]]()  # of installed games, in our languages


async def rules(page: PageRequest) -> Response:
    """The rules of a game, in the reader's language."""
    game = find(page.path["game"])
    if (game.NAME, page.language) not in _pages:
        try:
            _pages[game.NAME, page.language] = await in_worker_thread(_written, game, page.language)
        except StammtischError as error:
            raise NotFound from error
    contents, text = _pages[game.NAME, page.language]
    title = title_of(game, page.language)
    lesson = lesson_in(game.NAME, page.language) is not None
    about: dict[str, Any] = {"game": game, "cloth": look_of(game), "title": title, "lesson": lesson}
    return page.render("rules.html", text=text, contents=contents, **about)


async def picture(page: PageRequest) -> Response:
    """What a game looks like, as a picture for links to its tables, in the reader's language."""
    game, say = find(page.path["game"]), page.say
    options = make_options(game.rules, {})
    line = next(iter(goal(game, options, voice_of(game, page.language))), "")
    return await page.picture(game_picture(look_of(game), title_of(game, page.language), line, say, page.house))


def _written(game: Game, language: str) -> tuple[list[tuple[str, str]], Markup]:
    """Return the parts of a page of rules, and the page with its pictures."""
    text, language = read_page(game, language)
    contents, html = _with_contents(_FOR_TERMINALS.sub("", text))
    return contents, illustrated(_with_cards(html, game, language), game, language)


def _with_cards(html: Markup, game: Game, language: str) -> Markup:
    """Return a page with small cards where its text has them in the notation, if the game draws such."""
    chip = getattr(face_of(game), "chip", None)
    if chip is None:
        return html
    voices = voice("stammtisch.web", language), voice_of(game, language)

    def drawn(codes: re.Match[str]) -> str:
        return " ".join(chip(code, *voices) for code in codes[1].split())

    return Markup(_CARDS.sub(drawn, html))  # noqa: S704  # our own pages and drawings


def _with_contents(text: str) -> tuple[list[tuple[str, str]], Markup]:
    """Return the parts of a page of rules, by the name to jump to, and the page."""
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = markdown.parse(text)
    contents: list[tuple[str, str]] = []
    for cell in (token for token in tokens if token.attrs.pop("style", "") == "text-align:right"):
        cell.attrs["class"] = "number"
    for heading, words in pairwise(tokens):
        if heading.type == "heading_open" and heading.tag == "h2":
            heading.attrs["id"] = f"part-{len(contents) + 1}"
            contents.append((f"part-{len(contents) + 1}", words.content))
    html = markdown.renderer.render(tokens, markdown.options, {})
    for old, new in _SCROLLED:
        html = html.replace(old, new)
    return contents, Markup(html)  # noqa: S704  # our own pages
