"""Options from Python, JSON and text to the record and back; and what is said about those that may not be."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.core.language import voice
from stammtisch.core.options import FormField, as_json, as_text, choices_of, form, make_options, read_text
from stammtisch.errors import OptionError
from stammtisch.games import duel
from stammtisch.kernel.choices import CHANCE, Between, SeatOrChance, YesNo
from tests.core import pips

pips_choices = st.fixed_dictionaries(
    {},
    optional={
        "seats": st.integers(3, 6),
        "rounds": st.integers(1, 9),
        "double": st.booleans(),
        "prizes": st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any),
    },
)


def refusal(**choices: object) -> str:
    with pytest.raises(OptionError) as caught:
        make_options(pips.rules, choices)
    return str(caught.value)


def test_what_is_not_chosen_has_its_default() -> None:
    o = make_options(pips.rules, {"rounds": 5})

    assert (o.seats, o.rounds, o.double, list(o.prizes)) == (3, 5, 0, [1, 1, 1, 2, 2, 3])


def test_derived_fields_are_filled_in() -> None:
    assert make_options(pips.rules, {"prizes": [4, 8]}).top == 8


def test_choices_are_the_fields_with_a_kind() -> None:
    assert choices_of(duel.rules) == {
        "seats": Between(2, 2),
        "royal": YesNo(),
        "first_bluffer": SeatOrChance(2),
        "spaces": Between(1, 6),
    }


@pytest.mark.parametrize("value", [7, "7"])
def test_a_value_out_of_limits_is_refused_with_what_it_is_and_may_be(value: object) -> None:
    assert refusal(seats=value) == "seats is 7; it may be 3 to 6"


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        ({"double": "maybe"}, "double is maybe; it may be yes or no"),
        ({"rounds": None}, "rounds is None; it may be 1 to 9"),
        ({"prizes": [10]}, "prizes is [10]; it may be a list of 1 to 6 prizes from 0 to 9"),
        ({"prizes": "1"}, "prizes is 1; it may be a list of 1 to 6 prizes from 0 to 9"),
    ],
)
def test_each_kind_is_refused_in_the_same_form(choices: dict[str, object], sentence: str) -> None:
    assert refusal(**choices) == sentence


def test_a_seat_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^first_bluffer is 2; it may be chance or a seat from 0 to 1$"):
        make_options(duel.rules, {"first_bluffer": 2})


def test_a_duel_is_for_two_only() -> None:
    with pytest.raises(OptionError, match=r"^seats is 3; it may be 2 only$"):
        make_options(duel.rules, {"seats": 3})


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    assert refusal(colour="red") == "no option 'colour'; there are seats, rounds, rolls, double, prizes"


def test_a_derived_field_cannot_be_chosen() -> None:
    assert refusal(top=9) == "no option 'top'; there are seats, rounds, rolls, double, prizes"


def test_choices_that_do_not_go_together_are_refused_by_the_game() -> None:
    assert refusal(prizes=[0]) == "prizes are all 0; one of them may be more"


def test_a_refusal_shows_no_more_than_the_beginning_of_a_long_or_deep_value() -> None:
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]

    assert refusal(seats="9" * 5000) == f"seats is {'9' * 80}; it may be 3 to 6"
    assert refusal(seats=deep) == "seats is [[[[[[[...]]]]]]]; it may be 3 to 6"


def test_two_tables_never_share_a_list() -> None:
    one, other = make_options(pips.rules, {}), make_options(pips.rules, {})
    one.prizes[0] = 9

    assert other.prizes[0] == pips.rules.Options.prizes[0] == 1


def test_options_are_json() -> None:
    o = make_options(pips.rules, {"double": "yes", "prizes": (0, 0, 4)})

    assert as_json(pips.rules, o) == {"seats": 3, "rounds": 2, "rolls": 1, "double": True, "prizes": [0, 0, 4]}


def test_options_are_text_with_lists_as_json() -> None:
    o = make_options(pips.rules, {"double": "yes", "prizes": [0, 0, 4]})

    assert as_text(pips.rules, o) == "seats=3 rounds=2 rolls=1 double=yes prizes=[0,0,4]"


def test_chance_is_a_word() -> None:
    o = make_options(duel.rules, {"first_bluffer": "chance"})

    assert o.first_bluffer == CHANCE
    assert as_text(duel.rules, o) == "seats=2 royal=no first_bluffer=chance spaces=3"


@given(pips_choices)
def test_options_come_back_from_json(choices: dict[str, object]) -> None:
    o = make_options(pips.rules, choices)

    assert make_options(pips.rules, json.loads(json.dumps(as_json(pips.rules, o)))) == o


@given(pips_choices)
def test_options_come_back_from_text(choices: dict[str, object]) -> None:
    o = make_options(pips.rules, choices)

    assert make_options(pips.rules, read_text(as_text(pips.rules, o))) == o


class Named(Between):
    """A number that is written as JSON with texts in it, as a board with named places would be."""

    TEXTS = ("a b", "c#d", "ü\u2028\t", '"')

    def write(self, held: object) -> object:
        """Return the number among texts."""
        return {"places": list(self.TEXTS), "number": held}


def test_texts_inside_json_may_hold_spaces_and_comment_signs() -> None:
    rules: Any = type("Rules", (), {"Options": type("O", (), {"marks": {"board": (Named(0, 9),)}})})
    options: Any = type("Held", (), {"board": 7})()
    text = as_text(rules, options)

    assert len(text.split()) == 1
    assert "#" not in text
    assert read_text(text) == {"board": {"places": list(Named.TEXTS), "number": 7}}


def test_text_is_read_without_asking_a_game() -> None:
    read = read_text('  colour=red\tboard=[1,[2,3]] who={"a":null} odd=a=b ')

    assert read == {"colour": "red", "board": [1, [2, 3]], "who": {"a": None}, "odd": "a=b"}
    assert read_text("") == {}


@pytest.mark.parametrize("part", ["seats", "seats=", "=3", "="])
def test_a_part_that_is_not_name_and_value_is_refused(part: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_text(f"rounds=2 {part}")

    assert str(caught.value) == f"an option is {part!r}; it may be name=value, such as seats=3"


def test_an_option_given_twice_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^the option 'seats' is given twice; it may be given once$"):
        read_text("seats=3 rounds=2 seats=3")


@pytest.mark.parametrize(
    "value", ["[1,", "{", "[1,2]]", "[" * 100_000, f"[{'9' * 5000}]", "{1:2}", "[٤]"], ids=lambda value: value[:6]
)
def test_a_list_that_is_no_json_is_refused(value: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_text(f"prizes={value}")

    assert str(caught.value) == f"prizes is {value[:80]}; what begins with [ or {{ may be JSON"


def test_the_form_asks_for_every_choice_in_the_readers_language() -> None:
    fields = form(pips, voice("tests.core.pips", "en"))

    assert fields[1] == FormField("rounds", Between(1, 9), 2, "Rounds", "This is about rounds.")
    assert [field.name for field in fields] == ["seats", "rounds", "rolls", "double", "prizes"]
    assert [field.default for field in fields] == [3, 2, 1, False, [1, 1, 1, 2, 2, 3]]


def test_the_form_of_a_duel_has_a_label_and_a_sentence_for_every_choice() -> None:
    for field in form(duel, voice("stammtisch.games.duel", "en")):
        assert field.label
        assert field.help.endswith(".")
