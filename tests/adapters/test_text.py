"""Tables for language models: sentences in, sentences out."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import pytest

from stammtisch import Table
from stammtisch.adapters.text import TextGame
from stammtisch.core.language import LANGUAGES, Reader
from stammtisch.core.rules_page import voice_of
from stammtisch.errors import FeatureError, NatureError, OptionError, UnknownGame
from stammtisch.games import duel
from tests.adapters.places import MARKUP, every_game

every_language = pytest.mark.parametrize("language", LANGUAGES)

ADAS_VIEW = """\
This is Cockroach Duel. You are Ada.

Ada lays the tiles, the red one in lane 2.

  Ben (guesser)
╭───┬───┬───┬───╮
│   │   │   │   │
├───┼───┼───┼───┤
│ · │ · │ · │ · │
│ ж │ ж │ ж │ ж │
│ · │ · │ · │ · │
├───┼───┼───┼───┤
│ ? │ ✗ │ ? │ ? │
╰───┴───┴───┴───╯
  1   2   3   4
  Ada (bluffer)

You are not asked now."""


def play(game: TextGame, random: Random, most: int = 10_000) -> None:
    """Play a game at random, by notation and by number."""
    for turn in range(most):
        seat = game.ask()
        if seat is None:
            return
        actions = game.actions(seat)
        place = random.randrange(len(actions))
        notation, _ = actions[place]
        by_number = turn % 2 and not _is_a_name(game, str(place + 1))
        assert game.play(seat, str(place + 1) if by_number else notation) == ""
        taken = [step for step in game.table.steps if step.seat < game.table.seats][-1]
        assert (taken.seat, game.table.action_name(taken.action)) == (seat, notation)


def _is_a_name(game: TextGame, text: str) -> bool:
    return any(game.table.action_name(action) == text for action in range(game.table.rules.ACTIONS))


def test_a_seat_is_told_who_it_is_what_happened_how_it_looks_and_what_is_asked() -> None:
    game = TextGame("duel", spaces=1, first_bluffer=0)
    game.play(0, "hide 2")

    assert game.observation(0) == ADAS_VIEW
    assert game.observation(1).startswith(
        "This is Cockroach Duel. You are Ben.\n\nAda lays the four tiles face down.\n\n"
    )
    assert game.observation(1).endswith("\n\nTurn a tile and hope for green.")


def test_what_was_told_before_need_not_be_told_again() -> None:
    game = TextGame("duel", first_bluffer=0)
    game.play(0, "hide 2")
    before = len(game.table.steps)
    game.play(1, "turn 1")

    assert "Ben turns lane 1" in game.observation(0, since=before)
    assert "lays" in game.observation(0)
    assert "lays" not in game.observation(0, since=before)


def test_what_is_done_at_the_table_is_told_too() -> None:
    game = TextGame("duel", first_bluffer=0)
    game.table.play(0, "hide 2")

    assert "Ada lays the tiles, the red one in lane 2." in game.observation(0)


def test_actions_are_listed_in_notation_and_in_words() -> None:
    game = TextGame("duel", first_bluffer=0)

    assert game.ask() == 0
    assert game.actions(0)[1] == ("hide 2", "red tile in lane 2")
    assert [notation for notation, _ in game.actions(0)] == game.table.legal(0)
    assert game.actions(1) == []


@pytest.mark.parametrize(
    ("text", "notation"), [("hide 3", "hide 3"), (" Hide  3 ", "hide 3"), ("3", "hide 3"), (" 4\n", "hide 4")]
)
def test_an_action_is_named_by_its_notation_or_its_place_in_the_list(text: str, notation: str) -> None:
    game = TextGame("duel", first_bluffer=0)

    assert game.play(0, text) == ""
    assert game.table.action_name(game.table.steps[-1].action) == notation


def test_a_number_that_is_the_name_of_a_card_never_means_another_one() -> None:
    game = TextGame("party", seed=1)
    hand = [notation for notation, _ in game.actions(0)]
    absent = next(number for number in ("1", "2", "3") if number not in hand)
    before = game.table.position.copy()

    assert game.play(0, absent)
    assert game.table.position == before


@every_language
def test_a_refusal_is_the_sentence_of_the_game_and_nothing_changes(language: str) -> None:
    game = TextGame("duel", language, first_bluffer=0, seed=1)
    view, before = game.table.view(0), game.table.position.copy()
    reader = Reader(voice_of(duel, language), ("Ada", "Ben"))

    assert game.play(0, "crown 1") == duel.words.explain(
        duel.rules.Rule.NO_CROWN_IN_BASE, view, game.table.options, 0, duel.notation.read("crown 1"), reader
    )
    assert (game.table.position, game.table.steps) == (before, [])


@pytest.mark.parametrize(
    ("language", "refusal"),
    [
        ("de", "„{}“ ist keine Aktion. Du kannst wählen: hide 1, hide 2, hide 3, hide 4."),  # codespell:ignore
        ("en", "“{}” is no action. You may choose: hide 1, hide 2, hide 3, hide 4."),
        ("fr", "« {} » n’est pas une action. Tu peux choisir : hide 1, hide 2, hide 3, hide 4."),
        ("it", "«{}» non è un’azione. Puoi scegliere: hide 1, hide 2, hide 3, hide 4."),
    ],
)
@pytest.mark.parametrize(
    ("text", "echo"),
    [
        *((text, text) for text in ("dance", "0", "5", "-1", "²", "{text}", "[bold]")),
        ("", ""),
        ("a\x1b[2J\nb" * 20, ("a[2Jb" * 20)[:40]),
    ],
)
def test_what_is_no_action_is_said_back_with_what_would_be(language: str, refusal: str, text: str, echo: str) -> None:
    game = TextGame("duel", language, first_bluffer=0)

    assert game.play(0, text) == refusal.format(echo)
    assert game.table.steps == []


@every_language
def test_whoever_is_not_asked_is_told_so(language: str) -> None:
    game = TextGame("duel", language, first_bluffer=0)
    refusals = [game.play(1, text) for text in ("hide 1", "dance")]

    assert all(refusals)
    assert "hide 1" not in refusals[1], "nothing would be accepted"
    assert game.observation(1).splitlines()[-1] == game.say("You are not asked now.")
    assert game.table.steps == []


@every_language
@every_game
def test_a_whole_game_is_told_without_markup(name: str, language: str) -> None:
    game = TextGame(name, language, seed=1, names=("[b]", "Ben", "Cleo", "Dan"))
    play(game, Random(1), most=60)
    for seat in range(game.table.seats):
        told = game.observation(seat)
        assert "[b]" in told
        assert not MARKUP.search(told.replace("[b]", "")), told
        assert all(line == line.rstrip() for line in told.splitlines())
        assert game.names[seat] in told.splitlines()[0]
        labels = [label for _, label in game.actions(seat)]
        assert all(labels)
        assert len(set(labels)) == len(labels)


@every_language
@pytest.mark.parametrize("name", ["duel", "party"])
def test_a_game_ends_with_a_sentence_for_everybody(name: str, language: str) -> None:
    game = TextGame(name, language, seed=1)
    assert (game.over, game.ending(0)) == (False, "")
    play(game, Random(1))

    assert (game.over, game.ask(), game.actions(0)) == (True, None, [])
    for seat in range(game.table.seats):
        assert game.ending(seat)
        assert game.observation(seat).endswith(f"\n\n{game.ending(seat)}")
    assert game.play(0, game.table.action_name(0)), "there is nothing to do any more"


def test_of_those_who_choose_in_secret_anybody_may_be_next() -> None:
    game = TextGame("party", seed=1)

    assert (game.ask(), game.play(2, game.actions(2)[0][0]), game.ask()) == (0, "", 0)
    assert game.actions(2) == []


def test_the_seed_deals_as_at_a_table() -> None:
    assert TextGame("gang", "fr", seed=7, seats=5).table.steps == Table("gang", seed=7, seats=5).steps


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"game": "chess"}, UnknownGame, "no game 'chess'; there are combo, duel, gang, party"),
        ({"language": "la"}, ValueError, "language is 'la'; it may be de, en, fr, it"),
        ({"seats": 9}, OptionError, "seats is 9; it may be 3 to 6"),
        ({"seed": -1}, NatureError, r"seed is -1; it may be 0 to 2\^63 - 1"),
        ({"names": ["Ada"]}, FeatureError, r"names are \['Ada'\]; there may be 4 or more"),
    ],
    ids=str,
)
def test_a_refusal_says_what_is_accepted(wrong: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{message}"):
        TextGame(**{"game": "gang", **wrong})


@pytest.mark.parametrize("seat", [-1, 2, 61, 63, "Ada"])
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    game = TextGame("duel")
    for asked in (game.observation, game.actions, game.ending, lambda seat: game.play(seat, "hide 1")):
        with pytest.raises(FeatureError, match=f"^seat is {seat!r}; it may be 0 to 1$"):
            asked(seat)


def test_it_needs_no_library_for_learning() -> None:
    program = (
        "import sys; sys.modules.update(gymnasium=None, pettingzoo=None); "
        "import stammtisch.adapters.text as text; print(text.TextGame('duel').over)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)  # noqa: S603

    assert (done.returncode, done.stdout) == (0, "False\n"), done.stderr
