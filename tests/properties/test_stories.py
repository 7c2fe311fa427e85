"""Golden transcripts: games that people have read, each of which tells one story; and the page behind every rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch import read_transcript, replay, write_transcript
from stammtisch.core.game import find_game, game_names
from stammtisch.core.language import LANGUAGES, Reader
from stammtisch.core.rules_page import voice_of
from stammtisch.core.transcripts.replay import follow_line, open_table
from stammtisch.errors import TranscriptError
from stammtisch.testing import Subject
from tests.subjects import EXACT, SUBJECTS

TESTS = Path(__file__).parents[1]
PAGES = TESTS.parent / "docs" / "rules"
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_every_rule_has_an_anchor_on_the_rules_page(name: str, language: str) -> None:
    page = PAGES / (f"{name}.md" if language == "en" else f"{name}.{language}.md")
    text = page.read_text("utf-8")

    for rule in find_game(name).rules.Rule:
        anchor = f'<a id="rule-{rule.name.lower().replace("_", "-")}"></a>'
        assert text.count(anchor) == (1 if rule else 0), (rule.name, page.name)


def test_every_installed_game_is_under_test() -> None:
    assert set(game_names()) <= set(SUBJECTS)
