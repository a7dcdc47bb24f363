"""The rules are a composition: each house rule in one module, put in once, and nobody else asks for it."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from protocol.rules import house
from protocol.rules.book import Interruption
from protocol.rules.cards import Kind
from protocol.rules.options import CATALOGUE, Section
from protocol.rules.rulebook import HOUSE, rulebook
from tests.rules.dealer import CLASSIC

RULES = Path(house.__file__).parents[1]
MODULES = sorted(path.stem for path in (RULES / "house").glob("*.py") if path.stem != "__init__")

# Where the composition itself stands: these know all house rules, no other module outside `house` knows any.
KNOW_ALL = {"rulebook", "agenda", "engine", "moves"}


def imports(path: Path) -> set[str]:
    """What a module imports, by dotted name."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def test_every_house_rule_is_put_in_once() -> None:
    extending = {
        module.extend
        for module in (import_module(f"protocol.rules.house.{name}") for name in MODULES)
        if hasattr(module, "extend")
    }
    assert extending <= set(HOUSE)
    assert len(set(HOUSE)) == len(HOUSE)
    assert {extend.__module__ for extend in set(HOUSE) - extending} == {"protocol.rules.uno"}


@pytest.mark.parametrize("path", sorted(RULES.glob("*.py")), ids=lambda path: path.stem)
def test_only_the_composition_knows_house_rules(path: Path) -> None:
    known = {name for name in imports(path) if name.startswith("protocol.rules.house")}
    assert not known or path.stem in KNOW_ALL


@pytest.mark.parametrize("name", MODULES)
def test_house_rules_know_none_of_the_composition(name: str) -> None:
    """And of each other only what moves hands, which several do."""
    known = {each for each in imports(RULES / "house" / f"{name}.py") if each.startswith("protocol.rules")}
    assert not {f"protocol.rules.{each}" for each in KNOW_ALL} & known
    others = {each for each in known if each.startswith("protocol.rules.house.")}
    assert {each.split(".")[3] for each in others} <= {"hands"}


HOUSE_OPTIONS = [option.name for option in CATALOGUE if option.section is Section.HOUSE]


@pytest.mark.parametrize("option", HOUSE_OPTIONS)
def test_a_house_rule_is_asked_for_in_its_own_module(option: str) -> None:
    """Nowhere else in the rules does the name of its option stand in the code."""
    asking = (f'["{option}"]', f'on("{option}")', f'number("{option}")')
    places = {
        path.relative_to(RULES).as_posix()
        for path in RULES.rglob("*.py")
        if path.stem not in {"options", "english", "words", "combinations", "ruleset"}
        and any(asked in path.read_text(encoding="utf-8") for asked in asking)
    }
    inside = {place for place in places if place.startswith("house/")}
    assert places == inside
    assert inside


def test_the_classic_game_has_no_house_rules() -> None:
    book = rulebook(CLASSIC)
    assert set(book.interruptions) == {Interruption.CALL, Interruption.CATCH}
    moments = (book.laid, book.before_turn, book.after_uno, book.after_draw)
    assert not any((book.answers, book.waits, book.colourless, *moments))
    assert not any((book.pairs_together, book.pairs_as_skip))
    assert book.emptied is book.misplayed is book.moved_colour is None
    assert book.side(2) == (2,)
    assert set(book.targets) == {Kind.WILD_SWAP_HANDS}


def test_it_is_composed_once() -> None:
    assert rulebook(CLASSIC) is rulebook(CLASSIC.with_options({"target": 500}))
