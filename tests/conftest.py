"""Settings for all tests: hypothesis tries the same examples every time and does not look at the clock."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("p2puno", derandomize=True, deadline=None)
settings.load_profile("p2puno")
