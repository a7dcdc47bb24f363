"""What has happened, for the log, and what is remembered of it for the seats and the message line."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import trio

from p2puno.language.cards import show_as
from p2puno.seat.chatter import CHAT_LINES, CHAT_SECONDS
from p2puno.ui import screen_texts as screen_text
from p2puno.ui import texts as text
from p2puno.ui.asking import new_cards, newly_shown
from p2puno.ui.model import shown_names
from p2puno.ui.narration import Narrator
from p2puno.ui.prompts import card_list, chat_line
from p2puno.ui.screen.characters import tidy
from p2puno.ui.screen.scoresheet import with_entries
from protocol.rules.happenings import RoundEnded, SeatsJoined, UnoCalled
from protocol.table.happenings import Happening, SeatShuffled
from protocol.table.view import TableView

LOG_LENGTH = 400
AWAY_SECONDS = 10.0


class Feed:
    """called: seats that have said UNO for the card they hold. away: who is waited for long, and how long.

    progress: the last step of the shuffle that is going on. rounds: the points of all seats, round by round.
    """

    def __init__(self) -> None:
        self._narrator = Narrator()
        self._spoken: dict[int, deque[float]] = {}
        self._dropped: dict[int, int] = {}
        self.log: deque[str] = deque(maxlen=LOG_LENGTH)
        self.called: frozenset[int] = frozenset()
        self.away: dict[int, float] = {}
        self.progress: SeatShuffled | None = None
        self.rounds: list[tuple[int, ...]] = []

    def slot(
        self, before: TableView | None, view: TableView, happenings: Sequence[Happening]
    ) -> list[tuple[str, ...]]:
        """Take in a slot; gives the sentences of each happening."""
        if before is None:
            show_as(str(view.rules.ruleset["theme"]))
        self.away = {}
        self.progress = None
        told: list[tuple[str, ...]] = []
        for happening in happenings:
            sentences = self._narrator.tell(view, happening)
            told.append(sentences)
            if isinstance(happening, SeatShuffled):
                self.progress = happening
            else:
                self.log.extend(tidy(sentence) for sentence in sentences)
            if isinstance(happening, UnoCalled):
                self.called |= {happening.seat}
            if isinstance(happening, RoundEnded):
                self.rounds.append(happening.points)
            if isinstance(happening, SeatsJoined):
                self.rounds = with_entries(self.rounds, happening)
        self.called = frozenset(seat for seat in self.called if view.rules.counts[seat] == 1)
        self._tell_new_cards(before, view)
        return told

    def waiting(self, seats: Sequence[int], seconds: float) -> None:
        self.away = dict.fromkeys(seats, seconds) if seconds >= AWAY_SECONDS else {}

    def chat(self, view: TableView, seat: int, said: str) -> None:
        """A flood is thinned out, and what was dropped is said."""
        now = trio.current_time()
        spoken = self._spoken.setdefault(seat, deque(maxlen=CHAT_LINES))
        if len(spoken) == CHAT_LINES and now - spoken[0] < CHAT_SECONDS and seat != view.seat:
            self._drop(view, seat)
            return
        spoken.append(now)
        self._dropped.pop(seat, None)
        self.log.append(tidy(chat_line(view, seat, said)))

    def note(self, sentence: str) -> None:
        self.log.append(tidy(text.as_sentence(sentence)))

    def _drop(self, view: TableView, seat: int) -> None:
        name = shown_names(view.names)[seat]
        line = screen_text.CHAT_DROPPED
        count = self._dropped.get(seat, 0)
        last = tidy(line.format(name=name, count=count))
        self._dropped[seat] = count + 1
        if self.log and self.log[-1] == last:
            self.log.pop()
        self.log.append(tidy(line.format(name=name, count=count + 1)))

    def _tell_new_cards(self, before: TableView | None, view: TableView) -> None:
        """Cards that joined the hand in the middle of a round, and a hand that only this seat sees."""
        for cards, words in (
            (new_cards(before, view), text.RECEIVED),
            (newly_shown(before, view), text.SHOWN_TO_YOU),
        ):
            if cards:
                self.log.append(tidy(words.format(cards=card_list(view, cards))))
