"""The page of a study in a browser without network: on a laptop and on a phone, in another language, for everybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from stammtisch.study.block import DealBlock, play_block
from stammtisch.study.goals.pareto import pareto
from stammtisch.study.plan import make_plan
from stammtisch.study.report.page import render_page
from stammtisch.study.results import results_of
from tests.e2e.conftest import LAPTOP, PHONE


@pytest.fixture(scope="module")
def page_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page of a small study of two variants."""
    goals = ("balance:max", "minutes:..1", "win.0:48%..52%")
    plan = make_plan("duel", {}, {"spaces": [1, 3]}, ("easy", "random"), 3, goals=goals)
    games = [
        [game for number in range(4) for game in play_block(DealBlock(index, number, cell)).games]
        for index, cell in enumerate(plan.cells)
    ]
    path = tmp_path_factory.mktemp("study") / "study.html"
    results = results_of(plan, games)
    path.write_text(render_page(results, pareto(results.cells, plan.goals), "en"), encoding="utf-8")
    return path


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_study_is_read_without_network_and_in_any_of_its_languages(
    browser: Browser, page_file: Path, size: dict[str, int]
) -> None:
    troubles = list[str]()
    page = browser.new_context(viewport=size, offline=True).new_page()  # type: ignore[arg-type]
    page.on("console", lambda message: troubles.append(message.text))
    page.on("requestfailed", lambda request: troubles.append(request.url))
    page.goto(page_file.as_uri())

    assert page.get_by_role("heading", level=1).all_inner_texts() == ["Cockroach Duel: a study"]
    assert page.get_by_role("img", name="Who wins").count() == 2
    assert page.get_by_role("img", name="Minutes and Seat 1 wins").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Deutsch").check()
    assert [text.endswith(": eine Studie") for text in page.get_by_role("heading", level=1).all_inner_texts()] == [True]
    assert page.get_by_role("img", name="Wer gewinnt").count() == 2
    assert [violation["id"] for violation in Axe().run(page).response["violations"]] == []
    assert troubles == []
