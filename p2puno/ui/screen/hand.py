"""The own hand on the screen: a row for each colour, wrapped, and scrolled where there is no room."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.ui import screen_texts as words
from p2puno.ui.model import HandCard
from p2puno.ui.screen.characters import cells, line_cells, pad
from p2puno.ui.screen.measures import measures
from p2puno.ui.screen.picture import Picture
from p2puno.ui.screen.stage import Line, touchable
from p2puno.ui.screen.tabletop import boxed, card_style


def hand_lines(picture: Picture, columns: int, most: int, roomy: int) -> list[Line]:
    """At most `most` rows (two at least); the row of the cursor is always among them.

    Where `roomy` rows are enough for it, every card is drawn with a line round it.
    """
    large = [line for group in _groups(picture.table.hand) for line in _large_group(group, picture, columns)]
    if len(large) <= roomy:
        return large
    rows: list[Line] = []
    at = 0
    for group in _groups(picture.table.hand):
        for line, holds in _group_lines(group, picture, columns):
            at = len(rows) if holds else at
            rows.append(line)
    return rows if len(rows) <= most else _scrolled(rows, at, most)


def _scrolled(rows: list[Line], at: int, most: int) -> list[Line]:
    """A window of the rows; how many are hidden stands at the right end of its first and last row."""
    first = min(max(0, at - most // 2), len(rows) - most)
    window = rows[first : first + most]
    above, below = first, len(rows) - first - most
    if above:
        window[0] = [*window[0], ("class:quiet", f"  {words.MORE_ABOVE.format(count=above)}")]
    if below:
        window[-1] = [*window[-1], ("class:quiet", f"  {words.MORE_BELOW.format(count=below)}")]
    return window


def _groups(hand: Sequence[HandCard]) -> list[list[HandCard]]:
    groups: list[list[HandCard]] = []
    for card in hand:
        last = groups[-1][-1] if groups else None
        if last is None or (last.face.colour, last.drawn) != (card.face.colour, card.drawn):
            groups.append([])
        groups[-1].append(card)
    return groups


def _group_lines(group: list[HandCard], picture: Picture, columns: int) -> list[tuple[Line, bool]]:
    """The cards of one colour in one or more rows, each with whether the cursor is in it."""
    lines: list[tuple[Line, bool]] = [([("", _label(group))], False)]
    room = columns - cells(words.MORE_ABOVE.of(99)) - 4
    for card in group:
        spans = _card(card, picture)
        line, holds = lines[-1]
        if line_cells(line) + line_cells(spans) > room:
            line, holds = [("", " " * measures().label)], False
            lines.append((line, holds))
        lines[-1] = ([*line, *spans], holds or card.card == picture.cursor)
    return lines


def _label(group: list[HandCard]) -> str:
    colour = group[0].face.colour
    name = words.wilds() if colour is None else words.colour_name(colour)
    return pad(f" {words.DRAWN if group[0].drawn else name}", measures().label)


def _large_group(group: list[HandCard], picture: Picture, columns: int) -> list[Line]:
    """The same with large cards, three rows each; the chosen one has a double line."""
    a_row = max(1, (columns - measures().label) // (measures().card + 3))
    lines: list[Line] = []
    for first in range(0, len(group), a_row):
        labels = ("", _label(group) if not first else "", "")
        rows: list[Line] = [[("", pad(label, measures().label))] for label in labels]
        for card in group[first : first + a_row]:
            for row, spans in zip(rows, _large_card(card, picture), strict=True):
                row += [*spans, ("", " ")]
        lines += rows
    return lines


def _large_card(card: HandCard, picture: Picture) -> list[Line]:
    """Three rows; the chosen card has a line that cannot be overlooked."""
    chosen = card.card == picture.cursor
    touch = str(card.card)
    face = touchable(card_style(card.face), touch)
    line = touchable("class:chosen", touch) if chosen else face
    label = pad(f" {words.short(card.face)}{_mark(card, picture)}", measures().card)
    above, middle, below = boxed((label,), double=chosen)
    return [[(line, above)], [(line, middle[0]), (face, label), (line, middle[-1])], [(line, below)]]


def _mark(card: HandCard, picture: Picture) -> str:
    if card.card in picture.marked:
        return "+"
    return "*" if card.fits and picture.marks else " "


def _card(card: HandCard, picture: Picture) -> Line:
    """' R5* ', or '[R5*]' where the cursor is; behind it a space."""
    chosen = card.card == picture.cursor
    touch = str(card.card)
    style = touchable("class:chosen" if chosen else "", touch)
    left, right = ("[", "]") if chosen else (" ", " ")
    face = "class:wild" if card.face.colour is None else f"class:{card.face.colour.label}"
    mark = _mark(card, picture)
    return [
        (style, left),
        (touchable(face, str(card.card)), f" {words.short(card.face)}{mark}"),
        (style, right),
        ("", " "),
    ]
