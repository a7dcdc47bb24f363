"""Which language is spoken: decided before anything is said, and so before the command line is read."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.arguments import read_early
from p2puno.errors import UserError
from p2puno.language.catalogue import LANGUAGES, language_of_environment
from p2puno.options import Options


def wanted_language(words: Sequence[str]) -> str:
    """`--lang`, what was chosen on the screen, `lang` in the config file, the environment's; the first known.

    What is wrong with an option or a file is told later, when it is read for good.
    """
    options = read_early(words)
    asked = options.lang if options.lang in LANGUAGES else _remembered(options)
    return asked or language_of_environment()


def _remembered(options: Options) -> str | None:
    # `p2puno --help` and `--version` of somebody who has no home yet need none of this
    from p2puno.store.config import load_config  # noqa: PLC0415
    from p2puno.store.paths import Home  # noqa: PLC0415
    from p2puno.store.preferences import load_preferences  # noqa: PLC0415

    home = Home.locate(options.home)
    try:
        return load_preferences(home).lang or load_config(home).lang
    except UserError:
        return None
