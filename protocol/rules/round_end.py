"""The end of a round: the hands are opened and counted, and the game is over or goes on."""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.draft import Draft
from protocol.rules.events import IllegalMove, Opened
from protocol.rules.happenings import GameEnded, RoundEnded
from protocol.rules.laying import check_card
from protocol.rules.needs import NeedNextRound, NeedOpening, Over
from protocol.rules.scoring import POINTS, Result, Standing, counted, game_winners, least, most
from protocol.rules.state import GameState, LastRound
from protocol.rules.steps import EndRound
from protocol.sentences import sentence


def end_round(draft: Draft, _step: EndRound) -> None:
    draft.state = replace(draft.state, attack=None, four=None, windows=())
    draft.need = NeedOpening(tuple(seat for seat, count in enumerate(draft.state.counts) if count))


def opened(draft: Draft, _need: NeedOpening, event: Opened) -> None:
    _check_hands(draft.state, event.hands)
    state = draft.state
    values = tuple(counted(state.ruleset, state.deck, hand) for hand in event.hands)
    winners = _winners(draft, values)
    blocked = not _finished(state)
    result = Result(state.ruleset, values, winners, state.gained, state.gone_on)
    points = POINTS[state.ruleset["score"]](result)
    scores = tuple(score + gain for score, gain in zip(state.scores, points, strict=True))
    draft.state = replace(state, scores=scores, last=LastRound(winners, values))
    losers = most(values) if any(values) else ()
    draft.tell(RoundEnded(state.round, winners, blocked, event.hands, values, points, scores, losers))
    standing = Standing(state.ruleset, state.round - state.void, scores, state.present)
    first = game_winners(standing, _first_of_present(state, winners, values))
    if first:
        draft.tell(GameEnded(first, scores))
    draft.need = Over(first) if first else NeedNextRound()


def _winners(draft: Draft, values: tuple[int, ...]) -> tuple[int, ...]:
    """Who went out first, with his side; in a round that nobody can finish the side with the lowest hands.

    Several share the place. In a game for points (`point-and-refill`) who made most of them.
    """
    state, side = draft.state, draft.book.side
    if any(state.gained):
        return most(state.gained)
    out = _finished(state)
    if out:
        return tuple(sorted({partner for seat in out for partner in side(seat)}))
    return least(
        [sum(values[partner] for partner in side(seat)) for seat in range(state.seats)], state.present
    )


def _finished(state: GameState) -> tuple[int, ...]:
    """Who was first without cards, also if he has left since."""
    return next(((seat,) for seat in state.emptied if seat in state.out or seat in state.present), ())


def _first_of_present(state: GameState, winners: tuple[int, ...], values: tuple[int, ...]) -> tuple[int, ...]:
    """The winners of the round who can win a game; if they have left, who holds least."""
    return tuple(seat for seat in winners if seat in state.present) or least(values, state.present)


def _check_hands(state: GameState, hands: tuple[tuple[int, ...], ...]) -> None:
    """As many cards as each seat holds, none twice, none that lies open."""
    if tuple(len(hand) for hand in hands) != state.counts:
        raise IllegalMove(sentence("The opened hands do not have as many cards as the seats hold."))
    cards = [card for hand in hands for card in hand]
    for card in cards:
        check_card(state, card)
    if len(set(cards)) != len(cards):
        raise IllegalMove(sentence("The opened hands hold the same card twice."))
