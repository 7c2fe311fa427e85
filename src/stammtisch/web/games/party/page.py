"""Costume Party on a page: the dance floor, the cards played, the displays, and one's own hand."""

from __future__ import annotations

from typing import Any, Final

from stammtisch.core.table import Table
from stammtisch.games.party.apply import place_in_round
from stammtisch.games.party.position import ALL, ALL_PAIR, FACE_DOWN, KEEP, KING, PAIR, SEATS, Phase, Rule
from stammtisch.games.party.words.costumes import card_name, costume, guest_name, values_in
from stammtisch.kernel.bits import has_in
from stammtisch.kernel.seats import NONE, UNKNOWN
from stammtisch.web.art.signs import sign
from stammtisch.web.faces import WATCHER
from stammtisch.web.games.party.disco import ball
from stammtisch.web.games.party.goal_art import goal_art
from stammtisch.web.games.party.hero import hero
from stammtisch.web.games.party.parts import Card, Facts, Guest, LastTake, PlayedCard, chip
from stammtisch.web.games.party.wardrobe import guest as portrait
from stammtisch.web.view.ending.panel import Column
from stammtisch.web.view.measures import Measure, points, points_from_average
from stammtisch.web.view.review.grades import POINTS_OF_PARTY
from stammtisch.web.view.scene import Offer, Scene

__all__ = ["HOLD", "MEASURE", "arrange", "chip", "goal_art", "hero", "numbers", "remembers", "shape"]

MEASURE: Final = Measure(
    lambda worth, o: worth / o.seats / SEATS,
    points,
    points_from_average,
    lambda o: o.youngest[0] == NONE,
    POINTS_OF_PARTY,
    to_the_end=False,
)
HOLD: Final = {
    Phase.TIE: 1200,
    Phase.TAKE: 1300,
    Phase.MOVE: 1100,
    Phase.MIRROR: 1500,
    Phase.COUNT: 1200,
    Phase.SCORED: 6000,
}


def shape(scene: Scene) -> dict[str, object]:
    """Return what the templates need."""
    v, o = scene.view, scene.options
    guests = [_guest(scene, number) for number in range(o.guests)]
    mine = guests[scene.viewer] if scene.viewer < o.seats else None
    asked = scene.my_turn
    return {
        "portrait": portrait,
        "sign": sign,
        "ball": ball,
        "floor": _floor(scene),
        "last_takes": _last_takes(scene) if scene.over else [],
        "queue": _queue(scene),
        "why": _why_this_order(scene),
        "guests": guests,
        "facts": [_facts(scene, seat) for seat in range(o.seats)],
        "others": [guest for guest in guests if guest is not mine],
        "mine": mine,
        "hand": _hand(scene) if mine else [],
        "pile": values_in(v.pile[scene.viewer]) if mine else [],
        "taking": asked and v.phase == Phase.TAKE and v.king == NONE,
        "reflecting": asked and v.phase == Phase.MIRROR,
        "choices": _choices(scene),
        "down_offer": scene.offer(FACE_DOWN) if asked and v.phase == Phase.MIRROR and mine and mine.covered else None,
        "heading": _heading(scene),
        "swept": scene.step is not None and _was_taking(scene) and scene.step.action in (ALL, ALL_PAIR),
        "tally": v.phase in (Phase.SCORED, Phase.OVER),
        "match": o.games > 1,
    }


def _choices(scene: Scene) -> list[Offer]:
    """Return what has a button of its own, beside the cards."""
    v = scene.view
    if scene.my_turn and v.phase == Phase.MIRROR:
        return [scene.offer(KEEP)]
    if scene.my_turn and v.phase == Phase.TAKE and v.king != NONE:
        offers = [scene.offer(ALL), scene.offer(ALL_PAIR)]
        return [offer for offer in offers if offer.legal or offer.rule == Rule.OPEN_PAIR_FIRST.name]
    return []


def _heading(scene: Scene) -> str:
    v, o, say = scene.view, scene.options, scene.say
    if v.phase in (Phase.SCORED, Phase.OVER) or v.round_number == 0:
        return say("Game {game} of {games}", game=v.game_number, games=o.games) if o.games > 1 else ""
    where = {"round": v.round_number, "rounds": o.last}
    if o.games == 1:
        return say("Round {round} of {rounds}", **where)
    return say("Game {game} of {games}, round {round} of {rounds}", game=v.game_number, games=o.games, **where)


