"""The typed record of a table around its game; only this module reads and writes the JSON that is stored of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final

from stammtisch.bots.levels import EASY, NORMAL
from stammtisch.bots.search_bot import ActionValue
from stammtisch.club.finished_game import Circumstances, Sitter
from stammtisch.core.fair_deal import Contribution
from stammtisch.core.table import Table
from stammtisch.kernel.seats import NONE
from stammtisch.store.result_contract import USUAL
from stammtisch.web.faces import usual_face
from stammtisch.web.tables.display_name import shown_name

OPEN: Final = "open"
RUNNING: Final = "running"
OVER: Final = "over"

NO_CLOCK: Final = "none"
RELAXED: Final = "relaxed"  # what people get who choose nothing: enough for everybody, but not for ever
PACES: Final = {NO_CLOCK: 0.0, "live": 60.0, RELAXED: 600.0, "slow": 3 * 86400.0}  # seconds for a decision; 0: no clock


@dataclass
class Place:
    """A seat at a table, and who has it."""

    person: str = ""  # nobody, or a bot, if empty
    name: str = ""
    bot: bool = False
    ready: bool = False
    missed: int = 0  # decisions in a row that the clock took
    left: bool = False  # for good
    level: str = EASY  # of the bot that sits here, or that stands in for a person
    hints: int = 0  # that were taken
    stood_in: int = 0  # decisions that a bot took for the person
    costume: int = 0  # of the face, from 1; 0 where nobody sits
    colour: int = -1  # of the face, as nobody else at the table has it; -1 where nobody sits
    unknown: dict[str, Any] = field(default_factory=dict)  # what a newer server has written: it is kept

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here."""
        return not self.person and not self.bot

    @property
    def who(self) -> str:
        """Who sits here, at whatever table: a person, or a bot by its name."""
        return self.person or f"bot {self.name}"


@dataclass(frozen=True)
class TableTerms:
    """What is agreed on beside the options of the game."""

    pace: str = NO_CLOCK
    listed: bool = False  # whether anybody may find the table
    level: str = NORMAL  # of bots that sit down
    hints: bool = False  # whether one may ask for hints, as long as no second person sits here
    rated: bool = True  # whether the game may count for ratings

    @property
    def seconds(self) -> float:
        """How many seconds there are for a decision; 0: no clock."""
        return PACES[self.pace]

    @property
    def patient(self) -> bool:
        """Whether the clock takes no decision while nobody else is here who waits for it."""
        return self.pace == RELAXED


@dataclass(frozen=True)
class Rest:
    """How a table that the house has paused rests: the clock of the decision owed stands still."""

    since: float = 0.0  # when it was paused, in seconds since 1970; 0 while the game goes on
    unknown: dict[str, Any] = field(default_factory=dict)  # what a newer server has written: it is kept


@dataclass(frozen=True)
class Advice:
    """What was found for a seat when it had taken so many actions: it is of no use after the next one."""

    acted: int
    best: tuple[ActionValue, ...]
    playouts: int  # 0 where a game is solved
    before: tuple[int, ...] = ()  # what comes before each of them in a row of choices
    after: tuple[int, ...] = ()  # what comes after the best of them


@dataclass(frozen=True)
class StandIn:
    """Who has asked for a bot to play for a seat, and how long one does."""

    votes: tuple[str, ...]  # people
    decided: int  # how often the seat had decided then
    until: int = 0  # a bot plays as long as the seat has decided less often


@dataclass(frozen=True)
class Evening:
    """What the same people have played so far, at one table after another."""

    games: int = 0
    wins: Mapping[str, int] = field(default_factory=dict)  # by `Place.who`
    first: str = ""  # the table at which it began; where it is not known, it is the next one

    def after(self, winners: Sequence[str]) -> Evening:
        """Return the evening with one more game, won by these."""
        wins = {who: self.wins.get(who, 0) + (who in winners) for who in {**self.wins, **dict.fromkeys(winners)}}
        return Evening(self.games + 1, wins, self.first)


@dataclass
class DealRecord:
    """What fixes the deals of a table beside the seed of the house."""

    house_alone: bool = False  # they must be equal elsewhere, so nobody adds anything
    hashes: dict[str, str] = field(default_factory=dict)  # by person: of words to be opened; until the game is begun
    opening: bool = False  # whether the game was begun and words are being opened
    contributions: tuple[Contribution, ...] = ()  # of everybody who sat here when the game was begun, by seat
    names: dict[str, str] = field(default_factory=dict)  # of these, by handle: they may leave, and a bot may come
    unknown: dict[str, Any] = field(default_factory=dict)  # what a newer server has written: it is kept


