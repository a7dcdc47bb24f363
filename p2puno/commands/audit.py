"""`p2puno audit FILE…`: is this game what it says it is? Needs no key and trusts no player."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path

from p2puno.commands.complaint import complain
from p2puno.commands.output import show, show_json
from p2puno.language.speech import said
from p2puno.language.texts import _
from p2puno.options import Options
from p2puno.ui.naming import tell_apart
from p2puno.ui.verdict import audit_file, report_lines
from protocol.audit import Report, Verdict
from protocol.obligations import OBLIGATIONS

EXIT_CODES = {Verdict.CLEAN: 0, Verdict.UNFINISHED: 1, Verdict.FAULT: 1, Verdict.UNREADABLE: 2}
PROGRESS_SLOTS = 20
PROGRESS_WIDTH = 40


def run(options: Options) -> int:
    """The worst answer decides the exit code."""
    reports = [(name, audit(Path(name))) for name in options.files]
    if options.json:
        show_json([as_data(name, report) for name, report in reports])
    for name, report in reports:
        if report.verdict is Verdict.UNREADABLE:
            reason = said(report.findings[0].sentence)
            complain(_("{name} cannot be audited: {reason}").format(name=name, reason=reason))
        elif not options.json:
            for line in report_lines(name, report):
                show(line)
    return max(EXIT_CODES[report.verdict] for _, report in reports)


def audit(path: Path) -> Report:
    progress = _progress if sys.stderr.isatty() else None
    try:
        return audit_file(path, progress)
    finally:
        if progress is not None:
            print(f"\r{' ' * PROGRESS_WIDTH}\r", end="", file=sys.stderr, flush=True)


def as_data(name: str, report: Report) -> dict[str, object]:
    """For programs: its sentences are English, whatever language is spoken."""
    names = tell_apart(report.names)
    return {
        "file": name,
        "verdict": report.verdict.value,
        "findings": [
            {
                "obligation": finding.obligation,
                "sentence": str(finding.sentence),
                "slot": finding.slot,
                "seat": finding.seat,
                "proven": finding.proven,
                "name": None if finding.seat is None else names[finding.seat],
                "duty": OBLIGATIONS[finding.obligation],
            }
            for finding in report.findings
        ],
        "counts": asdict(report.counts),
        "names": list(names),
        "scores": list(report.scores),
        "winners": list(report.winners),
        "fours": [asdict(four) for four in report.fours],
        "opened": list(report.opened),
        "clean_to": report.clean_to,
        "table": report.table.hex(),
        "head": report.head.hex(),
    }


def _progress(slots: int) -> None:
    """A line that is written over, where a person looks on."""
    if slots % PROGRESS_SLOTS == 0:
        print("\r" + _("checking slot {slot}").format(slot=slots), end="", file=sys.stderr, flush=True)
