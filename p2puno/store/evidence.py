"""Evidence against a seat, kept until somebody wants to look at it."""

from __future__ import annotations

import re
from pathlib import Path

from p2puno.store.files import read_private, write_private
from p2puno.store.paths import Home

SAFE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def keep(home: Home, name: str, payload: bytes) -> Path:
    """Keep `payload` under `name` and say where; what is there already is never overwritten.

    The same evidence twice is kept once; other evidence under that name gets `-2`, `-3` and so on before the
    suffix. `name` is ours, never a peer's; it must be a plain file name.
    """
    if SAFE_NAME.fullmatch(name) is None:
        raise ValueError(f"not a plain file name: {name!r}")
    first = home.evidence / name
    path, number = first, 1
    while (known := read_private(path)) is not None:
        if known == payload:
            return path
        number += 1
        path = first.with_name(f"{first.stem}-{number}{first.suffix}")
    write_private(path, payload)
    return path
