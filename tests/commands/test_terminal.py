"""A person at a terminal (a pseudo-terminal) plays a round by what the screen says, and nothing else."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pexpect
import pytest

from tests.commands.runner import PATIENCE, PROGRAM, QUICK, exit_code, stop
from tests.commands.test_seat import transcript_of


class Person:
    """Reads the screen line by line, and answers every question with something that it offers."""

    def __init__(self, *words: str, command: Sequence[str] = PROGRAM) -> None:
        program, *arguments = [*command, *words]
        self.terminal = pexpect.spawn(
            program,
            arguments,
            encoding="utf-8",
            timeout=PATIENCE,
            echo=False,
            dimensions=(24, 400),
            # without the COLUMNS that readline and the test runner's workers export
            env={name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")},
        )
        self.screen: list[str] = []
        self.hand: dict[int, str] = {}

    def read(self) -> str | None:
        """The next line; None if the program has ended."""
        if self.terminal.expect(["\r\n", pexpect.EOF]) == 1:
            return None
        line: str = self.terminal.before or ""
        self.screen.append(line)
        if line.startswith("Your hand: "):
            cards = line.removeprefix("Your hand: ").split(". (")[0].split(", ")
            self.hand = {int(card.split()[0]): card.split(maxsplit=1)[1] for card in cards}
        return line

    def see(self, words: str) -> str:
        while (line := self.read()) is not None:
            if words in line:
                return line
        raise AssertionError(f"{words!r} was never on the screen: {self.screen}")

    def type(self, line: str) -> None:
        self.terminal.sendline(line)

    def answer(self, question: str) -> str | None:
        """What a sensible person types when this line is the newest; None if nothing is asked."""
        if "You can: accept" in question:
            return "accept"
        if question.startswith("The first card is a wild."):
            return "colour red"
        if drawn := re.match(r"You drew (.+), number (\d+), and it fits", question):
            return self._play(int(drawn[2]), drawn[1])
        if offer := re.match(r"You can: play (\d+)", question):
            number = int(offer[1])
            return self._play(number, self.hand[number].rstrip("*"))
        if question.startswith("You can: draw"):
            return "draw"
        if question.startswith("You can: rematch"):
            return "quit"
        return None

    def _play(self, number: int, card: str) -> str:
        uno = "uno " if len(self.hand) == 2 else ""
        colour = " red" if card.startswith("wild") else ""
        return f"{uno}play {number}{colour}"


@pytest.fixture
def person(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Person]:
    words = ("play", "--plain", "--bots", "1", "--as", "Ann", "--home", str(tmp_path))
    rules = ("--set", "rounds=1", "--set", "hand_size=5")
    sitting = Person(*words, *rules, command=getattr(request, "param", PROGRAM))
    yield sitting
    stop(sitting.terminal)


@pytest.mark.parametrize("person", [QUICK], indirect=True, ids=["quick bots"])
def test_a_person_plays_a_whole_round(person: Person) -> None:
    """Every offer on the screen is taken as it stands, and none of them is refused."""
    typed: list[str] = []
    while (line := person.read()) is not None:
        answer = person.answer(line)
        if answer is not None:
            typed.append(answer)
            person.type(answer)
    screen = "\n".join(person.screen)
    assert exit_code(person.terminal) == 0, screen
    assert typed
    for refusal in (
        "No: ",
        "not possible",
        "not understood",
        "You have no",
        "not your turn",
        "did not count",
    ):
        assert refusal not in screen
    for part in ("Shuffling: 1 of 2", "Round 1 is over: ", "Score after round 1: ", "The game is over: "):
        assert part in screen
    assert transcript_of(screen).exists()


def test_a_bot_plays_for_the_person_for_a_while(person: Person) -> None:
    person.see("Everybody is dealt 5 cards.")
    person.type("bot")
    assert person.see("plays for you") == "A bot plays for you now."
    person.type("play 1")
    assert person.see("`back`") == "A bot plays for you: `back` takes the seat back."
    person.type("back")
    person.see("You play again.")
    person.type("quit")
    person.see("You leave the table.")
    assert exit_code(person.terminal) == 0


def test_a_wrong_line_is_answered_at_once_and_nothing_is_lost(person: Person) -> None:
    person.see("Everybody is dealt 5 cards.")
    person.see("Your hand: ")
    person.type("play purple 5")
    assert person.see("is no card") == (
        "`purple 5` is no card: say for example `red 5`, `blue skip`, `wild` or `wild draw four`."
    )
    person.type("table")
    assert person.see("Round 1, ") == "Round 1, to the end of round 1."
    person.type("say hello, Ada")
    assert person.see("You: ") == "You: hello, Ada"
    person.type("hand")
    person.see("Your hand: ")
    assert len(person.hand) >= 5
    person.type("quit")
    person.see("You leave the table.")
    assert exit_code(person.terminal) == 0


def test_control_c_ends_with_130_and_a_sane_terminal(person: Person) -> None:
    person.see("Everybody is dealt 5 cards.")
    person.terminal.sendintr()
    assert exit_code(person.terminal) == 130
    assert "Traceback" not in "".join(person.screen)


def test_control_c_asks_once_at_a_table_that_others_may_sit_at(tmp_path: Path) -> None:
    words = ("--bots", "1", "--seats", "2", "--listen", "127.0.0.1:0", "--home", str(tmp_path))
    opener = Person("host", "--plain", *words)
    opener.see("Everybody is dealt")
    opener.terminal.sendintr()
    opener.see("Leave the table?")
    assert opener.terminal.isalive()
    opener.terminal.sendintr()
    assert exit_code(opener.terminal) == 130


def test_the_end_of_input_at_a_terminal_leaves(person: Person) -> None:
    person.see("Everybody is dealt 5 cards.")
    person.terminal.sendeof()
    person.see("You leave the table.")
    assert exit_code(person.terminal) == 0


def test_quit_ends_the_search_for_a_table_at_once(tmp_path: Path) -> None:
    person = Person("join", "127.0.0.1:1", "--plain", "--wait", "3600", "--home", str(tmp_path))
    person.type("hello?")
    person.type("quit")
    assert exit_code(person.terminal) == 0


def test_somebody_looks_on_from_the_waiting_room_and_leaves_the_game(tmp_path: Path) -> None:
    host = Person("host", "--plain", "--as", "Ann", "--listen", "127.0.0.1:0", "--home", str(tmp_path / "a"))
    address = host.see("Your table is open at ").split()[5].rstrip(".")
    looker = Person("join", address, "--watch", "--plain", "--home", str(tmp_path / "b"))
    assert looker.see("At the table: ") == "At the table: Ann; 1 of 10 seats are taken."
    looker.see("You look on; the game has not begun.")
    guest = Person(
        "join", address, "--plain", "--bot", "greedy", "--as", "Bob", "--home", str(tmp_path / "c")
    )
    looker.see("Bob sits down.")
    host.see("Bob sits down.")
    host.type("start")
    host.see("Your hand: ")
    looker.see("Everybody is dealt 7 cards.")
    host.see("1 person looks on.")
    host.type("say hello there")
    assert looker.see("hello there") == "Ann: hello there"
    looker.type("play 1")
    can = "You can: table; rules; scores; fingerprints; quit."
    assert looker.see("You only look on") == f"You only look on. {can}"
    looker.type("table")
    looker.see("Round 1, ")
    assert not any("hand" in line for line in looker.screen)
    looker.type("scores")
    looker.see("No round is over yet.")
    looker.type("rules")
    looker.see("- Everyone is dealt 7 cards.")
    looker.type("quit")
    assert exit_code(looker.terminal) == 0
    host.type("quit")
    for process in (host, guest):
        exit_code(process.terminal)


def test_an_address_is_typed_while_no_table_is_found(tmp_path: Path) -> None:
    opener = Person(
        *("host", "--bot", "greedy", "--seats", "2", "--listen", "127.0.0.1:0"),
        *("--home", str(tmp_path / "opener")),
    )
    words = ("--wait", "3600", "--as", "Ann", "--home", str(tmp_path / "guest"))
    guest = Person("join", "Nowhere", "--plain", *words)
    try:
        address = opener.see("is open at ").split("is open at ")[1].split(". ")[0]
        guest.see("guest networks and VPNs keep machines apart")
        guest.see("You can type the address")
        guest.type("127.0.0.1:99999")
        guest.see("a port is a number")
        guest.type(address)
        guest.see("The table is open. Seats")
        guest.type("quit")
        guest.see("You leave the table.")
    finally:
        for person in (opener, guest):
            stop(person.terminal)
