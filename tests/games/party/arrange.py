"""Tables arranged by text, for the tests of Costume Party."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pytest

from stammtisch import Table
from stammtisch.core.options import as_json
from stammtisch.errors import Refused
from stammtisch.games.party import notation
from stammtisch.games.party.position import KING, PAUL, Phase, Rule
from stammtisch.kernel import TABLE

DRAWS: Final = {False: 9, True: 8}  # by whether cards lie face down: rounds with a draw at their end


@dataclass(frozen=True)
class Stacked:
    """NATURE with stacked piles for the first games; later ones are dealt from the lowest card up."""

    cards: Sequence[int]

    def choose(self, number: int, actions: Sequence[int]) -> int:
        """Return the next card."""
        return self.cards[number] if number < len(self.cards) else actions[0]


def party(*piles: str, play: str = "", seats: int = 3, face_down: bool = False, **choices: Any) -> Table:
    """Return a table at which these cards came up and this has been played.

    Args:
        piles: For each game, the piles of some guests from the top, such as `0: 5 13 2 | 2: 1 | tie 2`; the other cards
            follow from the lowest up. Where chance gives the tie card, it goes to the seat named last, or the lowest.
        play: What each seat did, such as `0:5 1:12 2:3 1:5+`.
        seats: How many there are.
        face_down: Whether a card is laid face down first.
        choices: The other options that differ from their defaults.
    """
    deck = [action for text in piles for action in stack(text, seats, face_down=face_down, aged="youngest" in choices)]
    table = Table("party", seed=7, nature=Stacked(deck), seats=seats, face_down=face_down, **choices)
    carry_on(table, play)
    return table


def carry_on(table: Table, play: str) -> None:
    """Play on at a table, in the same form."""
    for part in play.split():
        seat, _, action = part.partition(":")
        table.play(int(seat), action)


def play_to(table: Table, round_number: int, *, game: int = 1, keep: Sequence[int] = ()) -> None:
    """Play until a round begins: everybody chooses the lowest action.

    Args:
        table: Where.
        round_number: The round.
        game: The game of the match.
        keep: By seat, a card that it plays only if it has no other.
    """
    while (table.position.game_number, table.position.round_number) != (game, round_number):
        play_lowest(table, keep)


def rollout(table: Table) -> None:
    """Play until the match is over: everybody chooses the lowest action."""
    while not table.over:
        play_lowest(table)


def play_lowest(table: Table, keep: Sequence[int] = ()) -> None:
    """Let the first seat that is waited for choose its lowest action."""
    seat = table.waiting[0]
    first, *others = table.actions(seat)
    kept = table.position.phase == Phase.PLAY and seat < len(keep) and keep[seat] == first
    table.play(seat, others[0] if kept and others else first)


def followed_to(table: Table, phase: Phase, **where: object) -> Table:
    """Return another table with the same play, stopped where it is like this and nothing more has been forced.

    Args:
        table: Where it was played.
        phase: Where to stop.
        where: Fields of the position that must be so.
    """
    for again in replayed(table):
        if again.position.phase == phase and all(getattr(again.position, name) == where[name] for name in where):
            return again
    raise AssertionError(f"{phase.name} with {where} was not reached")


def replayed(table: Table) -> Iterator[Table]:
    """Yield another table before every step of the same play, and after the last."""
    again = Table.undealt(table.game, 7, as_json(table.rules, table.options))
    yield again
    for step in table.steps:
        again.follow(step.seat, step.action)
        yield again


def takes(table: Table, round_number: int, *, game: int = 1) -> list[str]:
    """Return what was taken in a round, such as `1: 5`, or `2: 7 by table` where nothing was left to choose."""
    found = []
    for again, step in zip(replayed(table), table.steps, strict=False):
        s = again.position
        if (s.phase, s.game_number, s.round_number) == (Phase.TAKE, game, round_number):
            taken = f"{s.turn}: {table.action_name(step.action)}"
            found.append(f"{taken} by table" if step.seat == TABLE else taken)
    return found


def stack(text: str, seats: int, *, face_down: bool, aged: bool) -> list[int]:
    """Return what NATURE does in a game with these piles."""
    piles, tie = read_piles(text, seats)
    order = [*range(seats), PAUL] if seats == PAUL else list(range(seats))
    actions = [piles[guest].pop(0) for guest in order]
    tied = [seat for seat in range(seats) if actions[seat] == min(actions[:seats])]
    if len(tied) > 1 and not aged:
        actions.append(notation.read(f"tie{tied[0] if tie is None else tie}"))
    actions += [piles[seat].pop(0) for seat in range(seats) for _ in range(3 + face_down)]
    for number in range(1, 12 if face_down else 13):
        if seats == PAUL:
            actions.append(piles[PAUL].pop(0))
        if number <= DRAWS[face_down]:
            actions += [piles[seat].pop(0) for seat in range(seats)]
    return actions


def read_piles(text: str, seats: int) -> tuple[list[list[int]], int | None]:
    """Return the piles of a text, filled up, and who gets the tie card if chance decides."""
    piles: list[list[int]] = [[] for _ in range(max(seats, PAUL + 1))]
    tie = None
    for part in filter(None, text.split("|")):
        if part.strip().startswith("tie"):
            tie = int(part.split()[1])
        else:
            guest, _, cards = part.partition(":")
            piles[int(guest)] = [int(card) for card in cards.split()]
    for pile in piles:
        assert len(set(pile)) == len(pile), f"a card comes twice in {text}"
        pile += [card for card in range(1, KING + 1) if card not in pile]
    return piles, tie


def rule_of(table: Table, seat: int, action: str) -> Rule:
    """Return the rule that refuses this."""
    with pytest.raises(Refused) as refusal:
        table.play(seat, action)
    return Rule(refusal.value.rule)


def floor(table: Table) -> list[int]:
    """Return the cards on the floor, lowest first."""
    return [card for card in range(1, KING + 1) for _ in range(table.position.floor[card])]


def gone(table: Table) -> list[int]:
    """Return the cards that were discarded, lowest first."""
    return [card for card in range(1, KING + 1) for _ in range(table.position.gone[card])]


def display(table: Table, guest: int) -> list[int]:
    """Return the open cards of a guest's display."""
    return values(table.position.display[guest])


def hand(table: Table, seat: int) -> list[int]:
    """Return the cards that a seat holds."""
    return values(table.position.hand[seat])


def values(bits: int) -> list[int]:
    """Return a set of cards, lowest first."""
    return [card for card in range(1, KING + 1) if bits >> card & 1]
