"""Make anew what is made from code: options tables, layouts of observations, listings, and messages in catalogues.

With --check nothing is written; what would change is named, and the exit status is 1.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from stammtisch.core.game import find_game, game_names
from stammtisch.core.language import LANGUAGES, voice
from stammtisch.core.observations.observation import features_of, has_features
from stammtisch.core.options import FormField, form
from stammtisch.games.combo.boards import BoardChoice
from stammtisch.games.party.ages import Ages
from stammtisch.kernel.choices import Between, SeatOrChance, YesNo

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "stammtisch"
OPEN, CLOSE = "<!-- options -->", "<!-- /options -->"
LISTING = re.compile(r"(<!-- listing: (?P<path>\S+) (?P<names>[\w ]+) -->\n).*?(<!-- /listing -->)", re.DOTALL)
OBSERVATIONS = """# Observations

<!-- Made by scripts/regenerate.py from `features.py` of each game: whatever is changed here by hand is lost. -->

What a seat knows, as a row of small integers (`int8`, from −127 to 127); [research](research.md) says where to get it.
Every number is 0 where nothing is said. *By seat* means: the seat itself first, then the others in the order of play.
*By guest*, in `party`, means the same, with Paul after the last seat where he takes part.
"""
KEYWORDS = {"say": None, "count": (1, 2)}
HEADINGS = {
    "de": ("Option", "möglich", "voreingestellt", "Bedeutung"),
    "en": ("option", "may be", "default", "meaning"),
    "fr": ("option", "valeurs", "par défaut", "signification"),
    "it": ("opzione", "valori", "predefinito", "significato"),
}


def main() -> int:
    """Write what has changed, or name it; name what is not translated."""
    untranslated = [f"{path.relative_to(ROOT)}: {message!r}" for path in _po_files() for message in _untranslated(path)]
    for gap in untranslated:
        print(f"not translated: {gap}")  # noqa: T201
    changed = [path for path, text in (*_rules_pages(), *_research_pages(), *_catalogues()) if _differs(path, text)]
    for path in changed:
        print(f"{'out of date' if '--check' in sys.argv else 'written'}: {path.relative_to(ROOT)}")  # noqa: T201
    return 1 if (changed or untranslated) and "--check" in sys.argv else 0


def _po_files() -> list[Path]:
    return sorted(path for top in (SOURCE, ROOT / "tests") for path in top.rglob("locale/*.po"))


def _untranslated(path: Path) -> Iterator[object]:
    """Yield the messages of a catalogue that have no translation, or one with other {places} than they have."""
    for message in read_po(BytesIO(path.read_bytes()), locale=path.stem):
        wanted = message.id if isinstance(message.id, tuple) else (message.id,)
        said = message.string if isinstance(message.string, tuple) else (message.string,)
        places = set(re.findall(r"{\w+}", " ".join(map(str, wanted))))
        if message.id and not (all(said) and places == set(re.findall(r"{\w+}", " ".join(map(str, said))))):
            yield message.id


def _differs(path: Path, text: str) -> bool:
    differs = path.read_text(encoding="utf-8") != text
    if differs and "--check" not in sys.argv:
        path.write_text(text, encoding="utf-8")
    return differs


def _rules_pages() -> Iterator[tuple[Path, str]]:
    """Yield the rules pages of our games with their options tables."""
    for name in (name for name in game_names() if (SOURCE / "games" / name).is_dir()):
        for language in LANGUAGES:
            path = ROOT / "docs" / "rules" / (f"{name}.md" if language == "en" else f"{name}.{language}.md")
            fields = form(find_game(name), voice(f"stammtisch.games.{name}", language))
            table = "\n".join(_table(fields, HEADINGS[language]))
            before, _, rest = path.read_text(encoding="utf-8").partition(OPEN)
            after = rest.partition(CLOSE)[2]
            yield path, f"{before}{OPEN}\n{table}\n{CLOSE}{after}"


def _research_pages() -> Iterator[tuple[Path, str]]:
    """Yield the page of observations, made from their layouts, and the pages for researchers, with their listings."""
    ours = [name for name in game_names() if (SOURCE / "games" / name).is_dir() and has_features(find_game(name))]
    tables = ["\n".join(_layout(name)) for name in ours]
    yield ROOT / "docs" / "observations.md", "\n".join([OBSERVATIONS, *tables])
    for path in (ROOT / "docs" / name for name in ("research.md", "offline-data.md")):
        yield path, LISTING.sub(_listing, path.read_text(encoding="utf-8"))


def _layout(name: str) -> Iterator[str]:
    """Yield the section of a game: what stands where in an observation."""
    layout = features_of(find_game(name)).LAYOUT
    yield f"## {name}"
    yield f"\n{layout.size} numbers, and {find_game(name).rules.ACTIONS} actions.\n"
    yield "| name | from–to | size | meaning |"
    yield "|---|--:|--:|---|"
    for part in layout.parts:
        last = part.begin + part.size - 1
        yield f"| `{part.name}` | {f'{part.begin}–{last}' if part.size > 1 else last} | {part.size} | {part.says} |"
    yield ""


def _listing(found: re.Match[str]) -> str:
    """Return a listing with functions and classes as they are in a file now."""
    source = (ROOT / found["path"]).read_text(encoding="utf-8")
    body = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    parts = {node.name: ast.get_source_segment(source, node) for node in body}
    code = "\n\n\n".join(parts[name] or "" for name in found["names"].split())
    return f"{found[1]}```python\n{code}\n```\n{found[4]}"


def _table(fields: list[FormField], headings: tuple[str, ...]) -> Iterator[str]:
    yield f"| {' | '.join(headings)} |"
    yield "|---|---|---|---|"
    for field in fields:
        yield f"| `{field.name}` | {_values(field)} | `{_typed(field.default)}` | {field.help} |"


def _values(field: FormField) -> str:
    """Return what may be typed for an option, the same in every language."""
    match field.choice:
        case Between(low, high):
            return f"{low}–{high}" if low < high else str(low)
        case YesNo():
            return "`yes`, `no`"
        case SeatOrChance(seats):
            return f"`chance`, 0–{seats - 1}"
        case Ages():
            return "`chance`, `2,0,1`, …"
        case BoardChoice():
            return "`printed`, `@my-board.json`"
        case _:
            return field.choice.accepts()


def _typed(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _catalogues() -> Iterator[tuple[Path, str]]:
    """Yield the catalogues of every package that has some, with all its messages and no others."""
    for folder in sorted((*SOURCE.rglob("locale"), *(ROOT / "tests").rglob("locale"))):
        template = Catalog(charset="utf-8")
        methods = [("**.py", "python")]
        in_code = (
            (file, line, said) for file, line, said, *_ in extract_from_dir(folder.parent, methods, keywords=KEYWORDS)
        )
        for _, _, message in sorted((*in_code, *_said_in_templates(folder.parent)), key=lambda found: found[:2]):
            template.add(message)
        for path in sorted(folder.glob("*.po")):
            yield path, _updated(path, template)


def _said_in_templates(folder: Path) -> Iterator[tuple[str, int, str | tuple[str, ...]]]:
    """Yield what the templates of a package say: file, line, and the message or its forms for one and many."""
    for path in sorted(folder.rglob("*.html")):
        for call in Environment(autoescape=True).parse(path.read_text(encoding="utf-8")).find_all(nodes.Call):
            words = tuple(part.value for part in call.args if isinstance(part, nodes.Const))
            match call.node:
                case nodes.Name(name="say") | nodes.Getattr(attr="say"):
                    yield str(path.relative_to(folder)), call.lineno, words[0]
                case nodes.Getattr(attr="count", node=nodes.Name(name="say")):
                    yield str(path.relative_to(folder)), call.lineno, words[:2]


def _updated(path: Path, template: Catalog) -> str:
    catalogue = read_po(BytesIO(path.read_bytes()), locale=path.stem)
    known = {message.id: message for message in catalogue if message.id}
    merged = Catalog(locale=path.stem, charset="utf-8")
    for message in template:
        if message.id:
            old = known.get(message.id)
            merged.add(message.id, old.string if old else None, user_comments=old.user_comments if old else ())
    out = BytesIO()
    write_po(out, merged, width=110, omit_header=True, sort_output=False)
    return _header(path.read_text(encoding="utf-8")) + out.getvalue().decode().rstrip() + "\n"


def _header(text: str) -> str:
    """Return the head of a catalogue: everything before its first message."""
    return text[: text.index("\n\n", text.index('msgid ""\n')) + 2]


if __name__ == "__main__":
    sys.exit(main())
