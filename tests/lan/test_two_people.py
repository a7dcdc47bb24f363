"""Two people at their terminals and a bot on a third machine: from the lobby to the end of a round."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.commands.runner import PROGRAM
from tests.lan.namespaces import Lan, lan, transcript_in
from tests.screen.test_new_user import BETWEEN_LOOKS, ROUND_SECONDS, SHORT_ROUND, play_on
from tests.screen.tmux import Tmux

pytestmark = pytest.mark.system

OPENER, GUEST, BOT = range(3)
FOUND_SECONDS = 60


@contextmanager
def terminal_on(network: Lan, host: int, size: tuple[int, int]) -> Iterator[Tmux]:
    terminal = Tmux(*size, inside=network.command(host))
    try:
        yield terminal
    finally:
        terminal.close()


def choose(terminal: Tmux, entry: str) -> None:
    """Go down the menu until the entry is chosen."""
    for _ in range(20):
        if re.search(rf"> {entry}", terminal.screen()):
            return
        terminal.press("Down")
        time.sleep(BETWEEN_LOOKS)
    raise AssertionError(terminal.screen())


def home(folder: Path, name: str) -> Path:
    place = folder / name
    place.mkdir()
    (place / "config.toml").write_text(f'{SHORT_ROUND}name = "{name}"\n', encoding="utf-8")
    return place


@pytest.mark.parametrize("size", [(80, 24), (200, 60)], ids=str)
def test_a_round_across_three_machines(size: tuple[int, int], tmp_path: Path) -> None:
    with (
        lan(3) as network,
        terminal_on(network, OPENER, (80, 24)) as ann,
        terminal_on(network, GUEST, size) as bob,
    ):
        ann.run("--home", str(home(tmp_path, "Ann")))
        bob.run("--home", str(home(tmp_path, "Bob")))
        ann.see("> Practise")
        choose(ann, "Open a table")
        ann.press("Enter")
        ann.see("Name of the table")
        ann.press("-l", "Kitchen")
        ann.press("Enter")
        ann.see("Waiting for somebody to sit down.")
        bob.see("> Kitchen: Ann (1 of 10)", FOUND_SECONDS)
        bob.press("Enter")
        bob.see("Sit down at Kitchen?")
        bob.press("Enter")
        ann.see("2  Bob")
        with _bot(network, tmp_path) as bot:
            for person in (ann, bob):
                person.see("3  Clara (bot)", FOUND_SECONDS)
            bob.press("Enter")  # ready
            ann.wait(lambda screen: "not ready" not in screen)
            ann.press("Enter")
            _play(ann, bob)
            assert bot.wait(60) == 0
        for person in (ann, bob):
            person.press("q")  # Enter may still be taken for one that was meant for the table
            person.see("What else you can do")
            person.press("q")
            assert "EXIT=0" in person.ends()
    files = [transcript_in(tmp_path / "bot.txt"), *tmp_path.glob("*/games/*.p2puno")]
    assert len({path.read_bytes() for path in files}) == 1, "all have the same game"


@contextmanager
def _bot(network: Lan, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Somebody who lets a bot play, and never looks."""
    words = [
        "join",
        "Kitchen",
        "--wait",
        "60",
        "--as",
        "Clara",
        "--bot",
        "greedy",
        "--home",
        str(folder / "Clara"),
    ]
    with (folder / "bot.txt").open("w") as output:
        bot = network.start(BOT, [*PROGRAM, *words], output)
    try:
        yield bot
    finally:
        bot.kill()
        bot.wait()


def _play(*people: Tmux) -> None:
    """As each screen says, until all of them say that the game is over, and how."""
    until = time.monotonic() + ROUND_SECONDS
    playing = list(people)
    while playing:
        assert time.monotonic() < until, "\n".join(person.screen() for person in people)
        playing = [one for one in playing if "The game is over" not in play_on(one).splitlines()[0]]
        time.sleep(BETWEEN_LOOKS)
    scores = [re.findall(r"Score after round 1: (.*)", one.see("Everything checked")) for one in people]
    assert scores[0]
    assert all(score == scores[0] for score in scores)
