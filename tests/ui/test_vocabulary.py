"""Line mode in every language: what people are told to type is understood, and means the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import pytest

from p2puno.language import cards
from p2puno.language.catalogue import LANGUAGES, speaking
from p2puno.language.texts import Text
from p2puno.ui import texts
from p2puno.ui.grammar import NotUnderstoodError, parse
from p2puno.ui.lines import Catch, Line, Play, Say, SendAway, Word
from p2puno.ui.vocabulary import COLOURS, COMMANDS, FACES, KINDS, commands, kinds, plain, shown
from protocol.rules.cards import Colour, Face, Kind

RED_5, BLUE_SKIP = Face(Kind.NUMBER, Colour.RED, 5), Face(Kind.SKIP, Colour.BLUE)
# What stands for something else in the sentences that tell people what to type.
EXAMPLES = {
    "number": 3,
    "N": 2,
    "can": "",
    "names": "Bob",
    "name": "Bob",
    "fitting": 3,
    "now": "",
    "word": "x",
}


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with speaking(request.param):
        yield request.param


def meaning(line: str) -> Line:
    found = parse(line)
    assert found is not None
    return found


def sort_of(line: Line) -> object:
    """What a line means, but for names and words, which are others in other languages."""
    return type(line) if isinstance(line, Catch | Say | SendAway) else line


def all_texts() -> list[Text]:
    return [value for value in vars(texts).values() if isinstance(value, Text)]


def in_backquotes(sentence: str) -> list[str]:
    filled = re.sub(r"\{(\w+)\}", lambda part: str(EXAMPLES.get(part[1], part[0])), sentence)
    return [quoted.replace(" N", " 2") for quoted in re.findall(r"`([^`]+)`", filled) if "{" not in quoted]


def understood(quoted: str) -> Line | None:
    try:
        return parse(quoted)
    except NotUnderstoodError:
        return None


@pytest.mark.parametrize("text", all_texts(), ids=lambda text: text.source[:40])
def test_what_stands_in_backquotes_is_understood(language: str, text: Text) -> None:
    """The same number of commands as in English, each meaning the same."""
    english = [(quoted, understood(quoted)) for quoted in in_backquotes(text.source)]
    translated = in_backquotes(str(text))
    assert len(translated) == len(english)
    for (original, line), quoted in zip(english, translated, strict=True):
        if line is not None and not original.startswith("p2puno"):
            assert sort_of(meaning(quoted)) == sort_of(line), quoted


@pytest.mark.parametrize(("line", "_"), texts.HELP, ids=str)
def test_the_help_is_understood(language: str, line: Text | tuple[str, ...], _: Text) -> None:
    if isinstance(line, Text):
        assert sort_of(meaning(str(line))) == sort_of(meaning(line.source))
    else:
        assert [meaning(shown(command)) for command in line] == [Word(command) for command in line]


def test_what_can_be_done_is_understood(language: str) -> None:
    """The lists behind 'You can'."""
    assert meaning(texts.CAN_PLAY.format(fitting=3)) == Play(3, None, uno=False)
    assert meaning(texts.CAN_CATCH.format(name="Bob")) == Catch("Bob")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (texts.ASKED_DRAWN, ("play", "keep")),
        (texts.ASK_DRAWN, ("play", "keep")),
        (texts.ASK_DRAWN_WILD, ("play", "keep")),
        (texts.ASKED_FOUR, ("accept", "challenge")),
        (texts.ASK_FOUR, ("accept", "challenge")),
        (texts.ASKED_COLOUR, ("colour",)),
        (texts.ASK_COLOUR, ("colour",)),
        (texts.ASK_CATCH, ("catch",)),
        (texts.ASK_NEXT, ("next",)),
        (texts.ASK_AGAIN, ("rematch", "quit")),
        (texts.LOBBY_YOU_START, ("start", "send away", "quit")),
        (texts.LOBBY_OPENER_STARTS, ("ready", "quit")),
    ],
    ids=lambda value: value.source[:30] if isinstance(value, Text) else "",
)
def test_prompts_use_the_words_that_are_shown(language: str, text: Text, words: tuple[str, ...]) -> None:
    for word in words:
        assert shown(word) in str(text)


@pytest.mark.parametrize("theme", ["colours", "suits"])
def test_every_card_can_be_called_by_its_name(language: str, theme: str) -> None:
    play = shown("play")
    with cards.shown_as(theme):
        for face in FACES:
            assert meaning(f"{play} {cards.card(face)}") == Play(face, None, uno=False)
            assert meaning(f"{shown('uno')} {play} {cards.card(face)}") == Play(face, None, uno=True)
        for colour in Colour:
            if theme == "colours":  # with suits, a Persian «3 دل» is the three of hearts
                assert meaning(f"{play} 3 {cards.colour(colour)}") == Play(3, colour, uno=False)
            wild = f"{play} {cards.kind(Kind.WILD)} {cards.colour(colour)}"
            assert meaning(wild) == Play(Face(Kind.WILD), colour, uno=False)


def test_english_is_always_understood(language: str) -> None:
    assert meaning("play red 5") == Play(RED_5, None, uno=False)
    assert meaning("uno play blue skip") == Play(BLUE_SKIP, None, uno=True)
    assert meaning("q") == Word("quit")


def test_every_word_means_one_thing(language: str) -> None:
    for table in (COMMANDS, COLOURS, KINDS):
        words = [
            {plain(word) for source in (text.source, str(text)) for word in re.split("[,،]", source)}
            for text in table.values()
        ]
        assert len(set().union(*words)) == sum(map(len, words)), "no word stands for two things"
        assert all(words)
    assert not set(commands()) & {str(number) for number in range(10)}
    assert not any(name.split()[0].isdecimal() for name in kinds()), "a number is a place in the hand"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("ход красная 5", Play(RED_5, None, uno=False)),
        ("ПОЛОЖИТЬ красную 5", Play(RED_5, None, uno=False)),
        ("ход к 5", Play(RED_5, None, uno=False)),
        ("ход ۳", Play(3, None, uno=False)),
        ("ход 3 зеленый", Play(3, Colour.GREEN, uno=False)),
        ("уно ход синий пропуск", Play(BLUE_SKIP, None, uno=True)),
        ("ход 2 уно", Play(2, None, uno=True)),
        ("ход дикая +4 жёлтый", Play(Face(Kind.WILD_DRAW_FOUR), Colour.YELLOW, uno=False)),
        ("не готов", Word("not ready")),
        ("убрать Боб Марли", SendAway("Боб Марли")),
        ("сказать Привет, Аня!", Say("Привет, Аня!")),
    ],
)
def test_russian_lines(line: str, meant: Line) -> None:
    with speaking("ru"):
        assert parse(line) == meant
    with pytest.raises(NotUnderstoodError):
        parse(line)


def test_every_command_has_its_word() -> None:
    """Every line that the grammar knows begins with a command of the table, and the reverse."""
    for command in COMMANDS:
        understandable = chain(("",), (" 3", " red", " Bob", " yes"))
        assert any(understood(f"{shown(command)}{more}") is not None for more in understandable), command
