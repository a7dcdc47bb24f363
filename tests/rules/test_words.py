"""The rules in words: every option and value has its text, and a rule set is told as it is played."""

from __future__ import annotations

import pytest

from protocol.rules.english import ALWAYS, MEANINGS, SMALL_DECK, TITLES, VALUES
from protocol.rules.options import CATALOGUE, OPTIONS, Option, Section
from protocol.rules.ruleset import PRESETS, RuleSet
from protocol.rules.words import CARDS, ONLY_WITH, chapters, told_value
from tests.rules.dealer import CLASSIC

# Values that change nothing need no sentence.
SILENT = {
    ("theme", "colours"),
    ("without", ""),
    ("rounds", "0"),
    ("turn_clock", "0"),
    ("false_call_penalty", "0"),
}
SILENT |= {("hint_penalty", "0"), ("misplay_penalty", "0")}


def every_sentence() -> list[str]:
    always = [sentence for section in Section for sentence in ALWAYS[section]]
    values = [sentence for texts in VALUES.values() for sentence in texts.values() if sentence]
    return [*always, *MEANINGS.values(), *values, *SMALL_DECK.values()]


def test_every_chapter_and_option_has_its_text_and_there_are_no_others() -> None:
    assert set(TITLES) == set(ALWAYS) == set(Section)
    assert set(MEANINGS) == set(OPTIONS)
    assert set(VALUES) <= set(OPTIONS)
    for name, texts in VALUES.items():
        assert set(texts) - {"*"} <= {OPTIONS[name].default, *OPTIONS[name].values}
    for key, needed in ONLY_WITH.items():
        name, _, value = key.partition("=")
        assert value in ("", *OPTIONS[name].values)
        assert all(set(values) <= set(OPTIONS[other].values) for other, values in needed.items())
    assert set(CARDS) <= set(OPTIONS)


@pytest.mark.parametrize("option", CATALOGUE, ids=lambda option: option.name)
def test_every_value_is_told_unless_it_changes_nothing(option: Option) -> None:
    for value in (option.default, *option.values):
        silent = (option.name, value) in SILENT or (
            value == "off" and option.name not in {"challenge", "key_sharing"}
        )
        assert bool(told_value(option.name, value)) is not silent


@pytest.mark.parametrize("sentence", every_sentence())
def test_texts_are_sentences(sentence: str) -> None:
    assert sentence[0].isupper() or sentence[0].isdigit()
    assert sentence.endswith(".")
    assert "  " not in sentence


def told(settings) -> str:
    return "\n".join(
        sentence for chapter in chapters(CLASSIC.with_options(settings)) for sentence in chapter.sentences
    )


def test_classic_in_words() -> None:
    titles = [chapter.title for chapter in chapters(CLASSIC)]
    assert titles == [
        "Deck and deal",
        "Your turn",
        "Wild Draw Four",
        "UNO",
        "End of the round and scoring",
        "The table",
    ]
    text = told({})
    assert "Everyone is dealt 7 cards." in text
    assert "A forgotten UNO costs 2 cards." in text
    assert "The game ends when somebody has 500 points." in text
    assert "{" not in text


@pytest.mark.parametrize(
    ("settings", "said", "unsaid"),
    [
        ({"hand_size": 5}, "Everyone is dealt 5 cards.", "Everyone is dealt 7 cards."),
        ({"target": 101}, "The game ends when somebody has 101 points.", "500"),
        ({"rounds": 3}, "The game ends after 3 rounds", "500"),
        ({"score": "one-round"}, "The game is one round.", "500"),
        ({"challenge": "off"}, "every one stands", "The challenged hand is shown"),
        ({"challenge_shows": "nobody"}, "is shown to nobody", "to the challenger alone"),
        ({"score": "one-round"}, "The game is one round.", "The deal passes"),
        ({"score": "point-and-refill"}, "scores one point", "wins the round"),
        ({"uno_call": "automatic", "false_call_penalty": "2"}, "The table says it", "false UNO"),
        ({"uno_call": "automatic", "uno_rescue": "anyone"}, "The table says it", "Anyone may"),
        ({"uno_call": "automatic", "uno_reminder": "on"}, "The table says it", "reminds"),
        ({"uno_rescue": "partner"}, "Say UNO", "Your partner may"),
        ({"uno_rescue": "partner", "teams": "2v2"}, "Your partner may", "Anyone may"),
        (
            {"deck": "h2o-112", "score": "lazy", "rounds": 3, "last_card_bonus": "h2o"},
            "two Wild +2",
            "20 points off",
        ),
        ({"without": "reverse"}, "A Skip makes", "A Reverse turns the direction"),
        ({"without": "reverse", "reverse_deflect": "on"}, "A Skip makes", "turns a Draw Two"),
        ({"without": "skip"}, "A Skip makes", "Who lays a Skip"),
        ({"without": "skip,reverse"}, "With a Wild", "A Skip makes"),
        ({"without": "skip,reverse", "pair_as_skip": "on"}, "A Skip makes", "A Reverse turns"),
        ({"without": "wild"}, "A Wild Draw Four names", "With a Wild you"),
        ({"without": "wild-draw-four", "ready_after_four": "on"}, "With a Wild you", "says ready"),
    ],
)
def test_what_does_not_apply_is_not_told(settings, said: str, unsaid: str) -> None:
    text = told(settings)
    assert said in text
    assert unsaid not in text


def test_the_rules_for_children_tell_of_no_card_that_they_have_not() -> None:
    """No Skip, Reverse or Wild Draw Four does anything there."""
    titles = {chapter.title for chapter in chapters(RuleSet.preset("kids"))}
    assert titles == {"Deck and deal", "Your turn", "UNO", "End of the round and scoring", "The table"}
    text = told(dict(PRESETS["kids"]))
    for card in ("Reverse", "Skip", "Draw Four"):
        assert card not in text
    text = told({**PRESETS["kids"], "first_card": "number-only"})
    assert "Draw Four" not in text
