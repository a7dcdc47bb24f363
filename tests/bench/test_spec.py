"""specs/performance.md and the code name the same bounds and keys."""

from __future__ import annotations

import re
from pathlib import Path

from p2puno.bench import words
from tests.bench.test_figures import FIGURES

SPEC = (Path(__file__).parents[2] / "specs" / "performance.md").read_text(encoding="utf-8")


def rows(section: str) -> list[list[str]]:
    """The rows of the table in a section, without its head."""
    text = SPEC.split(f"## {section}\n")[1].split("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_bounds_are_those_of_the_specification() -> None:
    written = {name: bound for names, bound in rows("2. Bounds") for name in re.findall(r"`([^`]+)`", names)}
    assert written["shuffle.multiplications.prove"] == str(words.MOST_PROVE)
    assert written["shuffle.multiplications.verify"] == str(words.MOST_VERIFY)
    assert written["chain.multiplications"] == str(words.MOST_CHAIN)
    assert written["shuffle.proof_bytes"] == str(words.MOST_PROOF_BYTES)
    assert written["shuffle.prove_ms"].startswith(f"{words.OVERHEAD} × its multiplications")
    for seats, ms in words.ABOUT_READY_MS.items():
        assert written[f"table_ready_ms.{seats}"] == f"about {ms}"
    for seats, ms in words.ABOUT_DRAW_MS.items():
        assert written[f"draw_ms.{seats}"] == f"about {ms}"
    assert written["table_ready_ms.loop_blocked"] == str(words.MOST_LOOP_BLOCKED_MS)
    assert written["key_to_screen_ms.p95"] == str(words.MOST_KEY_MS)
    assert written["audit.peer_peak_mib"] == str(words.MOST_PEER_MIB)
    assert written["audit.shuffle_ms"].startswith(f"{words.MOST_AUDITED_SHUFFLE} × ")
    assert written["audit.long_game_ms"] == f"about {words.ABOUT_LONG_AUDIT_MS}"


def test_every_key_is_described() -> None:
    described: set[str] = set()
    for names, *_ in rows("1. Measuring"):
        first = ""
        for name in re.findall(r"`([^`]+)`", names):
            # `.10` stands for the same beside the first name of its row
            full = first.rpartition(".")[0] + name if name.startswith(".") else name
            first = first or full
            described.add(full)
    assert described == set(leaves(FIGURES.as_data()))


def leaves(value: object, path: str = "") -> list[str]:
    if not isinstance(value, dict):
        return [path]
    return [leaf for key, inner in value.items() for leaf in leaves(inner, f"{path}.{key}" if path else key)]
