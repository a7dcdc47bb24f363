"""`p2puno join`: which table it sits down at, and what it says if there is none or more than one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
import trio

from p2puno.cli import run
from p2puno.commands import join, no_table
from p2puno.net.addresses import Address
from p2puno.net.handshake import LinkError, VersionError
from p2puno.net.messages import TableInfo
from p2puno.net.tables import Findings, TableSeen, TableUnfit

HERE, THERE = Address("10.0.0.5", 28866), Address("fd00::5", 28866)


def _seen(name: str, players: int = 2, *, started: bool = False) -> TableSeen:
    names = ("Ann", "Bob", "Cid", "Dan")[:players]
    info = TableInfo(name.encode() * 2, b"h" * 32, name, names, 4, (), started, pin=False)
    return TableSeen(info, HERE, (THERE, HERE))


KITCHEN, GARDEN, FULL, STARTED = (
    _seen("Kitchen"),
    _seen("Garden"),
    _seen("Full", 4),
    _seen("Started", started=True),
)
UNFIT = TableUnfit(b"u" * 16, "Attic", "it speaks protocol 2")


@pytest.fixture
def joined(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[Address]]:
    """The addresses at which a seat is asked for."""
    taken: list[Sequence[Address]] = []

    async def join_table(_: object, addresses: Sequence[Address]) -> None:
        taken.append(addresses)

    monkeypatch.setattr(join, "join_table", join_table)
    monkeypatch.setattr("sys.stdin", None)
    return taken


def _on_the_lan(monkeypatch: pytest.MonkeyPatch, findings: Findings) -> list[list[TableSeen]]:
    """What a search finds; the result fills with the tables that it took for suitable."""
    suited: list[list[TableSeen]] = []

    async def find(wait: float, *, settle: float, suits: Callable[[TableSeen], bool]) -> Findings:
        assert (wait, settle) == (join.DEFAULT_WAIT, join.SETTLE_SECONDS)
        suited.append([table for table in findings.tables if suits(table)])
        return findings

    monkeypatch.setattr(join, "find_tables", find)
    return suited


def test_the_only_open_table_is_taken(
    monkeypatch: pytest.MonkeyPatch, joined: list[Sequence[Address]]
) -> None:
    suited = _on_the_lan(monkeypatch, Findings((FULL, KITCHEN, STARTED), (UNFIT,)))
    assert run(["join"]) == 0
    assert suited == [[KITCHEN]]
    assert joined == [(HERE, THERE)]


def test_a_table_is_found_by_its_name(
    monkeypatch: pytest.MonkeyPatch, joined: list[Sequence[Address]]
) -> None:
    suited = _on_the_lan(monkeypatch, Findings((KITCHEN, GARDEN), ()))
    assert run(["join", "GARDEN"]) == 0
    assert suited == [[GARDEN]]
    assert len(joined) == 1


def test_several_tables_and_no_terminal_are_listed(
    monkeypatch: pytest.MonkeyPatch, joined: list[Sequence[Address]], capsys: pytest.CaptureFixture[str]
) -> None:
    _on_the_lan(monkeypatch, Findings((KITCHEN, GARDEN), ()))
    monkeypatch.setattr(join, "is_terminal", lambda: False)
    assert run(["join"]) == 1
    said = capsys.readouterr()
    assert "1  Kitchen at 10.0.0.5:28866: Ann, Bob (2 of 4)" in said.out
    assert "2  Garden at" in said.out
    assert (
        said.err
        == "Several tables are open: say which, by its name or its address, with `p2puno join TABLE`.\n"
    )
    assert joined == []


def test_at_a_terminal_the_person_chooses() -> None:
    answers = iter(["", "3", "x", "2"])
    assert join.ask_which([KITCHEN, GARDEN], lambda: next(answers)) == GARDEN
    assert join.ask_which([KITCHEN, GARDEN], lambda: "quit") is None

    def end() -> str:
        raise EOFError

    assert join.ask_which([KITCHEN, GARDEN], end) is None


@pytest.mark.parametrize(
    ("findings", "words", "said"),
    [
        (Findings((), ()), ["join"], "No open table was found on this network: open one"),
        (
            Findings((FULL, STARTED), (UNFIT,)),
            ["join"],
            (
                "No open table was found on this network; there are Full (all 4 seats are taken), "
                "Started (its game has begun already), Attic (it speaks protocol 2): open one"
            ),
        ),
        (
            Findings((KITCHEN,), ()),
            ["join", "Cellar"],
            "No open table called Cellar was found on this network; there are Kitchen (open): open one",
        ),
    ],
)
def test_no_table_to_sit_down_at(
    monkeypatch: pytest.MonkeyPatch,
    joined: list[Sequence[Address]],
    capsys: pytest.CaptureFixture[str],
    findings: Findings,
    words: list[str],
    said: str,
) -> None:
    _on_the_lan(monkeypatch, findings)
    assert run(words) == 1
    assert capsys.readouterr().err.startswith(said)
    assert joined == []


# --- by address ---------------------------------------------------------------------------------------


def _answers(monkeypatch: pytest.MonkeyPatch, *answers: TableInfo | LinkError) -> list[Sequence[Address]]:
    """What is heard at the address, question after question."""
    asked: list[Sequence[Address]] = []
    left = list(answers)

    async def ask(addresses: Sequence[Address]) -> tuple[Address, TableInfo]:
        asked.append(addresses)
        answer = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(answer, LinkError):
            raise answer
        return addresses[0], answer

    monkeypatch.setattr(join, "ask", ask)
    monkeypatch.setattr(join, "ASK_AGAIN_SECONDS", 0)
    return asked


def test_an_address_is_asked_until_a_table_answers(
    monkeypatch: pytest.MonkeyPatch, joined: list[Sequence[Address]]
) -> None:
    asked = _answers(monkeypatch, LinkError("nothing listens there"), LinkError("no"), KITCHEN.info)
    assert run(["join", "10.0.0.5:28866"]) == 0
    assert asked == [[HERE]] * 3
    assert joined == [(HERE,)]


def test_at_an_address_one_can_sit_down_in_the_middle_of_a_game(
    monkeypatch: pytest.MonkeyPatch, joined: list[Sequence[Address]]
) -> None:
    _answers(monkeypatch, STARTED.info)
    assert run(["join", "10.0.0.5:28866"]) == 0
    assert joined == [(HERE,)]


def test_a_table_whose_game_is_on_is_found_by_its_name_alone(
    monkeypatch: pytest.MonkeyPatch, joined: list[Sequence[Address]]
) -> None:
    _on_the_lan(monkeypatch, Findings((STARTED,), ()))
    assert run(["join"]) == 1
    assert joined == []
    assert run(["join", "started"]) == 0
    assert len(joined) == 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            replace(STARTED.info, players=("Bob",) * 10),
            "You cannot sit down at the table at 10.0.0.5:28866: its game has begun already.\n",
        ),
        (FULL.info, "You cannot sit down at the table at 10.0.0.5:28866: all 4 seats are taken.\n"),
        (VersionError("protocol 2"), "The table at 10.0.0.5:28866 does not fit: protocol 2.\n"),
        (LinkError("nobody is there"), "No table answers at 10.0.0.5:28866 (nobody is there); is that"),
    ],
)
def test_an_address_without_a_seat(
    monkeypatch: pytest.MonkeyPatch,
    joined: list[Sequence[Address]],
    capsys: pytest.CaptureFixture[str],
    answer: TableInfo | LinkError,
    said: str,
) -> None:
    _answers(monkeypatch, answer)
    assert run(["join", "10.0.0.5:28866", "--wait", "0.05"]) == 1
    assert capsys.readouterr().err.startswith(said)
    assert joined == []


def test_while_nobody_is_found_likely_reasons_are_given(
    monkeypatch: pytest.MonkeyPatch, joined: list[Sequence[Address]], capsys: pytest.CaptureFixture[str]
) -> None:
    told = trio.Event()

    async def find(*_: object, **__: object) -> Findings:
        await told.wait()
        return Findings((), ())

    def own_addresses() -> list[str]:
        told.set()
        return ["10.0.0.7"]

    monkeypatch.setattr(no_table, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(no_table, "own_addresses", own_addresses)
    monkeypatch.setattr(join, "find_tables", find)
    assert run(["join"]) == 1
    out = capsys.readouterr().out
    assert "guest networks and VPNs keep machines apart" in out
    assert "`p2puno doctor` looks closer" in out


def test_meanwhile_an_address_may_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    asked = no_table.NoTable()
    assert not asked.answers("what now?")
    assert not asked.answers("10.0.0.5:99999")
    assert "a port is a number from 1 to 65535" in capsys.readouterr().out
    assert asked.answers("10.0.0.5")
    assert asked.typed == [HERE]
