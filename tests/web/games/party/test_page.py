"""The page of Costume Party: every action has its control, refusals say why, and hidden cards stay hidden."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

import pytest

from stammtisch.core.language import voice
from stammtisch.games.party.position import ALL, FACE_DOWN, KEEP, OPTION_SETS, PAIR, Phase
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.testing.walk import lowest, viewers
from stammtisch.web.games.party import page as face
from stammtisch.web.view.render import regions
from stammtisch.web.view.story import Story
from tests.amounts import often
from tests.games.party.hidden import reshuffled
from tests.web.fixtures.finished_game import finished_game
from tests.web.games.random_pages import Controls, Moment, hold_secret, moments, texts_of

option_sets = pytest.mark.parametrize("choices", OPTION_SETS, ids=lambda choices: "-".join(map(str, choices.values())))
QUIET = (Phase.FLOOR, Phase.TIE, Phase.DRAW, Phase.PAUL)  # where NATURE deals, and nobody is asked


def seen(choices: Mapping[str, object], seed: int) -> list[Moment]:
    """Return the moments of a random match that people look at for a while."""
    there = [moment for moment in moments("party", choices, seed) if moment.after.s.phase not in QUIET]
    return Random(seed).sample(there, often(12, deep=30))


@option_sets
def test_what_may_be_done_is_on_the_page_and_nothing_else(choices: Mapping[str, object]) -> None:
    for moment in seen(choices, 1):
        for viewer in viewers(moment.after.o):
            controls = Controls(moment.page(viewer))

            assert set(controls.on) == texts_of(moment.scene(viewer)), moment.after
            assert all(controls.on.values())


def test_what_may_not_be_done_says_why() -> None:
    said = set()
    choices = {"seats": 3, "face_down": True, "mirror": True}
    for moment in moments("party", choices, 2, [lowest] * 3):  # who always keep the mirror
        at = moment.after
        if at.s.phase in (Phase.SEAL, Phase.MIRROR) or (at.s.phase == Phase.PLAY and at.s.round_number == 1):
            for seat in range(3):
                said |= set(Controls(moment.page(seat)).off.values())

    assert any("hides from nobody" in why for why in said)  # a king face down
    assert any("not your turn" in why for why in said)
    assert any("the mirror leaves before that" in why for why in said)
    assert all(why.strip().endswith(".") for why in said)


@option_sets
def test_nobody_can_tell_hidden_cards_from_the_page(choices: Mapping[str, object]) -> None:
    assert hold_secret(seen(choices, 4)[:12], reshuffled, Random(3))


@pytest.mark.parametrize("seats", [2, 4])
def test_guests_have_the_faces_of_their_seats_and_paul_wears_nothing(seats: int) -> None:
    drawn = set[tuple[str, str]]()
    for moment in moments("party", {"seats": seats}, 5):
        if moment.after.s.phase != Phase.PLAY:
            continue
        scene = moment.scene(0)
        for place, costume in zip(scene.places, (7, 3, 13, 9), strict=False):
            place.costume = costume
        html = regions(scene)["table"]
        faces = dict(re.findall(r'class="avatar own-(\d) face-(\d+)"', html))
        drawn |= faces.items()
        assert len(re.findall('class="avatar', html)) == len(faces) > 1

    assert drawn - {("0", "7")} == ({("1", "3"), ("2", "0")} if seats == 2 else {("1", "3"), ("2", "13"), ("3", "9")})


def test_sealed_cards_show_their_owners_back() -> None:
    moment = next(
        m for m in moments("party", {"seats": 4}, 5) if m.after.s.phase == Phase.PLAY and m.after.s.waits == 0b0001
    )
    html = moment.page(0)

    for seat in (1, 2, 3):
        assert f'class="card back own-{seat}"' in html
    assert 'class="card back own-0"' not in html
    assert "peek" not in html


def test_taking_follows_the_order_of_the_cards() -> None:
    moment = next(m for m in moments("party", {"seats": 5}, 6) if m.after.s.phase == Phase.TAKE and m.after.s.king < 0)
    line = face.shape(moment.scene(SPECTATOR))["queue"]

    assert isinstance(line, list)
    assert [entry.card.value for entry in line] == sorted(entry.card.value for entry in line)
    assert [entry.place for entry in line] == [1, 2, 3, 4, 5]
    assert line[0].now


def test_a_face_down_card_may_leave_with_the_take() -> None:
    moment = _moment_with(PAIR + 1, ALL, {"seats": 3, "face_down": True})
    controls = Controls(moment.page(moment.after.s.turn))

    [pair] = [text for text in controls.on if text.endswith("+") and text != "all+"]
    assert controls.on[pair].startswith(pair[:-1])
    assert "makes a pair with your face-down card" in controls.on[pair]


def test_the_owner_of_the_mirror_chooses_from_the_display() -> None:
    choices = {"seats": 2, "face_down": True, "mirror": True}
    moment = _moment_with(FACE_DOWN, FACE_DOWN + 1, choices)
    owner = moment.after.s.mirror
    controls = Controls(moment.page(owner))

    assert "down" in controls.on
    assert moment.after.game.notation.write(KEEP) in {*controls.on, *controls.off}


def test_a_pair_that_leaves_is_seen_leaving() -> None:
    moment = next(
        m
        for m in moments("party", {"seats": 4}, 7)
        if m.before.s.phase == Phase.TAKE and sum(m.after.s.gone) > sum(m.before.s.gone)
    )

    assert 'class="ticket leaves"' in moment.page(SPECTATOR)


def test_paul_has_a_display_too() -> None:
    *_, last = moments("party", {"seats": 2}, 8)

    assert re.search(r'<b class="called">Paul</b>', last.page(0))


def test_a_match_shows_its_totals() -> None:
    moment = next(m for m in moments("party", {"seats": 3, "mirror": True}, 9) if m.after.s.phase == Phase.SCORED)
    html = moment.page(SPECTATOR)

    for seat in range(3):
        assert f"total {moment.after.s.total[seat]}" in html


def _moment_with(first: int, end: int, choices: Mapping[str, object]) -> Moment:
    """Return a moment at which somebody may take an action from `first` to before `end`."""
    for seed in range(30):
        for moment in moments("party", choices, seed):
            s = moment.after.s
            asked = s.phase in (Phase.TAKE, Phase.MIRROR) and s.waits >> s.turn & 1
            if asked and any(first <= action < end for action in moment.scene(s.turn).legal):
                return moment
    raise AssertionError("no such moment")


def test_the_page_says_why_an_equal_card_goes_first_and_in_which_order() -> None:
    told = {"equal": 0, "king": 0, "last": 0, "": 0}
    for seed in range(3):
        for moment in moments("party", {"seats": 6}, seed):
            v, shape = moment.after.s, face.shape(moment.scene(SPECTATOR))
            why, line = str(shape["why"]), shape["queue"]
            if v.phase != Phase.TAKE:
                continue
            assert isinstance(line, list)
            played = [v.played[entry.guest] for entry in line]
            equal = [entry.name for entry, value in zip(line, played, strict=True) if played.count(value) > 1]
            case = "last" if v.round_number == 13 else "king" if v.king >= 0 else "equal" if equal else ""
            told[case] += 1
            assert bool(why) == bool(case)
            assert case != "equal" or why.endswith(f"so {', '.join(equal)}.")
            assert case != "king" or "Party King" in why
    assert all(told.values())


def test_the_place_of_a_card_stands_beside_its_name_and_not_on_its_number() -> None:
    moment = next(m for m in moments("party", {"seats": 4}, 5) if m.after.s.phase == Phase.TAKE)
    html = moment.page(0)

    assert re.findall(r'<span class="whose"><b class="order">(\d)</b>', html) == ["1", "2", "3", "4"]


def test_a_card_in_a_sentence_is_named_in_the_readers_language() -> None:
    chip = str(face.chip("1", voice("stammtisch.web", "de"), voice("stammtisch.games.party", "de")))

    assert re.fullmatch(r'<span class="little green" role="img" aria-label="1 \([^"]+\)">1</span>', chip)
    assert "ghost" not in chip


def _last_round(choices: Mapping[str, object], seed: int) -> tuple[list[Moment], list[tuple[int, int]]]:
    """Return the takes of a game's last round, and what they were: guest and action."""
    takes = [
        moment
        for moment in moments("party", choices, seed)
        if moment.before.s.phase == Phase.TAKE and moment.before.s.round_number == moment.before.o.last
    ]
    return takes, [(moment.before.s.turn, moment.after.steps[-1][1]) for moment in takes]


