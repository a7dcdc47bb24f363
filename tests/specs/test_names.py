"""What documents name exists: messages with numbers, options with values, purposes, flags, files."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator

import pytest

import p2puno.net.messages
import p2puno.seat.records  # noqa: F401 - these declare messages
import protocol.table.table
import protocol.transcript.file  # noqa: F401
from protocol.obligations import OBLIGATION_OF, OBLIGATIONS
from protocol.rules.options import OPTIONS
from protocol.wire import schema
from tests.specs.constants import ROOT, SPECS, documents, labels

DOCUMENTS = documents()
TEXT = "\n".join(DOCUMENTS.values())
TABLE = DOCUMENTS["table.md"]
LABELS = labels()


def test_every_message_has_its_number_in_the_list() -> None:
    for record in schema._messages.values():
        if record.number is not None and record.number < 60_000:
            assert f"| {record.number} | `{record.kind.__name__}` |" in DOCUMENTS["messages.md"]


def test_numbers_beside_messages_are_theirs() -> None:
    """And no two messages have one name."""
    messages = [record for record in schema._messages.values() if record.number is not None]
    spoken = [each for each in messages if each.kind.__module__.startswith(("protocol.", "p2puno."))]
    numbers = {each.kind.__name__: each.number for each in spoken}
    assert len(numbers) == len(spoken)
    written = re.findall(r"`?\b([A-Z][A-Za-z]+)`? \(?(?:type |message )?(\d+)\b", TEXT)
    said = {(name, int(number)) for name, number in written if name in numbers and int(number) > 9}
    assert len(said) > 20
    for name, number in said:
        assert number == numbers[name], name


def test_obligations_are_known() -> None:
    named = set(re.findall(r"obligation `([a-z-]+)`", TEXT))
    assert len(named) > 8
    assert named <= set(OBLIGATION_OF)
    assert {int(number) for number in re.findall(r"obligation (\d+)", TEXT)} <= set(OBLIGATIONS)


def test_options_in_documents_have_such_values() -> None:
    named = re.findall(r"`(\w+)=([\w-]+)`", TEXT)
    known = [(name, value) for name, value in named if name in OPTIONS]
    assert len(known) > 60
    for name, value in known:
        option = OPTIONS[name]
        assert value in (*option.values, "N") or (option.numbers and int(value) in option.numbers), (
            name,
            value,
        )


SUBJECTS = ("crypto", "wire", "transcript", "table", "rules", "discovery-and-links", "audit")


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_has_steps_a_reason_with_assumptions_and_vectors(subject: str) -> None:
    text = (SPECS / f"{subject}.md").read_text(encoding="utf-8")
    assert re.search(r"^1\. ", text, re.MULTILINE)
    assert re.search(r"\*Security\*|Why (it|this|an accepted log) (holds|is)", text)
    assert re.search(r"\b[Aa]ssum", text)
    assert re.search(r"^## (\d+\. )?Vectors$", text, re.MULTILINE)


# --- purposes ---------------------------------------------------------------------------------------------


def _purposes(callee: str, at: int) -> Iterator[str]:
    """What stands at a place of these calls in `protocol/table`, as far as it is written there; `share/*`."""
    for path in sorted((ROOT / "protocol" / "table").glob("*.py")):
        module = importlib.import_module(f"protocol.table.{path.stem}")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = (
                getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
            )
            if name == callee and isinstance(node, ast.Call) and len(node.args) > at:
                yield from _written(node.args[at], vars(module))


def _written(node: ast.expr, names: dict[str, object]) -> Iterator[str]:
    match node:
        case ast.Constant(str(value)):
            yield value
        case ast.Name(name) if isinstance(names.get(name), str):
            yield str(names[name])
        case ast.JoinedStr([ast.Constant(start), *_]):
            yield f"{start}*"


def test_the_purposes_of_keys_are_those_of_the_table() -> None:
    paragraph = re.split(r"Purposes: ", TABLE)[1].split("for salts")[0]
    written = set(re.findall(r"`([a-z/-]+)`", paragraph))
    used = {each.removesuffix("*") for each in _purposes("origin", 0)} | set(SECOND)
    assert {each.rstrip("/") for each in used} == {each.rstrip("/") for each in written}


SECOND = ("race-order", "race-choice")  # made from the origin of a race


def test_the_purposes_of_proofs_stand_in_the_table() -> None:
    used = {*_purposes("proof", 2), *_purposes("ProofTranscript", 2)}
    assert len(used) > 10
    assert not {each for each in used if f"purpose `{each.rstrip('*')}" not in TABLE}


# --- commands and files -------------------------------------------------------------------------------------


def test_flags_of_the_program_exist() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "p2puno").rglob("*.py"))
    flags = set(re.findall(r'"(--[a-z][a-z-]*)"', source))
    for file in FOR_USERS:
        named = set(re.findall(r"`(?:p2puno \w+ )?(--[a-z][a-z-]*)", DOCUMENTS[file]))
        assert named <= flags, file


FOR_USERS = ("files.md", "events.md", "doctor.md", "audit.md", "past-games.md", "limits.md", "table.md")


def test_files_that_documents_name_exist() -> None:
    folders = r"(?:protocol|p2puno|tests|specs|docs)/"
    named = set(re.findall(rf"`({folders}[\w./-]*\w/?)`", TEXT))
    links = {link.split("#")[0] for link in re.findall(r"\]\(([\w./-]+(?:#\w+)?)\)", TEXT)}
    assert len(named) > 40
    missing = [each for each in named if not (ROOT / each).exists()]
    assert not [each for each in missing if not each.startswith(tuple(LABELS))]
    assert not [each for each in links if not (SPECS / each).exists()]


def test_documents_that_the_code_names_have_such_a_section() -> None:
    """As `specs/table.md, 4`, or by the first word of a heading or of a paragraph."""
    documents = [*SPECS.glob("*.md"), *ROOT.glob("*.md")]
    texts = {path.name: path.read_text(encoding="utf-8") for path in documents}
    heads = {name: re.findall(r"^(?:#+|[*]{2}).*", text, re.MULTILINE) for name, text in texts.items()}
    reference = re.compile(r"(?<![\w-])([A-Za-z][A-Za-z-]*\.md)(?:, (?:(\d+)\b|([A-Z]\w+)))?")
    named = 0
    for path in (
        file for folder in ("p2puno", "protocol", "tests") for file in sorted((ROOT / folder).rglob("*.py"))
    ):
        for document, number, word in reference.findall(path.read_text(encoding="utf-8")):
            assert document in texts, (path, document)
            lines = [line for line in heads[document] if not number or line.startswith(f"## {number}. ")]
            assert any(word.lower() in line.lower() for line in lines), (path, document, number, word)
            named += 1
    assert named > 80
