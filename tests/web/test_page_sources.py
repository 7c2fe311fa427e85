"""Templates, styles and scripts of the pages: all are used, what they name exists, and no style hits another page."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "stammtisch" / "web"
STYLES = WEB / "static" / "styles"
SHEETS = sorted(STYLES.rglob("*.css"))
LONGEST = 500
GLOBAL = {
    "theme.css",
    "controls.css",
    "layout.css",
    "cards.css",
    "faces.css",
}  # what all pages share; every other sheet is scoped
GAMES = {path.name for path in (WEB / "templates" / "games").iterdir()}


def _bare(sheet: str) -> str:
    """Return a style sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)


def _selectors(sheet: str) -> set[str]:
    """Return the classes and ids that a sheet speaks of."""
    heads = re.findall(r"([^{};]+)\{", _bare(sheet))
    chosen = " ".join(head for head in heads if not head.strip().startswith(("@media", "@container", "@keyframes")))
    return set(re.findall(r"[.#]([a-zA-Z][\w-]*)", re.sub(r"\"[^\"]*\"", "", chosen)))


def _sources() -> str:
    """Return what can put a class or an id on a page: attributes in templates, strings in code; no prose."""
    found = []
    for path in sorted(WEB.rglob("*.html")):
        text = re.sub(r"say(?:\.count)?\((?:\s*\"[^\"]*\",?)+", "", path.read_text(encoding="utf-8"))
        found += re.findall(r"\b(?:class|id)=\"((?:\{[{%].*?[%}]\}|[^\"])*)\"", text, re.DOTALL)
        found += re.findall(r"\{% block (?:room|homely) %\}(.*?)\{% endblock %\}", text)  # the classes of a page
        found += [
            string for part in re.findall(r"\{[{%].*?[%}]\}", text) for string in re.findall(r"\"([^\"]*)\"", part)
        ]
    for path in sorted([*WEB.rglob("*.py"), *(ROOT / "src" / "stammtisch" / "games").rglob("*.py")]):
        text = path.read_text(encoding="utf-8")
        found += re.findall(r"(?:class|id)=\"([^\"]*)\"", text) + re.findall(r"\"([\w-]+)\"", text)
    for path in sorted(WEB.rglob("*.js")):
        found += re.findall(r"[\"`]([^\"`\n]*)[\"`]", path.read_text(encoding="utf-8"))
    return "\n".join(found)


def _unused(names: set[str], sources: str) -> list[str]:
    """Return the names that no source writes, whole or with a value at their end as in `own-{{ seat }}`."""
    words = set(re.findall(r"[a-zA-Z][\w-]*", sources))
    made = set(re.findall(r"([a-zA-Z][\w-]*-)\{", sources))
    return sorted(name for name in names - words if not any(name.startswith(start) for start in made))


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: str(path.relative_to(STYLES)))
def test_every_class_and_id_of_a_style_is_used_by_a_page(sheet: Path) -> None:
    assert _unused(_selectors(sheet.read_text(encoding="utf-8")), _sources()) == []


def test_a_selector_that_nothing_uses_is_found() -> None:
    planted = (
        "@scope (.combo) { .never-written:hover { color: red; } } @media print { #nor-this, .own-3 { margin: 0; } }"
    )

    assert _unused(_selectors(planted), _sources()) == ["never-written", "nor-this"]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: str(path.relative_to(STYLES)))
def test_no_sheet_is_too_long_to_read(sheet: Path) -> None:
    assert len(sheet.read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: str(path.relative_to(STYLES)))
def test_the_styles_of_a_page_or_game_are_scoped(sheet: Path) -> None:
    if sheet.name in GLOBAL and sheet.parent == STYLES:
        return
    text = _bare(sheet.read_text(encoding="utf-8"))
    if sheet.parent.name in GAMES:  # the tokens of a game, for whatever shows its cloth
        text = re.sub(rf"^\.{sheet.parent.name} \{{[^{{}}]*\}}", "", text.lstrip())
    depth, heads, head = 0, [], ""
    for letter in text:
        if letter == "{":
            heads += [head.strip()] if depth == 0 else []
            depth, head = depth + 1, ""
        elif letter == "}":
            depth, head = depth - 1, ""
        else:
            head += letter
    outside = [one for one in heads if not one.startswith(("@scope", "@keyframes"))]
    assert outside == []
    assert any(one.startswith("@scope") for one in heads)


