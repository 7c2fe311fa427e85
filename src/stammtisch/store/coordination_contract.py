"""What processes over one store share beside what is kept: a part of the contract of stores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class TokenRequest:
    """A token to be taken out of a bucket that holds `burst` and gets one back every so many seconds."""

    bucket: str
    burst: int
    seconds: float


@dataclass(frozen=True)
class NewSteps:
    """Steps that were written to a table which had `first` of them and was saved so often."""

    revision: int
    first: int
    steps: tuple[tuple[int, int], ...]  # seats and actions


class Coordination(Protocol):
    """Locks, clocks, presence and token buckets that all processes over one store share; alone, everything is granted.

    Whatever several processes must agree on goes by the store's clock: the database's own, or else the monotonic time
    of the one process. No wall clock of a server counts.
    """

    @property
    def shared(self) -> bool:
        """Whether other processes may change what is kept."""

    @property
    def queue_length(self) -> int:
        """How many reads and writes wait for an answer."""

    def listen(self, callback: Callable[[str], None], on_steps: Callable[[str, NewSteps], None] | None = None) -> None:
        """Be told the ids of tables that somebody else may have changed; an empty one: any of them may have changed.

        That only wakes: whoever hears it reads the table. Where all that has changed are new steps, which are there,
        `on_steps` is told them instead, if it is given. Both are called in the loop in which the store was opened.
        """

    async def claim(self, name: str) -> bool:
        """Claim a lock on a piece of work that only one process may do; whether this one has it now.

        A claim ends with `release`, with the process, or with its connection to the store; whoever goes on asks again.
        """

    async def save_clock(self, table_id: str, steps: int, waited: float, seconds: float) -> None:
        """Write down for how many of its seconds the decision after so many steps has been waited for."""

    async def drop_clock(self, table_id: str) -> None:
        """Forget the clock of a table at which nothing is waited for any more."""

    async def claim_due(self, most: int) -> list[str]:
        """Claim tables whose clock has run out since it was written down, and that nobody has claimed.

        So many at most (all, if negative); return their ids. Somebody may have acted there since.
        """

    async def release(self, name: str) -> None:
        """Give a claim back."""

    async def save_presence(self, seen: Mapping[tuple[str, str], float]) -> None:
        """Save presence: how many seconds ago people were seen, by table and person; older news changes nothing."""

    async def presence(self, table_id: str) -> dict[str, float]:
        """Return the presence at a table: how many seconds ago its people were last seen."""

    async def take_tokens(self, requests: Sequence[TokenRequest]) -> float:
        """Take a token out of each bucket, or out of none; how many seconds it is too early, 0 if it is not."""
