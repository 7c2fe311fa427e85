"""Ports for servers of tests: nobody else on the machine is given them meanwhile."""

from __future__ import annotations

import atexit
import socket
from typing import Final

_KEPT: Final = list[socket.socket]()


def free_port() -> int:
    """Return a port at which nobody listens, and which the system gives to nobody as long as this process lives.

    A server that reuses addresses, as all do, may listen there, more than once: what keeps the port never listens.
    """
    kept = socket.socket()
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind(("127.0.0.1", 0))
    _KEPT.append(kept)
    atexit.register(kept.close)
    port: int = kept.getsockname()[1]
    return port
