"""`greedy`: plays what fits, and thinks no further."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.seat.bots.customs import customary, held_after, laid, out_of_turn
from p2puno.seat.bots.strategy import catch, favourite, without
from protocol.rules.cards import CardId, Kind
from protocol.rules.moves import bluffs
from protocol.rules.needs import MoveKind
from protocol.rules.scoring import counted
from protocol.table.choices import (
    AcceptFour,
    DrawCard,
    KeepCard,
    Move,
    NameFirstColour,
    PassTurn,
    PlayCard,
)
from protocol.table.happenings import Happening
from protocol.table.view import Action, View


class Greedy:
    """Implements `Strategy` with `greedy`: it remembers nothing and leaves nothing to chance."""

    def observe(self, view: View, happenings: Sequence[Happening]) -> None:
        """What it sees is enough."""

    def choose(self, view: View) -> Action | None:
        unasked = customary(view) or catch(view) or out_of_turn(view, favourite(view, view.hand))
        return unasked or (greedy(view) if view.allowed else None)


def greedy(view: View) -> Move:
    """Plays what fits, the dearest first; a Wild Draw Four only where it is legal. Believes everybody."""
    if MoveKind.NAME_COLOUR in view.allowed:
        return NameFirstColour(favourite(view, view.hand))
    if MoveKind.PLAY_DRAWN in view.allowed:
        return _with_drawn(view)
    card = _dearest(view)
    if card is not None and MoveKind.PLAY in view.allowed:
        return laid(view, card, favourite(view, without(view.hand, card)))
    if MoveKind.ACCEPT in view.allowed:
        return AcceptFour()
    return DrawCard() if MoveKind.DRAW in view.allowed else PassTurn()


def _with_drawn(view: View) -> Move:
    card = view.drawn
    if card is None or (MoveKind.KEEP in view.allowed and not (card in view.legal and _honest(view, card))):
        return KeepCard()
    return laid(view, card, favourite(view, view.hand))


def _dearest(view: View) -> CardId | None:
    """What leaves it the fewest cards, which is one less with most; of these coloured cards before wilds, as
    those can be played at any time; of these what leaves a hand that counts least. Anything, where one has to
    play."""
    faces = view.rules.deck
    honest = [card for card in view.legal if _honest(view, card)]
    playable = honest or ([] if view.allowed - {MoveKind.PLAY} else view.legal)

    def rank(card: CardId) -> tuple[int, bool, int]:
        play = laid(view, card, favourite(view, view.hand))
        second = play.second if isinstance(play, PlayCard) else None
        left = [other for other in view.hand if other not in (card, second)]
        counts = counted(view.rules.ruleset, faces, left)
        return -held_after(view, play), not faces[card].is_wild, -counts

    return max(playable, key=rank, default=None)


def _honest(view: View, card: CardId) -> bool:
    """Not a Wild Draw Four that a challenge would find illegal."""
    four = view.rules.deck[card].kind is Kind.WILD_DRAW_FOUR
    return not four or not bluffs(view.rules, without(view.hand, card))
