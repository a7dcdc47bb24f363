"""What a person can do about somebody whom the table waits for; both interfaces ask and say the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2puno.language.texts import Text
from p2puno.seat.company import UNCONFIRMED
from p2puno.seat.player import Company, Controls
from p2puno.ui import texts as text
from p2puno.ui.model import shown_names
from protocol.rules.needs import NeedNextRound
from protocol.table.casting import Prospect
from protocol.table.view import TableView


class Absence:
    """Whoever is connected is nudged first. again: what is said then, if a vote may follow."""

    def __init__(self, controls: Controls, again: Text) -> None:
        self._controls = controls
        self._again = again
        self._nudged = (-1, -1)
        self._told = -1

    def may_be_voted_about(self, company: Company, waited: Iterable[int]) -> list[int]:
        """Who is waited for; and who is away meanwhile, for their votes are missed."""
        waited = set(waited)
        return sorted(waited | company.away) if waited else []

    def can_vote(self, company: Company, waited: Iterable[int]) -> bool:
        """Whether a vote about any of them can be complete."""
        return any(map(self._is_open, self.may_be_voted_about(company, waited)))

    def act(self, view: TableView, company: Company, waited: Iterable[int], seat: int) -> tuple[str, ...]:
        """Nudge, or vote; what the person is told."""
        name = shown_names(view.names)[seat]
        if seat not in self.may_be_voted_about(company, waited) or seat == view.seat:
            return (text.NOT_WAITED_FOR.format(name=name),)
        if self._is_too_early(seat):
            return (self._why_not(view, company, seat),)
        if seat not in company.away and self._nudged != (view.slot, seat):
            self._nudged = view.slot, seat
            self._controls.nudge(seat)
            return ((self._again if self._is_open(seat) else text.NUDGED_ONLY).format(name=name),)
        if not self._is_open(seat):
            return (self._why_not(view, company, seat),)
        self._controls.vote_out(seat)
        voted = text.VOTED.format(name=name)
        if others := company.lost - self._controls.voted:
            return voted, text.MISSED_AS_WELL.format(names=_listed(view, others))
        return (voted,)

    def offer(self, view: TableView, company: Company, waited: Sequence[int]) -> tuple[str, ...]:
        """When it has taken long: what can be typed, or why nothing helps."""
        if isinstance(view.rules.need, NeedNextRound) or view.seat is None:
            return self.in_vain(view, company, waited)
        name = shown_names(view.names)
        for seat in waited:
            if self._is_open(seat):
                return (text.MAY_VOTE.format(name=name[seat]),)
        for seat in waited:
            if seat not in company.away and not self._is_too_early(seat):
                return (text.MAY_NUDGE.format(name=name[seat]),)
        return self.in_vain(view, company, waited)

    def in_vain(self, view: TableView, company: Company, waited: Sequence[int]) -> tuple[str, ...]:
        """Why nobody of these, who are all away, can be voted out: said once in a slot."""
        vain = view.seat is not None and bool(waited) and set(waited) <= company.away
        if not vain or self._told == view.slot or self._is_too_early(waited[0]):
            return ()
        if any(map(self._is_open, waited)):
            return ()
        self._told = view.slot
        return (self._why_not(view, company, waited[0]),)

    def _is_too_early(self, seat: int) -> bool:
        """The driver says so by itself."""
        return self._controls.prospect(seat) is Prospect.TOO_EARLY

    def _is_open(self, seat: int) -> bool:
        return self._controls.prospect(seat) is Prospect.OPEN

    def _why_not(self, view: TableView, company: Company, seat: int) -> str:
        if self._is_too_early(seat):
            return UNCONFIRMED.format(names=_listed(view, {seat}))
        return text.TOO_FEW_LEFT.format(names=_listed(view, company.lost | {seat}))


def _listed(view: TableView, seats: Iterable[int]) -> str:
    names = shown_names(view.names)
    return text.listed([names[seat] for seat in sorted(seats)])
