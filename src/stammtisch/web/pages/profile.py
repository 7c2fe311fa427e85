"""One's own page: name, face, a link that makes another device one's own, whom one does not hear, settings."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from stammtisch.club.audience import ALL, AUDIENCES, MET, NOBODY
from stammtisch.core.game import find_game
from stammtisch.core.language import LANGUAGES, Say
from stammtisch.core.rules_page import voice_of
from stammtisch.games.party.words.costumes import costume
from stammtisch.store.contract import Face
from stammtisch.store.keys import unguessable
from stammtisch.web.faces import COSTUMES, is_face, usual_face
from stammtisch.web.http.identity import COOKIE_SECONDS, Person
from stammtisch.web.pages.request import NotFound, PageRequest, title_of
from stammtisch.web.tables.display_name import NameRefused, name_problem, read_name, shown_name
from stammtisch.web.view.qr_code import qr_code

_LINK_SECONDS: Final = 15 * 60  # for which a personal link is good
_LINK_LETTERS: Final = 22  # of a personal link: 131 random bits


async def profile(page: PageRequest) -> Response:
    """Show who one is."""
    return await _profile(page)


async def _profile(page: PageRequest, status: int = 200, problem: str = "", link: str = "") -> Response:
    store = page.registry.store
    people = await store.blocked(page.person.id)
    blocked = sorted([(shown_name(await store.person(person) or "") or page.say("Guest"), person) for person in people])
    qr = qr_code(link) if link else ""
    face = await store.face(page.person.id) or usual_face(page.person.id)
    audience = await store.shown_to(page.person.id)
    looks = {
        "audience": audience,
        "audiences": _audiences(page.say),
        "face": face,
        "costumes": _costumes(page.language),
        "colours": _colours(page.say),
    }
    return page.render("profile.html", status, link=link, qr=qr, problem=problem, blocked=blocked, **looks)


def _costumes(language: str) -> list[tuple[int, str]]:
    """Return the costumes to choose from, in words."""
    say = voice_of(find_game("party"), language)
    return [(number, costume(number, say)) for number in range(1, COSTUMES + 1)]


def _colours(say: Say) -> tuple[str, ...]:
    """Return the colours to choose from, in words: as in theme.css."""
    first = (say("brick red"), say("blue"), say("green"), say("violet"))
    return (*first, say("brown"), say("slate"), say("berry"), say("olive"))


def _audiences(say: Say) -> tuple[tuple[str, str], ...]:
    """Return to whom somebody may show what they have played, in words."""
    return ((NOBODY, say("nobody")), (MET, say("people I have played with")), (ALL, say("everybody")))


async def rename(page: PageRequest) -> Response:
    """Take another name, another face, or other people who may see one's games; where one sits the old looks stay."""
    face = Face(page.number("costume", 2), page.number("colour", 1))
    try:
        await page.registry.store.save_person(page.person.id, read_name(page.value("name")))
    except NameRefused:
        return await _profile(page, 422, name_problem(page.say))
    if is_face(face):
        await page.registry.store.save_face(page.person.id, face)
    if "shown_to" in page.fields and page.value("shown_to") in AUDIENCES:
        await page.registry.store.save_shown_to(page.person.id, page.value("shown_to"))
    return page.done("/me")


async def make_link(page: PageRequest) -> Response:
    """Show a link that makes one other device one's own: it is good once, for some minutes, and ends older ones."""
    link, now = unguessable(_LINK_LETTERS), page.registry.clock.now()
    await page.registry.store.save_link(page.person.id, link, now + _LINK_SECONDS, now)
    return await _profile(page, link=str(page.connection.url_for("link", link=link)))


async def ask_to_become(page: PageRequest) -> Response:
    """Show whose link it is, who this device is now, and what it would lose; nothing changes yet."""
    link = page.path["link"]
    other = await page.registry.store.link_owner(link, page.registry.clock.now()) if _is_link(link) else None
    if other is None:
        return _out_of_date(page)
    name = shown_name(await page.registry.store.person(other) or "") or page.say("Guest")
    tables = [(room, title_of(room.game, page.language)) for room in await page.registry.of(page.person.id)]
    return page.render("link_device.html", name=name, same=other == page.person.id, tables=tables)


async def become(page: PageRequest) -> Response:
    """Let this device be theirs whose link it is; the form is one of our own pages, made for who this device is."""
    link = page.path["link"]
    other = await page.registry.store.use_link(link, page.registry.clock.now()) if _is_link(link) else None
    if other is None:
        return _out_of_date(page)
    page.person, page.new = Person(other, ""), True
    return page.go("/")


def _is_link(text: str) -> bool:
    """Whether a text is like what is made here; no store need be asked for anything else."""
    return len(text) == _LINK_LETTERS and text.isascii() and text.isalnum()


async def old_link(page: PageRequest) -> Response:
    """Say that a link is out of date which was good for ever, as all of them once were.

    Raises:
        NotFound: It was never one.
    """
    if page.signer.read_cookie(page.path["cookie"]) is None:
        raise NotFound
    return _out_of_date(page)


def _out_of_date(page: PageRequest) -> Response:
    problem = page.say("This link is out of date. Make a new one on your own page, where your name is.")
    return page.render("error.html", 410, problem=problem, back="/me")


async def settings(page: PageRequest) -> Response:
    """Choose a language and a theme."""
    back = page.value("back")
    answer = page.go(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
    for name, allowed in (("lang", (*LANGUAGES,)), ("theme", ("", "dark", "light"))):
        if name in page.fields and page.value(name) in allowed:
            answer.set_cookie(name, page.value(name), max_age=COOKIE_SECONDS, samesite="lax")
    return answer
