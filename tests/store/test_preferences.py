"""What was chosen on the screen is remembered; a damaged file costs its choices and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2puno.commands.language import wanted_language
from p2puno.commands.settings import settle
from p2puno.options import Options
from p2puno.store.paths import Home
from p2puno.store.preferences import Preferences, load_preferences, save_preferences


def test_they_come_back(tmp_path: Path) -> None:
    home = Home.locate(tmp_path)
    assert load_preferences(home) == Preferences()
    chosen = Preferences(name="Ольга", lang="ru", marks=False, flash=True, mouse=True)
    save_preferences(home, chosen)
    assert load_preferences(home) == chosen
    assert home.owns(home.preferences), "`--events` does not overwrite it"


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"format": "p2puno settings 9", "marks": false}'],
)
def test_a_file_that_is_none_counts_as_empty(content: bytes, tmp_path: Path) -> None:
    home = Home.locate(tmp_path)
    home.preferences.write_bytes(content)
    assert load_preferences(home) == Preferences()


def test_values_that_do_not_fit_are_left_out_one_by_one(tmp_path: Path) -> None:
    home = Home.locate(tmp_path)
    home.preferences.write_text(
        '{"format": "p2puno settings 1", "marks": 0, "hints": "no", "lang": "tlh", "name": "a\\u202eb", '
        '"colour": true, "bell": false}',
        encoding="utf-8",
    )
    assert load_preferences(home) == Preferences(bell=False)


def test_the_command_line_wins_then_the_screen_then_the_config_file(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('name = "File"\n', encoding="utf-8")
    options = Options(home=str(tmp_path))
    assert settle(options).name == "File"
    save_preferences(Home.locate(tmp_path), Preferences(name="Screen"))
    assert settle(options).name == "Screen"
    assert settle(Options(home=str(tmp_path), name_as="Line")).name == "Line"


def test_the_language_that_was_chosen_is_spoken_from_the_first_word_on(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('lang = "fa"\n', encoding="utf-8")
    save_preferences(Home.locate(tmp_path), Preferences(lang="ru"))
    assert wanted_language(["--home", str(tmp_path)]) == "ru"
    assert wanted_language(["--home", str(tmp_path), "--lang", "en"]) == "en"
