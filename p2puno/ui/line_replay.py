"""A past game in line mode: a moment at a time, as the lines of a person say."""

from __future__ import annotations

import math
from collections.abc import Callable

import trio

from p2puno.past.film import Film
from p2puno.ui import past_texts as past
from p2puno.ui.digits import plain_digits
from p2puno.ui.finding import UnfitError, find_seat
from p2puno.ui.model import shown_names
from p2puno.ui.prompts import table_lines
from p2puno.ui.replaying import Telling
from p2puno.ui.vocabulary import commands, plain

Lines = trio.MemoryReceiveChannel[str]
USUAL_SECONDS = 1.0


class NotUnderstoodError(Exception):
    """The line is no command."""


class LineReplay:
    """Shows a film through `show`. at: the place of the moment that was told last, -1 before the first.

    seat: whose hand is told after every step.
    """

    def __init__(self, film: Film, show: Callable[[str], None]) -> None:
        self._telling = Telling(film)
        self._film = self._telling.film
        self._show = show
        self.at = -1
        self.seat: int | None = None

    async def run(self, lines: Lines | None) -> None:
        """Until `quit` or the end of the lines; with none at all the whole game is told."""
        self._show(past.REPLAY_HELP.format())
        said = False
        if lines is not None:
            async for line in lines:
                said = True
                if not await self._obey(line, lines):
                    return
        if not said:
            self._forward(len(self._film.moments))

    async def _obey(self, line: str, lines: Lines) -> bool:
        """Whether it goes on after this line."""
        word, _, rest = line.strip().partition(" ")
        try:
            match _command(plain(word)):
                case "quit":
                    return False
                case "play":
                    await self._play(_seconds(rest), lines)
                case command:
                    self._answer(command, rest.strip())
        except NotUnderstoodError:
            self._show(past.REPLAY_UNKNOWN.format(help=past.REPLAY_HELP))
        except UnfitError as answer:
            self._show(str(answer))
        return True

    def _answer(self, command: str, rest: str) -> None:
        match command:
            case "next":
                self._forward(_number(rest, 1))
            case "back":
                self._go(max(0, self.at - _number(rest, 1)))
            case "round":
                self._go(self._film.at_round(_number(rest, 1)))
            case "jump":
                self._go(self._film.at_slot(_number(rest, None)))
            case "hand" if rest:
                self.seat = find_seat(rest, shown_names(self._film.report.names))
                self._tell_hand(self.seat)
            case "hand":
                for line in self._telling.hands(max(0, self.at)):
                    self._show(line)
            case "table":
                for line in table_lines(self._film.view(max(0, self.at))):
                    self._show(line)
            case _:
                self._show(past.REPLAY_HELP.format())

    async def _play(self, seconds: float, lines: Lines) -> None:
        """Go on by itself to the end, or until something is typed."""
        while self.at < len(self._film.moments) - 1:
            self._forward(1)
            with trio.move_on_after(seconds):
                try:
                    await lines.receive()
                except trio.EndOfChannel:
                    await trio.sleep(seconds)
                else:
                    return

    def _forward(self, steps: int) -> None:
        """The next moments, one after the other."""
        last = len(self._film.moments) - 1
        if self.at == last:
            self._show(str(past.REPLAY_END))
        for at in range(self.at + 1, min(self.at + steps, last) + 1):
            self._go(at)

    def _go(self, at: int) -> None:
        self.at = at
        self._show(self._telling.place(at))
        for line in self._telling.moment(at):
            self._show(f"  {line}")
        if self.seat is not None:
            self._tell_hand(self.seat)

    def _tell_hand(self, seat: int) -> None:
        self._show(f"  {self._telling.hand(max(0, self.at), seat)}")


def _command(word: str) -> str:
    """Nothing typed is the next moment."""
    if not word:
        return "next"
    if word in {"round", *map(plain, str(past.REPLAY_ROUND_WORD).split(","))}:
        return "round"
    command = commands().get(word)
    if command is None:
        raise NotUnderstoodError
    return command


def _number(typed: str, usual: int | None) -> int:
    digits = plain_digits(typed)
    if not digits and usual is not None:
        return usual
    if not digits.isascii() or not digits.isdigit():
        raise NotUnderstoodError
    return int(digits[: len(str(2**31))])


def _seconds(typed: str) -> float:
    try:
        seconds = float(plain_digits(typed) or USUAL_SECONDS)
    except ValueError:
        raise NotUnderstoodError from None
    if not math.isfinite(seconds) or seconds < 0:
        raise NotUnderstoodError
    return seconds
