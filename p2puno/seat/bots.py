"""Bots: a strategy sees the view of its seat and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from protocol.rules.cards import Colour, Kind
from protocol.rules.needs import MoveKind
from protocol.table.choices import (
    AcceptFour,
    CatchSeat,
    DrawCard,
    KeepCard,
    Move,
    NameFirstColour,
    PassTurn,
    PlayCard,
    PlayDrawnCard,
)
from protocol.table.view import View

Strategy = Callable[[View], Move]


def greedy(view: View) -> Move:
    """Plays what fits, the dearest first; a Wild Draw Four only where it is legal. Believes everybody."""
    if MoveKind.NAME_COLOUR in view.allowed:
        return NameFirstColour(_favourite(view, view.hand))
    if MoveKind.ACCEPT in view.allowed:
        return AcceptFour()
    if MoveKind.KEEP in view.allowed:
        return _with_drawn(view)
    card = _dearest(view)
    if card is not None and MoveKind.PLAY in view.allowed:
        left = [other for other in view.hand if other != card]
        return PlayCard(card, _colour_for(view, card, left), uno=len(left) == 1)
    return DrawCard() if MoveKind.DRAW in view.allowed else PassTurn()


STRATEGIES: dict[str, Strategy] = {"greedy": greedy}


def catch(view: View) -> CatchSeat | None:
    """A bot catches whoever it sees forgetting to say UNO."""
    window = view.rules.window
    if view.catchable is None or window is None or window.called:
        return None
    return CatchSeat(view.catchable)


def _with_drawn(view: View) -> Move:
    card = view.drawn
    if card is None or card not in view.legal or not _honest(view, card):
        return KeepCard()
    return PlayDrawnCard(card, _colour_for(view, card, view.hand), uno=len(view.hand) == 1)


def _dearest(view: View) -> int | None:
    """Coloured cards before wilds, which can be played at any time."""
    faces = view.rules.deck
    playable = [card for card in view.legal if _honest(view, card)]
    return max(playable, key=lambda card: (not faces[card].is_wild, faces[card].points), default=None)


def _honest(view: View, card: int) -> bool:
    """Not a Wild Draw Four while the hand has the colour in play."""
    faces = view.rules.deck
    if faces[card].kind is not Kind.WILD_DRAW_FOUR:
        return True
    return all(faces[other].colour != view.rules.colour for other in view.hand)


def _colour_for(view: View, card: int, left: list[int] | tuple[int, ...]) -> Colour | None:
    return _favourite(view, left) if view.rules.deck[card].is_wild else None


def _favourite(view: View, cards: list[int] | tuple[int, ...]) -> Colour:
    """The colour held most often; red if there is none."""
    counts = Counter(colour for card in cards if (colour := view.rules.deck[card].colour) is not None)
    return max(Colour, key=lambda colour: counts[colour])
