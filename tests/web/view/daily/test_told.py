"""How results of the deal of the day are told and shared: by each game's own count, in every language."""

from __future__ import annotations

import re
from datetime import date

import pytest

from stammtisch.club.daily.deal import deal_of
from stammtisch.club.daily.par import Par
from stammtisch.club.daily.standing import Entry, standing
from stammtisch.core.game import find_game
from stammtisch.core.language import LANGUAGES, voice
from stammtisch.web.view.daily.par_picture import par_picture
from stammtisch.web.view.daily.told import (
    CELLS,
    beside_par,
    cells_filled,
    day_name,
    lines_of,
    par_told,
    result_told,
    shared_text,
)
from stammtisch.web.view.ending.picture import daily_picture

DAY = date(2026, 11, 18)
EN = voice("stammtisch.web", "en")
GANG = deal_of(b"t" * 32, find_game("gang"), DAY)
DUEL = deal_of(b"t" * 32, find_game("duel"), DAY)


def test_points_are_told_above_and_below_par_and_a_duel_is_won_or_lost() -> None:
    assert beside_par(GANG.game, GANG.options, 4 * 2.5, EN) == "2.5 points better than par"
    assert beside_par(GANG.game, GANG.options, -4 * 2.5, EN) == "2.5 points worse than par"
    assert beside_par(GANG.game, GANG.options, 0.1, EN) == "exactly par"
    assert result_told(DUEL.game, DUEL.options, 1, 0.2, EN) == "won; par is 60 games of 100"
    assert result_told(DUEL.game, DUEL.options, -1, 0.2, EN) == "lost; par is 60 games of 100"


def test_par_says_how_sure_it_is() -> None:
    told = " ".join(par_told(GANG.game, GANG.options, Par({-8: 50, 8: 150}, 200), EN))

    assert "1.0 points better than average" in told
    assert "200 times" in told
    assert "Half of their games ended between" in told


def test_a_par_of_games_that_are_all_alike_has_no_best_and_no_worst_one() -> None:
    entries = [Entry("a", "", 8, 0.0, "", known=True)]
    alike = Par({4: 9}, 9)

    assert "Half of" not in " ".join(par_told(GANG.game, GANG.options, alike, EN))
    assert [line.name for line in lines_of(entries, GANG.game, GANG.options, alike, "b", EN, open_now=True)] == [
        "Guest",
        "Par",
    ]


def test_before_there_is_a_par_nothing_that_is_shared_tells_of_bots() -> None:
    found = standing(8, [], Par())

    assert (cells_filled(found), shared_text("today", "won", found)) == (0, "today\nwon")
    assert daily_picture("gang", "today", ["won"], 0, CELLS, EN, "").count("<rect") == (
        daily_picture("gang", "today", ["won"], 1, CELLS, EN, "").count("<rect") - CELLS
    )


def test_the_picture_of_par_has_a_bar_for_each_result_and_two_lines() -> None:
    drawn = str(par_picture(Par({-4: 1, 0: 2, 8: 1}, 4), 4))
    bars = re.findall(r'<rect x="([\d.]+)%" width="[\d.]+%" y="([\d.]+)%"', drawn)
    lines = re.findall(r'class="(\w+)" x1="([\d.]+)%"', drawn)

    assert [(float(x), float(y)) for x, y in bars] == [(1.25, 52.0), (26.25, 4.0), (76.25, 52.0)], "4 has none"
    assert lines == [("par", "43.75"), ("own", "62.50")]
    assert par_picture(Par({4: 9}, 9), 4) == par_picture(Par(), 4) == "", "there is nothing to compare"
    assert str(par_picture(Par(dict.fromkeys(range(200), 1), 200), None)).count("<rect") < 33


def test_par_stands_in_the_list_where_it_belongs() -> None:
    entries = [Entry("a", "Anna", 8, 0.0, "t1", known=True), Entry("b", "Ben", -8, 0.0, "t2", known=True)]
    lines = lines_of(entries, GANG.game, GANG.options, Par({4: 1, -4: 1}, 2), "b", EN, open_now=False)

    assert [line.name for line in lines] == ["Anna", "the bots’ best game", "Par", "the bots’ worst game", "Ben"]
    assert [(line.place, line.you, line.table) for line in lines if line.place] == [(1, False, ""), (2, True, "t2")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_shared_tells_the_result_and_nothing_of_the_deal(language: str) -> None:
    say = voice("stammtisch.web", language)
    found = standing(8, [], Par({0: 3, 20: 1}, 4))
    told = result_told(GANG.game, GANG.options, 8, 5.0, say)
    title = day_name(DAY, say)

    assert shared_text(title, told, found).split("\n") == [title, "▰" * 8 + "▱" * 2, told]
    drawing = daily_picture("gang", title, [told], cells_filled(found), CELLS, say, "")
    assert title in drawing
    assert drawing.count("<rect") > CELLS
    assert GANG.seed.hex() not in drawing
