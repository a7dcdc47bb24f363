"""Line mode: what can be looked up at any moment, with a seat or without, before the game and in it."""

from __future__ import annotations

from p2puno.ui.line_lobby import LineLobby
from p2puno.ui.line_observer import LineObserver
from p2puno.ui.prompts import table_lines
from p2puno.ui.tableinfo import fingerprint_lines, rule_lines


def look_up(word: str, screen: LineObserver, lobby: LineLobby) -> bool:
    """Show what the word asks for; False if it asks for nothing that can be looked up."""
    view = screen.view
    match word:
        case "scores":
            screen.show_scores()
        case "table":
            lobby.show() if view is None else screen.show(*table_lines(view))
        case "rules":
            lobby.show_rules() if view is None else screen.show(*rule_lines(view.rules.ruleset))
        case "fingerprints" if view is not None:
            screen.show(*fingerprint_lines(view.names, view.keys))
        case "fingerprints":
            lobby.show_fingerprints()
        case _:
            return False
    return True
