"""The tables after all steps as the page's script reads them: what stands there often stands there once.

    {"cards": [[words, suit], ...], "rounds": [[step, ...], ...], "texts": {...}}

A step is [top, colour, pile, clockwise, turn, seats]: the card on top and the colour in play as places in
`cards` (-1: none), clockwise as 1 or 0, who is in turn (-1: nobody). `seats` are those of whom something has
changed since the step before (all in the first step of a round): [seat, name, cards, points, gone, hand], the
hand as places in `cards`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from p2puno.language.texts import Text
from p2puno.report import texts
from p2puno.report.story import Card, Round, SeatShown, Shown, Step

TEXTS: Mapping[str, Text] = {
    "top": texts.TOP,
    "colour": texts.COLOUR,
    "pile": texts.PILE,
    "cards": texts.CARDS,
    "points": texts.POINTS,
    "clockwise": texts.CLOCKWISE,
    "counter": texts.COUNTER,
    "turn": texts.TURN,
    "gone": texts.GONE,
}


def tables(rounds: Iterable[Round]) -> str:
    """As JSON that can stand in a script element."""
    cards = _Places()
    data = {
        "rounds": [_steps(each.steps, cards) for each in rounds],
        "cards": [[card.words, card.suit] for card in cards.known],
        "texts": {name: str(text) for name, text in TEXTS.items()},
    }
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # Of what stands in a script element only "<" can mean anything to a browser, as in "</script>".
    return written.replace("<", "\\u003c")


class _Places:
    """Every card once, in the order in which they were met."""

    def __init__(self) -> None:
        self.known: dict[Card, int] = {}

    def of(self, card: Card | None) -> int:
        return -1 if card is None else self.known.setdefault(card, len(self.known))


def _steps(steps: Sequence[Step], cards: _Places) -> list[list[object]]:
    before: Sequence[SeatShown] = ()
    told = []
    for step in steps:
        told.append(_step(step.shown, before, cards))
        before = step.shown.seats
    return told


def _step(shown: Shown, before: Sequence[SeatShown], cards: _Places) -> list[object]:
    turn = next((seat for seat, each in enumerate(shown.seats) if each.in_turn), -1)
    seats = [_seat(each, cards) for each in shown.seats]
    earlier = [_seat(each, cards) for each in before]
    changed = [
        [seat, *each] for seat, each in enumerate(seats) if seat >= len(earlier) or earlier[seat] != each
    ]
    return [cards.of(shown.top), cards.of(shown.colour), shown.pile, int(shown.clockwise), turn, changed]


def _seat(seat: SeatShown, cards: _Places) -> list[object]:
    return [seat.name, seat.cards, seat.points, int(seat.gone), [cards.of(card) for card in seat.hand]]
