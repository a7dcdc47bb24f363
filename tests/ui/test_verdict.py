"""What an audit says, in the language that is spoken."""

from __future__ import annotations

from p2puno.language.catalogue import speaking
from p2puno.language.texts import _
from p2puno.ui.verdict import report_lines
from protocol.bluffs import WildFour
from protocol.reports import Counts, Finding, Report, Verdict
from protocol.sentences import mark, sentence

CUT_SHORT = mark("the file ends in the middle of a record")


def test_a_finding_keeps_the_spelling_of_its_language() -> None:
    report = Report(Verdict.FAULT, (Finding(1, sentence(CUT_SHORT)),), Counts())
    with speaking("fa"):
        told = report_lines("g.p2puno", report)[1]
        assert _(CUT_SHORT) in told
    assert "\u200c" in told, "which Persian writes inside of words, and texts from outside may not have"


def test_what_came_from_outside_is_cleaned() -> None:
    report = Report(Verdict.FAULT, (Finding(1, sentence("{bytes}", bytes="a\x1b[2Jb")),), Counts())
    assert "a[2Jb" in report_lines("g.p2puno", report)[1]


def test_bluffs_are_told_where_hands_can_be_seen() -> None:
    fours = (WildFour(7, 1, 0, None, bluff=True), WildFour(9, 1, 1, 0, bluff=False), WildFour(30, 2, 1))
    seen = Report(Verdict.CLEAN, (), Counts(), ("Ann", "Ben"), fours=fours, opened=(0,))
    told = report_lines("g.p2puno", seen)
    assert "  hands that can be seen: Ann" in told
    assert "  slot 7: Ann laid a Wild Draw Four: a bluff, and nobody challenged it" in told
    assert "  slot 9: Ben laid a Wild Draw Four: no bluff, challenged by Ann" in told
    assert "  slot 30: Ben laid a Wild Draw Four: its hand stays closed" in told
    closed = Report(Verdict.CLEAN, (), Counts(), ("Ann", "Ben"), fours=fours)
    assert not any("Wild Draw Four" in line for line in report_lines("g.p2puno", closed))


def test_a_finding_says_how_sure_it_is() -> None:
    def told(seat: int | None, *, proven: bool) -> str:
        found = Finding(4, sentence("something"), 3, seat, proven)
        return report_lines("g.p2puno", Report(Verdict.FAULT, (found,), Counts(), ("Ann", "Ben")))[1]

    assert told(1, proven=True).endswith("Anybody with this file can check that.")
    assert told(1, proven=False).endswith("this file alone does not prove whose fault it is.")
    assert told(None, proven=False).endswith(")")
