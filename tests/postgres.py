"""A real PostgreSQL for tests: a server of its own on a free port, in a folder that is removed afterwards."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import asyncpg

from tests.ports import free_port

_HURRY = ("fsync=off", "full_page_writes=off")  # nobody pulls the plug; what was written survives that it is killed
_SMALL = ("shared_buffers=16MB", "max_connections=60", "autovacuum_naptime=1h", "logging_collector=off")
_USER = "stammtisch"
_TIDY = 'cat; "$@"; rm -rf "$0"'  # when the other end of its input is closed, by us or because we were killed


def find_programs() -> Path:
    """Return the folder of PostgreSQL's programs: on the path, or where Debian puts the newest.

    Raises:
        FileNotFoundError: There are none.
    """
    if found := shutil.which("pg_ctl"):
        return Path(found).resolve().parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/pg_ctl")]
    if not folders:
        raise FileNotFoundError("no PostgreSQL was found; on Debian: apt install postgresql")
    return max(folders, key=lambda folder: int(folder.parent.name))


class Postgres:
    """A PostgreSQL server that can be stopped, killed and started again."""

    def __init__(self, *, hurry: bool = True) -> None:
        """Make it and start it; in a `hurry` it does not wait for its disk, and so loses what a power cut catches."""
        self._programs = find_programs()
        self._folder = Path(tempfile.mkdtemp(prefix="stammtisch-postgres-"))
        self._made = 0
        self.port = free_port()
        self._tidier = self._wait_to_tidy()
        try:
            if os.geteuid() == 0:
                shutil.chown(self._folder, "postgres")
            self._run("initdb", "-D", f"{self._data}", "-U", _USER, "-A", "trust", "-E", "UTF8", "--no-sync", "-N")
            self._configure(hurry=hurry)
            self.start()
        except BaseException:
            self.remove()
            raise

    def url(self, database: str = "postgres") -> str:
        """Return the address of one of its databases."""
        return f"postgresql://{_USER}@127.0.0.1:{self.port}/{database}"

    def fresh(self) -> str:
        """Make an empty database and return its address."""
        self._made += 1
        name = f"house{self._made}"
        self.run(f"CREATE DATABASE {name}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database, whoever uses it."""
        self.run(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    def run(self, statement: str, url: str = "") -> list[Any]:
        """Run a statement from outside, and return its rows."""

        async def ask() -> list[Any]:
            connection = await asyncpg.connect(url or self.url())
            try:
                return [tuple(row) for row in await connection.fetch(statement)]
            finally:
                await connection.close()

        return asyncio.run(ask())

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._control("start", "-l", f"{self._folder / 'log'}")

    def stop(self) -> None:
        """Stop it; connections are cut."""
        self._control("stop", "-m", "fast")

    def kill(self) -> None:
        """Let it fall at once, with no chance to tidy up."""
        self._control("stop", "-m", "immediate")

    def remove(self) -> None:
        """Stop it, if it runs, and remove everything."""
        self._tidier.communicate()

    @property
    def running(self) -> bool:
        """Whether it was started and not stopped."""
        return (self._data / "postmaster.pid").exists()

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _configure(self, *, hurry: bool) -> None:
        lines = [*_SMALL, *(_HURRY if hurry else ()), "listen_addresses='127.0.0.1'", f"port={self.port}"]
        lines.append(f"unix_socket_directories='{self._folder}'")
        with (self._data / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write("\n".join(["", *lines, ""]))

    def _control(self, *words: str) -> None:
        self._run("pg_ctl", "-D", f"{self._data}", "-w", *words)

    def _wait_to_tidy(self) -> subprocess.Popen[bytes]:
        """Start what stops the server and removes its folder after us, even if we are killed."""
        stop = self._command("pg_ctl", "-D", f"{self._data}", "-m", "immediate", "stop")
        return subprocess.Popen(  # noqa: S603  # our own command
            ["/bin/sh", "-c", _TIDY, f"{self._folder}", *stop],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # it outlives an interrupt from the keyboard
        )

    def _command(self, program: str, *words: str) -> list[str]:
        """Return how one of PostgreSQL's programs is called: as another user if we are root, for whom it refuses."""
        command = [f"{self._programs / program}", *words]
        return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command

    def _run(self, program: str, *words: str) -> None:
        done = subprocess.run(  # noqa: S603  # our own command
            self._command(program, *words),
            check=False,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # a pipe would stay open as long as the server runs
            stderr=subprocess.PIPE,
        )
        if done.returncode:
            log = self._folder / "log"
            said = done.stderr.decode() + (log.read_text(encoding="utf-8") if log.exists() else "")
            raise RuntimeError(f"{program} failed: {said}")


def end_connections(url: str, server: Postgres, application: str = "%") -> int:
    """Cut the connections to a database that have a name like this; return how many."""
    database = url.rpartition("/")[2]
    statement = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    named = f"datname = '{database}' AND application_name LIKE '{application}'"
    return len(server.run(f"{statement} WHERE {named}"))
