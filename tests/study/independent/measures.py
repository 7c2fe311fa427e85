"""The measures of docs/study.md: of games that were played again, and of what a study keeps of its watched games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean

from tests.study.independent.intervals import Known, jackknife, mean, quantile
from tests.study.independent.replay import Replay

Found = Iterator[tuple[str, Known | None]]


def by_deal(games: Sequence[Replay], value: Callable[[Replay], float]) -> dict[int, list[float]]:
    """Return a value of the games of each deal."""
    found = dict[int, list[float]]()
    for game in games:
        found.setdefault(game.deal, []).append(value(game))
    return found


def of_wins(games: Sequence[Replay]) -> Found:
    """Yield who wins; somebody does in every game of ours that comes to its end, but perhaps Paul."""
    n = len(games[0].bots)
    for seat in range(n):
        yield f"win.{seat}", mean(by_deal(games, lambda game, seat=seat: game.win(seat)), share=True)  # type: ignore[misc]
    opened = [game for game in games if game.opener is not None]
    if len({game.opener for game in opened}) > 1:
        for place in range(n):
            own = by_deal(opened, lambda game, place=place: game.win(((game.opener or 0) + place) % n))  # type: ignore[misc]
            yield f"opener.{place}", mean(own, share=True)
    names = sorted({name for game in games for name in game.bots})
    for name in names if len(names) > 1 else ():

        def own_part(game: Replay, name: str = name) -> float:
            return fmean(game.win(seat) for seat in range(n) if game.bots[seat] == name)

        yield f"bot.{name}", mean(by_deal(games, own_part), share=True)
    yield from _fairness(games, n)
    first = [game.places.count(1) for game in games]
    alike = dict(zip([id(game) for game in games], first, strict=True))
    yield "shared", mean(by_deal(games, lambda game: alike[id(game)] > 1), share=True)
    yield "nobody", mean(by_deal(games, lambda game: alike[id(game)] == 0), share=True)
    yield "unfinished", mean(by_deal(games, lambda game: not game.table.over), share=True)


def _fairness(games: Sequence[Replay], n: int) -> Found:
    """Yield balance and largest advantage: what they may be while every seat's distance lies in its interval."""
    apart, least, most = list[float](), list[float](), list[float]()
    for seat in range(n):

        def share(game: Replay, seat: int = seat) -> float:
            return game.win(seat) if 1 in game.places else 1 / n

        found = mean(by_deal(games, share), share=True, confidence=1 - 0.05 / n)
        assert found is not None, "games were played"
        apart.append(abs(found.value - 1 / n))
        if found.low is not None and found.high is not None:
            least.append(
                0.0 if found.low <= 1 / n <= found.high else min(abs(found.low - 1 / n), abs(found.high - 1 / n))
            )
            most.append(max(abs(found.low - 1 / n), abs(found.high - 1 / n)))
    balances = [1 - sum(far) / (2 - 2 / n) for far in (apart, most, least) if len(far) == n]
    yield "balance", Known(balances[0], *(max(0.0, value) for value in balances[1:]))
    yield "advantage", Known(*(min(1.0, max(far)) for far in (apart, least, most) if len(far) == n))


def of_length(games: Sequence[Replay]) -> Found:
    """Yield how long games are and what there is to choose."""
    lengths: dict[str, Callable[[Replay], float]] = {
        "minutes": lambda game: game.seconds / 60,
        "rounds": lambda game: game.rounds,
        "decisions": lambda game: len(game.decisions),
        "steps": lambda game: len(game.table.steps),
    }
    for name, length in lengths.items():
        own = by_deal(games, length)
        yield name, mean(own)
        for percent in (5, 50, 95):
            yield f"{name}.{percent}", quantile(own, percent)
    yield "branching", mean(by_deal(games, lambda game: game.branching))
    yield "real", mean(by_deal(games, lambda game: game.real), share=True)


def of_luck(games: Sequence[Replay]) -> Found:
    """Yield the components of variance, by sums of squares: deal x seat, seat, player and rest."""
    names = sorted({name for game in games for name in game.bots})
    deals = {deal: [game for game in games if game.deal == deal] for deal in sorted({game.deal for game in games})}
    chance = any(game.chance for game in games)
    for place, name in enumerate(("deal", "seat", "player", "rest")):
        if name != "player" or len(names) > 1:
            yield (
                f"luck.{name}",
                jackknife(
                    deals,
                    len(deals),
                    lambda some, place=place: _components(some, names, chance=chance)[place],  # type: ignore[misc]
                ),
            )


def _components(deals: Sequence[Sequence[Replay]], names: Sequence[str], *, chance: bool) -> list[float]:
    seats, times, d = range(len(deals[0][0].bots)), len(deals[0]), len(deals)
    shares = [fmean(game.win(seat) for games in deals for game in games) for seat in seats]
    fair = fmean(shares)
    error = fmean(
        _variance([fmean(game.win(seat) for game in games) - fmean(map(_won, games)) for games in deals]) / d
        for seat in seats
    )
    seat_part = fmean((share - fair) ** 2 for share in shares) - error
    worth, player_part = dict.fromkeys(names, 0.0), 0.0
    for name in names if len(names) > 1 else ():
        own = [
            [game.win(seat) - shares[seat] for game in games for seat in seats if game.bots[seat] == name]
            for games in deals
        ]
        worth[name] = fmean(map(fmean, own))
        part = sum(map(len, own)) / (d * times * len(seats))
        player_part += part * (worth[name] ** 2 - _variance([*map(fmean, own)]) / d)
    if len(names) == 1:
        worth = {names[0]: fmean(game.win(seat) - shares[seat] for games in deals for game in games for seat in seats)}
    left = [
        [[game.win(seat) - shares[seat] - worth[game.bots[seat]] for game in games] for games in deals]
        for seat in seats
    ]
    within = fmean(fmean(map(_variance, own)) for own in left)
    between = fmean(times * _variance([*map(fmean, own)]) for own in left)
    parts = [(between - within) / times if chance else 0.0, seat_part, player_part, within]
    return [part / sum(parts) if sum(parts) > 1e-12 else 0.0 for part in parts]


def _won(game: Replay) -> float:
    return fmean(game.win(seat) for seat in range(len(game.bots)))


def _variance(values: Sequence[float]) -> float:
    middle = fmean(values)
    return sum((value - middle) ** 2 for value in values) / (len(values) - 1)
