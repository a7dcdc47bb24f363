"""The terminal is as it was before, however the full screen ends, and trio has ended before it."""

from __future__ import annotations

import signal
import sys
import termios
from collections.abc import Iterator

import pexpect
import pytest

from tests.commands.runner import close_window, exit_code, stop

PATIENCE = 300
INTO_SCREEN, OUT_OF_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
LOCAL_FLAGS = 3


class Terminal:
    """A pseudo-terminal with the little program in it."""

    def __init__(self, how: str) -> None:
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "tests.screen.little", how],
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(24, 80),
        )
        self.before = self.flags()
        self.child.sendline()
        self.trio_ended = False

    def flags(self) -> int:
        return int(termios.tcgetattr(self.child.child_fd)[LOCAL_FLAGS])

    def see(self, words: str) -> None:
        self.child.expect_exact(words)

    def type(self, keys: str) -> None:
        self.child.send(keys)

    def ends(self) -> str:
        """What is on the terminal behind the full screen; trio ended first, and the terminal is as before."""
        self.child.expect(pexpect.EOF)
        output: str = self.child.before or ""
        screen, found, rest = output.rpartition(OUT_OF_SCREEN)
        assert found
        assert self.flags() == self.before
        assert "READY" not in rest
        assert "trio has ended" not in rest
        assert "held back" not in screen, "standard error does not tear the screen"
        assert ("held back" in rest) == ("trio has ended" in screen)
        self.trio_ended = "trio has ended" in screen
        return rest

    def code(self) -> int | None:
        return exit_code(self.child)


@pytest.fixture
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    running = Terminal(getattr(request, "param", "plain"))
    yield running
    stop(running.child)


def test_keys_are_drawn_and_the_result_comes_back(terminal: Terminal) -> None:
    terminal.see(INTO_SCREEN)
    terminal.see("READY 80x24")
    assert not terminal.flags() & termios.ECHO
    terminal.type("a")
    terminal.see("a")
    terminal.type("\x1b[A\r")
    terminal.see("up enter")
    terminal.type("q")
    rest = terminal.ends()
    assert terminal.trio_ended
    assert "the result" in rest
    assert terminal.code() == 0


def test_control_c_is_a_key(terminal: Terminal) -> None:
    terminal.see("READY")
    terminal.type("\x03")
    terminal.see("c-c")
    terminal.type("q")
    assert "the result" in terminal.ends()


def test_a_long_paste_arrives_in_one_piece(terminal: Terminal) -> None:
    terminal.see("READY")
    terminal.type("\x1b[200~" + "x" * 100_000 + "\x1b[201~")
    terminal.see("pasted 100000")
    terminal.type("q")
    assert terminal.ends()


def test_another_size_is_drawn_at_once(terminal: Terminal) -> None:
    terminal.see("READY 80x24")
    terminal.child.setwinsize(10, 40)
    terminal.see("40x10")
    terminal.type("q")
    assert terminal.ends()


def test_an_interrupt_leaves_politely(terminal: Terminal) -> None:
    terminal.see("READY")
    terminal.child.kill(signal.SIGINT)
    rest = terminal.ends()
    assert terminal.trio_ended
    assert "KeyboardInterrupt" in rest


@pytest.mark.parametrize("terminal", ["stubborn"], indirect=True)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_do_not_ask_whether_to_leave(terminal: Terminal, number: signal.Signals) -> None:
    terminal.see("READY")
    terminal.child.kill(number)
    rest = terminal.ends()
    assert terminal.trio_ended
    assert "KeyboardInterrupt" in rest


@pytest.mark.parametrize("terminal", ["stubborn"], indirect=True)
def test_a_second_signal_does_not_wait(terminal: Terminal) -> None:
    terminal.see("READY")
    terminal.child.kill(signal.SIGINT)
    terminal.see("leaving")
    terminal.child.kill(signal.SIGINT)
    terminal.ends()
    assert terminal.trio_ended


@pytest.mark.parametrize(("key", "sentence"), [("d", "the drawing is broken"), ("k", "the key is broken")])
def test_a_fault_in_drawing_or_keys_ends_both_worlds(terminal: Terminal, key: str, sentence: str) -> None:
    terminal.see("READY")
    terminal.type(key)
    rest = terminal.ends()
    assert sentence in rest
    assert terminal.trio_ended
    assert terminal.code() == 1


@pytest.mark.parametrize("terminal", ["broken work"], indirect=True)
def test_a_fault_of_the_game_is_told_behind_the_screen(terminal: Terminal) -> None:
    assert "the work is broken" in terminal.ends()
    assert terminal.code() == 1


@pytest.mark.parametrize("terminal", ["broken drawing"], indirect=True)
def test_a_first_drawing_that_fails_leaves_the_terminal_alone(terminal: Terminal) -> None:
    terminal.see("the drawing is broken")
    terminal.child.expect(pexpect.EOF)
    terminal.child.wait()
    assert terminal.flags() == terminal.before
    assert terminal.code() == 1


def test_a_lost_terminal_ends_the_program(terminal: Terminal) -> None:
    terminal.see("READY")
    close_window(terminal.child)
    assert not terminal.child.isalive()
