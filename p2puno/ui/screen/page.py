"""The table on the screen: plays a seat for the person in front of it.

Implements `seat.player.Player` and `Observer`, and `stage.Page`. What a key does stands in `table_keys.py`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import trio

from p2puno.language.texts import Text
from p2puno.seat.player import Company, Controls
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.company import company_news
from p2puno.ui.directions import apart
from p2puno.ui.grammar import MAX_CHAT
from p2puno.ui.model import table_model
from p2puno.ui.pace import Pace
from p2puno.ui.prompts import must_keep
from p2puno.ui.screen import situation, table_keys
from p2puno.ui.screen.characters import tame, tidy
from p2puno.ui.screen.composing import Composing
from p2puno.ui.screen.drawing import LEAST_COLUMNS, draw_table, least_rows
from p2puno.ui.screen.feed import Feed
from p2puno.ui.screen.field import Field
from p2puno.ui.screen.keys import help_lines, key_line, press
from p2puno.ui.screen.picture import Picture
from p2puno.ui.screen.preferring import SettingsPage
from p2puno.ui.screen.rulesheet import rules_sheet
from p2puno.ui.screen.sheets import EndPage, SheetPage, ask_to_leave
from p2puno.ui.screen.stage import Line, Stage
from protocol.rules.happenings import GameEnded, RoundEnded
from protocol.rules.needs import MoveKind
from protocol.table.choices import KeepCard
from protocol.table.happenings import Happening
from protocol.table.view import Action, View

# A key that would send a move counts only when the question has been on the screen for so long.
SETTLE_SECONDS = 0.3
# What had happened when a game stops.
LAST_LINES = 5
TOGGLED: Mapping[str, tuple[Text, Text]] = {
    "bell": (words.BELL_ON, words.BELL_OFF),
    "hints": (words.HINTS_ON, words.HINTS_OFF),
    "marks": (words.MARKS_ON, words.MARKS_OFF),
}


class TablePage:
    """`view` is None until the game begins; `asked` while an answer is waited for."""

    def __init__(self, stage: Stage, controls: Controls, pace: Pace | None = None) -> None:
        self._stage = stage
        self._controls = controls
        self._pace = pace or Pace()
        self._reply: trio.MemorySendChannel[Action] | None = None
        self._asked_at = 0.0
        self._size = (LEAST_COLUMNS, 24)
        self._message = ""
        self._likes = stage.remembered
        self.ending: tuple[str, ...] = ()
        """How it ended, with its arithmetic."""
        self._over = False
        self.closed = trio.Event()
        """Set when the person has read the end."""
        self.feed = Feed()
        self._company = Company()
        self.composing = Composing()
        self.field: Field | None = None
        self.back = 0
        self.view: View | None = None

    @property
    def asked(self) -> frozenset[MoveKind]:
        """What can be answered now; nothing while a card is kept by itself."""
        if self._reply is None or self.view is None or must_keep(self.view):
            return frozenset()
        return self.view.allowed

    @property
    def catchable(self) -> bool:
        return self._reply is not None and self.view is not None and self.view.catchable is not None

    # --- Player ---------------------------------------------------------------------------------------

    async def decide(self, view: View) -> Action:
        reply, answer = trio.open_memory_channel[Action](1)
        with reply, answer:
            self._ask(view, reply)
            try:
                with trio.move_on_after(self._pace.pause() if must_keep(view) else math.inf):
                    action = await answer.receive()
                    if MoveKind.KEEP in view.allowed:
                        self._pace.took(trio.current_time() - self._asked_at)
                    return action
                return KeepCard()
            finally:
                self._reply = None
                self._stage.redraw()

    def _ask(self, view: View, reply: trio.MemorySendChannel[Action]) -> None:
        self.view, self._reply = view, reply
        self._asked_at = trio.current_time()
        self.composing.begin(view)
        if view.allowed and not must_keep(view) and self._likes.now.bell:
            self._stage.ring()
        self._stage.redraw()

    def refused(self, view: View, sentence: str) -> None:  # noqa: ARG002 - Player says so
        self.say(text.REFUSED.format(sentence=text.as_sentence(sentence)))
        self._stage.redraw()

    async def next_round(self) -> None:
        await trio.lowlevel.checkpoint()

    # --- Observer -------------------------------------------------------------------------------------

    def on_slot(self, view: View, happenings: Sequence[Happening]) -> None:
        before, self.view = self.view, view
        self._message = ""
        told = self.feed.slot(before, view, happenings)
        self.composing.follow(view)
        if before is None:
            self._stage.show(self)
        self._show_ends(happenings, told)
        self._stage.redraw()

    def on_waiting(self, seats: Sequence[int], seconds: float) -> None:
        self.feed.waiting([] if self.asked else seats, seconds)
        self._stage.redraw()

    def on_chat(self, seat: int, text: str) -> None:
        if self.view is not None:
            self.feed.chat(self.view, seat, text)
            self._stage.redraw()

    def on_notice(self, sentence: str) -> None:
        self.feed.note(sentence)
        self._stage.redraw()

    def on_company(self, company: Company) -> None:
        if self.view is not None:
            for line in company_news(self.view, self._company, company):
                self.feed.note(line)
        self._company = company
        self._stage.redraw()

    # --- Page -----------------------------------------------------------------------------------------

    def draw(self, columns: int, rows: int) -> list[Line]:
        self._size = columns, rows
        picture = self.picture()
        return [] if picture is None else draw_table(picture, columns, rows)

    def press(self, key: str) -> None:
        """What cannot be seen is not played: in a window that is too small only Ctrl-C works."""
        if self.view is None or (self._unseen(self.view) and key != "c-c"):
            return
        self._message = ""
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
                self.composing.choose(self.view, int(what))

    def leave(self) -> None:
        if self._over:
            self.closed.set()
        else:
            self.say(str(words.LEAVING))
            self._controls.leaving.set()

    def _typed(self, key: str) -> bool:
        if self.field is None:
            return False
        if len(key) == 1:
            self.paste(key)
        return True

    def _unseen(self, view: View) -> bool:
        columns, rows = self._size
        return columns < LEAST_COLUMNS or rows < least_rows(len(view.names))

    def picture(self) -> Picture | None:
        """None before the game."""
        view = self.view
        if view is None:
            return None
        return Picture(
            table=table_model(view),
            title=situation.title(view),
            headline=tidy(situation.headline(view, self.feed.progress)),
            mine=bool(self.asked),
            advice=tidy(self._message or self._hint(view)),
            keys=key_line(self, table_keys.TABLE),
            checked=situation.checked(view),
            log=tuple(self.feed.log),
            back=self.back,
            cursor=self.composing.cursor,
            chooser=self.composing.colour if self.composing.choosing else None,
            uno=self.composing.uno,
            typing=None if self.field is None else self.field.text,
            called=self.feed.called,
            away=self.feed.away,
            marks=self._likes.now.marks,
        )

    def _hint(self, view: View) -> str:
        return situation.hint(view, self.composing) if self._likes.now.hints else ""

    # --- what keys do -----------------------------------------------------------------------------------

    def say(self, sentence: str) -> None:
        """On the message line, until the next key or event."""
        self._message = sentence

    def send(self, action: Action) -> None:
        """Give the answer, once, and not by a key that was pressed before the question was there."""
        if self._reply is None or self.view is None:
            return
        if trio.current_time() - self._asked_at < SETTLE_SECONDS:
            self.say(f"{words.TOO_QUICK} {situation.hint(self.view, self.composing)}")
            return
        self._reply.send_nowait(action)
        self._reply = None
        self.composing.choosing = self.composing.uno = False

    def speak(self) -> None:
        line = "" if self.field is None else self.field.text.strip()
        self.field = None
        if line and self.view is not None:
            self._controls.say(line)
            self.feed.chat(self.view, self.view.seat, line)

    def toggle(self, what: str) -> None:
        """'bell', 'hints' or 'marks'."""
        on = not getattr(self._likes.now, what)
        trouble = self._likes.change(**{what: on})
        self.say(trouble or str(TOGGLED[what][0 if on else 1]))

    def settings(self) -> None:
        self._stage.show(SettingsPage(self._stage, self))

    def help(self) -> None:
        lines = help_lines(self, table_keys.TABLE)
        self._stage.show(SheetPage(self._stage, self, str(words.HELP_TITLE), lines, self._meanwhile))

    def rules(self, view: View) -> None:
        self._stage.show(rules_sheet(self._stage, self, view.rules.ruleset, self._meanwhile))

    def ask_to_leave(self) -> None:
        ask_to_leave(self._stage, self, str(words.LEAVE_TITLE), str(words.LEAVE_GAME))

    def _meanwhile(self) -> str:
        if self.view is None:
            return ""
        return words.NOW.format(headline=situation.headline(self.view, self.feed.progress))

    # --- ends -----------------------------------------------------------------------------------------

    def _show_ends(self, happenings: Sequence[Happening], told: Sequence[tuple[str, ...]]) -> None:
        """The arithmetic of a round lies above the table until it has been read; the game's stays."""
        for happening, sentences in zip(happenings, told, strict=True):
            if isinstance(happening, RoundEnded):
                self.ending = sentences
                title = words.ROUND_TITLE.format(round=happening.round)
                self._stage.show(SheetPage(self._stage, self, title, sentences, self._meanwhile))
            elif isinstance(happening, GameEnded):
                self.ending = (*self.ending, "", *sentences)
                self._end(str(words.GAME_TITLE), (), str(words.ENDING))

    def finished(self, transcript: Path) -> None:
        """Everybody has the end of the game."""
        where = (words.TRANSCRIPT.format(path=transcript), words.AUDIT_HOW.format(path=transcript))
        self.ending = (*self.ending, "", str(words.EVERYTHING_CHECKED))
        self._end(str(words.GAME_TITLE), where, "" if self.view is None else situation.checked(self.view))

    def stopped(self, sentence: str) -> None:
        """The game cannot go on; who or what stopped it is said loudly."""
        recent = [f"  {line}" for line in list(self.feed.log)[-LAST_LINES:]]
        self._end(str(words.STOPPED_TITLE), (text.as_sentence(tidy(sentence)), "", *recent), "")

    def _end(self, title: str, more: Sequence[str], note: str) -> None:
        self._over = True
        self._stage.show(EndPage(self._stage, self, title, (*self.ending, *more), note))