def _card(scene: Scene, value: int, key: str, **more: Any) -> Card:
    say = scene.reader.say
    return Card(value, key, card_name(value, say), costume(value, say), **more)


def _was_taking(scene: Scene) -> bool:
    return scene.before is not None and scene.before.phase == Phase.TAKE


def _floor(scene: Scene) -> list[Card]:
    """Return the cards on the dance floor; each may be taken by tapping it."""
    v, before = scene.view, scene.before
    taking = (scene.my_turn or scene.better) and v.phase == Phase.TAKE
    came = {}  # by value: the seats whose played cards have just moved here
    if before is not None and before.phase == Phase.MOVE:
        came = {value: [seat for seat in range(SEATS) if before.played[seat] == value] for value in range(1, KING + 1)}
    cards: list[Card] = []
    for value in values_in(v.floor_values):
        keys = [f"q-{seat}" for seat in came.get(value, [])] + [f"f-{value}-{copy}" for copy in range(v.floor[value])]
        shown = _on_floor if taking else _card
        cards += [shown(scene, value, key) for key in keys[: v.floor[value]]]
    return cards


def remembers(view: Any, o: Any) -> bool:
    """Whether a page looks back at this when all is over: the last floor of a game, of which nothing is taken yet."""
    return bool(view.phase == Phase.TAKE and view.round_number == o.last and view.to_take == (1 << o.guests) - 1)


def _last_takes(scene: Scene) -> list[LastTake]:
    """Return what each guest took from the last floor, in the order of taking, where that was seen."""
    v, o, earlier = scene.view, scene.options, scene.remembered
    if earlier is None:
        return []
    line = [*sorted(range(o.seats), key=lambda seat: place_in_round(v, o, seat)), *range(o.seats, o.guests)]
    winners, takes = scene.outcome.winners if scene.outcome else (), []
    for guest in line:
        moved = v.display[guest] ^ earlier.display[guest]
        [value] = values_in(moved or v.shown[guest] & ~earlier.shown[guest])  # or it left with the face-down card
        card = _card(scene, value, f"last-{guest}", leaves=not has_in(v.display[guest], value))
        wins = guest in winners if guest < o.seats else not winners
        takes.append(LastTake(guest, guest_name(guest, o, scene.reader), card, wins))
    return takes


def _on_floor(scene: Scene, value: int, key: str) -> Card:
    v = scene.view
    paired = v.face_down[scene.viewer] == value and v.king == NONE
    pair = scene.offer(PAIR + value) if paired else None
    leaves = bool(v.display[scene.viewer] >> value & 1)
    return _card(scene, value, key, offer=scene.offer(value), pair=pair, leaves=leaves)


def _queue(scene: Scene) -> list[PlayedCard]:
    """Return this round's cards, in the order of taking as soon as it is known."""
    v, o = scene.view, scene.options
    if v.phase not in (Phase.PLAY, Phase.TAKE, Phase.MOVE):
        return []
    seats = range(o.seats)
    if v.phase == Phase.PLAY:
        return [_played(scene, seat, 0) for seat in seats]

    line = [*sorted(seats, key=lambda seat: (seat != v.king, place_in_round(v, o, seat))), *range(o.seats, o.guests)]
    return [_played(scene, guest, place) for place, guest in enumerate(line, 1)]


def _why_this_order(scene: Scene) -> str:
    """Say why the guests take in this order, where their cards alone do not say it."""
    v, o, say = scene.view, scene.options, scene.say
    if v.phase not in (Phase.TAKE, Phase.MOVE):
        return ""
    line = sorted(range(o.seats), key=lambda seat: place_in_round(v, o, seat))
    if v.round_number == o.last:
        return say("The last round runs against the tie order.")
    kings = [seat for seat in line if v.played[seat] == KING]
    if v.king != NONE and len(kings) > 1:
        return say("Several Party Kings: clockwise from the tie card, {name} comes first.", name=scene.names[v.king])
    if v.king != NONE:
        return say("A Party King takes everything, and nobody else takes anything.")
    played = [v.played[seat] for seat in line]
    equal = [scene.names[seat] for seat, value in zip(line, played, strict=True) if played.count(value) > 1]
    if not equal:
        return ""
    return say("Equal cards: clockwise from the tie card, so {names}.", names=", ".join(equal))


