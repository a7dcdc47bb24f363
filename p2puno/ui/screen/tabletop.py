"""What lies on the table: the seats with their cards, the pile, the direction. Pure drawing."""

from __future__ import annotations

from p2puno.ui import screen_house_texts as house
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.directions import cell, directed, speaking_right_to_left
from p2puno.ui.model import SeatModel
from p2puno.ui.screen.characters import cells, cut_name, fit, line_cells, pad, tidy
from p2puno.ui.screen.measures import (
    LARGE_CARD_COLUMNS,
    LEAST_FACTS_COLUMNS,
    LONGEST_NAME,
    facts_columns,
    measures,
)
from p2puno.ui.screen.picture import Picture
from p2puno.ui.screen.stage import Line
from protocol.rules.cards import Colour, Face

CARD_ROWS = 5
MARKERS = {1: " v", -1: " ^"}
THIN, DOUBLE = tuple("┌─┐│└┘"), tuple("╔═╗║╚╝")


def table_rows(seats: int) -> int:
    return max(seats + 1, CARD_ROWS)


def draw_tabletop(picture: Picture, width: int) -> list[Line]:
    facts = _facts(picture)
    left = width - facts_columns(width)
    if width >= measures().with_card:
        left -= LARGE_CARD_COLUMNS
        facts = [[*card, ("", "  "), *fact] for card, fact in zip(_large_card(picture), facts, strict=True)]
    seats = _seats(picture, left - 2)
    rows = table_rows(len(picture.table.seats))
    seats += [[] for _ in range(rows - len(seats))]
    facts += [[] for _ in range(rows - len(facts))]
    return [fit([*fit(seat, left), *fact], width) for seat, fact in zip(seats, facts, strict=True)]


# --- seats --------------------------------------------------------------------------------------------


def _seats(picture: Picture, width: int) -> list[Line]:
    wide = measures()
    name = min(width - wide.seat, LONGEST_NAME)
    cards = pad(str(words.CARDS), wide.count, right=True) + " " * wide.state
    points = pad(str(words.POINTS), wide.points, right=True)
    head = [("class:quiet", part) for part in (f"   {pad(str(words.PLAYER), name)}", cards, points)]
    return [head, *(_seat(picture, seat, name) for seat in picture.table.seats)]


def _seat(picture: Picture, seat: SeatModel, name: int) -> Line:
    """Marker, name, cards, state, points."""
    marker = MARKERS[picture.table.direction] if seat.next else "  "
    mark = str(words.YOU_MARK if seat.you else words.BOT_MARK if seat.bot else "")
    who = pad(cell(cut_name(tidy(seat.name), name - cells(mark)) + mark), name)
    wide = measures()
    count = pad("" if seat.left else str(seat.cards), wide.count, right=True)
    state, state_style = _state(picture, seat)
    return [
        (_row_style(picture, seat), f"{'>>' if seat.chooses else marker} {who}{count}"),
        ("", " "),
        (state_style, pad(state, wide.state - 1)),
        ("class:quiet" if seat.left else "", pad(str(seat.score), wide.points, right=True)),
    ]


def _row_style(picture: Picture, seat: SeatModel) -> str:
    if seat.left:
        return "class:quiet"
    if seat.chooses:
        return "class:turn"
    return "class:flash" if seat.seat in picture.lit else ""


def _state(picture: Picture, seat: SeatModel) -> tuple[str, str]:
    """The one thing that is worth knowing about a seat now, and its style."""
    if seat.left:
        return str(words.LEFT), "class:quiet"
    if seat.seat in picture.gone:
        return str(words.GONE), "class:uno"
    if seat.seat in picture.away:
        return words.away(picture.away[seat.seat]), "class:uno"
    if seat.seat in picture.called:
        return str(words.UNO), "class:uno"
    if seat.seat in picture.by_bot:
        return str(words.BY_BOT), "class:loud"
    if seat.place is not None:
        return house.PLACE.format(place=seat.place), "class:loud"
    if seat.team is not None:
        return house.TEAM.format(letter=house.TEAMS[seat.team]), ""
    return (str(words.NEXT) if seat.next else ""), ""


# --- the pile -----------------------------------------------------------------------------------------


def card_style(face: Face, named: Colour | None = None) -> str:
    colour = face.colour if face.colour is not None else named
    return "class:wild" if colour is None else f"class:{colour.label}"


def _facts(picture: Picture) -> list[Line]:
    table = picture.table
    top = text.NO_TOP if table.top is None else text.card(table.top)
    return [
        [("", directed(words.ON_TOP.format(card=top)))],
        _colour_in_play(table.colour),
        _pending(picture.table.pending) if picture.table.pending else _under(picture.table.under),
        [("", directed(words.PILE.format(cards=text.counted_cards(table.pile))))],
        [("class:loud", directed(str(words.PLAY_DOWN if table.direction == 1 else words.PLAY_UP)))],
    ]


def _colour_in_play(colour: Colour | None) -> Line:
    if colour is None:
        return [("", directed(f"{words.COLOUR}{words.NO_COLOUR}"))]
    label = f" {words.letter(colour)} {words.colour_name(colour).upper()} "
    return _read([("", directed(str(words.COLOUR))), (f"class:{colour.label}", label)])


def _pending(cards: int) -> Line:
    return [("class:uno", directed(house.PENDING.format(cards=text.counted_cards(cards))))]


def _under(faces: tuple[Face, ...]) -> Line:
    """The cards under the top one, the newest first, as many as there is room for."""
    if not faces:
        return []
    line: Line = [("", directed(str(words.UNDER)))]
    for face in faces:
        label = f" {words.short(face)} "
        if line_cells(line) + cells(label) >= LEAST_FACTS_COLUMNS - 1:
            break
        line += [(card_style(face), label), ("", " ")]
    return _read(line)


def _read(line: Line) -> Line:
    """Parts that were put one after the other, in the direction in which they are read."""
    return line[::-1] if speaking_right_to_left() else line


def _large_card(picture: Picture) -> list[Line]:
    """The top card in five rows of nine cells; a double line while it is new."""
    table = picture.table
    corner = middle = ""
    style = ""
    if table.top is not None:
        colour = table.top.colour if table.top.colour is not None else table.colour
        style = card_style(table.top, table.colour)
        corner = "" if colour is None else words.letter(colour)
        middle = words.big(table.top)
    rows = boxed((pad(corner, 7), _centred(middle, 7), pad(corner, 7, right=True)), double=picture.top_lit)
    return [[(style, row)] for row in rows]


def boxed(rows: tuple[str, ...], *, double: bool) -> list[str]:
    """Rows of one width with a line round them."""
    left_up, across, right_up, side, left_down, right_down = DOUBLE if double else THIN
    line = across * cells(rows[0])
    return [
        f"{left_up}{line}{right_up}",
        *(f"{side}{row}{side}" for row in rows),
        f"{left_down}{line}{right_down}",
    ]


def _centred(label: str, width: int) -> str:
    return pad(" " * ((width - cells(label)) // 2) + label, width)
