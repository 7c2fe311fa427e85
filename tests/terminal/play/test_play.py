"""Whole games at the terminal, against bots."""

from __future__ import annotations

import pytest

from stammtisch.core.language import LANGUAGES
from tests.terminal.conftest import WHOLE_GAME, Stammtisch


def test_a_whole_game_against_a_bot_ends_with_the_result_and_the_seed(stammtisch: Stammtisch) -> None:
    run = stammtisch("play", "duel", "--seed", "3", typed=WHOLE_GAME)
    assert run.code == 0
    assert "wins after" in run.out
    assert run.out.endswith("To be dealt the same again: --seed 3\n")
    assert run.err == ""


@pytest.mark.parametrize("royal", ["yes", "no"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_gets_to_the_end(stammtisch: Stammtisch, language: str, royal: str) -> None:
    run = stammtisch("play", "duel", "--seed", "3", "--lang", language, "-o", f"royal={royal}", typed=WHOLE_GAME)
    assert run.code == 0
    assert "--seed 3" in run.out
    assert "{" not in run.out


@pytest.mark.parametrize("options", [(), ("-o", "royal=yes"), ("--seat", "1"), ("--bots", "2"), ("--lang", "de")])
def test_the_same_seed_and_the_same_lines_give_the_same_output(stammtisch: Stammtisch, options: tuple[str]) -> None:
    first, second = (stammtisch("play", "duel", "--seed", "11", *options, typed=WHOLE_GAME) for _ in range(2))
    assert first == second


def test_another_seed_gives_another_game(stammtisch: Stammtisch) -> None:
    assert (
        stammtisch("play", "duel", "--seed", "1", "--bots", "2").out
        != stammtisch("play", "duel", "--seed", "2", "--bots", "2").out
    )


def test_numbers_and_notation_are_two_ways_to_say_the_same(stammtisch: Stammtisch) -> None:
    by_number = stammtisch("play", "duel", "--seed", "3", typed="2\n")
    by_name = stammtisch("play", "duel", "--seed", "3", typed="Hide  2\n")
    assert "the red one in lane 2" in by_name.out
    assert by_number.out == by_name.out.replace("> Hide  2", "> 2")


def test_a_number_means_the_same_lane_for_the_whole_round(stammtisch: Stammtisch) -> None:
    run = stammtisch(
        "play", "duel", "--seed", "3", "--hot-seat", "-o", "first_bluffer=0", typed="\nhide 1\n\n2\n2\n3\n4\n"
    )
    assert "There is no number 2 in the list." in run.out
    for lane in ("2", "3", "4"):
        assert f"Guest 2 turns lane {lane}: green." in run.out


def test_a_royal_bluff_is_given_at_once_or_one_by_one(stammtisch: Stammtisch) -> None:
    royal = ("play", "duel", "--seed", "3", "-o", "royal=yes")
    for typed in ("hide 2, crown 3\n", "hide 2\ncrown 3\n", "crown 3\nhide 2\n", "2, 7\n", "7\n2\n"):
        out = stammtisch(*royal, typed=typed).out
        assert "Guest lays the tiles, the red one in lane 2." in out
        assert "Guest crowns the cockroach in lane 3." in out
        assert "Bot turns lane" in out


def test_a_row_that_goes_on_too_long_changes_nothing(stammtisch: Stammtisch) -> None:
    run = stammtisch("play", "duel", "--seed", "3", typed="hide 2, hide 3\n2\n")
    assert "These are 2 actions, and your decision is complete after 1. Nothing has happened yet." in run.out
    assert "the red one in lane 2" in run.out


def test_a_row_with_a_refused_action_changes_nothing_and_is_explained_from_its_own_moment(
    stammtisch: Stammtisch,
) -> None:
    run = stammtisch("play", "duel", "--seed", "3", "-o", "royal=yes", typed="hide 2, hide 3\nhide 4, crown 1\n")
    assert "Your tiles lie there already" in run.out
    assert "rules tiles-already-laid" in run.out
    assert "the red one in lane 4" in run.out


def test_a_refusal_is_a_sentence_and_names_its_rule(stammtisch: Stammtisch) -> None:
    run = stammtisch("play", "duel", "--seed", "3", typed="crown 1\nturn 1\n1\n")
    assert "it belongs to the Royal game" in run.out
    assert "To read more, type: rules no-crown-in-base" in run.out
    assert "To read more, type: rules not-an-action-now" in run.out
    assert "the red one in lane 1" in run.out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("9", "There is no number 9 in the list."),
        ("0", "There is no number 0 in the list."),
        ("99999999999999999999", "There is no number 999999 in the list."),
        ("hidd 2", "Did you mean “hide 2”?"),
        ("rule", "Did you mean “rules”?"),
        ("what now", "Nothing here is called “what now”. Type a number from the list, or help."),
        ("1, what now", "Nothing here is called “what now”."),
        (",", "Nothing here is called “,”."),
        ("\x1b[A", "Nothing here is called “[A”."),
        ("-1", "Nothing here is called “-1”."),
        ("save", "Name a file as well, for example: save game.txt"),
        ("rules of love", "The rules have no part called “of love”."),
    ],
)
def test_whatever_is_typed_gets_a_sentence_and_another_try(stammtisch: Stammtisch, typed: str, answer: str) -> None:
    run = stammtisch("play", "duel", "--seed", "3", typed=f"{typed}\nhide 2\n")
    assert answer in run.out
    assert "the red one in lane 2" in run.out


