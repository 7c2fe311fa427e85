"""Parts of a data set: for some deals two Parquet files, with a row for each decision and with one for each game."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np

from stammtisch.datasets.about import DatasetAbout
from stammtisch.datasets.traced_game import SCALARS, Columns, SavedGame, TracedGame
from stammtisch.errors import DatasetError, extra

with extra("data"):
    import pyarrow as pa
    from pyarrow import parquet

ROWS, GAMES = "rows", "games"  # how the names of the files begin
DECISIONS_OF_A_GROUP: Final = 16_384  # a row group has as many games as are needed for so many
_KEY: Final = b"stammtisch"  # of the metadata
_COMPRESSION: Final = {"compression": "zstd", "compression_level": 3}


def part_path(folder: Path, kind: str, number: int) -> Path:
    """Return where a file of a part is."""
    return folder / f"{kind}-{number:05}.parquet"


def write_part(folder: Path, about: DatasetAbout, number: int, games: Iterable[TracedGame]) -> None:
    """Write both files of a part; each is there whole or not at all.

    Raises:
        DatasetError: They cannot be written.
    """
    told: list[SavedGame] = []
    with _whole(part_path(folder, ROWS, number)) as path:
        _write_rows(path, about, _noted(games, told))
    with _whole(part_path(folder, GAMES, number)) as path:
        parquet.write_table(_game_lines(about, told), path, **_COMPRESSION)


def read_groups(path: Path, about: DatasetAbout) -> Iterator[Any]:
    """Yield a file of this data set in pieces that fit into memory, as tables of Arrow.

    Raises:
        DatasetError: It cannot be read, or is of another data set.
    """
    try:
        with parquet.ParquetFile(path) as file:
            if (file.schema_arrow.metadata or {}).get(_KEY) != about.text.encode():
                raise DatasetError(f"{path} is of another data set than what lies beside it")
            for group in range(file.num_row_groups):
                yield file.read_row_group(group)
    except (OSError, pa.ArrowException) as error:
        raise DatasetError(f"cannot read {path}: {error}") from error


def columns_of(table: Any, bots: tuple[str, ...]) -> Columns:
    """Return the arrays of a table of decisions; bots as their place among `bots`."""
    found: Columns = {}
    for name in table.column_names:
        column = table.column(name).combine_chunks()
        if name == "bot":
            places = np.array([bots.index(bot) for bot in column.dictionary.to_pylist()], np.int8)
            found[name] = places[column.indices.to_numpy(zero_copy_only=False)]
        elif pa.types.is_fixed_size_list(column.type):
            found[name] = column.flatten().to_numpy(zero_copy_only=False).reshape(len(column), column.type.list_size)
        else:
            found[name] = column.to_numpy(zero_copy_only=False)
    return found


def grouped(games: Iterable[TracedGame]) -> Iterator[list[TracedGame]]:
    """Yield games until they have so many decisions: a game is never parted."""
    group, decisions = list[TracedGame](), 0
    for game in games:
        group.append(game)
        decisions += game.game.decisions
        if decisions >= DECISIONS_OF_A_GROUP:
            yield group
            group, decisions = [], 0
    if group:
        yield group


def _write_rows(path: Path, about: DatasetAbout, games: Iterable[TracedGame]) -> None:
    sizes = {"observation": sum(size for _, size in about.facts["layout"]), "action_mask": about.facts["actions"]}
    types = {name: pa.dictionary(pa.int8(), pa.string()) if name == "bot" else _arrow(name) for name in SCALARS}
    types |= {name: pa.list_(pa.int8(), size) for name, size in sizes.items()}
    schema = pa.schema(types.items(), metadata={_KEY: about.text.encode()})
    bots = pa.array(about.match.bots)

    def column(name: str, values: Any) -> Any:
        if name == "bot":
            return pa.DictionaryArray.from_arrays(pa.array(values), bots)
        if name in sizes:
            return pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), sizes[name])
        return pa.array(values)

    with parquet.ParquetWriter(path, schema, **_COMPRESSION) as file:
        for group in grouped(games):
            arrays = [column(name, np.concatenate([game.rows[name] for game in group])) for name in types]
            file.write_table(pa.Table.from_arrays(arrays, schema=schema))


def _arrow(name: str) -> Any:
    return pa.from_numpy_dtype(np.dtype(SCALARS[name]))


def _noted(games: Iterable[TracedGame], told: list[SavedGame]) -> Iterator[TracedGame]:
    """Yield games, and note what is said of each beside its decisions."""
    for game in games:
        yield game
        told.append(game.game)


def _game_lines(about: DatasetAbout, games: list[SavedGame]) -> Any:
    columns = {
        "deal": pa.array([game.deal for game in games], pa.int64()),
        "game": pa.array([game.game for game in games], pa.int64()),
        "seed": pa.array([game.seed for game in games], pa.int64()),
        "bots": pa.array([game.bots for game in games], pa.list_(pa.string())),
        "scores": pa.array([game.scores for game in games], pa.list_(pa.int64())),
        "places": pa.array([game.places for game in games], pa.list_(pa.int64())),
        "worths": pa.array([game.worths for game in games], pa.list_(pa.int64())),
        "steps": pa.array([game.steps for game in games], pa.int32()),
        "decisions": pa.array([game.decisions for game in games], pa.int32()),
        "transcript": pa.array([game.transcript for game in games], pa.string()),
    }
    return pa.table(columns).replace_schema_metadata({_KEY: about.text.encode()})


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """Let somebody write a file beside its place, and put it there when it is complete.

    Raises:
        DatasetError: It cannot be written.
    """
    new = path.with_name(f".{path.name}.new")
    try:
        try:
            yield new
            with new.open("rb") as written:
                os.fsync(written.fileno())
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise DatasetError(f"cannot write {path}: {error.strerror or error}") from error
