"""From a key to the screen: the program in a pseudo-terminal, at a table where the others never rest."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from p2puno.bench.tables import BROKE_OFF, table_with_a_place_left
from p2puno.errors import OutsideError
from p2puno.language.texts import _
from p2puno.net.addresses import LOOPBACK
from p2puno.store.files import make_private_folder
from p2puno.store.paths import Home

COLUMNS, ROWS = 120, 40
# People type so fast at most, and not in step with the game.
SECONDS_BETWEEN_KEYS = 0.07
PATIENCE_SECONDS = 30.0
# Characters that nothing else on the screen has: seeing one means that its key has arrived there.
FIRST_CHARACTER = 0x4E00
# A word of "Play goes down the list": only what differs from the page before is drawn, so it must be short.
AT_THE_TABLE = "goes"


@dataclass(frozen=True, slots=True)
class KeyTimes:
    """Of many keys, in milliseconds."""

    median_ms: float
    p95_ms: float


def measure_keys(home: Home, seats: int, keys: int) -> KeyTimes | None:
    """Type so many characters of a chat line at a table of `seats` whose other seats draw without a pause.

    A bot plays the measured seat meanwhile. None where the system has no pseudo-terminals.
    """
    if sys.platform == "win32":
        return None
    make_private_folder(home.data)
    with (
        TemporaryDirectory(prefix="bench-", dir=home.data, ignore_cleanup_errors=True) as folder,
        table_with_a_place_left(folder, seats) as port,
        _program(folder, port) as terminal,
    ):
        try:
            return _type(terminal, keys)
        except TimeoutError:
            reason = _("the screen did not answer a key")
            raise OutsideError(BROKE_OFF.format(count=seats, reason=reason)) from None


class _Terminal:
    """The person's end of the pseudo-terminal."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._seen = b""

    def press(self, text: str) -> float:
        """When it was pressed. What was on the screen before counts no more."""
        self._read(0)
        self._seen = b""
        before = time.perf_counter()
        os.write(self._descriptor, text.encode())
        return before

    def see(self, text: str) -> None:
        """Wait until it has been drawn; raises TimeoutError."""
        until = time.monotonic() + PATIENCE_SECONDS
        while text.encode() not in self._seen:
            left = until - time.monotonic()
            if left <= 0 or not self._read(left):
                raise TimeoutError

    def _read(self, seconds: float) -> bool:
        """Take what is drawn within so many seconds; False if nothing is."""
        readable, _write, _except = select.select([self._descriptor], [], [], seconds)
        with suppress(OSError):  # the program has ended
            if readable and (data := os.read(self._descriptor, 65_536)):
                self._seen += data
                return True
        return False


def _type(terminal: _Terminal, keys: int) -> KeyTimes:
    terminal.see(AT_THE_TABLE)
    terminal.press("t")
    terminal.press("s")
    times: list[float] = []
    for number in range(keys):
        time.sleep(SECONDS_BETWEEN_KEYS)
        character = chr(FIRST_CHARACTER + number)
        before = terminal.press(character)
        terminal.see(character)
        times.append((time.perf_counter() - before) * 1000)
    return KeyTimes(median(times), quantiles(times, n=20)[-1])


@contextmanager
def _program(folder: str, port: int) -> Generator[_Terminal]:
    """`p2puno join` in a terminal of its own; at the end it is gone."""
    import fcntl  # noqa: PLC0415  not on Windows
    import struct  # noqa: PLC0415
    import termios  # noqa: PLC0415

    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("LINES", "COLUMNS")}
    environment |= {"TERM": "xterm-256color", "PYTHONUTF8": "1"}
    words = ("join", f"{LOOPBACK}:{port}", "--as", "Keys", "--home", f"{folder}/keys", "--lang", "en")
    process = subprocess.Popen(  # noqa: S603  this interpreter, and arguments of our own
        [sys.executable, "-m", "p2puno", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield _Terminal(ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)
