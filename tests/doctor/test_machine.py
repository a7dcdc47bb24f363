"""Clock, disk, firewall, and what this machine runs in."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from p2puno.doctor import machine
from p2puno.doctor.findings import State
from p2puno.store.paths import Home


def test_a_clock_that_cannot_be_right() -> None:
    assert machine.clock(datetime.now(UTC)).state is State.GOOD
    for wrong in (datetime(1970, 1, 1, tzinfo=UTC), datetime(2107, 1, 1, tzinfo=UTC)):
        finding = machine.clock(wrong)
        assert finding.state is State.NOTE
        assert wrong.date().isoformat() in str(finding.told)


def test_a_folder_that_is_not_there_yet_and_can_be_made(tmp_path: Path) -> None:
    (finding,) = machine.disk(Home.locate(tmp_path / "new" / "home"))
    assert finding.state is State.GOOD
    assert not (tmp_path / "new").exists()


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    (finding,) = machine.disk(Home.locate(tmp_path / "file"))
    assert finding.state is State.BAD
    assert "cannot be written" in str(finding.told)
    assert str(tmp_path) not in str(finding.redacted().told)


def test_little_space_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "LEAST_FREE_MB", 1 << 40)
    assert "MB left" in str(next(machine.disk(Home.locate(tmp_path))).told)


def test_files_that_others_may_read(tmp_path: Path) -> None:
    home = Home.locate(tmp_path / "home")
    home.data.mkdir(mode=0o700)
    home.identity.touch(mode=0o600)
    _, private = machine.disk(home)
    assert private.state is State.GOOD
    home.identity.chmod(0o644)
    _, open_to_all = machine.disk(home)
    assert open_to_all.state is State.BAD
    assert str(home.identity) in str(open_to_all.told)
    assert str(tmp_path) not in f"{open_to_all.redacted().told} {open_to_all.redacted().advice}"


def test_a_firewall_that_is_switched_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = tmp_path / "ufw.conf"
    monkeypatch.setattr(machine, "UFW_SETTINGS", settings)
    monkeypatch.setattr(machine, "FIREWALLD", tmp_path / "firewalld")
    monkeypatch.setattr(machine.sys, "platform", "linux")
    assert list(machine.firewalls()) == []
    settings.write_text("ENABLED=yes\n")
    (finding,) = machine.firewalls()
    assert "sudo ufw allow 28866:28885/tcp" in str(finding.advice)


def test_linux_inside_windows_and_containers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel, mark = tmp_path / "version", tmp_path / "mark"
    monkeypatch.setattr(machine, "KERNEL", kernel)
    monkeypatch.setattr(machine, "CONTAINER_MARKS", (mark,))
    assert list(machine.surroundings()) == []
    mark.touch()
    assert "container" in str(next(machine.surroundings()).told)
    kernel.write_text("Linux version 5.15.0-microsoft-standard-WSL2")
    assert "WSL" in str(next(machine.surroundings()).told)


def test_versions_are_told() -> None:
    told = str(machine.versions().told)
    assert all(name in told for name in ("link protocol", "Python", *machine.LIBRARIES))
