"""What may be varied beside plain options: who plays, boards, and which game it is; always on the same deals."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from stammtisch.core.game import find_game, game_names
from stammtisch.core.language import voice
from stammtisch.errors import OptionError, StudyError, UnknownBot, UnknownGame
from stammtisch.games.combo.boards import BLUE, RED, BoardChoice
from stammtisch.study.block import DealBlock, play_block
from stammtisch.study.experiments.experiment import USUAL, Experiment
from stammtisch.study.plan import NamedValue, make_plan
from stammtisch.study.report.summary import cell_name, cell_values
from stammtisch.study.results import Difference, StudyResults, results_of
from stammtisch.study.run import Stop
from stammtisch.study.study_game import study_game
from tests.sample.penny.rules import STONES
from tests.study.conftest import Here
from tests.terminal.conftest import install

PENNY = Path(__file__).parents[1] / "sample" / "penny"
WRITTEN = {"duel": {"hide", "turn", "swap"}, "penny": {"do"}}  # how their actions begin
BOT = """
class Bot:
    def choose(self, view, options, seat, seed, number):
        return [0]

def frugal(game):
    return Bot()
"""


@pytest.fixture
def frugal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Install a bot that always takes one stone."""
    folder = tmp_path / "bots"
    info = folder / "frugal-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: frugal\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[stammtisch.bots]\nfrugal = frugal_bot:frugal\n", encoding="utf-8")
    (folder / "frugal_bot.py").write_text(BOT, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))