@pytest.mark.parametrize(("seats", "face_down"), [(2, False), (4, True), (6, True)])
def test_what_everybody_took_last_is_seen_when_all_is_over(seats: int, face_down: bool) -> None:  # noqa: FBT001
    choices, paired = {"seats": seats, "face_down": face_down}, 0
    for seed in range(often(12, deep=60)):
        takes, done = _last_round(choices, seed)
        *_, end = moments("party", choices, seed)
        for viewer in viewers(end.after.o):
            scene, first = end.scene(viewer), takes[0].scene(viewer)
            assert face.remembers(first.before, first.options)
            assert not face.remembers(first.view, first.options)
            scene.remembered = first.before
            shaped = face.shape(scene)["last_takes"]
            values = [(guest, action - PAIR if PAIR < action < ALL else action) for guest, action in done]

            assert [(take.guest, take.card.value) for take in shaped] == values  # type: ignore[attr-defined]
        paired += sum(PAIR < action < ALL for _, action in done)
    assert paired or not face_down


def test_the_floor_is_not_empty_when_all_is_over_whoever_comes_when() -> None:
    room = finished_game("party", {"seats": 4})
    *_, live = Story(room, 0, "en").go_on()
    for scene in (live.scene, Story(room, 0, "en").catch_up().scene, Story(room, SPECTATOR, "en").catch_up().scene):
        table = regions(scene)["table"]

        assert table.count('data-card="last-') == 4
        assert table.count(" wins") == 1
        assert "The dance floor is empty." not in table
