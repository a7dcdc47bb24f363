"""The game as the page tells it: rounds, their steps in words, and the table after each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from p2puno.language.cards import card, colour
from p2puno.past.film import Film
from p2puno.ui.model import shown_names
from p2puno.ui.replaying import Telling
from p2puno.ui.verdict import departure_line
from protocol.departures import Cause
from protocol.reports import Finding
from protocol.rules.cards import Face
from protocol.rules.happenings import RoundEnded
from protocol.rules.needs import NeedMove
from protocol.table.view import TableView


@dataclass(frozen=True, slots=True)
class Card:
    """A card in words, and `suit` (red, yellow, green, blue, wild) for its looks."""

    words: str
    suit: str


@dataclass(frozen=True, slots=True)
class SeatShown:
    """One seat after a step; `hand` is empty where it stays closed."""

    name: str
    cards: int
    points: int
    in_turn: bool
    gone: bool
    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """The table after a step, as everybody saw it; with open replay the hands too."""

    top: Card | None
    colour: Card | None
    pile: int
    clockwise: bool
    seats: tuple[SeatShown, ...]


@dataclass(frozen=True, slots=True)
class Sign:
    """That a seat left, and why. kind: what it looks like, "departure" or "convicted"."""

    slot: int
    words: str
    kind: str


@dataclass(frozen=True, slots=True)
class Step:
    """What happened in one slot, in sentences."""

    slot: int
    sentences: tuple[str, ...]
    signs: tuple[Sign, ...]
    shown: Shown


@dataclass(frozen=True, slots=True)
class Round:
    """`number` is 0 for what happens before the first round. slots: the first and the last of it.

    points: the scores after it, if it was scored. gains: who has more or fewer points than before it.
    """

    number: int
    steps: tuple[Step, ...]
    points: tuple[int, ...]
    gains: tuple[tuple[str, int], ...]
    finding: Finding | None

    @property
    def signs(self) -> tuple[Sign, ...]:
        return tuple(sign for step in self.steps for sign in step.signs)

    @property
    def slots(self) -> tuple[int, int]:
        return self.steps[0].slot, self.steps[-1].slot


def rounds_of(film: Film) -> tuple[Round, ...]:
    """All rounds in their order; what an audit has found stands in the one where it happened."""
    telling = Telling(film)
    moments = range(len(telling.film.moments))
    grouped = groupby(moments, lambda at: _number(telling, at))
    rounds: list[Round] = []
    before: tuple[int, ...] = ()
    for number, each in grouped:
        places = tuple(each)
        points = _points(telling, places)
        gains = _gains(shown_names(film.report.names), before, points)
        rounds.append(Round(number, _steps(telling, places), points, gains, None))
        before = points or before
    return _with_finding(rounds, film.report.findings)


def signs(film: Film) -> tuple[Sign, ...]:
    """Who left during the game, in order."""
    names = shown_names(film.report.names)
    return tuple(
        Sign(
            each.slot,
            departure_line(each, names).strip(),
            "convicted" if each.cause is Cause.CONVICTED else "departure",
        )
        for each in film.report.departures
    )


def score_table(rounds: tuple[Round, ...], seats: int) -> tuple[tuple[int, ...], ...]:
    """The points of all seats after each round that is over; a void one changes nothing.

    Empty as long as no round was scored.
    """
    if not any(each.points for each in rounds):
        return ()
    table: list[tuple[int, ...]] = []
    points = (0,) * seats
    for each in rounds:
        scored = bool(each.points)
        if scored:
            points = (*each.points, *(0,) * (seats - len(each.points)))
        if each.number and (scored or each is not rounds[-1]):
            table.append(points)
    return tuple(table)


def _number(telling: Telling, at: int) -> int:
    return telling.film.moments[at].state.rules.round


def _steps(telling: Telling, places: tuple[int, ...]) -> tuple[Step, ...]:
    film, left = telling.film, signs(telling.film)
    steps: list[Step] = []
    for at in places:
        slot = film.moments[at].slot
        here = tuple(sign for sign in left if sign.slot == slot)
        steps.append(Step(slot, telling.moment(at), here, _shown(film, at)))
    return tuple(steps)


def _points(telling: Telling, places: tuple[int, ...]) -> tuple[int, ...]:
    """The scores after the round, if it was scored."""
    happened = (each for at in places for each in telling.film.moments[at].happenings)
    return next((each.scores for each in happened if isinstance(each, RoundEnded)), ())


def _gains(
    names: Sequence[str], before: tuple[int, ...], points: tuple[int, ...]
) -> tuple[tuple[str, int], ...]:
    """`before` is shorter if somebody came later."""
    gained = zip_longest(points, before[: len(points)], fillvalue=0)
    return tuple((name, now - then) for name, (now, then) in zip(names, gained, strict=False) if now != then)


def _with_finding(rounds: list[Round], findings: tuple[Finding, ...]) -> tuple[Round, ...]:
    """What does not hold comes after everything that does: it belongs to the last round."""
    at = next((finding for finding in findings if finding.slot is not None), None)
    if at is None or not rounds:
        return tuple(rounds)
    last = rounds[-1]
    return (*rounds[:-1], replace(last, finding=at))


# --- the table after a step ---------------------------------------------------------------------------------


def _shown(film: Film, at: int) -> Shown:
    view = film.view(at)
    rules = view.rules
    return Shown(
        top=None if rules.top is None else _card(rules.top),
        colour=None if rules.colour is None else Card(colour(rules.colour), rules.colour.name.lower()),
        pile=rules.pile,
        clockwise=rules.direction == 1,
        seats=tuple(_seats(film, view, at)),
    )


def _seats(film: Film, view: TableView, at: int) -> Iterator[SeatShown]:
    rules = view.rules
    chooses = rules.need.seat if isinstance(rules.need, NeedMove) else None
    for seat, name in enumerate(shown_names(view.names)):
        yield SeatShown(
            name=name,
            cards=rules.counts[seat],
            points=rules.scores[seat],
            in_turn=seat == chooses,
            gone=seat in rules.gone,
            hand=tuple(_card(rules.deck[each]) for each in sorted(film.cards(at, seat))),
        )


def _card(face: Face) -> Card:
    return Card(card(face), "wild" if face.colour is None else face.colour.name.lower())
