"""The server: addresses, the socket, and what keeps strangers out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.club.calendar import Calendar
from stammtisch.club.ratings.counting import RatingCounter
from stammtisch.store.open import open_store
from stammtisch.web import health
from stammtisch.web.api import routes as api_routes
from stammtisch.web.http.access_log import AccessLogMiddleware
from stammtisch.web.http.bans import BansMiddleware
from stammtisch.web.http.body_limit import BodyLimitMiddleware
from stammtisch.web.http.csrf import CsrfMiddleware
from stammtisch.web.http.identity import IdentityMiddleware
from stammtisch.web.http.network.allowed_hosts import AllowedHosts, AllowedHostsMiddleware
from stammtisch.web.http.network.client_address import ClientAddressMiddleware, TrustedProxies
from stammtisch.web.http.rate_limit import RateLimiter, RateLimitMiddleware
from stammtisch.web.http.routing import CountedRoute, ExemptMount, ExemptRoute, MatchMiddleware, follow_matches
from stammtisch.web.http.security_headers import SecurityHeadersMiddleware
from stammtisch.web.http.signer import HouseKeys
from stammtisch.web.live.club.forgetting import Forgetting
from stammtisch.web.live.registry import BOT_PAUSE, TableRegistry
from stammtisch.web.live.socket import live
from stammtisch.web.loop_watchdog import watched_loop
from stammtisch.web.pages import errors, game_log, hint, host, lobby, people, profile, replay, review, start, table
from stammtisch.web.pages.club import board, forget, history, ratings, today
from stammtisch.web.pages.learning import lesson, rules
from stammtisch.web.pages.request import page_route
from stammtisch.web.pages.socket.acts import Acts
from stammtisch.web.request_queue import RequestQueueMiddleware
from stammtisch.web.static_files import VersionedFiles
from stammtisch.web.svg_to_png import PictureMaker
from stammtisch.web.tables.quotas import QUOTAS, Quotas


def make_app(
    data: Path | str,
    limits: RateLimiter | None = None,
    bot_pause: float = BOT_PAUSE,
    bots: int = 0,
    background: int = 1,
    *,
    quotas: Quotas = QUOTAS,
    clock: Clock = SYSTEM_CLOCK,
    calendar: Calendar = Calendar(),  # noqa: B008  # it never changes
    proxies: TrustedProxies | None = None,
    hosts: AllowedHosts | None = None,
) -> Starlette:
    """Return the server over one store.

    Args:
        data: A file, or the address of a database.
        limits: How much anybody may ask for; as `RATES` says if not given.
        bot_pause: How many seconds bots wait before they act.
        bots: In how many processes of their own they think; 0: in this one.
        background: In how many processes reviews and pars are made, behind everything else.
        quotas: How many tables, people who watch and lines of chat there is room for.
        clock: What deadlines, presence and pauses go by.
        calendar: When a day begins; by the machine's time zone, if not given.
        proxies: Who is believed for whom they ask; this machine, if not given.
        hosts: By which names it answers; by any, if not given.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = await open_store(data, clock=clock)
        app.state.registry = TableRegistry(
            store, bot_pause, bots, background=background, quotas=quotas, clock=clock, calendar=calendar
        )
        app.state.keys = HouseKeys(store, clock, app.state.registry.reopen_sockets)
        await app.state.keys.load()
        app.state.signer, app.state.host_key = app.state.keys.signer, app.state.keys.host_key
        app.state.store = store
        app.state.write_probe = health.WriteProbe(store, clock)
        app.state.bans = app.state.registry.bans
        app.state.forgotten = app.state.registry.forgotten
        app.state.pictures = PictureMaker()
        await app.state.registry.resume()
        counter = RatingCounter(store, clock)
        counter.start()
        app.state.forgetting = Forgetting(app.state.registry)
        app.state.forgetting.start()
        following = asyncio.create_task(app.state.keys.follow())
        async with watched_loop():
            yield
        following.cancel()
        await counter.close()
        await app.state.forgetting.close()
        await app.state.pictures.close()
        await app.state.registry.close()
        await store.close()

    paths = [
        page_route("/", start.start),
        page_route("/play", start.play_now, "POST", counts_as="table"),
        page_route("/board", board.board),
        page_route("/today", today.today),
        page_route("/today/{game}", today.of_game),
        page_route("/today/{game}", today.play, "POST", counts_as="table"),
        page_route("/today/{game}/{day}", today.of_day, name="daily deal"),
        page_route("/today/{game}/{day}", today.practise, "POST", counts_as="table"),
        page_route("/today/{game}/{day}/result.png", today.picture, name="daily result", counts_as="picture"),
        page_route("/goal", lesson.read_goal, "POST"),
        page_route("/learn", lesson.learn, "POST", counts_as="table"),
        page_route("/new/{game}", lobby.new),
        page_route("/new/{game}", lobby.keep_name_and_ask, "POST"),
        page_route("/tables", lobby.open_table, "POST", counts_as="table"),
        page_route("/settings", profile.settings, "POST"),
        page_route("/rules/{game}", rules.rules),
        page_route("/rules/{game}/picture.png", rules.picture, name="game picture", counts_as="picture"),
        page_route("/ratings", ratings.ratings),
        page_route("/ratings/{game}", ratings.ratings),
        page_route("/me", profile.profile),
        page_route("/me", profile.rename, "POST"),
        page_route("/me/games", history.history),
        page_route("/me/export", history.export),
        page_route("/me/forget", forget.ask),
        page_route("/me/forget", forget.forget, "POST", counts_as="forget"),
        page_route("/me/link", profile.make_link, "POST"),
        page_route("/me/link/{link}", profile.ask_to_become, name="link"),
        page_route("/me/link/{link}", profile.become, "POST"),
        page_route("/me/{cookie}", profile.old_link),
        page_route("/t/{table}", table.table, name="table"),
        page_route("/me/blocked/undo", people.unblock, "POST"),
        page_route("/t/{table}/people", people.people),
        page_route("/t/{table}/profile/{seat}", history.profile),
        page_route("/t/{table}/report", people.report, "POST", counts_as="report"),
        page_route("/t/{table}/block", people.block, "POST"),
        page_route("/t/{table}/sit", lobby.sit, "POST"),
        page_route("/t/{table}/bot", lobby.seat_bot, "POST"),
        page_route("/t/{table}/level", lobby.choose_level, "POST"),
        page_route("/t/{table}/log", game_log.game_log),
        page_route("/t/{table}/do", table.do, "POST", named=False),
        page_route("/t/{table}/go-on", lesson.go_on, "POST"),
        page_route("/t/{table}/skip-lesson", lesson.skip, "POST"),
        page_route("/t/{table}/hint", hint.hint, "POST", counts_as="hint"),
        page_route("/t/{table}/say", table.say, "POST", counts_as="chat"),
        page_route("/t/{table}/stand", lobby.stand, "POST"),
        page_route("/t/{table}/ready", lobby.ready, "POST"),
        page_route("/t/{table}/mix", lobby.mix_seats, "POST"),
        page_route("/t/{table}/commit", lobby.commit, "POST"),
        page_route("/t/{table}/begin", lobby.begin, "POST"),
        page_route("/t/{table}/words", lobby.words, "POST"),
        page_route("/t/{table}/stand-in", table.stand_in, "POST"),
        page_route("/t/{table}/back", table.come_back, "POST"),
        page_route("/t/{table}/leave", table.ask_to_leave),
        page_route("/t/{table}/leave", table.leave, "POST"),
        page_route("/t/{table}/again", table.again, "POST", counts_as="table"),
        page_route("/t/{table}/take-back", table.take_back, "POST", counts_as="table"),
        page_route("/t/{table}/replay", replay.replay, name="replay"),
        page_route("/t/{table}/result.png", replay.result, name="result", counts_as="picture"),
        page_route("/t/{table}/transcript", replay.transcript),
        page_route("/t/{table}/review", review.review),
        WebSocketRoute("/t/{table}/live", live(Acts)),
        *host.routes(),
        *api_routes.routes(),
        CountedRoute("/metrics", health.metrics, methods=["GET"], counts_as=dict.fromkeys(("GET", "HEAD"), "host key")),
        ExemptRoute("/healthz", health.alive),
        ExemptRoute("/readyz", health.ready),
        ExemptMount("/static", VersionedFiles()),
    ]
    app = Starlette(
        routes=paths,
        lifespan=lifespan,
        middleware=[
            Middleware(AccessLogMiddleware),
            Middleware(SecurityHeadersMiddleware),
            Middleware(MatchMiddleware),
            Middleware(ClientAddressMiddleware, proxies=proxies or TrustedProxies()),
            *([Middleware(AllowedHostsMiddleware, hosts=hosts)] if hosts else []),
            Middleware(CsrfMiddleware),
            Middleware(IdentityMiddleware),
            Middleware(BansMiddleware),
            Middleware(RateLimitMiddleware, limits=limits or RateLimiter(clock=clock)),
            Middleware(BodyLimitMiddleware),
            Middleware(RequestQueueMiddleware),
        ],
        exception_handlers=errors.HANDLERS,
    )
    follow_matches(app.router)
    return app
