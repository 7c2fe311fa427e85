"""The log of a table: rounds rather than keystrokes, with cards that are drawn for the eye and named for the ear."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from stammtisch.web.tables.display_name import NameRefused, read_name
from stammtisch.web.view.log.card_marks import drawn, marked, plain
from stammtisch.web.view.log.log_parts import Sentence, in_parts

SAID = f"Ada plays {marked('g6', 'the green 6')}, then <b>{marked('b1', 'Zoé’s blue 1')}</b>."


def test_a_marked_card_is_drawn_for_the_eye_and_named_for_the_ear() -> None:
    shown = drawn(SAID, lambda text, name: Markup("<i title='{}'>{}</i>").format(name, text))

    assert shown == ("Ada plays <i title='the green 6'>g6</i>, then &lt;b&gt;<i title='Zoé’s blue 1'>b1</i>&lt;/b&gt;.")
    assert plain(SAID) == "Ada plays the green 6, then <b>Zoé’s blue 1</b>."


@pytest.mark.parametrize("mark", list(marked("", "")))
def test_nobody_has_a_name_with_a_mark_in_it(mark: str) -> None:
    with pytest.raises(NameRefused):
        read_name(f"A{mark}b")


def test_a_heading_begins_a_part_and_what_comes_before_the_first_has_none() -> None:
    said = [
        Sentence(0, "Cards are dealt."),
        Sentence(1, "Round 1", heading=True),
        Sentence(1, "Ada leads."),
        Sentence(2, "Ben follows."),
        Sentence(3, "Round 2", heading=True),
    ]

    assert in_parts(said, Markup.escape) == (
        ("", ("Cards are dealt.",)),
        ("Round 1", ("Ada leads.", "Ben follows.")),
        ("Round 2", ()),
    )
    assert in_parts([], Markup.escape) == ()
