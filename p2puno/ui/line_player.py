"""Line mode playing: a question that says what can be done, commands as lines of text.

It is a complete way to play: for screen readers, slow links, pipes and tests.

Lines from a terminal are answered at once. Lines from a pipe wait, in their order, until they apply: a move
until this seat is asked, what is done out of turn until it is possible. Once the seat is asked, a line that
is no answer is answered and dropped, because waiting for another moment would stop the game; but a move of a
turn waits for that turn, and what is asked before it is answered as a bot would.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import trio

from p2puno.language.texts import Text
from p2puno.seat.clock import seconds_to_decide
from p2puno.seat.player import Controls
from p2puno.ui import texts as text
from p2puno.ui.asking import must_keep
from p2puno.ui.company import who_reads
from p2puno.ui.finding import UnfitError
from p2puno.ui.grammar import NotUnderstoodError, parse
from p2puno.ui.laying import not_possible
from p2puno.ui.line_company import LineCompany
from p2puno.ui.line_lobby import LineLobby
from p2puno.ui.line_lookups import look_up
from p2puno.ui.line_observer import LineObserver
from p2puno.ui.lines import Catch, GoOnWithout, LetIn, Line, MoveLine, Say, SendAway, Word
from p2puno.ui.pace import Pace
from p2puno.ui.piped import answer_before
from p2puno.ui.prompts import chat_line, help_lines
from p2puno.ui.questions import now_line, question
from p2puno.ui.resolve import action_for
from protocol.rules.needs import MoveKind
from protocol.table.choices import KeepCard
from protocol.table.view import Action, View

READ_AHEAD = 64
# A piped line that chose something is followed by the next one after so many seconds at the latest.
LONGEST_SLOT = 10.0


_OUT_OF_TIME: Mapping[Line, Text] = {Word("start"): text.NOTHING_TO_START, Word("rematch"): text.NOT_OVER}


@dataclass(frozen=True, slots=True)
class _Question:
    """What the seat is asked now, and where its answer goes."""

    view: View
    reply: trio.MemorySendChannel[Action]


class LinePlayer:
    """Implements `seat.player.Player`; `run` reads the lines. `piped`: they come from no terminal."""

    def __init__(self, screen: LineObserver, lobby: LineLobby, controls: Controls, *, piped: bool) -> None:
        self._screen = screen
        self._lobby = lobby
        self._controls = controls
        self._company = LineCompany(screen, lobby, controls)
        self._piped = piped
        self._question: _Question | None = None
        self._reading: trio.Event | None = None
        self._pace = Pace(()) if piped else Pace()

    # --- Player ---------------------------------------------------------------------------------------

    async def decide(self, view: View) -> Action:
        reply, answer = trio.open_memory_channel[Action](1)
        with reply, answer:
            self._question = _Question(view, reply)
            self._ask(view)
            asked_at = trio.current_time()
            try:
                with trio.move_on_after(self._pace.pause() if must_keep(view) else math.inf):
                    action = await answer.receive()
                    if MoveKind.KEEP in view.allowed:
                        self._pace.took(trio.current_time() - asked_at)
                    return action
                return KeepCard()
            finally:
                self._question = None

    def refused(self, view: View, sentence: str) -> None:
        self._screen.show(text.REFUSED.format(sentence=text.as_sentence(sentence)), now_line(view))

    async def next_round(self) -> None:
        """A person has time to read; nobody reads what comes out of a pipe."""
        if self._piped:
            await trio.lowlevel.checkpoint()
            return
        self._reading = trio.Event()
        self._screen.show(str(text.ASK_NEXT))
        try:
            await self._reading.wait()
        finally:
            self._reading = None

    def _ask(self, view: View) -> None:
        asked = question(view)
        if asked:
            self._screen.remember_positions(view)
        self._screen.show(*asked)
        if seconds_to_decide(view):
            self._screen.show(text.SECONDS_LEFT.of(seconds_to_decide(view)))
        self._screen.wake()

    # --- lines ----------------------------------------------------------------------------------------

    async def run(self, lines: trio.MemoryReceiveChannel[str]) -> None:
        """Read lines until their end or `quit`; both leave the table."""
        send, receive = trio.open_memory_channel[Line](READ_AHEAD)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._understand, lines, send)
            async for line in receive:
                if line == Word("quit"):
                    break
                await self._carry_out(line)
            nursery.cancel_scope.cancel()
        self._screen.show(str(text.LEAVING))
        self._screen.leave()

    async def _understand(
        self, lines: trio.MemoryReceiveChannel[str], send: trio.MemorySendChannel[Line]
    ) -> None:
        """What cannot be understood is answered at once, even if lines before it still wait."""
        async with send:
            async for typed in lines:
                try:
                    line = parse(typed)
                except NotUnderstoodError as answer:
                    self._screen.show(str(answer))
                    continue
                if line is not None:
                    await send.send(line)
                elif self._reading is not None:
                    await send.send(Word("next"))

    async def _carry_out(self, line: Line) -> None:
        """Wait until the line applies; then, if it is piped and was a choice, until that has happened."""
        while True:
            question = self._question
            if self._take(line):
                break
            await self._screen.something_new()
        if self._piped and question is not None and question is not self._question:
            with trio.move_on_after(LONGEST_SLOT):
                await self._screen.something_new()

    def _take(self, line: Line) -> bool:
        """Do what the line says; False if it has to wait."""
        self._controls.stir()
        if isinstance(line, Word) and look_up(line.word, self._screen, self._lobby):
            return True
        view = self._screen.view
        if not isinstance(view, View):
            return self._before_the_game(line)
        match line:
            case Say(words):
                self._controls.say(words)
                self._screen.show(chat_line(view, view.seat, words))
            case GoOnWithout(name):
                self._company.vote_out(name, view)
            case Word("help"):
                self._help()
            case Word("ready") if view.rules.ruleset.on("ready_after_four"):
                return self._move(line, view)
            case Word("start" | "ready" | "not ready" | "rematch") | SendAway():
                self._screen.show(str(_OUT_OF_TIME.get(line, text.LOBBY_OVER)))
            case Word("next") | LetIn():
                self._company.let_in(line.name) if isinstance(line, LetIn) else self._go_on(view)
            case Word("bot") | Word("back"):
                self._hand(line.word)
            case Word("hand"):
                self._screen.show_hand(self._question.view if self._question else view)
            case _:
                return self._move(line, view)
        return True

    def _before_the_game(self, line: Line) -> bool:
        match line:
            case Word("help"):
                self._help()
            case Word("start"):
                return self._start()
            case Word("ready" | "not ready"):
                self._controls.say_ready(line == Word("ready"))
            case SendAway(name):
                self._company.send_away(name)
            case Word("rematch"):
                self._screen.show(str(text.NOT_OVER))
            case _:
                return self._too_early(str(text.NOT_STARTED))
        return True

    def _start(self) -> bool:
        if not self._lobby.opener:
            self._screen.show(str(text.LOBBY_ONLY_OPENER))
            return True
        if not self._lobby.can_start:
            return self._too_early(str(text.LOBBY_NOBODY_YET))
        if self._lobby.unready:
            self._screen.show(text.LOBBY_UNREADY.format(names=text.listed(self._lobby.unready)))
        self._controls.start()
        return True

    def _too_early(self, answer: str) -> bool:
        """A piped line waits, a typed one is answered."""
        if not self._piped:
            self._screen.show(answer)
        return not self._piped

    def _help(self) -> None:
        view = self._screen.view
        rules = None if view is None else view.rules.ruleset
        self._screen.show(*help_lines(rules), *((str(text.HELP_PIPED),) if self._piped else ()))

    def _go_on(self, view: View) -> None:
        if self._reading is None:
            self._screen.show(str(text.NOTHING_NEXT))
            return
        others = self._screen.company.reading - {view.seat}
        self._screen.show(str(text.GONE_ON), *((who_reads(view, others),) if others else ()))
        self._reading.set()

    def _hand(self, word: str) -> None:
        """Hand the seat to a bot, or take it back; that it happened is told when all are told."""
        if word == "bot" and not self._controls.handed_over:
            self._controls.hand_over()
        elif word == "back" and self._controls.handed_over:
            self._controls.take_back()
        else:
            self._screen.show(str(text.BOT_PLAYS if self._controls.handed_over else text.PLAYS_YOURSELF))

    # --- moves ----------------------------------------------------------------------------------------

    def _move(self, line: MoveLine, view: View) -> bool:
        if self._controls.handed_over:
            self._screen.show(str(text.BOT_PLAYS))
            return True
        if self._question is not None:
            return self._answer(line, self._question)
        catching = isinstance(line, Catch)
        return self._too_early(str(text.NOBODY_TO_CATCH) if catching else not_possible(view))

    def _answer(self, line: MoveLine, question: _Question) -> bool:
        if self._piped and self._waits(line, question):
            return False
        try:
            self._give(question, action_for(line, question.view, self._screen.positions))
        except UnfitError as answer:
            self._screen.show(str(answer))
        return True

    def _waits(self, line: MoveLine, question: _Question) -> bool:
        """Whether a piped line is for a later moment; a question before that moment is answered for it."""
        view = question.view
        if not view.allowed and view.asked is None:
            return not self._possible(line, view)
        if must_keep(view):
            return line not in (Word("keep"), Word("pass"))
        answered = answer_before(line, view)
        if answered is None:
            return False
        said, action = answered
        self._screen.show(said)
        self._give(question, action)
        return True

    def _possible(self, line: MoveLine, view: View) -> bool:
        """Out of turn; `uno` alone would else be understood as a play."""
        try:
            action_for(line, view, self._screen.positions)
        except UnfitError:
            return False
        return True

    def _give(self, question: _Question, action: Action) -> None:
        question.reply.send_nowait(action)
        self._question = None
