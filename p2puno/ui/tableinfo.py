"""What a table says of itself, in words: why it is closed, who is not ready, fingerprints of its players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from p2puno.language.texts import _
from p2puno.net.messages import Roll, TableInfo
from p2puno.store.fingerprint import fingerprint
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.naming import for_people
from protocol.errors import RulesError
from protocol.rules.ruleset import RuleSet
from protocol.rules.words import chapters
from protocol.wire.messages import RuleItem


def why_closed(info: TableInfo) -> str | None:
    """What stands against sitting down; None if nothing does."""
    if info.started:
        return str(words.STARTED)
    if len(info.players) >= info.capacity:
        return words.FULL.format(capacity=info.capacity)
    return None


def lets_in_late(info: TableInfo) -> bool:
    """Whether somebody could sit down in the middle of its game, by what is known of it from outside."""
    rules = known_rules(info.rules)
    if rules is None:
        return False
    return info.started and rules["teams"] == "off" and len(info.players) < rules.max_seats


def known_rules(items: Iterable[RuleItem]) -> RuleSet | None:
    """The rules that came over the network; None if this version does not know them."""
    try:
        return RuleSet.from_items([(item.name, item.value) for item in items])
    except RulesError:
        return None


def starts_when_full(roll: Roll) -> bool:
    """Whether it has fewer seats than its rules allow: then it starts when all of them are taken."""
    rules = known_rules(roll.rules)
    return rules is not None and roll.capacity < rules.max_seats


def rule_lines(rules: RuleSet) -> list[str]:
    """All that these rules say, by chapters, with an empty line after each."""
    lines: list[str] = []
    for chapter in chapters(rules, _):
        lines += [chapter.title, *(f"- {sentence}" for sentence in chapter.sentences), ""]
    return lines


def unready(roll: Roll) -> tuple[str, ...]:
    """The names of those who have not said that they are ready; whoever opened the table starts it."""
    names = for_people([entry.name for entry in roll.entries])
    return tuple(name for name, entry in zip(names[1:], roll.entries[1:], strict=True) if not entry.ready)


def fingerprint_lines(names: Sequence[str], keys: Sequence[bytes]) -> tuple[str, ...]:
    """For each seat the words that two people can compare aloud."""
    shown = zip(for_people(names), map(fingerprint, keys), strict=True)
    return tuple(text.FINGERPRINT.format(name=name, words=words) for name, words in shown)
