"""PNGs of our drawings, for links that are shared: each is made by a process of its own, one after another.

The renderer keeps Python's lock while it draws, some tenths of a second: in a thread it would stop the event loop for
as long. A process can be given up, too, and what it took is free again when it is done.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import OrderedDict
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from stammtisch.errors import StammtischError

_SECONDS: Final = 20.0  # that a picture may take
_MOST_WAITING: Final = 30  # pictures; whoever wants more is asked to come again
_KEPT: Final = 64  # pictures of some hundred thousand bytes
_FAMILIES: Final = {"serif_family": "Stammtisch Serif", "sans_serif_family": "Stammtisch Sans"}  # if no other is there
_CHILD: Final = """
import json, os, sys
import resvg_py
if hasattr(os, "nice"):
    os.nice(5)
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(**json.load(sys.stdin.buffer))))
"""


class NoPicture(StammtischError):
    """A picture that cannot be made now: too many are waited for, or it took too long."""


class PictureMaker:
    """Makes pictures one by one, and keeps the newest; whoever wants the same as others waits with them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._making: dict[bytes, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Lock()

    async def png(self, svg: str) -> bytes:
        """Return a drawing as a PNG.

        Raises:
            NoPicture: It cannot be made now.
        """
        key = sha256(svg.encode()).digest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._making:
            if len(self._making) >= _MOST_WAITING:
                raise NoPicture(f"{_MOST_WAITING} pictures are waited for already; try again in a moment")
            self._making[key] = asyncio.create_task(self._made(key, svg))
        return await asyncio.shield(self._making[key])

    async def _made(self, key: bytes, svg: str) -> bytes:
        try:
            async with self._turn:
                made = await _drawn(svg)
        finally:
            del self._making[key]
        self._kept[key] = made
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return made

    async def close(self) -> None:
        """Give up what is being made."""
        tasks = list(self._making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _drawn(svg: str) -> bytes:
    """Return what a process of its own makes of a drawing."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-c", _CHILD, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL
    )
    asked = json.dumps({"svg_string": svg, "font_files": font_files(), **_FAMILIES}).encode()
    try:
        made, _ = await asyncio.wait_for(process.communicate(asked), _SECONDS)
    except TimeoutError as late:
        raise NoPicture(f"the picture was not done after {_SECONDS:g} seconds") from late
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise NoPicture(f"the process that draws ended with {process.returncode}")
    return made


@cache
def font_files() -> list[str]:
    """Return the letters of the house; where a name has others, those of the system are taken."""
    return sorted(str(path) for path in (Path(str(files("stammtisch.web.art"))) / "fonts").glob("*.ttf"))
