"""What each seat and a spectator know, and from when on."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.games.combo import notation, rules
from stammtisch.kernel import HIDDEN, NATURE, NONE, SPECTATOR, TABLE, UNKNOWN
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from stammtisch.testing.walk import legal_actions
from tests.games.combo.arrange import carry_on, combo, hand, texts
from tests.games.combo.situation import BASE_STARTS

DISPLAY = "r9-12"
others = pytest.mark.parametrize("viewer", [1, 2, SPECTATOR], ids=["1", "2", "spectator"])
everybody = pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR], ids=["0", "1", "2", "spectator"])


def three(hands: str = "0: r1-4 | 1: y1-4 | 2: g1-4", **arranged: str) -> Table:
    """Return a table for three at which the display is known."""
    return combo(hands, seats=3, display=DISPLAY, **arranged)  # type: ignore[arg-type]


def before_a_shuffle(seats: int = 2) -> Table:
    """Return a table at which seat 0 has drawn the last card of the pile, and the display wants another."""
    return combo(
        "0: r1-3 | 1: y1-3 | 2: g1-3" if seats == 3 else "0: r1-3 | 1: y1-3",
        play="0: draw | 0: r9",
        seats=seats,
        display=DISPLAY,
        pile="b7 b8",
        used_up=True,
    )


def sees(table: Table, viewer: int, seat: int) -> set[str]:
    """Return the cards of a seat's hand that a viewer can place."""
    return texts(table.view(viewer).hand[seat])


def sights(table: Table, viewer: int) -> list[str]:
    """Return the steps as a viewer saw them, hidden ones as a question mark."""
    steps = table.steps_seen_by(viewer)
    return ["?" if step.action == HIDDEN else table.action_name(step.action) for step in steps]


def test_everybody_sees_the_own_hand() -> None:
    table = three()

    assert [sees(table, seat, seat) for seat in range(3)] == [hand(table, seat) for seat in range(3)]


@others
def test_nobody_sees_the_hand_of_another_but_how_many_cards_it_has(viewer: int) -> None:
    table = three()

    assert (sees(table, viewer, 0), table.view(viewer).hand_size[0]) == (set(), 4)


@everybody
def test_the_pile_is_not_seen_but_how_many_cards_are_left(viewer: int) -> None:
    table = three()

    assert (texts(table.view(viewer).pile), table.view(viewer).pile_size) == (set(), 49)


def test_a_dealt_card_is_seen_by_its_owner_alone() -> None:
    table = three()
    dealt = [number for number, step in enumerate(table.steps) if step.seat == NATURE][:9]
    first, second = dealt[0], dealt[3]

    assert [sights(table, viewer)[first] for viewer in (0, 1, 2, SPECTATOR)] == ["r1", "?", "?", "?"]
    assert [sights(table, viewer)[second] for viewer in (0, 1, 2, SPECTATOR)] == ["?", "y1", "?", "?"]


@others
def test_a_drawn_card_is_seen_by_its_owner_alone_but_that_it_was_drawn(viewer: int) -> None:
    table = three(play="0: draw", pile="b7")

    assert sights(table, 0)[-1] == "b7"
    assert sights(table, viewer)[-1] == "?"
    assert (sees(table, viewer, 0), table.view(viewer).hand_size[0], table.view(viewer).drawn[0][0]) == (set(), 5, 5)


@others
def test_different_drawn_cards_look_alike(viewer: int) -> None:
    one, two = (three(play="0: draw", pile=pile) for pile in ("b7 b8", "b8 b7"))

    assert one.view(viewer) == two.view(viewer)


@everybody
def test_cards_in_the_display_are_seen_by_everybody(viewer: int) -> None:
    table = three()

    assert texts(table.view(viewer).display) == {"r9", "r10", "r11", "r12"}
    assert sights(table, viewer)[-4:] == ["r9", "r10", "r11", "r12"]


@everybody
def test_a_card_taken_openly_is_known_while_it_is_held(viewer: int) -> None:
    table = three("0: rygb5 | 1: y1-4 | 2: g1-4", play="0: draw | 0: r9", pile="b7 b8")

    assert "r9" in sees(table, viewer, 0)
    assert texts(table.view(viewer).taken[0]) == {"r9"}
    assert "r9" in sights(table, viewer)[-2:]


@everybody
def test_a_card_taken_openly_and_given_away_is_no_more_known_to_be_held(viewer: int) -> None:
    table = three(play="0: draw | 0: r9 | 1: draw | 1: r10 | 2: draw | 2: r11 | 0: exchange r9")
    view = table.view(viewer)

    assert (texts(view.taken[0]), "r9" in texts(view.discards)) == (set(), True)
    assert "r9" not in sees(table, viewer, 0)


@everybody
@pytest.mark.parametrize(
    ("play", "shown"),
    [("0: exchange r1", {"r1"}), ("0: three rgb5", {"r5", "g5", "b5"}), ("0: draw | 0: r9 | 0: r1", {"r1"})],
    ids=["exchanged", "laid", "discarded"],
)
def test_cards_given_away_are_seen_by_everybody(viewer: int, play: str, shown: set[str]) -> None:
    table = three("0: rgb5 r1 r2 r3", boards="0: a3", play=play)

    assert texts(table.view(viewer).discards) >= shown
    assert set(sights(table, viewer)) >= shown


@everybody
def test_a_combination_is_seen_while_it_is_laid(viewer: int) -> None:
    table = three("0: rgb5", play="0: three r5")
    view = table.view(viewer)

    assert (view.kind, texts(view.laid), view.hand_size[0]) == (2, {"r5"}, 2)


