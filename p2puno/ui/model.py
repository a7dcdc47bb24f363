"""The view model: what an interface shows of a view, in the order and the words in which people see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from p2puno.language.catalogue import spoken
from p2puno.ui.naming import for_people
from protocol.rules.cards import CardId, Colour, Face, Kind
from protocol.rules.needs import NeedMove
from protocol.rules.rulebook import rulebook
from protocol.rules.state import GameState
from protocol.table.view import TableView

_KINDS = tuple(Kind)
# So many cards under the top one are shown.
SHOWN_UNDER = 4


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the own hand. `number` counts from 1 in the sorted hand; a drawn card comes last."""

    number: int
    card: CardId
    face: Face
    fits: bool
    drawn: bool


@dataclass(frozen=True, slots=True)
class SeatModel:
    """place: it has gone out as number `place`. team: 0 or 1, where there are teams. left: it is no longer in
    the game.
    """

    seat: int
    name: str
    bot: bool
    you: bool
    cards: int
    score: int
    chooses: bool
    next: bool
    place: int | None = None
    team: int | None = None
    left: bool = False


@dataclass(frozen=True, slots=True)
class TableModel:
    """`seats` begin with seat 0, clockwise; `chooses` is the seat that the rules wait for, if it is one, and
    `next` the one after it in the direction of play. under: what lies under the top card, newest first.
    `you` is None for whoever looks on. pending: so many cards wait for the seat that chooses. silence: nobody
    may chat.
    """

    you: int | None
    seats: tuple[SeatModel, ...]
    hand: tuple[HandCard, ...]
    top: Face | None
    under: tuple[Face, ...]
    colour: Colour | None
    direction: int
    pile: int
    round: int
    chooses: int | None
    pending: int = 0
    silence: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)


def shown_names(names: tuple[str, ...]) -> tuple[str, ...]:
    return _shown_names(names, spoken())


@lru_cache(maxsize=8)
def _shown_names(names: tuple[str, ...], _language: str) -> tuple[str, ...]:
    return for_people(names)


def table_model(view: TableView) -> TableModel:
    state = view.rules
    chooses = state.need.seat if isinstance(state.need, NeedMove) else None
    follows = None if chooses is None else state.after(chooses)
    seats = zip(shown_names(view.names), view.bots, state.counts, state.scores, strict=True)
    return TableModel(
        you=view.seat,
        seats=tuple(
            SeatModel(
                seat,
                name,
                bot,
                seat == view.seat,
                cards,
                score,
                seat == chooses,
                seat == follows,
                state.out.index(seat) + 1 if seat in state.out else None,
                _team(state, seat),
                seat in state.gone,
            )
            for seat, (name, bot, cards, score) in enumerate(seats)
        ),
        hand=hand_model(view),
        top=state.top,
        under=tuple(state.deck[card] for card in state.discards[-2 : -2 - SHOWN_UNDER : -1]),
        colour=state.colour,
        direction=state.direction,
        pile=state.pile,
        round=state.round,
        chooses=chooses,
        pending=0 if state.attack is None else state.attack.cards,
        silence=state.silence is not None,
    )


def _team(state: GameState, seat: int) -> int | None:
    """Seats that win together are one; named by the first of them."""
    side = rulebook(state.ruleset).side(seat)
    return min(side) if len(side) > 1 else None


def hand_model(view: TableView) -> tuple[HandCard, ...]:
    """The hand sorted, and behind it the card that was drawn and neither kept nor played."""
    deck = view.rules.deck
    cards = sort_cards(deck, (card for card in view.hand if card != view.drawn))
    drawn = () if view.drawn is None else (view.drawn,)
    return tuple(
        HandCard(number, card, deck[card], card in view.legal, card == view.drawn)
        for number, card in enumerate((*cards, *drawn), start=1)
    )


def sort_cards(deck: tuple[Face, ...], cards: Iterable[CardId]) -> list[CardId]:
    """By colour, wilds last; within a colour numbers first."""
    return sorted(cards, key=lambda card: (*_order(deck[card]), card))


def _order(face: Face) -> tuple[int, int, int]:
    colour = len(Colour) if face.colour is None else int(face.colour)
    return colour, _KINDS.index(face.kind), face.number or 0
