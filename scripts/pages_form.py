"""Brings templates, styles and scripts of pages into form, or says which are not: `pages_form.py [--check]`."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import cssbeautifier
import jsbeautifier
from template_form import formed
from template_parts import LIMIT

SOURCE: Final = Path(__file__).parents[1] / "src"
_STEP: Final = "  "


def style(source: str, _: str = "") -> str:
    """Return a style sheet in form: one declaration a line, long values in several."""
    options = cssbeautifier.default_options()
    options.indent_size = 2
    options.newline_between_rules = False
    options.space_around_combinator = True
    options.end_with_newline = True
    options.max_preserve_newlines = 2
    lines: list[str] = []
    for line in str(cssbeautifier.beautify(_joined(source), options)).split("\n"):
        lines.extend(_wrapped(line))
    return "\n".join(lines)


def _joined(source: str) -> str:
    """Return a style sheet whose declarations and selectors are on one line each; comments stay as they are."""
    parts = re.split(r"(/\*.*?\*/)", source, flags=re.DOTALL)
    return "".join(
        part if index % 2 else re.sub(r"(?<=[^{};\s])[ \t]*\n\s*(?=[^}\s])", " ", part)
        for index, part in enumerate(parts)
    )


def _wrapped(line: str) -> list[str]:
    """Return a line as several if it is too long: at the commas of its value, or at its spaces."""
    margin = re.match(r"\s*", line)[0]  # type: ignore[index]  # it always matches
    if len(line) <= LIMIT or ": " not in line:
        return [line]
    name, value = line.split(": ", 1)
    parts = _at_commas(value) if "(" in value else [value]
    lines = [f"{name}:"]
    for index, part in enumerate(parts):
        lines.extend(_filled(part + ("," if index < len(parts) - 1 else ""), margin + _STEP))
    return lines


def _at_commas(value: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(value):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append(value[start:place].strip())
            start = place + 1
    return [*parts, value[start:].strip()]


def _filled(text: str, margin: str) -> list[str]:
    lines = [margin]
    for word in text.split(" "):
        if lines[-1].strip() and len(lines[-1]) + 1 + len(word) > LIMIT:
            lines.append(margin + "  ")
        lines[-1] += word if not lines[-1].strip() else f" {word}"
    return lines


def script(source: str, _: str = "") -> str:
    """Return a script in form."""
    options = jsbeautifier.default_options()
    options.indent_size = 2
    options.brace_style = "collapse,preserve-inline"
    options.wrap_line_length = 0  # where a line is broken is for whoever writes it: the tool breaks after any dot
    options.end_with_newline = True
    options.max_preserve_newlines = 2
    return str(jsbeautifier.beautify(source, options))


KINDS: Final[tuple[tuple[str, str, Callable[[str, str], str]], ...]] = (
    ("stammtisch/web/templates", "*.html", formed),
    ("stammtisch/web/static", "*.css", style),
    ("stammtisch/web/static", "*.js", script),
    ("stammtisch/study/report", "*.html", formed),
    ("stammtisch/study/report", "*.css", style),
)


def main() -> int:
    """Mend every file, or with `--check` only name those that are not in form."""
    check = "--check" in sys.argv
    wrong = []
    for folder, pattern, form in KINDS:
        for path in sorted((SOURCE / folder).rglob(pattern)):
            there = path.read_text(encoding="utf-8")
            wanted = form(there, path.name)
            shown = path.relative_to(SOURCE.parent)
            if there != wanted:
                wrong.append(f"{shown} is not in form")
                if not check:
                    path.write_text(wanted, encoding="utf-8")
            for number, line in enumerate(wanted.split("\n"), 1):
                if len(line) > LIMIT:
                    wrong.append(f"{shown}:{number} has {len(line)} characters, {LIMIT} is the most")
    if wrong and check:
        sys.stderr.write("\n".join([*wrong, "scripts/fix mends what is not in form.", ""]))
    return int(bool(wrong) and check)


if __name__ == "__main__":
    sys.exit(main())
