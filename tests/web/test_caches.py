"""What pages remember has an end: no function of what people can vary keeps all that it was ever asked."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "src" / "stammtisch" / "web"

# Caches without a bound that have an end of themselves: by file and function, under what they have one entry for each.
ENDED = {
    "card, value, colour, sign or mood that we have drawn, in a language of ours": {
        ("art/cockroach.py", "roach"),
        ("art/signs.py", "sign"),
        ("games/combo/board.py", "_made"),
        ("games/combo/cards_art.py", "sign"),
        ("games/combo/cards_art.py", "emblem"),
        ("games/combo/cards_art.py", "piece"),
        ("games/combo/cards_art.py", "inside"),
        ("games/combo/cards_art.py", "token"),
        ("games/combo/cards_art.py", "wants"),
        ("games/gang/cards_art.py", "emblem"),
        ("games/gang/cards_art.py", "bust"),
        ("games/gang/cards_art.py", "chip"),
        ("games/gang/cards_art.py", "inside"),
        ("games/gang/hero.py", "_picture"),
        ("games/gang/page.py", "_printed"),  # the politician costs as much as there are crooks, which seats decide
        ("games/gang/page.py", "_made"),
        ("games/gang/portraits/portrait.py", "portrait"),
        ("games/gang/poster.py", "poster"),
        ("games/party/parts.py", "chip"),
        ("games/party/wardrobe.py", "guest"),
        ("live/talk.py", "_told"),
    },
    "installed game, in a language of ours": {
        ("pages/start.py", "_pitch"),
        ("tables/lessons.py", "lesson_in"),
        ("view/rule_pictures.py", "moment"),  # asked by `plates_of` alone
        ("view/rule_pictures.py", "plates_of"),
        ("view/scene.py", "_look"),
        ("view/scene.py", "_face"),
    },
    "template, or look of a table, of ours": {
        ("view/render.py", "Pieces"),
        ("view/render.py", "_template"),
        ("view/render.py", "_templates"),
    },
}


def _is_unbounded(cache: ast.expr) -> bool:
    """Whether it is `cache`, or `lru_cache` without an end."""
    called = cache.func if isinstance(cache, ast.Call) else cache
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    if name != "lru_cache" or not isinstance(cache, ast.Call):
        return name == "cache"  # a bare `lru_cache` has an end
    sizes = [*cache.args[:1], *(given.value for given in cache.keywords if given.arg == "maxsize")]
    return any(isinstance(size, ast.Constant) and size.value is None for size in sizes)


def unbounded(source: str) -> Iterator[str]:
    """Yield the functions of a module whose caches have no bound, but those that are asked only one thing."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            asked = (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
            if any(asked) and any(map(_is_unbounded, node.decorator_list)):
                yield node.name
        elif isinstance(node, ast.Call) and _is_unbounded(node.func) and node.args:
            yield ast.unparse(node.args[0])
        elif isinstance(node, ast.ImportFrom) and node.module == "functools":
            yield from (f"{one.name} as {one.asname}" for one in node.names if one.asname)


def test_whatever_people_can_vary_is_kept_within_bounds() -> None:
    found = [
        (path.relative_to(WEB).as_posix(), name)
        for path in sorted(WEB.rglob("*.py"))
        for name in unbounded(path.read_text(encoding="utf-8"))
    ]

    assert len(found) == len(set(found))
    assert set(found) == set().union(*ENDED.values()), "give it a bound, or say here why it has an end"


@pytest.mark.parametrize(
    "planted",
    [
        "@cache\ndef board(rows: tuple[int, ...]) -> str: ...",
        "@functools.cache\ndef board(*, rows): ...",
        "@lru_cache(None)\ndef board(rows): ...",
        "@functools.lru_cache(maxsize=None)\ndef board(*rows): ...",
        "class Page:\n    @cache\n    def board(self): ...",
        "kept = cache(board)",
        "kept = lru_cache(None)(board)",
    ],
)
def test_a_cache_without_an_end_is_found(planted: str) -> None:
    assert list(unbounded(planted)) == ["board"]


def test_a_cache_that_goes_by_another_name_is_found() -> None:
    assert list(unbounded("from functools import cache as kept")) == ["cache as kept"]


@pytest.mark.parametrize(
    "bounded",
    ["@cache\ndef board(): ...", "@lru_cache(64)\ndef board(rows): ...", "@lru_cache\ndef board(rows): ..."],
)
def test_a_cache_with_an_end_is_none(bounded: str) -> None:
    assert list(unbounded(bounded)) == []
