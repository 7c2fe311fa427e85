"""The page about security promises nothing that is not tested: every test that it names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = [
    (file, name)
    for file, names in re.findall(r"`(tests/[\w/]+\.py)`(?: \(([^)]*)\))?", PAGE)
    for name in re.findall(r"`(test_\w+)`", names) or [""]
]


@pytest.mark.parametrize(("file", "name"), sorted(set(NAMED)))
def test_a_test_that_the_page_names_is_there(file: str, name: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")

    assert (f"def {name}(" if name else "def test_") in text


def test_everything_that_was_found_is_among_the_promises_with_what_was_seen_and_a_test() -> None:
    found = [*(f"S{number}" for number in range(1, 11)), "R1", "R2"]
    promised, _, before = PAGE.partition("## What was found before")

    assert [finding for finding in found if not re.search(rf"\b{finding}\b", promised)] == []
    assert re.findall(r"^\| (\w\d+) \|.*`tests/", before, re.MULTILINE) == found


def test_every_promise_names_a_test() -> None:
    promised = PAGE.partition("## What is not promised")[0].split("\n- ")[1:]

    assert len(promised) > 10
    assert [promise for promise in promised if "Tested by `tests/" not in promise] == []
