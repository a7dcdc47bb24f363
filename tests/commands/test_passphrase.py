"""`p2puno identity passphrase`, and being asked for it where secrets are needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from p2puno.cli import run
from p2puno.commands import passphrase as command
from p2puno.store import passphrase as store
from p2puno.store.identity import load_or_create, load_public
from p2puno.store.paths import Home

WORDS = "correct horse battery"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new process, in which one guess is not made slow."""
    monkeypatch.setattr(store, "SCRYPT_N", 2**10)
    monkeypatch.setattr(command, "_unlocked", {})
    for variable in (command.OLD, command.OLD_FILE, command.NEW):
        monkeypatch.delenv(variable, raising=False)


def p2puno(home: Path, *words: str) -> int:
    return run([*words, "--home", str(home)])


def test_set_used_and_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home.locate(tmp_path)
    key = load_or_create(home, "Ann").key.public
    monkeypatch.setenv(command.NEW, WORDS)
    assert p2puno(tmp_path, "identity", "passphrase") == 0
    assert "are sealed with the passphrase now" in capsys.readouterr().out
    assert "seed" not in json.loads(home.identity.read_text(encoding="utf-8"))

    monkeypatch.setattr(command, "_unlocked", {})
    assert p2puno(tmp_path, "identity") == 0, "what everybody may know needs no passphrase"
    out = capsys.readouterr().out
    assert key.hex() in out
    assert "Its secret is sealed with a passphrase." in out
    assert p2puno(tmp_path, "play", "--bot", "greedy") == 1
    assert "sealed with a passphrase: give it in the environment" in capsys.readouterr().err
    monkeypatch.setenv(command.OLD, "something else")
    assert p2puno(tmp_path, "identity", "new") == 1
    assert capsys.readouterr().err == "The passphrase is wrong.\n"

    file = tmp_path / "words"
    file.write_text(f"{WORDS}\n", encoding="utf-8")
    monkeypatch.delenv(command.OLD)
    monkeypatch.setenv(command.OLD_FILE, str(file))
    monkeypatch.setenv(command.NEW, "")
    assert p2puno(tmp_path, "identity", "passphrase") == 0
    assert "are not sealed any more" in capsys.readouterr().out
    assert load_or_create(home).key.public == key


def test_a_person_is_asked_twice_for_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    load_or_create(Home.locate(tmp_path), "Ann")
    typed: list[str] = []
    prompts: list[str] = []
    monkeypatch.setattr(command, "typed_by_a_person", lambda: True)
    monkeypatch.setattr(command.getpass, "getpass", lambda prompt: (prompts.append(prompt), typed.pop(0))[1])
    typed[:] = [WORDS, "correct house battery"]
    assert p2puno(tmp_path, "identity", "passphrase") == 1
    typed[:] = ["short", "short"]
    assert p2puno(tmp_path, "identity", "passphrase") == 2
    typed[:] = [""]
    assert p2puno(tmp_path, "identity", "passphrase") == 1
    assert not store.is_set(Home.locate(tmp_path))
    typed[:] = [WORDS, WORDS]
    assert p2puno(tmp_path, "identity", "passphrase") == 0
    monkeypatch.setattr(command, "_unlocked", {})
    prompts.clear()
    typed[:] = [WORDS]
    assert p2puno(tmp_path, "identity", "new") == 0
    assert prompts == ["Passphrase of this player: "]
    capsys.readouterr()


def test_without_anybody_to_ask(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert p2puno(tmp_path, "identity", "passphrase") == 2
    assert "give the new passphrase in P2PUNO_NEW_PASSPHRASE" in capsys.readouterr().err


def test_files_that_others_could_read_are_closed_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home.locate(tmp_path)
    load_or_create(home, "Ann")
    home.identity.chmod(0o640)
    assert p2puno(tmp_path, "identity", "new") == 0
    said = capsys.readouterr().err
    assert f"Others of this machine could read {home.identity}; now they cannot" in said
    assert home.identity.stat().st_mode & 0o777 == 0o600
    assert p2puno(tmp_path, "identity", "new") == 0
    assert capsys.readouterr().err == ""


def test_a_file_that_cannot_be_closed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home.locate(tmp_path)
    load_or_create(home, "Ann")
    home.identity.chmod(0o644)

    def refuse(_path: Path, _mode: int) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", refuse)
    before = load_public(home)
    assert p2puno(tmp_path, "identity", "new") == 0
    assert f"can read {home.identity}, and that cannot be changed" in capsys.readouterr().err
    assert load_public(home) != before


def test_the_file_of_the_passphrase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store.set_passphrase(Home.locate(tmp_path), WORDS)
    monkeypatch.setenv(command.OLD_FILE, str(tmp_path / "none"))
    assert p2puno(tmp_path, "identity", "new") == 3
    assert "cannot be read: No such file" in capsys.readouterr().err
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    monkeypatch.setenv(command.OLD_FILE, str(tmp_path / "binary"))
    assert p2puno(tmp_path, "identity", "new") == 2
    (tmp_path / "empty").write_bytes(b"")
    monkeypatch.setenv(command.OLD_FILE, str(tmp_path / "empty"))
    assert p2puno(tmp_path, "identity", "new") == 1
    capsys.readouterr()
