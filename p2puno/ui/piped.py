"""Piped lines that are for a later moment: what is asked before it is answered for them."""

from __future__ import annotations

from p2puno.seat.bots import customary
from p2puno.ui import house_lines as house
from p2puno.ui import texts as text
from p2puno.ui.lines import MoveLine, Play, Word
from protocol.rules.cards import Colour
from protocol.rules.needs import MoveKind
from protocol.table.choices import KeepCard, NameFirstColour
from protocol.table.view import Action, View


def answer_before(line: MoveLine, view: View) -> tuple[str, Action] | None:
    """The answer to what is asked while a line waits for the next turn, and what is said about it.

    None if the line is no move of a turn, or if this is its turn.
    """
    if not isinstance(line, Play) and line not in (Word("draw"), Word("pass")):
        return None
    if MoveKind.KEEP in view.allowed and line == Word("draw"):
        return str(text.KEPT_FOR_LATER), KeepCard()
    if MoveKind.NAME_COLOUR in view.allowed:
        colour = _favourite(view)
        return text.COLOUR_FOR_LATER.format(colour=text.colour(colour)), NameFirstColour(colour)
    usual = customary(view)
    return None if usual is None else (str(house.ANSWERED_FOR_YOU), usual)


def _favourite(view: View) -> Colour:
    """The colour held most often."""
    held = [view.rules.deck[card].colour for card in view.hand]
    return max(Colour, key=held.count)
