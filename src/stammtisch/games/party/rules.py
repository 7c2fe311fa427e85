"""Costume Party: choose who joins the dance, then take from the floor; equal costumes leave, and low sums win."""

from __future__ import annotations

from stammtisch.games.party.apply import (
    begin_game,
    count_points,
    distance,
    draw_card,
    give_tie_card,
    hand_over_mirror,
    lay_first,
    mirror_choices,
    move_played,
    play_card,
    seal_card,
    take_cards,
    tie_candidates,
    turn_up_for_paul,
    use_mirror,
)
from stammtisch.games.party.position import (
    ACTIONS,
    ALL,
    ALL_PAIR,
    COUNT,
    FACE_DOWN,
    HOLDER,
    KEEP,
    KING,
    MOVE,
    NEXT,
    OPTION_SETS,
    PAIR,
    PAUL,
    SCRATCH,
    SEATS,
    VERSION,
    Options,
    Phase,
    Reason,
    Rule,
    State,
    prepare,
)
from stammtisch.games.party.view import redeal, seen, view
from stammtisch.kernel import NATURE, NONE, Outcome, Row, kernel
from stammtisch.kernel.bits import has_in, lowest_in

__all__ = [
    "ACTIONS",
    "OPTION_SETS",
    "SCRATCH",
    "VERSION",
    "Options",
    "Phase",
    "Rule",
    "State",
    "apply",
    "check",
    "legal",
    "outcome",
    "prepare",
    "redeal",
    "seen",
    "settled",
    "start",
    "view",
    "waiting",
    "worth",
]


@kernel
def start(s: State, o: Options) -> None:
    """Begin the match with the first game, which nobody plays with the mirror."""
    s.mirror = NONE
    begin_game(s, o)


@kernel
def waiting(s: State, o: Options) -> int:
    """Return who owes a decision now; several while cards are chosen in secret."""
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
        return s.hand[seat]
    if s.phase == Phase.TAKE:
        return _takes(s)
    if s.phase == Phase.MIRROR:
        return mirror_choices(s, o)
    if s.phase == Phase.SEAL:
        return s.hand[seat] & ~(1 << KING)
    return _choices_of_nature(s, o) if seat == NATURE else 1 << _forced(s, o)


@kernel
def _choices_of_nature(s: State, o: Options) -> int:
    """Return the cards that may come up, or the seats among which chance decides; no king opens the dance."""
    if s.phase == Phase.TIE:
        return tie_candidates(s, o) << HOLDER
    return s.pile[s.turn] & ~(1 << KING) if s.phase == Phase.FLOOR else s.pile[s.turn]


@kernel
def _forced(s: State, o: Options) -> int:
    """Return what TABLE is about to do where nothing is left to decide."""
    if s.phase == Phase.TIE:
        return HOLDER + lowest_in(tie_candidates(s, o))
    if s.phase == Phase.MOVE:
        return MOVE
    return COUNT if s.phase == Phase.COUNT else NEXT


@kernel
def _takes(s: State) -> int:
    """Return what the guest may take: any value of the floor or, after a king, all of it; perhaps as a pair."""
    pairs = s.face_down[s.turn] != NONE and _pairs_with_face_down(s, s.face_down[s.turn])
    if s.king != NONE:
        return 1 << ALL | 1 << ALL_PAIR if pairs else 1 << ALL
    return s.floor_values | 1 << (PAIR + s.face_down[s.turn]) if pairs else s.floor_values


@kernel
def _pairs_with_face_down(s: State, value: int) -> bool:
    """Whether a card of this value would arrive with the take, and one of them still lie open after all open pairs."""
    arriving = s.floor[value] if s.king != NONE else min(s.floor[value], 1)
    return arriving > 0 and (arriving + (s.display[s.turn] >> value)) & 1 == 1


