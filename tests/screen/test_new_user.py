"""A new user in a real terminal, who reads nothing but the screen: from `p2puno` to the end of a round."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lan.namespaces import lan
from tests.screen.tmux import Tmux

pytestmark = pytest.mark.system

# The pile is used up once, which bounds the round: else it is the cards' whim how long it takes.
SHORT_ROUND = 'set.rounds = 1\nset.hand_size = 5\nset.deck_empty = "end-round"\n'
ROUND_SECONDS = 400
# A person in no doubt; bots think about as long as the people beside them.
BETWEEN_LOOKS = 0.2


@pytest.fixture
def alone() -> Iterator[list[str]]:
    """What runs a command on a machine that no other test's tables are seen from."""
    with lan(1) as network:
        yield network.command(0)


@pytest.fixture(params=[(80, 24), (200, 60)], ids=str)
def terminal(request: pytest.FixtureRequest, alone: list[str]) -> Iterator[Tmux]:
    running = Tmux(*request.param, inside=alone)
    yield running
    running.close()


def see_hand(terminal: Tmux) -> str:
    """Cards were dealt. How many there are now is for the others to say as well: they may make one draw."""
    return terminal.wait(lambda screen: re.search(r"Your hand: [1-9]", screen) is not None)


def play_on(terminal: Tmux) -> str:
    """Answer one question as the screen says, and give the screen before it."""
    screen = terminal.screen()
    words = " ".join(screen.split())
    if "Which colour?" in words:
        terminal.press("g", "Enter")
    elif "a accept" in words:
        terminal.press("a")
    elif "d draw" in words and "Enter play" not in words:
        terminal.press("d")
    elif "press u first" in words:
        terminal.press("u")
        time.sleep(0.2)
        terminal.press("Enter")
    elif "Enter play" in words:
        terminal.press("Enter")
    return screen


def test_from_the_prompt_to_the_end_of_a_round(terminal: Tmux, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f'{SHORT_ROUND}name = "Ann"\n', encoding="utf-8")
    terminal.run("--home", str(tmp_path))
    terminal.see("> Practise against 3 bots")
    terminal.press("Left", "Left")
    terminal.see("> Practise against 1 bot")
    terminal.press("Enter")
    see_hand(terminal)
    until = time.monotonic() + ROUND_SECONDS
    while "The game is over" not in (screen := play_on(terminal)).splitlines()[0]:
        assert time.monotonic() < until, screen
        time.sleep(BETWEEN_LOOKS)
    screen = terminal.see("Everything checked")
    assert "Round 1 is over" in screen
    assert "Score after round 1:" in screen
    terminal.press("q")  # Enter may still be taken for one that was meant for the table
    terminal.see("> Practise")
    terminal.press("q")
    screen = terminal.ends()
    assert "EXIT=0" in screen
    assert "transcript:" in screen
    assert list(tmp_path.glob("**/*.p2puno"))


def test_a_bot_finishes_the_game_which_is_audited_and_played_again(terminal: Tmux, tmp_path: Path) -> None:
    # A small deck that is used up once bounds the round: else it is the cards' whim how long it takes.
    rules = ("--rules", "kids", "--set", "deck_empty=end-round")
    terminal.run("play", "--bots", "1", "--as", "Ann", "--home", str(tmp_path), *rules)
    see_hand(terminal)
    terminal.press("t")
    terminal.see("A BOT PLAYS YOUR SEAT")
    terminal.see("Everything checked", ROUND_SECONDS)
    terminal.press("a")
    terminal.see("Everything holds")
    terminal.press("Enter")
    terminal.press("r")
    see_hand(terminal)
    terminal.press("q")
    terminal.press("y")
    screen = terminal.ends()
    assert "EXIT=0" in screen
    assert "Everything checked" in screen
    assert screen.count("transcript:") == 2


