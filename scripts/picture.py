"""Draw docs/table.svg, the picture in the README: a moment of a duel as the terminal shows it."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from stammtisch.core.language import Reader, voice
from stammtisch.core.table import Table

MOMENT: tuple[tuple[int, tuple[str, ...]], ...] = (
    (0, ("hide 2", "crown 3")),
    (1, ("turn 3",)),
    (1, ("turn 4",)),
    (1, ("turn 2",)),
    (1, ("hide 1", "crown 2")),
    (0, ("turn 3",)),
)


def main() -> None:
    """Play to the moment and draw it."""
    table = Table("duel", seed=7, royal=True, first_bluffer=0)
    for seat, row in MOMENT:
        table.play(seat, *row)
    say = voice("stammtisch.games.duel", "en")
    reader = Reader(say, ("Ada", "Ben"))
    words, view = table.game.words, table.view(0)
    console = Console(record=True, width=84, file=io.StringIO(), force_terminal=True)
    picture = words.picture(view, table.options, 0, reader).splitlines()
    actions = table.actions(0)
    beside = [
        "",
        "",
        f"[bold]{words.title(say)}[/]",
        "",
        *_log(table, reader),
        "",
        words.ask(view, table.options, 0, reader),
        "",
    ]
    beside += [f"{action % 4 + 1}  {words.label(view, table.options, action, reader)}" for action in actions]
    for index in range(max(len(picture), len(beside))):
        line = Text.from_markup(picture[index] if index < len(picture) else "")
        line.pad_right(22 - line.cell_len)
        line.append_text(Text.from_markup(beside[index] if index < len(beside) else ""))
        console.print(line, no_wrap=True, overflow="ellipsis")
    svg = console.export_svg(title="stammtisch play duel -o royal=yes")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # system fonts only
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL).replace("Fira Code", "monospace")
    svg = re.sub(r'x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)" ([^>]*)>((?:&#160;)+)(?=[^&<])', _shifted, svg)
    path = Path(__file__).parents[1] / "docs" / "table.svg"
    path.write_text("\n".join(line.rstrip() for line in svg.splitlines()) + "\n", encoding="utf-8")


def _shifted(found: re.Match[str]) -> str:
    """Move a text that begins with blanks to where it is seen; some programs drop the blanks."""
    x, y, length, rest, blanks = found.groups()
    shift = 12.2 * blanks.count("&#160;")
    return f'x="{float(x) + shift:.1f}" y="{y}" textLength="{float(length) - shift:.1f}" {rest}>'


def _log(table: Table, reader: Reader) -> list[str]:
    """Return the last sentences that seat 0 reads."""
    again = Table.undealt(table.game, table.seed, {"royal": True, "first_bluffer": 0})
    lines, before = [], again.view(0)
    for step in table.steps_seen_by(0):
        true = table.steps[step.number]
        again.follow(true.seat, true.action)
        lines.append(table.game.words.log(step, before, again.view(0), table.options, reader))
        before = again.view(0)
    return [f"[dim]{line}[/]" for line in lines[-3:]]


if __name__ == "__main__":
    main()