def test_nothing_inside_a_game_ends_the_scope_of_its_styles() -> None:
    ends = {
        name
        for sheet in SHEETS
        for limit in re.findall(r"@scope \(.*\) to \((.*)\)", sheet.read_text(encoding="utf-8"))
        for name in re.findall(r"\.([\w-]+)", limit)
    }
    inside = {
        word
        for path in (WEB / "templates" / "games").rglob("*.html")
        for given in re.findall(
            r"\bclass=\"((?:\{[{%].*?[%}]\}|[^\"])*)\"", path.read_text(encoding="utf-8"), re.DOTALL
        )
        for word in re.findall(r"[a-zA-Z][\w-]*", given)
    }

    assert {"side", "top"} <= ends
    assert "offer" in inside
    assert ends & inside == set()


def test_every_file_of_the_pages_is_named_somewhere() -> None:
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in WEB.rglob("*")
        if path.suffix in {".py", ".html", ".js", ".css"}
    }
    texts |= {path: path.read_text(encoding="utf-8") for path in WEB.rglob("*.webmanifest")}
    lost = []
    for path in sorted([*(WEB / "static").rglob("*"), *(WEB / "templates").rglob("*.html")]):
        if path.is_dir():
            continue
        others = "\n".join(text for other, text in texts.items() if other != path)
        regional = path.parent.name == "regions" or path.parent.name in GAMES  # named as games/<look>/hand.html
        if f"{path.name}" not in others and not (regional and f"/{path.name}" in others):
            lost.append(str(path.relative_to(WEB)))
    by_region = {
        f"templates/regions/{name}.html" for name in ("ask", "coach", "end", "seats")
    }  # made by render.py of regions
    by_region |= {str(path.relative_to(WEB)) for path in (WEB / "templates" / "games").glob("*/hand.html")}
    assert sorted(set(lost) - by_region) == []


def test_every_file_that_a_page_or_style_names_exists() -> None:
    missing = []
    for path in [*WEB.rglob("*.html"), *SHEETS, *(WEB / "static" / "client").rglob("*.js")]:
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"/static/([\w./-]+\.\w+)", text):
            missing += [] if (WEB / "static" / name).exists() else [f"{path.name}: {name}"]
        for name in re.findall(r'"(\.\.?/[\w./-]+\.\w+)"', text):  # beside a style or a script
            missing += [] if (path.parent / name).exists() else [f"{path.name}: {name}"]
        for name in re.findall(r"[\"' ]((?:[\w<>-]+/)*[\w<>-]+\.html)\b", text):
            found = {game: (WEB / "templates" / name.replace("<game>", game)) for game in GAMES}
            missing += (
                []
                if any(file.exists() for file in found.values()) or name.startswith("/")
                else [f"{path.name}: {name}"]
            )
    assert missing == []


def test_the_sources_of_the_pages_are_in_form() -> None:
    answer = subprocess.run(  # noqa: S603  # our own script
        [sys.executable, ROOT / "scripts" / "pages_form.py", "--check"], capture_output=True, text=True, check=False
    )
    assert (answer.returncode, answer.stderr) == (0, "")


BRASS = re.compile(r"--brass|--glow|#e2a83f|#c98d22|#8a5a08")
WINNER = re.compile(r"\.(?:wins|took|takes|won|end-won|best)\b|\.hero > \.avatar")
LAST = re.compile(r"\.(?:card|ticket|slab)\.last$")


def _rules(sheet: Path) -> list[tuple[str, str]]:
    """Return the selectors of a sheet with what they set."""
    return [
        (head.strip(), body) for head, body in re.findall(r"([^{};]+)\{([^{}]*)\}", _bare(sheet.read_text("utf-8")))
    ]


def test_brass_marks_what_was_played_last_and_never_who_wins() -> None:
    rules = [rule for sheet in SHEETS if "combo" not in sheet.parts for rule in _rules(sheet)]
    winners = {head: body for head, body in rules if WINNER.search(head)}
    last = {head: body for head, body in rules if LAST.search(head)}

    assert len(winners) >= 6
    assert [head for head, body in winners.items() if BRASS.search(body)] == []
    assert [head for head, body in last.items() if not BRASS.search(body)] == []
    assert len(last) == 3


BUSY = re.compile(r"\[aria-busy|:indeterminate")  # something is worked out, and the page shows it


def test_nothing_moves_for_ever_but_what_shows_that_something_is_worked_out() -> None:
    rules = [rule for sheet in SHEETS for rule in _rules(sheet)]

    assert [head for head, body in rules if "infinite" in body and not BUSY.search(head)] == []
    assert any("infinite" in body for _, body in rules)
