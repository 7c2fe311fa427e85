"""Holding a law against many positions of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Final

from hypothesis import HealthCheck, Phase, given, settings

from stammtisch.testing import feature_laws, play_laws, secrecy_laws, text_laws
from stammtisch.testing.strategies import positions, randoms
from stammtisch.testing.subject import Subject
from stammtisch.testing.walk import Position, begin, random_walk

Law = Callable[[Subject, Position, Random], None]

# What a game has to keep so that research can rely on it: no words are asked for, and no catalogues.
RESEARCH_LAWS: Final[dict[str, Law]] = {
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
        feature_laws.observations_know_only_the_view,
        feature_laws.observations_of_other_worlds_agree,
        feature_laws.open_games_hide_nothing,
        feature_laws.games_stay_within_bounds,
    )
}

# What it has to keep besides so that people can sit down to it.
TABLE_LAWS: Final[dict[str, Law]] = RESEARCH_LAWS | {
    law.__name__: law for law in (text_laws.everything_is_said, text_laws.rules_are_on_the_page)
}

# What is cheap enough to be held at every step. Pieces come first: where one is lost, a world cannot be drawn.
EVERY_STEP: Final[tuple[Law, ...]] = (
    play_laws.every_piece_in_one_place,
    secrecy_laws.secrecy,
    secrecy_laws.no_oracle,
    secrecy_laws.view_of_a_view,
    secrecy_laws.redealt_worlds_look_the_same,
)


def hold(law: Law, subject: Subject, *, examples: int = 100) -> None:
    """Hold a law against positions drawn evenly by option set and phase.

    Args:
        law: One of `TABLE_LAWS`, or one of your own.
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
        law(subject, replace(at, s=at.s.copy()), random)  # a faulty game may write where it is only asked

    held()


def hold_at_every_step(
    subject: Subject,
    choices: Mapping[str, object],
    *,
    laws: Sequence[Law] = EVERY_STEP,
    seed: int = 0,
    most: int = 2000,
) -> Position:
    """Hold laws at every step of a random game, for faults of a moment that drawn positions hardly ever meet.

    Args:
        subject: The game under test.
        choices: The options of the game; others than in `OPTION_SETS` will do.
        laws: Some of `TABLE_LAWS`, or your own.
        seed: The game that is played; the same one each time.
        most: Where to stop a game that goes on.

    Returns:
        The last position, with the steps that led to it.

    Raises:
        AssertionError: A position breaks a law; a note says which one, and shows the position.
    """
    random = Random(f"laws along {seed}")  # a source of its own: the game is the same whatever the laws draw
    at = start = begin(subject.game, choices)
    for at in random_walk(start, Random(seed), most):
        for law in laws:
            try:
                law(subject, at, random)
            except AssertionError as error:
                error.add_note(f"{law.__name__} is broken after step {len(at.steps)}: {at}")
                raise
    return at


def hold_observations(subject: Subject, *, games: int = 20) -> None:
    """Hold the layout of a game's observations against so many random games with each of its option sets.

    Raises:
        AssertionError: A number of the layout was always 0; the message names it.
        FeatureError: The game has no features.
    """
    starts = [begin(subject.game, choices) for choices in subject.game.rules.OPTION_SETS]
    walks = (random_walk(start, Random(seed)) for start in starts for seed in range(games))
    feature_laws.every_number_is_used(subject, chain.from_iterable(walks))
