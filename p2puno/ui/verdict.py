"""What an audit has found, in words: for the command and for the end of a game on the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from p2puno.language.speech import as_sentence, commas, listed, said
from p2puno.language.texts import Text, _
from p2puno.ui.naming import for_people
from p2puno.ui.screen.characters import tidy
from protocol.audit import Counts, Finding, Report, Verdict, audit_transcript
from protocol.bluffs import WildFour
from protocol.obligations import OBLIGATIONS
from protocol.sentences import sentence

WORDS: Mapping[Verdict, Text] = {
    Verdict.CLEAN: Text("{name}: clean: everything in it holds"),
    Verdict.UNFINISHED: Text("{name}: unfinished: it holds as far as it goes"),
    Verdict.FAULT: Text("{name}: a fault"),
    Verdict.UNREADABLE: Text("{name} cannot be audited"),
}
COUNTS = Text(
    "  checked: slots {slots}, signatures {signatures}, rounds {rounds}, shuffles {shuffles}, "
    "unmaskings {unmaskings}, openings {openings}, challenges {challenges}, races {races}"
)
# By whether it was a bluff (None: the hand stays closed) and whether it was challenged.
FOURS: Mapping[tuple[bool | None, bool], Text] = {
    (True, False): Text("  slot {slot}: {name} laid a Wild Draw Four: a bluff, and nobody challenged it"),
    (True, True): Text("  slot {slot}: {name} laid a Wild Draw Four: a bluff, challenged by {challenger}"),
    (False, False): Text("  slot {slot}: {name} laid a Wild Draw Four: no bluff"),
    (False, True): Text("  slot {slot}: {name} laid a Wild Draw Four: no bluff, challenged by {challenger}"),
    (None, False): Text("  slot {slot}: {name} laid a Wild Draw Four: its hand stays closed"),
    (None, True): Text("  slot {slot}: {name} laid a Wild Draw Four: challenged by {challenger}, not judged"),
}


def audit_file(path: Path, progress: Callable[[int], None] | None = None) -> Report:
    """A file that cannot be opened is as unreadable as one that is no transcript."""
    try:
        with path.open("rb") as source:
            return audit_transcript(source, progress)
    except OSError as error:
        reason = sentence("{reason}", reason=error.strerror or str(error))
        return Report(Verdict.UNREADABLE, (Finding(1, reason),), Counts())


def report_lines(name: str, report: Report) -> tuple[str, ...]:
    """The verdict about the file of this name, then what it stands on."""
    names = for_people(report.names)
    lines = [WORDS[report.verdict].format(name=name)]
    lines += [f"  {_finding(finding)}" for finding in report.findings]
    if report.names:
        lines.append(_("  players: {names}").format(names=listed(names)))
    if report.scores:
        lines.append(_scores(report, names))
    if report.opened:
        opened = listed([names[seat] for seat in report.opened])
        lines.append(_("  hands that can be seen: {names}").format(names=opened))
        lines += [_four(four, names) for four in report.fours]
    lines.append(COUNTS.format(**asdict(report.counts)))
    if report.head:
        line = _("  head after slot {slot}: {head}")
        lines.append(line.format(slot=report.clean_to, head=report.head.hex()))
    return tuple(lines)


def _scores(report: Report, names: Sequence[str]) -> str:
    scores = commas([f"{who} {score}" for who, score in zip(names, report.scores, strict=True)])
    if not report.winners:
        return _("  score: {scores}").format(scores=scores)
    winners = listed([names[seat] for seat in report.winners])
    return _("  score: {scores}; won by {winners}").format(scores=scores, winners=winners)


def _four(four: WildFour, names: Sequence[str]) -> str:
    """Whether a Wild Draw Four was a bluff, and whether anybody doubted it."""
    doubted = four.challenger is not None
    words = FOURS[four.bluff, doubted]
    by = names[four.challenger] if four.challenger is not None else ""
    return words.format(slot=four.slot, name=names[four.seat], challenger=by)


def _finding(finding: Finding) -> str:
    """Where, what, which duty, and how sure."""
    what = as_sentence(tidy(said(finding.sentence)).strip())
    if finding.slot is not None:
        what = _("slot {slot}: {what}").format(slot=finding.slot, what=what)
    duty = _("(obligation {number}: {duty})").format(
        number=finding.obligation, duty=_(OBLIGATIONS[finding.obligation])
    )
    proof = _("Anybody with this file can check that.") if finding.proven else ""
    return f"{what} {duty} {proof}".rstrip()
