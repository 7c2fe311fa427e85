"""Holding a law against many positions of a game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from hypothesis import HealthCheck, Phase, given, settings

from stammtisch.testing import play_laws, secrecy_laws, text_laws
from stammtisch.testing.strategies import positions, randoms
from stammtisch.testing.subject import Subject
from stammtisch.testing.walk import Position

Law = Callable[[Subject, Position, Random], None]

LAWS: Final[dict[str, Law]] = {
    law.__name__: law
    for law in (
        secrecy_laws.secrecy,
        secrecy_laws.no_sight_beyond_the_view,
        secrecy_laws.no_oracle,
        secrecy_laws.hints_know_only_the_view,
        secrecy_laws.view_of_a_view,
        secrecy_laws.redealt_worlds_look_the_same,
        secrecy_laws.asking_changes_nothing,
        play_laws.legal_is_check,
        play_laws.somebody_can_act,
        play_laws.decisions_are_counted,
        play_laws.sealed_choices_have_no_order,
        play_laws.every_piece_in_one_place,
        play_laws.steps_replay,
        play_laws.outcomes_agree,
        text_laws.notation_round_trips,
        text_laws.transcript_round_trips,
        text_laws.everything_is_said,
    )
}


def hold(law: Law, subject: Subject, *, examples: int = 100) -> None:
    """Hold a law against positions drawn evenly by option set and phase.

    Args:
        law: One of `LAWS`, or one of your own.
        subject: The game under test.
        examples: How many positions to draw; the same ones each time.

    Raises:
        AssertionError: A position breaks the law; the message shows it.
    """

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    @given(positions(subject.game), randoms())
    def held(at: Position, random: Random) -> None:
        law(subject, at, random)

    held()
