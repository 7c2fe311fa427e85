"""What remains of a training: the net as a file of 8-bit weights, with a card that says what it is."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from stammtisch.bots.nets.net import CARD, FOLDER, WEIGHTS, Net, make_net
from stammtisch.clock import Clock
from stammtisch.core.game import Game, find_game
from stammtisch.errors import TrainingError
from stammtisch.learning.checkpoint import Checkpoint, read_checkpoint
from stammtisch.learning.recipe import Recipe, variants_of

_USUAL: Final = Recipe("", ())
_TOLD: Final = ("decisions", "seed", "games", "stretch", "batch", "width", "layers", "learning_rate", "entropy")


def export_net(folder: Path, clock: Clock, figures: dict[str, Any]) -> Net:
    """Write the net of a training beside its checkpoint, and return it.

    Raises:
        TrainingError: There is no checkpoint, or it is damaged.
    """
    found = read_checkpoint(folder)
    if found is None:
        raise TrainingError(f"there is no training in {folder}")
    game = find_game(found.recipe["game"])
    net = make_net(game, found.weights, found.input_scale, _card(game, found, clock, figures))
    write_net(net, folder / FOLDER)
    return net


def write_net(net: Net, folder: Path) -> None:
    """Write the two files of a net."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / WEIGHTS).write_bytes(net.packed())
    (folder / CARD).write_text(card_text(net.card), encoding="utf-8")


def card_text(card: Any) -> str:
    """Return a card as its file holds it: a line for each fact, so that changes can be read."""
    lines = (f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in card.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _card(game: Game, found: Checkpoint, clock: Clock, figures: dict[str, Any]) -> dict[str, Any]:
    recipe = found.recipe
    return {
        **found.progress.get("facts", {}),
        "value_scale": found.progress["value_scale"],
        "options": recipe["variants"],
        "command": command_of(game, recipe),
        "seed": recipe["seed"],
        "decisions": found.progress["decisions"],
        "seconds": round(found.progress["seconds"]),
        "date": datetime.fromtimestamp(clock.now(), UTC).date().isoformat(),
        "figures": figures,
    }


def command_of(game: Game, recipe: Any) -> str:
    """Return the command that trains such a net: what differs from the usual, and how long."""
    chosen = recipe["variants"]
    options = chosen[0] if len(chosen) == 1 and chosen != list(variants_of(game)) else {}
    words = [
        "stammtisch train",
        game.NAME,
        "--out DIR",
        f"--on {recipe['device']}",
        *(f"-o {name}={value}" for name, value in options.items()),
    ]
    words += [
        f"--{name.replace('_', '-')} {recipe[name]}"
        for name in _TOLD
        if name in ("decisions", "seed") or recipe[name] != getattr(_USUAL, name)
    ]
    return " ".join(words)
