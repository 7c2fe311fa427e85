"""The truth of a game is its list of steps: they lead to the same bytes again, also as text."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis.errors import Flaky

from stammtisch.errors import TranscriptError
from stammtisch.games.duel import notation, rules
from stammtisch.games.duel.rules import HIDE, Options, State
from stammtisch.testing import Subject, hold
from stammtisch.testing.play_laws import steps_replay
from stammtisch.testing.text_laws import notation_round_trips, transcript_round_trips
from tests.amounts import often
from tests.subjects import DUEL, SUBJECTS

LONG = {"combo": 6}  # by game: how many times fewer of its long transcripts are tried


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_the_same_steps_lead_to_the_same_bytes(subject: Subject) -> None:
    hold(steps_replay, subject, examples=100)


def test_the_law_notices_rules_that_remember_something_outside_the_position() -> None:
    calls = count()

    def forgetful(s: State, o: Options, seat: int, action: int) -> None:
        rules.apply(s, o, seat, action)
        s.rounds += next(calls) % 7 == 0

    with pytest.raises((AssertionError, Flaky)):  # what is not in the position may be other the next time
        hold(steps_replay, DUEL.planted(apply=forgetful))


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_every_action_has_a_text_that_reads_back(subject: Subject) -> None:
    hold(notation_round_trips, subject, examples=1)


def test_the_law_notices_two_actions_with_one_text() -> None:
    def vague(action: int) -> str:
        return notation.write(action).replace("4", "3")

    with pytest.raises(AssertionError):
        hold(notation_round_trips, DUEL.planted(write=vague), examples=1)


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_a_transcript_leads_to_the_same_bytes(subject: Subject) -> None:
    hold(transcript_round_trips, subject, examples=often(24, deep=60) // LONG.get(subject.game.NAME, 1))


def test_the_law_notices_a_notation_that_reads_another_lane() -> None:
    def shifted(text: str) -> int:
        action = notation.read(text)
        return HIDE + 3 - action if action < HIDE + 4 else action

    with pytest.raises((AssertionError, TranscriptError)):
        hold(transcript_round_trips, DUEL.planted(read=shifted))