@kernel
def check(s: State, o: Options, seat: int, action: int) -> int:
    """Return `Rule.OK`, or the first rule that `action` by `seat` would break."""
    if has_in(_legal_bits(s, o, seat), action):
        return Rule.OK
    if s.phase == Phase.OVER:
        return Rule.GAME_OVER
    if not has_in(s.waits, seat):
        return Rule.NOT_YOUR_TURN
    card = 1 <= action <= KING
    if s.phase == Phase.TAKE and (card or PAIR < action <= ALL_PAIR):
        return _why_not_take(s, action)
    if s.phase == Phase.MIRROR and (card or action in (FACE_DOWN, KEEP)):
        return _why_not_mirror(action)
    if not card or (s.phase != Phase.SEAL and s.phase != Phase.PLAY):
        return Rule.NOT_AN_ACTION_NOW
    return Rule.KING_NOT_FACE_DOWN if has_in(s.hand[seat], action) else Rule.CARD_NOT_IN_HAND


@kernel
def _why_not_take(s: State, action: int) -> int:
    """Name the rule that keeps a guest from taking like this."""
    if s.king != NONE and action < ALL:
        return Rule.KING_TAKES_ALL
    if s.king == NONE and action >= ALL:
        return Rule.NO_KING_PLAYED
    value = action - PAIR if action > KING else action
    if action < ALL and not has_in(s.floor_values, value):
        return Rule.NOT_ON_THE_FLOOR
    if s.face_down[s.turn] == NONE:
        return Rule.NO_FACE_DOWN_CARD
    if action < ALL and value != s.face_down[s.turn]:
        return Rule.FACE_DOWN_CARD_DIFFERS
    return Rule.OPEN_PAIR_FIRST if s.floor[s.face_down[s.turn]] > 0 else Rule.FACE_DOWN_CARD_DIFFERS


@kernel
def _why_not_mirror(action: int) -> int:
    """Name the rule that keeps the owner of the mirror from this choice."""
    if action == KEEP:
        return Rule.MIRROR_MUST_GO
    return Rule.NO_FACE_DOWN_CARD if action == FACE_DOWN else Rule.NOT_IN_YOUR_DISPLAY


@kernel
def apply(s: State, o: Options, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if s.phase == Phase.PLAY:
        play_card(s, o, seat, action)
    elif s.phase == Phase.TAKE:
        take_cards(s, o, seat, action)
    elif s.phase == Phase.DRAW:
        draw_card(s, o, action)
    elif s.phase == Phase.MOVE:
        move_played(s, o)
    elif s.phase == Phase.MIRROR:
        use_mirror(s, seat, action)
    elif s.phase == Phase.SEAL:
        seal_card(s, o, seat, action)
    else:
        _set_up_or_count(s, o, action)


@kernel
def _set_up_or_count(s: State, o: Options, action: int) -> None:
    """Carry out what happens once in a game, and the cards of Paul."""
    if s.phase == Phase.FLOOR:
        lay_first(s, o, action)
    elif s.phase == Phase.TIE:
        give_tie_card(s, action - HOLDER)
    elif s.phase == Phase.PAUL:
        turn_up_for_paul(s, o, action)
    elif s.phase == Phase.COUNT:
        count_points(s, o)
    else:
        hand_over_mirror(s, o)
        begin_game(s, o)


@kernel
def settled(s: State, o: Options) -> bool:
    """Whether a playout may stop here: where a game is written down."""
    return s.phase >= Phase.SCORED


@kernel
def worth(s: State, o: Options, seat: int) -> int:
    """Return how far the seat is below the average of all seats, in sums and then in tie order."""
    everybody = 0
    for other in range(o.seats):
        everybody += _standing(s, o, other)
    return everybody - o.seats * _standing(s, o, seat)


@kernel
def _standing(s: State, o: Options, seat: int) -> int:
    """Return a number that is lower for whoever stands better; no two seats share one."""
    return s.total[seat] * SEATS + distance(s, o, seat)


@kernel
def outcome(s: State, o: Options, out: Outcome) -> None:
    """Write down the totals: the lowest wins, tie order decides between equals, and Paul is behind them."""
    for seat in range(o.seats):
        out.score[seat] = s.total[seat]
        out.place[seat] = 1
        for other in range(o.seats):
            if _standing(s, o, other) < _standing(s, o, seat):
                out.place[seat] += 1
        if o.guests > o.seats and s.total[PAUL] < s.total[seat]:
            out.place[seat] += 1
    out.reason = Reason.SEAT
    if o.guests > o.seats and s.total[PAUL] < min(s.total[0], s.total[1]):
        out.reason = Reason.PAUL
