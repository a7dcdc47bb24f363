"""Which words go with what house rules make happen; `narration` tells everything else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from p2puno.language.speech import commas
from p2puno.ui import house_texts as house
from p2puno.ui import texts as text
from p2puno.ui.texts import Wording
from protocol.rules import happenings as rules
from protocol.table.happenings import Happening


class Teller(Protocol):
    """What `narration` gives to each of these functions."""

    @property
    def names(self) -> Sequence[str]: ...

    def word(
        self, wording: Wording, seat: int | None = None, target: int | None = None, **parts: object
    ) -> tuple[str, ...]: ...

    def card(self, card: int) -> str: ...

    def cards(self, cards: Sequence[int]) -> str: ...


Telling: TypeAlias = tuple[str, ...]


def say(
    teller: Teller, key: str, seat: int | None = None, target: int | None = None, **parts: object
) -> Telling:
    return teller.word(house.HAPPENED[key], seat, target, **parts)


def special_play(teller: Teller, play: rules.CardPlayed) -> Telling | None:
    """A pair, or a card jumped in; None for a card like any other."""
    if play.second is None and not play.jumped:
        return None
    key = "jumped in" if play.jumped else "played skip" if play.as_skip else "played pair"
    left = text.counted_cards(play.left)
    return say(teller, key, play.seat, card=teller.card(play.card), left=left)


def _answered(teller: Teller, h: rules.AttackAnswered) -> Telling:
    if not h.cards:
        return say(teller, "answered skip", h.seat, h.target)
    return say(teller, "answered", h.seat, h.target, cards=text.counted_cards(h.cards))


def _moved(teller: Teller, h: rules.HandsMoved) -> Telling:
    if len(h.moves) == 2:
        return say(teller, "swapped", *h.moves[0])
    moves = [f"{teller.names[giver]} → {teller.names[receiver]}" for giver, receiver in h.moves]
    return say(teller, "passed on", moves=commas(moves))


def _counts(teller: Teller, counts: Sequence[int]) -> str:
    return commas([f"{teller.names[seat]} {count}" for seat, count in enumerate(counts)])


def _discarded(teller: Teller, h: rules.CardsDiscarded) -> Telling:
    if not h.cards:
        return say(teller, "discarded nothing", h.seat)
    return say(teller, "discarded", h.seat, cards=teller.cards(h.cards))


def _duel(teller: Teller, h: rules.DuelFought) -> Telling:
    shown = [
        text.NAME_AND_CARD.format(name=teller.names[seat], card="–" if card is None else teller.card(card))
        for seat, card in zip(h.seats, h.cards, strict=True)
    ]
    told = say(teller, "duel", cards=commas(shown))
    return told + (say(teller, "duel tied") if h.winner is None else say(teller, "duel won", h.winner))


def _silent(teller: Teller, h: rules.SilenceBegan) -> Telling:
    return say(teller, "silent for a colour" if h.wild else "silent for a turn", h.seat)


def _silence_over(teller: Teller, h: rules.SilenceEnded) -> Telling:
    key = "silence over" if h.broken_by is None else "silence broken"
    return say(teller, key, h.broken_by)


# Any: each function is given the happening whose class stands beside it.
TOLD: Mapping[type[Happening], Callable[[Any, Any], Telling]] = {
    rules.DealerDrawn: lambda t, h: say(t, "dealer drawn", h.dealer),
    rules.CardMisplayed: lambda t, h: say(t, "misplayed", h.seat, card=t.card(h.card)),
    rules.ColourMoved: lambda t, h: say(t, "colour moved", h.seat, colour=text.colour(h.colour)),
    rules.UnoRescued: lambda t, h: say(t, "rescued", h.by, h.target),
    rules.UnoForgotten: lambda t, h: say(t, "forgotten", h.seat),
    rules.LastToSlap: lambda t, h: say(t, "slapped last", h.seat),
    rules.FourTakenBack: lambda t, h: say(t, "four taken back", h.seat, colour=text.colour(h.colour)),
    rules.FourVoid: lambda t, h: say(t, "four void", h.seat, colour=text.colour(h.colour)),
    rules.AttackAnswered: _answered,
    rules.SeatReady: lambda t, h: say(t, "ready", h.seat),
    rules.HandsMoved: _moved,
    rules.CardsExchanged: lambda t, h: say(t, "exchanged", h.first, h.second),
    rules.HandsRedealt: lambda t, h: say(t, "redealt", counts=_counts(t, h.counts)),
    rules.WheelSpun: lambda t, h: t.word(house.SECTORS[h.sector], h.seat),
    rules.CardsDiscarded: _discarded,
    rules.HandOpened: lambda t, h: say(t, "hand opened", h.seat, cards=t.cards(h.cards)),
    rules.DuelFought: _duel,
    rules.FirstToShout: lambda t, h: say(t, "shouted first", h.seat),
    rules.SilenceBegan: _silent,
    rules.SilenceEnded: _silence_over,
    rules.HintAccused: lambda t, h: say(t, "accused", h.by, h.target),
    rules.HintJudged: lambda t, h: say(t, "hint" if h.guilty else "no hint", h.by, h.target),
    rules.HandRefilled: lambda t, h: say(t, "point" if h.point else "refilled", h.seat),
    rules.SeatOut: lambda t, h: say(t, "out", h.seat, place=h.place),
}
