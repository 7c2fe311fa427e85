"""One's own page: a name, a link that makes another device one's own, and whom one does not want to hear."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from stammtisch.web.pages import qr
from stammtisch.web.people import NameRefused, Person, name_problem, read_name
from stammtisch.web.visit import NotFound, Visit, one


async def page(request: Request) -> Response:
    """Show who one is, and the personal link."""
    visit = await Visit.of(request)
    return await _page(visit, request)


async def _page(visit: Visit, request: Request, status: int = 200, problem: str = "") -> Response:
    link = str(request.url_for("become", cookie=visit.passport.cookie(visit.person.id)))
    store = visit.house.store
    people = await store.blocked(visit.person.id)
    blocked = sorted([(await store.person(person) or visit.say("Guest"), person) for person in people])
    return visit.page("me.html", status, link=link, qr=qr(link), problem=problem, blocked=blocked)


async def rename(request: Request) -> Response:
    """Take another name; at tables one sits at already the old one stays."""
    visit = await Visit.of(request)
    fields = await visit.form()
    try:
        await visit.house.store.save_person(visit.person.id, read_name(one(fields, "name")))
    except NameRefused:
        return await _page(visit, request, 422, name_problem(visit.say))
    return visit.go("/me")


async def become(request: Request) -> Response:
    """Show whose link it is, and after a click let this device be theirs.

    Raises:
        NotFound: The link was not made here.
    """
    visit = await Visit.of(request)
    other = visit.passport.read_cookie(request.path_params["cookie"])
    if other is None:
        raise NotFound
    if request.method == "GET":
        name = await visit.house.store.person(other) or visit.say("Guest")
        return visit.page("become.html", name=name)
    await visit.form()
    visit.person, visit.new = Person(other, ""), True
    return visit.go("/")
