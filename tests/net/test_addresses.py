"""What people type as an address, and which of this machine's addresses are offered to others."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from p2puno.errors import UsageError
from p2puno.net import addresses
from p2puno.net.addresses import (
    Address,
    likeliest_first,
    literal_ip,
    parse_address,
    parse_listen,
    parse_target,
    rank_own,
)
from p2puno.net.interfaces import OwnAddress


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("192.168.1.5", "192.168.1.5", 28866),
        ("192.168.1.5:9000", "192.168.1.5", 9000),
        ("anns-laptop", "anns-laptop", 28866),
        ("anns-laptop.local:1", "anns-laptop.local", 1),
        ("fd00::2", "fd00::2", 28866),
        ("[fd00::2]", "fd00::2", 28866),
        ("[fd00::2]:65535", "fd00::2", 65535),
        ("fe80::1%eth0", "fe80::1%eth0", 28866),
    ],
)
def test_addresses_people_type(text: str, host: str, port: int) -> None:
    assert parse_address(text) == Address(host, port)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":",
        ":9000",
        "a b:1",
        "host:",
        "host:0",
        "host:65536",
        "host:http",
        "[fd00::2",
        "[fd00::2]9",
        "-h:1",
        "a/b",
    ],
)
def test_what_is_no_address_is_answered_with_a_sentence(text: str) -> None:
    with pytest.raises(UsageError, match=r"write HOST|a port is a number"):
        parse_address(text)


@pytest.mark.parametrize("text", ["Anns table", "Ann", "28866", "Ann: the sequel", "[club]", "Ann:dot"])
def test_a_table_name_is_not_taken_for_an_address(text: str) -> None:
    assert parse_target(text) is None


@pytest.mark.parametrize("text", ["10.0.0.1", "ann:28866", "fd00::2", "[fd00::2]:4"])
def test_join_recognises_an_address(text: str) -> None:
    assert parse_target(text) == parse_address(text)


def test_listening() -> None:
    assert parse_listen("28870") == (None, 28870)
    assert parse_listen("0") == (None, 0)
    assert parse_listen("127.0.0.1:5") == ("127.0.0.1", 5)
    assert parse_listen("[::1]:5") == ("::1", 5)
    for bad in ("host", "99999", "", "a:b"):
        with pytest.raises(UsageError):
            parse_listen(bad)


def test_an_address_is_shown_as_it_can_be_typed() -> None:
    for text in ("192.168.1.5:9000", "[fd00::2]:9000"):
        assert str(parse_address(text)) == text


@pytest.mark.parametrize(
    "text", ["example.org", "224.0.0.251", "0.0.0.0", "::", "fe80::1", "fe80::1%eth0", "ff02::1", ""]
)
def test_peers_may_not_make_us_dial_names_or_groups(text: str) -> None:
    assert literal_ip(text) is None


def own(text: str, interface: str = "eth0") -> OwnAddress:
    return OwnAddress(ip_address(text), 24, interface)


def test_likely_addresses_come_first() -> None:
    in_order = [
        rank_own(own("192.168.1.5")),
        rank_own(own("8.8.8.8")),
        rank_own(own("fd00::2")),
        rank_own(own("169.254.3.4")),
        rank_own(own("172.17.0.1", "docker0")),
    ]
    ranks = [rank for rank in in_order if rank is not None]
    assert len(ranks) == len(in_order)
    assert ranks == sorted(ranks)
    assert rank_own(own("127.0.0.1", "lo")) is None
    assert rank_own(own("fe80::1")) is None


def test_a_machine_without_network_offers_its_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own_interfaces", list)
    assert addresses.own_addresses() == ["127.0.0.1"]


def test_link_local_addresses_are_announced_but_told_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own_interfaces", lambda: [own("fe80::1"), own("fd00::2")])
    assert addresses.own_addresses() == ["fd00::2"]
    assert addresses.announced_addresses() == ["fd00::2", "fe80::1"]


def test_a_neighbours_likely_addresses_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A network that this machine is in too; and link-local IPv6 only where it is known on which link."""
    monkeypatch.setattr(addresses, "own_interfaces", lambda: [own("10.1.1.5")])
    heard = ["fe80::1", "fe80::1%2", "192.168.7.7", "10.1.1.9", "ff02::1", "::"]
    assert likeliest_first(heard) == ["10.1.1.9", "192.168.7.7", "fe80::1%2"]


def test_own_addresses_can_be_dialled() -> None:
    found = addresses.own_addresses()
    assert found
    assert all(literal_ip(text) == text for text in found)
