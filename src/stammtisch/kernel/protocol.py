"""What the rules of every game provide. Drivers, tables, bots and laws know only this."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Protocol

from stammtisch.kernel.observation_layout import Layout
from stammtisch.kernel.outcome import Outcome
from stammtisch.kernel.record import Record, Row


class Rules(Protocol):
    """The module `rules` of a game; there is no class hierarchy.

    `s` is a position or a view, `o` the options. Every function but `prepare` is a kernel: it allocates nothing,
    raises nothing and never looks at anything but its arguments and constants.
    """

    @property
    def VERSION(self) -> int:  # noqa: N802  # a constant of the module
        """Grows when the same options and actions would no longer lead to the same positions and views."""

    @property
    def ACTIONS(self) -> int:  # noqa: N802
        """How many actions there are: they are the numbers below this one."""

    @property
    def SCRATCH(self) -> int:  # noqa: N802
        """How many words of memory `redeal` is given; at least 1."""

    @property
    def OPTION_SETS(self) -> tuple[Mapping[str, object], ...]:  # noqa: N802
        """The combinations of rule-changing choices that tests run over."""

    @property
    def State(self) -> type[Record]:  # noqa: N802
        """The record of a position; it has `phase` and `decided`, by seat the number of decisions completed."""

    @property
    def Options(self) -> type[Record]:  # noqa: N802
        """The record of the options; it has `seats`."""

    @property
    def Phase(self) -> type[IntEnum]:  # noqa: N802
        """The chapters of a game; its last one is `OVER`."""

    @property
    def Rule(self) -> type[IntEnum]:  # noqa: N802
        """Why an action is refused; its first one is `OK`."""

    def prepare(self, o: Any) -> None:
        """Fill the derived fields of `o`; not a kernel, it may raise `OptionError` where choices do not go together."""

    def start(self, s: Any, o: Any) -> None:
        """Set a blank `s` to the position before the first deal."""

    def waiting(self, s: Any, o: Any) -> int:
        """Return who owes a decision now, as bits: several while choices are sealed, none when it is over."""

    def legal(self, s: Any, o: Any, seat: int, out: Row) -> None:
        """Write the legal actions of `seat` as bits: the one place that decides legality."""

    def check(self, s: Any, o: Any, seat: int, action: int) -> int:
        """Return `Rule.OK` for exactly the bits of `legal`, otherwise the first rule broken; write nothing."""

    def apply(self, s: Any, o: Any, seat: int, action: int) -> None:
        """Carry out a legal action, without asking whether it is legal."""

    def seen(self, s: Any, o: Any, viewer: int, seat: int, action: int) -> int:
        """Return, before it is applied, the action as `viewer` will see it, or `HIDDEN`."""

    def view(self, s: Any, o: Any, seat: int, out: Any) -> None:
        """Write into a blank `out` what `seat`, with a perfect memory, may know."""

    def redeal(self, v: Any, o: Any, seat: int, stream: Row, scratch: Row, out: Any) -> None:
        """Complete `out`, a copy of the view `v`, to a world drawn uniformly from those the seat cannot tell apart."""

    def settled(self, s: Any, o: Any) -> bool:
        """Whether a playout may stop here."""

    def worth(self, s: Any, o: Any, seat: int) -> int:
        """Return how `seat` stands in a settled position: more is better."""

    def outcome(self, s: Any, o: Any, out: Outcome) -> None:
        """Write scores, places and the reason of a game that is over."""


class Hints(Protocol):
    """The module `hints` of a game: rules of thumb for every decision, instant and readable.

    They are a kernel like the rules, and see a view or a whole position; in either they look only at what the seat
    may know, so that they answer the same. A game may have a second function `dare` with the same arguments, for a plan
    that pays seldom but well: a search then tries both.
    """

    def suggest(self, s: Any, o: Any, seat: int, legal: Row, stream: Row) -> int:
        """Return one of the `legal` actions that somebody with some experience would take; `stream` breaks ties."""


class Features(Protocol):
    """The module `features` of a game: what a seat knows as numbers, for learning programs.

    They are kernels like the rules, and see a view or a whole position; in either they look only at what the seat may
    know.
    """

    @property
    def LAYOUT(self) -> Layout:  # noqa: N802  # a constant of the module
        """What stands where."""

    @property
    def HIGHER_IS_BETTER(self) -> bool:  # noqa: N802
        """Whether those with more points are in front."""

    def longest(self, o: Any) -> int:
        """Return how many steps a game can have, or 0 if there is no limit to it."""

    def lowest(self, o: Any) -> int:
        """Return a number of points below which nobody comes."""

    def highest(self, o: Any) -> int:
        """Return a number of points above which nobody comes."""

    def observe(self, s: Any, o: Any, seat: int, out: Row) -> None:
        """Write into a blank `out` what the seat knows, in numbers from -127 to 127."""
