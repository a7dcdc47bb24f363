"""The table on the screen: plays a seat for the person in front of it.

Implements `seat.player.Player` and `Observer`, and `stage.Page`. What a key does stands in `table_keys.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import trio

from p2puno.language.texts import Text
from p2puno.seat.clock import seconds_to_decide
from p2puno.seat.player import Asking, Company, Controls
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.absence import Absence
from p2puno.ui.asking import Question, must_keep, question_of, waited_for
from p2puno.ui.company import company_news, notice, who_reads
from p2puno.ui.directions import apart
from p2puno.ui.grammar import MAX_CHAT
from p2puno.ui.pace import Pace
from p2puno.ui.screen import situation, table_keys
from p2puno.ui.screen.advice import hint
from p2puno.ui.screen.answering import Answering
from p2puno.ui.screen.characters import tame
from p2puno.ui.screen.composing import Composing
from p2puno.ui.screen.drawing import LEAST_COLUMNS, draw_table, least_rows
from p2puno.ui.screen.ending import Ending
from p2puno.ui.screen.feed import Feed
from p2puno.ui.screen.field import Field
from p2puno.ui.screen.keys import press
from p2puno.ui.screen.light import Light
from p2puno.ui.screen.portrait import headline, picture_of
from p2puno.ui.screen.round_ends import show_ends
from p2puno.ui.screen.stage import Line, Stage
from protocol.rules.happenings import WheelSpun
from protocol.rules.needs import MoveKind
from protocol.table.choices import KeepCard
from protocol.table.happenings import Happening
from protocol.table.view import Action, TableView, View

TOGGLED: Mapping[str, tuple[Text, Text]] = {
    "bell": (words.BELL_ON, words.BELL_OFF),
    "hints": (words.HINTS_ON, words.HINTS_OFF),
    "marks": (words.MARKS_ON, words.MARKS_OFF),
}


class TablePage:
    """`view` is None until the game begins; `asked` while an answer is waited for.

    Without a seat it only shows the table: to whoever looks on.
    """

    def __init__(self, stage: Stage, controls: Controls, pace: Pace | None = None) -> None:
        self.stage = stage
        self._controls = controls
        self._pace = pace or Pace()
        self._answering = Answering()
        self.light = Light(stage)
        self.read = trio.Event()
        self._size = (LEAST_COLUMNS, 24)
        self.message = ""
        self._likes = stage.remembered
        self.ending = Ending(stage, self)
        self.feed = Feed()
        self.company = Company()
        self.composing = Composing()
        self.field: Field | None = None
        self.back = 0
        self.view: TableView | None = None
        self.absence = Absence(controls, words.NUDGED)
        self.before_the_game: Callable[[str], None] = lambda _sentence: None

    @property
    def seated(self) -> bool:
        return self.view is not None and self.view.seat is not None

    @property
    def asked(self) -> frozenset[MoveKind]:
        """What can be answered now; nothing while a card is kept by itself, or while a bot plays."""
        if not self._answering.is_open or self.view is None or must_keep(self.view) or self.handed_over:
            return frozenset()
        return self.view.allowed

    @property
    def own(self) -> View | None:
        """The view of the seat while it can do something; None while it cannot, or a bot plays it."""
        able = self._answering.is_open and not self.handed_over
        return self.view if able and isinstance(self.view, View) else None

    @property
    def question(self) -> Question | None:
        """What is asked now, if an answer is waited for."""
        if self.own is None or must_keep(self.own):
            return None
        return question_of(self.own)

    @property
    def handed_over(self) -> bool:
        """A bot plays this seat for the moment."""
        return self._controls.handed_over

    # --- Player ---------------------------------------------------------------------------------------

    async def decide(self, view: View) -> Action:
        self.view = view
        self.composing.begin(view)
        by_itself = must_keep(view)
        if (view.allowed or view.asked) and not by_itself and self._likes.now.bell:
            self.stage.ring()
        self.stage.redraw()
        begun = trio.current_time()
        try:
            tick = self.stage.redraw if seconds_to_decide(view) else None
            action = await self._answering.wait(self._pace.pause() if by_itself else math.inf, tick)
        finally:
            self.stage.redraw()
        if action is None:
            return KeepCard()
        if MoveKind.KEEP in view.allowed:
            self._pace.took(trio.current_time() - begun)
        return action

    def seconds_left(self, view: View) -> int | None:
        """Until this seat's time is up, where a clock runs for it."""
        seconds = seconds_to_decide(view)
        return self._answering.left(seconds) if seconds and self._answering.is_open else None

    def refused(self, view: View, sentence: str) -> None:  # noqa: ARG002 - Player says so
        self.say(text.REFUSED.format(sentence=text.as_sentence(sentence)))
        self.stage.redraw()

    async def next_round(self) -> None:
        """Until the end of the round has been read."""
        await self.read.wait()

    # --- Observer -------------------------------------------------------------------------------------

    def on_slot(self, view: TableView, happenings: Sequence[Happening]) -> None:
        before, self.view = self.view, view
        self.message = ""
        told = self.feed.slot(before, view, happenings)
        self.light.shine(happenings)
        self.composing.follow(view)
        self._show_wheel(happenings, told)
        if before is None:
            self.stage.show(self)
        show_ends(self, view, happenings, told)
        self.stage.redraw()

    def on_waiting(self, seats: Sequence[int], seconds: float) -> None:
        if self.view is not None:
            self.feed.waiting(() if self.asked else waited_for(self.view, seats), seconds)
            for line in self.absence.in_vain(self.view, self.company, tuple(self.feed.away)):
                self.feed.note(line)
        self.stage.redraw()

    def on_chat(self, seat: int, text: str) -> None:
        if self.view is not None:
            self.feed.chat(self.view, seat, text)
            self.stage.redraw()

    def on_notice(self, sentence: str) -> None:
        self.keep(sentence)
        if self.view is None:
            self.before_the_game(sentence)

    def keep(self, sentence: str) -> None:
        """For the log alone."""
        self.feed.note(notice(self.view, sentence))
        self.stage.redraw()

    def on_company(self, company: Company) -> None:
        if self.view is not None:
            for line in company_news(self.view, self.company, company):
                self.feed.note(line)
        self.company = company
        self.stage.redraw()

    # --- Page -----------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> list[Line]:
        self._size = columns, rows
        return [] if self.view is None else draw_table(picture_of(self, self.view), columns, rows)

    def press(self, key: str) -> None:
        """What cannot be seen is not played: in a window that is too small only Ctrl-C works."""
        if self.view is None or (self._unseen(self.view) and key != "c-c"):
            return
        self.message = ""
        self._controls.stir()
        if not press(self, table_keys.TABLE, key) and not self._typed(key):
            self.say(words.NO_SUCH_KEY.format(key=apart(tame(key))))

    def paste(self, pasted: str) -> None:
        if self.field is not None and not self.field.type(pasted):
            self.say(words.PASTE_CUT.format(limit=MAX_CHAT))

    def touch(self, what: str) -> None:
        """A click on a card chooses it, another one plays it."""
        if self.field is None and self.view is not None and what.isdigit():
            if self.composing.cursor == int(what):
                self.press("enter")
            else:
                self.composing.choose_card(self.view, int(what))

    def leave(self) -> None:
        if self.ending.over:
            self.ending.closed.set()
        else:
            self.say(str(words.LEAVING))
            self._controls.leaving.set()

    def _typed(self, key: str) -> bool:
        if self.field is None:
            return False
        if len(key) == 1:
            self.paste(key)
        return True

    def _unseen(self, view: TableView) -> bool:
        columns, rows = self._size
        return columns < LEAST_COLUMNS or rows < least_rows(len(view.names))

    # --- what keys do -----------------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """On the message line, until the next key or event."""
        self.message = sentence

    def send(self, action: Action, *, at_once: bool = False) -> None:
        """Give the answer, once, and not by a key that was pressed before the question was there.

        at_once: where only speed counts, and no other question could have been meant.
        """
        if not self._answering.is_open or self.view is None:
            return
        if not at_once and not self._answering.settled:
            self.say(f"{words.TOO_QUICK} {hint(self.view, self.composing)}")
            return
        self._answering.give(action)
        self.composing.sent()

    def hand_over(self) -> None:
        """Let a bot play this seat, or take it back."""
        if self._controls.handed_over:
            self._controls.take_back()
        else:
            self._controls.hand_over()
            self.composing.sent()

    def let_in(self, asking: Asking) -> None:
        self._controls.let_in(asking.key)
        self.say(text.LET_IN.format(names=apart(asking.name)))

    def speak(self) -> None:
        line = "" if self.field is None else self.field.text.strip()
        self.field = None
        if line and self.view is not None and self.view.seat is not None:
            self._controls.say(line)
            self.feed.chat(self.view, self.view.seat, line)

    def toggle(self, what: str) -> None:
        """'bell', 'hints' or 'marks'."""
        on = not getattr(self._likes.now, what)
        trouble = self._likes.change(**{what: on})
        self.say(trouble or str(TOGGLED[what][0 if on else 1]))

    def meanwhile(self) -> str:
        """What goes on behind a sheet that lies on the table."""
        return "" if self.view is None else words.NOW.format(headline=headline(self, self.view))

    # --- ends -----------------------------------------------------------------------------------------

    def _show_wheel(self, happenings: Sequence[Happening], told: Sequence[Sequence[str]]) -> None:
        """Where the wheel has stopped is said beside what it asks for."""
        for happening, sentences in zip(happenings, told, strict=True):
            if isinstance(happening, WheelSpun):
                self.say(" ".join(sentences))

    def readers(self) -> str:
        """Under the end of a round: whom the next one waits for."""
        if self.view is None or not self.company.reading:
            return self.meanwhile()
        return who_reads(self.view, self.company.reading)

    def finished(self, transcript: Path, *, again: bool) -> None:
        """Everybody has the end of the game."""
        if self.view is not None:
            self.ending.finished(transcript, situation.checked(self.view), self.view.head, again=again)

    def stopped(self, sentence: str, transcript: Path | None = None, *, back: bool = False) -> None:
        """The game cannot go on, here at least; `back`: this seat can ask to sit down again."""
        self.ending.stopped(sentence, tuple(self.feed.log), transcript, back=back)
