"""A table: its page, and what people do there: decide, talk, leave, play again."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from starlette.responses import Response

from stammtisch.core.fair_deal import fingerprint
from stammtisch.core.rules_page import as_anchor
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.store.contract import Conflict
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.live.player_action import Act, Refusal, Why, seat_to_act, take, take_as_known
from stammtisch.web.live.talk import quick_words, talk_line
from stammtisch.web.pages.lobby import lobby_page
from stammtisch.web.pages.request import PageRequest
from stammtisch.web.tables.apply_action import may_take_back
from stammtisch.web.tables.deal_words import who_added
from stammtisch.web.tables.lessons import lesson_in
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.moderation import END, halt
from stammtisch.web.tables.old_versions import bare_lines
from stammtisch.web.tables.record import NO_CLOCK, OPEN, OVER, RUNNING
from stammtisch.web.tables.seating import evening_after, get_up, name_at, seated_again, turned
from stammtisch.web.tables.stand_in import NotStalled, ask_for_stand_in
from stammtisch.web.view.ending.decisive import find_decisive
from stammtisch.web.view.goal import goal_lines
from stammtisch.web.view.log.log_parts import earlier_address
from stammtisch.web.view.render import regions
from stammtisch.web.view.scene import face_of, is_stepwise

LONGEST_SAID: Final = 300  # letters of a line of talk
GOALS: Final = "goals"  # the cookie that knows of which games somebody has read what wins
_DIGITS: Final = 9  # of how often a seat has decided


async def table(page: PageRequest) -> Response:
    """A table: its lobby while it is open, then the game."""
    channel = await page.table()
    async with channel.held() as room:
        if room.record.daily and room.host != page.person.id:
            return page.go(f"/t/{room.id}/replay")
        await channel.saw_act(page.person.id)
        values: dict[str, Any] = {
            **page.about(room),
            "viewer": room.seat_of(page.person.id),
            "spectator": SPECTATOR,
            "preview": page.preview(room),
            "fingerprint": fingerprint(room.saved.seed),
            "seed": room.open_seed,
        }
        if room.stage == OPEN:
            return lobby_page(page, room, values)
        if not room.begun:
            problem = page.say("The house has closed this table.")
            return page.render("error.html", 410, problem=problem, back="/")
        if not room.readable:
            return page.render("outdated.html", lines=await bare_lines(room), **values)
        await find_decisive(room)
        story = channel.story(values["viewer"], page.language)
        scene = story.catch_up().scene
        blocked = await page.registry.store.blocked(page.person.id)
        newest = room.chat[-page.registry.quotas.lines_shown :]
        chat = [talk_line(room, line, page.language) for line in newest if line[2] and line[0] not in blocked]
        mine = [one for one in room.record.deal.contributions if one.seat == values["viewer"]]
        values |= {"who_added": who_added(room, page.say), "mine": mine[0] if mine else None}
        values |= _goal(page, room, values["viewer"]) | {"anchor": scene.anchor}
        values |= {"regions": regions(scene), "log": scene.log_parts, "now": room.time, "daily": scene.daily}
        values |= {"earlier": earlier_address(room.id, story.earlier_than(story.told))}
        silent = len(room.chat) >= page.registry.quotas.lines
        values |= {"chat": chat, "quick_words": quick_words(page.say), "stepwise": is_stepwise(room.game)}
        return page.render("table.html", silent=silent, longest=LONGEST_SAID, **values)


def _goal(page: PageRequest, room: LiveTable, viewer: int) -> dict[str, Any]:
    """Return what wins: it lies open for whoever first sits down at a game, if it is not explained there anyway."""
    new = room.game.NAME not in page.connection.cookies.get(GOALS, "").split(".")
    return {
        "goal": goal_lines(room.game, room.options, page.language),
        "goal_open": new and viewer != SPECTATOR and room.stage == RUNNING and room.record.lesson is None,
        "lesson": lesson_in(room.game.NAME, page.language) is not None,
    }


async def do(page: PageRequest) -> Response:
    """Take a decision."""
    channel = await page.table()
    room = channel.room
    act = Act(
        lambda room, seat: face_of(room.game).arrange(
            room.game_table(), seat, _texts(page, "do"), _texts(page, "pick")
        ),
        page.number("decided", _DIGITS),
        in_parts=is_stepwise(room.game),
    )
    refusal = await _taken(page, channel, act)
    page.registry.bot_turns.go_on(channel)
    if refusal is None:
        return page.done(f"/t/{room.id}")
    ours = {
        Why.NOT_ASKED: page.say("It is not your turn."),
        Why.STALE: page.say("That was decided already; the table has moved on."),
    }
    return refused(page, room, refusal.status, ours.get(refusal.why, refusal.sentence), refusal.rule)


async def _taken(page: PageRequest, channel: Channel, act: Act) -> Refusal | None:
    """Take an act, at first on what is known here of the table: only what is refused there is looked at again.

    Raises:
        PermissionError: The person has no seat here, or nothing is being played.
    """
    if channel.room.store.shared and channel.room.record.lesson is None:  # a lesson heeds what is refused
        with suppress(PermissionError):
            async with channel.held(told=[]):
                if await take_as_known(channel, await seat_at_game(page, channel), act, page.language):
                    return None
    async with channel.held():
        return await take(channel, await seat_at_game(page, channel), act, page.language)


async def seat_at_game(page: PageRequest, channel: Channel) -> int:
    """Return where the person sits at a game in progress.

    Raises:
        PermissionError: Nowhere, or nothing is being played.
    """
    seat = seat_to_act(channel.room, page.person.id)
    if isinstance(seat, Refusal) or channel.room.stage != RUNNING:
        raise PermissionError
    await channel.came_back(page.person.id)
    return seat


def _texts(page: PageRequest, name: str) -> list[str]:
    """Return the texts of actions that a form names; one control may name several."""
    return [text for value in page.fields.get(name, []) for text in value.split(",") if text]


def refused(page: PageRequest, room: LiveTable, status: int, sentence: str, rule: str = "") -> Response:
    """Say why a form that was sent at a table was not taken, and which rule forbids it."""
    link = f"/rules/{room.game.NAME}#rule-{as_anchor(rule)}" if rule else ""
    template = "regions/refusal.html" if page.from_client else "error.html"
    return page.render(template, status, problem=sentence, link=link, back=f"/t/{room.id}")


async def say(page: PageRequest) -> Response:
    """Say something at a table; whoever has no name yet is a guest."""
    channel = await page.table()
    room = channel.room
    said = " ".join(page.value("said").split())[:LONGEST_SAID]
    speaker = replace(page.person, name=page.person.name or page.say("Guest"))
    async with channel.held():
        if said and len(room.chat) >= page.registry.quotas.lines:
            return refused(page, room, 409, page.say("Enough has been said at this table."))
        if said:
            await room.say(speaker.id, name_at(room, speaker), said)
    return page.done(f"/t/{room.id}")


async def ask_to_leave(page: PageRequest) -> Response:
    """Say what happens when somebody gives up, before it is final; who has no seat in a game has nothing to leave."""
    channel = await page.table()
    async with channel.held() as room:
        seat = room.seat_of(page.person.id)
        if room.stage != RUNNING or seat == SPECTATOR or room.places[seat].left:
            return page.go(f"/t/{room.id}")
        others = any(place.person and not place.left for place in room.places if place.person != page.person.id)
    return page.render("leave.html", others=others, **page.about(room))


async def leave(page: PageRequest) -> Response:
    """Get up for good: a bot plays on."""
    channel = await page.table()
    async with channel.held() as room:
        get_up(room, page.person.id)
        await room.save()
    page.registry.bot_turns.wake(channel)
    return page.go("/")


async def stand_in(page: PageRequest) -> Response:
    """Ask for a bot to play for somebody who keeps others waiting."""
    channel = await page.table()
    async with channel.held() as room:
        await seat_at_game(page, channel)
        channel.presence.update()
        try:
            await ask_for_stand_in(room, page.person.id, page.number("seat", 2))
        except NotStalled:
            return refused(page, room, 409, page.say("That was decided already; the table has moved on."))
    page.registry.bot_turns.wake(channel)
    return page.done(f"/t/{room.id}")


async def come_back(page: PageRequest) -> Response:
    """Take a seat over again at which a bot has stood in."""
    channel = await page.table()
    async with channel.held() as room:
        await seat_at_game(page, channel)
    return page.go(f"/t/{room.id}")


async def again(page: PageRequest) -> Response:
    """Open a table for the same people, everybody one seat on."""
    channel = await page.table()
    room = channel.room
    async with channel.held():
        seat = room.seat_of(page.person.id)
        if room.stage != OVER or not room.begun or not room.readable or seat == SPECTATOR or room.places[seat].left:
            raise PermissionError
        if room.record.daily:  # there is one try, and practice has a button of its own
            raise PermissionError
        if not room.record.next:
            choices = dict(room.saved.choices)
            fresh = page.registry.new_table(room.game, choices, page.person.id, room.terms)
            fresh.record.places = turned(room, without=await page.registry.store.blocked(page.person.id))
            fresh.places[fresh.seat_of(page.person.id)].ready = True
            fresh.record.evening = evening_after(room)
            following = await page.registry.open(fresh, page.address)
            room.record.next = fresh.id
            await _keep_next(room, following)
            await page.registry.start_if_alone(following, lone_words=page.has_script)
    return page.go(f"/t/{room.record.next or room.id}")


async def take_back(page: PageRequest) -> Response:
    """Open a table of practice from before one's last decision, with the same cards; the old one stays as it was."""
    channel = await page.table()
    async with channel.held() as room:
        seat = room.seat_of(page.person.id)
        if not room.begun or not room.readable or not may_take_back(room, seat):
            raise PermissionError
        if room.stage == RUNNING and not room.record.practised:
            room.record.practised = True
            await room.save()
        terms = replace(room.terms, pace=NO_CLOCK, listed=False)
        fresh = page.registry.new_table(room.game, dict(room.saved.choices), page.person.id, terms)
        fresh.saved.seed, fresh.record.practice = room.deal_seed, room.deal_table
        fresh.record.daily = room.record.daily and replace(room.record.daily, worth=None)
        fresh.record.places, fresh.record.deal.house_alone = seated_again(room), True
        table = room.game_table()
        known = [(step.seat, step.action) for step in table.steps[: table.last_decision(seat)]]
        await page.registry.practise(await page.registry.open(fresh), known)
        if room.record.practice and room.stage == RUNNING:
            with suppress(Conflict):  # another server has changed it meanwhile: it may as well go on
                await halt(room, END)
    return page.go(f"/t/{fresh.id}")


async def _keep_next(room: LiveTable, following: Channel) -> None:
    """Note which table follows; where somebody else has opened one meanwhile, it is theirs, and ours is closed."""
    try:
        await room.save()
    except Conflict:
        await room.read_on()
        async with following.held() as spare:
            await halt(spare, END)