def test_help_rules_and_log_can_be_read_at_any_time(stammtisch: Stammtisch) -> None:
    run = stammtisch("play", "duel", "--seed", "3", typed="help\nrules\nrules not-your-turn\n1\nlog\n")
    assert "keep the game in a file from now on" in run.out
    assert "Published as Kakerlaken-Duell" in run.out
    assert run.out.count("When you bluff, you lay the four tiles") == 2
    assert run.out.count("Guest lays the tiles, the red one in lane 1.") == 2


def test_enter_alone_draws_the_table_again(stammtisch: Stammtisch) -> None:
    assert stammtisch("play", "duel", "--seed", "3", typed="\n\n").out.count("which lane gets the red one?") == 3


@pytest.mark.parametrize("typed", ["quit\n", "QUIT\n", "exit\n", ""])
def test_leaving_is_fine(stammtisch: Stammtisch, typed: str) -> None:
    run = stammtisch("play", "duel", "--seed", "3", typed=typed)
    assert run.code == 0
    assert run.out.endswith("Good-bye. This game was not saved.\n")


def test_bots_play_among_themselves_and_nobody_is_asked(stammtisch: Stammtisch) -> None:
    run = stammtisch("play", "duel", "--seed", "3", "--bots", "2")
    assert "wins after" in run.out
    assert "Bot 1 lays the four tiles face down." in run.out
    assert "the red one in lane" not in run.out


def test_the_first_name_is_yours_wherever_you_sit(stammtisch: Stammtisch) -> None:
    run = stammtisch("play", "duel", "--seed", "3", "--seat", "1", "--names", "Anna,Tobi", typed=WHOLE_GAME)
    assert "Anna lays the tiles, the red one in lane" in run.out
    assert "Tobi lays the four tiles face down." in run.out


def test_names_may_look_like_markup(stammtisch: Stammtisch) -> None:
    run = stammtisch("play", "duel", "--seed", "3", "--names", "[bold]A[/],:bug:", typed="1\n")
    assert "[bold]A[/] lays the tiles" in run.out
    assert "  [bold]A[/] (bluffer)" in run.out
    assert ":bug: (guesser)" in run.out


@pytest.mark.usefixtures("with_exact")
def test_sealed_choices_are_asked_for_seat_by_seat(stammtisch: Stammtisch) -> None:
    run = stammtisch("play", "exact", "--seed", "3", "--bots", "1", typed="\n1, 5\n\n1\n5\n" + WHOLE_GAME)
    first, second = run.out.index("Pass the screen to Guest 1"), run.out.index("Pass the screen to Guest 2")
    assert first < second < run.out.index("Play a card")
    assert "To be dealt the same again" in run.out