@others
def test_a_start_placement_is_sealed_until_all_have_one(viewer: int) -> None:
    table = Table("combo", seats=3, first=0)
    table.play(0, "start uft")
    sealed = table.view(viewer)

    assert (sealed.start[0], list(sealed.level[0]), sealed.reserve[0]) == (UNKNOWN, [0] * 5, 17)
    assert (sights(table, viewer), sealed.decided[0]) == (["?"], 1)
    table.play(1, "start ufs")
    table.play(2, "start uff")
    assert list(table.view(viewer).level[0]) == [1, 1, 1, 0, 0]
    assert table.view(viewer).start[0] == table.position.start[0]


@others
def test_different_sealed_placements_look_alike(viewer: int) -> None:
    tables = [Table("combo", seats=3, first=0) for _ in BASE_STARTS]
    for table, start in zip(tables, BASE_STARTS, strict=True):
        table.play(0, start)

    assert len({table.view(viewer).tobytes() for table in tables}) == 1


def test_everybody_knows_who_has_not_placed_yet_and_what_the_own_placement_is() -> None:
    table = Table("combo", seats=3, first=0)
    table.play(1, "start uft")

    assert [list(table.view(seat).start)[:3] for seat in range(3)] == [
        [NONE, UNKNOWN, NONE],
        [NONE, table.position.start[1], NONE],
        [NONE, UNKNOWN, NONE],
    ]


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR], ids=["0", "1", "spectator"])
def test_nothing_is_sealed_where_nobody_sits(viewer: int) -> None:
    table = Table("combo", seats=2, first=0)

    assert list(table.view(viewer).start) == [NONE, NONE, 0, 0]


@everybody
def test_experts_place_openly(viewer: int) -> None:
    table = Table("combo", seats=3, first=0, expert=True)
    table.play(2, "start uf")

    assert (sights(table, viewer), list(table.view(viewer).level[2])) == (["start uf"], [1, 1, 0, 0, 0])


def test_where_the_pile_is_empty_the_only_other_hand_is_counted_out() -> None:
    table = combo("0: r1-3 | 1: y1-3", play="0: draw", display=DISPLAY, pile="b7", used_up=True)

    assert table.position.pile_size == 0
    assert (sees(table, 0, 1), sees(table, 1, 0)) == ({"y1", "y2", "y3"}, {"r1", "r2", "r3", "b7"})
    assert (sees(table, SPECTATOR, 0), sees(table, SPECTATOR, 1)) == (set(), set())


def test_a_spectator_or_a_third_seat_cannot_tell_two_hidden_hands_apart() -> None:
    table = combo("0: r1-3 | 1: y1-3 | 2: g1-3", play="0: draw", seats=3, display=DISPLAY, pile="b7", used_up=True)

    assert [sees(table, viewer, 1) for viewer in (0, 2, SPECTATOR)] == [set(), set(), set()]


def test_a_hand_stays_counted_out_after_a_shuffle_but_for_cards_drawn_since() -> None:
    table = before_a_shuffle()
    carry_on(table, "1: draw")

    assert hand(table, 1) > {"y1", "y2", "y3"}
    assert len(hand(table, 1)) == 4
    assert sees(table, 0, 1) == {"y1", "y2", "y3"}
    assert [table.position.drawn[1][shuffle] for shuffle in (0, 1)] == [1, 3]


def shuffled() -> tuple[Table, set[str]]:
    """Return a table for three at which seat 1 is about to draw from the shuffled discards, and these."""
    table = before_a_shuffle(seats=3)
    discards = texts(table.position.discards)
    table.follow(1, notation.read("draw"))
    table.follow(TABLE, notation.read("shuffle"))
    return table, discards


@everybody
def test_after_a_shuffle_everybody_knows_what_is_in_the_new_pile(viewer: int) -> None:
    table, discards = shuffled()
    view = table.view(viewer)

    assert sights(table, viewer)[-1] == "shuffle"
    assert (texts(view.pile), texts(view.discards), texts(view.hidden[0])) == (discards, set(), discards)


def test_of_the_new_pile_only_who_draws_from_it_knows_what_is_left() -> None:
    table, discards = shuffled()
    table.follow(NATURE, notation.read("b1"))

    assert [texts(table.view(viewer).pile) for viewer in (0, 1, 2, SPECTATOR)] == [
        set(),
        discards - {"b1"},
        set(),
        set(),
    ]


@everybody
def test_cards_of_the_new_pile_are_known_again_when_they_are_shown(viewer: int) -> None:
    table, discards = shuffled()
    table.follow(NATURE, notation.read("b1"))
    carry_on(table, "1: r10")
    [shown] = texts(table.position.display) - {"r11", "r12", "b8"}

    assert shown in discards
    assert texts(table.view(viewer).hidden[0]) == discards - {shown}


@pytest.mark.parametrize(
    ("hand", "boards", "play"),
    [
        ("rgb5 r1", "0: a3", "0: three r5"),
        ("r1 y4 g8 b12", "0: u1 f0 s0", "0: draw | 0: r9 | 0: g8"),
    ],
    ids=["laying", "discarding"],
)
def test_in_every_world_drawn_for_another_seat_what_was_begun_can_be_completed(
    hand: str, boards: str, play: str
) -> None:
    table = three(f"0: {hand}", boards=boards, pile="r2 r3", play=play)
    v, o, stream = table.view(1), table.options, [0] * STREAM_LENGTH
    open_stream(stream, 1, WORLDS, 0)
    for _ in range(40):
        world = v.copy()
        rules.redeal(v, o, 1, stream, [0] * rules.SCRATCH, world)

        assert table.waiting == (0,)
        assert legal_actions(rules, world, o, 0), world
