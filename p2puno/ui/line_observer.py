"""Line mode watching: one event a line. It writes through `show` and knows neither terminal nor file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import trio

from p2puno.language.cards import show_as
from p2puno.seat.player import Company, Controls
from p2puno.ui import texts as text
from p2puno.ui.absence import Absence
from p2puno.ui.asking import new_cards, newly_shown, waited_for
from p2puno.ui.company import company_news, notice
from p2puno.ui.model import hand_model, shown_names
from p2puno.ui.narration import Narrator
from p2puno.ui.prompts import card_list, chat_line, checked_line, hand_line, turn_line
from p2puno.ui.screen.characters import tidy
from p2puno.ui.screen_texts import NO_SCORES
from protocol.rules.cards import CardId
from protocol.rules.happenings import RoundEnded
from protocol.rules.needs import Need, NeedMove, NeedNextRound
from protocol.table.happenings import Happening, SeatShuffled
from protocol.table.view import TableView

# Waiting is mentioned after so many seconds, and then every minute.
WAITING_TOLD = (10, 30, 60)
VOTE_TOLD = 30


class LineObserver:
    """Implements `seat.player.Observer`. `progress`: also tell each step of a shuffle.

    positions: the hand as it was last shown, by position.
    """

    def __init__(
        self, show: Callable[[str], None], controls: Controls | None = None, *, progress: bool = False
    ) -> None:
        self._write = show
        self._progress = progress
        self._narrator = Narrator()
        self._turn: tuple[int, Need] | None = None
        self._waiting_told = 0
        self._silent = False
        self._controls = controls or Controls()
        self.company = Company()
        self.absence = Absence(self._controls, text.NUDGED)
        self._changed = trio.Event()
        self.waited: tuple[int, ...] = ()
        """Whom the table waits for."""
        self.view: TableView | None = None
        self.positions: tuple[CardId, ...] = ()

    def show(self, *lines: str) -> None:
        """Whatever is in the lines, no control character reaches the screen."""
        if not self._silent:
            for line in lines:
                self._write(tidy(line).rstrip())

    def leave(self) -> None:
        """The person leaves: what the others still do is no news."""
        self._silent = True
        self._controls.leaving.set()

    def show_hand(self, view: TableView) -> None:
        self.show(hand_line(view))
        self.remember_positions(view)

    def show_scores(self) -> None:
        """What the score of each seat is the sum of."""
        sums = () if self.view is None else self._narrator.sums(self.view)
        self.show(*(sums or (str(NO_SCORES),)))

    def remember_positions(self, view: TableView) -> None:
        self.positions = tuple(card.card for card in hand_model(view))

    async def something_new(self) -> None:
        """Return at the next slot or question."""
        await self._changed.wait()

    def wake(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    # --- Observer -------------------------------------------------------------------------------------

    def on_slot(self, view: TableView, happenings: Sequence[Happening]) -> None:
        before, self.view = self.view, view
        if before is None:
            show_as(str(view.rules.ruleset["theme"]))
        self._waiting_told = 0
        self.waited = ()
        for happening in happenings:
            if self._progress or not isinstance(happening, SeatShuffled):
                self.show(*self._narrator.tell(view, happening))
        if any(isinstance(happening, RoundEnded) for happening in happenings):
            self.show(checked_line(view))
        self._show_new_cards(before, view)
        self._show_turn(view)
        self.wake()

    def on_waiting(self, seats: Sequence[int], seconds: float) -> None:
        """Told every few seconds; passed on less and less often, and not about the person's own turn."""
        if self.view is None:
            return
        self.waited = tuple(seats)
        waited = waited_for(self.view, seats)
        if not waited:
            return
        due = max((mark for mark in (*WAITING_TOLD, 60 * int(seconds // 60)) if mark <= seconds), default=0)
        if due > self._waiting_told:
            self._waiting_told = due
            names = text.listed([shown_names(self.view.names)[seat] for seat in waited])
            reading = isinstance(self.view.rules.need, NeedNextRound)
            words = text.READING_FOR if reading else text.WAITING_FOR
            self.show(words.format(names=names, seconds=due))
            if due == VOTE_TOLD:
                self.show(*self.absence.offer(self.view, self.company, waited))

    def on_chat(self, seat: int, text: str) -> None:
        if self.view is not None:
            self.show(chat_line(self.view, seat, text))

    def on_notice(self, sentence: str) -> None:
        self.show(notice(self.view, sentence))

    def on_company(self, company: Company) -> None:
        if self.view is not None:
            self.show(*company_news(self.view, self.company, company))
        self.company = company

    def _show_new_cards(self, before: TableView | None, view: TableView) -> None:
        """A new hand, unless the question shows it; cards that came into the old one."""
        if cards := new_cards(before, view):
            self.show(text.RECEIVED.format(cards=card_list(view, cards)))
        elif view.hand and not view.allowed and (before is None or not before.hand):
            self.show_hand(view)
        if shown := newly_shown(before, view):
            self.show(text.SHOWN_TO_YOU.format(cards=card_list(view, shown)))

    def _show_turn(self, view: TableView) -> None:
        need = view.rules.need
        line = turn_line(view)
        if line is not None and (view.rules.round, need) != self._turn:
            self.show(line)
        if isinstance(need, NeedMove):
            self._turn = (view.rules.round, need)
