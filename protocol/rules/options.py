"""The catalogue of options: every rule that some table plays, by name, with its values and its source.

Data only. What an option means in words is in `english.py`, what it does is in the engine. The sources are
the rule texts the catalogue was collected from: S0 (an overview, Russian), S1 (a club's rules, Russian), S2
(the Mattel sheets compared, Russian; it decides where others disagree), S3 (short, Russian), S4 (Persian).
"ours" completes what they leave open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Section(Enum):
    """The chapters of the catalogue, in the order in which they are shown."""

    DECK = "deck"
    TURN = "turn"
    FOUR = "four"
    UNO = "uno"
    SCORE = "score"
    HOUSE = "house"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Option:
    """One option. A value is always a string in canonical form, as it stands in genesis.

    `values` are the possible words, or the known examples if `numbers` is set; `built` are the values that
    this version plays (None: all). `several` marks a list of words, written with commas.
    """

    name: str
    section: Section
    default: str
    values: tuple[str, ...]
    source: str
    built: tuple[str, ...] | None = None
    numbers: range | None = None
    several: bool = False

    def is_built(self, value: str) -> bool:
        return self.built is None or value in self.built


def _words(section: Section, name: str, values: str, source: str) -> Option:
    """An option with words as values, the default first."""
    words = tuple(values.split())
    return Option(name, section, words[0], words, source)


def _switch(section: Section, name: str, source: str) -> Option:
    return _words(section, name, "off on", source)


def _number(section: Section, name: str, known: str, numbers: range, source: str) -> Option:
    return replace(_words(section, name, known, source), numbers=numbers)


_WITHOUT = ("skip", "reverse", "draw-two", "wild", "wild-draw-four")

CATALOGUE: tuple[Option, ...] = (
    # deck and deal
    _words(Section.DECK, "deck", "classic-108 modern-112 blank-112 kids-36 h2o-112", "S0 S2 S4"),
    Option("without", Section.DECK, "", _WITHOUT, "S2", several=True),
    _words(Section.DECK, "blank", "wild draw-ten draw-eight swap-hands", "S0 S4"),
    _words(Section.DECK, "hand_size", "7 6 5", "S0 S2 S4"),
    _words(Section.DECK, "dealer", "cut cut-redraw lot", "S0 S2 S3 S4"),
    _words(Section.DECK, "next_dealer", "left right loser", "S0 S1 S4"),
    _words(Section.DECK, "first_card", "takes-effect number-only dealer-lays", "S0 S2 S4"),
    _words(Section.DECK, "deck_empty", "reshuffle end-round", "S0 S2 S4"),
    _words(Section.DECK, "theme", "colours suits", "S3"),
    # the turn
    _words(Section.TURN, "draw", "one until-playable", "S0 S2 S4"),
    _words(Section.TURN, "decline", "allowed forced", "S2"),
    _words(Section.TURN, "drawn_card", "may-play keep must-play", "S0 S2"),
    _words(Section.TURN, "reverse", "lasting one-turn", "S0"),
    _words(Section.TURN, "skip", "next-misses play-again", "S0 S4"),
    _words(Section.TURN, "wild", "names-colour cover open", "S0"),
    # Wild Draw Four and its challenge
    _words(Section.FOUR, "wd4_legal", "colour colour-or-wild colour-or-symbol always", "S0 S1 S2"),
    _words(Section.FOUR, "challenge", "on off", "S0 S1 S2"),
    _words(Section.FOUR, "challenge_shows", "challenger nobody everyone", "S2"),
    _words(Section.FOUR, "guilty", "draws takes-back void", "S0 S1 S4"),
    _switch(Section.FOUR, "ready_after_four", "S0 S1 S4"),
    _words(Section.FOUR, "deflect_wd4", "off named-colour any", "S0 S1 S4"),
    # UNO
    _words(Section.UNO, "uno_call", "with-play before-next automatic", "S0 S1 S2 S3 S4"),
    _words(Section.UNO, "uno_catch", "players automatic", "S0 S2 S3"),
    _words(Section.UNO, "uno_rescue", "off partner anyone", "S1"),
    _switch(Section.UNO, "uno_reminder", "S2"),
    _words(Section.UNO, "uno_penalty", "2 4", "S0 S2 S4"),
    _words(Section.UNO, "false_call_penalty", "0 2", "S0 S1 S4"),
    _switch(Section.UNO, "uno_slap", "S0 S2 S4"),
    # end of a round, scoring, end of the game
    _words(Section.SCORE, "values", "standard numbers-only", "S0 S2 S4"),
    Option(
        "score",
        Section.SCORE,
        "winner-takes",
        ("winner-takes", "own-points", "loser-at-target", "lazy", "one-round", "point-and-refill"),
        "S0 S1 S2 S3 S4",
    ),
    _number(Section.SCORE, "target", "500 101 200 300 1000", range(1, 10_001), "S0 S1 S2 S3 S4"),
    _number(Section.SCORE, "rounds", "0", range(1001), "ours"),
    _words(Section.SCORE, "teams", "off 2v2", "S3"),
    _switch(Section.SCORE, "to_the_last", "S0 S4"),
    _switch(Section.SCORE, "seven_rounds", "S0 S4"),
    _switch(Section.SCORE, "zero_fifty", "S0 S4"),
    _words(Section.SCORE, "last_card_bonus", "off h2o", "S4"),
    # house rules
    _words(Section.HOUSE, "stack", "off draw-two draw-four both pass-on", "S0 S1 S2 S4"),
    _switch(Section.HOUSE, "jump_in", "S0 S1 S4"),
    _words(Section.HOUSE, "double_play", "off jump together", "S0 S2 S4"),
    _switch(Section.HOUSE, "seven_zero", "S0 S2 S4"),
    _words(Section.HOUSE, "seven_swap", "must may", "S0 S2 S4"),
    _words(Section.HOUSE, "zero_pass", "direction left", "S0 S2 S4"),
    _switch(Section.HOUSE, "five_exchange", "S0 S4"),
    _switch(Section.HOUSE, "colour_circle", "S0 S4"),
    _switch(Section.HOUSE, "reverse_deflect", "S0 S4"),
    _switch(Section.HOUSE, "pair_as_skip", "S0 S4"),
    _words(Section.HOUSE, "silence", "off twos wilds", "S4"),
    _words(Section.HOUSE, "hint_penalty", "0 2 4", "S0 S3 S4"),
    _words(Section.HOUSE, "misplay_penalty", "0 2", "S0 S1 S4"),
    _words(Section.HOUSE, "spin", "off each-turn marked-cards", "S0"),
    # the table: no rules of play
    _switch(Section.TABLE, "open_replay", "ours"),
    _number(Section.TABLE, "turn_clock", "0", range(3601), "ours"),
    Option("key_sharing", Section.TABLE, "on", ("on", "off"), "ours"),
)

OPTIONS: dict[str, Option] = {option.name: option for option in CATALOGUE}
