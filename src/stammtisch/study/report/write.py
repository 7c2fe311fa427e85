"""Everything that is told of a study, into its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from stammtisch.study.folder import StudyFolder
from stammtisch.study.report.data import games_csv, measures_csv, measures_json
from stammtisch.study.report.highlights import highlights, transcript_of
from stammtisch.study.results import StudyResults

GAMES: Final = "games"  # the folder of transcripts


def write_report(folder: StudyFolder, results: StudyResults) -> Path:
    """Write all measures, all games, and the games worth watching; return where the measures are."""
    folder.write("games.csv", games_csv(results))
    folder.write("measures.json", measures_json(results))
    for number, one in enumerate(results.cells):
        for shown in highlights(one.games):
            folder.write(f"{GAMES}/{number}-{shown.why}.txt", transcript_of(one, shown.game))
    return folder.write("measures.csv", measures_csv(results))
