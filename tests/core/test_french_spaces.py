"""In French a sign that stands apart from its word never begins or ends a line: the space between does not break."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
CATALOGUES = sorted((ROOT / "src").rglob("fr.po"))
TEXTS = sorted([*(ROOT / "src").rglob("fr.md"), *(ROOT / "docs").rglob("*.fr.md")])
BREAKS = re.compile(r"[^\n]* [;:?!»][^\n]*|[^\n]*« [^\n]*")


def _faults(text: str) -> list[str]:
    prose = re.sub(r"```.*?```|`[^`\n]*`|^\s*\|.*$", "", text, flags=re.DOTALL | re.MULTILINE)
    return [found.strip() for found in BREAKS.findall(prose)]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_no_sentence_breaks_before_a_sign_that_stands_apart(path: Path) -> None:
    catalogue = read_po(StringIO(path.read_text(encoding="utf-8")), locale="fr")
    told = [message.string for message in catalogue if message.id]
    said = [string for one in told for string in ([one] if isinstance(one, str) else one or ())]

    assert [fault for string in said for fault in _faults(string)] == []


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: "-".join(path.parts[-3:]))
def test_no_page_or_lesson_breaks_before_a_sign_that_stands_apart(path: Path) -> None:
    assert _faults(path.read_text(encoding="utf-8")) == []


def test_a_space_that_breaks_is_found() -> None:
    planted = "Bien : oui ; `si : x` et « non ». Vraiment\u00a0?\n| ? |\n"

    assert _faults(planted) == ["Bien : oui ;  et « non ». Vraiment\u00a0?"]
