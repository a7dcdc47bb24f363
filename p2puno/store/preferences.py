"""What a person has chosen on the screen, remembered in a file of its own (decision 120)."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from p2puno.errors import UsageError
from p2puno.language.catalogue import LANGUAGES
from p2puno.store.files import read_private, write_private
from p2puno.store.names import check_name
from p2puno.store.paths import Home
from protocol.errors import RulesError
from protocol.rules.ruleset import RuleSet

FORMAT = "p2puno settings 1"


@dataclass(frozen=True, slots=True)
class Preferences:
    """None where nothing was chosen.

    marks: cards that fit are marked. hints: sentences for beginners. bell: rings on one's turn. flash: what
    has changed is lit up for a moment. mouse: clicks are taken, and text cannot be selected. rules: those
    that tables were opened with last, as `RuleSet.items`.
    """

    name: str | None = None
    lang: str | None = None
    marks: bool = True
    hints: bool = True
    bell: bool = True
    flash: bool | None = None
    mouse: bool = False
    rules: tuple[tuple[str, str], ...] | None = None


def load_preferences(home: Home) -> Preferences:
    """What this home remembers. A damaged value counts as none: it is chosen again within seconds."""
    data = read_private(home.preferences)
    try:
        content: Any = json.loads(data or b"null")  # Any: whatever stands in the file
    except (ValueError, RecursionError):
        return Preferences()
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        return Preferences()
    fit = {key: value for key, value in content.items() if _is_fit(key, value)}
    if fit.get("rules") is not None:
        fit["rules"] = tuple((option, value) for option, value in fit["rules"])
    return Preferences(**fit)


def save_preferences(home: Home, preferences: Preferences) -> None:
    """Raises OutsideError if the disk does not take it."""
    content = {"format": FORMAT, **asdict(preferences)}
    write_private(home.preferences, (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode())


def _is_fit(key: str, value: object) -> bool:
    match key:
        case "lang":
            return value in LANGUAGES
        case "name":
            return isinstance(value, str) and _is_name(value)
        case "rules":
            return _are_rules(value)
        case _:
            return key in _SWITCHES and type(value) is bool


def _is_name(text: str) -> bool:
    try:
        check_name(text)
    except UsageError:
        return False
    return True


def _are_rules(value: Any) -> bool:  # Any: whatever stands in the file
    """Whether this version can play them."""
    try:
        RuleSet.from_items((option, setting) for option, setting in value).check_built()
    except (RulesError, TypeError, ValueError, AttributeError):
        return False
    return True


_SWITCHES = {field.name for field in fields(Preferences)} - {"name", "lang", "rules"}
