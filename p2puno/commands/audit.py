"""`p2puno audit FILE...`: is this game what it says it is? Needs no key and trusts no player."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path

from p2puno.commands.complaint import complain
from p2puno.commands.output import show, show_json
from p2puno.errors import UsageError
from p2puno.language.speech import listed, said
from p2puno.language.texts import Counted, Text, _
from p2puno.options import Options
from p2puno.past.film import Film, Filming
from p2puno.past.games import SUFFIX
from p2puno.report import texts as report_texts
from p2puno.store.files import open_file
from p2puno.store.transcripts import audit_file
from p2puno.ui.naming import for_people, tell_apart
from p2puno.ui.screen.characters import tidy
from p2puno.ui.verdict import report_lines
from protocol.audit import Onlooker
from protocol.comparison import Comparison, Relation, compare
from protocol.departures import Departure
from protocol.errors import WireError
from protocol.obligations import COUNTED, OBLIGATIONS
from protocol.reports import Finding, Report, Verdict

EXIT_CODES = {Verdict.CLEAN: 0, Verdict.UNFINISHED: 1, Verdict.FAULT: 1, Verdict.UNREADABLE: 2}
PROGRESS_SLOTS = 20
PROGRESS_WIDTH = 60

RELATIONS: Mapping[Relation, Text] = {
    Relation.SAME: Text("{first} and {second} hold the same game, slot by slot."),
    Relation.BEGINNING: Text("{second} is the beginning of {first}, up to slot {slot}."),
    Relation.CONTINUATION: Text("{first} is the beginning of {second}, up to slot {slot}."),
    Relation.FORK: Text(
        "{first} and {second} tell two stories of one game from slot {slot} on, and {names} signed both: "
        "the two files together prove it to anybody."
    ),
    Relation.PARTED: Text(
        "{first} and {second} part in slot {slot}: one of them takes {taken} off the table there, and "
        "the other may be of somebody who had not heard of it."
    ),
    Relation.DAMAGED: Text(
        "{first} and {second} hold one game and differ in slot {slot}, but nobody signed both: one of them "
        "was changed."
    ),
    Relation.OTHER: Text("{first} and {second} are different games."),
}

GAMES = Counted("These files are of {count} game.", "These files are of {count} different games.")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two of the files, by their places on the command line."""

    first: int
    second: int
    comparison: Comparison


def run(options: Options) -> int:
    """The worst answer decides the exit code."""
    files = options.files
    if options.report is not None:
        _check_page(files, Path(options.report))
    filming = None if options.report is None else Filming(Path(files[0]))
    reports = [audit(Path(name), filming) for name in files]
    pairs = list(_compared(files, reports))
    if options.json:
        show_json([as_data(number, files, reports, pairs) for number in range(len(files))])
    for name, report in zip(files, reports, strict=True):
        if report.verdict is Verdict.UNREADABLE:
            reason = said(report.findings[0].sentence)
            complain(_("{name} cannot be audited: {reason}").format(name=name, reason=reason))
        elif not options.json:
            for line in report_lines(name, report):
                show(tidy(line))
    if not options.json:
        for line in _comparisons(pairs, files, reports):
            show(tidy(line))
    readable = reports[0].verdict is not Verdict.UNREADABLE
    if options.report is not None and filming is not None and readable:
        _write_page(filming.film(reports[0]), Path(files[0]), Path(options.report), options)
    codes = [EXIT_CODES[report.verdict] for report in reports]
    two_stories = any(pair.comparison.relation in (Relation.FORK, Relation.DAMAGED) for pair in pairs)
    return max(*codes, int(two_stories))


def _check_page(files: Sequence[str], out: Path) -> None:
    """One transcript, and no transcript is lost by it."""
    if len(files) > 1:
        raise UsageError(report_texts.ONE_FILE.format())
    if out.suffix == SUFFIX or _same_file(out, Path(files[0])):
        raise UsageError(report_texts.OVER_TRANSCRIPT.format(path=out))


