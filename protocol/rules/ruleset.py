"""A rule set: one immutable, validated value, the only thing the engine consults about the rules.

It is shown before anyone sits down and is part of genesis as `items()`: the settings that differ from the
catalogue's defaults, in the catalogue's order, each as a canonical string. Equal rule sets have equal items.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeAlias

from protocol.errors import RulesError
from protocol.rules.cards import BOXES, deck
from protocol.rules.combinations import REFUSED
from protocol.rules.options import CATALOGUE, OPTIONS, Option
from protocol.sentences import Sentence, sentence

# What a TOML file or `--set` may give for a value.
Setting: TypeAlias = str | int | bool | list[str]

MIN_SEATS = 2
MAX_SEATS = 10
TEAMED = 4

# Bits of a number that is written as one in a sentence.
LONGEST = 64

# A score whose usual target is another than the catalogue's default (S0, S1); a target that is given stands.
USUAL_TARGET: dict[str, dict[str, str]] = {"loser-at-target": {"target": "200"}}

PRESETS: dict[str, dict[str, str]] = {
    "classic": {},
    "modern": {
        "deck": "modern-112",
        "first_card": "number-only",
        "wd4_legal": "colour-or-wild",
        "uno_call": "before-next",
    },
    "kids": {"deck": "kids-36", "hand_size": "5", "score": "one-round"},
    "party": {"stack": "both", "jump_in": "on", "seven_zero": "on"},
}


class RuleSetError(RulesError):
    """These settings are no rule set that can be played; the message is one sentence for the person."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Only what differs from the defaults is kept; every instance is canonical and consistent."""

    settings: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        values = {name: canonical_value(name, value) for name, value in self.settings}
        if self.settings != _differing(values):
            raise RuleSetError(
                sentence("The settings are not in canonical form: each changed option once, in order.")
            )
        _refuse_combinations(self)

    @classmethod
    def preset(cls, name: str) -> RuleSet:
        if name not in PRESETS:
            raise RuleSetError(
                sentence(
                    "There is no preset `{name}`; there are: {known}.", name=name, known=", ".join(PRESETS)
                )
            )
        return cls(_differing(PRESETS[name]))

    @classmethod
    def from_items(cls, items: Iterable[tuple[str, str]]) -> RuleSet:
        """The inverse of `items()`; anything not canonical is refused."""
        return cls(tuple(items))

    @classmethod
    def from_mapping(cls, settings: Mapping[str, Setting]) -> RuleSet:
        """From a rules file: an optional `preset` (classic if there is none) and options that change it."""
        options = dict(settings)
        preset = options.pop("preset", "classic")
        return cls.preset(str(preset)).with_options(options)

    def with_options(self, settings: Mapping[str, Setting]) -> RuleSet:
        changed = {name: canonical_value(name, value) for name, value in settings.items()}
        if changed.get("score", self["score"]) != self["score"] and "target" not in changed:
            changed |= USUAL_TARGET.get(changed["score"], {})
        return RuleSet(_differing(dict(self.settings) | changed))

    def items(self) -> tuple[tuple[str, str], ...]:
        return self.settings

    def __getitem__(self, name: str) -> str:
        default = OPTIONS[name].default
        return next((value for changed, value in self.settings if changed == name), default)

    def number(self, name: str) -> int:
        return int(self[name])

    def on(self, name: str) -> bool:
        return self[name] == "on"

    @property
    def min_seats(self) -> int:
        return TEAMED if self["teams"] == "2v2" else MIN_SEATS

    @property
    def max_seats(self) -> int:
        """As many as the deck can deal to with a card to turn and one to draw, and as it is made for."""
        dealt = (len(deck(self)) - 2) // self.number("hand_size")
        return min(dealt, BOXES[self["deck"]].max_seats, TEAMED if self["teams"] == "2v2" else MAX_SEATS)

    def check_seats(self, seats: int) -> None:
        least, most = self.min_seats, self.max_seats
        if least == most and seats != most:
            raise RuleSetError(
                sentence("These rules are for {most} players, not for {seats}.", most=most, seats=seats)
            )
        if not least <= seats <= most:
            raise RuleSetError(
                sentence(
                    "These rules are for {least} to {most} players, not for {seats}.",
                    least=least,
                    most=most,
                    seats=seats,
                )
            )

    def check_built(self) -> None:
        """What the rules know but no table can play yet is refused here and nowhere else."""
        for option in CATALOGUE:
            value = self[option.name]
            if not option.is_built(value):
                raise RuleSetError(_not_built(option, value))


