"""A net says the same in plain Python, compiled, and by the matrices of NumPy; what it does is legal."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chisquare

from stammtisch.bots.nets.net import Net
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.core.observations.observation import observed
from stammtisch.games import gang
from stammtisch.kernel.bits import add, count, nth, words_for
from stammtisch.kernel.chance import stream_for
from stammtisch.kernel.net import ACTIONS, HEADS, INPUTS, WIDTH, chance_of, drawn, likeliest, run_net
from stammtisch.testing.walk import begin, random_walk, seats_waited_for, view_of
from tests.nets import drawn_net, said_by_numpy

WIDE = 100  # actions of a made-up game: more than one word of bits


def interpreted(net: Net, observation: Any) -> NDArray[np.float32]:
    """Return what the kernel says as plain Python."""
    longest = int(max(net.shape[INPUTS], net.shape[WIDTH], net.shape[ACTIONS] + HEADS))
    places, hidden, sums = [0] * longest, np.zeros(longest, np.float32), np.zeros(longest, np.float32)
    out = np.zeros(net.shape[ACTIONS] + HEADS, np.float32)
    run_net(np.array(observation, np.int8), net.shape.tolist(), net.weights, net.numbers, places, hidden, sums, out)
    return out


def blank(net: Net) -> NDArray[np.int8]:
    return np.zeros(net.shape[INPUTS], np.int8)


def legal_set(*actions: int) -> list[int]:
    legal = [0] * words_for(WIDE)
    for action in actions:
        add(legal, action)
    return legal


@pytest.mark.parametrize("layers", [0, 1, 3])
def test_compiled_it_says_to_the_byte_what_plain_python_says_and_numpy_agrees(layers: int) -> None:
    net, random = drawn_net(gang, layers=layers), Random(3)
    found = list[int]()
    for number, at in enumerate(random_walk(begin(gang, {"seats": 4, "rounds": 1}), random)):
        for seat in seats_waited_for(gang.rules, at.s, at.o)[:1]:
            if seat >= at.o.seats or number % 9:
                continue
            view = view_of(gang.rules, at.s, at.o, seat)
            observation = observed(gang, at.o, view, seat)
            said = interpreted(net, observation)

            assert NetBot(gang, net).ask(view, at.o, seat).tobytes() == said.tobytes()
            np.testing.assert_allclose(said, said_by_numpy(net, observation), rtol=1e-4, atol=1e-4)
            found.append(int(np.count_nonzero(observation)) % 4)
    assert {*found} == {0, 1, 2, 3}  # inputs are taken four at a time, and then those that are left


@pytest.mark.parametrize("inputs", range(10))
def test_any_number_of_inputs_is_added_up(inputs: int) -> None:
    net = drawn_net(gang, layers=1)
    observation = blank(net)
    observation[7 : 7 + 3 * inputs : 3] = np.arange(inputs) - 4

    np.testing.assert_allclose(interpreted(net, observation), said_by_numpy(net, observation), rtol=1e-4, atol=1e-4)


def test_inputs_that_are_nothing_make_no_difference() -> None:
    net, chance = drawn_net(gang, layers=1), np.random.default_rng(5)
    inputs, width = int(net.shape[INPUTS]), int(net.shape[WIDTH])
    observation = chance.integers(-2, 3, inputs).astype(np.int8)
    first = net.weights[: inputs * width].reshape(inputs, width)
    places = np.sort(chance.integers(0, inputs, 40))  # where others are put in between, with weights of their own
    more = chance.integers(-127, 128, (40, width)).astype(np.int8)
    wider = Net(
        np.array([inputs + 40, *net.shape[1:]]),
        np.concatenate([np.insert(first, places, more, axis=0).ravel(), net.weights[inputs * width :]]),
        np.concatenate([np.insert(net.numbers[:inputs], places, 0.7), net.numbers[inputs:]]),
        net.card,
    )

    padded = np.insert(observation, places, 0)
    assert interpreted(wider, padded).tobytes() == interpreted(net, observation).tobytes()

    padded[places[3] + 3] = 1  # one that is something does
    assert interpreted(wider, padded).tobytes() != interpreted(net, observation).tobytes()


def test_memory_that_was_used_before_makes_no_difference() -> None:
    net = drawn_net(gang)
    longest = int(net.shape[INPUTS])
    places, hidden, sums = [7] * longest, np.full(longest, 5, np.float32), np.full(longest, -3, np.float32)
    out = np.full(net.shape[ACTIONS] + HEADS, 9, np.float32)
    observation = blank(net)
    observation[::5] = 1
    run_net(observation, net.shape.tolist(), net.weights, net.numbers, places, hidden, sums, out)

    assert out.tobytes() == interpreted(net, observation).tobytes()


def test_the_likeliest_is_legal_and_the_first_of_equals() -> None:
    logits = [0.0] * WIDE
    logits[40] = logits[90] = 2.0
    logits[99] = 9.0

    assert likeliest(logits, legal_set(1, 62, 63)) == 1
    assert likeliest(logits, legal_set(1, 40, 90)) == 40
    assert likeliest(logits, legal_set(1, 63, 90)) == 90
    assert likeliest(logits, legal_set(63)) == 63


def test_a_draw_is_as_likely_as_its_logit_says_and_always_legal() -> None:
    logits, draws = [9.0] * WIDE, 20_000
    for action, logit in {2: -1.0, 62: 0.0, 63: 0.5, 97: 1.5}.items():
        logits[action] = logit
    legal, stream = legal_set(2, 62, 63, 97), stream_for(0, 8, 1)
    found = Counter(drawn(logits, legal, stream) for _ in range(draws))
    actions = [nth(legal, index) for index in range(count(legal))]
    chances = np.exp([logits[action] for action in actions])
    seen, expected = [found[action] for action in actions], draws * chances / chances.sum()

    assert sum(seen) == draws
    assert chisquare(seen, expected).pvalue > 0.001
    assert chisquare(seen, [draws / 4] * 4).pvalue < 1e-9  # it would have been noticed


def test_logits_far_apart_are_no_trouble() -> None:
    logits = [0.0] * WIDE
    logits[3], logits[70] = 4000.0, -4000.0

    assert {drawn(logits, legal_set(3, 5, 70), stream_for(0, 1, number)) for number in range(50)} == {3}
    assert {drawn(logits, legal_set(70), stream_for(0, 1, number)) for number in range(50)} == {70}


def test_a_logit_is_a_chance() -> None:
    assert chance_of(0.0) == 0.5
    assert chance_of(1.0) + chance_of(-1.0) == pytest.approx(1)
    assert chance_of(np.log(3)) == pytest.approx(0.75)
