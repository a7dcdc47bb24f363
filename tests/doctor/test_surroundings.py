"""What is said of all sorts of networks."""

from __future__ import annotations

from ipaddress import ip_address

from p2puno.doctor.findings import Finding, State
from p2puno.doctor.surroundings import look_at, shown_name
from p2puno.net.interfaces import OwnAddress


def own(address: str, interface: str = "eth0") -> OwnAddress:
    return OwnAddress(ip_address(address), 24, interface)


LOOPBACK = own("127.0.0.1", "lo")


def found(*addresses: OwnAddress, source: str | None = None) -> dict[str, tuple[State, str]]:
    """State and sentence of each finding that is more than a list of addresses, by topic."""
    findings: list[Finding] = look_at([LOOPBACK, *addresses], source)
    return {each.topic: (each.state, str(each.told)) for each in findings if each.topic != "interface"}


def test_an_ordinary_network_is_fine() -> None:
    findings = look_at([LOOPBACK, own("192.168.1.5"), own("fe80::1")], "192.168.1.5")
    assert [(each.state, str(each.told)) for each in findings] == [
        (State.GOOD, "eth0 has 192.168.1.5, fe80::1.")
    ]


def test_no_network_is_wrong() -> None:
    assert found() == {"network": (State.BAD, "This machine is in no network.")}


def test_nothing_but_a_vpn_is_wrong() -> None:
    state, told = found(own("10.8.0.2", "tun0"))["network"]
    assert state is State.BAD
    assert "only virtual adapters" in told


def test_an_address_that_no_router_gave_is_noted() -> None:
    assert "has given itself an address" in found(own("169.254.1.2"), own("fe80::1"))["network"][1]
    assert found(own("169.254.1.2"), own("192.168.1.5", "wlan0")).keys() == {"networks"}


def test_link_local_addresses_alone_are_noted() -> None:
    assert found(own("fe80::1"))["network"] == (State.NOTE, "There are only link-local IPv6 addresses.")


def test_several_networks_are_noted() -> None:
    several = found(own("192.168.1.5", "wlan0"), own("10.0.0.5"), own("10.8.0.2", "tun0"))
    assert several["networks"] == (State.NOTE, "This machine is in several networks at once: wlan0, eth0.")


def test_a_vpn_that_takes_everything_along_is_noted() -> None:
    both = (own("192.168.1.5"), own("10.8.0.2", "wg0"))
    assert found(*both, source="10.8.0.2")["vpn"][0] is State.NOTE
    assert "vpn" not in found(*both, source="192.168.1.5")


def test_an_unusual_name_of_an_interface_is_left_out_of_a_report() -> None:
    names = ["eth0", "wlp3s0", "enp0s31f6", "tun1", "acme-corp-vpn", "enx001122334455"]
    shown = [shown_name(own("10.0.0.5", name)).instead for name in names]
    assert shown == ["eth0", "wlp3s0", "enp0s31f6", "tun1", "[interface]", "[interface]"]
