"""`p2puno audit FILE…`: is this game what it says it is? Needs no key and trusts no player."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from p2puno.commands.complaint import complain
from p2puno.commands.output import plain, show, show_json
from p2puno.language.speech import as_sentence, commas, listed, said
from p2puno.language.texts import Text, _
from p2puno.options import Options
from p2puno.ui.naming import for_people, tell_apart
from protocol.audit import OBLIGATIONS, Counts, Finding, Report, Verdict, audit_transcript
from protocol.sentences import sentence

EXIT_CODES = {Verdict.CLEAN: 0, Verdict.UNFINISHED: 1, Verdict.FAULT: 1, Verdict.UNREADABLE: 2}
PROGRESS_SLOTS = 20
PROGRESS_WIDTH = 40

WORDS: Mapping[Verdict, Text] = {
    Verdict.CLEAN: Text("{name}: clean: everything in it holds"),
    Verdict.UNFINISHED: Text("{name}: unfinished: it holds as far as it goes"),
    Verdict.FAULT: Text("{name}: a fault"),
}
COUNTS = Text(
    "  checked: slots {slots}, signatures {signatures}, rounds {rounds}, shuffles {shuffles}, "
    "unmaskings {unmaskings}, openings {openings}, challenges {challenges}, races {races}"
)


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
            _tell(name, report)
    return max(EXIT_CODES[report.verdict] for _, report in reports)


def audit(path: Path) -> Report:
    """A file that cannot be opened is as unreadable as one that is no transcript."""
    progress = _progress if sys.stderr.isatty() else None
    try:
        with path.open("rb") as source:
            return audit_transcript(source, progress)
    except OSError as error:
        reason = sentence("{reason}", reason=error.strerror or str(error))
        return Report(Verdict.UNREADABLE, (Finding(1, reason),), Counts())
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
        "clean_to": report.clean_to,
        "table": report.table.hex(),
        "head": report.head.hex(),
    }


def _tell(name: str, report: Report) -> None:
    names = for_people(report.names)
    show(WORDS[report.verdict].format(name=name))
    for finding in report.findings:
        show(f"  {_finding(finding)}")
    if report.names:
        show(_("  players: {names}").format(names=listed(names)))
    if report.scores:
        show(_scores(report, names))
    show(COUNTS.format(**asdict(report.counts)))
    if report.head:
        show(_("  head after slot {slot}: {head}").format(slot=report.clean_to, head=report.head.hex()))


def _scores(report: Report, names: Sequence[str]) -> str:
    scores = commas([f"{who} {score}" for who, score in zip(names, report.scores, strict=True)])
    if not report.winners:
        return _("  score: {scores}").format(scores=scores)
    winners = listed([names[seat] for seat in report.winners])
    return _("  score: {scores}; won by {winners}").format(scores=scores, winners=winners)


def _finding(finding: Finding) -> str:
    """Where, what, which duty, and how sure."""
    what = as_sentence(plain(said(finding.sentence)))
    if finding.slot is not None:
        what = _("slot {slot}: {what}").format(slot=finding.slot, what=what)
    duty = _("(obligation {number}: {duty})").format(
        number=finding.obligation, duty=_(OBLIGATIONS[finding.obligation])
    )
    proof = _("Anybody with this file can check that.") if finding.proven else ""
    return f"{what} {duty} {proof}".rstrip()


def _progress(slots: int) -> None:
    """A line that is written over, where a person looks on."""
    if slots % PROGRESS_SLOTS == 0:
        print("\r" + _("checking slot {slot}").format(slot=slots), end="", file=sys.stderr, flush=True)