@pytest.fixture
def pence(penny: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """Install a variant of the stones as a package of its own: whoever takes the last one loses."""
    package = tmp_path / "variant" / "pence"
    package.mkdir(parents=True)
    for path in PENNY.glob("*.py"):
        text = path.read_text(encoding="utf-8").replace("tests.sample.penny", "pence").replace('"penny"', '"pence"')
        (package / path.name).write_text(text.replace("_end(s, 1 << seat)", "_end(s, 1 << (1 - seat))"), "utf-8")
    install(tmp_path / "variant", "pence", "pence", monkeypatch)
    find_game.cache_clear()
    yield "pence" if penny else ""
    game_names.cache_clear()


def _study(
    game: str,
    choices: dict[str, object],
    vary: dict[str, list[object]],
    bots: tuple[str, ...] | None = None,
    blocks: int = 40,
) -> StudyResults:
    plan = make_plan(game, choices, vary, bots, 11)
    games = [
        [record for number in range(blocks) for record in play_block(DealBlock(index, number, cell)).games]
        for index, cell in enumerate(plan.cells)
    ]
    return results_of(plan, games)


def _difference(results: StudyResults, cell: int, measure: str) -> Difference:
    return next(one for one in results.differences if (one.cell, one.measure) == (cell, measure))


@pytest.mark.usefixtures("frugal")
def test_bots_are_compared_on_the_same_deals_as_calculated(penny: str) -> None:
    """Of three stones the first wins one game in four at random, and always if everybody takes one."""
    results = _study(penny, {"kind": STONES}, {"bots": ["random", "frugal", "frugal+random"]})
    always, mixed = (_difference(results, cell, "win.0") for cell in (1, 2))

    assert [one.cell.match.lineup for one in results.cells] == [
        ("random", "random"),
        ("frugal", "frugal"),
        ("frugal", "random"),
    ]
    assert results.cells[1].measures["win.0"].value == 1
    assert always.low <= 0.75 <= always.high
    assert mixed.low <= 0.25 <= mixed.high, "with one that takes one stone, each seat wins every other game"
    assert always.clear
    assert mixed.clear
    assert "bot.frugal" in results.cells[2].measures
    assert len({one.cell.match.deal_seed(3) for one in results.cells}) == 1
    assert results.plan.command == (
        "stammtisch study penny -o kind=2 --vary bots=random,frugal,frugal+random --seed 11"
    )
    assert cell_name(results, 2, voice("stammtisch.study", "en")) == "Bots: frugal+random"


@pytest.mark.deep
def test_a_variant_in_a_package_of_its_own_is_compared_on_the_same_deals(pence: str) -> None:
    """Whoever won the stones now loses them, in the very same games."""
    results = _study("penny", {"kind": STONES}, {"game": ["penny", pence]}, ("random",))
    one, other = (cell.measures["win.0"] for cell in results.cells)

    assert other.value == 1 - one.value
    assert {one.samples[deal] + other.samples[deal] for deal in one.samples} == {1}
    assert _difference(results, 1, "win.0").low <= 0.5 <= _difference(results, 1, "win.0").high
    assert _difference(results, 1, "decisions").value == 0
    assert [game.NAME for game in results.plan.games] == ["penny", "pence"]
    assert results.plan.command.endswith("--vary game=penny,pence --bots random --seed 11")


@pytest.mark.parametrize("asked", [USUAL, Experiment(drawn=True), Experiment(without=("* 1",))], ids=str)
def test_actions_are_written_as_the_game_of_their_cell_writes_them(
    penny: str, tmp_path: Path, asked: Experiment
) -> None:
    out, vary = tmp_path / "it", dict[str, list[object]](game=["duel", penny])
    played = study_game("duel", vary=vary, asked=asked, stop=Stop(games=20), seed=3, out=out, backend=Here())
    games, openings = (
        list(csv.DictReader((out / name).read_text(encoding="utf-8").splitlines()))
        for name in ("games.csv", "openings.csv")
    )
    watched = [path.read_text(encoding="utf-8").split() for path in (out / "games").glob("*.txt")]

    for number, one in enumerate(played.results.cells):
        words = WRITTEN[one.cell.match.game]
        opened = [text for row in games if row["cell"] == str(number) for text in row["openings"].split("; ") if text]
        assert {text.split()[0] for text in opened} <= words
        assert {row["action"].split()[0] for row in openings if row["cell"] == str(number)} <= words
        assert opened
    told = (out / "study.md").read_text(encoding="utf-8")
    assert ("seat 1: do 0" in told.lower()) == asked.drawn
    assert {(text[text.index("game") + 1], "hide" in text, "do" in text) for text in watched} == {
        ("duel", True, False),
        ("penny", False, True),
    }


def test_other_rules_of_any_of_the_games_make_another_study(pence: str) -> None:
    vary: dict[str, list[object]] = {"game": ["penny", pence]}
    before = make_plan("penny", {}, vary, None, 1).sources
    rules = Path(str(import_module("pence.rules").__file__))
    rules.write_text(f"{rules.read_text(encoding='utf-8')}# changed\n", encoding="utf-8")

    assert make_plan("penny", {}, vary, None, 1).sources != before


@pytest.mark.deep
def test_a_board_that_is_the_printed_one_makes_no_difference_and_another_does() -> None:
    boards = [NamedValue(name, BoardChoice().write(board.words())) for name, board in (("blue", BLUE), ("red", RED))]
    results = _study("combo", {}, {"board": ["printed", *boards]}, ("easy",), 12)

    assert {one.value for one in results.differences if one.cell == 1} == {0}
    assert _difference(results, 2, "decisions").clear


def test_boards_go_by_their_names_and_several_things_may_be_varied_at_once() -> None:
    red = NamedValue("red", BoardChoice().write(RED.words()))
    plan = make_plan("combo", {}, {"board": ["printed", red], "bots": ["easy", "random"]}, None, 1)
    results = StudyResults(plan, (), ())
    say = voice("stammtisch.study", "de")

    assert [cell.varied for cell in plan.cells][1:3] == [
        (("board", "printed"), ("bots", "random")),
        (("board", "red"), ("bots", "easy")),
    ]
    assert cell_values(results, 2, say) == "red · easy"
    assert '\'board=printed,red={"stones":[1,1,1,2,3],' in plan.command
    assert plan.sizes == (2, 2)


@pytest.mark.parametrize(
    ("vary", "bots", "error", "sentence"),
    [
        ({"bots": ["easy", "clever"]}, None, UnknownBot, "no bot 'clever' for penny"),
        ({"bots": ["easy", "random"]}, ("easy",), OptionError, "bots are given by --bots and by --vary"),
        ({"bots": ["easy", "easy"]}, None, OptionError, "a value is varied twice"),
        ({"bots": ["+".join(["easy"] * 9)]}, None, OptionError, "seats is 9"),
        ({"game": ["penny", "pennies"]}, None, UnknownGame, "no game 'pennies'"),
        ({"game": ["duel", "penny"]}, None, OptionError, "the first game is duel; it may be penny"),
        (
            {"stones": list(range(1, 10)), "kind": list(range(5)), "bots": ["easy", "random"]},
            None,
            StudyError,
            "are 90",
        ),
    ],
)
def test_what_cannot_be_varied_is_refused(
    penny: str, vary: dict[str, list[object]], bots: tuple[str, ...] | None, error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        make_plan(penny, {}, vary, bots, 1)


@pytest.mark.parametrize("asked", [Experiment(skill=True), Experiment(without=("take 1",))])
def test_questions_that_say_who_plays_go_with_neither_goals_nor_varied_bots(penny: str, asked: Experiment) -> None:
    for vary, goals in (({"bots": ["easy", "random"]}, ()), ({"stones": [1, 2]}, ("minutes:1",))):
        with pytest.raises(StudyError, match="together with skill or without"):
            make_plan(penny, {}, vary, None, 1, asked, goals=goals)