def _same_file(one: Path, other: Path) -> bool:
    """By any name. What is not there, or leads nowhere, is no file."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def _write_page(film: Film, transcript: Path, out: Path, options: Options) -> None:
    # the templates take their time to import; an audit without a page does not need them
    from p2puno.report.page import write_report  # noqa: PLC0415

    write_report(film, transcript, out)
    if not options.json:
        show(tidy(report_texts.WRITTEN.format(path=out)))


def audit(path: Path, onlooker: Onlooker | None = None) -> Report:
    progress = _progress if sys.stderr.isatty() else None
    try:
        return audit_file(path, progress, onlooker)
    finally:
        if progress is not None:
            print(f"\r{' ' * PROGRESS_WIDTH}\r", end="", file=sys.stderr, flush=True)


def _compared(files: Sequence[str], reports: Sequence[Report]) -> list[Pair]:
    """Every two files that can be read."""
    readable = [number for number, report in enumerate(reports) if report.verdict is not Verdict.UNREADABLE]
    pairs: list[Pair] = []
    for first, second in combinations(readable, 2):
        try:
            with open_file(Path(files[first])) as one, open_file(Path(files[second])) as other:
                pairs.append(Pair(first, second, compare(one, other)))
        except (OSError, WireError):
            continue  # it has just been read: somebody has taken it away meanwhile
    return pairs


def _comparisons(pairs: Sequence[Pair], files: Sequence[str], reports: Sequence[Report]) -> list[str]:
    """That files have nothing to do with each other is said once, however many there are."""
    related = [pair for pair in pairs if pair.comparison.relation is not Relation.OTHER]
    strangers = [pair for pair in pairs if pair.comparison.relation is Relation.OTHER]
    if len(strangers) > 1:
        tables = {reports[number].table for pair in pairs for number in (pair.first, pair.second)}
        return [*(_told(pair, files, reports) for pair in related), GAMES.of(len(tables))]
    return [_told(pair, files, reports) for pair in pairs]


def _told(pair: Pair, files: Sequence[str], reports: Sequence[Report]) -> str:
    names, found = for_people(reports[pair.first].names), pair.comparison
    return RELATIONS[found.relation].format(
        first=files[pair.first],
        second=files[pair.second],
        slot=found.slot,
        names=listed([names[seat] for seat in found.signed_both]),
        taken=listed([names[seat] for seat in found.taken]),
    )


# --- for programs ------------------------------------------------------------------------------------------


def as_data(
    number: int, files: Sequence[str], reports: Sequence[Report], pairs: Sequence[Pair]
) -> dict[str, object]:
    """One file (specs/audit.schema.json). Its sentences are English, whatever language is spoken."""
    name, report = files[number], reports[number]
    names = tell_apart(report.names)
    return {
        "file": name,
        "verdict": report.verdict.value,
        "findings": [_finding(name, names, finding) for finding in report.findings],
        "obligations": [_obligation(each, report) for each in OBLIGATIONS],
        "counts": asdict(report.counts),
        "names": list(names),
        "scores": list(report.scores),
        "winners": list(report.winners),
        "fours": [asdict(four) for four in report.fours],
        "opened": list(report.opened),
        "departures": [_departure(each) for each in report.departures],
        "clean_to": report.clean_to,
        "table": report.table.hex(),
        "head": report.head.hex(),
        "compared": [_relation(number, pair, files) for pair in pairs if number in (pair.first, pair.second)],
    }


def _departure(departure: Departure) -> dict[str, object]:
    fault = None if departure.fault is None else str(departure.fault)
    return {
        "slot": departure.slot,
        "seat": departure.seat,
        "cause": departure.cause.value,
        "fault": fault,
    }


def _finding(file: str, names: Sequence[str], finding: Finding) -> dict[str, object]:
    return {
        "file": file,
        "obligation": finding.obligation,
        "sentence": str(finding.sentence),
        "slot": finding.slot,
        "seat": finding.seat,
        "proven": finding.proven,
        "name": None if finding.seat is None else names[finding.seat],
        "duty": OBLIGATIONS[finding.obligation],
    }


def _obligation(number: int, report: Report) -> dict[str, object]:
    return {
        "number": number,
        "duty": OBLIGATIONS[number],
        "holds": all(finding.obligation != number for finding in report.findings),
        "checked": {name: getattr(report.counts, name) for name in COUNTED[number]},
    }


def _relation(number: int, pair: Pair, files: Sequence[str]) -> dict[str, object]:
    """What the other file is to this one."""
    found, turned = pair.comparison, number == pair.second
    relation = TURNED.get(found.relation, found.relation) if turned else found.relation
    return {
        "with": files[pair.first if turned else pair.second],
        "relation": relation.value,
        "slot": found.slot,
        "signed_both": list(found.signed_both),
    }


# `Relation` says what the second file is to the first: seen from the other side.
TURNED = {Relation.BEGINNING: Relation.CONTINUATION, Relation.CONTINUATION: Relation.BEGINNING}


def _progress(slots: int, percent: int) -> None:
    """A line that is written over, where a person looks on."""
    if slots % PROGRESS_SLOTS == 0:
        told = _("checking slot {slot}: {percent}% of the file").format(slot=slots, percent=percent)
        print("\r" + told, end="", file=sys.stderr, flush=True)
