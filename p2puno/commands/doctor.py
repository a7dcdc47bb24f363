"""`p2puno doctor`: why nobody is found, and what else may be wrong here; with a report for a friend."""

from __future__ import annotations

import locale
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import trio

from p2puno.commands.output import is_terminal, quiet_libraries, show, show_json, show_whole
from p2puno.commands.screen import why_not
from p2puno.commands.settings import settle
from p2puno.doctor.examination import MARKS, examine, lines, report
from p2puno.doctor.findings import Finding, State, worst
from p2puno.errors import OutsideError, UsageError
from p2puno.language.texts import Text, _
from p2puno.options import Options
from p2puno.store.paths import Home
from protocol.sentences import sentence

LOOKING = Text("Looking at this machine and its networks; this takes a few seconds ...")
ALL_WELL = Text("Nothing is wrong here.")
SOMETHING = Text("Something is wrong here: see what begins with `{mark}`.")
FOR_A_FRIEND = Text("To send to somebody who helps:")
WRITTEN = Text("The report for somebody who helps is in {path}")
# Frames, suits and arrows: where these cannot be encoded, letters stand instead.
DRAWN = "│─→♥"


def run(options: Options) -> int:
    home = settle(options).home
    path = None if options.report is None else _checked(Path(options.report), home)
    quiet_libraries()
    if is_terminal() and not options.json:
        show(str(LOOKING))
    findings = [*trio.run(examine, home), *terminal()]
    if options.json:
        show_json({"state": worst(findings).value, "findings": [as_data(finding) for finding in findings]})
    else:
        _tell(findings)
    if path is not None:
        _write(path, findings)
    if not options.json:
        _hand_over(findings, path)
    return int(worst(findings) is State.BAD)


def as_data(finding: Finding) -> dict[str, object]:
    """For programs: its sentences are English, whatever language is spoken."""
    return {
        "topic": finding.topic,
        "state": finding.state.value,
        "sentence": str(finding.told),
        "advice": None if finding.advice is None else str(finding.advice),
    }


def terminal() -> Iterator[Finding]:
    """What can be shown here. Through a pipe nobody asks for a full screen."""
    encoding = sys.stdout.encoding or locale.getpreferredencoding(do_setlocale=False)
    size = shutil.get_terminal_size()
    told = sentence(
        "The terminal has {columns} columns and {rows} rows, TERM={term}, {encoding}.",
        columns=size.columns,
        rows=size.lines,
        term=os.environ.get("TERM", "-"),
        encoding=encoding,
    )
    yield Finding("terminal", State.GOOD, told)
    if is_terminal() and (reason := why_not()) is not None:
        yield Finding("terminal", State.NOTE, sentence("{reason}", reason=reason))
    try:
        DRAWN.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        told = sentence("Its encoding has no frames and symbols: letters are shown instead.")
        advice = sentence("A terminal that speaks UTF-8 looks better.")
        yield Finding("terminal", State.NOTE, told, advice)


def _tell(findings: Sequence[Finding]) -> None:
    for line in lines(findings):
        show(line)
    bad = worst(findings) is State.BAD
    show(SOMETHING.format(mark=MARKS[State.BAD]) if bad else str(ALL_WELL))


def _hand_over(findings: Sequence[Finding], path: Path | None) -> None:
    if path is not None:
        show_whole(WRITTEN.format(path=path))
        return
    show("")
    show(str(FOR_A_FRIEND))
    for line in report(findings):
        show(line)


def _checked(path: Path, home: Home) -> Path:
    if home.owns(path):
        raise UsageError(
            _("{path} is one of this player's own files: write the report elsewhere.").format(path=path)
        )
    return path


def _write(path: Path, findings: Sequence[Finding]) -> None:
    try:
        path.write_text("\n".join(report(findings)) + "\n", encoding="utf-8")
    except OSError as error:
        raise OutsideError(
            _("The report could not be written to {path}: {reason}.").format(path=path, reason=error.strerror)
        ) from None
