"""What was found on an older commit is tried on this checkout as it was there, and every row says that it is mended."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.web.attacks.findings.tried import tried

PAGE = (Path(__file__).parents[4] / "docs" / "security.md").read_text(encoding="utf-8")


@pytest.mark.deep
def test_nothing_is_as_it_was_found(tmp_path: Path) -> None:
    seen = tried(sys.executable, str(tmp_path))
    page = re.findall(r"^\| (\w\d+) \| (.*?) \| as found: .* \| mended: .* \|$", PAGE, re.MULTILINE)

    assert [one for one in seen if one.as_found] == []
    assert [(one.finding, one.tried) for one in seen] == page, "the page has a row for each, seen on both"