@dataclass(frozen=True)
class LessonRecord:
    """How far somebody has come in the lesson that is played at a table."""

    read: int = 0  # blocks that were read, in the order in which they came up
    refused_at: int = NONE  # how many steps there were when something was first refused
    left: bool = False  # read to the end, or skipped: from then on it is a table like any other
    unknown: dict[str, Any] = field(default_factory=dict)  # what a newer server has written: it is kept


@dataclass(frozen=True)
class DailyRecord:
    """The deal of the day that is played at a table."""

    day: str  # such as 2026-11-18
    table: str  # the name for which the deals are made
    until: float  # when the day is over, in seconds since 1970: nobody else sees anything before, and no result counts
    worth: int | None = None  # what the person's seat was worth in the end, if that was in time
    unknown: dict[str, Any] = field(default_factory=dict)  # what a newer server has written: it is kept


@dataclass
class TableRecord:
    """What is stored about a table beside its game."""

    host: str  # the person who opened it
    places: list[Place]
    terms: TableTerms = TableTerms()
    advice: dict[int, Advice] = field(default_factory=dict)  # by seat: what it was told last that asked for a hint
    rest: Rest = Rest()
    stand_ins: dict[int, StandIn] = field(default_factory=dict)  # by seat
    deal: DealRecord = field(default_factory=DealRecord)
    lesson: LessonRecord | None = None  # where the game's lesson is played
    daily: DailyRecord | None = None  # where a deal of the day is played, or practised
    practice: str = ""  # the table whose game is taken up again here, where it is one of practice
    redacted: int = 0  # how often somebody was forgotten here, whose words in the talk went
    practised: bool = False  # whether what was to be decided here was tried out at a table of practice
    kind: str = USUAL  # of the game, among the results
    opened_from: str = ""  # a hash of the address that opened the table, as long as it is open; none of an exempt one
    ended: str = ""  # the stage in which the house ended it
    evening: Evening = Evening()  # before this game
    next: str = ""  # the table at which the same people play again
    finished: tuple[int, ...] = ()  # by seat: in which place, since the game is over; games of before do not say
    unknown: dict[str, Any] = field(default_factory=dict)  # what a newer server has written: it is kept

    @property
    def has_result(self) -> bool:
        """Whether there is a result when the game is over: practice, lessons and what the house has ended have none."""
        return not (self.ended or self.practice or self.lesson)

    @property
    def is_try(self) -> bool:
        """Whether this is the one try of a person at a deal of the day."""
        return self.daily is not None and not self.practice

    def is_sealed(self, now: float) -> bool:
        """Whether a deal of the day is played here, and the day is not over."""
        return self.daily is not None and now < self.daily.until

    def daily_result(self, now: float, table: Table) -> DailyRecord | None:
        """Return what is stored of a deal of the day at its end: with a result, if the seat was theirs, and in time."""
        mine = [seat for seat, place in enumerate(self.places) if place.person == self.host and not place.left]
        if self.daily is None or not (self.is_try and self.is_sealed(now) and mine):
            return self.daily
        return replace(self.daily, worth=int(table.rules.worth(table.position, table.options, mine[0])))

    @property
    def circumstances(self) -> Circumstances:
        """Return what a result depends on beside the game."""
        sitters = [Sitter(one.person, one.name, one.level, one.left, one.stood_in, one.hints) for one in self.places]
        return Circumstances(sitters, self.terms.rated, self.practised, self.kind, self.evening.first)


_TERMS: Final = tuple(asdict(TableTerms()))
_KNOWN: Final = {
    *_TERMS,
    *("host", "places", "advice", "rest", "stand_ins", "deal", "lesson", "practice", "ended", "evening", "next"),
    *("daily", "finished", "practised", "kind", "redacted", "opened_from"),
}


