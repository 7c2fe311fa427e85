"""Laws about playing."""

from __future__ import annotations

from random import Random

from stammtisch.core.outcome import outcome_of
from stammtisch.core.queries import legal_actions, rule_against, seats_waited_for
from stammtisch.kernel.seats import NATURE, SPECTATOR, TABLE
from stammtisch.testing.subject import Subject, count_pieces
from stammtisch.testing.walk import Position, begin, step_on


def legal_is_check(subject: Subject, at: Position, random: Random) -> None:
    """`check` says OK for exactly the legal actions of exactly those waited for, and otherwise names a rule."""
    rules = subject.game.rules
    waited_for = seats_waited_for(rules, at.s, at.o)
    for seat in (-1, *range(at.o.seats + 1), NATURE, TABLE, SPECTATOR):
        allowed = legal_actions(rules, at.s, at.o, seat)
        assert bool(allowed) == (seat in waited_for), f"seat {seat}"
        for action in (-1000, *range(-2, rules.ACTIONS + 3), 1 << 40):
            rule = rule_against(rules, at.s, at.o, seat, action)
            assert (rule.value == 0) == (action in allowed), (seat, action, rule)


def somebody_can_act(subject: Subject, at: Position, random: Random) -> None:
    """Until the end somebody is waited for; NATURE and TABLE decide alone, and TABLE has no choice."""
    rules = subject.game.rules
    waited_for = seats_waited_for(rules, at.s, at.o)
    assert bool(waited_for) == (at.s.phase != list(rules.Phase)[-1])
    for forced in {NATURE, TABLE}.intersection(waited_for):
        assert waited_for == [forced]
    if TABLE in waited_for:
        assert len(legal_actions(rules, at.s, at.o, TABLE)) == 1


def decisions_are_counted(subject: Subject, at: Position, random: Random) -> None:
    """A step completes at most one decision, and only of the seat that acts."""
    rules = subject.game.rules
    for seat in seats_waited_for(rules, at.s, at.o):
        for action in legal_actions(rules, at.s, at.o, seat):
            after = step_on(at, seat, action).s
            grown = [after.decided[other] - at.s.decided[other] for other in range(at.o.seats)]
            assert all(growth == 0 or (growth == 1 and other == seat) for other, growth in enumerate(grown)), grown


def sealed_choices_have_no_order(subject: Subject, at: Position, random: Random) -> None:
    """Decisions owed at the same time lead to the same bytes however their small choices mix."""
    rules = subject.game.rules
    waited_for = seats_waited_for(rules, at.s, at.o)
    if len(waited_for) < 2:  # noqa: PLR2004
        return
    rows = {seat: _random_decision(subject, at, seat, random) for seat in waited_for}
    in_order = at
    for seat, row in rows.items():
        for action in row:
            assert rules.check(in_order.s, at.o, seat, action) == 0, (seat, action)
            in_order = step_on(in_order, seat, action)
    mixed = at
    hands = [seat for seat, row in rows.items() for _ in row]
    random.shuffle(hands)
    rest = {seat: list(row) for seat, row in rows.items()}
    for seat in hands:
        action = rest[seat].pop(0)
        assert rules.check(mixed.s, at.o, seat, action) == 0, (seat, action)
        mixed = step_on(mixed, seat, action)
    assert mixed.s == in_order.s


def _random_decision(subject: Subject, at: Position, seat: int, random: Random) -> list[int]:
    """Return a row of small choices that completes what the seat owes."""
    decided, row = at.s.decided[seat], []
    while at.s.decided[seat] == decided:
        row.append(random.choice(legal_actions(subject.game.rules, at.s, at.o, seat)))
        at = step_on(at, seat, row[-1])
    return row


def every_piece_in_one_place(subject: Subject, at: Position, random: Random) -> None:
    """Nothing is lost, nothing is there twice."""
    found, start = count_pieces(subject.census(at.s, at.o)), begin(subject.game, at.choices)
    there = count_pieces(subject.census(start.s, start.o))
    lost, new = [piece for piece in there if piece not in found], [piece for piece in found if piece not in there]
    twice = [piece for piece in found if found[piece] > 1]
    assert (lost, new, twice) == ([], [], []), (
        f"lost {lost}, new {new}, twice {twice}: `census` names every piece once at every step, as at the start;"
        " pieces for which `State` has no field, such as cards that are not dealt, lie where the rulebook says"
    )


def steps_replay(subject: Subject, at: Position, random: Random) -> None:
    """The same steps lead to the same bytes."""
    again = begin(subject.game, at.choices)
    for seat, action in at.steps:
        assert subject.game.rules.check(again.s, at.o, seat, action) == 0, (seat, action)
        again = step_on(again, seat, action)
    assert again.s.tobytes() == at.s.tobytes()


def outcomes_agree(subject: Subject, at: Position, random: Random) -> None:
    """Where a game is over it is settled, places are places, and nobody stands better than a winner."""
    rules = subject.game.rules
    if rules.waiting(at.s, at.o):
        return
    assert rules.settled(at.s, at.o)
    outcome = outcome_of(rules, at.s, at.o)
    worth = [rules.worth(at.s, at.o, seat) for seat in range(at.o.seats)]
    for seat, place in enumerate(outcome.places):
        ahead = sum(1 for other in outcome.places if other < place)
        assert place - 1 - ahead in (0, 1), outcome  # 1: a dummy player is ahead, too
        assert all(worth[seat] >= worth[other] for other in range(at.o.seats) if outcome.places[other] > place)
