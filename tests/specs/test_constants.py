"""The documents and the code fix the same: specs/constants.md has every constant and label, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from p2puno import errors
from p2puno.cli import INTERRUPTED
from tests.specs.constants import LABEL, SPECS, constants, documents, forms, labels, one_line, shown

CONSTANTS: dict[str, Any] = constants()
DOCUMENTS = documents()


def _rows(title: str) -> Iterator[list[str]]:
    """The cells of the table under a heading."""
    text = (SPECS / "constants.md").read_text(encoding="utf-8")
    part = re.split(rf"^## \d+\. {title}$", text, flags=re.MULTILINE)[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    for line in lines[1:]:
        yield [cell.replace("\\|", "|") for cell in re.split(r"(?<!\\) ?\| ?", line)[1:-1]]


VALUES = {name.strip("`"): rest for name, *rest in _rows("Values")}
OWN = {name.strip("`") for name, _ in _rows("This program's own matter")}


def test_every_constant_of_the_code_has_a_row_and_no_other() -> None:
    """If not: it is new, or gone, or has another name; a document has to say what it is."""
    assert not OWN & set(VALUES)
    assert OWN | set(VALUES) == set(CONSTANTS)


@pytest.mark.parametrize("name", VALUES)
def test_a_constant_has_its_value_in_its_document(name: str) -> None:
    value, document, words = VALUES[name]
    assert value == shown(CONSTANTS[name])
    file = document.split("](")[1].rstrip(")")
    assert file != "constants.md"
    assert one_line(words) in DOCUMENTS[file]
    assert any(form in words for form in forms(CONSTANTS[name]))


def test_every_label_has_a_row_with_the_documents_that_use_it() -> None:
    rows = {label.strip("`"): re.findall(r"\((\S+?)\)", where) for label, where in _rows("Labels")}
    assert set(rows) == labels()
    for label, files in rows.items():
        assert files
        assert all(re.search(rf"[`(]{label}[`;/]", DOCUMENTS[file]) for file in files), label


def test_no_document_has_a_label_that_the_code_does_not() -> None:
    """A label may go on behind a slash, as those of `table.md`, 3 do."""
    known = labels()
    for file, text in DOCUMENTS.items():
        written = re.findall(r"p2puno/(?:v\d+/)?[a-z-]+(?:/[a-z0-9-]+)*", text)
        foreign = {each for each in written if not _is_a_place(each) and not _known(each, known)}
        assert not foreign, file
        named = {each for each in re.findall(r"`([^`]+)`", text) if LABEL.fullmatch(each) and "/" not in each}
        assert not {each for each in named if re.search(r" \d$", each)} - known - MAGIC, file


MAGIC = {"p2puno journal 1", "p2puno vault 1", "p2puno vault 2"}  # with a line feed, among the constants


def _known(label: str, known: set[str]) -> bool:
    return any(label == each or label.startswith(f"{each}/") for each in known)


def _is_a_place(text: str) -> bool:
    """A folder of the program, or a file in one."""
    return (SPECS.parent / "/".join(text.split("/")[:2])).is_dir() or (SPECS.parent / f"{text}.py").exists()


def test_exit_codes() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    assert {int(code) for code, _ in _rows("Exit codes")} == {0, INTERRUPTED} | {
        kind.exit_code for kind in kinds
    }
