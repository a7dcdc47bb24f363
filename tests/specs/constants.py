"""What the code fixes, found by reading it: plain constants of modules, and labels wherever they stand."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import astuple, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from p2puno.net.limits import DEFAULT_LIMITS, Rate

ROOT = Path(__file__).parents[2]
SPECS = ROOT / "specs"
# Who implements the protocol meets these; screens, bots and commands are this program's own matter.
PACKAGES = ("protocol", "p2puno/net", "p2puno/store", "p2puno/seat", "p2puno/past")
OWN = ("p2puno/seat/bots/", "p2puno/seat/arena/")
LABEL = re.compile(r"p2puno(?:/[a-z0-9/-]+| [a-z]+(?: [a-z0-9]+)+)")
CAPITALS = re.compile(r"_?[A-Z][A-Z0-9_]*")


def constants() -> dict[str, Any]:
    """Every constant that is a number, a text, bytes, a rate or some numbers, as `net.limits.PORTS_TRIED`."""
    found: dict[str, Any] = {}
    for module, tree in _modules():
        for name in _assigned(tree):
            value = getattr(importlib.import_module(module), name)
            if _is_plain(value):
                found[f"{_short(module)}.{name}"] = value
    limits = {
        f"net.limits.Limits.{each.name}": getattr(DEFAULT_LIMITS, each.name)
        for each in fields(DEFAULT_LIMITS)
    }
    return found | limits


def _modules() -> Iterator[tuple[str, ast.Module]]:
    """Dotted names and syntax trees."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(OWN) and path.name != "__init__.py":
                yield name.removesuffix(".py").replace("/", "."), _tree(path)


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _short(module: str) -> str:
    return module.removeprefix("protocol.").removeprefix("p2puno.")


def _assigned(tree: ast.Module) -> Iterator[str]:
    """Names in capitals that a module gives a value itself."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(each, ast.Name) and CAPITALS.fullmatch(each.id):
                    yield each.id


def _is_plain(value: Any) -> bool:
    """Sentences for people are translated, and not fixed."""
    if isinstance(value, tuple):
        return bool(value) and all(type(each) in (int, float) for each in value)
    if isinstance(value, str) and type(value) is str:
        return " " not in value.strip() or value.startswith("p2puno ") or "\n" in value
    return type(value) in (int, float, bytes) or isinstance(value, Rate)


def shown(value: Any) -> str:
    """A value as a table shows it."""
    if is_dataclass(value) and not isinstance(value, type):
        return ", ".join(map(shown, astuple(value)))
    match value:
        case tuple():
            return ", ".join(map(shown, value))
        case bytes() if value.isascii() and value.rstrip(b"\n").decode().isprintable():
            line = value.rstrip(b"\n")
            return f"`{line.decode()}`" + " LF" * (line != value)
        case bytes():
            return f"`{value.hex()}`"
        case str():
            return f"`{value}`"
        case int():
            return str(value) if value < 10_000 or value > 2**64 else f"{value:,}"
        case _:
            return f"{int(value):,}" if value == int(value) else f"{value:g}"


WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def forms(value: Any) -> Iterator[str]:
    """How a sentence may say a value; of several numbers, one of them is enough to be found."""
    if is_dataclass(value) and not isinstance(value, type):
        value = astuple(value)
    match value:
        case tuple():
            yield ", ".join(map(shown, value))
            yield ", ".join(f"{each:,.0f}" if each > 999 else f"{each:g}" for each in value)
            yield ", ".join(f"{each / 2**20:g} MiB" for each in value)
            yield " and ".join(map(shown, value))
        case bytes() | str():
            text = value.decode("latin-1") if isinstance(value, bytes) else value
            yield text.strip()
            yield f"{len(text)} zero bytes" if not text.strip("\0") else text
            yield str(ord(text)) if len(text) == 1 else text
        case _:
            yield from _forms_of_a_number(value)


def _forms_of_a_number(value: float) -> Iterator[str]:
    yield from (f"{value:g}", f"{int(value):,}", str(value), f"0{int(value):o}")
    if value in range(len(WORDS)):
        yield WORDS[int(value)]
    for power in range(2, 64):
        yield from [f"2^{power}"] * (value == 2**power)
        yield from [f"2^{power} − 1"] * (value == 2**power - 1)
    yield from (f"{value / 2**20:g} MiB", f"u{8 * int(value)}")
    yield from [f"10^{len(str(int(value))) - 1}"] * (str(int(value)).strip("0") == "1")


@cache
def labels() -> set[str]:
    """Every text in the program that keeps one use of a key, a hash or a file apart from another."""
    files = sorted((*ROOT.glob("protocol/**/*.py"), *ROOT.glob("p2puno/**/*.py")))
    return {text for path in files for text in _texts(_tree(path)) if LABEL.fullmatch(text)}


def _texts(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            value = node.value
            yield value if isinstance(value, str) else value.decode("latin-1")


def documents() -> dict[str, str]:
    """The normative ones, by file name, on one line each."""
    return {path.name: one_line(path.read_text(encoding="utf-8")) for path in sorted(SPECS.glob("*.md"))}


def one_line(text: str) -> str:
    return " ".join(text.split())
