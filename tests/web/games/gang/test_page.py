"""The page of Gang of Crooks: everything that may be done has a control, what may not says why, and nothing leaks."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from stammtisch import Table
from stammtisch.core.game import find_game
from stammtisch.core.language import voice
from stammtisch.games.gang import notation
from stammtisch.games.gang.rules import Phase
from stammtisch.kernel import NATURE, SPECTATOR, TABLE
from stammtisch.testing import Position
from stammtisch.testing.walk import begin, random_walk, view_of, viewers
from stammtisch.web.games.gang import page as face
from stammtisch.web.tables.record import Place
from stammtisch.web.view.render import regions
from stammtisch.web.view.scene import Scene
from tests.games.gang.arrange import EVERYTHING, ONE_COLOUR_EACH, gang, sweep
from tests.games.gang.hidden import reshuffled
from tests.web.games.random_pages import NAMES, Moment, hold_secret, refused_on

SIZES = (3, 4, 5, 6)
sizes = pytest.mark.parametrize("seats", SIZES)


def scene_of(o: Any, view: Any, viewer: int, **more: Any) -> Scene:
    """Return a scene of a view."""
    names = NAMES[: o.seats]
    over = view.phase == Phase.OVER
    return Scene(
        find_game("gang"), o, view, viewer, "en", [Place(name=name) for name in names], names, over=over, **more
    )


def page(o: Any, view: Any, viewer: int, **more: Any) -> str:
    """Return all regions of a page."""
    return "\n".join(regions(scene_of(o, view, viewer, **more)).values())


def page_of(table: Table, viewer: int) -> str:
    """Return what a viewer of a table sees."""
    return page(table.options, table.view(viewer), viewer)


@cache
def walk(seats: int) -> tuple[tuple[Position, Position], ...]:
    """Return the positions of a random round from the deal on, each with the one before."""
    start = begin(find_game("gang"), {"seats": seats, "rounds": 1, "first_round": seats - 1})
    positions = list(random_walk(start, Random(seats)))
    return tuple(pair for pair in pairwise(positions) if pair[1].s.phase != Phase.DEAL)


@cache
def drawn(seats: int) -> tuple[tuple[Scene, dict[str, str]], ...]:
    """Return every scene of the walk for every viewer, with its regions."""
    scenes = [
        scene_of(at.o, view_of(at.game.rules, at.s, at.o, viewer), viewer)
        for _, at in walk(seats)
        for viewer in viewers(at.o)
    ]
    return tuple((scene, regions(scene)) for scene in scenes)


def controls(html: str) -> set[str]:
    """Return what the enabled controls of a page would send."""
    buttons = re.findall(r'<button\s+class="act [^"]*"[^>]*?name="do"\s+value="(\w+)"(?![^>]*aria-disabled)', html)
    boxes = re.findall(r'<input\s+type="checkbox"\s+name="pick"\s+value="(\w+)"(?![^>]*aria-disabled)', html)
    return {*buttons, *boxes}


@sizes
def test_every_legal_action_has_a_control_and_nothing_else_has(seats: int) -> None:
    for scene, html in drawn(seats):
        assert controls(html["hand"]) == {notation.write(action) for action in scene.legal}, repr(scene.view)


@sizes
def test_a_card_that_may_not_be_played_says_why(seats: int) -> None:
    told = [(scene, *one) for scene, html in drawn(seats) for one in refused_on(html["hand"])]

    assert told
    for scene, text, sentence in told:
        assert sentence == scene.offer(notation.read(text)).refusal != ""


@sizes
def test_what_a_viewer_cannot_see_leaves_no_trace_on_the_page(seats: int) -> None:
    shown = [Moment(before, at) for before, at in walk(seats)[::2]]

    assert hold_secret(shown, reshuffled, Random(99))


def test_a_page_that_is_drawn_from_the_position_itself_would_be_found_out() -> None:
    at = next(at for _, at in walk(4) if at.s.phase == Phase.PLAY)
    other = reshuffled(at.s, at.o, SPECTATOR, Random(1))

    assert page(at.o, at.s, SPECTATOR) != page(at.o, other, SPECTATOR)


@sizes
def test_nobody_finds_a_card_on_the_page_that_is_not_theirs_to_see(seats: int) -> None:
    for scene, html in drawn(seats):
        v = scene.view
        known = sum(v.played) | (v.hand[scene.viewer] | v.passed[scene.viewer] if scene.viewer < seats else 0)
        shown = set(re.findall(r"#gang-(\w+)", "".join(html.values())))
        assert {text for text in shown if not known >> notation.read(text) & 1} <= _pictures(scene)


def _pictures(scene: Scene) -> set[str]:
    """Return the people who illustrate the choice of a united gang and a counted round."""
    return {"r10", "k11", "k12"} if scene.view.phase >= Phase.CHOICE else set()


@sizes
def test_no_points_are_shown_before_the_round_is_counted(seats: int) -> None:
    for scene, html in drawn(seats):
        assert ('class="points"' in "".join(html.values())) == (scene.view.phase >= Phase.CHOICE)


@sizes
def test_which_cards_were_taken_leaves_no_trace_on_the_page_while_a_round_is_played(seats: int) -> None:
    chance, looked_at = Random(seats), 0
    for scene, html in drawn(seats):
        other = _with_other_takings(scene.view, scene.options, chance)
        if scene.view.phase in (Phase.PLAY, Phase.TRICK, Phase.ROUND) and other != scene.view:
            assert regions(scene_of(scene.options, other, scene.viewer)) == html
            looked_at += 1

    assert looked_at > seats


def _with_other_takings(view: Any, o: Any, chance: Random) -> Any:
    """Return a view in which everybody took as many tricks, of other cards."""
    other = view.copy()
    taken = [card for card in range(52) if sum(view.taken) >> card & 1]
    chance.shuffle(taken)
    for seat in range(o.seats):
        size = int(view.taken[seat]).bit_count()
        other.taken[seat] = sum(1 << card for card in taken[:size])
        del taken[:size]
    return other


@sizes
def test_only_the_current_and_the_last_trick_are_shown(seats: int) -> None:
    for scene, html in drawn(seats):
        if scene.view.phase in (Phase.PLAY, Phase.TRICK):
            laid = {card for card in (*scene.view.trick, *scene.view.last) if card >= 0}
            assert {notation.read(text) for text in re.findall(r"#gang-(\w+)", html["table"])} == laid


def test_the_viewer_sits_at_the_bottom_and_the_left_neighbour_to_the_left() -> None:
    html = page_of(gang(ONE_COLOUR_EACH, play="0: g0 | 1: b5"), 2)

    assert re.findall(r'class="spot at-(\d)[^"]*">.*?class="who">(\w+)', html, re.DOTALL) == [
        ("0", "Cleo"),
        ("1", "Dan"),
        ("2", "Ada"),
        ("3", "Bo"),
    ]


def test_a_hand_is_parted_between_two_colours_where_that_fits() -> None:
    html = page_of(gang("0: g0-5 b0-3 r0-1 k0"), 0)
    rows = [re.findall(r'name="do" value="(\w+)"', row) for row in html.split('class="fan"')[1:]]

    assert [len(row) for row in rows] == [6, 7]
    assert {text[0] for text in rows[0]} == {"g"}


def test_passing_names_the_receiver_and_asks_for_three_cards() -> None:
    html = page_of(gang(ONE_COLOUR_EACH, first_round=1), 0)

    assert 'data-needs="3">Pass to Bo<' in html
    assert 'type="reset"' in html


def test_cards_on_their_way_are_backs_to_everybody_else() -> None:
    table = gang(ONE_COLOUR_EACH, play="0: g0 g1 g2", first_round=1)

    assert 'data-card="aside-0-2"' in page_of(table, 1)
    assert "On their way to Bo:" in page_of(table, 0)


def test_received_cards_are_marked_until_the_first_trick_is_taken() -> None:
    passing = "0: g0 g1 g2 | 1: b0 b1 b2 | 2: r0 r1 r2 | 3: k0 k1 k2"
    table = gang(ONE_COLOUR_EACH, play=passing, first_round=1)
    fresh = r'class="card \w+ fresh"\s+data-card="(\w+)"\s+data-from="seat-3"'

    assert re.findall(fresh, page_of(table, 0)) == ["k0", "k1", "k2"]


def test_the_united_gang_sees_what_each_choice_would_lead_to() -> None:
    table = gang(EVERYTHING[4], rounds=1)
    sweep(table)
    html = unescape(page_of(table, 0))

    assert controls(html) == {"others", "self"}
    assert re.findall(r"<span>(\w+) <b>(\S+)</b></span>", html) == [
        *[("Ada", "0"), ("Bo", "52"), ("Cleo", "52"), ("Dan", "52")],
        *[("Ada", "−52"), ("Bo", "0"), ("Cleo", "0"), ("Dan", "0")],
    ]


def test_a_counted_round_shows_who_caught_whom() -> None:
    table = gang(EVERYTHING[4], rounds=1)
    sweep(table)
    table.play(0, "others")
    html = page_of(table, 3)

    assert "the politician and 13 crooks" in html
    assert html.count('class="mug black"') == 13
    assert "+52" in html


def test_a_trick_that_is_taken_goes_to_its_taker() -> None:
    table = gang(ONE_COLOUR_EACH, play="0: g0 | 1: b5 | 2: r5")
    before = table.view(1)
    table.play(3, "k5")
    collect = table.steps[-1]
    scene = scene_of(table.options, table.view(1), 1, step=collect, before=before)
    before.phase = Phase.TRICK

    assert collect.seat == TABLE
    assert re.findall(r'class="gone" data-card="(\w+)"', regions(scene)["seats"]) == ["g0", "b5", "r5", "k5"]


def test_a_form_means_the_card_of_its_button_or_the_ticked_cards() -> None:
    table = gang()

    assert face.arrange(table, 0, ["g5"], []) == [5]
    assert face.arrange(table, 0, [], ["g5", "k12"]) == [5, 51]


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_page_carries_no_style_and_no_script(viewer: int) -> None:
    html = page_of(gang(ONE_COLOUR_EACH, play="0: g0"), viewer)

    assert not re.search(r"\sstyle=|<style|<script|\son\w+=", html)


def test_a_deal_is_shown_as_one() -> None:
    table = Table.undealt(find_game("gang"), 1, {})
    table.follow(NATURE, notation.read("k5"))

    assert "The cards are dealt" in page_of(table, 0)


@pytest.mark.parametrize(("seats", "politician"), [(4, 13), (6, 12)])
def test_what_a_card_costs_stands_on_it_and_is_read_out(seats: int, politician: int) -> None:
    html = unescape(page_of(gang("0: r10 k5 b3", seats=seats, first_round=1), 0))

    assert f'<span class="cost heavy">+{politician}</span>' in html
    assert html.count('<span class="cost">+1</span>') == 1
    assert f"red 10 (the corrupt politician), costs {politician} points" in html
    assert "black 5 (the forger who cannot spell), costs 1 point" in html
    assert 'blue 3 (the lifeguard of the paddling pool)"' in html


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_the_last_trick_lies_clockwise_from_the_viewer_as_the_spots_do(viewer: int) -> None:
    table = gang(ONE_COLOUR_EACH, play="0: g0 | 1: b0 | 2: r0 | 3: k0")
    shaped: Any = face.shape(scene_of(table.options, table.view(viewer), viewer))

    assert [name for name, *_ in shaped["last"]] == [spot.name for spot in shaped["spots"]]
    assert [took for _, _, took in shaped["last"]].index(True) == (-viewer % 4 if viewer < 4 else 0)
    assert 'aria-label="The last trick, clockwise around the table"' in page_of(table, viewer)


@pytest.mark.parametrize(("language", "name"), [("de", "Rot 10 (der korrupte Politiker)"), ("it", "10 rosso")])
def test_a_card_in_a_sentence_is_small_and_named_in_the_readers_language(language: str, name: str) -> None:
    chip = str(face.chip("r10", voice("stammtisch.web", language), voice("stammtisch.games.gang", language)))

    assert f'aria-label="{name}' in chip
    assert ">10<svg" in chip


def test_the_paper_shows_the_head_of_a_united_gang_and_else_somebody_honest() -> None:
    table = gang(EVERYTHING[4], rounds=1)
    sweep(table)
    table.play(0, "self")
    scene = scene_of(table.options, table.view(0), 0)
    others = table.view(0)
    others.taken[0], others.taken[1] = 1 << 12, others.taken[0] & ~(1 << 12)

    assert str(face.hero(scene)) != str(face.hero(scene_of(table.options, others, 0)))
