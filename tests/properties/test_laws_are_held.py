"""No law is only published: each is held over every game here, and against a planted fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.testing import LAWS

FILES = "\n".join(path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))


@pytest.mark.parametrize("law", LAWS)
def test_a_published_law_is_held_over_every_game_and_has_a_canary(law: str) -> None:
    assert f"hold({law}, subject, examples=" in FILES
    assert any(f"hold({law}, {subject}.planted(" in FILES for subject in ("DUEL", "EXACT", "subject"))
