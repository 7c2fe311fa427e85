"""`stammtisch serve`: open the house, say where it is, and keep it open until somebody closes it."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
import webbrowser
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from threading import Timer
from types import FrameType
from typing import Final, TextIO

import segno
import uvicorn
from starlette.applications import Starlette

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.club.calendar import Calendar
from stammtisch.errors import StammtischError
from stammtisch.kernel.compiler.cache_folder import cache_root
from stammtisch.store.open import is_address, open_store, shown_place, usual_place
from stammtisch.store.private_files import make_folder, open_private
from stammtisch.web.app import make_app
from stammtisch.web.event_log import open_journal
from stammtisch.web.http.network.allowed_hosts import AllowedHosts, own_names
from stammtisch.web.http.network.client_address import TrustedProxies
from stammtisch.web.http.rate_limit import RateLimiter
from stammtisch.web.server.config import server_config

_EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104  # so that phones on the same network find it
_GARBAGE: Final = 20_000  # new objects after which the youngest are looked through
_TURN: Final = 0.001  # seconds after which a thread that works long gives way to the loop, which has short things to do
_GRACE: Final = 2  # seconds for requests that are being answered when the house is closed
_LAST: Final = 3.0  # seconds after which it is closed, even if its store hangs
_ECHO: Final = 0.3  # seconds in which a signal is the same one, sent to a process and again to its group
_TRIES: Final = 20  # ports, if the first one is taken


def run(args: Namespace) -> int:
    """Serve until interrupted.

    Raises:
        StammtischError: The address is taken or the store cannot be opened.
    """
    data = args.data or usual_place()
    _try_out(data)
    cache_root()  # says if it is not used: the processes of bots, which compile, are silent
    listener = _listen(args.host, args.port)
    here, network = addresses(args.host, listener.getsockname()[1])
    proxies = TrustedProxies(args.behind_proxy)
    app = make_app(
        data,
        RateLimiter(exempt=args.exempt_addresses),
        bot_pause=args.bot_pause,
        bots=args.bots,
        background=args.background,
        calendar=Calendar(args.time_zone),
        proxies=proxies,
        hosts=AllowedHosts(args.allowed_hosts or own_names(args.host)),
    )
    config = server_config(
        app,
        proxies=proxies,
        log_config=None if args.journal else uvicorn.config.LOGGING_CONFIG,
        log_level="warning",
        timeout_graceful_shutdown=_GRACE,
        proxy_headers=False,  # `ClientAddressMiddleware` reads them
    )
    config.access_log = False
    if args.journal:
        open_journal(sys.stderr if args.journal == "-" else _opened(Path(args.journal)))
    logging.getLogger("python_multipart").setLevel(logging.ERROR)  # broken forms are answered; nobody need read of them
    _announce(here, network, shown_place(data), sys.stdout.write)
    if args.browser and _has_display():
        Timer(0.5, webbrowser.open, (here,)).start()
    gc.set_threshold(_GARBAGE, 20, 100)  # tables live long: looking through all of them often makes people wait
    gc.freeze()  # what is here now stays, and need not be looked through at all
    sys.setswitchinterval(_TURN)
    Server(config, app).run(sockets=[listener])
    return 0


class Server(uvicorn.Server):
    """A server that hands its people over when it is told to end."""

    def __init__(self, config: uvicorn.Config, app: Starlette, clock: Clock = SYSTEM_CLOCK) -> None:
        super().__init__(config)
        self._app, self._clock = app, clock
        self._asked = 0.0  # when it was told to end

    def handle_exit(self, _signal: int, _frame: FrameType | None) -> None:
        """Close the house, which is no failure; end at once if that is asked for again."""
        if not self.should_exit:
            self._asked = self._clock.monotonic()
        elif self._clock.monotonic() > self._asked + _ECHO:
            os._exit(1)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more requests, answer those that are here, and let sockets come back to whoever is there then."""
        last = Timer(_LAST, os._exit, (0,))  # every step that anybody has seen is on disk
        last.daemon = True
        last.start()
        self._app.state.registry.hand_over()
        await super().shutdown(sockets)


def _try_out(data: str) -> None:
    """Make sure that a store can be opened before anybody is told that the house is open."""

    async def try_out() -> None:
        store = await open_store(data)
        await store.close()

    try:
        if not is_address(data):
            make_folder(Path(data).parent)
        asyncio.run(try_out())
    except OSError as error:
        problem = f"cannot open {shown_place(data)}: {error.strerror.lower()}" if error.strerror else str(error)
        raise StammtischError(problem) from error


def _opened(journal: Path) -> TextIO:
    try:
        return open_private(journal)
    except OSError as error:
        raise StammtischError(f"cannot open {journal}: {(error.strerror or 'unknown').lower()}") from error


def _listen(host: str, port: int | None) -> socket.socket:
    """Return a socket on the port asked for, or on the first free one from 8000 on.

    Raises:
        StammtischError: It is taken, or the machine has no such address.
    """
    for candidate in [port] if port is not None else range(8000, 8000 + _TRIES):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio leaves Nagle on
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen()  # whoever comes before the house is ready waits at the door
        except (OSError, OverflowError) as error:
            listener.close()
            problem = error
        else:
            return listener
    raise StammtischError(f"cannot serve at {host}, port {candidate}: {problem}; try another --host or --port")


def addresses(host: str, port: int) -> tuple[str, str | None]:
    """Return the address for this machine, and the one for others on the network if there is one."""
    if host not in _EVERYWHERE:
        return f"http://{f'[{host}]' if ':' in host else host}:{port}/", None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # sends nothing; it only chooses a way out
            name = probe.getsockname()[0]
        except OSError:
            return f"http://localhost:{port}/", None
    return f"http://localhost:{port}/", None if name.startswith("127.") else f"http://{name}:{port}/"


def _announce(here: str, network: str | None, data: str, write: Callable[[str], object]) -> None:
    write(f"Stammtisch is open: {here}\n")
    if network:
        write(f"For phones on the same network: {network}\n\n")
        if sys.stdout.isatty():
            segno.make(network, micro=False).terminal(compact=True)
    write(f"Games are kept in {data}. Ctrl-C closes the house; games go on when it opens again.\n")
    sys.stdout.flush()


def _has_display() -> bool:
    return sys.stdout.isatty() and (sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY")))
