"""`p2puno identity`."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from p2puno.store.acquaintances import Acquaintances, save_acquaintances
from p2puno.store.fingerprint import fingerprint
from p2puno.store.lock import locked
from p2puno.store.paths import Home
from tests.commands.runner import p2puno


def _fields(output: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in output.splitlines() if ": " in line)


def test_the_first_look_makes_an_identity_and_the_next_shows_the_same(tmp_path: Path) -> None:
    first = p2puno("identity", "--as", "Ann", home=tmp_path)
    assert first.returncode == 0
    assert p2puno("identity", "show", home=tmp_path).stdout == first.stdout
    fields = _fields(first.stdout)
    assert fields["Name"] == "Ann"
    assert len(fields["Fingerprint"].split()) == 9
    assert len(bytes.fromhex(fields["Public key"])) == 32


def test_a_new_identity_keeps_the_former_one(tmp_path: Path) -> None:
    old = _fields(p2puno("identity", "--as", "Ann", home=tmp_path).stdout)
    new = p2puno("identity", "new", home=tmp_path)
    assert new.returncode == 0
    fields = _fields(new.stdout)
    assert fields["Name"] == "Ann"
    assert fields["Public key"] != old["Public key"]
    kept = next(line.split(" is kept in ")[1] for line in new.stdout.splitlines() if " is kept in " in line)
    assert old["Public key"] in Path(kept).read_text()


def test_an_identity_can_be_shown_but_not_changed_while_it_plays(tmp_path: Path) -> None:
    p2puno("identity", home=tmp_path)
    with locked(Home.locate(tmp_path)):
        assert p2puno("identity", home=tmp_path).returncode == 0
        refused = p2puno("identity", "new", home=tmp_path)
    assert refused.returncode == 3
    assert "is playing as this player already" in refused.stderr


def test_a_name_that_is_none(tmp_path: Path) -> None:
    refused = p2puno("identity", "--as", "A\u202enn", home=tmp_path)
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1
    assert "\u202e" not in refused.stderr
    assert p2puno("identity", home=tmp_path).returncode == 0
    refused = p2puno("identity", "--as", "A\u202enn", home=tmp_path)
    assert refused.returncode == 2, "nor where there is an identity already"


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    refused = p2puno("identity", home=tmp_path / "home")
    assert refused.returncode == 3
    assert len(refused.stderr.splitlines()) == 1


def test_players_one_has_met_are_listed_by_their_keys(tmp_path: Path) -> None:
    before = p2puno("identity", home=tmp_path).stdout
    assert "played with" not in before
    known = Acquaintances().after_a_game([(b"a" * 32, "Ann")], date(2026, 11, 30))
    save_acquaintances(Home.locate(tmp_path), known)
    after = p2puno("identity", home=tmp_path).stdout
    assert after.startswith(before)
    words = fingerprint(b"a" * 32)
    line = f"- Ann: 1 game together, first on 2026-11-30, last on 2026-11-30; {words}"
    assert line in " ".join(after.split())
