"""No law is only published: each is held over every game here, and against a planted fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.testing import RESEARCH_LAWS, TABLE_LAWS

FILES = "\n".join(path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))


def test_a_table_asks_for_all_that_research_asks_for_and_for_words_besides() -> None:
    assert TABLE_LAWS.keys() - RESEARCH_LAWS.keys() == {"everything_is_said", "rules_are_on_the_page"}
    assert RESEARCH_LAWS.keys() <= TABLE_LAWS.keys()


@pytest.mark.parametrize("law", TABLE_LAWS)
def test_a_published_law_is_held_over_every_game_and_has_a_canary(law: str) -> None:
    assert f"hold({law}, subject, examples=" in FILES
    planted = [f"{subject}.planted(" for subject in ("DUEL", "EXACT", "TICTACTOE", "subject")]
    assert any(f"hold({law}, {fault}" in FILES for fault in (*planted, "replace("))
