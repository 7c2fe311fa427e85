"""Gang of Crooks: take tricks without crooks and without the corrupt politician, or take them all."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Final

from stammtisch.games.gang.cards import ALL_CARDS, CARDS, CROOKS, PENALTIES, POLITICIAN, REMOVED, burden, colour_of
from stammtisch.kernel import HIDDEN, NATURE, NONE, TABLE, Between, Outcome, Record, Row, kernel
from stammtisch.kernel.bits import count_in, has_in, lowest_in, nth_in
from stammtisch.kernel.chance import draw
from stammtisch.kernel.worlds import DEALING_SCRATCH, deal_worlds

VERSION: Final = 1
FEWEST: Final = 3  # seats
SEATS: Final = 6
PASSED: Final = 3  # cards that everybody passes

# Actions: a card is its own number, whether dealt, passed or played.
OTHERS: Final = CARDS  # the united gang weighs on everybody else
SELF: Final = OTHERS + 1  # the united gang relieves its winner
COLLECT: Final = SELF + 1
COUNT: Final = COLLECT + 1
NEXT: Final = COUNT + 1
ACTIONS: Final = NEXT + 1

SCRATCH: Final = DEALING_SCRATCH
OPTION_SETS: Final[tuple[Mapping[str, object], ...]] = (
    {"seats": 3, "limit": 40},
    {"seats": 4, "limit": 40},
    {"seats": 5, "limit": 40},
    {"seats": 6, "limit": 40},
    {"seats": 4, "rounds": 1, "first_round": 4},
    {"seats": 6, "rounds": 2, "first_round": 5},
)


class Phase(IntEnum):
    """The chapters of a match."""

    DEAL = 0  # NATURE deals card by card
    PASS = 1  # everybody chooses three cards to pass, in secret and all at once
    PLAY = 2  # the seats play to a trick, one after another
    TRICK = 3  # a whole trick lies there, to be seen before TABLE collects it
    ROUND = 4  # all cards are played, and TABLE is about to count
    CHOICE = 5  # the gang is united, and its winner chooses
    SCORED = 6  # the round is written down, to be seen before the match goes on or ends
    OVER = 7


class Rule(IntEnum):
    """Why an action is refused, in the order in which the rulebook would object."""

    OK = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NOT_AN_ACTION_NOW = 3
    CARD_NOT_IN_HAND = 4
    OPENING_CARD_FIRST = 5
    MUST_FOLLOW_COLOUR = 6
    NO_PENALTY_IN_FIRST_TRICK = 7
    CROOKS_NOT_BROKEN = 8


class Reason(IntEnum):
    """Why a match ended."""

    LIMIT = 0  # somebody is above the limit
    ROUNDS = 1  # as many rounds as agreed were played


class Options(Record):
    """What may differ from one table to the next."""

    seats: Annotated[int, Between(FEWEST, SEATS)] = 4
    limit: Annotated[int, Between(1, 1000)] = 100
    rounds: Annotated[int, Between(0, 100)] = 0  # how many are played; 0: until somebody is above the limit
    first_round: Annotated[int, Between(1, SEATS)] = 1  # its number says how far cards are passed
    deck: int  # the cards in play
    opening: int  # the card that opens a round
    each: int  # cards dealt to each seat
    politician: int  # its points: a united gang counts twice, all tricks four times as much


class State(Record):
    """Everything that is true at one moment of a match, or what one seat knows of it."""

    phase: int
    decided: Annotated[Row, SEATS]  # by seat: decisions completed
    round_number: int  # from `first_round`
    deck: int  # cards not yet dealt, as bits
    deck_size: int
    hand: Annotated[Row, SEATS]  # by seat: cards, as bits
    hand_size: Annotated[Row, SEATS]
    passed: Annotated[Row, SEATS]  # by giver: cards passed in this round, as bits
    passed_size: Annotated[Row, SEATS]
    leader: int  # the seat that leads, or led, this trick; NONE before the first
    turn: int  # the seat that is dealt to, plays or chooses next; NONE where it is nobody's
    waits: int  # who owes a decision, as bits: asked at every step, so it is kept rather than derived
    tricks: int  # complete tricks of this round
    broken: int  # 1 once a crook was played in this round
    trick: Annotated[Row, SEATS]  # by seat: the card in this trick, or NONE
    last: Annotated[Row, SEATS]  # by seat: the card in the trick before, or NONE
    played: Annotated[Row, SEATS]  # by seat: cards played in this round, as bits
    taken: Annotated[Row, SEATS]  # by seat: cards taken in this round, as bits
    lacks: Annotated[Row, SEATS]  # by seat: cards that play has shown it not to hold, as bits
    points: Annotated[Row, SEATS]  # by seat: what the round gave, written when it is counted
    total: Annotated[Row, SEATS]


def prepare(o: Options) -> None:
    """Derive the deck and the points from the number of seats."""
    o.deck = ALL_CARDS & ~REMOVED[o.seats]
    o.opening = lowest_in(o.deck)
    o.each = count_in(o.deck) // o.seats
    o.politician = count_in(o.deck & CROOKS)


@kernel
def start(s: State, o: Options) -> None:
    """Begin the match with the first deal."""
    s.round_number = o.first_round
    _begin_round(s, o)


@kernel
def _begin_round(s: State, o: Options) -> None:
    s.phase = Phase.DEAL
    s.deck = o.deck
    s.deck_size = count_in(o.deck)
    s.leader = NONE
    s.turn = 0
    s.waits = 1 << NATURE
    s.tricks = 0
    s.broken = 0
    for seat in range(SEATS):
        s.passed[seat] = 0
        s.passed_size[seat] = 0
        s.trick[seat] = NONE
        s.last[seat] = NONE
        s.played[seat] = 0
        s.taken[seat] = 0
        s.lacks[seat] = 0
        s.points[seat] = 0


@kernel
def waiting(s: State, o: Options) -> int:
    """Return who owes a decision now; several while cards to pass are chosen."""
    return s.waits


@kernel
def legal(s: State, o: Options, seat: int, out: Row) -> None:
    """Write the legal actions of `seat` as bits."""
    out[0] = _legal_bits(s, o, seat)


@kernel
def _legal_bits(s: State, o: Options, seat: int) -> int:
    if not has_in(s.waits, seat):
        return 0
    if s.phase == Phase.PLAY:
        return _playable(s, o, seat)
    if s.phase == Phase.DEAL:
        return s.deck
    if s.phase == Phase.PASS:
        return s.hand[seat]
    if s.phase == Phase.CHOICE:
        return 1 << OTHERS | 1 << SELF
    if s.phase == Phase.TRICK:
        return 1 << COLLECT
    if s.phase == Phase.ROUND:
        return 1 << COUNT
    return 1 << NEXT


@kernel
def _playable(s: State, o: Options, seat: int) -> int:
    """Return the cards of the hand that the rules let the seat play now."""
    hand = s.hand[seat]
    if s.leader == seat:
        if s.tricks == 0:
            return 1 << o.opening
        # With crooks and the politician alone, the politician must lead.
        return hand if s.broken or hand & ~CROOKS == 0 else hand & ~CROOKS
    following = hand & colour_of(s.trick[s.leader])
    if following:
        return following
    if s.tricks == 0 and hand & ~PENALTIES:
        return hand & ~PENALTIES
    return hand


@kernel
def check(s: State, o: Options, seat: int, action: int) -> int:
    """Return `Rule.OK`, or the first rule that `action` by `seat` would break."""
    if has_in(_legal_bits(s, o, seat), action):
        return Rule.OK
    if s.phase == Phase.OVER:
        return Rule.GAME_OVER
    if not has_in(s.waits, seat):
        return Rule.NOT_YOUR_TURN
    if not 0 <= action < CARDS or (s.phase != Phase.PASS and s.phase != Phase.PLAY):
        return Rule.NOT_AN_ACTION_NOW
    if not has_in(s.hand[seat], action):
        return Rule.CARD_NOT_IN_HAND
    return _why_not_play(s, seat)


@kernel
def _why_not_play(s: State, seat: int) -> int:
    """Name the rule that keeps a card of the hand from being played."""
    if s.leader == seat:
        return Rule.OPENING_CARD_FIRST if s.tricks == 0 else Rule.CROOKS_NOT_BROKEN
    if s.hand[seat] & colour_of(s.trick[s.leader]):
        return Rule.MUST_FOLLOW_COLOUR
    return Rule.NO_PENALTY_IN_FIRST_TRICK


@kernel
def apply(s: State, o: Options, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if s.phase == Phase.DEAL:
        _deal(s, o, action)
    elif s.phase == Phase.PASS:
        _pass(s, o, seat, action)
    elif s.phase == Phase.PLAY:
        _play(s, o, seat, action)
    elif s.phase == Phase.TRICK:
        _collect(s, o)
    elif s.phase == Phase.ROUND:
        _count(s, o)
    elif s.phase == Phase.CHOICE:
        _choose(s, o, seat, action)
    else:
        _go_on(s, o)


@kernel
def _deal(s: State, o: Options, card: int) -> None:
    s.deck &= ~(1 << card)
    s.deck_size -= 1
    s.hand[s.turn] |= 1 << card
    s.hand_size[s.turn] += 1
    s.turn = s.turn + 1 if s.turn + 1 < o.seats else 0
    if s.deck_size > 0:
        return
    if s.round_number % o.seats == 0:
        _open_play(s, o)
    else:
        s.phase = Phase.PASS
        s.turn = NONE
        s.waits = (1 << o.seats) - 1


@kernel
def _pass(s: State, o: Options, seat: int, card: int) -> None:
    """Lay a card aside to be passed; the last card of the last seat passes them all."""
    s.hand[seat] &= ~(1 << card)
    s.hand_size[seat] -= 1
    s.passed[seat] |= 1 << card
    s.passed_size[seat] += 1
    if s.passed_size[seat] == PASSED:
        s.decided[seat] += 1
        s.waits &= ~(1 << seat)
    if s.waits == 0:
        for giver in range(o.seats):
            receiver = _receiver(s, o, giver)
            s.hand[receiver] |= s.passed[giver]
            s.hand_size[receiver] += PASSED
        _open_play(s, o)


@kernel
def _open_play(s: State, o: Options) -> None:
    """Let the holder of the opening card lead."""
    s.phase = Phase.PLAY
    for seat in range(o.seats):
        if has_in(s.hand[seat], o.opening):
            s.leader = seat
            _ask(s, seat)


@kernel
def _play(s: State, o: Options, seat: int, card: int) -> None:
    s.decided[seat] += 1
    s.hand[seat] &= ~(1 << card)
    s.hand_size[seat] -= 1
    s.played[seat] |= 1 << card
    s.lacks[seat] |= _shown_to_lack(s, seat, card)
    s.trick[seat] = card
    s.broken |= (CROOKS >> card) & 1
    _ask(s, seat + 1 if seat + 1 < o.seats else 0)
    if s.turn == s.leader:
        _let_table(s, Phase.TRICK)


@kernel
def _shown_to_lack(s: State, seat: int, card: int) -> int:
    """Return the cards that playing this one shows the seat not to hold."""
    if s.leader == seat:
        return ALL_CARDS & ~CROOKS if has_in(CROOKS, card) and not s.broken else 0
    led = colour_of(s.trick[s.leader])
    if has_in(led, card):
        return 0
    return ALL_CARDS & ~PENALTIES if s.tricks == 0 and has_in(PENALTIES, card) else led


@kernel
def _collect(s: State, o: Options) -> None:
    """Give the trick to the highest card of the colour led; its player leads next."""
    led = colour_of(s.trick[s.leader])
    winner, highest = s.leader, NONE
    cards = 0
    for seat in range(o.seats):
        card = s.trick[seat]
        cards |= 1 << card
        following = card if (led >> card) & 1 else NONE  # no branch: processors cannot foretell who wins
        winner = seat if following > highest else winner
        highest = max(highest, following)
        s.last[seat] = card
        s.trick[seat] = NONE
    s.taken[winner] |= cards
    s.tricks += 1
    s.leader = winner
    s.phase = Phase.PLAY
    _ask(s, winner)
    if s.tricks == o.each:
        _let_table(s, Phase.ROUND)


@kernel
def _count(s: State, o: Options) -> None:
    """Count the points of the round; a united gang gives none yet, and its winner a choice."""
    _let_table(s, Phase.SCORED)
    for seat in range(o.seats):
        s.points[seat] = count_in(s.taken[seat] & CROOKS)
        s.points[seat] += o.politician * ((s.taken[seat] >> POLITICIAN) & 1)
        if s.taken[seat] & PENALTIES == o.deck & PENALTIES:
            s.points[seat] = 0
            s.phase = Phase.CHOICE
            _ask(s, seat)
        s.total[seat] += s.points[seat]


@kernel
def _choose(s: State, o: Options, seat: int, action: int) -> None:
    """Let the united gang weigh on all others, or relieve its winner."""
    s.decided[seat] += 1
    gang = burden(s.taken[seat], o.deck)
    for other in range(o.seats):
        if action == OTHERS and other != seat:
            s.points[other] = gang
        elif action == SELF and other == seat:
            s.points[other] = -gang
        s.total[other] += s.points[other]
    _let_table(s, Phase.SCORED)


@kernel
def _go_on(s: State, o: Options) -> None:
    """Begin the next round, or end the match."""
    over = s.round_number - o.first_round + 1 == o.rounds
    for seat in range(o.seats):
        if o.rounds == 0 and s.total[seat] > o.limit:
            over = True
    if over:
        s.phase = Phase.OVER
        s.waits = 0
    else:
        s.round_number += 1
        _begin_round(s, o)


@kernel
def _ask(s: State, seat: int) -> None:
    """Let a seat play or choose next."""
    s.turn = seat
    s.waits = 1 << seat


@kernel
def _let_table(s: State, phase: int) -> None:
    """Let TABLE carry out what the phase brings."""
    s.phase = phase
    s.turn = NONE
    s.waits = 1 << TABLE


@kernel
def _receiver(s: State, o: Options, giver: int) -> int:
    return (giver + s.round_number) % o.seats


@kernel
def seen(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    """Return the action as `viewer` will see it: dealt cards are for their owner, passed ones for their giver."""
    if s.phase == Phase.DEAL:
        return action if viewer == s.turn else HIDDEN
    if s.phase == Phase.PASS:
        return action if viewer == seat else HIDDEN
    return action


@kernel
def view(s: State, o: Options, seat: int, out: State) -> None:
    """Write into a blank `out` what `seat` may know."""
    out.phase = s.phase
    out.round_number = s.round_number
    out.deck_size = s.deck_size
    out.leader = s.leader
    out.turn = s.turn
    out.waits = s.waits
    out.tricks = s.tricks
    out.broken = s.broken
    for other in range(SEATS):
        out.decided[other] = s.decided[other]
        out.hand_size[other] = s.hand_size[other]
        out.passed_size[other] = s.passed_size[other]
        out.trick[other] = s.trick[other]
        out.last[other] = s.last[other]
        out.played[other] = s.played[other]
        out.taken[other] = s.taken[other]
        out.lacks[other] = s.lacks[other]
        out.points[other] = s.points[other]
        out.total[other] = s.total[other]
    if 0 <= seat < o.seats:
        out.hand[seat] = s.hand[seat]
        out.passed[seat] = s.passed[seat]
        if s.phase >= Phase.PLAY and s.passed_size[seat] == PASSED:  # what it received, and what it gave and still lies
            giver = (seat + o.seats - s.round_number % o.seats) % o.seats
            receiver = _receiver(s, o, seat)
            out.passed[giver] = s.passed[giver]
            out.hand[receiver] |= s.passed[seat] & ~s.played[receiver]
    if s.phase == Phase.PLAY and s.tricks == 0 and s.trick[s.leader] == NONE:
        out.hand[s.leader] |= 1 << o.opening


@kernel
def redeal(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Complete `out`, a copy of the view `v`, to a world drawn uniformly from those the seat cannot tell apart."""
    hidden = o.deck
    for other in range(o.seats):
        hidden &= ~(v.hand[other] | v.played[other])
        scratch[other] = v.hand_size[other] - count_in(v.hand[other])
        if v.phase == Phase.PASS:
            hidden &= ~v.passed[other]
            scratch[other] += v.passed_size[other] - count_in(v.passed[other])
    deal_worlds(hidden, o.seats, v.deck_size, v.lacks, stream, scratch, out.hand)
    if v.phase == Phase.DEAL:
        out.deck = hidden
        for other in range(o.seats):
            out.deck &= ~out.hand[other]
    for giver in range(o.seats):
        if count_in(v.passed[giver]) < v.passed_size[giver]:
            _redeal_passing(v, o, giver, stream, out)