def _played(scene: Scene, guest: int, place: int) -> PlayedCard:
    v, o, before, step = scene.view, scene.options, scene.before, scene.step
    value, sealed = v.played[guest], v.phase == Phase.PLAY and v.played[guest] != NONE
    key = f"q-{guest}"
    if step is not None and step.seat == guest == scene.viewer and before.phase == Phase.PLAY:
        key = f"h-{step.action}"  # it comes from the viewer's hand
    card = _card(scene, value, key) if value not in (NONE, UNKNOWN) else None
    flips = before is not None and before.phase == Phase.PLAY and v.phase == Phase.TAKE
    done = v.phase != Phase.PLAY and not v.to_take >> guest & 1
    now = v.phase == Phase.TAKE and v.turn == guest
    return PlayedCard(
        guest, guest_name(guest, o, scene.reader), card, sealed, key, place, now, done, guest == v.king, flips
    )


def _guest(scene: Scene, number: int) -> Guest:
    v, o = scene.view, scene.options
    fresh, left = _last_take(scene, number)
    keys = {value: f"d-{number}-{value}" for value in values_in(v.display[number])}
    keys |= {value: f"f-{value}-{v.floor[value]}" for value in fresh}
    reflecting = scene.my_turn and v.phase == Phase.MIRROR and number == scene.viewer
    cards = tuple(_card(scene, n, key, offer=scene.offer(n) if reflecting else None) for n, key in keys.items())
    covered = v.face_down[number] != NONE
    down = _card(scene, v.face_down[number], f"down-{number}") if v.face_down[number] > 0 else None
    known = sum(keys) + (down.value if down else 0)
    finished = v.phase in (Phase.SCORED, Phase.OVER)
    points = [v.total[guest] for guest in range(o.guests)]
    return Guest(
        number,
        guest_name(number, o, scene.reader),
        scene.places[number].costume if number < o.seats else WATCHER,
        cards,
        fresh,
        left,
        down,
        covered,
        f"{known}+?" if covered and not down else f"{known}",
        v.total[number],
        number == v.holder,
        number == v.mirror,
        _open_hand(scene, number),
        finished and points[number] == min(points),
    )


def _facts(scene: Scene, seat: int) -> Facts:
    v = scene.view
    return Facts(seat == v.holder, seat == v.mirror, f"{v.total[seat]}" if scene.options.games > 1 else "")


def _last_take(scene: Scene, number: int) -> tuple[frozenset[int], tuple[tuple[int, str], ...]]:
    """Return the values that the last step brought to a guest, and those of which a pair left."""
    v, before = scene.view, scene.before
    if not _was_taking(scene) or before.turn != number:
        return frozenset(), ()
    arrived = v.display[number] & ~before.display[number]
    gone = [value for value in range(1, KING + 1) for _ in range((v.gone[value] - before.gone[value]) // 2)]
    left = tuple((value, f"f-{value}-{v.floor[value]}") for value in gone)
    return frozenset(values_in(arrived)), left


def _open_hand(scene: Scene, seat: int) -> tuple[int, ...]:
    v = scene.view
    hand = tuple(values_in(v.hand[seat]))
    return hand if scene.viewer >= scene.options.seats and len(hand) == v.hand_size[seat] else ()


def _hand(scene: Scene) -> list[Card]:
    v, before, seat = scene.view, scene.before, scene.viewer
    choosing = v.phase in (Phase.SEAL, Phase.PLAY)
    had = v.hand[seat] if before is None else before.hand[seat]
    cards = []
    for value in values_in(v.hand[seat]):
        source = "" if had >> value & 1 else "pile"
        offer = scene.offer(value) if choosing else None
        cards.append(_card(scene, value, f"h-{value}", offer=offer, source=source))
    return cards


def arrange(table: Table, seat: int, do: list[str], picks: list[str]) -> list[int]:  # noqa: ARG001
    """Return the row of actions that a form means: every tap is one."""
    notation: Any = table.game.notation
    return [notation.read(text) for text in do]


def numbers(scene: Scene) -> tuple[Column, ...]:
    """Return what the table of numbers shows in the end."""
    say, total = scene.say, scene.view.total
    return (Column(say("Sum"), tuple(f"{total[seat]}" for seat in range(scene.options.seats))),)
