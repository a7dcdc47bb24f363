"""The score sheet: what every round has brought, a row for each seat."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.ui import screen_texts as words
from p2puno.ui.directions import cell
from p2puno.ui.model import shown_names
from p2puno.ui.screen.characters import cells, cut_name, pad, tidy
from protocol.rules.happenings import SeatsJoined
from protocol.table.view import TableView

NAME_COLUMNS, ROUND_COLUMNS, SUM_COLUMNS = 18, 5, 8
LONGEST_NAME_COLUMNS = 19
# So many rounds fit beside each other into the narrowest window; the ones before are added up.
MOST_ROUNDS = 6


def score_lines(view: TableView, rounds: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """`rounds` are the points of all seats, round by round."""
    if not rounds:
        return (str(words.NO_SCORES),)
    first = max(0, len(rounds) - MOST_ROUNDS)
    earlier, shown = rounds[:first], rounds[first:]
    heads = [str(number) for number in range(first + 1, len(rounds) + 1)]
    columns = [[points[seat] for points in shown] for seat in range(len(view.names))]
    if earlier:
        heads.insert(0, f"1-{first}")
        for seat, column in enumerate(columns):
            column.insert(0, sum(points[seat] for points in earlier))
    head, total = cell(str(words.SCORE_ROUND)), cell(str(words.POINTS))
    wide = min(LONGEST_NAME_COLUMNS, max(NAME_COLUMNS, cells(head))), max(SUM_COLUMNS, cells(total) + 1)
    names = [cell(cut_name(tidy(name), wide[0])) for name in shown_names(view.names)]
    return (
        _row(wide, head, heads, total),
        *(
            _row(wide, name, [str(points) for points in column], str(score))
            for name, column, score in zip(names, columns, view.rules.scores, strict=True)
        ),
    )


def with_entries(rounds: Sequence[Sequence[int]], joined: SeatsJoined) -> list[tuple[int, ...]]:
    """The rounds with columns for newcomers too: what they begin with stands in the last one."""
    if not rounds:
        return []
    seats = max(len(rounds[-1]), max(joined.seats) + 1)
    filled = [(*points, *(0,) * (seats - len(points))) for points in rounds]
    last = list(filled[-1])
    for seat, score in zip(joined.seats, joined.scores, strict=True):
        last[seat] += score - sum(points[seat] for points in filled)
    return [*filled[:-1], tuple(last)]


def _row(wide: tuple[int, int], name: str, columns: Sequence[str], total: str) -> str:
    middle = "".join(pad(each, ROUND_COLUMNS, right=True) for each in columns)
    return f"{pad(name, wide[0])}{middle}{pad(total, wide[1], right=True)}"
