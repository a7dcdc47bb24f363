"""`p2puno tables`: what it makes of what was found."""

from __future__ import annotations

import json

import pytest

from p2puno.cli import run
from p2puno.commands import tables
from p2puno.net.addresses import Address
from p2puno.net.messages import TableInfo
from p2puno.net.tables import Findings, TableSeen, TableUnfit
from protocol.wire.messages import RuleItem

ADDRESS = Address("10.0.0.5", 28866)


def _seen(name: str, *rules: tuple[str, str], started: bool = False) -> TableSeen:
    items = tuple(RuleItem(option, value) for option, value in rules)
    info = TableInfo(b"t" * 16, b"h" * 32, name, ("Ann", "Ann"), 4, items, started, pin=False)
    return TableSeen(info, ADDRESS, (ADDRESS,))


UNFIT = TableUnfit(b"u" * 16, "Attic", "it speaks protocol 2, this is 1: both need the same p2puno")


def _found(monkeypatch: pytest.MonkeyPatch, findings: Findings) -> list[float]:
    waits: list[float] = []

    async def find(wait: float) -> Findings:
        waits.append(wait)
        return findings

    monkeypatch.setattr(tables, "find_tables", find)
    return waits


def test_tables_are_listed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    kitchen = _seen("Kitchen")
    garden = _seen("Garden", ("target", "200"), started=True)
    future = _seen("Future", ("hovering_cards", "on"))
    waits = _found(monkeypatch, Findings((kitchen, garden, future), (UNFIT,)))
    assert run(["tables", "--wait", "0.5"]) == 0
    assert waits == [0.5]
    assert capsys.readouterr().out.splitlines() == [
        "Kitchen at 10.0.0.5:28866: Ann, Ann (2) (2 of 4), rules: classic",
        (
            "Garden at 10.0.0.5:28866: Ann, Ann (2) (started), "
            "rules: classic with target=200; to look on: `p2puno join --watch 10.0.0.5:28866`"
        ),
        "Future at 10.0.0.5:28866: Ann, Ann (2) (2 of 4), rules: not known to this version",
        "Attic: it speaks protocol 2, this is 1: both need the same p2puno.",
    ]


def test_tables_as_data(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _found(monkeypatch, Findings((_seen("Kitchen", ("target", "200")),), (UNFIT,)))
    assert run(["tables", "--json"]) == 0
    kitchen, attic = json.loads(capsys.readouterr().out)
    assert kitchen["name"] == "Kitchen"
    assert kitchen["players"] == ["Ann", "Ann"]
    assert (kitchen["capacity"], kitchen["started"], kitchen["fits"]) == (4, False, True)
    assert kitchen["rules"] == {"target": "200"}
    assert kitchen["addresses"] == [kitchen["address"]] == ["10.0.0.5:28866"]
    assert (attic["name"], attic["fits"]) == ("Attic", False)


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_no_table_is_the_answer_no(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    _found(monkeypatch, Findings((), ()))
    assert run(["tables", *options]) == 1
    said = capsys.readouterr()
    assert said.out == ("[]\n" if options else "")
    assert "`p2puno host`" in said.err
    assert len(said.err.splitlines()) == 1


def test_a_table_of_another_version_is_named_even_if_it_is_the_only_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _found(monkeypatch, Findings((), (UNFIT,)))
    assert run(["tables"]) == 1
    assert "Attic: it speaks protocol 2" in capsys.readouterr().out
