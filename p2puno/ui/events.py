"""`--events FILE`: what happens at the table, one JSON object a line (specs/events.md is normative).

Public terms, and this seat's own hand; nothing else that is secret is known here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, TypeAlias

from p2puno.errors import OutsideError
from p2puno.language.texts import Text
from p2puno.net.messages import Roll
from p2puno.seat.player import Company
from p2puno.ui import house_events
from p2puno.ui.asking import newly_shown
from p2puno.ui.model import sort_cards
from protocol.rules import happenings as rules
from protocol.rules.cards import CardId, Face
from protocol.rules.needs import NeedMove
from protocol.table import happenings as table
from protocol.table.happenings import Happening
from protocol.table.state import Checked
from protocol.table.view import TableView

Fields: TypeAlias = dict[str, object]
Deck: TypeAlias = tuple[Face, ...]

NOT_WRITTEN = Text("The events cannot be written to {path}: {reason}.")
NO_MORE = Text("No more events are written to {path}: {reason}.")


class EventFile:
    """Implements `seat.player.Observer`. If the disk fails later, the game goes on without events."""

    def __init__(self, path: Path, complain: Callable[[str], None]) -> None:
        """Opens the file; raises OutsideError. It is private, for it holds a hand."""
        self._path = path
        self._complain = complain
        self._before: TableView | None = None
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        except OSError as error:
            raise OutsideError(NOT_WRITTEN.format(path=path, reason=error.strerror)) from error
        self._file: int | None = descriptor

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    # --- Observer -------------------------------------------------------------------------------------

    def on_slot(self, view: TableView, happenings: Sequence[Happening]) -> None:
        slot, before = view.slot - 1, self._before
        self._before = view
        for happening in happenings:
            kind, fields = event_of(happening, view.rules.deck)
            if isinstance(happening, rules.SeatsJoined):
                fields["names"] = [view.names[seat] for seat in happening.seats]
            self._write(slot, kind, fields)
        if (view.hand or before is not None) and (before is None or _hand(view) != _hand(before)):
            self._write(slot, "hand", _hand(view))
        if shown := newly_shown(before, view):
            self._write(slot, "shown-to-me", cards(view.rules.deck, shown))
        if view.checked != (Checked() if before is None else before.checked):
            done = view.checked
            counts = {"shuffles": done.shuffles, "unmaskings": done.unmaskings}
            self._write(
                slot, "verified", {**counts, "openings": done.openings, "challenges": done.challenges}
            )
        self._write_turn(slot, view, before)

    def on_waiting(self, seats: Sequence[int], seconds: float) -> None:
        self._write(self._slot, "waiting", {"seats": list(seats), "seconds": round(seconds)})

    def on_chat(self, seat: int, text: str) -> None:
        self._write(self._slot, "chat", {"seat": seat, "text": text})

    def on_notice(self, sentence: str) -> None:
        self._write(self._slot, "notice", {"text": sentence})

    def on_roll(self, roll: Roll) -> None:
        """Who waits for a game is no event of it."""

    def on_company(self, company: Company) -> None:
        fields = {"by_bot": sorted(company.by_bot), "reading": sorted(company.reading)}
        more = {"watchers": company.watchers, "away": sorted(company.away)}
        self._write(self._slot, "company", {**fields, **more})

    @property
    def _slot(self) -> int:
        """The slot that is being filled."""
        return 0 if self._before is None else self._before.slot

    def _write_turn(self, slot: int, view: TableView, before: TableView | None) -> None:
        need = view.rules.need
        if isinstance(need, NeedMove) and (before is None or need != before.rules.need):
            choices = sorted(kind.name.lower().replace("_", "-") for kind in need.allowed)
            self._write(slot, "turn", {"seat": need.seat, "choices": choices})

    def _write(self, slot: int, kind: str, fields: Fields) -> None:
        if self._file is None:
            return
        line = json.dumps({"slot": slot, "type": kind, **fields}, ensure_ascii=False) + "\n"
        try:
            os.write(self._file, line.encode())
        except OSError as error:
            self.close()
            self._complain(NO_MORE.format(path=self._path, reason=error.strerror))


def event_of(happening: Happening, deck: Deck) -> tuple[str, Fields]:
    """The type and the fields of one happening."""
    kind, fields = EVENTS[type(happening)]
    return kind, fields(happening, deck)


def card(deck: Deck, number: CardId) -> Fields:
    return {"card": deck[number].label, "id": number}


def cards(deck: Deck, numbers: Sequence[CardId]) -> Fields:
    """Cards in the order in which hands are shown."""
    ordered = sort_cards(deck, numbers)
    return {"cards": [deck[number].label for number in ordered], "ids": ordered}


def _hand(view: TableView) -> Fields:
    drawn = None if view.drawn is None else view.rules.deck[view.drawn].label
    held = [number for number in view.hand if number != view.drawn]
    return {"seat": view.seat, **cards(view.rules.deck, held), "drawn": drawn}


def _cut(cut: rules.DealerCut, deck: Deck) -> Fields:
    drawn = [deck[number].label for number in cut.cards]
    return {"seats": list(cut.seats), "cards": drawn, "ids": list(cut.cards), "dealer": cut.dealer}


def _score(end: rules.RoundEnded, deck: Deck) -> Fields:
    return {
        "round": end.round,
        "winners": list(end.winners),
        "blocked": end.blocked,
        "hands": [cards(deck, hand)["cards"] for hand in end.hands],
        "values": list(end.values),
        "points": list(end.points),
        "scores": list(end.scores),
    }


def _end(end: rules.GameEnded, _: Deck) -> Fields:
    return {"winners": list(end.winners), "scores": list(end.scores), "forfeit": end.forfeit}


def _draw(draw: rules.CardsDrawn | rules.CardsMissing, _: Deck) -> Fields:
    return {"seat": draw.seat, "count": draw.count, "reason": draw.reason.value}


def _challenge(happening: Any, *, outcome: str | None) -> Fields:
    fields: Fields = {"seat": happening.challenger, "offender": happening.offender}
    return fields | ({"colour": happening.colour.label} if outcome is None else {"outcome": outcome})


def _played(play: rules.CardPlayed, deck: Deck) -> Fields:
    how = {"second": play.second, "as-skip": play.as_skip, "jumped": play.jumped}
    return {"seat": play.seat, **card(deck, play.card), "left": play.left, "drawn": play.drawn, **how}


# Any: each function is given the happening whose class stands beside it.
EVENTS: Mapping[type[Happening], tuple[str, Callable[[Any, Deck], Fields]]] = {
    table.TableOpened: ("table", lambda h, _: {"names": list(h.names)}),
    table.SeatShuffled: ("mask", lambda h, _: {"seat": h.seat, "step": h.step, "steps": h.steps}),
    table.HandShown: ("shown", lambda h, deck: {"seat": h.seat, **cards(deck, h.cards)}),
    rules.DeckShuffled: ("shuffle", lambda h, _: {"count": h.count}),
    rules.Reshuffled: ("reshuffle", lambda h, _: {"count": h.count}),
    rules.DealerCut: ("cut", _cut),
    rules.RoundStarted: ("round", lambda h, _: {"round": h.round, "dealer": h.dealer}),
    rules.FirstCardTurned: ("first-card", lambda h, deck: card(deck, h.card)),
    rules.FirstCardReturned: ("first-card-back", lambda h, deck: card(deck, h.card)),
    rules.HandsDealt: ("deal", lambda h, _: {"each": h.each}),
    rules.CardPlayed: ("play", _played),
    rules.ColourChanged: ("colour", lambda h, _: {"seat": h.seat, "colour": h.colour.label}),
    rules.DirectionTurned: ("direction", lambda h, _: {"clockwise": h.direction == 1}),
    rules.SeatSkipped: ("skip", lambda h, _: {"seat": h.seat}),
    rules.CardsDrawn: ("draw", _draw),
    rules.CardsMissing: ("spared", _draw),
    rules.CardKept: ("keep", lambda h, _: {"seat": h.seat}),
    rules.SeatPassed: ("pass", lambda h, _: {"seat": h.seat}),
    rules.UnoCalled: ("uno", lambda h, _: {"seat": h.seat}),
    rules.FalseCall: ("false-uno", lambda h, _: {"seat": h.seat}),
    rules.CaughtOut: ("catch", lambda h, _: {"seat": h.by, "target": h.target, "count": h.count}),
    rules.FalseCatch: ("false-catch", lambda h, _: {"seat": h.by, "target": h.target}),
    rules.FourAccepted: ("accept", lambda h, _: {"seat": h.seat}),
    rules.ChallengeMade: ("challenge", lambda h, _: _challenge(h, outcome=None)),
    rules.ChallengeWon: ("verdict", lambda h, _: _challenge(h, outcome="guilty")),
    rules.ChallengeLost: ("verdict", lambda h, _: _challenge(h, outcome="innocent")),
    **house_events.EVENTS,
    rules.RoundEnded: ("score", _score),
    rules.GameEnded: ("end", _end),
    rules.SeatsLeft: ("left", lambda h, _: {"seats": list(h.seats)}),
    rules.RoundVoid: ("void", lambda h, _: {"round": h.round}),
    rules.SeatsJoined: ("joined", lambda h, _: {"seats": list(h.seats), "scores": list(h.scores)}),
}
