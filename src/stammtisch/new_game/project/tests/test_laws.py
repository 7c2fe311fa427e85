"""Highcard keeps the laws of every game, and gives the same bytes however it runs.

What is hidden and what pieces there are is said here a second time, from the rulebook and without looking at `view`
and `redeal`: a test that asked them would be blind.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from random import Random

import pytest

from stammtisch.kernel.compile import driver
from stammtisch.kernel.seats import NONE, UNKNOWN
from stammtisch.new_game import highcard
from stammtisch.new_game.highcard.rules import ALL_CARDS, CARDS, OPTION_SETS, Options, Phase, State
from stammtisch.testing import RESEARCH_LAWS, TABLE_LAWS, Subject, hold, hold_at_every_step, hold_observations, perft
from stammtisch.testing.compiled_laws import compiled_answers_agree, random_games_agree
from stammtisch.testing.uniform import redeal_probability
from stammtisch.testing.walk import begin, random_walk, viewers


def cards_in(word: int) -> list[int]:
    return [card for card in range(CARDS) if word >> card & 1]


def reshuffled(s: State, o: Options, viewer: int, random: Random) -> State:
    """Return a position that looks the same to the viewer: the deck, other hands and sealed cards are drawn anew."""
    others = [seat for seat in range(o.seats) if seat != viewer]
    sealed = [seat for seat in others if s.phase == Phase.LAY and s.laid[seat] != NONE]
    hidden = cards_in(s.deck) + [s.laid[seat] for seat in sealed]
    hidden += [card for seat in others for card in cards_in(s.hand[seat])]
    random.shuffle(hidden)
    for seat in sealed:
        s.laid[seat] = hidden.pop()
    for seat in others:
        s.hand[seat] = sum(1 << hidden.pop() for _ in range(s.hand_size[seat]))
    s.deck = sum(1 << card for card in hidden)
    return s


def census(s: State, o: Options) -> list[str]:
    """Return one entry for each card and place it is found in, and one for each public size that is wrong."""
    places = [s.deck, s.played, *(s.hand[seat] for seat in range(o.seats))]
    found = [str(card) for place in places for card in cards_in(place)]
    found += [str(s.laid[seat]) for seat in range(o.seats) if s.laid[seat] != NONE]
    sizes = [(s.deck, s.deck_size), *((s.hand[seat], s.hand_size[seat]) for seat in range(o.seats))]
    return found + [f"not {size} cards" for cards, size in sizes if cards.bit_count() != size]


def worlds(v: State, o: Options, seat: int) -> Iterator[State]:
    """Yield every position that fits a view."""
    seen = v.played | sum(v.hand[other] for other in range(o.seats))
    seen |= sum(1 << v.laid[other] for other in range(o.seats) if v.laid[other] >= 0)
    yield from _completed(v, [other for other in range(o.seats) if other != seat], ALL_CARDS & ~seen)


def _completed(v: State, seats: list[int], unseen: int) -> Iterator[State]:
    if not seats:
        world = v.copy()
        world.deck = unseen
        yield world
        return
    seat = seats[0]
    for laid in cards_in(unseen) if v.laid[seat] == UNKNOWN else [v.laid[seat]]:
        rest = unseen & ~(1 << laid) if v.laid[seat] == UNKNOWN else unseen
        for hand in combinations(cards_in(rest), v.hand_size[seat]):
            world = v.copy()
            world.laid[seat] = laid
            world.hand[seat] = sum(1 << card for card in hand)
            yield from _completed(world, seats[1:], rest & ~world.hand[seat])


# A game without secrets is `Subject(highcard)`; one that nobody reads is held to RESEARCH_LAWS alone.
HIGHCARD = Subject(highcard, reshuffled, census, worlds, languages=("en",))


@pytest.mark.parametrize("law", TABLE_LAWS.values(), ids=TABLE_LAWS)
def test_the_game_keeps_the_law(law):
    hold(law, HIGHCARD, examples=60)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_leaks_and_nothing_is_lost_at_any_step(seats):
    hold_at_every_step(HIGHCARD, {"seats": seats})


def test_every_number_of_an_observation_is_used():
    hold_observations(HIGHCARD)


@pytest.mark.parametrize("place", ["hand", "laid"])
def test_a_leak_is_noticed(place):
    def leaky(s, o, seat, out):
        highcard.rules.view(s, o, seat, out)
        getattr(out, place)[0] = getattr(s, place)[0]

    with pytest.raises(AssertionError):
        hold(RESEARCH_LAWS["secrecy"], HIGHCARD.planted(view=leaky))


def test_a_small_game_can_go_as_many_ways_as_were_counted_by_hand():
    """Four cards are dealt; each seat lays one of two, which is collected; then each lays its last."""
    assert perft(highcard, {"seats": 2, "hand_size": 2}, 11) == [1, 1, 1, 1, 2, 4, 4, 4, 4, 4, 0]


def test_redealt_worlds_are_equally_likely():
    for at in random_walk(begin(highcard, {"seats": 2, "hand_size": 2}), Random(1)):
        for seat in viewers(at.o):
            if at.s.phase in (Phase.LAY, Phase.SHOW) and seat < at.o.seats:
                assert redeal_probability(HIGHCARD, at, seat, draws=2000, seed=len(at.steps)) > 1e-6, (at, seat)


def test_every_function_answers_the_same_compiled():
    compiled = driver("stammtisch.kernel.drivers.rules_calls", highcard.rules)
    hold(partial(compiled_answers_agree, compiled=compiled), HIGHCARD)


@pytest.mark.parametrize("choices", OPTION_SETS, ids=str)
def test_random_games_end_in_the_same_bytes_compiled(choices):
    random_games_agree(HIGHCARD, choices, games=100, seed=1, compiled=highcard)
