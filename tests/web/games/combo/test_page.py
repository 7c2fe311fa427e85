"""The page of Combination Race: every whole decision has a control, what is refused says why, and nothing leaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from random import Random
from typing import Any

import pytest

from stammtisch import Table
from stammtisch.core.game import find_game
from stammtisch.core.language import voice
from stammtisch.core.rows import RowWalk
from stammtisch.games.combo import notation, words
from stammtisch.games.combo.cards import CARDS
from stammtisch.games.combo.position import EXCHANGE, INTO, LAY, Phase, Rule
from stammtisch.kernel import SPECTATOR
from stammtisch.testing.walk import even, legal_actions, view_of
from stammtisch.web.games.combo import page as face
from stammtisch.web.tables.record import Place
from stammtisch.web.view.render import regions
from stammtisch.web.view.scene import Scene
from tests.games.combo.arrange import combo, row_of
from tests.games.combo.hidden import reshuffled
from tests.web.games.random_pages import NAMES, Moment, hold_secret, moments, refused_on

KINDS_OF_GAME: dict[str, dict[str, object]] = {
    "base": {"seats": 2},
    "expert": {"seats": 3, "expert": True},
    "quick": {"seats": 4, "quick": True},
    "quick experts": {"seats": 2, "quick": True, "expert": True},
}
games = pytest.mark.parametrize("kind", KINDS_OF_GAME)


def eager(actions: list[int], random: Random) -> int:
    """Choose like somebody who wants to lay: combinations first, and exchanges now and then."""
    lays = [action for action in actions if LAY <= action < INTO]
    if EXCHANGE in actions and not lays and random.random() < 0.4:
        return EXCHANGE
    return random.choice(lays or actions)


@cache
def walk(kind: str) -> tuple[Moment, ...]:
    """Return the moments of a random game of a kind, without those of the deal."""
    played = moments("combo", KINDS_OF_GAME[kind], 7, (eager, even))
    return tuple(moment for moment in played if moment.after.s.phase not in (Phase.FIRST, Phase.DEAL))


@cache
def asked(kind: str) -> tuple[tuple[Moment, int], ...]:
    """Return moments at which a seat is asked something, and the seat; more of the rarer chapters than of others."""
    found: dict[int, list[tuple[Moment, int]]] = {}
    for moment in walk(kind):
        for seat in range(moment.after.o.seats):
            if moment.after.s.waits >> seat & 1:
                found.setdefault(moment.after.s.phase, []).append((moment, seat))
    return tuple(one for group in found.values() for one in group[:: max(1, len(group) // 12)])


def table_of(moment: Moment) -> Table:
    """Return a table at this moment."""
    at = moment.after
    table = Table.undealt(at.game, 0, dict(at.choices))
    table.position = at.s.copy()
    return table


def decision(moment: Moment, seat: int, random: Random) -> list[int]:
    """Return a whole decision, made of random legal actions."""
    at, row = moment.after.s.copy(), []
    o, rules = moment.after.o, moment.after.game.rules
    decided = at.decided[seat]
    while at.decided[seat] == decided:
        row.append(random.choice(legal_actions(rules, at, o, seat)))
        rules.apply(at, o, seat, row[-1])
    return row


def fields(html: str) -> tuple[set[str], set[str], set[str]]:
    """Return what the enabled buttons, boxes and lists of a page would send."""
    buttons = re.findall(r'<button[^>]*?name="do"\s+value="([^"]*)"(?![^>]*aria-disabled)', html)
    boxes = re.findall(r'<input\s+type="checkbox"\s+name="pick"\s+value="(\w+)"(?![^>]*aria-disabled)', html)
    return {*buttons}, {*boxes}, {*re.findall(r'<option value="([^"]*)"', html)}


def sent(moment: Moment, seat: int, row: list[int], html: str, random: Random) -> list[int]:
    """Return what a person sends who wants this row and has only this page."""
    buttons, boxes, answers = fields(html)
    texts = [notation.write(action) for action in row]
    if ",".join(texts) in buttons:
        return face.arrange(table_of(moment), seat, texts, ["r1"] if boxes else [])
    if texts[0].startswith("start "):
        return place_first(moment, seat, texts[0].removeprefix("start "), boxes, random)
    cards = [text for action, text in zip(row, texts, strict=True) if action < CARDS]
    wishes = [f"~{text}" for text in texts if text.startswith(("into column", "reserve")) and f"~{text}" in answers]
    assert {*cards} <= boxes, texts
    random.shuffle(cards)
    for button in pressed(texts) & buttons:
        found = face.arrange(table_of(moment), seat, [*filter(None, [button]), *wishes], cards)
        if found == row:
            return found
    raise AssertionError(f"no button of {pressed(texts) & buttons} does {texts}")


def pressed(texts: list[str]) -> set[str]:
    """Return the buttons of which one does this with ticked cards: a row of the board, an exchange, or the cards."""
    rows = {"full": "full", "flush": "flush", "three": "three", "straight": "straight", "pairs": "column"}
    if texts[0] in ("four", "five", *rows):
        return {f"into {name}" for kind, name in rows.items() if texts[0] in ("four", "five", kind)}
    return {"exchange"} if texts[0] == "exchange" else {""}


def place_first(moment: Moment, seat: int, rows: str, boxes: set[str], random: Random) -> list[int]:
    """Return what a person sends who ticks places for first stones."""
    places = [f"{row}{rows[:place].count(row) + 1}" for place, row in enumerate(rows)]
    assert {*places} <= boxes
    random.shuffle(places)
    return face.arrange(table_of(moment), seat, [], places)


@games
def test_every_whole_decision_can_be_made_with_what_is_on_the_page(kind: str) -> None:
    random, chapters = Random(3), set()
    for moment, seat in asked(kind):
        html = unescape(moment.page(seat))
        chapters.add(moment.after.s.phase)
        for _ in range(5):
            row = decision(moment, seat, random)
            assert sent(moment, seat, row, html, random) == row, repr(moment.after)

    assert chapters >= {Phase.START, Phase.TURN, Phase.TAKE, Phase.LAY, Phase.EXCHANGE, Phase.DISCARD}


@games
def test_whatever_a_button_alone_sends_is_a_whole_legal_decision(kind: str) -> None:
    for moment, seat in asked(kind):
        html = unescape(moment.page(seat))
        for value in fields(re.sub(r"<button[^>]*data-needs[^>]*>", "", html))[0]:
            table = table_of(moment)
            row = face.arrange(table, seat, value.split(","), [])
            table.play(seat, *row)
            assert table.position.decided[seat] == moment.after.s.decided[seat] + 1


@games
def test_what_cannot_be_done_says_why(kind: str) -> None:
    told = 0
    for moment, seat in asked(kind):
        scene = moment.scene(seat)
        html = regions(scene)
        for text, sentence in refused_on(html["table"] + html["hand"]):
            assert sentence == scene.offer(notation.read(text)).refusal != ""
            told += 1

    assert told > 20


@games
def test_what_a_viewer_cannot_see_leaves_no_trace_on_the_page(kind: str) -> None:
    assert hold_secret(walk(kind)[::16], reshuffled, Random(99)) > 20


def test_a_page_that_is_drawn_from_the_position_itself_would_be_found_out() -> None:
    at = next(moment.after for moment in walk("base") if moment.after.s.phase == Phase.TURN)
    other = reshuffled(at.s, at.o, SPECTATOR, Random(1))

    assert _drawn(at.s, at.o, SPECTATOR) != _drawn(other, at.o, SPECTATOR)


def _drawn(view: Any, o: Any, viewer: int) -> str:
    names = NAMES[: o.seats]
    scene = Scene(find_game("combo"), o, view, viewer, "en", [Place(name=name) for name in names], names)
    return "\n".join(regions(scene).values())


def page(table: Table, viewer: int) -> str:
    """Return what a viewer of a table sees."""
    return unescape(_drawn(view_of(table.rules, table.position, table.options, viewer), table.options, viewer))


def offered(html: str) -> Iterator[str]:
    """Yield the rows of the combinations on offer."""
    yield from re.findall(r'<button class="act offer[^>]*value="([^"]*)"', html)


def test_the_hand_is_sorted_by_value_and_equal_cards_stand_together() -> None:
    html = page(combo("0: v9 r3 y9 b1 r9"), 0)

    assert re.findall(r'class="pick( first)?.*?value="(\w+)"', html, re.DOTALL)[-5:] == [
        *[(" first", "b1"), (" first", "r3"), (" first", "r9")],
        *[("", "y9"), ("", "v9")],
    ]


def test_what_the_hand_can_lay_is_one_tap_and_the_best_comes_first() -> None:
    html = page(combo("0: rygb7 r9 y9", "0: u1 a5"), 0)

    assert next(offered(html)).startswith("four,r7,y7,g7,b7,reserve 2")
    assert {row.split(",")[0] for row in offered(html)} == {"four", "full", "three", "pairs"}


def test_ticked_cards_are_laid_from_low_to_high_with_the_wishes_of_the_form() -> None:
    table = combo("0: rygbv7", "0: a5")
    ticked = ["v7", "r7", "b7", "g7", "y7"]

    row = face.arrange(table, 0, ["~into columns", "~reserve 3", "five"], ticked)

    assert ",".join(map(notation.write, row)) == "five,r7,y7,g7,b7,v7,into columns,reserve 3"


def test_as_many_stones_as_possible_come_from_the_reserve_unless_something_else_is_chosen() -> None:
    html = page(combo("0: rygb7 r9 y9", "0: u1 a5"), 0)

    assert "Four of a kind: stones from the reserve" in html
    assert re.findall(r'<option value="~reserve (\d)"( selected)?', html) == [("0", ""), ("1", ""), ("2", " selected")]


def test_a_wish_that_no_row_can_take_is_met_as_far_as_it_goes() -> None:
    table = combo("0: rygbv7", "0: a5")

    row = face.arrange(table, 0, ["~reserve 4", "into full"], ["v7", "r7", "b7", "g7", "y7"])

    assert ",".join(map(notation.write, row)) == "five,r7,y7,g7,b7,v7,into full,reserve 1"


def test_wishes_are_kept_out_of_what_does_not_ask_for_them() -> None:
    table = combo("0: rygbv7", "0: a5")
    wishes = ["~into columns", "~reserve 3"]

    assert face.arrange(table, 0, [*wishes, "three"], ["g7", "r7", "y7"])[-1] == notation.read("g7")
    assert face.arrange(table, 0, [*wishes, "draw"], ["g7"]) == [notation.read("draw")]
    assert face.arrange(table, 0, ["three", "r7", "y7", "b7", *wishes], [])[-1] != notation.read("reserve 3")


def test_an_exchange_of_fewer_cards_than_allowed_is_ended() -> None:
    table = combo("0: r1-3", "0: t3")

    assert face.arrange(table, 0, ["exchange"], ["r2", "r1"])[-1] == notation.read("done")
    assert face.arrange(table, 0, ["exchange"], ["r3", "r2", "r1"])[-1] == notation.read("r3")


def test_cards_that_others_took_openly_are_shown_beside_their_boards() -> None:
    table = combo(display="r5 y6 b7 g8", play="0: draw | 0: g8")
    boards = page(table, 1).split('class="mini ')[1].split("</section>")[0]

    assert 'data-card="g8"' in boards
    assert boards.count("data-card") == 1


def test_a_blocked_player_and_one_who_has_placed_everything_are_told_so() -> None:
    table = combo("0: rygb7")
    table.position.blocked = 1
    table.position.waits, table.position.turn = 2, 1

    assert "you have no further turns" in page(table, 0)
    assert 'class="stamp"' in page(table, 1)


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_page_carries_no_style_and_no_script(viewer: int) -> None:
    html = page(combo("0: rygb7 r9 y9", "0: u1 a5"), viewer)

    assert not re.search(r"\sstyle=|<style|<script|\son\w+=", html)


def test_cards_in_sentences_are_small_cards_with_their_names() -> None:
    german = voice("stammtisch.games.combo", "de")
    chip = face.chip("g7", voice("stammtisch.web", "de"), german)

    assert 'aria-label="grüne 7"' in chip
    assert re.sub(r"<[^>]*>", "", chip) == "7", "no letter of any language"


def test_the_goal_has_a_picture_for_each_line() -> None:
    pictures = face.goal_art()

    assert len({*pictures}) == len(words.goal(combo().options, voice("stammtisch.games.combo", "en"))) == 3


def test_the_winners_board_is_the_picture_of_the_end() -> None:
    table = combo("0: ryg7 b1 b2", "0: u4 f4 t2 s4 a1", first=1)
    before = face.hero(_scene(table))
    table.play(1, *row_of("draw"))
    table.play(1, table.legal(1)[0])
    table.play(0, *row_of("three ryg7"))

    assert table.over
    assert _gold(face.hero(_scene(table))) == _gold(before) + 2, "the level shows all its places filled"


def _gold(picture: str) -> int:
    return picture.count('fill="#e3a712" stroke="#5c3d00"')


def _scene(table: Table) -> Scene:
    names = NAMES[: table.seats]
    view = view_of(table.rules, table.position, table.options, 0)
    return Scene(table.game, table.options, view, 0, "en", [Place(name=n) for n in names], names, over=table.over)


def test_a_row_says_what_is_missing_and_a_stone_on_it_lays_the_best() -> None:
    html = page(combo("0: ryg7 rb9", "0: u2 t1 a1"), 0)

    assert 'value="into three"' in html, "three of a kind takes one stone, and there is one"
    assert re.search(r'class="act drop off" name="do" value="full"[^>]*takes 2 active stones, and you have 1', html)
    assert face.arrange(combo("0: ryg7 rb9", "0: t1 a1"), 0, ["into three"], []) == [
        *map(notation.read, ("three", "r7", "y7", "g7"))
    ]


def test_one_card_too_many_on_a_row_is_said_to_be_one() -> None:
    table = combo("0: ryg7 r9", "0: a3")
    row = face.arrange(table, 0, ["into three"], ["r7", "y7", "g7", "r9"])
    walk = RowWalk(table.rules, table.position.copy(), table.options, 0)

    assert not walk.take_all(row)
    assert walk.refused == Rule.CARD_DOES_NOT_FIT
