"""Laws about what is written and said: notation and transcripts of every game, words and pages of those at a table."""

from __future__ import annotations

import re
from random import Random

from stammtisch.core.language import Reader, Say, voice
from stammtisch.core.outcome import outcome_of
from stammtisch.core.queries import legal_actions, rule_against, seats_waited_for, view_of, viewers
from stammtisch.core.rules_page import anchor_of, package_of, read_page
from stammtisch.core.step import Step
from stammtisch.core.table import Table
from stammtisch.core.transcripts.replay import follow_line
from stammtisch.core.transcripts.transcript import read_transcript, write_transcript
from stammtisch.core.words import optional_words
from stammtisch.errors import NotationError, StammtischError
from stammtisch.kernel.seats import NONE
from stammtisch.testing.subject import Subject
from stammtisch.testing.walk import Position


def notation_round_trips(subject: Subject, at: Position, random: Random) -> None:
    """Every action has a text of its own that reads back; other text is no action."""
    rules, notation = subject.game.rules, subject.game.notation
    texts = [notation.write(action) for action in range(rules.ACTIONS)]
    assert len(set(texts)) == rules.ACTIONS
    assert [notation.read(text) for text in texts] == list(range(rules.ACTIONS))
    assert not any(mark in text for text in texts for mark in "!#\n"), "these mean something in transcripts"
    for text in ("", " ", "?", f"{texts[0]} {texts[0]}", texts[0][:-1] + "\u00b2", "9" * 40):
        try:
            action = notation.read(text)
        except NotationError:
            continue
        assert notation.read(notation.write(action)) == action


def transcript_round_trips(subject: Subject, at: Position, random: Random) -> None:
    """A game written down, read and followed leads to the same bytes, and is written the same again."""
    table = Table.undealt(subject.game, random.getrandbits(63), dict(at.choices))
    for seat, action in at.steps:
        table.follow(seat, action)
    text = write_transcript(table, views=True)
    read = read_transcript(text)
    again = Table.undealt(subject.game, read.seed, read.choices)
    for line in read.play:
        follow_line(again, line)
    assert again.position.tobytes() == at.s.tobytes()
    assert write_transcript(again, views=True) == text


def everything_is_said(subject: Subject, at: Position, random: Random) -> None:
    """In every language of the game: questions, buttons, refusals, log lines and the end, each a whole text.

    So is what a game may say beside these; a log may pass over a step, and there need not be a reason.
    """
    names = tuple(random.sample(("Anna", "Tobi", "Mona", "Chris", "Zoé", "[b]", "{x}", "O'Neil"), at.o.seats))
    for language in subject.languages:
        reader = Reader(_voice(subject, language), names, random.choice((NONE, *range(at.o.seats))))
        for text in (*_about_now(subject, at, reader), *_about_last_step(subject, at, reader)):
            plain = text
            for name in names:
                plain = plain.replace(name, "")
            assert plain.strip(), (language, text)
            assert not re.search(r"\{\w*\}", plain), (language, text)


def _voice(subject: Subject, language: str) -> Say:
    try:
        return voice(package_of(subject.game), language)
    except FileNotFoundError as error:
        wanted = f"no catalogue locale/{language}.po; name in `languages` of the `Subject` those that the game speaks"
        raise AssertionError(wanted) from error


def rules_are_on_the_page(subject: Subject, at: Position, random: Random) -> None:
    """In every language of the game every rule has its paragraph, and so has every phase in which a seat is asked."""
    rules = subject.game.rules
    asked = [seat for seat in seats_waited_for(rules, at.s, at.o) if seat < at.o.seats]
    anchors = [f"rule-{anchor_of(rule)}" for rule in rules.Rule if rule]
    anchors += [f"phase-{rules.Phase(at.s.phase).name.lower()}"] if asked else []
    for language in subject.languages:
        try:
            page, found = read_page(subject.game, language)
        except StammtischError as error:
            raise AssertionError(str(error)) from error
        assert found == language, f"no page of rules in {language}"
        for anchor in anchors:
            begun = re.findall(rf'<a id="{anchor}"></a>(?:<a [^>]*></a>)*\n?[\w*«]', page)
            assert len(begun) == 1, f'<a id="{anchor}"></a> begins {len(begun)} paragraphs of the page in {language}'


def _about_now(subject: Subject, at: Position, reader: Reader) -> list[str]:
    """Return everything that is said of a position."""
    rules, words = subject.game.rules, subject.game.words
    texts = [words.title(reader.say), *_options(subject, reader.say)]
    texts += optional_words.goal(subject.game, at.o, reader.say)
    texts += [words.picture(view_of(rules, at.s, at.o, viewer), at.o, viewer, reader) for viewer in viewers(at.o)]
    waited_for = seats_waited_for(rules, at.s, at.o)
    if not waited_for:
        outcome = outcome_of(rules, at.s, at.o)
        texts += [words.ending(outcome, view_of(rules, at.s, at.o, viewer), at.o, reader) for viewer in viewers(at.o)]
    for seat in range(at.o.seats):
        v = view_of(rules, at.s, at.o, seat)
        if seat in waited_for:
            texts.append(words.ask(v, at.o, seat, reader))
            for action in legal_actions(rules, at.s, at.o, seat):
                texts.append(words.label(v, at.o, action, reader))
                texts += filter(None, [optional_words.reason(subject.game, v, at.o, seat, action, reader)])
            texts += filter(None, [optional_words.help_line(subject.game, v, at.o, seat, reader)])
        for action in range(rules.ACTIONS):
            rule = rule_against(rules, v, at.o, seat, action)
            if rule:
                texts.append(words.explain(rule, v, at.o, seat, action, reader))
    return texts


def _options(subject: Subject, say: Say) -> list[str]:
    names = [name for name, marks in subject.game.rules.Options.marks.items() if marks]
    return [text for name in names for text in subject.game.words.option(name, say)]


def _about_last_step(subject: Subject, at: Position, reader: Reader) -> list[str]:
    """Return what the viewers are told of the last step, as far as there is something to tell."""
    rules = subject.game.rules
    if not at.steps:
        return []
    seat, action = at.steps[-1]
    told = []
    for viewer in viewers(at.o):
        step = Step(len(at.steps) - 1, seat, rules.seen(at.before, at.o, viewer, seat, action))
        views = view_of(rules, at.before, at.o, viewer), view_of(rules, at.s, at.o, viewer)
        told.append(subject.game.words.log(step, *views, at.o, reader))
        told.append(optional_words.heading(subject.game, step, *views, at.o, reader))
    return [text for text in told if text]
