"""What several commands make of their options: the home with its defaults, and the rules."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from p2puno.errors import OutsideError, UsageError
from p2puno.language.speech import commas, said
from p2puno.language.texts import _
from p2puno.options import Options
from p2puno.store.config import Config, load_config
from p2puno.store.paths import Home
from p2puno.store.preferences import Preferences, load_preferences
from protocol.errors import RulesError
from protocol.rules.ruleset import PRESETS, RuleSet, Setting
from protocol.sentences import sentence

MAX_RULES_FILE = 65_536
CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the command line says, what was chosen on the screen, the defaults of the config file; in this
    order they count."""

    options: Options
    home: Home
    config: Config
    preferences: Preferences

    @property
    def name(self) -> str | None:
        return self.options.name_as or self.preferences.name or self.config.name

    @property
    def listen(self) -> str | None:
        return self.options.listen or self.config.listen

    def rules(self) -> RuleSet:
        """The rules asked for; raises UsageError. `--rules` also puts aside the defaults' single changes."""
        named = self.options.rules
        changes = {} if named else dict(self.config.set)
        changes.update(self.options.set)
        try:
            rules = _base(named or self.config.rules or "classic").with_options(changes)
            rules.check_built()
        except RulesError as error:
            raise UsageError(said(error)) from None
        return rules


def settle(options: Options) -> Settings:
    """Raises UsageError for a config file that is not one."""
    home = Home.locate(options.home)
    return Settings(options, home, load_config(home), load_preferences(home))


def _base(name: str) -> RuleSet:
    if name in PRESETS:
        return RuleSet.preset(name)
    if name == CUSTOM:
        return RuleSet.preset("classic")
    return _from_file(Path(name))


def _from_file(path: Path) -> RuleSet:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_RULES_FILE + 1)
        if len(data) > MAX_RULES_FILE:
            raise UsageError(_("{path} is too long for a file of rules.").format(path=path))
        content = tomllib.loads(data.decode("utf-8-sig"))
    except FileNotFoundError:
        words = _("There is no preset and no file `{path}`; presets are: {presets}.")
        raise UsageError(words.format(path=path, presets=commas(list(PRESETS)))) from None
    except OSError as error:
        words = _("The rules in {path} cannot be read: {reason}.")
        raise OutsideError(words.format(path=path, reason=error.strerror)) from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is no TOMLDecodeError
        words = _("{path} is not a TOML file of rules: {error}.")
        raise UsageError(words.format(path=path, error=error)) from None
    if content.get("preset") == CUSTOM:
        del content["preset"]
    try:
        rules = RuleSet.from_mapping({option: _setting(option, value) for option, value in content.items()})
        rules.check_built()
    except RulesError as error:
        raise UsageError(f"{path}: {said(error)}") from None
    return rules


def _setting(option: str, value: object) -> Setting:
    match value:
        case str() | bool() | int():
            return value
        case list() if all(isinstance(item, str) for item in value):
            return [str(item) for item in value]
        case _:
            raise RulesError(
                sentence(
                    "`{option}` must be a text, a whole number, true, false or a list of texts.",
                    option=option,
                )
            )
