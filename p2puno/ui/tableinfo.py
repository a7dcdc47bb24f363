"""What a table says of itself, in words."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.net.messages import Roll, TableInfo
from p2puno.store.fingerprint import fingerprint
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.naming import for_people
from protocol.errors import RulesError
from protocol.rules.ruleset import RuleSet


def why_closed(info: TableInfo) -> str | None:
    """What stands against sitting down; None if nothing does."""
    if info.started:
        return str(words.STARTED)
    if len(info.players) >= info.capacity:
        return words.FULL.format(capacity=info.capacity)
    return None


def lets_in_late(info: TableInfo) -> bool:
    """Whether somebody could sit down in the middle of its game, by what is known of it from outside."""
    try:
        rules = RuleSet.from_items((item.name, item.value) for item in info.rules)
    except RulesError:
        return False
    return info.started and rules["teams"] == "off" and len(info.players) < rules.max_seats


def unready(roll: Roll) -> tuple[str, ...]:
    """The names of those who have not said that they are ready; whoever opened the table starts it."""
    names = for_people([entry.name for entry in roll.entries])
    return tuple(name for name, entry in zip(names[1:], roll.entries[1:], strict=True) if not entry.ready)


def fingerprint_lines(names: Sequence[str], keys: Sequence[bytes]) -> tuple[str, ...]:
    """For each seat the words that two people can compare aloud."""
    shown = zip(for_people(names), map(fingerprint, keys), strict=True)
    return tuple(text.FINGERPRINT.format(name=name, words=words) for name, words in shown)
