"""A seat in line mode: lines are read from standard input, and a game that is over may be played again."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

import trio

from p2puno.commands.complaint import complain
from p2puno.commands.output import is_terminal, show, show_whole, typed_by_a_person
from p2puno.language.texts import Text
from p2puno.seat.ending import Outcome, Play, VotedOutError, voted_out
from p2puno.seat.plans import Next, Seat, SitAgain
from p2puno.seat.player import Controls
from p2puno.ui import texts as text
from p2puno.ui.keyboard import read_lines, stdin_encoding
from p2puno.ui.leaving_texts import ASK_TO_LEAVE, NOT_LEFT
from p2puno.ui.line_lobby import LineLobby
from p2puno.ui.line_observer import LineObserver
from p2puno.ui.line_player import LinePlayer
from p2puno.ui.screen_texts import EVERYTHING_CHECKED
from p2puno.ui.signals import heeded, is_leaving
from p2puno.ui.verdict import same_game
from p2puno.ui.vocabulary import commands, plain

Lines: TypeAlias = trio.MemoryReceiveChannel[str]

_ANSWER_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class LineMode:
    """`reads`: a person or a pipe plays this seat. The others describe the lobby (see `LineLobby`)."""

    reads: bool
    verbose: bool
    opener: bool
    by_itself: bool
    quiet: bool

    @property
    def asks(self) -> bool:
        """Whether there is somebody to ask for another game."""
        return self.reads and typed_by_a_person() and is_terminal()


async def sit_in_lines(play: Play, mode: LineMode) -> Outcome | None:
    """Play to the end, and at a terminal as often as the person likes; how the last game ended."""
    lines = keyboard() if mode.reads else None
    asks = lines if mode.asks else None
    again: Next = None
    while True:
        out: VotedOutError | None = None
        outcome: Outcome | None = None
        try:
            outcome = await _one_game(play, mode, lines, again)
        except* VotedOutError as group:
            out = voted_out(group)
        if out is not None:
            again = await _sit_again(out, asks)
            if again is None:
                raise out
            continue
        if outcome is None or outcome.again is None or asks is None or not await wants_again(asks, show):
            return outcome
        show_whole(text.TRANSCRIPT_AT.format(path=outcome.transcript))
        again = outcome.again
        show(str(text.AGAIN_OPENER if outcome.again.opener else text.AGAIN_GUEST))


async def _sit_again(out: VotedOutError, asks: Lines | None) -> SitAgain | None:
    """Whether somebody who was voted out while away asks to sit down again; None if he does not."""
    show_whole(text.TRANSCRIPT_AT.format(path=out.transcript))
    if asks is None or out.back is None:
        return None
    show(str(out))
    return out.back if await wants_again(asks, show, "back", text.ASK_BACK) else None


def keyboard() -> Lines | None:
    """What is typed, or comes through a pipe; None if the program was started without an input."""
    return None if sys.stdin is None else read_lines(sys.stdin.fileno(), stdin_encoding())


async def wants_again(
    lines: Lines, tell: Callable[[str], None], word: str = "rematch", question: Text = text.ASK_AGAIN
) -> bool:
    """Until the person says this word or `quit`, or says nothing any more."""
    tell(str(question))
    async for line in lines:
        said = commands().get(plain(line))
        if said in (word, "quit"):
            return said == word
        tell(str(question))
    return False


async def _one_game(play: Play, mode: LineMode, lines: Lines | None, again: Next) -> Outcome | None:
    controls = Controls()
    screen = LineObserver(show, controls, progress=mode.verbose or is_terminal())
    by_itself = mode.by_itself or again is not None
    lobby = LineLobby(screen, opener=mode.opener, by_itself=by_itself, quiet=mode.quiet)
    player = LinePlayer(screen, lobby, controls, piped=not typed_by_a_person())
    signals: list[int] = []
    outcome: Outcome | None = None
    stays = _Question(screen) if mode.asks and not mode.quiet else _stays_never
    async with trio.open_nursery() as nursery:
        nursery.start_soon(heed_signals, screen.leave, nursery.cancel_scope.cancel, signals, stays)
        if lines is not None:
            nursery.start_soon(player.run, lines)
        elif mode.reads:  # no input is the end of the input
            controls.leaving.set()
        outcome = await play(Seat(player, screen, screen, lobby, controls), again)
        if outcome is not None and not outcome.left:
            screen.show(str(EVERYTHING_CHECKED), same_game(outcome.view.head))
        nursery.cancel_scope.cancel()
    if signals:
        if not is_leaving(signals[0]) and outcome is None and screen.view is not None:
            complain(str(NOT_LEFT))
        raise KeyboardInterrupt
    return outcome


class _Question:
    """Called at a Ctrl-C: whether the person is asked first, as in a game with others that is on.

    The answer is the next Ctrl-C, if it comes soon.
    """

    def __init__(self, screen: LineObserver) -> None:
        self._screen = screen
        self._asked = -inf

    def __call__(self) -> bool:
        now = trio.current_time()
        if self._screen.view is None or now - self._asked < _ANSWER_SECONDS:
            return False
        self._asked = now
        self._screen.show(str(ASK_TO_LEAVE))
        return True


def _stays_never() -> bool:
    return False


async def heed_signals(
    leave: Callable[[], None],
    break_off: Callable[[], None],
    seen: list[int],
    stays: Callable[[], bool] = _stays_never,
) -> None:
    """Ctrl-C leaves the table with a goodbye, so that nobody waits, unless the person `stays` until asked
    again; one more does not wait for the goodbye.

    Whatever else ends the program breaks the game off as a crash does: the seat stays.
    """
    numbers = heeded()
    if threading.current_thread() is not threading.main_thread() or not numbers:
        return
    with trio.open_signal_receiver(*numbers) as received:
        async for number in received:
            if seen:
                raise KeyboardInterrupt
            if is_leaving(number) and stays():
                continue
            seen.append(number)
            (leave if is_leaving(number) else break_off)()
