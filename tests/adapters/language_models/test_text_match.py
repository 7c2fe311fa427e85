"""Matches in which text players hold seats: what they are told, what is counted, and what happens when they fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stammtisch.adapters.language_models.text_match import NO_ACTION, Terms, TextMatch
from stammtisch.adapters.language_models.text_player import find_text_player, read_answer
from stammtisch.bots.arena.match import Match, play_deal
from stammtisch.cli import main
from stammtisch.core.game import Game, find_game
from stammtisch.core.language import LANGUAGES
from stammtisch.errors import UnknownBot
from tests.adapters.places import every_game_in_every_language

LIKE_A_BOT = "text:tests.adapters.language_models.test_text_match:like_a_bot"
STUBBORN = "text:tests.adapters.language_models.test_text_match:stubborn"
BROKEN = "text:tests.adapters.language_models.test_text_match:broken"
SHORT: dict[str, dict[str, object]] = {
    "combo": {"quick": True},
    "duel": {},
    "gang": {"rounds": 1, "seats": 3},
    "party": {"face_down": True},
}


class Told:
    """Somebody who answers always the same, and remembers what everybody of the kind was told."""

    heard: list[list[str]] = []  # noqa: RUF012  # of all of them

    def __init__(self, says: str) -> None:
        self._says = says
        self._heard: list[str] = []
        Told.heard.append(self._heard)

    def answer(self, told: str) -> str:
        """Say it."""
        self._heard.append(told)
        if self._says == "raise":
            raise RuntimeError("the line is dead")
        return self._says


def like_a_bot(game: Game, language: str) -> Told:  # noqa: ARG001  # the arguments of any
    return Told("I take the first.\nAction: 1")


def stubborn(game: Game, language: str) -> Told:  # noqa: ARG001
    return Told("Action: turn 1")


def broken(game: Game, language: str) -> Told:  # noqa: ARG001
    return Told("raise")


@pytest.fixture(autouse=True)
def _nobody_has_heard_anything() -> None:
    Told.heard.clear()


def match_of(game: str, *lineup: str, tries: int = 3, language: str = "en", rules: bool = False) -> TextMatch:
    spoken = [name for name in lineup if name.startswith("text:")]
    match = Match.of(find_game(game), lineup, SHORT[game], 1, spoken)
    return TextMatch(match, Terms(language, tries, rules))


@every_game_in_every_language
def test_a_scripted_player_plays_whole_games_of_every_kind(game: str, language: str) -> None:
    match = match_of(game, "text:scripted", "easy", language=language)
    deal = match.play_deal(0)
    speaker = match.speakers["text:scripted"]

    assert (deal.fault, len(deal.games)) == (None, len(match.match.rotations))
    assert speaker.decisions > 0
    assert speaker.answers >= speaker.decisions
    assert (speaker.refused, speaker.replaced) == ({}, 0)


def test_bots_play_as_in_the_arena() -> None:
    match = match_of("duel", "easy", "random")

    assert [one.result for one in match.play_deal(3).games] == [one.result for one in play_deal(match.match, 3).games]


def test_a_player_is_told_how_to_answer_what_is_new_and_what_it_may_do() -> None:
    match_of("duel", LIKE_A_BOT, "easy").play_deal(0)
    first, second = Told.heard[0][:2]

    assert first.startswith("You play a game with others. Say what you like, and end with a line such as “Action: ")
    assert "This is Cockroach Duel. You are Ada." in first
    assert "\nYou may choose:\n- " in first
    assert "You play a game with others." not in second
    assert len(Told.heard) == 2, "somebody new for each game"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_message_may_hold_the_rules(language: str) -> None:
    match_of("duel", LIKE_A_BOT, "easy", language=language, rules=True).play_deal(0)

    assert "\n# " in Told.heard[0][0]
    assert not any("\n# " in told for heard in Told.heard for told in heard[1:])


def test_refused_answers_are_counted_by_rule_and_at_last_a_rule_of_thumb_decides() -> None:
    match = match_of("duel", STUBBORN, "easy", tries=2)
    deal = match.play_deal(0)
    speaker = match.speakers[STUBBORN]
    heard = [told for game in Told.heard for told in game]

    assert deal.fault is None
    assert speaker.replaced > 0
    assert speaker.refused.total() >= 2 * speaker.replaced
    assert speaker.refused["NOT_AN_ACTION_NOW"] > 0
    assert speaker.answers == speaker.refused.total() + speaker.decisions - speaker.replaced
    assert any(
        told.startswith("You are the bluffer in this round")
        and "Nothing has happened. You have one more try." in told
        and "You may choose:" in told
        for told in heard
    )
    assert any(
        told.startswith("None of your answers could be taken, so a rule of thumb has decided for you: ")
        for told in heard
    )


def test_a_script_may_talk_of_something_else_now_and_then() -> None:
    match = match_of("duel", "text:scripted:3", "easy")
    match.play_deal(0)
    speaker = match.speakers["text:scripted:3"]

    assert speaker.refused == {NO_ACTION: speaker.answers - speaker.decisions}
    assert 0 < speaker.refused[NO_ACTION] <= speaker.answers / 3


def test_a_player_that_fails_is_named_and_its_deal_does_not_count() -> None:
    fault = match_of("duel", "easy", BROKEN).play_deal(0).fault

    assert fault
    assert (fault.bot, fault.problem) == (BROKEN, "RuntimeError: the line is dead")


@pytest.mark.parametrize(
    ("answer", "actions"),
    [
        ("hide 2", ["hide 2"]),
        ("I think:\n\nAction: g4, g5,k12\n\n", ["g4", "g5", "k12"]),
        ("**Action: `hide 2`**.", ["hide 2"]),
        ("Action : « turn 1 »", ["turn 1"]),
        ("7+", ["7+"]),
        ("", [""]),
        ("\n \n", [""]),
    ],
)
def test_the_last_line_of_an_answer_names_the_actions(answer: str, actions: list[str]) -> None:
    assert read_answer(answer) == actions


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("clever", r"no text player 'clever'; there are scripted, scripted:N, MODULE:FUNCTION"),
        ("nowhere:at_all", r"the text player 'nowhere:at_all' cannot be had: ModuleNotFoundError: "),
        ("os:nothing", r"the text player 'os:nothing' cannot be had: AttributeError: "),
    ],
)
def test_a_text_player_that_cannot_be_had_is_named(name: str, problem: str) -> None:
    with pytest.raises(UnknownBot, match=f"^{problem}"):
        find_text_player(name)


def test_a_text_player_is_known_by_the_name_of_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "talkers-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: talkers\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        f"[stammtisch.text_players]\nfirst = {LIKE_A_BOT.removeprefix('text:')}\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))

    assert find_text_player("first")(find_game("duel"), "en").answer("") == "I take the first.\nAction: 1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_says_how_often_answers_were_refused(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "report.json"
    arguments = ["text-arena", "duel", "text:scripted:2", "easy", "-o", "spaces=1", "--games", "2", "--seed", "4"]
    code = main([*arguments, "--lang", language, "--json", str(report)])
    said = capsys.readouterr().out
    written = json.loads(report.read_text(encoding="utf-8"))
    counted = written["text_players"]["text:scripted:2"]

    assert (code, written["games"], written["interrupted"]) == (0, 2, False)
    assert counted["answers"] == counted["decisions"] + counted["refused"][NO_ACTION]
    assert f"({NO_ACTION} {counted['refused'][NO_ACTION]})" in said
    assert [bot["bot"] for bot in written["bots"]] == ["text:scripted:2", "easy"]


def test_a_match_with_a_fault_ends_with_1_and_says_whose(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["text-arena", "duel", "easy", BROKEN, "--games", "2", "--lang", "en"])

    assert code == 1
    assert f"{BROKEN} is at fault: RuntimeError: the line is dead" in " ".join(capsys.readouterr().out.split())
