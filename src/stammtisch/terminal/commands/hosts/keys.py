"""`stammtisch keys`: change the host key, and the secret that signs cookies and tokens."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from stammtisch.clock import SYSTEM_CLOCK
from stammtisch.errors import StammtischError
from stammtisch.store.contract import Conflict, HostAct, Store, Unavailable
from stammtisch.store.keys import rotate_host_key, rotate_signing_secret
from stammtisch.store.open import is_address, open_store, shown_place, usual_place
from stammtisch.terminal.commands.arguments import add_data
from stammtisch.terminal.commands.hosts.progress import run_house

EXAMPLES: Final = """\
examples:
  stammtisch keys rotate                            both, as after somebody who knew them has left
  stammtisch keys rotate --host-key --data club.db
  stammtisch keys rotate --signing-secret --revoke  somebody has seen a backup: nobody is let in as somebody else

What the old secret signed is accepted for 400 days, and a browser gets a new cookie at its next visit. With --revoke
everybody is somebody new at the next visit: seats and names are lost to them. An old host key opens nothing any more,
in either case. Servers that run follow within two seconds; nothing has to be restarted.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    parser.add_argument("what", metavar="rotate", choices=["rotate"], help="make new keys")
    parser.add_argument("--host-key", action="store_true", help="a new host key; without either: both")
    parser.add_argument("--signing-secret", action="store_true", help="a new secret for cookies and tokens")
    parser.add_argument("--revoke", action="store_true", help="accept nothing more that the old secret has signed")
    add_data(parser)


def run(args: Namespace) -> int:
    """Make new keys, and say what that means for people.

    Raises:
        StammtischError: There is no house, it cannot be written, or the arguments do not go together.
    """
    data = args.data or usual_place()
    both = args.host_key == args.signing_secret
    host, signing = both or args.host_key, both or args.signing_secret
    if args.revoke and not signing:
        raise StammtischError("--revoke is about the signing secret; an old host key opens nothing any more anyway")
    if not is_address(data) and not Path(data).is_file():
        raise StammtischError(f"no house is kept in {data}; give --data where it is")
    try:
        people = run_house(_rotate(data, host=host, signing=signing, revoke=args.revoke))
    except Conflict as error:
        raise StammtischError(f"{error}: somebody else rotates; try again") from error
    except Unavailable as error:
        raise StammtischError(f"cannot write to {shown_place(data)}: {error}") from error
    if host:
        sys.stdout.write("There is a new host key; `stammtisch admin key` shows it.\n")
    if signing and args.revoke:
        sys.stdout.write("There is a new signing secret. Nothing is accepted that an older one has signed:\n")
        sys.stdout.write(f"{people} people are locked out of whom anything is kept, a name, a seat or a game; ")
        sys.stdout.write("so is whoever has only looked in. They come back as somebody new.\n")
    elif signing:
        sys.stdout.write("There is a new signing secret. What the old one has signed is accepted for 400 days.\n")
    return 0


async def _rotate(data: str, *, host: bool, signing: bool, revoke: bool) -> int:
    """Make new keys, and return of how many people anything is kept in the house."""
    store = await open_store(data, alone=False)
    try:
        if host:
            await rotate_host_key(store)
            await _record(store, "host key")
        if signing:
            await rotate_signing_secret(store, SYSTEM_CLOCK.now(), revoke=revoke)
            if revoke:
                await store.forget_links()  # whoever was somebody else may have made one
            await _record(store, "signing secret", "revoke" if revoke else "")
        return await store.count_people()
    finally:
        await store.close()


async def _record(store: Store, what: str, detail: str = "") -> None:
    await store.record(HostAct(SYSTEM_CLOCK.now(), "", "command", what, detail=detail))
