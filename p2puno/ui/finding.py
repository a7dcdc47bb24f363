"""Which seat and which card of the hand is meant by what somebody has typed."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.ui import texts as text
from p2puno.ui.directions import apart, without_marks
from p2puno.ui.naming import skeleton
from p2puno.ui.questions import now_line
from protocol.rules.cards import CardId, Face
from protocol.table.view import View


class UnfitError(Exception):
    """The line cannot be done now; the message says why and what can."""


def find_seat(name: str, names: Sequence[str]) -> int:
    """The seat of that name, or of the only name that begins so; raises `UnfitError`."""
    names = [without_marks(other) for other in names]
    wanted = name.casefold()
    exact = [seat for seat, other in enumerate(names) if other.casefold() == wanted]
    begin = [seat for seat, other in enumerate(names) if other.casefold().startswith(wanted)]
    alike = [seat for seat, other in enumerate(names) if skeleton(other) == skeleton(name)]
    for found in (exact, begin, alike):
        if len(found) == 1:
            return found[0]
    raise UnfitError(text.NO_SUCH_NAME.format(name=apart(name), names=text.listed(list(map(apart, names)))))


def find_card(meant: int | Face, view: View, shown: Sequence[CardId], held: Sequence[CardId]) -> CardId:
    """The card of `held` that is meant by a position in the hand as it was `shown`, or by its face."""
    if isinstance(meant, int):
        return _by_position(meant, view, shown, held)
    card = next((card for card in held if view.rules.deck[card] == meant), None)
    if card is None:
        raise UnfitError(text.NO_SUCH_CARD.format(card=text.card(meant), can=now_line(view)))
    return card


def _by_position(number: int, view: View, shown: Sequence[CardId], held: Sequence[CardId]) -> CardId:
    if not 1 <= number <= len(shown):
        raise UnfitError(text.NO_SUCH_NUMBER.format(number=number, can=now_line(view)))
    card = shown[number - 1]
    if card not in held:
        raise UnfitError(text.CARD_GONE.format(number=number))
    return card
