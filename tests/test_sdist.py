"""Whoever unpacks the source distribution can do what the README says."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_source_distribution_has_what_make_needs() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    included = settings["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    (rule,) = (
        line for line in (ROOT / "Makefile").read_text("utf-8").splitlines() if line.startswith("$(READY):")
    )
    needed = rule.partition(":")[2].split()
    assert "constraints.txt" in needed
    for name in {*needed, "Makefile"} - {"pyproject.toml"}:  # which every source distribution has
        assert f"/{name}" in included
        assert (ROOT / name).is_file()
