"""Every sentence for a person can be translated: looked up when it is said, or kept in parts until then.

The modules are read, not run: where a function is called that shows its argument, no bare text with words may
stand in it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2puno.language.collect import ROOT, sources

# Tools for whoever works on the bots, and the collector of the texts, speak English; the rules do still.
ENGLISH = ("p2puno/seat/arena/", "p2puno/language/collect.py", "protocol/rules/")
MODULES = [path for path in sources() if not path.relative_to(ROOT).as_posix().startswith(ENGLISH)]

SHOWN = {
    *("complain", "show", "show_whole", "show_item", "print"),
    *("on_notice", "on_trouble", "drop", "stop", "progress"),
}
"""Functions whose first argument a person reads; also with an underscore before the name."""
ERRORS = {"UserError", "ArgumentTypeError", "WireError", "ProofError", "RulesError", "RemoteError"}
"""Whose sentence a person reads; so do those of their subclasses. `LocalError` is a fault of the program, not
a sentence for a person (decision 091)."""
PLACE = {"RemoteError": 3}
NAMED = {"help", "description", "epilog", "title"}
"""Keyword arguments of argparse that a person reads."""
LOOKED_UP = {"_", "Text", "Counted", "sentence", "mark"}
WORD = re.compile(r"[^\W\d_]{2}")


def name_of(call: ast.Call) -> str:
    match call.func:
        case ast.Name(name) | ast.Attribute(_, name):
            return name
        case _:
            return ""


def family() -> dict[str, int]:
    """Names of all errors that are shown, with the place of their sentence among the arguments."""
    bases = {
        node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    known = {name: PLACE.get(name, 0) for name in ERRORS}
    while (
        new := {name: known[base] for name, all_ in bases.items() for base in all_ if base in known}.keys()
        - known.keys()
    ):
        known |= {name: next(known[base] for base in bases[name] if base in known) for name in new}
    return known


SENTENCES = family() | dict.fromkeys(SHOWN, 0)


def shown(call: ast.Call) -> Iterator[ast.expr]:
    """The arguments that a person reads."""
    place = SENTENCES.get(name_of(call).lstrip("_"))
    if place is not None and len(call.args) > place:
        yield call.args[place]
    yield from (keyword.value for keyword in call.keywords if keyword.arg in NAMED)


def bare(node: ast.expr) -> Iterator[str]:
    """Texts with words in an expression that are said as they are."""
    match node:
        case ast.Constant(str(text)) if WORD.search(text):
            yield text
        case ast.JoinedStr(values):
            yield from (text for value in values for text in bare(value) if isinstance(value, ast.Constant))
        case ast.BinOp(left, _, right):
            yield from (*bare(left), *bare(right))
        case ast.IfExp(_, body, orelse):
            yield from (*bare(body), *bare(orelse))
        case ast.BoolOp(_, values):
            yield from (text for value in values for text in bare(value))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_is_said_past_the_catalogues(path: Path) -> None:
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        for argument in shown(node):
            found += [f"line {node.lineno}: {text!r}" for text in bare(argument)]
        if name_of(node) in LOOKED_UP and isinstance(node.args[0], ast.JoinedStr | ast.BinOp):
            found.append(
                f"line {node.lineno}: the text is made while the program runs, nobody can look it up"
            )
    assert not found, "\n".join(found)


def test_the_check_finds_what_it_looks_for() -> None:
    tree = ast.parse(
        'raise UsageError(f"{path} is missing")\n'
        'raise RemoteError(1, 2, "move", "is not a move")\n'
        'complain("Nothing" if late else _("Soon"))\n'
        'show(_("Ready"))\nshow(f"{name}: {count}")\n'
        'parser.add_argument("--plain", help="no full screen")\n'
    )
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    found = {text for call in calls for argument in shown(call) for text in bare(argument)}
    assert found == {" is missing", "is not a move", "Nothing", "no full screen"}
    assert {"LinkError", "VersionError", "TableStoppedError", "SignatureError"} <= SENTENCES.keys()
