"""What several commands make of their options: the home with its defaults, and the rules."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from p2puno.errors import OutsideError, UsageError
from p2puno.options import Options
from p2puno.store.config import Config, load_config
from p2puno.store.paths import Home
from protocol.errors import RulesError
from protocol.rules.ruleset import PRESETS, RuleSet, Setting

MAX_RULES_FILE = 65_536
CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class Settings:
    """The options, and what they and the defaults of the config file lead to."""

    options: Options
    home: Home
    config: Config

    @property
    def name(self) -> str | None:
        return self.options.name_as or self.config.name

    @property
    def listen(self) -> str | None:
        return self.options.listen or self.config.listen

    def rules(self) -> RuleSet:
        """The rules asked for; raises UsageError. `--rules` also puts aside the defaults' single changes."""
        said = self.options.rules
        changes = {} if said else dict(self.config.set)
        changes.update(self.options.set)
        try:
            return _base(said or self.config.rules or "classic").with_options(changes)
        except RulesError as error:
            raise UsageError(str(error)) from None


def settle(options: Options) -> Settings:
    """Raises UsageError for a config file that is not one."""
    home = Home.locate(options.home)
    return Settings(options, home, load_config(home))


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
            raise UsageError(f"{path} is too long for a file of rules.")
        content = tomllib.loads(data.decode())
    except FileNotFoundError:
        presets = ", ".join(PRESETS)
        raise UsageError(f"There is no preset and no file `{path}`; presets are: {presets}.") from None
    except OSError as error:
        raise OutsideError(f"The rules in {path} cannot be read: {error.strerror}.") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{path} is not a TOML file of rules: {error}.") from None
    try:
        return RuleSet.from_mapping({option: _setting(option, value) for option, value in content.items()})
    except RulesError as error:
        raise UsageError(f"{path}: {error}") from None


def _setting(option: str, value: object) -> Setting:
    match value:
        case str() | bool() | int():
            return value
        case list() if all(isinstance(item, str) for item in value):
            return [str(item) for item in value]
        case _:
            raise RulesError(f"`{option}` must be a text, a whole number, true, false or a list of texts.")
