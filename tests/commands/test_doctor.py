"""`p2puno doctor`: what it prints, writes and answers, whatever was found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from p2puno.cli import run
from p2puno.commands import doctor
from p2puno.doctor.findings import Finding, Hidden, State
from p2puno.store.paths import Home
from protocol.sentences import sentence

HERE = Hidden("10.1.2.3", "[10.1.x.x]")
FINE = Finding(
    "interface", State.GOOD, sentence("{interface} has {addresses}.", interface="eth0", addresses=HERE)
)
WRONG = Finding("network", State.BAD, sentence("This machine is in no network."), sentence("Connect it."))


def _finds(monkeypatch: pytest.MonkeyPatch, *findings: Finding) -> None:
    async def examine(_: Home) -> list[Finding]:
        return list(findings)

    monkeypatch.setattr(doctor, "examine", examine)


def test_all_is_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _finds(monkeypatch, FINE)
    assert run(["doctor", "--home", str(tmp_path)]) == 0
    mine, _, friends = capsys.readouterr().out.partition("To send to somebody who helps:")
    assert "Fine: eth0 has 10.1.2.3." in mine
    assert "Nothing is wrong here." in mine
    assert "Fine: eth0 has [10.1.x.x]." in friends
    assert "10.1.2.3" not in friends


def test_something_is_wrong_and_the_report_goes_to_a_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _finds(monkeypatch, FINE, WRONG)
    path = tmp_path / "report.txt"
    assert run(["doctor", "--home", str(tmp_path / "home"), "--report", str(path)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("WRONG: This machine is in no network.\n    Connect it.\n")
    assert out.endswith(f"The report for somebody who helps is in {path}\n")
    written = path.read_text(encoding="utf-8")
    assert "Fine: eth0 has [10.1.x.x]." in written
    assert "10.1.2.3" not in written


def test_as_data(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _finds(monkeypatch, FINE, WRONG)
    assert run(["doctor", "--json", "--home", str(tmp_path), "--lang", "ru"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["state"] == "bad"
    assert data["findings"][0] == {
        "topic": "interface",
        "state": "good",
        "sentence": "eth0 has 10.1.2.3.",
        "advice": None,
    }
    assert [each["topic"] for each in data["findings"]][:3] == ["interface", "network", "terminal"]


@pytest.mark.parametrize(
    ("name", "code", "said"), [("identity.json", 2, "own files"), ("no/folder/x", 3, "could not be written")]
)
def test_a_report_that_cannot_be_written_there(
    name: str,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    _finds(monkeypatch, FINE)
    assert run(["doctor", "--home", str(tmp_path), "--report", str(tmp_path / name)]) == code
    assert said in capsys.readouterr().err


def test_letters_instead_of_symbols_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Old:
        encoding = "cp437"

        def isatty(self) -> bool:
            return False

    monkeypatch.setattr(doctor.sys, "stdout", Old())
    findings = list(doctor.terminal())
    assert "cp437" in str(findings[0].told)
    assert [each.state for each in findings] == [State.GOOD, State.NOTE]