def test_settings_are_remembered(alone: list[str], tmp_path: Path) -> None:
    for now in ("on", "off"):
        terminal = Tmux(80, 24, inside=alone)
        try:
            terminal.run("--home", str(tmp_path))
            terminal.see("> Practise")
            terminal.press("Up", "Up", "Enter")
            assert re.search(rf"Bell on your turn +{now}\n", terminal.see("> Your name"))
            terminal.press(*["Down"] * 4, "Enter")
            other = {"on": "off", "off": "on"}[now]
            terminal.wait(
                lambda screen, other=other: bool(re.search(rf"Bell on your turn +{other}\n", screen))
            )
            terminal.press("q", "q")
            assert "EXIT=0" in terminal.ends()
        finally:
            terminal.close()


def test_help_resizing_and_leaving(terminal: Tmux, tmp_path: Path) -> None:
    terminal.run("play", "--bots", "1", "--as", "Ann", "--home", str(tmp_path))
    terminal.see("Your hand: ")
    terminal.press("?")
    terminal.see("The keys that work now")
    terminal.press("Enter")
    terminal.resize(50, 12)
    terminal.see("The window is too small: it has 50 x 12.")
    terminal.resize(100, 30)
    terminal.see("Your hand: ")
    terminal.press("s")
    terminal.press("-l", "q is a letter here")
    terminal.press("Enter")
    terminal.see("You: q is a letter here")
    terminal.press("C-c")
    terminal.see("Leave the table?")
    terminal.press("n")
    terminal.see("Your hand: ")
    terminal.press("q")
    terminal.press("y")
    screen = terminal.ends()
    assert "EXIT=0" in screen
    assert "You left before the end of the game" in screen


def test_two_people_at_one_table(terminal: Tmux, alone: list[str], tmp_path: Path) -> None:
    """One opens it, the other sits down by its address; both see each other, and who leaves is named."""
    guest = Tmux(80, 24, inside=alone)
    try:
        port = "28931"
        terminal.run("host", "--as", "Ann", "--listen", f"127.0.0.1:{port}", "--home", str(tmp_path / "a"))
        terminal.see("Waiting for somebody to sit down.")
        guest.run("join", f"127.0.0.1:{port}", "--as", "Bob", "--home", str(tmp_path / "b"))
        guest.see("Enter tells the others that you are ready.")
        terminal.see("2  Bob")
        terminal.press("Enter")
        terminal.see("Not ready: Bob.")
        guest.press("Enter")
        terminal.see("Enter starts the game with those who are here.")
        terminal.press("Enter")
        for screen in (terminal, guest):
            screen.see("Everybody is dealt 7 cards.")
        guest.press("q")
        guest.press("y")
        assert "EXIT=0" in guest.ends()
        terminal.see("because nobody else is left")
        terminal.press("q")
        assert "EXIT=0" in terminal.ends()
    finally:
        guest.close()


def test_looking_on_from_the_waiting_room_into_the_game(
    terminal: Tmux, alone: list[str], tmp_path: Path
) -> None:
    onlooker = Tmux(80, 24, inside=alone)
    try:
        where = "127.0.0.1:28933"
        words = ("--bots", "1", "--listen", where, "--home", str(tmp_path / "a"))
        terminal.run("host", "--as", "Ann", *words)
        terminal.see("Enter starts the game")
        onlooker.run("join", where, "--watch", "--home", str(tmp_path / "b"))
        onlooker.see("You look on: the game is shown as soon as it begins.")
        terminal.press("Enter")
        onlooker.see("Everybody is dealt 7 cards.")
        assert "Your hand" not in onlooker.screen()
        terminal.see("1 person looks on.")
        onlooker.press("q")
        assert "EXIT=0" in onlooker.ends()
        terminal.see("Nobody looks on")
    finally:
        onlooker.close()


@pytest.mark.parametrize(
    ("env", "size", "sentence"),
    [
        ({"TERM": "dumb"}, (80, 24), "This terminal cannot show a full screen"),
        ({}, (60, 10), "The window has 60 x 10"),
    ],
)
def test_where_there_can_be_no_full_screen_line_mode_says_why(
    env: dict[str, str], size: tuple[int, int], sentence: str, tmp_path: Path
) -> None:
    terminal = Tmux(*size)
    try:
        terminal.run("play", "--bots", "1", "--as", "Ann", "--home", str(tmp_path), **env)
        terminal.see(sentence)
        terminal.press("quit", "Enter")
        assert "EXIT=0" in terminal.ends()
    finally:
        terminal.close()
