"""What has changed at the table beside the game, in sentences that both interfaces say."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from p2puno.language.speech import as_sentence, capital
from p2puno.seat.player import Company
from p2puno.ui import texts as text
from p2puno.ui.model import shown_names
from p2puno.ui.naming import for_people
from p2puno.ui.prompts import about
from protocol.table.view import TableView


def company_news(view: TableView, before: Company, after: Company) -> tuple[str, ...]:
    """Who handed over a seat or took it back, and how many look on."""
    names = range(len(view.names))
    came = [seat for seat in names if seat in after.by_bot - before.by_bot]
    back = [seat for seat in names if seat in before.by_bot - after.by_bot]
    lines = [*(about(view, "to bot", seat) for seat in came), *(about(view, "back", seat) for seat in back)]
    if after.watchers != before.watchers:
        lines.append(text.LOOK_ON.of(after.watchers) if after.watchers else str(text.NOBODY_LOOKS_ON))
    if new := [each.name for each in after.asking if each not in before.asking]:
        lines.append(text.MAY_SIT_DOWN.format(names=text.listed(for_people(new))))
    return (*lines, *_who_is_reached(view, before, after), *_who_votes(view, before, after))


def notice(view: TableView | None, sentence: str) -> str:
    """As a sentence of its own: with a capital letter, unless a name of the table stands there."""
    names = () if view is None else view.names
    named = any(sentence.startswith(name) for name in names)
    return as_sentence(sentence if named else capital(sentence))


def _who_is_reached(view: TableView, before: Company, after: Company) -> Iterator[str]:
    """Who is back; whose link has broken, and who still has one: said once it is known, and when the last has
    lost it."""
    names = shown_names(view.names)
    for seat in sorted(before.away - after.away - view.rules.gone):
        yield text.IS_BACK.format(name=names[seat])
    for seat in sorted(after.away):
        by = sorted(other for away, other in after.reached if away == seat)
        had = sorted(other for away, other in before.reached if away == seat)
        if seat in before.away and by == had:
            continue
        if by:
            others = text.listed([names[other] for other in by])
            yield text.LOST_BUT_REACHED.format(name=names[seat], names=others)
        elif seat in before.away:
            yield text.LOST_BY_ALL.format(name=names[seat])


def _who_votes(view: TableView, before: Company, after: Company) -> Iterator[str]:
    names = shown_names(view.names)
    news = after.votes - before.votes
    for seat in sorted({voter for voter, _ in news} - {view.seat}):
        outs = text.listed([names[out] for voter, out in sorted(after.votes) if voter == seat])
        yield text.WANTS_OUT.format(name=names[seat], names=outs)


def who_reads(view: TableView, seats: Collection[int]) -> str:
    """Who has not gone on to the next round."""
    names = shown_names(view.names)
    return text.STILL_READING.format(names=text.listed([names[seat] for seat in sorted(seats)]))
