"""Why a card does not fit, in one sentence for beginners."""

from __future__ import annotations

from protocol.rules.cards import Face, Kind
from protocol.rules.state import Attack, GameState
from protocol.sentences import Sentence, sentence


def why_unfit(state: GameState, face: Face) -> Sentence:
    """For a card that does not fit now."""
    top = state.top
    if state.attack is not None:
        return _no_answer(state.attack, face)
    if top is None or state.colour is None:
        return sentence("{card} cannot be played now.", card=face)
    if top.is_wild:
        return sentence(
            "{card} does not fit: play a {colour} card or a wild.", card=face, colour=state.colour
        )
    return sentence(
        "{card} does not fit: play a {colour} card, another {symbol} or a wild.",
        card=face,
        colour=state.colour,
        symbol=top.kind if top.number is None else top.number,
    )


def _no_answer(attack: Attack, face: Face) -> Sentence:
    if attack.kind is Kind.SKIP:
        return sentence("{card} does not turn the Skip away.", card=face)
    return sentence("{card} does not turn the cards away that you have to draw.", card=face)
