"""What a report shows of an address, a folder, a name: nothing that says who or where somebody is."""

from __future__ import annotations

import pytest

from p2puno.doctor.examination import lines, report
from p2puno.doctor.findings import Finding, Hidden, State, hidden_address, hidden_list, worst
from protocol.sentences import sentence

HOME = Hidden("/home/ann/.local/share/p2puno", "[folder]")
FINE = Finding("home", State.GOOD, sentence("{path} can be written.", path=HOME))
WRONG = Finding(
    "privacy",
    State.BAD,
    sentence("Others on this machine may read {path}.", path=HOME),
    sentence("Take that right away: {command}", command=Hidden("chmod -R go= /home/ann", "[command]")),
)
NOTE = Finding(
    "network", State.NOTE, sentence("It says: {what}", what=sentence("{path} is there", path=HOME))
)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("192.168.178.23", "[192.168.x.x]"),
        ("10.1.2.3", "[10.1.x.x]"),
        ("169.254.9.9", "[169.254.x.x]"),
        ("203.0.114.7", "[public IPv4]"),
        ("fe80::1%eth0", "[fe80::x]"),
        ("fd12:3456::9", "[private IPv6]"),
        ("2a00:1450::5", "[public IPv6]"),
    ],
)
def test_of_an_address_a_report_says_the_kind(address: str, shown: str) -> None:
    hidden = hidden_address(address)
    assert (str(hidden), hidden.instead) == (address, shown)


def test_several_are_hidden_one_by_one() -> None:
    both = hidden_list([hidden_address("10.1.2.3"), hidden_address("fd00::1")])
    assert (both.whole, both.instead) == ("10.1.2.3, fd00::1", "[10.1.x.x], [private IPv6]")


def test_what_is_wrong_comes_first_and_what_to_do_below_it() -> None:
    assert list(lines([FINE, NOTE, WRONG])) == [
        "WRONG: Others on this machine may read /home/ann/.local/share/p2puno.",
        "    Take that right away: chmod -R go= /home/ann",
        "Note: It says: /home/ann/.local/share/p2puno is there",
        "Fine: /home/ann/.local/share/p2puno can be written.",
    ]


def test_a_report_says_where_something_was_left_out() -> None:
    heading, *rest = report([FINE, NOTE, WRONG])
    assert "square brackets" in heading
    assert rest == [
        "WRONG: Others on this machine may read [folder].",
        "    Take that right away: [command]",
        "Note: It says: [folder] is there",
        "Fine: [folder] can be written.",
    ]


def test_the_worst_of_all() -> None:
    assert worst([]) is State.GOOD
    assert worst([FINE, NOTE]) is State.NOTE
    assert worst([NOTE, WRONG, FINE]) is State.BAD
