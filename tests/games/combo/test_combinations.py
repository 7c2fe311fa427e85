"""What hands can lay and where its stones go, against every subset of the hand and naive statements about stones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from stammtisch.core.options import make_options
from stammtisch.games.combo import notation, rules
from stammtisch.games.combo.combinations import has_combination
from stammtisch.games.combo.rules import Options, Phase, State
from stammtisch.games.combo.stones import can_be_made_up
from stammtisch.games.combo.words.playable import Playable, card_rows, playable
from stammtisch.kernel import NONE
from stammtisch.testing.walk import legal_actions
from tests.amounts import often
from tests.games.combo.compare import cards
from tests.games.combo.naive import KINDS, PACK, ROWS, SIZE, VALUE, ascending, found, is_combination
from tests.games.combo.player import TARGETS, Player, board_of

EVERYTHING = ["r5", "y5", "g5", "b5", "v5", "r6", "y6", "r7", "r8", "r9"]  # holds a combination of every kind
Rows = dict[str, set[tuple[str, ...]]]  # by kind: combinations, each from low to high


class Way(NamedTuple):
    """A combination with all that is decided about it, in words."""

    kind: str
    cards: tuple[str, ...]
    target: str
    stones: int
    from_reserve: int
    actions: tuple[str, ...]


def hands(seed: str, number: int) -> Iterator[list[str]]:
    """Yield hands of up to 12 cards in which equal values, one colour, neighbours or all of these are frequent."""
    random = Random(seed)
    for _ in range(number):
        values = random.sample(range(1, 14), random.choice((1, 2, 3)))
        low, colours = random.randrange(1, 10), random.sample("rygbv", random.choice((1, 2, 5, 5)))
        likely = [
            [card for card in PACK if VALUE[card] in values],
            [card for card in PACK if card[0] in colours],
            [card for card in PACK if low <= VALUE[card] < low + 6 and card[0] in colours],
            list(PACK),
        ][random.randrange(4)]
        size = random.randrange(13)
        hand = random.sample(likely, min(len(likely), size))
        rest = [card for card in PACK if card not in hand]
        yield hand + random.sample(rest, size - len(hand))


def subsets(hand: list[str]) -> Rows:
    """Return every combination of every kind, by looking at every subset of the hand."""
    rows: Rows = {kind: set() for kind in KINDS}
    for size in (3, 4, 5):
        kinds = [kind for kind in KINDS if SIZE[kind] == size]
        for subset in combinations(ascending(hand), size):
            for kind in kinds:
                if is_combination(kind, subset):
                    rows[kind].add(subset)
    return rows


def position(hand: list[str], player: Player, o: Options) -> State:
    """Return a position in which seat 0, whose turn it is, holds these cards and has placed these stones."""
    s = State()
    rules.start(s, o)
    s.phase, s.turn, s.first, s.waits, s.round_number = Phase.TURN, 0, 0, 1, 1
    s.hand[0], s.hand_size[0], s.drawn[0][0] = cards(hand), len(hand), len(hand)  # type: ignore[index]
    s.pile = cards(card for card in PACK if card not in hand)
    s.pile_size = len(PACK) - len(hand)
    s.level[0] = list(player.levels.values())  # type: ignore[index]
    s.active[0], s.reserve[0] = player.active, player.reserve
    return s


def random_player(random: Random, choices: dict[str, object]) -> Player:
    """Return a player with any stones on the board, and few left."""
    player = Player(board_of(choices), 0, expert=bool(choices["expert"]))
    for row in ROWS:
        player.levels[row] = random.randint(0, len(player.board.stones))
    player.levels["column"] = random.randint(0, player.board.columns)
    player.active, player.reserve = random.randrange(6), random.randrange(6)
    if player.left == 0 or random.random() < 0.2:
        player.active, player.reserve = random.choice([(0, 1), (1, 0)])
    return player


def legal_texts(s: State, o: Options) -> set[str]:
    """Return what seat 0 may do."""
    return {notation.write(action) for action in legal_actions(rules, s, o, 0)}


def ways(hand: list[str], player: Player) -> Iterator[Way]:
    """Yield every way to lay a combination, from the rulebook."""
    for kind in KINDS:
        targets = player.targets(kind)
        for target in targets:
            splits = player.splits(kind, target)
            for split in splits:
                said = [f"into {target}"] * (len(targets) > 1) + [f"reserve {split}"] * (len(splits) > 1)
                for row in map(ascending, found(kind, hand)):
                    yield Way(kind, row, target, player.wanted(target), split, (kind, *row, *said))


def in_words(one: Playable) -> Way:
    """Return what the rules say can be laid in words."""
    row = tuple(map(notation.write, one.cards))
    actions = tuple(map(notation.write, one.actions))
    return Way(KINDS[one.kind], row, TARGETS[one.target], one.stones, one.from_reserve, actions)


def compare_cards(hand: list[str]) -> Counter[str]:
    """Hold what a hand holds against all its subsets; return how often each kind was there."""
    rows, held = subsets(hand), cards(hand)
    for number, kind in enumerate(KINDS):
        listed = [tuple(map(notation.write, row)) for row in card_rows(held, number)]

        assert has_combination(held, number) == bool(rows[kind]), (kind, hand)
        assert sorted(listed) == sorted(rows[kind]), (kind, hand)
        assert {ascending(row) for row in found(kind, hand)} == rows[kind], (kind, hand)
    seen = Counter(kind for kind in KINDS if rows[kind])
    seen["straight flush"] += bool(rows["flush"] & rows["straight"])
    return seen


def compare_rows(hand: list[str], random: Random) -> None:
    """Lay one combination of each kind card by card; at each card hold what is legal against all that could follow."""
    o = make_options(rules, {})
    player = Player(board_of({}), 24, expert=False)
    start, rows = position(hand, player, o), subsets(hand)
    assert legal_texts(start, o) & {*KINDS} == {kind for kind in KINDS if rows[kind]}
    for kind in filter(rows.get, KINDS):
        s, row = start.copy(), random.choice(sorted(rows[kind]))
        rules.apply(s, o, 0, notation.read(kind))
        for number, card in enumerate(row):
            following = {other[number] for other in rows[kind] if other[:number] == row[:number]}

            assert legal_texts(s, o) == following, (kind, row[:number], hand)
            rules.apply(s, o, 0, notation.read(card))


def compare_playable(hand: list[str], player: Player, o: Options, random: Random) -> None:
    """Hold the list of all that can be laid against a naive one, and play one of them."""
    s = position(hand, player, o)
    listed = list(map(in_words, playable(s, o, 0)))
    order = [(-way.stones, -way.from_reserve, -KINDS.index(way.kind)) for way in listed]

    assert sorted(listed) == sorted(ways(hand, player)), hand
    assert order == sorted(order)
    if listed:
        way = random.choice(listed)
        for text in way.actions:
            assert text in legal_texts(s, o), (way, hand)
            rules.apply(s, o, 0, notation.read(text))
        compare_stones(s, player, way.target, way.from_reserve)


def compare_placements(player: Player, o: Options) -> None:
    """Hold where the stones of every kind may go, and where they may come from, against the naive statements."""
    start = position(EVERYTHING, player, o)
    assert can_be_made_up(start, o, 0, NONE) != player.is_stuck()
    assert legal_texts(start, o) & {*KINDS} == {kind for kind in KINDS if player.targets(kind)}
    for kind in ("four", "five"):
        laid, targets = start.copy(), player.targets(kind)
        for text in (kind, *ascending(EVERYTHING)[: SIZE[kind]]) if targets else ():
            rules.apply(laid, o, 0, notation.read(text))
        if len(targets) > 1:
            assert legal_texts(laid, o) == {f"into {target}" for target in targets}
        for target in targets:
            s = laid.copy()
            if len(targets) > 1:
                rules.apply(s, o, 0, notation.read(f"into {target}"))
            compare_splits(s, o, player, kind, target)


def compare_splits(s: State, o: Options, player: Player, kind: str, target: str) -> None:
    """Hold how many stones may come from the reserve, and what is there after each choice, against the player."""
    splits = player.splits(kind, target)
    if len(splits) > 1:
        assert legal_texts(s, o) == {f"reserve {number}" for number in splits}
    for number in splits:
        after = s.copy()
        if len(splits) > 1:
            rules.apply(after, o, 0, notation.read(f"reserve {number}"))
        compare_stones(after, player.copy(), target, number)


def compare_stones(s: State, player: Player, target: str, from_reserve: int) -> None:
    """Hold where stones are after a placement against a player who has placed them, and whether he has lost."""
    player.place(target, from_reserve)

    assert s.level[0] == list(player.levels.values())
    assert (s.active[0], s.reserve[0], s.decided[0]) == (player.active, player.reserve, 1)
    assert s.blocked == (player.expert and player.is_stuck())


def try_hands(seed: str, number: int) -> None:
    """Compare many hands, and see that every kind was among them."""
    random, seen = Random(seed), Counter[str]()
    for index, hand in enumerate(hands(seed, number)):
        seen += compare_cards(hand)
        if index % 4 == 0:
            compare_rows(hand, random)
            choices = {"expert": False, **random.choice(rules.OPTION_SETS)}
            compare_playable(hand, random_player(random, choices), make_options(rules, choices), random)

    assert all(seen[kind] > number / 30 for kind in (*KINDS, "straight flush")), seen


@pytest.mark.parametrize("chunk", range(4))
def test_a_hand_can_lay_exactly_the_combinations_among_its_subsets(chunk: int) -> None:
    try_hands(f"fast {chunk}", often(250, deep=500))


@pytest.mark.deep
@pytest.mark.parametrize("chunk", range(20))
def test_many_hands_can_lay_exactly_the_combinations_among_their_subsets(chunk: int) -> None:
    try_hands(f"deep {chunk}", 1000)


@pytest.mark.parametrize("choices", rules.OPTION_SETS, ids=str)
def test_stones_go_where_the_rules_let_them_and_nowhere_else(choices: dict[str, object]) -> None:
    random, o = Random(1), make_options(rules, choices)
    for _ in range(150):
        compare_placements(random_player(random, {"expert": False, **choices}), o)
