"""Everything that is told of a study, into its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from stammtisch.core.language import voice
from stammtisch.study.folder import StudyFolder
from stammtisch.study.goals.pareto import Pareto
from stammtisch.study.report.data import games_csv, measures_csv, measures_json, openings_csv
from stammtisch.study.report.highlights import highlights, transcript_of
from stammtisch.study.report.markdown import as_markdown
from stammtisch.study.report.page import PACKAGE, render_page
from stammtisch.study.results import StudyResults

GAMES: Final = "games"  # the folder of transcripts


def write_report(folder: StudyFolder, results: StudyResults, front: Pareto | None, language: str) -> Path:
    """Write all measures, all games, those worth watching, and the page, which opens in a language; return its path."""
    folder.write("games.csv", games_csv(results))
    folder.write("measures.json", measures_json(results, front))
    for number, one in enumerate(results.cells):
        for shown in highlights(one.games):
            folder.write(f"{GAMES}/{number}-{shown.why}.txt", transcript_of(one, shown.game))
    folder.write("measures.csv", measures_csv(results))
    folder.write("openings.csv", openings_csv(results))
    folder.write("study.md", as_markdown(results, front, voice(PACKAGE, language)))
    return folder.write("study.html", render_page(results, front, language))
