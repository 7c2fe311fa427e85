"""Pages of studies in a browser without network: on a laptop and on a phone, in another language, for everybody."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize

from stammtisch.study.block import DealBlock, play_block
from stammtisch.study.experiments.experiment import Experiment
from stammtisch.study.goals.pareto import pareto
from stammtisch.study.plan import StudyPlan, make_plan
from stammtisch.study.report.page import render_page
from stammtisch.study.results import results_of
from tests.e2e.conftest import LAPTOP, PHONE

ASKED = {
    "skill": (Experiment(skill=True), ("What thinking is worth", "Was Nachdenken bringt")),
    "without": (
        Experiment(without=("hide 1 or hide 2", "turn 3")),
        ("What it costs to go without", "Was der Verzicht kostet"),
    ),
    "openings": (Experiment(drawn=True), ("Openings of seat 1", "Eröffnungen von Platz 1")),
}  # each question with the name of its plot


def _write(plan: StudyPlan, blocks: int, path: Path) -> Path:
    """Play so many blocks of each cell, and write their page."""
    games = [
        [game for number in range(blocks) for game in play_block(DealBlock(index, number, cell)).games]
        for index, cell in enumerate(plan.cells)
    ]
    results = results_of(plan, games)
    front = pareto(results.cells, plan.goals) if plan.goals else None
    path.write_text(render_page(results, front, "en"), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page of a small study of two variants."""
    goals = ("balance:max", "minutes:..1", "win.0:48%..52%")
    plan = make_plan("duel", {}, {"spaces": [1, 3]}, ("easy", "random"), 3, goals=goals)
    return _write(plan, 4, tmp_path_factory.mktemp("study") / "study.html")


@pytest.fixture(scope="module")
def asked_pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Write a page for each question."""
    folder, pages = tmp_path_factory.mktemp("asked"), dict[str, Path]()
    for question, (asked, _) in ASKED.items():
        plan = make_plan("duel", {"spaces": 1, "first_bluffer": "0"}, {}, None, 3, asked)
        pages[question] = _write(plan, 1, folder / f"{question}.html")
    return pages


def _open(browser: Browser, page_file: Path, size: ViewportSize, troubles: list[str]) -> Page:
    """Open a page without network, and note what goes wrong."""
    page = browser.new_context(viewport=size, offline=True).new_page()
    page.on("console", lambda message: troubles.append(message.text))
    page.on("requestfailed", lambda request: troubles.append(request.url))
    page.goto(page_file.as_uri())
    return page


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_study_is_read_without_network_and_in_any_of_its_languages(
    browser: Browser, page_file: Path, size: ViewportSize
) -> None:
    troubles = list[str]()
    page = _open(browser, page_file, size, troubles)

    assert page.get_by_role("heading", level=1).all_inner_texts() == ["Cockroach Duel: a study"]
    assert page.get_by_role("img", name="Who wins").count() == 2
    assert page.get_by_role("img", name="Minutes and Seat 1 wins").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Deutsch").check()
    assert [text.endswith(": eine Studie") for text in page.get_by_role("heading", level=1).all_inner_texts()] == [True]
    assert page.get_by_role("img", name="Wer gewinnt").count() == 2
    assert [violation["id"] for violation in Axe().run(page).response["violations"]] == []
    assert troubles == []


@pytest.mark.parametrize("question", ASKED)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_what_was_asked_beyond_the_usual_is_read_without_network_too(
    browser: Browser, asked_pages: dict[str, Path], size: ViewportSize, question: str
) -> None:
    troubles, (asked, names) = list[str](), ASKED[question]
    page = _open(browser, asked_pages[question], size, troubles)

    assert page.get_by_role("img", name=names[0]).count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert shlex.join(asked.words) in page.get_by_text("The same command gives the same numbers").inner_text()
    page.get_by_label("Deutsch").check()
    assert page.get_by_role("img", name=names[1]).count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [violation["id"] for violation in Axe().run(page).response["violations"]] == []
    assert troubles == []


def test_on_paper_everything_is_there_that_is_folded_on_a_screen(browser: Browser, page_file: Path) -> None:
    page = _open(browser, page_file, LAPTOP, [])
    folded = page.locator("article[lang=en] details table")
    lengths = page.get_by_role("img", name="How long it takes: Steps")

    assert [table.is_visible() for table in folded.all()] == [False] * 5
    assert lengths.count() == 2
    page.emulate_media(media="print")
    assert [table.is_visible() for table in folded.all()] == [True] * 5
    assert lengths.count() == 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not page.get_by_label("Deutsch").is_visible()
    assert not page.locator("article[lang=de] table").first.is_visible()
