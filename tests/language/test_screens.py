"""The pictures of all screens in other languages: nothing is left over that only English says."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
import trio

from p2puno.language.catalogue import LANGUAGES, SOURCE, speaking
from p2puno.store.wordlist import WORDS
from p2puno.ui.screen import samples
from p2puno.ui.screen.samples import Sample
from p2puno.ui.screen.stage import Line

OTHERS = [code for code in LANGUAGES if code != SOURCE]
NAMES = {"Ann", "Bob", "Clara", "Dino", "Eve", "Finn", "Kitchen", "Hall"}
ON_THE_KEYS = {"Enter", "Backspace", "PgUp", "PgDn", "Ctrl"}
TYPED_IN_A_SHELL = {"puno", "join", "audit", "classic", "games"}
NAMES_OF_LANGUAGES = {"English"}
LATIN = re.compile(r"(?<![\w./])[A-Za-z]{3,}(?![\w/])")
# Keys and games in words are English in every language, so that they can be compared aloud.
COMPARED_ALOUD = ("fingerprints", "game-end")

PLAYING = samples.SAMPLES["table"]
KEYS = {
    **{name: sample.keys for name, sample in samples.SAMPLES.items()},
    "rules": ("i",),
    "score sheet": ("v",),
    "settings": ("o",),
    "fingerprints": ("f",),
    "chat": ("s",),
    "leaving": ("q",),
    "wrong key": ("!",),
}


def english(text: str) -> set[str]:
    return set(LATIN.findall(text)) - NAMES - ON_THE_KEYS - TYPED_IN_A_SHELL - NAMES_OF_LANGUAGES


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", KEYS)
def test_a_table_has_no_english_left(code: str, name: str) -> None:
    sample = replace(samples.SAMPLES.get(name, PLAYING), keys=KEYS[name], size=(100, 60))
    with speaking(code):
        drawn = samples.as_text(trio.run(samples.draw, sample))
    words = set(WORDS) if name in COMPARED_ALOUD else set()
    assert not english(drawn) - words, drawn


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("draw", [samples.draw_lobby, samples.draw_waiting])
def test_lobby_and_waiting_room_have_no_english_left(code: str, draw: Callable[[], list[Line]]) -> None:
    with speaking(code):
        drawn = samples.as_text(draw())
    assert not english(drawn), drawn


def test_english_would_be_found() -> None:
    drawn = samples.as_text(trio.run(samples.draw, Sample(PLAYING.view, keys=("?",))))
    assert {"play", "the", "chosen", "card"} <= english(drawn)
