"""Seats that sit down between two rounds: such as had left, and newcomers."""

from __future__ import annotations

from dataclasses import replace

from protocol.rules.draft import Draft
from protocol.rules.events import IllegalMove, SeatsBack
from protocol.rules.happenings import SeatsJoined
from protocol.rules.needs import NeedNextRound
from protocol.rules.scoring import Standing, worst
from protocol.rules.state import GameState, LastRound
from protocol.sentences import sentence


def seats_back(draft: Draft, need: NeedNextRound, event: SeatsBack) -> None:
    """They play from the next deal on."""
    state = draft.state
    _check_seats(state, event.seats)
    scores = {seat: entry_score(state, seat) for seat in event.seats}
    new = (0,) * sum(seat >= state.seats for seat in event.seats)
    draft.state = replace(
        state,
        seats=state.seats + len(new),
        scores=tuple(scores.get(seat, score) for seat, score in enumerate(state.scores + new)),
        counts=state.counts + new,
        last=state.last and LastRound(state.last.winners, state.last.values + new),
        gone=state.gone - set(event.seats),
    )
    draft.tell(SeatsJoined(event.seats, tuple(scores.values())))
    draft.need = need


def entry_score(state: GameState, seat: int) -> int:
    """With how many points `seat` would sit down now.

    Who comes back has the points he left with (a partner has gone on scoring for both). A newcomer has as
    many as the one at the table who is furthest from winning, so that nobody gains by leaving and coming
    again as somebody else (ours).
    """
    if seat < state.seats:
        return state.scores[seat]
    return worst(Standing(state.ruleset, state.round, state.scores, state.present))


def _check_seats(state: GameState, joining: tuple[int, ...]) -> None:
    """Each once, in order; newcomers take the next free numbers; and the rules are for so many."""
    newcomers = [seat for seat in joining if seat >= state.seats]
    back = [seat for seat in joining if seat < state.seats]
    if not joining or list(joining) != sorted(set(joining)) or not state.gone.issuperset(back):
        raise IllegalMove(sentence("These seats cannot sit down now."))
    if newcomers != list(range(state.seats, state.seats + len(newcomers))):
        raise IllegalMove(sentence("Newcomers take the next free seats."))
    if newcomers and state.ruleset["teams"] != "off":
        raise IllegalMove(sentence("In teams only those who have left can sit down again."))
    most = state.ruleset.max_seats
    if len(state.present) + len(joining) > most:
        raise IllegalMove(sentence("These rules are for at most {most} players.", most=most))
