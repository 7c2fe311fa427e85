"""Who plays how well: the ratings of a game with so many seats, of people who show them and of the bots."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response

from stammtisch.club.ratings.moves import FORGIVEN, PART, SHOWN_WITHIN, is_shown, reach
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.game_forms import easiest_first
from stammtisch.core.options import choices_of, defaults_of
from stammtisch.kernel.choices import Between
from stammtisch.ratings.model import NEWCOMER
from stammtisch.web.fields import whole_number
from stammtisch.web.pages.request import PageRequest, find, title_of
from stammtisch.web.view.club.rating_list import certainty, listed_bots, listed_people, points, rating_lines
from stammtisch.web.view.scene import look_of


@dataclass(frozen=True)
class RatedGame:
    """A game, and with how many players it is rated."""

    game: str
    title: str
    seats: tuple[int, ...]  # how many there may be


async def ratings(page: PageRequest) -> Response:
    """Show the ratings of a game; of the easiest one, if none is named."""
    pools = [_pool(game, page.language) for game in easiest_first([*map(find_game, game_names())])]
    game = find(page.path["game"]) if "game" in page.path else find_game(pools[0].game)
    pool = next(one for one in pools if one.game == game.NAME)
    asked = whole_number(page.query.get("seats", ""), 2, 0)
    seats = asked if asked in pool.seats else _usual_seats(game)
    store = page.registry.store
    moves = await store.ratings_in(game.NAME, seats)
    own = next((move for move in moves if move.person == page.person.id), None)
    listed = [*await listed_people(store, moves, page.person.id), *listed_bots(game.NAME, seats)]
    return page.render(
        "ratings.html",
        cloth=look_of(game),
        title=title_of(game, page.language),
        game=game.NAME,
        pools=pools,
        seats=seats,
        lines=rating_lines(listed, seats),
        certainty=certainty(),
        own=own,
        own_shown=own is not None and is_shown(own),
        own_reach=points(reach(own)) if own else "",
        bound=points(SHOWN_WITHIN),
        newcomer=points(NEWCOMER.strength),
        forgiven=FORGIVEN,
        part=PART,
    )


def _pool(game: Game, language: str) -> RatedGame:
    choice = choices_of(game.rules)["seats"]
    some = range(choice.low, choice.high + 1) if isinstance(choice, Between) else (_usual_seats(game),)
    return RatedGame(game.NAME, title_of(game, language), tuple(some))


def _usual_seats(game: Game) -> int:
    return int(str(defaults_of(game.rules)["seats"]))