def preset_name(ruleset: RuleSet) -> str:
    """The preset these rules are, or 'custom'."""
    items = ruleset.items()
    return next((name for name, settings in PRESETS.items() if _differing(settings) == items), "custom")


def canonical_value(name: str, value: Setting) -> str:
    """The one spelling of `value` for the option `name`; an unknown option or value is refused."""
    option = _option(name)
    if option.several:
        return _canonical_list(option, value)
    text = _text(value)
    if option.numbers is not None:
        return _canonical_number(option, text)
    if text not in option.values:
        raise RuleSetError(
            sentence(
                "`{option}` cannot be `{value}`; it can be: {known}.",
                option=name,
                value=text,
                known=", ".join(option.values),
            )
        )
    return text


def _text(value: Setting) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int) and value.bit_length() > LONGEST:
        return f"{value:#x}"  # Python writes numbers of thousands of digits in no other way
    return str(value).strip()


def _option(name: str) -> Option:
    if name in OPTIONS:
        return OPTIONS[name]
    near = get_close_matches(name, OPTIONS, n=1)
    if near:
        raise RuleSetError(
            sentence("There is no option `{name}`. Did you mean `{near}`?", name=name, near=near[0])
        )
    raise RuleSetError(sentence("There is no option `{name}`. `p2puno rules` lists them all.", name=name))


def _canonical_number(option: Option, text: str) -> str:
    numbers = option.numbers
    assert numbers is not None
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) in numbers):
        raise RuleSetError(
            sentence(
                "`{option}` must be a whole number from {lowest} to {highest}, not `{value}`.",
                option=option.name,
                lowest=numbers[0],
                highest=numbers[-1],
                value=text,
            )
        )
    return str(int(text))


def _canonical_list(option: Option, value: Setting) -> str:
    words = value if isinstance(value, list) else str(value).split(",")
    chosen = {word.strip() for word in words} - {""}
    unknown = sorted(chosen - set(option.values))
    if unknown:
        raise RuleSetError(
            sentence(
                "`{option}` cannot list `{value}`; it can list: {known}.",
                option=option.name,
                value=unknown[0],
                known=", ".join(option.values),
            )
        )
    return ",".join(word for word in option.values if word in chosen)


def _differing(values: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Those of `values` that are not the default, in the order of the catalogue."""
    given = [(option, values.get(option.name, option.default)) for option in CATALOGUE]
    return tuple((option.name, value) for option, value in given if value != option.default)


def _refuse_combinations(ruleset: RuleSet) -> None:
    for refusal in REFUSED:
        if all(ruleset[name] in values for name, values in refusal.together):
            raise RuleSetError(Sentence(refusal.sentence, {}))
    if ruleset.max_seats < ruleset.min_seats:
        raise RuleSetError(
            sentence("The {count} cards that are left are too few for these hands.", count=len(deck(ruleset)))
        )


def _not_built(option: Option, value: str) -> Sentence:
    playable = [f"`{option.name}={built}`" for built in option.built or () if built]
    if not playable:
        return sentence(
            "The option `{option}={value}` is not built yet; leave `{option}` empty.",
            option=option.name,
            value=value,
        )
    return sentence(
        "The option `{option}={value}` is not built yet; this version plays: {playable}.",
        option=option.name,
        value=value,
        playable=", ".join(playable),
    )
