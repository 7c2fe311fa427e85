"""Addresses as pictures, for phones."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

import segno
from markupsafe import Markup

_LONGEST: Final = 200  # letters of an address; a picture of more takes long to make
_KEPT: Final = 500  # pictures, of a few thousand letters each


@lru_cache(_KEPT)
def qr_code(address: str) -> Markup:
    """Return an address as a picture; nothing, if somebody made it too long for one."""
    if len(address) > _LONGEST:
        return Markup()
    out = io.BytesIO()
    segno.make(address, micro=False).save(out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=2)
    return Markup(out.getvalue().decode())  # noqa: S704  # made here
