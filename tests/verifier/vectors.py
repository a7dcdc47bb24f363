"""Makes specs/vectors/messages.json, links.json and games.json: `python -m tests.verifier.vectors`.

Games are small but whole, one for each preset, and such that seats leave or sit down. Every other file is
made from one of them by one change; what the audit finds in it stands beside it. A test makes all again.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from tests.verifier import links, messages
from tests.verifier.bad_files import changed
from tests.verifier.changes import proofs_remembered
from tests.verifier.small_games import PLANS, Small, make

FOLDER = Path(__file__).parents[2] / "specs" / "vectors"
Json = dict[str, Any]


def games() -> Json:
    """What stands in specs/vectors/games.json."""
    with proofs_remembered():
        made = {name: make(plan) for name, plan in PLANS.items()}
        bad = [case for name, game in made.items() for case in changed(name, game)]
    return {
        "spec": "specs/table.md, specs/rules.md, specs/transcript.md, specs/audit.md",
        "games": [_game(name, game) for name, game in made.items()],
        "changed": bad,
    }


def _game(name: str, game: Small) -> Json:
    """seats: with which secrets each sat down. slots: one for each record after the first two."""
    transcript = base64.b64encode(game.transcript).decode()
    return {"name": name, "seats": game.begun, "slots": game.slots, "transcript": transcript}


def texts() -> dict[str, str]:
    """The files by their names; one line for each case, so that changes can be read."""
    small = {"messages.json": messages.vectors(), "links.json": links.vectors()}
    return {name: _text(each) for name, each in (small | {"games.json": games()}).items()}


def _text(vectors: Json) -> str:
    lists = []
    for name, value in vectors.items():
        lines = [json.dumps(each) for each in value] if isinstance(value, list) else []
        listed = "[\n" + ",\n".join(lines) + "\n]" if lines else json.dumps(value)
        lists.append(f'"{name}": {listed}')
    return "{\n" + ",\n".join(lists) + "\n}\n"


if __name__ == "__main__":
    for file, content in texts().items():
        (FOLDER / file).write_text(content, encoding="utf-8")
