"""What a study says of Penny: its name and that of its options."""

from __future__ import annotations

from stammtisch.core.language import Say


def title(say: Say) -> str:
    """Return the name of the game."""
    return "Penny"


def option(name: str, say: Say) -> tuple[str, str]:
    """Return the label of an option and a sentence about it."""
    return name.capitalize(), f"The option {name}."
