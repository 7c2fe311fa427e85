"""Gang of Crooks once more, naively, from the rulebook: cards are texts such as `g0` and `k12`, hands are lists.

It is no second source of the rules. It exists so that the two can be held against each other, and it shares nothing
with `rules` but the texts of actions and the names of rules and phases.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Final, TypeAlias

from tests.games.gang.cards import PACK, POLITICIAN, REMOVED, Moment, Play, colour, is_penalty, objection, value

CHOICES: Final = ("others", "self")
TEXTS: Final = (*PACK, *CHOICES, "collect", "count", "next")

Actor: TypeAlias = int | str  # a seat, 'nature' or 'table'


class Oracle:
    """A match at a real table."""

    def __init__(self, *, seats: int, limit: int = 100, rounds: int = 0, first_round: int = 1) -> None:
        self.seats, self.limit, self.rounds = range(seats), limit, rounds
        self.pack = [card for card in PACK if card not in REMOVED[seats]]
        self.round, self.rounds_played = first_round, 0
        self.decided = [0] * seats
        self.total = [0] * seats
        self.united: list[tuple[int, str, bool]] = []  # who united the gang, what was chosen, whether with all tricks
        self._shuffle()

    def _shuffle(self) -> None:
        self.chapter = "DEAL"
        self.deck = list(self.pack)
        self.hands: list[list[str]] = [[] for _ in self.seats]
        self.laid: list[list[str]] = [[] for _ in self.seats]  # by giver: what was chosen to be passed
        self.leader: int | None = None
        self.trick: dict[int, str] = {}
        self.last: dict[int, str] = {}
        self.won: list[list[list[str]]] = [[] for _ in self.seats]  # by seat: tricks
        self.plays: list[Play] = []
        self.points = [0] * len(self.seats)

    def copy(self) -> Oracle:
        """Return the same match at another table."""
        return deepcopy(self)

    @property
    def distance(self) -> int:
        """How many seats to the left cards are passed in this round."""
        return self.round % len(self.seats)

    @property
    def now(self) -> Moment:
        """What matters for the next card."""
        opening = None if self.plays else self._lowest_green()
        led = colour(self.trick[self.leader]) if self.leader in self.trick else None
        broken = any(colour(play.card) == "k" for play in self.plays)
        return Moment(opening, led, len(self.plays) < len(self.seats), broken)

    def _lowest_green(self) -> str:
        return min((card for card in self.pack if colour(card) == "g"), key=value)

    @property
    def waiting(self) -> list[Actor]:
        """Who may act now; nobody when it is over."""
        if self.chapter == "PASS":
            return [seat for seat in self.seats if len(self.laid[seat]) < 3]
        if self.chapter in ("PLAY", "CHOICE"):
            assert self.turn is not None
            return [self.turn]
        if self.chapter == "OVER":
            return []
        return ["nature" if self.chapter == "DEAL" else "table"]

    @property
    def turn(self) -> int | None:
        """The seat that gets the next card, plays next or has a choice."""
        if self.chapter == "DEAL":
            return (len(self.pack) - len(self.deck)) % len(self.seats)
        if self.chapter == "PLAY" and self.leader is not None:
            return (self.leader + len(self.trick)) % len(self.seats)
        if self.chapter == "CHOICE":
            return next(seat for seat in self.seats if len(self._penalties_of(seat)) == self._gang_size())
        return None

    def legal(self, who: Actor) -> set[str]:
        """Return what `who` may do now."""
        return {text for text in self._candidates(who) if self.why(who, text) == "OK"}

    def _candidates(self, who: Actor) -> list[str]:
        if who == "nature":
            return self.deck
        return ["collect", "count", "next"] if isinstance(who, str) else [*self.hands[who], *CHOICES]

    def why(self, who: Actor, text: str) -> str:
        """Return the name of the first rule that an action breaks, or OK."""
        if self.chapter == "OVER":
            return "GAME_OVER"
        if who not in self.waiting:
            return "NOT_YOUR_TURN"
        if text not in self._of_this_chapter():
            return "NOT_AN_ACTION_NOW"
        if self.chapter not in ("PASS", "PLAY"):
            return "OK"
        assert isinstance(who, int)
        if text not in self.hands[who]:
            return "CARD_NOT_IN_HAND"
        return "OK" if self.chapter == "PASS" else objection(self.hands[who], text, self.now)

    def _of_this_chapter(self) -> tuple[str, ...]:
        table = {"TRICK": ("collect",), "ROUND": ("count",), "CHOICE": CHOICES, "SCORED": ("next",)}
        return tuple(self.deck) if self.chapter == "DEAL" else table.get(self.chapter, PACK)

    def act(self, who: Actor, text: str) -> None:
        """Do something that is legal."""
        assert self.why(who, text) == "OK", f"{who} may not {text} now"
        if who == "nature":
            self._deal(text)
        elif isinstance(who, str):
            {"collect": self._collect, "count": self._count, "next": self._go_on}[text]()
        elif self.chapter == "CHOICE":
            self._choose(who, text)
        elif self.chapter == "PASS":
            self._lay_down(who, text)
        else:
            self._play(who, text)

    def _deal(self, card: str) -> None:
        assert self.turn is not None
        self.hands[self.turn].append(card)
        self.deck.remove(card)
        if not self.deck:
            self.chapter = "PASS"
            if self.distance == 0:
                self._begin_play()

    def _lay_down(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.laid[seat].append(card)
        self.decided[seat] += len(self.laid[seat]) == 3
        if all(len(cards) == 3 for cards in self.laid):
            for giver in self.seats:
                self.hands[(giver + self.distance) % len(self.seats)].extend(self.laid[giver])
            self._begin_play()

    def _begin_play(self) -> None:
        self.chapter = "PLAY"
        self.leader = next(seat for seat in self.seats if self._lowest_green() in self.hands[seat])

    def _play(self, seat: int, card: str) -> None:
        self.plays.append(Play(seat, card, self.now))
        self.hands[seat].remove(card)
        self.trick[seat] = card
        self.decided[seat] += 1
        if len(self.trick) == len(self.seats):
            self.chapter = "TRICK"

    def _collect(self) -> None:
        assert self.leader is not None
        led = colour(self.trick[self.leader])
        followers = [seat for seat, card in self.trick.items() if colour(card) == led]
        self.leader = max(followers, key=lambda seat: value(self.trick[seat]))
        self.won[self.leader].append(list(self.trick.values()))
        self.trick, self.last = {}, self.trick
        self.chapter = "PLAY" if any(self.hands) else "ROUND"

    def _penalties_of(self, seat: int) -> list[str]:
        return [card for trick in self.won[seat] for card in trick if is_penalty(card)]

    def _gang_size(self) -> int:
        return sum(is_penalty(card) for card in self.pack)

    def _worth(self, normal: int, small: int) -> int:
        """Return the points where most tables count the one and tables of three or six the other."""
        return small if len(self.seats) in (3, 6) else normal

    def _count(self) -> None:
        for seat in self.seats:
            penalties = self._penalties_of(seat)
            if len(penalties) == self._gang_size():
                self.chapter = "CHOICE"
                return
            self.points[seat] = sum(self._worth(13, 12) if card == POLITICIAN else 1 for card in penalties)
        self._write_down()

    def _choose(self, seat: int, choice: str) -> None:
        every_trick = all(not self.won[other] for other in self.seats if other != seat)
        shift = self._worth(52, 48) if every_trick else self._worth(26, 24)
        for other in self.seats:
            if choice == "others" and other != seat:
                self.points[other] = shift
            if choice == "self" and other == seat:
                self.points[other] = -shift
        self.decided[seat] += 1
        self.united.append((seat, choice, every_trick))
        self._write_down()

    def _write_down(self) -> None:
        self.chapter = "SCORED"
        self.rounds_played += 1
        for seat in self.seats:
            self.total[seat] += self.points[seat]

    def _go_on(self) -> None:
        enough = self.rounds_played == self.rounds if self.rounds else max(self.total) > self.limit
        if enough:
            self.chapter = "OVER"
        else:
            self.round += 1
            self._shuffle()

    @property
    def winners(self) -> list[int]:
        """Everybody with the lowest total."""
        return [seat for seat in self.seats if self.total[seat] == min(self.total)]

    def shown_to_lack(self, seat: int) -> set[str]:
        """Return the cards beside which a seat could not have played what it played."""
        return {
            card
            for play in self.plays
            if play.seat == seat
            for card in self.pack
            if card != play.card and objection([play.card, card], play.card, play.moment) != "OK"
        }
