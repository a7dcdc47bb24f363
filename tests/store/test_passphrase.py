"""A passphrase seals everything secret of a home and its bots; without it nothing of that is to be read."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from p2puno.errors import NoError, UsageError
from p2puno.store import passphrase as passphrase_module
from p2puno.store.files import close_to_others, erase_secret, read_secret, replace_secret
from p2puno.store.identity import load_identity, load_or_create, load_public, renew
from p2puno.store.journal import Journal
from p2puno.store.own_records import OWN_CONTRIBUTION, opened
from p2puno.store.passphrase import is_set, remove_passphrase, set_passphrase, unlock
from p2puno.store.paths import Home
from p2puno.store.seal import Seal
from p2puno.store.vault import Vault

WORDS = "correct horse battery"
SECRET = b"the secret of a round"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """One guess is not made slow here."""
    monkeypatch.setattr(passphrase_module, "SCRYPT_N", 2**10)


@pytest.fixture
def lived_in(home: Home) -> Home:
    """A home with a former identity, an interrupted game, and a bot that has both, too."""
    for each, name in ((home, "Ann"), (home.bot(0), "Ada")):
        load_or_create(each, name)
        renew(each)
        Vault.create(each.journals / "game.vault", SECRET)
        with Journal.create(each.journals / "game.journal", b"header") as journal:
            journal.append(OWN_CONTRIBUTION, SECRET)
    return home


def everything(home: Home) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(home.data.rglob("*")) if path.is_file())


def said(home: Home) -> bytes | None:
    """What the journal's only record holds, if the home's seal opens it."""
    (record,) = Journal.read(home.journals / "game.journal").records
    readable = opened(record, home.seal)
    return None if readable is None else readable.payload


def seeds(home: Home) -> list[bytes]:
    """All seeds that stand open in the files."""
    files = (*home.data.rglob("identity.json"), *home.data.rglob("former-identities/*.json"))
    found = (json.loads(path.read_text(encoding="utf-8")) for path in files)
    return [content["seed"].encode() for content in found if "seed" in content]


def test_everything_is_sealed_and_read_again_with_the_passphrase(lived_in: Home) -> None:
    open_seeds, public = seeds(lived_in), load_public(lived_in)
    assert len(open_seeds) == 4
    assert not is_set(lived_in)
    set_passphrase(lived_in, WORDS)
    assert is_set(lived_in)
    data = everything(lived_in)
    assert not any(seed in data for seed in open_seeds)
    assert SECRET not in data
    assert load_public(lived_in) == public
    for each in (lived_in, lived_in.bot(0)):
        with pytest.raises(UsageError, match="is sealed with a passphrase, which was not given"):
            load_identity(each)
    home = unlock(lived_in, WORDS)
    identity = load_identity(home)
    assert identity is not None
    assert public is not None
    assert identity.key.public == public.key
    for each in (home, home.bot(0)):
        assert Vault.open(each.journals / "game.vault", each.seal).secret == SECRET
        assert said(each) == SECRET


def test_a_wrong_passphrase_is_one_sentence(lived_in: Home) -> None:
    set_passphrase(lived_in, WORDS)
    with pytest.raises(NoError, match=r"^The passphrase is wrong\.$"):
        unlock(lived_in, "correct horse batter")


def test_letters_may_be_composed_in_any_way(home: Home) -> None:
    set_passphrase(home, "cafe\u0301 noir")
    assert unlock(home, "caf\u00e9 noir").seal is not None


def test_what_is_made_later_is_sealed_too(home: Home) -> None:
    sealed = set_passphrase(home, WORDS)
    identity = load_or_create(sealed, "Ann")
    bot = load_or_create(sealed.bot(3), "Ada")
    assert seeds(home) == []
    again = unlock(home, WORDS)
    assert load_or_create(again).key.public == identity.key.public
    assert load_or_create(again.bot(3)).key.public == bot.key.public
    _, kept = renew(again)
    assert kept is not None
    assert seeds(home) == []


def test_another_passphrase_changes_one_small_file(lived_in: Home) -> None:
    home = set_passphrase(lived_in, WORDS)
    before = home.identity.read_bytes()
    old = home.passphrase.with_name("old inode")
    old.hardlink_to(home.passphrase)
    set_passphrase(home, "another one")
    assert home.identity.read_bytes() == before
    assert not any(old.read_bytes()), "the key that the old passphrase opens is gone"
    with pytest.raises(NoError):
        unlock(lived_in, WORDS)
    assert load_identity(unlock(lived_in, "another one")) is not None


def test_a_locked_home_is_not_given_another_key(lived_in: Home) -> None:
    set_passphrase(lived_in, WORDS)
    with pytest.raises(ValueError, match="locked"):
        set_passphrase(lived_in, "another one")


def test_taking_it_away_opens_everything_for_good(lived_in: Home) -> None:
    before = load_identity(lived_in)
    assert remove_passphrase(set_passphrase(lived_in, WORDS)).seal is None
    assert not is_set(lived_in)
    assert before is not None
    found = load_identity(lived_in)
    assert found is not None
    assert found.key.public == before.key.public
    assert len(seeds(lived_in)) == 4
    assert Vault.open(lived_in.bot(0).journals / "game.vault").secret == SECRET
    assert said(lived_in.bot(0)) == SECRET


@pytest.mark.parametrize("action", ["set", "remove"])
def test_a_crash_between_any_two_files_loses_nothing(
    lived_in: Home, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    class CrashError(Exception):
        pass

    done = 0

    def stop_after(budget: int, reseal: Callable[..., None]) -> Callable[..., None]:
        def one(path: Path, old: Seal | None, new: Seal | None) -> None:
            nonlocal done
            if done == budget:
                raise CrashError
            done += 1
            reseal(path, old, new)

        return one

    names = ("reseal_identity", "reseal_vault", "reseal_journal")
    reseals = {name: getattr(passphrase_module, name) for name in names}
    public = load_public(lived_in)
    assert public is not None
    home = set_passphrase(lived_in, WORDS)
    for budget in range(8):
        if action == "set":
            remove_passphrase(home)
            home = replace(lived_in, seal=None)
        done = 0
        for name, reseal in reseals.items():
            monkeypatch.setattr(passphrase_module, name, stop_after(budget, reseal))
        with pytest.raises(CrashError):
            set_passphrase(home, WORDS) if action == "set" else remove_passphrase(home)
        for name, reseal in reseals.items():
            monkeypatch.setattr(passphrase_module, name, reseal)
        home = unlock(lived_in, WORDS)
        identity = load_identity(home)
        assert identity is not None
        assert identity.key.public == public.key
        assert Vault.open(home.bot(0).journals / "game.vault", home.seal).secret == SECRET
        assert said(home) == said(home.bot(0)) == SECRET
        home = set_passphrase(home, WORDS)
        assert seeds(lived_in) == [], "said again, it is finished"
        assert SECRET not in everything(lived_in)


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[]", b"null", b'{"format": "p2puno passphrase 2"}', b"\xff"]
)
def test_a_damaged_file_is_an_error(home: Home, content: bytes) -> None:
    set_passphrase(home, WORDS)
    home.passphrase.write_bytes(content)
    with pytest.raises(UsageError, match="is damaged; without it no passphrase opens"):
        unlock(home, WORDS)


def test_a_seed_sealed_for_another_key_is_no_identity(home: Home) -> None:
    sealed = set_passphrase(home, WORDS)
    load_or_create(sealed, "Ann")
    mine = json.loads(home.identity.read_text(encoding="utf-8"))
    renew(sealed)
    other = json.loads(home.identity.read_text(encoding="utf-8"))
    home.identity.write_text(json.dumps({**other, "sealed": mine["sealed"]}), encoding="utf-8")
    with pytest.raises(UsageError, match="is damaged"):
        load_identity(sealed)


@pytest.mark.parametrize("words", ["", "1234567", "x" * 201])
def test_what_does_not_do_as_a_passphrase(home: Home, words: str) -> None:
    with pytest.raises(UsageError, match="A passphrase has 8 to 200 characters"):
        set_passphrase(home, words)
    assert not is_set(home)


# --- readable by the owner alone ----------------------------------------------------------------------


def test_a_file_of_secrets_that_others_could_read_is_closed_when_it_is_opened(lived_in: Home) -> None:
    for path in lived_in.secrets:
        path.chmod(0o644)
    names = {path.name for path in lived_in.secrets}
    assert {"identity.json", "game.vault", "game.journal"} <= names
    assert len(list(lived_in.secrets)) == 8
    load_identity(lived_in)
    Vault.open(lived_in.journals / "game.vault")
    assert stat.S_IMODE(lived_in.identity.stat().st_mode) == 0o600
    assert [close_to_others(path) for path in lived_in.secrets].count(True) == 6
    assert not any(map(close_to_others, lived_in.secrets))


def test_a_replaced_or_erased_secret_is_overwritten_where_it_lay(tmp_path: Path) -> None:
    path, old, older = tmp_path / "file", tmp_path / "old", tmp_path / "older"
    replace_secret(path, b"first")
    older.hardlink_to(path)
    replace_secret(path, b"second one")
    old.hardlink_to(path)
    assert read_secret(path) == b"second one"
    assert older.read_bytes() == bytes(5)
    erase_secret(path)
    assert not path.exists()
    assert old.read_bytes() == bytes(10)
