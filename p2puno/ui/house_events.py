"""What house rules make happen, as lines of `--events` (specs/events.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from protocol.rules import happenings as rules
from protocol.rules.cards import CardId, Face
from protocol.table.happenings import Happening

Deck: TypeAlias = tuple[Face, ...]
Fields: TypeAlias = dict[str, object]


def _card(deck: Deck, number: CardId) -> Fields:
    return {"card": deck[number].label, "id": number}


def _cards(deck: Deck, numbers: Sequence[CardId]) -> Fields:
    return {"cards": [deck[number].label for number in numbers], "ids": list(numbers)}


def _duel(h: rules.DuelFought, deck: Deck) -> Fields:
    shown = [None if card is None else deck[card].label for card in h.cards]
    return {"seats": list(h.seats), "cards": shown, "ids": list(h.cards), "winner": h.winner}


# Any: each function is given the happening whose class stands beside it.
EVENTS: Mapping[type[Happening], tuple[str, Callable[[Any, Deck], Fields]]] = {
    rules.DealerDrawn: ("lot", lambda h, _: {"dealer": h.dealer}),
    rules.CardMisplayed: ("misplay", lambda h, d: {"seat": h.seat, **_card(d, h.card), "count": h.count}),
    rules.ColourMoved: ("colour-moved", lambda h, _: {"seat": h.seat, "colour": h.colour.label}),
    rules.UnoRescued: ("rescue", lambda h, _: {"seat": h.by, "target": h.target}),
    rules.UnoForgotten: ("forgotten", lambda h, _: {"seat": h.seat, "count": h.count}),
    rules.LastToSlap: ("slap", lambda h, _: {"seat": h.seat, "count": h.count}),
    rules.FourTakenBack: ("four-back", lambda h, d: {"seat": h.seat, **_card(d, h.card)}),
    rules.FourVoid: ("four-void", lambda h, d: {"seat": h.seat, **_card(d, h.card)}),
    rules.AttackAnswered: ("answer", lambda h, _: {"seat": h.seat, "target": h.target, "cards": h.cards}),
    rules.SeatReady: ("ready", lambda h, _: {"seat": h.seat}),
    rules.HandsMoved: ("hands", lambda h, _: {"moves": [list(move) for move in h.moves]}),
    rules.CardsExchanged: ("exchange", lambda h, _: {"seat": h.first, "target": h.second}),
    rules.HandsRedealt: ("redeal", lambda h, _: {"counts": list(h.counts)}),
    rules.WheelSpun: ("wheel", lambda h, _: {"seat": h.seat, "sector": h.sector}),
    rules.CardsDiscarded: ("discard", lambda h, d: {"seat": h.seat, **_cards(d, h.cards)}),
    rules.HandOpened: ("hand-shown", lambda h, d: {"seat": h.seat, **_cards(d, h.cards)}),
    rules.DuelFought: ("duel", _duel),
    rules.FirstToShout: ("shout", lambda h, _: {"seat": h.seat}),
    rules.SilenceBegan: ("silence", lambda h, _: {"seat": h.seat, "wild": h.wild}),
    rules.SilenceEnded: ("silence-end", lambda h, _: {"broken": h.broken_by}),
    rules.HintAccused: ("accuse", lambda h, _: {"seat": h.by, "target": h.target}),
    rules.HintJudged: ("vote", lambda h, _: {"target": h.target, "guilty": h.guilty, "count": h.count}),
    rules.HandRefilled: ("refill", lambda h, _: {"seat": h.seat, "count": h.count, "point": h.point}),
    rules.SeatOut: ("out", lambda h, _: {"seat": h.seat, "place": h.place}),
}
