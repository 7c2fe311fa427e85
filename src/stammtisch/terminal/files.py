"""Files that people name: read them whole or say why not, and never leave half a file behind."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Final

from stammtisch.errors import StammtischError
from stammtisch.store.private_files import FILE_MODE

_USUAL: Final = 0o666  # less what the umask takes


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raises:
        StammtischError: It cannot be read, or it is no text.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise StammtischError(f"cannot read {path}: it is not UTF-8 text (byte {error.start + 1})") from error
    except (OSError, ValueError) as error:
        raise StammtischError(f"cannot read {path}: {reason(error)}") from error


def write_text(path: Path, text: str, *, private: bool = False) -> None:
    """Write a file in one stroke: whoever reads it meanwhile finds the old text or the new one, whole.

    Args:
        path: The file.
        text: What it holds from now on.
        private: For its owner's eyes only; else as it was, or as files usually are.

    Raises:
        StammtischError: It cannot be written; an old file is as it was.
    """
    try:
        target = path.resolve()
        if target.is_dir():
            raise IsADirectoryError
        new = target.with_name(f".{target.name}.{os.getpid()}.new")
        try:
            rights = FILE_MODE if private else target.stat().st_mode & 0o777 if target.exists() else _USUAL
            with open(new, "w", encoding="utf-8", newline="\n", opener=partial(os.open, mode=rights)) as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            new.replace(target)
        finally:
            new.unlink(missing_ok=True)
    except (OSError, ValueError, RuntimeError) as error:  # a link that leads to itself is a RuntimeError
        raise StammtischError(f"cannot write {path}: {reason(error)}") from error


def is_taken(path: Path) -> bool:
    """Whether there is something of this name, as far as one may know."""
    try:
        return path.exists()
    except OSError:  # a name that is too long, or a folder that one may not look into
        return False


def reason(error: Exception) -> str:
    """Say in a few words why a file could not be used."""
    match error:
        case FileNotFoundError():
            return "there is no such file or folder"
        case IsADirectoryError():
            return "it is a folder"
        case PermissionError():
            return "it is not allowed"
        case OSError(strerror=str(text)):
            return text.lower()
        case _:
            return str(error)
