"""Colours and weights by name, in the 16 colours that every terminal has.

A card brings its own background, so that it looks the same on a light and on a dark terminal; everything
else has the terminal's own colours. Black is never bold, because many terminals make that grey. Nothing is
told by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping

STYLES: Mapping[str, str] = {
    "red": "bg:ansired ansiwhite bold",
    "yellow": "bg:ansiyellow ansiblack",
    "green": "bg:ansigreen ansiblack",
    "blue": "bg:ansiblue ansiwhite bold",
    "wild": "reverse bold",
    "title": "bold",
    "turn": "reverse bold",
    "loud": "bold",
    "chosen": "reverse bold",
    "key": "bold underline",
    "uno": "reverse bold",
    "flash": "bg:ansicyan ansiblack",
    "quiet": "",
}
