"""Reading the rules at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.core.language import LANGUAGES
from stammtisch.games.duel.rules import Rule
from tests.terminal.conftest import Stammtisch, install

TITLES = {
    "de": "Duell der Kakerlaken",
    "en": "Cockroach Duel",
    "fr": "Duel des cafards",
    "it": "Duello degli scarafaggi",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_can_be_read_in_every_language(stammtisch: Stammtisch, language: str) -> None:
    run = stammtisch("rules", "duel", "--lang", language)
    assert run.code == 0
    assert TITLES[language] in run.out.splitlines()[0]
    assert "<a" not in run.out
    assert "<!--" not in run.out
    assert max(map(len, run.out.splitlines())) <= 88


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", [rule.name for rule in Rule if rule])
def test_every_rule_can_be_read_alone(stammtisch: Stammtisch, language: str, rule: str) -> None:
    run = stammtisch("rules", "duel", "--lang", language, "--rule", rule)
    assert run.code == 0
    assert "<a" not in run.out
    assert 2 < len(run.out.splitlines()) < 30
    assert len(run.out) < len(stammtisch("rules", "duel", "--lang", language).out) / 3
    assert stammtisch("rules", "duel", "--lang", language, "--rule", "rule-" + rule.lower().replace("_", "-")) == run


def test_a_rule_that_is_not_there_is_answered_with_those_that_are(stammtisch: Stammtisch) -> None:
    run = stammtisch("rules", "duel", "--rule", "NO_SUCH_RULE")
    assert run.code == 2
    assert run.err.startswith("stammtisch: no rule 'NO_SUCH_RULE'; there are not-your-turn, not-an-action-now")


def _install(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install a game without pages and catalogues, and return its package."""
    package = folder / f"{name}s_game"
    install(folder, name, package.name, monkeypatch)
    package.mkdir()
    (package / "__init__.py").write_text(f'from tests.sample.exact import notation, rules, words\nNAME = "{name}"\n')
    return package


def test_other_peoples_games_bring_their_own_pages(
    stammtisch: Stammtisch, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = _install(tmp_path, "visitor", monkeypatch)
    assert stammtisch("rules", "visitor").err == "stammtisch: visitor has no page of rules\n"
    (package / "pages").mkdir()
    (package / "pages" / "en.md").write_text("# Exact\n\nTake as many as you bid.\n")
    assert "Take as many as you bid." in stammtisch("rules", "visitor").out
    german = stammtisch("rules", "visitor", "--lang", "de").out
    assert german.startswith("In deiner Sprache gibt es noch keine Seite")
    assert "Take as many as you bid." in german


def test_a_game_without_catalogues_is_played_in_english(
    stammtisch: Stammtisch, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _install(tmp_path, "hermit", monkeypatch)
    run = stammtisch("play", "hermit", "--lang", "de", "--seed", "1", typed="rules\n1\n")
    assert "Put a card aside" in run.out
    assert "Zu diesem Spiel gibt es keine Seite mit Regeln." in run.out
