"""Transcripts that version 1 of `combo` and `party` wrote, at commit f505ca9: they can be read, and brought up to date.

The game of combo is played on a board whose hand limit falls, which version 2 refuses. In that of party the face-down
cards lie beside kings in round 11, which the views of version 2 tell.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch import read_transcript, replay
from stammtisch.errors import StammtischError, TranscriptError
from stammtisch.kernel import SPECTATOR
from stammtisch.terminal.commands.players.transcript_update import updated

OLD = Path(__file__).with_name("version_1")
every_game = pytest.mark.parametrize(("game", "steps"), [("combo", 40), ("party", 113)])


def text_of(game: str) -> str:
    """Return what version 1 of a game wrote."""
    return (OLD / f"{game}.txt").read_text("utf-8")


@every_game
def test_it_can_be_read_line_by_line(game: str, steps: int) -> None:
    transcript = read_transcript(text_of(game))

    assert (transcript.game, transcript.version, len(transcript.play)) == (game, 1, steps)
    assert transcript.views is not None


@every_game
def test_it_is_held_against_its_own_version_and_no_other(game: str, steps: int) -> None:
    assert steps > 0
    with pytest.raises(TranscriptError) as error:
        replay(text_of(game))

    assert str(error.value) == f"transcript line 1: {game} is version 1 in this transcript; the rules are version 2"


def test_a_game_of_party_is_brought_up_to_date_with_the_same_steps_and_other_views() -> None:
    old = text_of("party")
    new = updated(OLD / "party.txt", old)
    (before, views_before), (after, views_after) = (text.split("\nviews\n") for text in (old, new))
    table = replay(new)

    assert after == before.replace("game party 1", "game party 2")
    assert views_after != views_before
    assert list(table.view(SPECTATOR).face_down[:3]) == [1, 1, 1]


def test_a_game_of_combo_on_a_board_that_is_refused_now_says_why_it_stays_as_it_is() -> None:
    with pytest.raises(StammtischError, match="straight holds a hand limit of 5 at level 2 after 8; it may not fall"):
        updated(OLD / "combo.txt", text_of("combo"))
