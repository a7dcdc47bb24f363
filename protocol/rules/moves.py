"""Which cards fit, and why one does not: what a seat needs to know about its own hand."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.rules.cards import CardId, Colour, Face, deck
from protocol.rules.ruleset import RuleSet
from protocol.rules.state import GameState
from protocol.sentences import Sentence, sentence


def playable(state: GameState, card: CardId) -> bool:
    """Does `card` go on the discards: the colour in play, the number or symbol on top, or a wild?

    A +4 always goes: whether it is legal is judged only if it is challenged. Whose turn it is is not asked.
    """
    face = state.deck[card]
    return face.is_wild or face.colour == state.colour or _same_symbol(face, state.top)


def _same_symbol(face: Face, top: Face | None) -> bool:
    return top is not None and (face.kind, face.number) == (top.kind, top.number)


def legal_plays(state: GameState, hand: Sequence[CardId]) -> tuple[CardId, ...]:
    """Those cards of `hand` that go on the discards, in the order of the hand."""
    return tuple(card for card in hand if playable(state, card))


def wd4_forbidding(ruleset: RuleSet, colour: Colour) -> frozenset[CardId]:
    """The cards of which none may be left in the hand when a +4 is laid on `colour` (`wd4_legal=colour`).

    `colour` is the colour in play before the +4. A wild has no colour, and an equal number or symbol does not
    count.
    """
    return frozenset(card for card, face in enumerate(deck(ruleset)) if face.colour == colour)


def why_not(state: GameState, card: CardId) -> Sentence | None:
    """One sentence for beginners that says why `card` does not fit now; None if it fits."""
    top = state.top
    if top is None or state.colour is None or playable(state, card):
        return None
    if top.is_wild:
        return sentence(
            "{card} does not fit: play a {colour} card or a wild.",
            card=state.deck[card],
            colour=state.colour,
        )
    return sentence(
        "{card} does not fit: play a {colour} card, another {symbol} or a wild.",
        card=state.deck[card],
        colour=state.colour,
        symbol=top.kind if top.number is None else top.number,
    )
