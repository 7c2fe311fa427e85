"""The pictures on the pages of rules: each in its part, in every language, and drawn from what everybody may see."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module

import pytest

from stammtisch.core.game import find_game
from stammtisch.core.language import LANGUAGES
from stammtisch.core.rules_page import read_page
from stammtisch.core.table import Table
from stammtisch.games.combo.cards import COLOURS, RANKS
from stammtisch.games.combo.combinations import KINDS, SIZES, has_combination
from stammtisch.games.combo.notation import read
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.testing.walk import view_of
from stammtisch.web.games.combo.examples import EXAMPLES
from stammtisch.web.view.rule_pictures import PicturedStep, moment, plates_of
from tests.web.drivers.page import house, visitor

PARTS = {"combo": (3, 4), "duel": (2, 4), "gang": (2, 5), "party": (2, 4)}
FIGURE = re.compile(r'<figure class="plate">.*?</figure>', re.DOTALL)
games = pytest.mark.parametrize("game", PARTS)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    """Return the pages of rules by game and language, as they are served."""
    with house(tmp_path_factory.mktemp("house")) as server:
        readers = {language: visitor(server) for language in LANGUAGES}
        for language, reader in readers.items():
            reader.send("/settings", lang=language, back="/")
        return {(game, language): readers[language].look(f"/rules/{game}") for game in PARTS for language in LANGUAGES}


def figures(page: str) -> dict[int, list[str]]:
    """Return the figures of a page by the number of the part they are in."""
    _, *parts = re.split(r'<h2 id="part-\d+">', page)
    return {number: found for number, part in enumerate(parts, 1) if (found := FIGURE.findall(part))}


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_picture_is_in_its_part(game: str, language: str, pages: dict[tuple[str, str], str]) -> None:
    found = figures(pages[game, language])

    assert {part: len(pictures) for part, pictures in found.items()} == dict.fromkeys(PARTS[game], 1)
    for picture in (picture for pictures in found.values() for picture in pictures):
        assert re.search(r'<div class="felt [^"]*" aria-hidden="true" inert>', picture)
        assert picture.count('class="card ') + picture.count('class="board ') + picture.count('class="slab ') > 0
        assert "<button" not in picture
        assert ' id="' not in picture
        assert "style=" not in picture


@games
def test_a_picture_follows_the_heading_and_the_paragraph_that_opens_the_part(
    game: str, pages: dict[tuple[str, str], str]
) -> None:
    text, _ = read_page(find_game(game), "en")
    _, *parts = re.split(r"(?m)^## ", text)
    for part in PARTS[game]:
        opening = parts[part - 1].split("\n\n")[1][:1].isalpha()
        between = rf'<h2 id="part-{part}">[^\n]*</h2>\n{"<p>(?:(?!</p>).)*</p>" if opening else ""}\s*<figure'

        assert re.search(between, pages[game, "en"], re.DOTALL), part


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_id_is_on_a_page_twice(game: str, language: str, pages: dict[tuple[str, str], str]) -> None:
    ids = Counter(re.findall(r'\sid="([^"]*)"', pages[game, language]))

    assert ids["part-1"] == 1
    assert [name for name, number in ids.items() if number > 1] == []


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_stays_light(game: str, language: str, pages: dict[tuple[str, str], str]) -> None:
    assert len(pages[game, language].encode()) < 400_000


@games
def test_captions_are_sentences_in_the_readers_language(game: str) -> None:
    for part in PARTS[game]:
        captions = {plates_of(game, language)[part].caption for language in LANGUAGES}

        assert len(captions) == len(LANGUAGES)
        assert all(caption.endswith(".") and "{" not in caption for caption in captions)


def hides_all(at: PicturedStep) -> bool:
    """Whether there is nothing in a moment that looking at it as a spectator would take away."""
    views = (at.before, at.view)
    return all(view_of(at.game.rules, view, at.options, SPECTATOR) == view for view in views)


@games
def test_tables_are_seen_as_a_spectator_sees_them(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module(f"stammtisch.web.games.{game}.rule_pictures")
    used: list[PicturedStep] = []

    def noted(*wanted: object, **choices: object) -> PicturedStep:
        used.append(moment(*wanted, **choices))
        return used[-1]

    monkeypatch.setattr(module, "moment", noted)
    module.plates("en")

    assert used
    for at in used:
        scene = at.scene("en")
        assert hides_all(at)
        assert (scene.viewer, scene.acts, scene.over) == (SPECTATOR, False, False)


@games
def test_a_view_that_knows_more_is_noticed(game: str) -> None:
    table = Table(game, seed=1)
    table.play(table.waiting[0], table.actions(table.waiting[0])[0])
    for view in (table.position, table.view(0), table.view(1)):
        if view != table.view(SPECTATOR):
            assert not hides_all(PicturedStep(table.game, table.options, view, table.steps[-1], view))

    assert table.position != table.view(SPECTATOR)


def test_the_red_tile_is_not_to_be_found_before_it_is_turned() -> None:
    beginning, cross = (plates_of("duel", "en")[part].picture for part in PARTS["duel"])

    assert 'class="mark' not in beginning
    assert beginning.count("slab back") == 4
    assert 'class="mark red"' in cross


def test_the_examples_of_combinations_are_what_they_are_called() -> None:
    text, _ = read_page(find_game("combo"), "en")
    for kind in range(KINDS):
        cards = [read(card) for card in EXAMPLES[kind].split()]
        own = [sum(1 << card % RANKS for card in cards if card // RANKS == colour) for colour in range(COLOURS)]

        assert has_combination(own, kind)
        assert len(cards) == SIZES[kind]
        assert f"`{EXAMPLES[kind]}`" in text


def test_a_moment_that_never_comes_is_an_error() -> None:
    with pytest.raises(LookupError, match="no such moment in duel"):
        moment("duel", 1, lambda _: False)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["combo", "gang"])
def test_cards_in_the_text_are_drawn_and_not_written_in_the_notation(
    pages: dict[tuple[str, str], str], game: str, language: str
) -> None:
    page = pages[game, language]

    assert 'role="img"' in page.partition("<table>")[2].partition("</table>")[0], "the cards of each colour"
    assert not re.search(r"<code>[a-z]\d", page)
