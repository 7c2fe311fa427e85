"""What is fixed for good: notation, layouts, versions, sentences of the catalogues, transcripts."""

from __future__ import annotations

import hashlib
from importlib.metadata import distribution, version
from importlib.util import find_spec
from pathlib import Path

from babel.messages.pofile import read_po

from recording.folder import Folder
from stammtisch.core.game import find_game, game_names


def source() -> Path:
    """Return the folder of the package that is recorded."""
    found = find_spec("stammtisch")
    assert found is not None
    assert found.submodule_search_locations is not None
    return Path(next(iter(found.submodule_search_locations)))


def record_rules(out: Folder) -> None:
    """Record what every store, transcript and learner relies on."""
    points = sorted(f"{point.group} {point.name}" for point in distribution("stammtisch").entry_points)
    out.write("rules/package", "\n".join([version("stammtisch"), *points]))
    for name in game_names():
        _record_game(out, name)
    _record_catalogues(out)
    tests = source().parents[1] / "tests"
    for path in sorted(tests.rglob("transcripts/*.txt")):
        out.write(f"transcripts/{path.stem}", path.read_text(encoding="utf-8"))
    for path in sorted((source().parents[1] / "docs" / "rules").glob("*.md")):
        out.write(f"rules/pages/{path.name}", hashlib.sha256(path.read_bytes()).hexdigest())


def _record_game(out: Folder, name: str) -> None:
    game = find_game(name)
    rules, lines = game.rules, [f"VERSION {game.rules.VERSION}", f"ACTIONS {game.rules.ACTIONS}"]
    lines += [f"SCRATCH {rules.SCRATCH}", f"OPTION_SETS {[dict(one) for one in rules.OPTION_SETS]}"]
    for record in (rules.State, rules.Options):
        lines.append(f"{record.__name__}: {record.length} words, {record.dtype.itemsize} bytes")
        for field, shape in record.shapes.items():
            default = getattr(record, field, "")
            lines.append(f"  {field} {list(shape)} {record.dtype.fields[field]} {default}")  # type: ignore[index]
    for names in (rules.Phase, rules.Rule):
        lines += [f"{names.__name__}.{one.name} {int(one)}" for one in names]
    out.write(f"rules/{name}/layout", "\n".join(lines))
    notation = [f"{action} {game.notation.write(action)}" for action in range(rules.ACTIONS)]
    if any(game.notation.read(line.partition(" ")[2]) != action for action, line in enumerate(notation)):
        raise ValueError(f"{name}: a text is not read as what was written")
    out.write(f"rules/{name}/notation", "\n".join(notation))


def _record_catalogues(out: Folder) -> None:
    """Record every sentence once, wherever its catalogue is."""
    found: dict[str, set[str]] = {}
    for path in source().rglob("*.po"):
        with path.open("rb") as file:
            for message in read_po(file, locale=path.stem):
                if message.id:
                    text = f"{message.context or ''}{message.id!r}\n  {message.string!r} {sorted(message.flags)}"
                    found.setdefault(path.stem, set()).add(text)
    for language, sentences in found.items():
        out.write(f"sentences/{language}", "\n".join(sorted(sentences)))
