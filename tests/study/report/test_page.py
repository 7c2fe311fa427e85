"""The page of a study: one file without network, in four languages, and what lies beside it."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from stammtisch.core.language import LANGUAGES, voice
from stammtisch.study.block import DealBlock, play_block
from stammtisch.study.measures.estimates import Measured
from stammtisch.study.measures.length import LENGTHS
from stammtisch.study.plan import make_plan
from stammtisch.study.report.page import cell_plots
from stammtisch.study.report.plots import courses, histogram, intervals, stack
from stammtisch.study.report.words import Form, describe, number
from stammtisch.study.results import CellResults, measure
from stammtisch.study.run import Stop
from stammtisch.study.study_game import study_game
from tests.sample.penny.rules import HANDS, STONES
from tests.study.conftest import Here

ELSEWHERE = re.compile(r"https?://|//[a-z]|@import|url\(|<script|<link|<img")


@pytest.fixture
def folder(penny: str, tmp_path: Path) -> Path:
    """Return a study of two small games side by side."""
    out = tmp_path / "it"
    study_game(penny, vary={"kind": [STONES, HANDS]}, stop=Stop(games=400), seed=9, out=out, backend=Here())
    return out


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.articles = dict[str, list[str]]()
        self.links = list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        if tag == "article":
            self.articles[about["lang"] or ""] = []
        if tag == "a":
            self.links.append(about["href"] or "")

    def handle_data(self, data: str) -> None:
        if self.articles and data.strip():
            self.articles[[*self.articles][-1]].append(data.strip())


def test_the_page_is_one_file_with_four_languages_whose_links_lead_to_what_lies_beside_it(folder: Path) -> None:
    page = (folder / "study.html").read_text(encoding="utf-8")
    reader = _Reader()
    reader.feed(page)
    texts = {language: " ".join(words) for language, words in reader.articles.items()}

    assert list(texts) == list(LANGUAGES)
    assert not ELSEWHERE.search(page)
    assert len(reader.links) == 4 * (4 + 4 * 2)
    assert [link for link in reader.links if not (folder / link).is_file()] == []
    for language, seldom in {"de": "zu selten, um", "en": "too seldom, by", "fr": "trop rarement, de"}.items():
        assert seldom in texts[language]
    assert "stammtisch study penny --vary kind=2,4 --bots easy --seed 9 --games 400" in texts["it"]
    assert len({len(words) for words in reader.articles.values()}) == 1, "all languages say the same"


def test_what_lies_beside_the_page_says_the_same(folder: Path) -> None:
    found = json.loads((folder / "measures.json").read_text(encoding="utf-8"))
    rows, games = (
        list(csv.DictReader((folder / name).read_text(encoding="utf-8").splitlines()))
        for name in ("measures.csv", "games.csv")
    )
    first = [game for game in games if game["cell"] == "0"]
    wins = sum(game["places"].split()[0] == "1" for game in first) / len(first)

    assert found["cells"][0]["measures"]["win.0"]["value"] == pytest.approx(wins)
    assert {float(row["value"]) for row in rows if row["cell"] == "0" and row["measure"] == "win.0"} == {wins}
    assert len(games) == 800
    assert (found["seed"], found["game"], found["version"]) == (9, "penny", 1)
    assert "| Seat 1 wins |" in (folder / "study.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("language", "said"), [("de", "34,1\xa0%"), ("en", "34.1%"), ("fr", "34,1\xa0%"), ("it", "34,1%")]
)
def test_numbers_follow_the_customs_of_a_language(language: str, said: str) -> None:
    assert number(0.341, Form.PERCENT, voice("stammtisch.study", language)) == said


def test_what_rounds_to_nothing_has_no_sign() -> None:
    assert number(-0.0004, Form.PERCENT, voice("stammtisch.study", "en")) == "0.0%"
    assert number(-0.0006, Form.PERCENT, voice("stammtisch.study", "en")) == "−0.1%"


def test_where_settings_are_compared_long_tables_are_folded_and_where_there_is_one_nothing_is(
    folder: Path, penny: str, tmp_path: Path
) -> None:
    study_game(penny, stop=Stop(games=20), seed=9, out=tmp_path / "one", backend=Here())
    pages = [(place / "study.html").read_text(encoding="utf-8") for place in (folder, tmp_path / "one")]

    assert [page.count("<details>") for page in pages] == [len(LANGUAGES) * (1 + 2), 0]
    assert [page.count("</details>") for page in pages] == [len(LANGUAGES) * (1 + 2), 0]


def test_every_plot_is_sound_and_says_what_it_shows() -> None:
    one, flat = Measured(0.4, 0.3, 0.5), Measured(1.0)

    def write(value: float) -> str:
        return f"{value:.1f}"

    drawn = [
        intervals("who & why", [("<b>", one), ("b", flat)], write, ("fair", 0.5)),
        histogram("who & why", [1.0, 2.0, 2.0], "minutes", write),
        histogram("who & why", [3.0, 3.0], "minutes", write),
        stack("who & why", [("luck", 0.25), ("rest", 0.75)], write),
        courses("who & why", list("abcdefgh"), [[1 / 8] * 8, [1, *[0] * 7]], "end", write),
    ]

    assert {ET.fromstring(plot).attrib["aria-label"] for plot in drawn} == {"who & why"}  # noqa: S314  # our own


def test_bars_hold_as_many_whole_numbers_each() -> None:
    def bars(values: list[float]) -> list[float]:
        drawn = str(histogram("", values, "", str))
        heights = [float(tall) for tall in re.findall(r'<rect [^>]* height="([^"]+)"', drawn)]
        return [tall / max(heights) for tall in heights]

    assert bars([1, 2, 2, 5, 3, 3]) == [0.5, 1, 1, 0, 0.5]
    assert bars([*range(48)]) == [1] * 24
    assert bars([0.5, 0.5]) == [1]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Die Hälfte der Partien braucht höchstens 2; neun von zehn 2 bis 3."),
        ("en", "Half of the games take up to 2; nine of ten 2 to 3."),
        ("fr", "La moitié des parties demandent au plus 2\xa0; neuf sur dix de 2 à 3."),
        ("it", "Metà delle partite richiede al massimo 2; nove su dieci da 2 a 3."),
    ],
)
def test_every_length_has_its_histogram_and_says_between_what_most_games_lie(
    penny: str, language: str, said: str
) -> None:
    cell, say = make_plan(penny, {"kind": STONES}, {}, ("random",), 3).cells[0], voice("stammtisch.study", language)
    games = [game for number in range(4) for game in play_block(DealBlock(0, number, cell)).games]
    plots = list(cell_plots(CellResults(cell, games, measure(cell, games)), say))
    headings = [say("How long it takes: {measure}", measure=describe(name, say).label) for name in LENGTHS]

    assert [plot.heading for plot in plots if plot.heading in headings] == headings
    assert [plot.caption for plot in plots].count(said) == 2, "of decisions and of steps, without chance the same"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_measure_has_words(language: str) -> None:
    say = voice("stammtisch.study", language)
    names = "win.0 bot.easy balance shared nobody unfinished minutes rounds decisions steps branching real lead_changes"
    names += " minutes.5 minutes.50 minutes.95 rounds.5 decisions.50 steps.95"
    names += " drama settled stability hidden luck.deal luck.seat luck.player luck.rest seat_beyond.0 bot_beyond.easy"
    names += (
        " leader.25 leader.50 leader.75 behind.25 behind.50 behind.75 stakes.second stakes.worst hopeless kingmaking"
    )
    names += " evaluators.apart evaluators.net evaluators.playouts evaluators.nearer"
    names += " opener.0 opener.1 opener_beyond.0 opener_beyond.1"
    labels = [describe(name, say) for name in names.split()]

    assert len({one.label for one in labels}) == len(labels)
    assert all(one.note.endswith(".") for one in labels)
