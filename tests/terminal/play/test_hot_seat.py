"""Several people at one screen: each sees only what the own seat may see."""

from __future__ import annotations

from random import Random

import pytest

from tests.terminal.conftest import Stammtisch

HOT_SEAT = ("play", "duel", "--hot-seat", "--names", "Anna,Tobi", "-o", "first_bluffer=0", "--seed", "1")
TO_TOBI = "Pass the screen to Tobi, then press Enter."


def test_the_guesser_sees_the_same_wherever_the_red_tile_lies(stammtisch: Stammtisch) -> None:
    seen = []
    for lane in ("1", "2", "3"):
        out = stammtisch(*HOT_SEAT, typed=f"\nhide {lane}\n\nlog\nturn 4\n").out
        seen.append(out[out.index(TO_TOBI) :])
    assert seen[0] == seen[1] == seen[2]
    assert "Tobi turns lane 4: green." in seen[0]


@pytest.mark.parametrize("royal", ["yes", "no"])
def test_the_red_tile_is_never_on_the_guessers_screen(stammtisch: Stammtisch, royal: str) -> None:
    typed = "\n" + "hide 4\ncrown 1\n1\n2\n3\n\n" * 12
    out = stammtisch(*HOT_SEAT, "-o", f"royal={royal}", typed=typed).out
    screens = [screen for screen in out.split("Pass the screen to ") if "Turn a tile" in screen]
    assert len(screens) > 3
    for screen in screens:
        before_the_first_turn = screen[: screen.index("Turn a tile")]
        assert "✗" not in before_the_first_turn.rpartition("Now ")[2]
        assert "the red one in lane" not in before_the_first_turn.rpartition("Now ")[2]


def test_the_screen_changes_hands_only_between_different_people(stammtisch: Stammtisch) -> None:
    out = stammtisch(*HOT_SEAT, typed="\nhide 4\n\nturn 1\nturn 2\nturn 3\n").out
    assert out.count("Pass the screen to") == 2
    assert out.index("Pass the screen to Anna") < out.index(TO_TOBI)
    assert out.count("Turn a tile") == 3


def test_each_is_told_what_happened_since_the_own_last_look(stammtisch: Stammtisch) -> None:
    out = stammtisch(*HOT_SEAT, typed="\nhide 4\n\nturn 1\nturn 4\nhide 2\n\n").out
    to_anna = out[out.rindex("Pass the screen to Anna") :]
    for sentence in (
        "Anna lays the tiles, the red one in lane 4.",
        "Tobi turns lane 1: green.",
        "Tobi turns lane 4: the red cross.",
        "Tobi lays the four tiles face down.",
    ):
        assert to_anna.count(sentence) == 1


def test_one_can_leave_while_the_screen_changes_hands(stammtisch: Stammtisch) -> None:
    assert stammtisch(*HOT_SEAT, typed="quit\n").out.endswith("Good-bye. This game was not saved.\n")


def test_a_whole_game_ends_for_both(stammtisch: Stammtisch) -> None:
    typed = "".join(Random(1).choices(["1\n", "2\n", "3\n", "4\n"], k=400))
    run = stammtisch(*HOT_SEAT, typed="\n" + typed)
    assert "wins after" in run.out
    assert run.out.endswith("--seed 1\n")
