"""Lines and what they mean."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from p2puno.ui.grammar import NotUnderstoodError, parse
from p2puno.ui.lines import (
    Accuse,
    Catch,
    Choose,
    Discard,
    Duel,
    Give,
    GoOnWithout,
    Jump,
    Line,
    NameColour,
    Play,
    Rescue,
    Say,
    Try,
    Vote,
    Word,
)
from protocol.rules.cards import Colour, Face, Kind

RED_5 = Face(Kind.NUMBER, Colour.RED, 5)


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("play 3", Play(3, None, uno=False)),
        ("PLAY  3 ", Play(3, None, uno=False)),
        ("p 12", Play(12, None, uno=False)),
        ("play red 5", Play(RED_5, None, uno=False)),
        ("play r 5", Play(RED_5, None, uno=False)),
        ("play blue skip", Play(Face(Kind.SKIP, Colour.BLUE), None, uno=False)),
        ("play green draw two", Play(Face(Kind.DRAW_TWO, Colour.GREEN), None, uno=False)),
        ("play green +2", Play(Face(Kind.DRAW_TWO, Colour.GREEN), None, uno=False)),
        ("play wild green", Play(Face(Kind.WILD), Colour.GREEN, uno=False)),
        ("play wild", Play(Face(Kind.WILD), None, uno=False)),
        ("play wild draw four red", Play(Face(Kind.WILD_DRAW_FOUR), Colour.RED, uno=False)),
        ("play +4 red", Play(Face(Kind.WILD_DRAW_FOUR), Colour.RED, uno=False)),
        ("play 3 green", Play(3, Colour.GREEN, uno=False)),
        ("uno play 2", Play(2, None, uno=True)),
        ("u 2", Play(2, None, uno=True)),
        ("uno play wild blue", Play(Face(Kind.WILD), Colour.BLUE, uno=True)),
        ("play 2 uno", Play(2, None, uno=True)),
        ("play", Play(None, None, uno=False)),
        ("uno", Play(None, None, uno=True)),
        ("play green", Play(None, Colour.GREEN, uno=False)),
        ("colour red", NameColour(Colour.RED)),
        ("color y", NameColour(Colour.YELLOW)),
        ("draw", Word("draw")),
        ("keep", Word("keep")),
        ("accept", Word("accept")),
        ("challenge", Word("challenge")),
        ("pass", Word("pass")),
        ("catch Ann", Catch("Ann")),
        ("catch", Catch("")),
        ("say  hello there ", Say("hello there")),
        ("say \x1b[2Jboo\u202e", Say("[2Jboo")),
        ("play 7 swap Ann", Play(7, None, uno=False, target="Ann")),
        ("play red 5 with Ann B uno", Play(RED_5, None, uno=True, target="Ann B")),
        ("play wild swap Ann", Play(Face(Kind.WILD_SWAP_HANDS), None, uno=False, target="Ann")),
        ("play wild swap hands with Ann", Play(Face(Kind.WILD_SWAP_HANDS), None, uno=False, target="Ann")),
        ("play wild red swap Ann", Play(Face(Kind.WILD_SWAP_HANDS), Colour.RED, uno=False, target="Ann")),
        ("play 3 and 5", Play(3, None, uno=False, second=5)),
        ("play red 5 and red 5", Play(RED_5, None, uno=False, second=RED_5)),
        ("play wild and wild green", Play(Face(Kind.WILD), Colour.GREEN, uno=False, second=Face(Kind.WILD))),
        ("u 3 and 5 as skip", Play(3, None, uno=True, second=5, as_skip=True)),
        ("jump", Jump(None, None, uno=False)),
        ("jump 4 green", Jump(4, Colour.GREEN, uno=False)),
        ("j red 5 swap Ann uno", Jump(RED_5, None, uno=True, target="Ann")),
        ("try 3", Try(3)),
        ("uno Ann", Rescue("Ann")),
        ("rescue Ann B", Rescue("Ann B")),
        ("slap", Word("slap")),
        ("take", Word("take")),
        ("give red 5", Give(RED_5)),
        ("duel 4", Duel(4)),
        ("duel none", Duel(None)),
        ("vote yes", Vote(guilty=True)),
        ("vote no", Vote(guilty=False)),
        ("vote Bob the Third", GoOnWithout("Bob the Third")),
        ("accuse Ann", Accuse("Ann")),
        ("choose Ann", Choose("Ann")),
        ("discard 3 4 and red 5", Discard((3, 4, RED_5))),
        ("discard none", Discard(())),
        ("hand", Word("hand")),
        ("?", Word("help")),
        ("start", Word("start")),
        ("quit", Word("quit")),
        ("", None),
        ("  \t", None),
    ],
)
def test_a_line_has_one_meaning(line: str, meaning: Line | None) -> None:
    assert parse(line) == meaning


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("frobnicate", "`frobnicate` is not understood"),
        ("x" * 300, "`" + "x" * 40 + "…` is not understood"),
        ("play purple 5", "`purple 5` is no card"),
        ("play red twelve", "`red twelve` is no card"),
        ("play 3 purple", "`purple` is no colour"),
        ("colour", "Which colour?"),
        ("draw two", "`draw` stands alone"),
        ("play 7 swap", "With whom?"),
        ("play 3 and", "`` is no card"),
        ("play 3 3", "`3` is no colour"),
        ("give", "Which card?"),
        ("give 3 4", "`3 4` is no card"),
        ("duel", "Which card?"),
        ("vote", "About whom, or what?"),
        ("accuse", "Whom do you accuse"),
        ("rescue", "Whom?"),
        ("choose", "Whom do you choose?"),
        ("discard", "Which cards?"),
        ("discard none 3", "`none 3` is no card"),
        ("try", "Which card?"),
        ("jump 3 and 4", "`3 and 4` is no card"),
        ("slap him", "`slap` stands alone"),
        ("say", "Say what?"),
    ],
)
def test_a_line_without_meaning_is_answered(line: str, answer: str) -> None:
    with pytest.raises(NotUnderstoodError) as raised:
        parse(line)
    assert str(raised.value).startswith(answer)


_MOVES = ["play", "uno", "u", "draw", "keep", "pass", "colour", "catch", "say", "swap", "jump", "discard"]
_CARDS = ["red", "r", "green", "wild", "+4", "draw", "four", "two", "skip", "3", "99999", "and", "as"]
_WORDS = st.sampled_from(_MOVES + _CARDS)


@given(st.one_of(st.text(), st.lists(_WORDS, max_size=6).map(" ".join)))
@example("uno uno uno")
@example("play ٣")
@example("say" + "\u0301" * 300)
def test_any_line_is_understood_or_answered(line: str) -> None:
    try:
        meaning = parse(line)
    except NotUnderstoodError as error:
        meaning, answer = None, str(error)
    else:
        answer = ""
    assert answer or meaning is None or isinstance(meaning, Line)
    assert len(answer) < 200
