"""`make texts`: collect every text for people into `p2puno.pot`, and bring the catalogues up to date with it.

What is new is left empty in a catalogue, what changed a little keeps its old translation, marked "fuzzy", and
what is gone is dropped. The files hold neither dates nor line numbers: they change when a text does.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr
from copy import deepcopy
from difflib import get_close_matches
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.frontend import parse_keywords
from babel.messages.pofile import read_po, write_po

from p2puno.language.catalogue import LANGUAGES, SOURCE

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
TEMPLATE = FOLDER / "p2puno.pot"

KEYWORDS = parse_keywords(["_", "Text:1,1t", "Text:1,2c,2t", "Counted:1,2", "mark", "sentence"])
COMMENTS = ("Translators:",)
WIDTH = 100
# From 0 to 1 as difflib measures it: so alike are a text and the one that has taken its place.
LIKENESS = 0.75
HEAD = """\
# Texts of p2puno (README.md, "Languages"). {parts} are filled in and keep their names.
# What is typed at a shell stands between backquotes, as `p2puno join`, and stays as it is.
# A text that begins with a small letter follows a colon or stands inside another one: who did it
# is named before it ("Ann: moves 3 cards where 4 are due")."""
# What Babel writes into a head, and of no use in a repository.
NOT_KEPT = (
    "Project-Id-Version",
    "Report-Msgid-Bugs-To",
    "POT-Creation-Date",
    "PO-Revision-Date",
    "Last-Translator",
    "Language-Team",
    "Generated-By",
)


def main() -> None:
    template = collect()
    TEMPLATE.write_text(as_text(template), encoding="utf-8")
    for code in LANGUAGES:
        if code != SOURCE:
            path = FOLDER / f"{code}.po"
            path.write_text(as_text(updated(path, code, template)), encoding="utf-8")


def sources() -> list[Path]:
    """The modules that may hold texts."""
    return sorted(path for package in ("p2puno", "protocol") for path in (ROOT / package).rglob("*.py"))


def collect() -> Catalog:
    """All texts of the program."""
    catalog = Catalog(charset="utf-8", header_comment=HEAD, fuzzy=False)
    for path in sources():
        place = path.relative_to(ROOT).as_posix()
        for text, comments, context in _texts(path):
            catalog.add(text, locations=[(place, 0)], auto_comments=comments, context=context)
    return catalog


def _texts(path: Path) -> Iterator[tuple[str | tuple[str, ...], list[str], str | None]]:
    """The texts of a module with their comments and contexts; `Text("")` says nothing and is left out."""
    with redirect_stderr(io.StringIO()):  # Babel warns of every empty text
        found = extract_from_file(
            "python", path, keywords=KEYWORDS, comment_tags=COMMENTS, strip_comment_tags=True
        )
    return ((text, comments, context) for _, text, comments, context in found if text)


def updated(path: Path, code: str, template: Catalog) -> Catalog:
    """The catalogue of a language with the texts there are now."""
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=code)
    else:
        catalog = Catalog(locale=code, charset="utf-8", fuzzy=False)
    catalog.header_comment = HEAD
    # A copy, because Babel puts the messages themselves into the catalogue.
    catalog.update(deepcopy(template), no_fuzzy_matching=True, update_header_comment=False)
    gone = {_english(old): old for old in catalog.obsolete.values() if _is_translated(old)}
    for message in catalog:
        if message.id and not _is_translated(message):
            _take_over(message, gone)
    catalog.obsolete.clear()
    return catalog


def _take_over(message: Message, gone: Mapping[str, Message]) -> None:
    """Give a new text the translation of one that it has replaced; Babel's own search takes any text."""
    near = get_close_matches(_english(message), gone, n=1, cutoff=LIKENESS)
    if near and isinstance(gone[near[0]].id, str) == isinstance(message.id, str):
        message.string = gone[near[0]].string
        message.flags.add("fuzzy")


def _english(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[-1]


def _is_translated(message: Message) -> bool:
    return bool(message.string) if isinstance(message.string, str) else any(message.string or ())


def as_text(catalog: Catalog) -> str:
    """The content of the file: texts in the order of the modules that say them."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=WIDTH, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    return "\n".join(_lasting(buffer.getvalue().decode("utf-8"))).strip("\n") + "\n"


def _lasting(text: str) -> Iterator[str]:
    heads = tuple(f'"{name}:' for name in NOT_KEPT)
    return (line for line in text.splitlines() if not line.startswith(heads))


if __name__ == "__main__":
    main()