@kernel
def _redeal_passing(v: State, o: Options, giver: int, stream: Row, out: State) -> None:
    """Draw which cards a seat passed: of its hand while they are sealed, later of all that their receiver had."""
    source = out.hand[giver]
    if v.phase != Phase.PASS:
        receiver = _receiver(v, o, giver)
        source = out.hand[receiver] | v.played[receiver]
    for _ in range(v.passed_size[giver]):
        card = nth_in(source, draw(stream, count_in(source)))
        source &= ~(1 << card)
        out.passed[giver] |= 1 << card
    if v.phase == Phase.PASS:
        out.hand[giver] = source


@kernel
def settled(s: State, o: Options) -> bool:
    """Whether a playout may stop here: where a round is written down."""
    return s.phase >= Phase.SCORED


@kernel
def worth(s: State, o: Options, seat: int) -> int:
    """Return how far the seat is below the average of all totals, times the number of seats."""
    everybody = 0
    for other in range(o.seats):
        everybody += s.total[other]
    return everybody - o.seats * s.total[seat]


@kernel
def outcome(s: State, o: Options, out: Outcome) -> None:
    """Write down the totals: the lowest wins, equal ones share a place."""
    for seat in range(o.seats):
        out.score[seat] = s.total[seat]
        out.place[seat] = 1
        for other in range(o.seats):
            if s.total[other] < s.total[seat]:
                out.place[seat] += 1
    out.reason = Reason.ROUNDS if o.rounds > 0 else Reason.LIMIT
