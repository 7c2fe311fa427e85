"""What people read at a duel: how far the queen runs, what a lane promises, and what decided it."""

from __future__ import annotations

from stammtisch import Table
from stammtisch.core.language import Reader, voice
from stammtisch.core.words.narration import EVERYTHING, Narrator, ViewLog
from stammtisch.games.duel import notation, words
from tests.games.duel.arrange import duel

NAMES = ("Ada", "Ben")
READER = Reader(voice("stammtisch.games.duel", "en"), NAMES, you=0)


def told(table: Table, you: int) -> list[str]:
    """Return what a seat is told of a table."""
    log = ViewLog(table)
    return Narrator(table.game, table.options, "en", NAMES, you=you).sentences(log, you, 0, len(log))


def why(table: Table, seat: int, action: str) -> str:
    """Return what speaks for an action."""
    return words.reason(table.view(seat), table.options, seat, notation.read(action), READER)


def test_a_covered_queen_runs_two_spaces() -> None:
    table = duel("0: hide 1, crown 2 | 1: turn 1", royal=True)

    assert "Every cockroach whose tile is covered moves one space towards you, the queen two." in told(table, 0)


def test_a_queen_who_stops_on_the_tile_space_after_one_is_not_said_to_run_two() -> None:
    table = duel(
        "0: hide 1, crown 2 | 1: turn 1"  # the queen runs to −2
        " | 1: hide 1, crown 1 | 0: turn 2, turn 1"  # and one space further, to −3
        " | 0: hide 1, crown 2 | 1: turn 1",
        royal=True,
        spaces=3,
    )

    assert table.over
    assert told(table, 0)[-1] == "Every cockroach whose tile is covered moves one space towards you."


def test_whoever_turns_reads_you_and_the_other_reads_a_name() -> None:
    table = duel("0: hide 1 | 1: turn 2")

    assert told(table, 1)[-1] == "You turn lane 2: green. The cockroach comes one space closer to you."
    assert told(table, 0)[-1] == "Ben turns lane 2: green. The cockroach comes one space closer."


def test_a_lane_that_wins_says_so() -> None:
    table = duel("0: hide 1 | 1: turn 2, turn 3, turn 1 | 1: hide 1 | 0: turn 1 | 0: hide 1", spaces=2)

    assert why(table, 1, "turn 2") == "A green tile there wins the game."
    assert "closer to Ben" in why(duel("0: hide 1 | 1: turn 2, turn 1"), 0, "hide 2")


def test_a_crown_that_brings_nothing_nearer_must_not_tell_where_the_red_tile_is() -> None:
    begun = duel(royal=True)
    later = duel("0: hide 1, crown 2 | 1: turn 2, turn 1 | 1: hide 1, crown 1 | 0: turn 1", royal=True)

    assert why(begun, 0, "crown 1") == "What counts is that it does not tell Ben where the red tile is."
    assert {why(later, 0, f"crown {lane}") for lane in (1, 2, 3, 4)} == {
        "No cockroach is closer to you, and a queen runs two spaces.",
        "What counts is that it does not tell Ben where the red tile is.",
    }


def test_the_last_tile_decides_a_duel() -> None:
    table = duel("0: hide 1 | 1: turn 2, turn 1 | 1: hide 1 | 0: turn 1", spaces=1)

    assert table.over
    assert words.decisive(ViewLog(table).seen(EVERYTHING), table.options) == len(table.steps) - 2
