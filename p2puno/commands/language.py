"""Which language is spoken: decided before anything is said, and so before the command line is read."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.arguments import read_early
from p2puno.errors import UserError
from p2puno.language.catalogue import LANGUAGES, language_of_environment
from p2puno.options import Options
from p2puno.store.config import Config, load_config
from p2puno.store.paths import Home
from p2puno.store.preferences import Preferences, load_preferences


def wanted_language(words: Sequence[str]) -> str:
    """`--lang`, what was chosen on the screen, `lang` in the config file, the environment's; the first known.

    What is wrong with an option or a file is told later, when it is read for good.
    """
    options = read_early(words)
    asked = options.lang if options.lang in LANGUAGES else _remembered(options)
    return asked or language_of_environment()


def readable(code: str, encoding: str) -> bool:
    """Whether an output in this encoding can show the language: a console with an old code page may not."""
    try:
        LANGUAGES[code].encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def wanted_reordering(words: Sequence[str]) -> str | None:
    """Who turns right-to-left text round, if the config file says it."""
    kept = _kept(read_early(words))
    return None if kept is None else kept[1].bidi


def _remembered(options: Options) -> str | None:
    kept = _kept(options)
    return None if kept is None else kept[0].lang or kept[1].lang


def _kept(options: Options) -> tuple[Preferences, Config] | None:
    """What this home holds; None if it cannot be read."""
    home = Home.locate(options.home)
    try:
        return load_preferences(home), load_config(home)
    except UserError:
        return None
