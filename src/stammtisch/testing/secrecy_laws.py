"""Laws about who may know what."""

from __future__ import annotations

from random import Random

from stammtisch.core.game import hints_of
from stammtisch.core.queries import legal_actions, seats_waited_for, view_of, viewers
from stammtisch.kernel.bits import words_for
from stammtisch.kernel.chance import CHOICES, STREAM_LENGTH, WORLDS, open_stream
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.testing.subject import Subject, nothing_hidden
from stammtisch.testing.walk import Position, step_on


def secrecy(subject: Subject, at: Position, random: Random) -> None:
    """Positions that differ only in what a viewer cannot see give it the same view, and the same sight of actions."""
    rules = subject.game.rules
    if subject.reshuffled is nothing_hidden:
        for viewer in viewers(at.o):
            hides = "a view hides something: say what in `reshuffled` of the `Subject`, from the rulebook"
            assert view_of(rules, at.s, at.o, viewer) == at.s, hides
    actors = [(seat, legal_actions(rules, at.s, at.o, seat)) for seat in seats_waited_for(rules, at.s, at.o)]
    for viewer in viewers(at.o):
        world = subject.reshuffled(at.s.copy(), at.o, viewer, random)
        assert view_of(rules, world, at.o, viewer) == view_of(rules, at.s, at.o, viewer), f"viewer {viewer}"
        for seat, actions in actors:
            possible = set(legal_actions(rules, world, at.o, seat))
            for action in possible.intersection(actions):
                sights = [rules.seen(s, at.o, viewer, seat, action) for s in (at.s, world)]
                assert sights[0] == sights[1], f"viewer {viewer} of {action} by {seat}"


def no_sight_beyond_the_view(subject: Subject, at: Position, random: Random) -> None:
    """Actions after which a viewer knows the same look the same to it when they happen; one's own are always seen."""
    rules = subject.game.rules
    for seat in seats_waited_for(rules, at.s, at.o):
        actions = legal_actions(rules, at.s, at.o, seat)
        for viewer in viewers(at.o):
            sights: dict[bytes, int] = {}
            for action in actions:
                sight = rules.seen(at.s, at.o, viewer, seat, action)
                knows = view_of(rules, step_on(at, seat, action).s, at.o, viewer).tobytes()
                assert sights.setdefault(knows, sight) == sight, f"viewer {viewer} of {seat}"
                assert viewer != seat or sight == action, f"{seat} does not see its own action {action}"


def no_oracle(subject: Subject, at: Position, random: Random) -> None:
    """A seat can tell from its own view what it may do, and learns nothing by asking."""
    rules = subject.game.rules
    for seat in range(at.o.seats):
        v = view_of(rules, at.s, at.o, seat)
        assert rules.waiting(v, at.o) >> seat & 1 == rules.waiting(at.s, at.o) >> seat & 1
        assert legal_actions(rules, v, at.o, seat) == legal_actions(rules, at.s, at.o, seat)
        for action in range(-1, rules.ACTIONS + 1):
            assert rules.check(v, at.o, seat, action) == rules.check(at.s, at.o, seat, action), (seat, action)


def hints_know_only_the_view(subject: Subject, at: Position, random: Random) -> None:
    """Rules of thumb suggest something legal, and the same whether they are shown the position or the view."""
    rules, seed, hints = subject.game.rules, random.getrandbits(63), hints_of(subject.game)
    for seat in set(seats_waited_for(rules, at.s, at.o)) & set(range(at.o.seats)):
        for plan in (hints.suggest, getattr(hints, "dare", hints.suggest)):
            suggested = []
            for s in (at.s.copy(), view_of(rules, at.s, at.o, seat)):
                legal, stream, before = [0] * words_for(rules.ACTIONS), [0] * STREAM_LENGTH, s.copy()
                rules.legal(s, at.o, seat, legal)
                open_stream(stream, seed, CHOICES, 0)
                suggested.append(plan(s, at.o, seat, legal, stream))
                assert s == before, f"seat {seat}: asking for a hint changed something"
            assert suggested[0] in legal_actions(rules, at.s, at.o, seat), f"seat {seat}"
            assert suggested[0] == suggested[1], f"seat {seat}"


def view_of_a_view(subject: Subject, at: Position, random: Random) -> None:
    """Looking at one's own view shows nothing else."""
    rules = subject.game.rules
    for viewer in viewers(at.o):
        v = view_of(rules, at.s, at.o, viewer)
        assert view_of(rules, v, at.o, viewer) == v


def redealt_worlds_look_the_same(subject: Subject, at: Position, random: Random) -> None:
    """A world drawn by `redeal` is one of those that the seat cannot tell apart, and play can go on in it."""
    rules = subject.game.rules
    stream = [0] * STREAM_LENGTH
    open_stream(stream, random.getrandbits(63), WORLDS, 0)
    for seat in viewers(at.o):
        v = view_of(rules, at.s, at.o, seat)
        world = v.copy()
        rules.redeal(v, at.o, seat, stream, [0] * rules.SCRATCH, world)
        assert view_of(rules, world, at.o, seat) == v, f"seat {seat}"
        assert sorted(subject.census(world, at.o)) == sorted(subject.census(at.s, at.o)), f"seat {seat}"
        for actor in seats_waited_for(rules, world, at.o):
            assert legal_actions(rules, world, at.o, actor), f"in a world of {seat}, {actor} can do nothing"


def asking_changes_nothing(subject: Subject, at: Position, random: Random) -> None:
    """Every question leaves position and options as they were."""
    rules, s, o = subject.game.rules, at.s, at.o
    before = s.copy(), o.copy()
    for seat in (*viewers(o), *seats_waited_for(rules, s, o)):
        rules.legal(s, o, seat, [0] * words_for(rules.ACTIONS))
        for action in range(rules.ACTIONS):
            rules.check(s, o, seat, action)
        for action in legal_actions(rules, s, o, seat):
            rules.seen(s, o, SPECTATOR, seat, action)
        rules.view(s, o, seat, rules.State())
    rules.settled(s, o)
    for seat in range(o.seats):
        rules.worth(s, o, seat)
    assert (s, o) == before
