"""Figures that a run has measured, kept where the run prints them at its end: what a worker prints is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FIGURES: Final = Path(__file__).parents[1] / ".cache" / "logs" / "figures"


def note_figures(line: str) -> None:
    """Add a line to what `scripts/test` prints at its end."""
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    with FIGURES.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