def read_record(facts: Mapping[str, Any]) -> TableRecord:
    """Return the record that stored JSON holds; a store may be older than some of its fields."""
    return TableRecord(
        host=str(facts["host"]),
        places=[_read_place(place, seat) for seat, place in enumerate(facts["places"])],
        terms=TableTerms(**{name: facts[name] for name in _TERMS if name in facts}),
        advice={int(seat): _read_advice(one) for seat, one in facts.get("advice", {}).items()},
        rest=Rest(**_kept(Rest, facts.get("rest", {}))),
        stand_ins={int(seat): _read_stand_in(one) for seat, one in facts.get("stand_ins", {}).items()},
        deal=_read_deal(facts["deal"]) if "deal" in facts else DealRecord(house_alone=True),  # as it was before
        lesson=LessonRecord(**_kept(LessonRecord, facts["lesson"])) if facts.get("lesson") else None,
        daily=DailyRecord(**_kept(DailyRecord, facts["daily"])) if facts.get("daily") else None,
        practice=facts.get("practice", ""),
        redacted=facts.get("redacted", 0),
        practised=facts.get("practised", False),
        kind=facts.get("kind", USUAL),
        opened_from=facts.get("opened_from", ""),
        ended=facts.get("ended", ""),
        evening=Evening(**_known(Evening, facts.get("evening", {}))),
        next=facts.get("next", ""),
        finished=tuple(facts.get("finished", ())),
        unknown={name: value for name, value in facts.items() if name not in _KNOWN},
    )


def _read_place(stored: Mapping[str, Any], seat: int) -> Place:
    """Return a place; where it was stored before people had faces, its colour is that of the seat, as it was then."""
    place = Place(**_kept(Place, stored))
    if not place.free:
        place.name = shown_name(place.name) or "?"
        place.costume = place.costume or usual_face(place.person or place.name).costume
        place.colour = seat if place.colour < 0 else place.colour
    return place


def _read_advice(stored: Mapping[str, Any]) -> Advice:
    best = tuple(ActionValue(**_known(ActionValue, one)) for one in stored["best"])
    before, after = (tuple(stored.get(part, ())) for part in ("before", "after"))
    return Advice(stored["acted"], best, stored["playouts"], before, after)


def _read_stand_in(stored: Mapping[str, Any]) -> StandIn:
    return StandIn(tuple(stored["votes"]), stored["decided"], stored["until"])


def _read_deal(stored: Mapping[str, Any]) -> DealRecord:
    deal = DealRecord(**_kept(DealRecord, stored))
    deal.contributions = tuple(Contribution(**_known(Contribution, one)) for one in stored.get("contributions", ()))
    return deal


def _known(kind: type[Any], stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored fields that a class has; a newer server may have written others."""
    return {one.name: stored[one.name] for one in fields(kind) if one.name in stored}


def _kept(kind: type[Any], stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored fields of a part of a record, and beside them what a newer server has written."""
    known = _known(kind, stored)
    return {**known, "unknown": {name: value for name, value in stored.items() if name not in known}}


def _written(part: Place | Rest | DealRecord | LessonRecord | DailyRecord) -> dict[str, Any]:
    written = asdict(part)
    unknown: dict[str, Any] = written.pop("unknown")
    return _without_usual(written, stood_in=0) | unknown


def _without_usual(written: dict[str, Any], **usual: object) -> dict[str, Any]:
    """Leave out what is as it was before there was such a field, so that older servers find nothing new."""
    return {name: value for name, value in written.items() if name not in usual or value != usual[name]}


def write_record(record: TableRecord) -> dict[str, Any]:
    """Return what is stored of a record, as JSON has it."""
    stand_ins = {str(seat): asdict(one) for seat, one in record.stand_ins.items()}
    return {
        **_without_usual(asdict(record.terms), rated=True),
        "advice": {str(seat): asdict(one) for seat, one in record.advice.items()},
        "rest": {} if record.rest == Rest() else _written(record.rest),
        "deal": _written(record.deal),
        "ended": record.ended,
        "host": record.host,
        "next": record.next,
        "places": [_written(place) for place in record.places],
        **({"stand_ins": stand_ins} if stand_ins else {}),
        **({"practice": record.practice} if record.practice else {}),
        **({"redacted": record.redacted} if record.redacted else {}),
        **({"practised": True} if record.practised else {}),
        **({"kind": record.kind} if record.kind != USUAL else {}),
        **({"opened_from": record.opened_from} if record.opened_from else {}),
        **({"finished": list(record.finished)} if record.finished else {}),
        **({"evening": _without_usual(asdict(record.evening), first="")} if record.evening.games else {}),
        **({"lesson": _written(record.lesson)} if record.lesson else {}),
        **({"daily": _written(record.daily)} if record.daily else {}),
        **record.unknown,
    }
