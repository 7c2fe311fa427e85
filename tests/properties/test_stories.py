"""Golden transcripts: games that people have read, each of which tells one story; and the page behind every rule."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import IntEnum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from stammtisch import read_transcript, replay, write_transcript
from stammtisch.core.game import find_game, game_names
from stammtisch.core.language import LANGUAGES, Reader
from stammtisch.core.rules_page import voice_of
from stammtisch.core.transcripts.replay import follow_line, open_table
from stammtisch.errors import Refused, TranscriptError
from stammtisch.testing import Law, Subject, hold
from stammtisch.testing.text_laws import everything_is_said, rules_are_on_the_page
from tests.sample import exact
from tests.subjects import EXACT, SUBJECTS, TICTACTOE

TESTS = Path(__file__).parents[1]
PAGES = TESTS.parent / "docs" / "rules"
NOTATION = TESTS.parent / "docs" / "notation"
LONGEST = 250  # lines before the views; a whole match of party for two needs that many


def _stories(subject: Subject) -> list[Path]:
    folder = TESTS / "sample" if subject is EXACT else TESTS / "games" / subject.game.NAME
    return sorted((folder / "transcripts").glob("*.txt"))


STORIES = [(subject, path) for subject in SUBJECTS.values() for path in _stories(subject)]
every_story = pytest.mark.parametrize(("subject", "path"), STORIES, ids=[path.stem for _, path in STORIES])


@every_story
def test_a_story_replays_and_is_written_down_the_same(subject: Subject, path: Path) -> None:
    text = path.read_text("utf-8")
    comments = [line for line in text.splitlines() if line.startswith("#")]
    written = write_transcript(replay(text, subject.game), read_transcript(text).refusals(), comments, views=True)

    assert written == text
    assert comments, "a story is told first"
    assert text.partition("\nviews\n")[0].count("\n") < LONGEST


@every_story
def test_a_story_with_another_view_does_not_replay(subject: Subject, path: Path) -> None:
    text = path.read_text("utf-8")
    last = text.splitlines()[-1]
    changed = last[:-8] + ("0" * 8 if last[-8:] != "0" * 8 else "1" * 8)

    with pytest.raises(TranscriptError):
        replay(text.replace(last, changed), subject.game)


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_every_rule_refuses_something_in_a_story(subject: Subject) -> None:
    texts = [path.read_text("utf-8") for path in _stories(subject)]
    provoked = {line.refused_by for text in texts for line in read_transcript(text).play if line.refused_by}

    assert provoked == {rule.name for rule in subject.game.rules.Rule if rule}


@every_story
def test_every_refusal_of_a_story_has_its_sentence_in_every_language(subject: Subject, path: Path) -> None:
    game, transcript = subject.game, read_transcript(path.read_text("utf-8"))
    table = open_table(transcript, game)
    for line in transcript.play:
        if line.refused_by is None:
            follow_line(table, line)
        elif line.seat < table.seats:
            rule, action = table.rules.Rule[line.refused_by], game.notation.read(line.action)
            v, names = table.view(line.seat), ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
            told = {
                game.words.explain(rule, v, table.options, line.seat, action, Reader(voice_of(game, language), names))
                for language in LANGUAGES
            }
            assert len(told) == len(LANGUAGES), told


def _page(name: str, language: str) -> str:
    return (PAGES / (f"{name}.md" if language == "en" else f"{name}.{language}.md")).read_text("utf-8")


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_every_rule_and_every_phase_has_a_paragraph_of_the_rules_page(subject: Subject) -> None:
    languages = tuple(LANGUAGES) if subject.game.NAME in game_names() else ("en",)
    subject = replace(subject, languages=languages)

    hold(rules_are_on_the_page, subject, examples=60)


def test_the_law_notices_a_rule_without_a_paragraph() -> None:
    names: Any = [*(rule.name for rule in exact.rules.Rule), "NEW"]
    rules = SimpleNamespace(**{**vars(exact.rules), "Rule": IntEnum("Rule", names, start=0)})
    game: Any = SimpleNamespace(**{**vars(exact), "rules": rules})

    with pytest.raises(AssertionError, match='id="rule-new"></a> begins 0 paragraphs'):
        hold(rules_are_on_the_page, replace(EXACT, game=game, languages=("en",)))


@pytest.mark.parametrize("law", [rules_are_on_the_page, everything_is_said])
def test_the_laws_notice_a_language_that_is_only_promised(law: Law) -> None:
    with pytest.raises(AssertionError, match=r"no (page of rules|catalogue locale/de\.po)"):
        hold(law, replace(TICTACTOE, languages=("de",)))


@pytest.mark.parametrize("name", game_names())
def test_the_pages_have_the_same_anchors_in_every_language_in_the_same_order(name: str) -> None:
    assert len({tuple(re.findall(r'<a id="([^"]+)"', _page(name, one))) for one in LANGUAGES}) == 1


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_for_players_have_no_names_of_rules(name: str, language: str) -> None:
    assert not re.search(r"\b[A-Z]+_[A-Z_]+\b", _page(name, language))


def test_every_installed_game_is_under_test() -> None:
    assert set(game_names()) <= set(SUBJECTS)


@pytest.mark.parametrize("name", game_names())
def test_the_sample_on_a_page_of_notation_is_what_its_seed_deals(name: str) -> None:
    game, text = find_game(name), (NOTATION / f"{name}.md").read_text("utf-8")
    head, _, play = text.split("```\n")[1].partition("\n\n")
    table = open_table(read_transcript(head), game)
    table.carry_on()

    for number, seat, action, *refused in (line.split("  ") for line in _columns(play)):
        if refused:
            with pytest.raises(Refused, match=refused[0].removeprefix("! ")):
                table.play(int(seat), action)
        elif seat not in ("nature", "table"):
            table.play(int(seat), action)
        if not refused:
            assert game.notation.write(table.steps[int(number)].action) == action, number


def _columns(play: str) -> list[str]:
    """Return the lines of a sample that are written out, with two spaces between their columns."""
    return [re.sub(r" {2,}", "  ", line.strip()) for line in play.splitlines() if "…" not in line]
