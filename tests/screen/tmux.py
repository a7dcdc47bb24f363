"""The program in a real terminal (tmux), of any size, and the person in front of it."""

from __future__ import annotations

import shlex
import subprocess
import time
import uuid
from collections.abc import Callable, Sequence

from tests.commands.runner import PROGRAM

PATIENCE = 60
LOOK_SECONDS = 0.1
RAW_MODE_IS_OVER = "icanon"


class Tmux:
    """One tmux server with one window; what runs in it is followed by its exit code and the tty's modes."""

    def __init__(self, columns: int, rows: int, inside: Sequence[str] = ()) -> None:
        """`inside`: a command that runs another one where the program is to be, say on another machine."""
        self._socket = f"p2puno-{uuid.uuid4().hex[:12]}"
        self._size = columns, rows
        self._inside = inside

    def _tmux(self, *words: str) -> str:
        command = ["tmux", "-L", self._socket, "-f", "/dev/null", *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def run(self, *words: str, **env: str) -> None:
        settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in env.items())
        program = shlex.join([*self._inside, *PROGRAM, *words])
        command = f"{settings} {program}; code=$?; stty -a | tail -n 3; echo EXIT=$code; cat"
        columns, rows = self._size
        self._tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), command)

    def screen(self) -> str:
        return self._tmux("capture-pane", "-p")

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def resize(self, columns: int, rows: int) -> None:
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def wait(self, shows: Callable[[str], bool], seconds: float = PATIENCE) -> str:
        """Look until the screen shows it."""
        until = time.monotonic() + seconds
        while not shows(screen := self.screen()):
            assert time.monotonic() < until, screen
            time.sleep(LOOK_SECONDS)
        return screen

    def see(self, words: str, seconds: float = PATIENCE) -> str:
        return self.wait(lambda screen: words in screen, seconds)

    def ends(self) -> str:
        """The screen when the program has ended; the terminal echoes and edits lines again."""
        screen = self.see("EXIT=")
        assert RAW_MODE_IS_OVER in screen
        assert f"-{RAW_MODE_IS_OVER}" not in screen
        assert "-echo " not in screen
        return screen

    def close(self) -> None:
        subprocess.run(["tmux", "-L", self._socket, "kill-server"], capture_output=True, check=False)
