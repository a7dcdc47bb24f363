"""The host of the full screen: prompt_toolkit under asyncio, with trio running as its guest (decision 080).

The only file that knows asyncio. The display runs in asyncio; everything else, the page's keys included, runs
in trio. Whatever ends first, trio is ended before the display, and the terminal is as it was before.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Generic, TypeVar

import trio
from outcome import Outcome
from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from p2puno.ui.screen.stage import NAMED_KEYS, Line, Stage
from p2puno.ui.screen.standard_error import errors_held_back
from p2puno.ui.screen.styles import STYLES
from p2puno.ui.screen.writing import cover, for_terminal
from p2puno.ui.signals import heeded, is_leaving
from protocol.wire.text import ZERO_WIDTH_NON_JOINER

T = TypeVar("T")

SECONDS_BETWEEN_DRAWINGS = 0.02
# How long a key that begins with Escape may take to arrive, as arrows do.
ESCAPE_SECONDS = 0.05
# Python's own is 5 ms.
SWITCH_SECONDS = 0.001
WHEEL = {MouseEventType.SCROLL_UP: "pageup", MouseEventType.SCROLL_DOWN: "pagedown"}


def run_on_screen(stage: Stage, work: Callable[[], Awaitable[T]]) -> T:
    """Show the stage while `work` runs in trio, and give what it returns or raises.

    An interrupt asks the page to leave; a second one does not wait, nor does any other signal, nor the loss
    of the terminal. All end in KeyboardInterrupt.
    """
    with errors_held_back(), _quick_switching():
        return asyncio.run(_Host[T](stage).run(work))


@contextmanager
def _quick_switching() -> Iterator[None]:
    """A key is answered by several short steps in two threads, each of which may have to wait for a worker
    that checks proofs: let it not wait so long."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


class _Text(FormattedTextControl):
    """The drawn page. prompt_toolkit translates the cell of a click into a line and a character of it."""

    def __init__(self, text: Callable[[], StyleAndTextTuples], heed: Callable[[MouseEvent], None]) -> None:
        super().__init__(text, show_cursor=False)
        self._heed = heed

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        self._heed(mouse_event)


class _Host(Generic[T]):
    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._drawn: list[Line] = []
        self._app = self._application()
        self._token: trio.lowlevel.TrioToken | None = None
        self._scope = trio.CancelScope()
        self._fault: BaseException | None = None
        self._signals = 0
        self._results: list[T] = []
        stage.redraw = self._app.invalidate
        stage.ring = self._app.output.bell

    async def run(self, work: Callable[[], Awaitable[T]]) -> T:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._on_fault)
        ended: asyncio.Future[Outcome[None]] = loop.create_future()
        trio.lowlevel.start_guest_run(
            self._guest,
            work,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            done_callback=ended.set_result,
            host_uses_signal_set_wakeup_fd=True,
        )
        with self._heeding_signals(loop):
            display = loop.create_task(self._app.run_async(handle_sigint=False, set_exception_handler=False))
            either: tuple[asyncio.Future[Any], ...] = (ended, display)
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not ended.done():
                self._end_trio(display)
            result = await ended
            await self._close(display)
        if self._fault is not None:
            raise self._fault
        result.unwrap()
        if self._signals or not self._results:
            raise KeyboardInterrupt
        return self._results[0]

    # --- trio -----------------------------------------------------------------------------------------

    async def _guest(self, work: Callable[[], Awaitable[T]]) -> None:
        self._token = trio.lowlevel.current_trio_token()
        with self._scope:
            async with trio.open_nursery() as nursery:
                self._stage.start_soon = nursery.start_soon
                self._results.append(await work())
                nursery.cancel_scope.cancel()

    def _soon(self, act: Callable[..., object], *args: object) -> None:
        """Let trio do it, and draw what has become of it; too late if trio has ended."""

        def do() -> None:
            act(*args)
            self._app.invalidate()

        if self._token is not None:
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(do)

    def _end_trio(self, display: asyncio.Task[None]) -> None:
        """The display has ended first: the terminal is lost, or there is a fault."""
        if isinstance(display.exception(), EOFError):
            self._signals += 1
        else:
            self._fault = self._fault or display.exception()
        self._soon(self._scope.cancel)

    # --- the display ----------------------------------------------------------------------------------

    def _application(self) -> Application[None]:
        text = _Text(self._text, self._mouse)
        application: Application[None] = Application(
            layout=Layout(Window(text, always_hide_cursor=True)),
            key_bindings=self._keys(),
            style=Style.from_dict(dict(STYLES)),
            full_screen=True,
            mouse_support=Condition(lambda: self._stage.remembered.now.mouse),
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else ColorDepth.DEPTH_4_BIT,
            min_redraw_interval=SECONDS_BETWEEN_DRAWINGS,
        )
        application.ttimeoutlen = ESCAPE_SECONDS
        application.timeoutlen = ESCAPE_SECONDS
        return application

    def _text(self) -> StyleAndTextTuples:
        size = self._app.output.get_size()
        encoding = self._app.output.encoding()
        text: StyleAndTextTuples = []
        page = self._stage.page.draw(size.columns, size.rows)
        self._drawn = [for_terminal(line, encoding) for line in page]
        for line in self._drawn:
            text += [*line, ("", f"{cover(line)}\n")]
        return text[:-1]

    def _keys(self) -> KeyBindings:
        bindings = KeyBindings()
        for name in NAMED_KEYS:
            bindings.add(name)(self._press_named(name))
        bindings.add(Keys.Any)(lambda event: self._soon(self._press, event.data))
        bindings.add(Keys.BracketedPaste)(lambda event: self._soon(self._paste, event.data))
        return bindings

    def _press_named(self, name: str) -> Callable[[KeyPressEvent], None]:
        return lambda _: self._soon(self._press, name)

    def _press(self, key: str) -> None:
        if key in NAMED_KEYS or key == ZERO_WIDTH_NON_JOINER or (len(key) == 1 and key.isprintable()):
            self._stage.page.press(key)

    def _paste(self, pasted: str) -> None:
        self._stage.page.paste(pasted)

    def _mouse(self, event: MouseEvent) -> None:
        """A click does what lies there; the wheel is PgUp and PgDn."""
        if event.event_type in WHEEL:
            self._soon(self._press, WHEEL[event.event_type])
        elif event.event_type is MouseEventType.MOUSE_UP and event.position.y < len(self._drawn):
            self._soon(self._stage.click, self._drawn[event.position.y], event.position.x)

    async def _close(self, display: asyncio.Task[None]) -> None:
        if not display.done():
            future = self._app.future
            if future is not None and not future.done():
                self._app.exit()
            elif future is None:  # it has not begun yet
                display.cancel()
        with suppress(EOFError, OSError, asyncio.CancelledError):
            await display

    # --- faults and signals ---------------------------------------------------------------------------

    def _on_fault(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something raised in a callback: drawing, a key. End everything; the first fault is told."""
        fault = context.get("exception") or RuntimeError(context["message"])
        self._fault = self._fault or fault
        self._soon(self._scope.cancel)

    @contextmanager
    def _heeding_signals(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        def heed(number: int, _frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(self._signalled, number)

        before = {number: signal.signal(number, heed) for number in heeded()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _signalled(self, number: int) -> None:
        self._signals += 1
        asked = self._signals == 1 and is_leaving(number)
        self._soon(self._stage.page.leave if asked else self._scope.cancel)
