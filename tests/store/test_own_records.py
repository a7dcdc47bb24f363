"""What a seat has signed is sealed in its journal with the passphrase; the rest stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2puno.store.journal import HEAD_BYTES, Journal, Record
from p2puno.store.own_records import OWN, OWN_SIGNAL, OWN_VOTE, SEALED, closed, opened, reseal_journal
from p2puno.store.seal import OVERHEAD, Seal

SEAL, OTHER = Seal(b"k" * 32), Seal(b"o" * 32)
PUBLIC, SAID = b"what the table has heard", b"what nobody has heard yet"
RECORDS = (Record(1, PUBLIC), *(Record(kind, SAID) for kind in sorted(OWN)), Record(7, PUBLIC))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.journal"
    with Journal.create(path, b"header") as journal:
        for record in RECORDS:
            journal.append(record.kind, record.payload)
        journal.sync()
    return path


def test_only_own_records_are_sealed_and_open_with_their_seal_alone() -> None:
    for record in RECORDS:
        written = closed(record, SEAL)
        assert opened(written, SEAL) == record
        assert (SAID in written.payload) is False
        assert (PUBLIC in written.payload) == (record.kind not in OWN)
        if record.kind in OWN:
            assert len(written.payload) == len(SAID) + OVERHEAD
            assert opened(written, OTHER) is opened(written, None) is None
        assert closed(record, None) == opened(record, None) == record


def test_a_sealed_record_is_none_of_another_kind() -> None:
    vote = closed(Record(OWN_VOTE, SAID), SEAL)
    assert opened(Record(OWN_SIGNAL + SEALED, vote.payload), SEAL) is None


def test_a_journal_is_sealed_and_opened_for_good_without_leaving_a_copy(path: Path) -> None:
    before = path.read_bytes()
    for old, new in ((None, SEAL), (SEAL, None)):
        copy = path.with_name(f"old inode {new is None}")
        copy.hardlink_to(path)
        reseal_journal(path, old, new)
        assert not any(copy.read_bytes())
        contents = Journal.read(path)
        assert tuple(opened(each, new) for each in contents.records) == RECORDS
        assert (SAID in path.read_bytes()) == (new is None)
    assert path.read_bytes() == before
    reseal_journal(path, None, None)
    assert path.read_bytes() == before


def test_what_is_torn_goes_and_what_is_damaged_or_of_another_seal_stays(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    reseal_journal(path, None, SEAL)
    assert tuple(opened(each, SEAL) for each in Journal.read(path).records) == RECORDS[:-1]
    sealed = path.read_bytes()
    reseal_journal(path, OTHER, None)
    assert path.read_bytes() == sealed
    damaged = whole[: HEAD_BYTES + 20] + b"?" + whole[HEAD_BYTES + 21 :]
    path.write_bytes(damaged)
    reseal_journal(path, None, SEAL)
    assert path.read_bytes() == damaged
