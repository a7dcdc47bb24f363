"""The Promela model of removals, as far as it is checked in a moment; specs/model/README.md has the rest."""

from __future__ import annotations

import pytest

from tests.model.checking import RUNS, check

pytestmark = pytest.mark.system

SHORT = [name for name, run in RUNS.items() if run.short]


@pytest.mark.parametrize("name", SHORT)
def test_model(name: str) -> None:
    found = check(RUNS[name], 300)
    assert found.expected, found.trail
    assert found.complete is not RUNS[name].fails
