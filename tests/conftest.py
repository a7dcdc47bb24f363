"""Settings for all tests: hypothesis tries the same examples every time and does not look at the clock.

Whatever language whoever runs them speaks, the tests read English.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("p2puno", derandomize=True, deadline=None)
settings.load_profile("p2puno")

os.environ["LANGUAGE"] = "en"
