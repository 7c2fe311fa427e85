"""Actions as text, from a list of their names."""

from __future__ import annotations

import pytest

from stammtisch.core.transcripts.action_names import ActionNames
from stammtisch.errors import NotationError

COIN = {0: "call heads", 1: "call tails"}


def test_names_read_back_in_any_letters_and_spacing() -> None:
    coin = ActionNames("coin", 2, COIN, examples="'call heads'")

    assert [coin.read(coin.write(action)) for action in COIN] == [0, 1]
    assert coin.read("  Call   TAILS ") == 1


def test_other_text_is_refused_with_the_game_the_text_and_examples() -> None:
    coin = ActionNames("coin", 2, COIN, examples="'call heads'")

    with pytest.raises(NotationError, match=r"^not an action of coin: 'heads' \(expected 'call heads'\)$"):
        coin.read("heads")


@pytest.mark.parametrize("names", [{0: "call"}, {0: "call", 1: "call"}, {0: "call", 2: "pass"}])
def test_every_action_needs_a_name_of_its_own(names: dict[int, str]) -> None:
    with pytest.raises(ValueError, match="coin has 2 actions"):
        ActionNames("coin", 2, names, examples="'call'")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Pass", r"small letters with single spaces, .*: 'pass'$"),
        ("lay  down", "small letters with single spaces"),
        ("lay ", "small letters with single spaces"),
        ("", "small letters with single spaces"),
        ("what!", "! and # mean something in transcripts$"),
        ("#1", "! and # mean something in transcripts$"),
    ],
)
def test_a_name_that_would_not_read_back_is_refused_at_once(name: str, why: str) -> None:
    with pytest.raises(ValueError, match=rf"^coin has an action {name!r}; .*{why}"):
        ActionNames("coin", 2, {0: "call", 1: name}, examples="'call'")
