"""`p2puno audit FILE…`: is this game what it says it is? Needs no key and trusts no player."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path

from p2puno.commands.complaint import complain
from p2puno.commands.output import plain, show, show_json
from p2puno.options import Options
from p2puno.ui.naming import tell_apart
from p2puno.ui.texts import as_sentence, listed
from protocol.audit import OBLIGATIONS, Counts, Finding, Report, Verdict, audit_transcript

EXIT_CODES = {Verdict.CLEAN: 0, Verdict.UNFINISHED: 1, Verdict.FAULT: 1, Verdict.UNREADABLE: 2}
PROGRESS_SLOTS = 20
PROGRESS_WIDTH = 30

WORDS = {
    Verdict.CLEAN: "clean: everything in it holds",
    Verdict.UNFINISHED: "unfinished: it holds as far as it goes",
    Verdict.FAULT: "a fault",
    Verdict.UNREADABLE: "unreadable",
}


def run(options: Options) -> int:
    """The worst answer decides the exit code."""
    reports = [(name, audit(Path(name))) for name in options.files]
    if options.json:
        show_json([as_data(name, report) for name, report in reports])
    for name, report in reports:
        if report.verdict is Verdict.UNREADABLE:
            complain(f"{name} cannot be audited: {report.findings[0].sentence}")
        elif not options.json:
            _tell(name, report)
    return max(EXIT_CODES[report.verdict] for _, report in reports)


def audit(path: Path) -> Report:
    """A file that cannot be opened is as unreadable as one that is no transcript."""
    progress = _progress if sys.stderr.isatty() else None
    try:
        with path.open("rb") as source:
            return audit_transcript(source, progress)
    except OSError as error:
        return Report(Verdict.UNREADABLE, (Finding(1, error.strerror or str(error)),), Counts())
    finally:
        if progress is not None:
            print(f"\r{' ' * PROGRESS_WIDTH}\r", end="", file=sys.stderr, flush=True)


def as_data(name: str, report: Report) -> dict[str, object]:
    names = tell_apart(report.names)
    return {
        "file": name,
        "verdict": report.verdict.value,
        "findings": [
            {
                **asdict(finding),
                "name": None if finding.seat is None else names[finding.seat],
                "duty": OBLIGATIONS[finding.obligation],
            }
            for finding in report.findings
        ],
        "counts": asdict(report.counts),
        "names": list(names),
        "scores": list(report.scores),
        "winners": list(report.winners),
        "clean_to": report.clean_to,
        "table": report.table.hex(),
        "head": report.head.hex(),
    }


def _tell(name: str, report: Report) -> None:
    names = tell_apart(report.names)
    show(f"{name}: {WORDS[report.verdict]}")
    for finding in report.findings:
        show(f"  {_finding(finding)}")
    if report.names:
        show(f"  players: {listed(names)}")
    if report.scores:
        scores = ", ".join(f"{who} {score}" for who, score in zip(names, report.scores, strict=True))
        winners = listed([names[seat] for seat in report.winners])
        show(f"  score: {scores}" + (f"; won by {winners}" if winners else ""))
    show(f"  checked: {', '.join(f'{what} {count}' for what, count in asdict(report.counts).items())}")
    if report.head:
        show(f"  head after slot {report.clean_to}: {report.head.hex()}")


def _finding(finding: Finding) -> str:
    """Where, what, which duty, and how sure."""
    where = "" if finding.slot is None else f"slot {finding.slot}: "
    duty = f"(obligation {finding.obligation}: {OBLIGATIONS[finding.obligation]})"
    proof = " Anybody with this file can check that." if finding.proven else ""
    return f"{where}{as_sentence(plain(finding.sentence))} {duty}{proof}"


def _progress(slots: int) -> None:
    """A line that is written over, where a person looks on."""
    if slots % PROGRESS_SLOTS == 0:
        print(f"\rchecking slot {slots}", end="", file=sys.stderr, flush=True)
