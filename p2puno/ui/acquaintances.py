"""What there is to say of those who sit down: who is met again, and who only looks like somebody known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2puno.net.messages import Roll, RollEntry
from p2puno.store.acquaintances import Acquaintance, Acquaintances
from p2puno.store.fingerprint import fingerprint
from p2puno.ui import texts as text
from p2puno.ui.directions import apart
from p2puno.ui.naming import for_people, skeleton


def remarks(known: Acquaintances, roll: Roll, own: bytes) -> tuple[str, ...]:
    """A sentence for everybody who has another name than before, or is new under a name that is known, or
    under one that looks like it; in the order of the seats. Bots have no names of their own."""
    names = for_people([entry.name for entry in roll.entries])
    people = zip(roll.entries, names, strict=True)
    return tuple(line for entry, name in people if entry.key != own for line in _of_one(known, entry, name))


def new_remarks(known: Acquaintances, before: Roll | None, roll: Roll, own: bytes) -> tuple[str, ...]:
    """The same, of those who were not there before, or had another name."""
    had = () if before is None else remarks(known, before, own)
    return tuple(line for line in remarks(known, roll, own) if line not in had)


def acquaintance_lines(known: Acquaintances) -> list[str]:
    """Everybody who is known, for a list."""
    return [
        text.ACQUAINTANCE.format(
            name=apart(one.name),
            games=text.GAMES_TOGETHER.of(one.games),
            first=one.first,
            last=one.last,
            words=fingerprint(bytes.fromhex(one.key)),
        )
        for one in known
    ]


def _of_one(known: Acquaintances, entry: RollEntry, name: str) -> Iterator[str]:
    met = known.find(entry.key)
    if met is not None:
        if met.name != entry.name:
            yield text.KNOWN_AS.format(name=name, former=apart(met.name))
    elif not entry.bot and (alike := _alike(known, entry.name)):
        words = text.NEW_UNDER_NAME if alike[0].name == entry.name else text.NEW_LOOKS_LIKE
        yield words.format(name=name, known=apart(alike[0].name), words=fingerprint(entry.key))


def _alike(known: Acquaintances, name: str) -> Sequence[Acquaintance]:
    """Known players whose names cannot be told from this one, those of exactly this name first."""
    alike = [one for one in known if skeleton(one.name) == skeleton(name)]
    return sorted(alike, key=lambda one: one.name != name)
