"""Display names: what people are called, read, compared and shown as people see them.

Every way in goes through `read_name`, whatever was stored before through `shown_name`, and everybody who comes to a
table through `unused_name`, so that no two names there look the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import count
from typing import Any, Final

from precis_i18n import get_profile

from stammtisch.club.forgetting import GUEST
from stammtisch.core.language import Say
from stammtisch.errors import StammtischError

LONGEST_NAME: Final = 24  # columns: a letter takes one, one of the wide East Asian ones two, a mark above it none
_MOST_MARKS: Final = 3  # one above the other on a letter; no writing needs more
_BLANK: Final = frozenset("\u2800\U0001d159\U00016fe4\ufffc\ufffd")  # seen by nobody, though no rule of Unicode says so
_VARIANTS: Final = dict.fromkeys(range(65024, 65040))  # keyboards put them behind small pictures

# What looks like a letter, by that letter: the single letters of Unicode's list for it (UTS 39) in scripts that
# somebody may type, and small ones that differ from it in size only. NFKC sees to those that are a letter in disguise.
_LOOKALIKES: Final = {
    "a": "ɑαа", "b": "ƄЬᏏ", "c": "ᴄⲥсϲ", "d": "ԁᏧ", "e": "еҽꬲ", "f": "ꞙẝքꬵ", "g": "ɡᶃƍց", "h": "һհᏂ",
    "i": "ıɪɩιіꙇꭵᎥ", "j": "ϳјȷ", "k": "кκĸᴋ", "l": "I1|ƖǀΙІӀӏⲒ", "m": "мᴍ", "n": "ոռ", "o": "0οоσօᴏⲟჿ", "p": "ρрⲣ",
    "q": "ԛգզ", "r": "гᴦⲅꭇ", "s": "ѕƽꜱ", "t": "тτᴛ", "u": "υսʋᴜꞟ", "v": "νѵᴠ", "w": "ɯѡԝաᴡ", "x": "хᕁ", "y": "уүγɣʏყỿ",
    "z": "ᴢ",
    "A": "ΑАᎪꓮ", "B": "ΒВᏴꓐ", "C": "СⲤϹᏟꓚ", "D": "Ꭰꓓ", "E": "ΕЕᎬꓰ", "F": "ϜꞘꓝ", "G": "ԌᏀᏳꓖ", "H": "ΗНⲎᎻꓧ", "J": "ЈͿᎫꓙ",
    "K": "ΚКⲔᏦꓗ", "L": "ⳐᏞꓡ", "M": "ΜМϺⲘᎷꓟ", "N": "ΝⲚꓠ", "O": "ΟОⲞՕⵔꓳ", "P": "ΡРⲢᏢꓑ", "Q": "ⵕ", "R": "ƦᎡᏒꓣ",
    "S": "ЅՏᏕᏚꓢ", "T": "ΤТⲦᎢꓔ", "U": "Սꓴ", "V": "ѴᏙꓦ", "W": "ԜᎳᏔꓪ", "X": "ΧХⲬꓫ", "Y": "ΥУҮⲨᎩᎽꓬ", "Z": "ΖᏃꓜ",
    "2": "ƧϨꙄ", "3": "ЗӠȜƷ", "5": "Ƽ", "6": "бⳒ", "8": "Ȣȣ",
}  # fmt: skip
_SHAPES: Final = {ord(other): letter for letter, others in _LOOKALIKES.items() for other in others}
_JOINED: Final = (("rn", "m"), ("vv", "w"))  # two letters that look like one


class NameRefused(StammtischError):
    """A name that cannot be shown."""


def read_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a name as it will be shown: in the normal form of nicknames (RFC 8266), with single spaces.

    Args:
        text: What was typed.
        longest: How many columns it may take.

    Raises:
        NameRefused: There is nothing to read, it is too long, or it holds what cannot be seen.
    """
    given = " ".join(text.translate(_VARIANTS).split())
    try:
        name = str(_nicknames().enforce(given)) if given else ""
    except UnicodeEncodeError as error:  # how the library refuses
        raise NameRefused("a name holds signs that cannot be seen; it may hold what can") from error
    if not name:
        raise NameRefused(f"a name is empty; it may have 1 to {longest} letters")
    if (width := _width(name)) > longest:
        raise NameRefused(f"a name has {width} letters; it may have 1 to {longest}")
    if not _BLANK.isdisjoint(name) or _has_stray_marks(name):
        raise NameRefused("a name holds signs that cannot be seen by themselves; it may hold those that can")
    return name


def name_problem(say: Say, longest: int = LONGEST_NAME) -> str:
    """Return what a page says to a name that cannot be shown."""
    return say("A name has up to {number} letters, and all of them can be seen.", number=longest)


@cache
def _nicknames() -> Any:
    return get_profile("NicknameCasePreserved")


def _width(name: str) -> int:
    """Return how many columns a name takes."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in name if not _is_mark(sign))


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me")


def _has_stray_marks(name: str) -> bool:
    """Whether a mark has no letter below it, or there are too many on one."""
    marks, bare = 0, True
    for sign in name:
        marks = marks + 1 if _is_mark(sign) else 0
        if marks > _MOST_MARKS or (marks and bare):
            return True
        bare = sign == " "
    return False


def called(name: str, say: Say) -> str:
    """Return how a stored name is read out: whoever was forgotten is a guest in each language."""
    return say("Guest") if name == GUEST else name


def all_called(names: Iterable[str], say: Say) -> tuple[str, ...]:
    """Return how stored names are read out."""
    return tuple(called(name, say) for name in names)


@lru_cache(4096)
def shown_name(stored: str) -> str:
    """Return what is shown of a name that was stored when other names were taken; empty if there is nothing to see."""
    try:
        return read_name(stored)
    except NameRefused:
        pass
    shown = ""
    for sign in " ".join(unicodedata.normalize("NFKC", stored).split()):
        try:
            shown = read_name(shown + sign) if sign != " " else f"{shown} "
        except NameRefused:  # it is left out
            continue
    return shown.strip()


def looks_like(name: str, other: str) -> bool:
    """Whether people may take one name for the other.

    >>> looks_like("Anna", "ANNA"), looks_like("Ilse", "lIse"), looks_like("Anna", "Anne")
    (True, True, False)
    """
    return not _keys(name).isdisjoint(_keys(other))


@lru_cache(4096)
def _keys(name: str) -> frozenset[str]:
    """Return a name without upper case, and as it looks: a capital may look like another letter than its small one."""
    decomposed = unicodedata.normalize("NFKD", name)
    shape = decomposed.translate(_SHAPES).casefold()
    for two, one in _JOINED:
        shape = shape.replace(two, one)
    return frozenset({f"spelt {decomposed.casefold()}", f"drawn {shape}"})


def unused_name(name: str, taken: Iterable[str]) -> str:
    """Return a name that looks like none of those taken: itself, or with the first number that makes it differ.

    >>> unused_name("Anna", ["Tobi"]), unused_name("anna", ["Anna", "Anna 2"])
    ('Anna', 'anna 3')
    """
    others = [*taken]
    for number in count(1):
        ending = f" {number}" if number > 1 else ""
        offered = _cut(name, LONGEST_NAME - len(ending)) + ending
        if not any(looks_like(offered, other) for other in others):
            return offered
    raise AssertionError("numbers do not end")


def _cut(name: str, columns: int) -> str:
    while _width(name) > columns:
        name = name[:-1]
    return name.rstrip()
