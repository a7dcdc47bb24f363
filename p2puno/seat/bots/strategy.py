"""What a bot is: it is told what everybody is told, it sees what its seat sees, and it chooses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from protocol.rules.cards import CardId, Colour
from protocol.rules.moves import partners
from protocol.table.choices import CatchSeat
from protocol.table.happenings import Happening
from protocol.table.view import Action, View


class Strategy(Protocol):
    """Plays one seat of one game. It may remember what it was told; it knows nothing else.

    Randomness comes from outside, so that a game can be repeated.
    """

    def observe(self, view: View, happenings: Sequence[Happening]) -> None:
        """What happened at the table, in public terms, and the seat's view after it; in order, all of it.

        A strategy that takes over in the middle of a game has missed what came before.
        """
        ...

    def choose(self, view: View) -> Action | None:
        """What the seat does now, something that `view.permits`; None if it lets a catch go by."""
        ...


def catch(view: View) -> CatchSeat | None:
    """Whoever is seen forgetting to say UNO is caught, but for a partner."""
    spared = {window.target for window in view.rules.windows if window.called}
    spared.update(partners(view.rules, view.seat))
    return next((CatchSeat(target) for target in view.may_catch if target not in spared), None)


def favourite(view: View, cards: Iterable[CardId]) -> Colour:
    """The colour that these cards have most often; red if they have none."""
    counts = Counter(colour for card in cards if (colour := view.rules.deck[card].colour) is not None)
    return max(Colour, key=lambda colour: counts[colour])


def without(hand: Iterable[CardId], card: CardId) -> tuple[CardId, ...]:
    """The hand after this card was laid."""
    return tuple(other for other in hand if other != card)
