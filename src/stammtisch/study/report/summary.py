"""What a study has found, in a few sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import inf
from statistics import fmean

from stammtisch.core.language import Say
from stammtisch.study.block import MOST_STEPS
from stammtisch.study.experiments.experiment import BOTS
from stammtisch.study.measures.estimates import Measured
from stammtisch.study.measures.wins import even_share
from stammtisch.study.plan import Cell
from stammtisch.study.report.words import Form, describe, number, option_label, value_label
from stammtisch.study.results import CellResults, Difference, StudyResults


def summary(one: CellResults, say: Say) -> list[str]:
    """Return what is to be said of a cell."""
    found = one.measures
    return [
        *_seats(one, say),
        *_opener(found, say),
        *_length(found, say),
        *_luck(one, say),
        *_course(found, say),
        *_catching_up(found, say),
        *_choices(found, say),
        *_ends(found, say),
        *_evaluators(found, say),
    ]


def comparison(results: StudyResults, differences: Iterable[Difference], say: Say, most: float = inf) -> list[str]:
    """Return which differences to the first cell are clear; of more than `most` the largest of each measure."""
    clear = [one for one in differences if one.clear]
    shown = clear if len(clear) <= most else _largest(clear)
    told = [_difference(results, one, say) for one in shown]
    if left := len(clear) - len(shown):
        told.append(say.count("One more is clear, and smaller.", "{number} more are clear, and smaller.", left))
    return told or [say("No difference is clear: all that was compared may be chance.")]


def _largest(differences: Iterable[Difference]) -> list[Difference]:
    """Return the largest difference of each measure."""
    found = dict[str, Difference]()
    for one in sorted(differences, key=lambda one: -abs(one.value)):
        found.setdefault(one.measure, one)
    return list(found.values())


def cell_name(results: StudyResults, cell: int, say: Say) -> str:
    """Return what tells a cell from the others."""
    return ", ".join(_values(results, results.plan.cells[cell].varied, say))


def option_values(results: StudyResults, cell: Cell, say: Say) -> str:
    """Return what tells a cell from others with the same bots."""
    return ", ".join(_values(results, [one for one in cell.varied if one[0] != BOTS], say))


def _values(results: StudyResults, varied: Iterable[tuple[str, object]], say: Say) -> Iterator[str]:
    for name, value in varied:
        label = option_label(results.plan, name, say)
        yield say("{option}: {value}", option=label, value=value_label(value, say))


def cell_values(results: StudyResults, cell: int, say: Say) -> str:
    """Return what tells a cell from the others, without the names of what is varied where there are several."""
    varied = results.plan.cells[cell].varied
    if len(varied) == 1:
        return cell_name(results, cell, say)
    return " · ".join(value_label(value, say) for _, value in varied)


def _seats(one: CellResults, say: Say) -> Iterator[str]:
    seats, balance = range(one.cell.seats), one.measures.get("balance")
    if balance is None or balance.high is None:
        return
    if balance.high < 1:  # some seat differs, however many were looked at
        shares = [share for seat in seats if (share := even_share(one.games, seat))]
        fair = 1 / len(shares)
        seat = max(seats, key=lambda seat: abs(shares[seat].value - fair))
        apart, reach = _percent(abs(shares[seat].value - fair), say), _percent(shares[seat].margin or 0.0, say)
        if shares[seat].value > fair:
            yield say("Seat {seat} wins too often, by {apart} ± {reach} of the games.", **_of(seat, apart, reach))
        else:
            yield say("Seat {seat} wins too seldom, by {apart} ± {reach} of the games.", **_of(seat, apart, reach))
    else:
        reach = _percent(max(one.measures[f"win.{seat}"].margin or 0.0 for seat in seats), say)
        yield say("No seat is clearly better than another; each win share is known to ± {reach}.", reach=reach)


def _opener(found: Mapping[str, Measured], say: Say) -> Iterator[str]:
    """Say that whoever opens wins more or less than the seats do on average, if that is clear."""
    wins = [one for name, one in found.items() if name.startswith("opener.")]
    if not wins or wins[0].low is None or wins[0].high is None:
        return
    fair, first = fmean(one.value for one in wins), wins[0]
    apart, reach = _percent(abs(first.value - fair), say), _percent(first.margin or 0.0, say)
    if wins[0].low > fair:
        yield say("Whoever opens wins too often, by {apart} ± {reach} of the games.", apart=apart, reach=reach)
    elif wins[0].high < fair:
        yield say("Whoever opens wins too seldom, by {apart} ± {reach} of the games.", apart=apart, reach=reach)


def _of(seat: int, apart: str, reach: str) -> dict[str, object]:
    return {"seat": seat + 1, "apart": apart, "reach": reach}


def _length(found: Mapping[str, Measured], say: Say) -> Iterator[str]:
    if "minutes" in found and "real" in found:
        yield say(
            "A game takes {minutes} minutes at a person’s pace; of {decisions} decisions {real} leave a choice.",
            minutes=number(found["minutes"].value, Form.NUMBER, say),
            decisions=number(found["decisions"].value, Form.NUMBER, say),
            real=_percent(found["real"].value, say),
        )


def _luck(one: CellResults, say: Say) -> Iterator[str]:
    parts = {name: measured.value for name, measured in one.measures.items() if name.startswith("luck.")}
    if not sum(parts.values()):
        return
    deal = _percent(parts["luck.deal"], say)
    if not any(game.chances for game in one.games):
        yield say("Luck decides nothing: there is no chance in these games.")
    elif parts["luck.rest"] == 0:
        yield say(
            "Luck decides {deal} between these bots, which always do the same with the same cards.",
            deal=deal,
        )
    elif "luck.player" in parts:
        yield say(
            "Luck decides {deal} between these bots; who plays decides {player}.",
            deal=deal,
            player=_percent(parts["luck.player"], say),
        )
    else:
        yield say("Luck decides {deal} among equals.", deal=deal)


def _course(found: Mapping[str, Measured], say: Say) -> Iterator[str]:
    if "settled" in found and "lead_changes" in found:
        yield say(
            "The lead changes {times} times, and a game is as good as won after {part} of it.",
            times=number(found["lead_changes"].value, Form.NUMBER, say),
            part=_percent(found["settled"].value, say),
        )


def _catching_up(found: Mapping[str, Measured], say: Say) -> Iterator[str]:
    if "leader.50" in found:
        won = _percent(found["leader.50"].value, say)
        yield say("Whoever is ahead halfway wins {won} of the games.", won=won)
    behind = found.get("behind.50")
    if behind is None or behind.low is None or behind.high is None:
        return
    about = {"apart": _percent(abs(behind.value), say), "reach": _percent(behind.margin or 0.0, say)}
    if behind.low > 0:
        yield say(
            "Those behind halfway catch up: leaders win less often than if rules of thumb played on, by {apart} ±"
            " {reach}.",
            **about,
        )
    elif behind.high < 0:
        yield say(
            "Leaders halfway run away: they win more often than if rules of thumb played on, by {apart} ± {reach}.",
            **about,
        )


def _choices(found: Mapping[str, Measured], say: Say) -> Iterator[str]:
    if "stakes.second" in found and "stakes.worst" in found:
        yield say(
            "At a choice the best way wins {second} more of the games than the second best, and {worst} more than the"
            " worst.",
            second=_percent(found["stakes.second"].value, say),
            worst=_percent(found["stakes.worst"].value, say),
        )
    if "hopeless" in found and "kingmaking" in found:
        yield say(
            "{share} of the choices are made without hope to win, and each moves another seat’s chance by {moved}.",
            share=_percent(found["hopeless"].value, say),
            moved=_percent(found["kingmaking"].value, say),
        )


def _evaluators(found: Mapping[str, Measured], say: Say) -> Iterator[str]:
    """Say that net and playouts disagree, if that is more than their errors, and who is nearer, if that is clear."""
    apart, nearer = found.get("evaluators.apart"), found.get("evaluators.nearer")
    if apart is None or nearer is None or not apart.low or nearer.low is None or nearer.high is None:
        return
    much = _percent(apart.value, say)
    if nearer.low > 0:
        yield say("The net and playouts differ by {much} about what happens; the net is nearer to it.", much=much)
    elif nearer.high < 0:
        yield say("The net and playouts differ by {much} about what happens; playouts are nearer to it.", much=much)
    else:
        yield say(
            "The net and playouts differ by {much} about what happens; neither is clearly nearer to it.", much=much
        )


def _ends(found: Mapping[str, Measured], say: Say) -> Iterator[str]:
    if found["unfinished"].value > 0:
        yield say(
            "{part} of the games came to no end within {steps} steps.",
            part=_percent(found["unfinished"].value, say),
            steps=say.number(MOST_STEPS),
        )
    if "shared" in found and found["shared"].value > 0:
        yield say("{part} of the games have several winners.", part=_percent(found["shared"].value, say))


def _difference(results: StudyResults, one: Difference, say: Say) -> str:
    about = describe(one.measure, say)
    reach = number((one.high - one.low) / 2, about.form, say, one.value)
    values = {
        "cell": cell_name(results, one.cell, say),
        "measure": about.label,
        "apart": number(abs(one.value), about.form, say, one.value),
        "reach": reach,
    }
    if one.value > 0:
        return say("{cell} – {measure}: {apart} ± {reach} more.", **values)
    return say("{cell} – {measure}: {apart} ± {reach} less.", **values)


def _percent(value: float, say: Say) -> str:
    return number(value, Form.PERCENT, say)
