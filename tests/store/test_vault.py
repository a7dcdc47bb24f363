"""One secret at a time: after a crash anywhere it is the old or the new one, and replaced ones are gone."""

from __future__ import annotations

import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from p2puno.errors import OutsideError, UsageError
from p2puno.store import vault as vault_module
from p2puno.store.seal import OVERHEAD, Seal
from p2puno.store.vault import FILE_BYTES, MAGIC, MAX_SECRET, PAGE, SEALED_MAGIC, Vault, reseal_vault

SECRETS = [bytes([n]) * 32 for n in range(1, 6)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journals" / "game.vault"


def test_kept_and_replaced(path: Path) -> None:
    vault = Vault.create(path, SECRETS[0])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.stat().st_size == FILE_BYTES
    for generation, secret in enumerate(SECRETS[1:], 1):
        vault.replace(secret)
        found = Vault.open(path)
        assert (vault.secret, vault.generation) == (found.secret, found.generation) == (secret, generation)


def test_old_secrets_are_overwritten_in_place(path: Path) -> None:
    vault = Vault.create(path, SECRETS[0])
    inode = path.stat().st_ino
    for secret in SECRETS[1:]:
        vault.replace(secret)
        data = path.read_bytes()
        assert [known for known in SECRETS if known[:8] in data] == [secret]
    assert path.stat().st_ino == inode
    assert path.stat().st_size == FILE_BYTES
    assert list(path.parent.iterdir()) == [path]


def test_opened_again_it_goes_on(path: Path) -> None:
    Vault.create(path, SECRETS[0]).replace(SECRETS[1])
    Vault.open(path).replace(SECRETS[2])
    Vault.open(path).replace(SECRETS[3])
    assert (Vault.open(path).secret, Vault.open(path).generation) == (SECRETS[3], 3)


class CrashError(Exception):
    pass


@pytest.mark.parametrize("before", [1, 2])
def test_a_crash_at_every_byte_of_a_replacement(
    path: Path, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    """Whatever part of the two writes arrived: the old secret or the new, and afterwards only that one."""
    written = vault_module.write_all
    vault = Vault.create(path, SECRETS[0])
    if before == 2:
        vault.replace(SECRETS[1])
    old, new = vault.secret, SECRETS[4]
    start = path.read_bytes()
    seen = set()
    for budget in [*range(90), PAGE - 1, PAGE, *range(PAGE, PAGE + 90), 2 * PAGE]:
        path.write_bytes(start)
        left = budget

        def part(file: object, data: bytes) -> None:
            nonlocal left
            written(file, data[:left])
            if left < len(data):
                raise CrashError
            left -= len(data)

        monkeypatch.setattr(vault_module, "write_all", part)
        with suppress(CrashError):
            Vault(path, vault._entry, vault._place).replace(new)
        monkeypatch.setattr(vault_module, "write_all", written)
        found = Vault.open(path)
        assert found.secret in (old, new)
        assert (found.secret == new) == (budget >= 8 + 2 + 32 + 32)
        other = old if found.secret == new else new
        assert other[:8] not in path.read_bytes()
        seen.add(found.secret)
    assert seen == {old, new}


def test_a_flush_separates_the_new_from_the_wiping(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the disk could wipe the old secret before the new one has arrived."""
    steps: list[str] = []
    write, flush = vault_module.write_all, os.fsync
    vault = Vault.create(path, SECRETS[0])
    monkeypatch.setattr(
        vault_module,
        "write_all",
        lambda file, data: (steps.append("wipe" if not any(data) else "new"), write(file, data)),
    )
    monkeypatch.setattr(vault_module.os, "fsync", lambda fd: (steps.append("flush"), flush(fd)))
    vault.replace(SECRETS[1])
    assert steps == ["new", "flush", "wipe", "flush"]


def test_erased(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = Vault.create(path, SECRETS[0])
    monkeypatch.setattr(Path, "unlink", lambda _: None)
    vault.erase()
    assert SECRETS[0][:8] not in path.read_bytes()
    monkeypatch.undo()
    Vault.create(path.with_name("other.vault"), SECRETS[0]).erase()
    assert list(path.parent.iterdir()) == [path]


def test_sizes(path: Path) -> None:
    for size in (0, MAX_SECRET + 1):
        with pytest.raises(ValueError, match="a vault's secret has 1 to"):
            Vault.create(path, bytes(size))
    assert not path.exists()
    vault = Vault.create(path, b"a" * MAX_SECRET)
    vault.replace(b"b" * MAX_SECRET)
    assert Vault.open(path).secret == b"b" * MAX_SECRET


def test_any_flipped_byte_of_the_secret_is_noticed(path: Path) -> None:
    Vault.create(path, SECRETS[0])
    good = path.read_bytes()
    for at in range(PAGE, PAGE + 8 + 2 + 32 + 32):
        path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        with pytest.raises(
            UsageError, match=r"is damaged: it holds no secret; the game cannot be continued\.$"
        ):
            Vault.open(path)


def test_foreign_files(path: Path) -> None:
    with pytest.raises(UsageError, match="There is no vault"):
        Vault.open(path)
    path.parent.mkdir()
    for data, sentence in [
        (b"", "is not a vault of p2puno"),
        (b"p2puno vault 3\n", "another version of p2puno"),
        (SEALED_MAGIC, "is sealed with a passphrase, which was not given"),
        (MAGIC, "is damaged"),
        (MAGIC + bytes(FILE_BYTES), "is damaged"),
    ]:
        path.write_bytes(data)
        with pytest.raises(UsageError, match=sentence):
            Vault.open(path)


SEAL, OTHER_SEAL = Seal(b"k" * 32), Seal(b"o" * 32)


def test_a_sealed_vault_shows_nothing_and_opens_with_its_seal_alone(path: Path) -> None:
    vault = Vault.create(path, SECRETS[0], SEAL)
    assert SECRETS[0][:8] not in path.read_bytes()
    assert Vault.open(path, SEAL).secret == vault.secret == SECRETS[0]
    with pytest.raises(UsageError, match="is sealed with a passphrase, which was not given"):
        Vault.open(path)
    with pytest.raises(UsageError, match="is damaged: it holds no secret"):
        Vault.open(path, OTHER_SEAL)


def test_the_sealed_secret_of_a_settled_round_is_gone_as_well(path: Path) -> None:
    vault = Vault.create(path, SECRETS[0], SEAL)
    before = path.read_bytes()[PAGE : PAGE + 40]
    vault.replace(SECRETS[1])
    assert before[10:30] not in path.read_bytes()
    again = Vault.open(path, SEAL)
    assert (again.secret, again.generation) == (SECRETS[1], 1)
    again.replace(SECRETS[2])
    assert Vault.open(path, SEAL).secret == SECRETS[2]
    again.erase()
    assert not path.exists()


def test_a_sealed_secret_is_none_of_another_generation(path: Path) -> None:
    """An old one written into the place of a newer one is no secret of this vault."""
    Vault.create(path, SECRETS[0], SEAL)
    data = bytearray(path.read_bytes())
    data[PAGE : PAGE + 8] = (7).to_bytes(8, "big")
    end = PAGE + 10 + len(SECRETS[0]) + OVERHEAD
    data[end : end + 32] = hashlib.sha256(SEALED_MAGIC + data[PAGE:end]).digest()
    path.write_bytes(data)
    with pytest.raises(UsageError, match="is damaged"):
        Vault.open(path, SEAL)


@pytest.mark.parametrize("seals", [(None, SEAL), (SEAL, None)])
def test_a_vault_is_sealed_and_opened_for_good_without_leaving_a_copy(
    path: Path, seals: tuple[Seal | None, Seal | None]
) -> None:
    old, new = seals
    Vault.create(path, SECRETS[0], old).replace(SECRETS[1])
    before = path.with_name("old inode")
    before.hardlink_to(path)
    reseal_vault(path, old, new)
    assert not any(before.read_bytes())
    found = Vault.open(path, new)
    assert (found.secret, found.generation) == (SECRETS[1], 1)
    assert (SECRETS[1][:8] in path.read_bytes()) == (new is None)
    found.replace(SECRETS[2])
    assert Vault.open(path, new).secret == SECRETS[2]


def test_the_size_of_a_sealed_secret(path: Path) -> None:
    with pytest.raises(ValueError, match="a vault's secret has 1 to 4026 bytes"):
        Vault.create(path, bytes(MAX_SECRET - OVERHEAD + 1), SEAL)
    Vault.create(path, bytes(MAX_SECRET - OVERHEAD), SEAL)
    assert Vault.open(path, SEAL).secret == bytes(MAX_SECRET - OVERHEAD)


def test_never_overwritten(path: Path) -> None:
    Vault.create(path, SECRETS[0])
    with pytest.raises(UsageError, match="exists already; a vault is never overwritten"):
        Vault.create(path, SECRETS[1])
    assert Vault.open(path).secret == SECRETS[0]


def test_an_unwritable_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OutsideError):
        Vault.create(tmp_path / "file" / "game.vault", SECRETS[0])
