"""From a picture to styled lines: pure, and tested without a terminal. It decides nothing but places."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.ui import screen_house_texts as house
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.directions import apart, cell, directed, speaking_right_to_left
from p2puno.ui.screen.characters import cells, cut, fit, line_cells, pad, prose, tail, wrap
from p2puno.ui.screen.hand import hand_lines
from p2puno.ui.screen.keys import KeyWord
from p2puno.ui.screen.measures import measures
from p2puno.ui.screen.picture import Picture, Sheet
from p2puno.ui.screen.stage import Line, key_style
from p2puno.ui.screen.tabletop import draw_tabletop, table_rows
from protocol.rules.cards import Colour

LEAST_COLUMNS = 64
# From here on the log stands beside the table.
WIDE_COLUMNS = 110
LEAST_LOG, LEAST_HAND = 2, 2
# Of a log beside the table.
LEAST_LOG_COLUMNS = 34
# Large cards are not worth a shorter log.
GOOD_LOG = 12
HEAD_ROWS, FOOT_ROWS = 2, 6
ADVICE_ROWS = 2
# Headline, advice, and what has been checked.
SITUATION_ROWS = 2 + ADVICE_ROWS
# From here on the note under a sheet may take two rows.
ROOMY_ROWS = 12


def least_rows(seats: int) -> int:
    """How many rows a table with so many seats needs."""
    return HEAD_ROWS + table_rows(seats) + 1 + LEAST_LOG + LEAST_HAND + FOOT_ROWS


def draw_table(picture: Picture, columns: int, rows: int) -> list[Line]:
    seats = len(picture.table.seats)
    if columns < LEAST_COLUMNS or rows < least_rows(seats):
        return too_small(columns, rows, least_rows(seats))
    keys = _key_rows(picture.keys, columns)
    room = rows - HEAD_ROWS - len(keys)
    body = _wide(picture, columns, room) if columns >= WIDE_COLUMNS else _narrow(picture, columns, room)
    return [*head(picture.title, columns), *body, *keys]


def _narrow(picture: Picture, columns: int, rows: int) -> list[Line]:
    """From top to bottom: seats and card, log, hand, situation."""
    table = draw_tabletop(picture, columns)
    room = rows - len(table)
    own = _own(picture, columns, room - LEAST_LOG, room - GOOD_LOG)
    return [*table, *_log(picture, columns, rows - len(table) - len(own)), *own]


def _wide(picture: Picture, columns: int, rows: int) -> list[Line]:
    """The same with the log beside it all, so that what matters stands close together."""
    width = min(max(measures().with_card, columns * 3 // 5), columns - LEAST_LOG_COLUMNS)
    table = [*draw_tabletop(picture, width), []]
    room = rows - len(table)
    left = [*table, *_own(picture, width, room, room)]
    left += [[] for _ in range(rows - len(left))]
    log = _log(picture, columns - width - 2, rows)
    return [[*fit(line, width), ("", "│ "), *entry] for line, entry in zip(left, log, strict=True)]


def _own(picture: Picture, columns: int, rows: int, roomy: int) -> list[Line]:
    """The hand, and what is to be done about it; in `roomy` rows the cards may be large."""
    spare = rows - LEAST_HAND - 1 - SITUATION_ROWS
    situation = _situation(picture, columns, ADVICE_ROWS + min(1, max(0, spare)))
    besides = len(situation) + 1
    if picture.table.you is None and not picture.whose:
        return [_titled(str(words.LOOKING_ON), columns), *situation]
    hand = hand_lines(picture, columns, rows - besides, roomy - besides)
    return [_hand_title(picture, columns), *hand, *situation]


def draw_sheet(sheet: Sheet, columns: int, rows: int) -> list[Line]:
    """As much of the text as fits; the drawing of a sheet works in any window that has a few lines."""
    wrapped = sheet_lines(sheet, columns)
    foot = sheet_foot(sheet.note, sheet.keys, columns, rows)
    room = _sheet_room(foot, rows)
    first = max(0, min(sheet.first, len(wrapped) - room))
    body: list[Line] = [[("", f" {prose(line, columns - 2)}")] for line in wrapped[first : first + room]]
    body += [[] for _ in range(room - len(body))]
    return [*head(sheet.title, columns), *body, *foot][:rows]


def farthest(sheet: Sheet, columns: int, rows: int) -> int:
    """How many lines of the sheet are above the window when its last one is in it."""
    room = _sheet_room(sheet_foot(sheet.note, sheet.keys, columns, rows), rows)
    return max(0, len(sheet_lines(sheet, columns)) - room)


def _sheet_room(foot: Sequence[Line], rows: int) -> int:
    return max(1, rows - HEAD_ROWS - len(foot))


def sheet_foot(note: str, keys: Sequence[KeyWord], columns: int, rows: int) -> list[Line]:
    """A note of one line, or two where one is not enough and there is room, and the keys."""
    width = columns - 2
    first, *rest = wrap(note, width)
    noted = [cut(note, width)] if not rest or rows < ROOMY_ROWS else [first, cut(" ".join(rest), width)]
    lines: list[Line] = [[("class:loud", f" {prose(line, width)}")] for line in noted]
    return [_rule(columns), *lines, *_key_rows(keys, columns)]


def sheet_lines(sheet: Sheet, columns: int) -> list[str]:
    """The text as it is wrapped for a window of this width."""
    return [piece for line in sheet.lines for piece in wrap(line, max(8, columns - 2), indent=2)]


def too_small(columns: int, rows: int, need: int) -> list[Line]:
    sentences = (
        words.TOO_SMALL.format(columns=columns, rows=rows),
        words.TOO_SMALL_NEED.format(columns=LEAST_COLUMNS, rows=need),
        str(words.TOO_SMALL_HOW),
    )
    lines = [piece for sentence in sentences for piece in wrap(sentence, max(1, columns))]
    return [[("", prose(line, columns))] for line in lines[:rows]]


# --- head, situation, keys ----------------------------------------------------------------------------


def head(title: str, columns: int) -> list[Line]:
    return [fit([("class:title", f" {words.TITLE}  "), ("", directed(title))], columns), _rule(columns)]


def _rule(columns: int) -> Line:
    return [("", "─" * columns)]


def _situation(picture: Picture, columns: int, most: int) -> list[Line]:
    """What goes on, what can be done about it, and what has been checked or is being typed."""
    said = f"  {prose(picture.headline, columns - 4)}"
    headline: Line = [("class:turn", pad(said, columns)) if picture.mine else ("class:loud", said)]
    return [headline, *_advice(picture, columns, most), _last_line(picture, columns)]


def _advice(picture: Picture, columns: int, most: int) -> list[Line]:
    """Two rows, or up to `most` where the words need them."""
    chooser = [] if picture.chooser is None else [_chooser(picture.chooser, columns)]
    if picture.players:
        chooser = [_player_chooser(picture.players, columns)]
    lines = wrap(picture.advice, columns - 4)
    room = most - len(chooser)
    if len(lines) > room:
        lines = [*lines[: room - 1], cut(" ".join(lines[room - 1 :]), columns - 4)]
    advice: list[Line] = [[("", f"  {prose(line, columns - 4)}")] for line in lines]
    rows = [*chooser, *advice]
    return rows + [[] for _ in range(ADVICE_ROWS - len(rows))]


def _chooser(chosen: Colour, columns: int) -> Line:
    """The question and the four colours; where there is no room, without it, and suits without names."""
    question: Line = [("", f"  {words.CHOOSE_COLOUR}")]
    short = [f" {words.choice(colour)} " for colour in Colour]
    named = [f"{letter}{words.colour_name(colour)} " for letter, colour in zip(short, Colour, strict=True)]
    lines = [[*question, *_choices(chosen, named)], _choices(chosen, named)]
    return next((line for line in lines if line_cells(line) <= columns), _choices(chosen, short))


def _player_chooser(players: Sequence[tuple[str, bool]], columns: int) -> Line:
    """The question and the players; where there is no room, without the question."""
    line: Line = []
    for name, chosen in players:
        left, right = ("[", "]") if chosen else (" ", " ")
        line += [("class:chosen" if chosen else "", f"{left}{name}{right}"), ("", " ")]
    question: Line = [("", f"  {house.CHOOSE_PLAYER}")]
    whole = [*question, *line]
    return whole if line_cells(whole) <= columns else fit(line, columns)


def _choices(chosen: Colour, labels: Sequence[str]) -> Line:
    line: Line = []
    for colour, label in zip(Colour, labels, strict=True):
        left, right = ("[", "]") if colour is chosen else (" ", " ")
        key = words.LETTER[colour].source.lower()
        style = "class:chosen" if colour is chosen else ""
        line += [(style, left), (key_style(f"class:{colour.label}", key), label), (style, right), ("", " ")]
    return line


def _last_line(picture: Picture, columns: int) -> Line:
    if picture.typing is None:
        return [("class:quiet", f"  {prose(picture.checked, columns - 4)}")]
    typed = tail(picture.typing, columns - cells(str(words.SAY)) - 6)
    line: Line = [("class:loud", str(words.SAY)), ("", apart(typed)), ("class:chosen", " ")]
    if speaking_right_to_left():  # the line grows to the left
        line = [("", " " * (columns - 4 - line_cells(line))), *reversed(line)]
    return [("", "  "), *line]


def _key_rows(keys: Sequence[KeyWord], columns: int) -> list[Line]:
    """Two rows at most; there are always two, so that nothing jumps."""
    rows: list[Line] = [[("", " ")]]
    used = 1
    for key in keys:
        width = cells(key.shown) + cells(key.word) + 3
        if used + width > columns:
            rows.append([("", " ")])
            used = 1
        style = [key_style(style, key.key) if key.key else style for style in ("class:key", "")]
        rows[-1] += [(style[0], key.shown), (style[1], f" {key.word}"), ("", "  ")]
        used += width
    return [*rows, []][:2]


# --- log and hand -------------------------------------------------------------------------------------


def _log(picture: Picture, width: int, rows: int) -> list[Line]:
    """A heading and the newest lines that fit, or older ones if it is scrolled back."""
    if rows <= 0:
        return []
    heading = words.LOG_BACK if picture.back else words.LOG
    rule = f"── {cut(cell(str(heading)), width - 4)} "
    lines = [piece for line in picture.log[-200:] for piece in wrap(line, width - 2, indent=2)]
    room = rows - 1
    end = max(min(room, len(lines)), len(lines) - picture.back)
    shown = lines[max(0, end - room) : end]
    body: list[Line] = [[("", f" {prose(line, width - 2)}")] for line in shown]
    return [[("", rule + "─" * (width - cells(rule)))], *body, *([] for _ in range(room - len(shown)))]


def _titled(title: str, columns: int) -> Line:
    return [("", "── "), ("class:title", title), ("", f" {'─' * (columns - cells(title) - 4)}")]


def _hand_title(picture: Picture, columns: int) -> Line:
    table = picture.table
    fits = picture.marks and any(card.fits for card in table.hand)
    own = (words.HAND_FITS if fits else words.HAND).format(cards=text.counted_cards(len(table.hand)))
    title = picture.whose or own
    line: Line = [("", "── "), ("class:title", title), ("", " ")]
    for shown in (picture.pair, str(words.SAYING_UNO) if picture.uno else ""):
        if shown:
            line += [("class:uno", f" {shown} "), ("", " ")]
    used = sum(cells(part) for _, part in line)
    return [*line, ("", "─" * (columns - used))]
