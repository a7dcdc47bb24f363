"""Defaults from `config.toml`; the command line wins over them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from p2puno.errors import UsageError
from p2puno.language.catalogue import LANGUAGES
from p2puno.language.speech import commas, no_such_language
from p2puno.language.texts import Text, _
from p2puno.store.files import read_private
from p2puno.store.names import check_name
from p2puno.store.paths import Home
from protocol.rules.ruleset import Setting

BIDI = ("terminal", "program")
"""Who turns right-to-left text round."""


@dataclass(frozen=True, slots=True)
class Config:
    """What the file says, None where it says nothing."""

    name: str | None = None
    lang: str | None = None
    plain: bool | None = None
    bidi: str | None = None
    listen: str | None = None
    rules: str | None = None
    set: dict[str, Setting] = field(default_factory=dict)


A_TEXT = Text("{path}: `{key}` must be a text.")
TYPES: dict[str, tuple[type, Text]] = {
    "name": (str, A_TEXT),
    "lang": (str, A_TEXT),
    "plain": (bool, Text("{path}: `{key}` must be true or false.")),
    "bidi": (str, A_TEXT),
    "listen": (str, A_TEXT),
    "rules": (str, A_TEXT),
    "set": (dict, Text("{path}: `{key}` must be a table of options.")),
}


def load_config(home: Home) -> Config:
    """The defaults of this home, all None without a file; raises `UsageError` naming file and key."""
    path = home.config_file
    data = read_private(path)
    if data is None:
        return Config()
    try:
        values: dict[str, Any] = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UsageError(_("{path} is not a text in UTF-8.").format(path=path)) from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is no TOMLDecodeError
        raise UsageError(_("{path} is not valid TOML: {error}.").format(path=path, error=error)) from None
    for key, value in values.items():
        _check(path, key, value)
    return Config(**values)


def _check(path: Path, key: str, value: object) -> None:
    if key not in TYPES:
        raise UsageError(_no_key(path, key))
    kind, complaint = TYPES[key]
    if type(value) is not kind:
        raise UsageError(complaint.format(path=path, key=key))
    if key == "name":
        _check_name(path, str(value))
    if key == "lang" and value not in LANGUAGES:
        raise UsageError(f"{path}: {no_such_language(str(value))}")
    if key == "bidi" and value not in BIDI:
        raise UsageError(
            _("{path}: `{key}` is one of: {values}.").format(path=path, key=key, values=commas(BIDI))
        )
    if isinstance(value, dict):
        for option, setting in value.items():
            _check_setting(path, option, setting)


def _no_key(path: Path, key: str) -> str:
    near = get_close_matches(key, TYPES, n=1)
    if near:
        sentence = _("{path}: there is no key `{key}`; did you mean `{near}`?")
        return sentence.format(path=path, key=key, near=near[0])
    return _("{path}: there is no key `{key}`; there are: {keys}.").format(
        path=path, key=key, keys=commas(list(TYPES))
    )


def _check_name(path: Path, name: str) -> None:
    try:
        check_name(name)
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None


def _check_setting(path: Path, option: str, setting: object) -> None:
    """Only the type: which options and values there are is the rule set's knowledge."""
    items = setting if isinstance(setting, list) else [setting]
    kinds = (str,) if isinstance(setting, list) else (str, int, bool)
    if not all(type(item) in kinds for item in items):
        raise UsageError(
            _(
                "{path}: `set.{option}` must be a text, a whole number, true, false or a list of texts."
            ).format(path=path, option=option)
        )
