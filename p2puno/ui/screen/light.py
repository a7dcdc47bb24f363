"""What has just changed is lit up for a moment; nothing waits for it."""

from __future__ import annotations

from collections.abc import Iterable

import trio

from p2puno.ui.screen.stage import Stage
from protocol.rules.happenings import CardPlayed, CardsDrawn, CaughtOut, FirstCardTurned
from protocol.table.happenings import Happening

LIT_SECONDS = 0.6


class Light:
    """seats: who has played, drawn or been caught. top: the card on top is new."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._turn = 0
        self.seats: frozenset[int] = frozenset()
        self.top = False

    def shine(self, happenings: Iterable[Happening]) -> None:
        seats: set[int] = set()
        top = False
        for happening in happenings:
            match happening:
                case CardPlayed(seat):
                    seats.add(seat)
                    top = True
                case CardsDrawn(seat):
                    seats.add(seat)
                case CaughtOut():
                    seats.add(happening.target)
                case FirstCardTurned():
                    top = True
                case _:
                    pass
        if (seats or top) and self._stage.remembered.flashes:
            self.seats, self.top = frozenset(seats), top
            self._turn += 1
            self._stage.start_soon(self._fade, self._turn)

    async def _fade(self, turn: int) -> None:
        """Unless something newer is lit by then."""
        await trio.sleep(LIT_SECONDS)
        if turn == self._turn:
            self.seats, self.top = frozenset(), False
            self._stage.redraw()
