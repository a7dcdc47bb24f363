"""Where files lie, who can read them, and that a small file is never half written."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from p2puno.errors import OutsideError, UsageError
from p2puno.language.texts import Text
from p2puno.store import files
from p2puno.store.files import (
    date_of,
    make_private_folder,
    read_private,
    read_secret,
    refuse_existing,
    write_private,
)
from p2puno.store.paths import Home


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_platforms_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr("platformdirs.PlatformDirs", __import__("platformdirs.unix").unix.Unix)
    home = Home.locate()
    assert home.data == tmp_path / "data/p2puno"
    assert home.config_file == tmp_path / "config/p2puno/config.toml"


def test_home_overrides_everything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    home = Home.locate("ann")
    names = [home.config_file, home.identity, home.lock, home.incarnation]
    folders = [home.games, home.journals, home.evidence, home.former_identities, home.bot(2).identity]
    assert all(path.is_relative_to(tmp_path / "ann") for path in names + folders)
    assert len({*names, *folders}) == len(names + folders)
    assert not (tmp_path / "ann").exists()


def test_bots_have_homes_of_their_own(home: Home) -> None:
    places = {home.identity, home.bot(1).identity, home.bot(2).identity, home.bot(1).bot(1).identity}
    assert len(places) == 4
    assert home.bot(1).config_file == home.config_file


def test_folders_and_files_are_private(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    path = tmp_path / "a/b/file"
    write_private(path, b"secret")
    assert read_private(path) == b"secret"
    assert mode(path) == 0o600
    assert mode(tmp_path / "a") == mode(tmp_path / "a/b") == 0o700
    assert mode(tmp_path) == 0o755


def test_replacing_leaves_one_private_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o644)
    write_private(path, b"new")
    assert path.read_bytes() == b"new"
    assert mode(path) == 0o600
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("step", ["write_all", "os.fsync"])
def test_a_failure_leaves_the_old_content_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "file"
    write_private(path, b"old")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(f"p2puno.store.files.{step}", fail)
    with pytest.raises(
        OutsideError, match=rf"^The disk is full: {path} could not be written; free some space"
    ):
        write_private(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_short_writes_are_continued() -> None:
    class Slow:
        taken = b""

        def fileno(self) -> int:
            return -1

        def write(self, data: memoryview) -> int:
            self.taken += data[:3]
            return len(data[:3])

    slow = Slow()
    files.write_all(slow, b"0123456789")
    assert slow.taken == b"0123456789"


def test_a_missing_file_is_no_error(tmp_path: Path) -> None:
    assert read_private(tmp_path / "a/b") is None


NO_FILE = r"could not be read: it is no file but a folder, a pipe or a device\.$"


def test_nothing_is_read_that_waits_or_never_ends(tmp_path: Path) -> None:
    """A pipe with nobody at its other end, a device, a folder; their rights are nobody's business either."""
    pipe, device = tmp_path / "pipe", tmp_path / "device"
    os.mkfifo(pipe, 0o644)
    device.symlink_to("/dev/zero")
    before = mode(device)
    for path in (pipe, device, tmp_path):
        with pytest.raises(OutsideError, match=NO_FILE):
            read_secret(path)
    assert (mode(pipe), mode(device)) == (0o644, before)


def test_what_is_longer_than_any_such_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    write_private(path, b"1234")
    assert read_private(path, most=4) == b"1234"
    with pytest.raises(OutsideError, match=r"config\.toml could not be read: File too large\.$"):
        read_private(path, most=3)


def test_times_of_files_that_no_calendar_knows() -> None:
    """`p2puno resume` and `p2puno games` say when a file was written last, in local time."""
    years = {
        moment: date_of(moment).astimezone().year for moment in (-1e14, -62135596801, 253402300800, 1e14)
    }
    assert all(year in (1969, 1970) for moment, year in years.items() if moment < 0)
    assert all(year == 9999 for moment, year in years.items() if moment > 0)


@pytest.mark.parametrize("code", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_forbidden_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(Path, "mkdir", refuse)
    folder = tmp_path / "home"
    sentence = rf"^{folder} may not be written; get access to it, or choose another folder with --home\.$"
    with pytest.raises(OutsideError, match=sentence):
        write_private(folder / "file", b"")
    monkeypatch.setattr("p2puno.store.files.open_file", refuse)
    with pytest.raises(OutsideError, match="may not be read"):
        read_private(folder / "file")


def test_a_file_where_a_folder_should_be(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    with pytest.raises(OutsideError, match=r"could not be written: (Not a directory|File exists)\.$"):
        make_private_folder(blocked / "sub")
    with pytest.raises(OutsideError, match=r"could not be read: Not a directory\.$"):
        read_private(blocked / "sub")


KEPT = Text("{path} exists already; a journal is never overwritten.")


def test_files_that_must_not_be_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    refuse_existing(path, KEPT)
    path.write_bytes(b"")
    with pytest.raises(UsageError, match=r"file exists already; a journal is never overwritten\.$"):
        refuse_existing(path, KEPT)
