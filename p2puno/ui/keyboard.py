"""Lines from standard input, read by a thread of their own.

A read from a terminal cannot be interrupted, so the thread is a daemon: when the game is over, the process
ends without waiting for one more line. It reads the file descriptor itself, because a thread that dies
inside `sys.stdin` keeps a lock which Python wants at its end.
"""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys
import threading
from collections.abc import Iterator

import trio

MAX_LINE = 2_000
"""In characters; what a longer line holds beyond this is lost, so that a binary file fills no memory."""
READ_AHEAD = 64


def read_lines(fd: int, encoding: str) -> trio.MemoryReceiveChannel[str]:
    """Start reading; the channel ends with the input. Not more than `READ_AHEAD` lines wait in it.

    A terminal that is lost (its window was closed, the line to it broke) is no end of the input: nobody has
    wanted to go. It is told as a SIGHUP, which the system sends to most programs anyway.

    The thread may outlive the game, so it has a descriptor of its own: `fd` may be closed, and its number
    given to another file, without disturbing either.
    """
    send, receive = trio.open_memory_channel[str](READ_AHEAD)
    token = trio.lowlevel.current_trio_token()
    own = os.dup(fd)
    thread = threading.Thread(target=_read, args=(own, encoding, send, token), name="keyboard", daemon=True)
    thread.start()
    return receive


def stdin_encoding() -> str:
    """A Windows console always answers in UTF-8 to a raw read, whatever code page it shows."""
    if sys.platform == "win32" and sys.stdin.isatty():
        return "utf-8"
    return sys.stdin.encoding or "utf-8"


def _read(fd: int, encoding: str, send: trio.MemorySendChannel[str], token: trio.lowlevel.TrioToken) -> None:
    try:
        with open(fd, "rb", buffering=0) as raw:
            for line in split_lines(_pieces(raw), encoding):
                trio.from_thread.run(send.send, line, trio_token=token)
        trio.from_thread.run_sync(send.close, trio_token=token)
    except _LostError:
        os.kill(os.getpid(), signal.SIGHUP)
    except (trio.RunFinishedError, trio.Cancelled, trio.BrokenResourceError):
        return  # the game is over; nobody reads any more


class _LostError(Exception):
    """There is no terminal any more."""


def _pieces(raw: io.FileIO) -> Iterator[bytes]:
    """What the file gives until its end; raises _LostError if it was a terminal and is none any more."""
    typed = raw.isatty() and hasattr(signal, "SIGHUP")
    while True:
        try:
            piece = raw.read(io.DEFAULT_BUFFER_SIZE)
        except OSError:
            piece = None
        if typed and not piece and not raw.isatty():
            raise _LostError
        if not piece:
            return
        yield piece


def split_lines(pieces: Iterator[bytes], encoding: str) -> Iterator[str]:
    """Whole lines without their ends, and what stands behind the last one."""
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    rest = ""
    for piece in pieces:
        *lines, rest = (rest + decoder.decode(piece)).split("\n")
        yield from (line[:MAX_LINE] for line in lines)
        rest = rest[:MAX_LINE]
    rest += decoder.decode(b"", final=True)
    if rest:
        yield rest[:MAX_LINE]
