"""What an audit has found, in words: for the command and for the end of a game on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from p2puno.language.speech import as_sentence, commas, listed, said
from p2puno.language.texts import Counted, Text, _
from p2puno.store.fingerprint import head_fingerprint
from p2puno.ui.naming import for_people
from p2puno.ui.screen.characters import tidy
from p2puno.ui.texts import SAME_GAME
from protocol.bluffs import WildFour
from protocol.departures import Cause, Departure
from protocol.obligations import COUNTED, OBLIGATIONS
from protocol.reports import Finding, Report, Verdict

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
# What was checked, by the fields of `Counts`.
AMOUNTS: Mapping[str, Counted] = {
    "records": Counted("{count} record", "{count} records"),
    "bytes": Counted("{count} byte", "{count} bytes"),
    "seats": Counted("{count} seat", "{count} seats"),
    "signatures": Counted("{count} signature", "{count} signatures"),
    "links": Counted("{count} link of the chain", "{count} links of the chain"),
    "slots": Counted("{count} slot", "{count} slots"),
    "shuffles": Counted("{count} shuffle", "{count} shuffles"),
    "keys": Counted("{count} new key", "{count} new keys"),
    "unmaskings": Counted("{count} unmasking", "{count} unmaskings"),
    "openings": Counted("{count} opened card", "{count} opened cards"),
    "challenges": Counted("{count} challenge", "{count} challenges"),
    "duties": Counted("{count} duty", "{count} duties"),
    "races": Counted("{count} race", "{count} races"),
    "signals": Counted("{count} signal", "{count} signals"),
    "steps": Counted("{count} step of the rules", "{count} steps of the rules"),
    "rounds": Counted("{count} round", "{count} rounds"),
    "scores": Counted("{count} sum of points", "{count} sums of points"),
    "ends": Counted("{count} signature under the end", "{count} signatures under the end"),
    "secrets": Counted("{count} published secret", "{count} published secrets"),
    "removals": Counted("{count} departure", "{count} departures"),
    "votes": Counted("{count} vote", "{count} votes"),
    "grounds": Counted("{count} ground", "{count} grounds"),
}
# By whether it was a bluff (None: the hand stays closed) and whether it was challenged.
FOURS: Mapping[tuple[bool | None, bool], Text] = {
    (True, False): Text("  slot {slot}: {name} laid a Wild Draw Four: a bluff, and nobody challenged it"),
    (True, True): Text("  slot {slot}: {name} laid a Wild Draw Four: a bluff, challenged by {challenger}"),
    (False, False): Text("  slot {slot}: {name} laid a Wild Draw Four: no bluff"),
    (False, True): Text("  slot {slot}: {name} laid a Wild Draw Four: no bluff, challenged by {challenger}"),
    (None, False): Text("  slot {slot}: {name} laid a Wild Draw Four: its hand stays closed"),
    (None, True): Text("  slot {slot}: {name} laid a Wild Draw Four: challenged by {challenger}, not judged"),
}

# `why` only for who was convicted.
DEPARTURES: Mapping[Cause, Text] = {
    Cause.LEFT: Text("  slot {slot}: {name} left the table"),
    Cause.CONVICTED: Text("  slot {slot}: {name} was put off the table, and this proves why: {why}"),
    Cause.VOTED_OUT: Text("  slot {slot}: {name} was voted off the table by all who stayed"),
    Cause.WITH_OPERATOR: Text("  slot {slot}: {name} went with whoever plays it"),
}


def report_lines(name: str, report: Report) -> tuple[str, ...]:
    """The verdict about the file of this name, then what it stands on."""
    return (*_told(name, report), *(_obligation(number, report) for number in OBLIGATIONS), *_head(report))


def summary_lines(name: str, report: Report) -> tuple[str, ...]:
    """The same with all numbers in one line."""
    return (*_told(name, report), COUNTS.format(**asdict(report.counts)), *_head(report))


def verdict_lines(name: str, report: Report) -> tuple[str, ...]:
    """The verdict about the file of this name, and what was found."""
    return (WORDS[report.verdict].format(name=name), *(f"  {finding_line(each)}" for each in report.findings))


def _told(name: str, report: Report) -> list[str]:
    names = for_people(report.names)
    lines = [*verdict_lines(name, report)]
    if report.names:
        lines.append(_("  players: {names}").format(names=listed(names)))
    if report.scores:
        lines.append(_scores(report, names))
    lines += [departure_line(each, names) for each in report.departures]
    if report.opened:
        opened = listed([names[seat] for seat in report.opened])
        lines.append(_("  hands that can be seen: {names}").format(names=opened))
        lines += [four_line(four, names) for four in report.fours]
    return lines


def _head(report: Report) -> tuple[str, ...]:
    if not report.head:
        return ()
    line = _("  head after slot {slot}: {head}")
    told = line.format(slot=report.clean_to, head=report.head.hex())
    return told, f"  {same_game(report.head)}"


def same_game(head: bytes) -> str:
    """The head in words that people can compare."""
    return SAME_GAME.format(words=head_fingerprint(head))


def _obligation(number: int, report: Report) -> str:
    """What was asked, and how much was looked at."""
    amounts = [AMOUNTS[name].of(getattr(report.counts, name)) for name in COUNTED[number]]
    return _("  {number}. {duty}: {amounts}").format(
        number=number, duty=_(OBLIGATIONS[number]), amounts=commas(amounts)
    )


def _scores(report: Report, names: Sequence[str]) -> str:
    scores = commas([f"{who} {score}" for who, score in zip(names, report.scores, strict=True)])
    if not report.winners:
        return _("  score: {scores}").format(scores=scores)
    winners = listed([names[seat] for seat in report.winners])
    return _("  score: {scores}; won by {winners}").format(scores=scores, winners=winners)


def departure_line(departure: Departure, names: Sequence[str]) -> str:
    why = "" if departure.fault is None else said(departure.fault)
    words = DEPARTURES[departure.cause]
    return words.format(slot=departure.slot, name=names[departure.seat], why=why)


def four_line(four: WildFour, names: Sequence[str]) -> str:
    """Whether a Wild Draw Four was a bluff, and whether anybody doubted it."""
    doubted = four.challenger is not None
    words = FOURS[four.bluff, doubted]
    by = names[four.challenger] if four.challenger is not None else ""
    return words.format(slot=four.slot, name=names[four.seat], challenger=by)


def finding_line(finding: Finding) -> str:
    """Where, what, which duty, and how sure."""
    what = as_sentence(tidy(said(finding.sentence)).strip())
    if finding.slot is not None:
        what = _("slot {slot}: {what}").format(slot=finding.slot, what=what)
    duty = _("(obligation {number}: {duty})").format(
        number=finding.obligation, duty=_(OBLIGATIONS[finding.obligation])
    )
    return f"{what} {duty} {_sureness(finding)}".rstrip()


def _sureness(finding: Finding) -> str:
    """Whether the seat that is named, if one is, has been convicted."""
    if finding.proven:
        return _("Anybody with this file can check that.")
    if finding.seat is None:
        return ""
    return _("It is suspected; this file alone does not prove whose fault it is.")
