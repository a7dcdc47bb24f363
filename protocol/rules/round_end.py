"""The end of a round: the hands are opened and counted, and the game is over or goes on."""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.draft import Draft
from protocol.rules.events import IllegalMove, Opened
from protocol.rules.happenings import GameEnded, RoundEnded
from protocol.rules.needs import NeedNextRound, NeedOpening, Over
from protocol.rules.scoring import game_winners, hand_value, round_points, round_winners
from protocol.rules.state import GameState
from protocol.rules.steps import EndRound
from protocol.rules.turn import check_card


def end_round(draft: Draft, _step: EndRound) -> None:
    draft.need = NeedOpening(tuple(seat for seat, count in enumerate(draft.state.counts) if count))


def opened(draft: Draft, _need: NeedOpening, event: Opened) -> None:
    _check_hands(draft.state, event.hands)
    state = draft.state
    values = tuple(hand_value(state.deck, hand) for hand in event.hands)
    winners = round_winners(state.counts, values)
    points = round_points(values, winners)
    scores = tuple(score + gain for score, gain in zip(state.scores, points, strict=True))
    draft.state = replace(state, scores=scores)
    blocked = all(state.counts)
    draft.tell(RoundEnded(state.round, winners, blocked, event.hands, values, points, scores))
    first = game_winners(state.ruleset, state.round, scores, winners)
    if first:
        draft.tell(GameEnded(first, scores))
    draft.need = Over(first) if first else NeedNextRound()


def _check_hands(state: GameState, hands: tuple[tuple[int, ...], ...]) -> None:
    """As many cards as each seat holds, none twice, none that lies open."""
    if tuple(len(hand) for hand in hands) != state.counts:
        raise IllegalMove("The opened hands do not have as many cards as the seats hold.")
    cards = [card for hand in hands for card in hand]
    for card in cards:
        check_card(state, card)
    if len(set(cards)) != len(cards):
        raise IllegalMove("The opened hands hold the same card twice.")
