"""Being forgotten: what is known of a person leaves the house, and the games of others stay whole."""

from __future__ import annotations

from starlette.responses import Response

from stammtisch.web.http.identity import end_cookie
from stammtisch.web.live.club.forgetting import Forgetting
from stammtisch.web.pages.request import PageRequest


async def ask(page: PageRequest) -> Response:
    """Say what goes and what stays, and ask whether it is really meant."""
    tables = await page.registry.of(page.person.id)
    return page.render("forget.html", gone=False, running=len(tables))


async def forget(page: PageRequest) -> Response:
    """Forget somebody who says so: there is no way back, and their cookies and tokens are nobody's from now on."""
    if page.value("sure") != "yes":
        return page.go("/me/forget")
    forgetting: Forgetting = page.connection.app.state.forgetting
    await forgetting.forget(page.person.id)
    page.person, page.new = type(page.person)("", ""), False
    return end_cookie(page.render("forget.html", gone=True, running=0), page.connection)
