"""What is announced of a table, and announcements that are broken on purpose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2puno.net.addresses import Address
from p2puno.net.record import TableRecord, read_record, to_properties
from protocol.errors import WireError

TOKEN = bytes(range(16))
GOOD: dict[bytes, bytes | None] = {b"v": b"1", b"t": TOKEN.hex().encode(), b"n": b"Anns table"}


def test_a_record_is_read_as_it_was_written() -> None:
    record = TableRecord(TOKEN, "Кухня · ann", ("192.168.1.5",), 28866)
    properties = {key.encode(): value.encode() for key, value in to_properties(record).items()}
    assert read_record(properties, ["192.168.1.5"], 28866) == record


def test_only_addresses_that_can_be_dialled_are_kept_and_few() -> None:
    hosts = ["fe80::1", "224.0.0.1", "0.0.0.0", "10.0.0.1", *(f"10.0.1.{i}" for i in range(20))]
    record = read_record(GOOD, hosts, 5)
    assert len(record.hosts) == 8
    assert all(host.startswith("10.") for host in record.hosts)
    assert record.addresses[0] == Address(record.hosts[0], 5)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (b"v", None),
        (b"v", b""),
        (b"v", b"0"),
        (b"v", b"-1"),
        (b"v", b"1.0"),
        (b"v", b"65536"),
        (b"v", "\u0661".encode()),
        (b"v", b"9" * 5000),
        (b"t", b"00" * 15),
        (b"t", b"00" * 17),
        (b"t", b"zz" * 16),
        (b"t", TOKEN.hex().upper().encode()),
        (b"n", b""),
        (b"n", b"x" * 61),
        (b"n", b"\xff\xfe"),
        (b"n", b"red\x1b[31m"),
        (b"n", "left\u202eright".encode()),
        (b"n", "zero\u200bwidth".encode()),
    ],
)
def test_a_broken_record_is_refused(key: bytes, value: bytes | None) -> None:
    with pytest.raises(WireError):
        read_record({**GOOD, key: value}, ["10.0.0.1"], 28866)


@pytest.mark.parametrize(
    ("hosts", "port"), [([], 1), (["fe80::1"], 1), (["10.0.0.1"], 0), (["10.0.0.1"], None)]
)
def test_a_record_that_leads_nowhere_is_refused(hosts: list[str], port: int | None) -> None:
    with pytest.raises(WireError):
        read_record(GOOD, hosts, port)


@given(st.dictionaries(st.sampled_from([b"v", b"t", b"n", b"x"]), st.none() | st.binary(max_size=40)))
def test_no_announcement_does_harm(properties: dict[bytes, bytes | None]) -> None:
    try:
        record = read_record(properties, ["10.0.0.1"], 1)
    except WireError:
        return
    assert len(record.token) == 16
    assert record.name.isprintable()
