"""The score graph: a line for each seat over the rounds, told apart without colours too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from p2puno.ui.screen.characters import cut_name

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 50, 140, 18, 32
# One of each for every seat, in units of the picture.
DASHES = ("", "7 4", "2 4", "10 4 2 4", "14 5", "4 2", "1 3", "8 2 2 2", "12 2", "5 5")
# Names of two seats at the end of their lines are kept so far apart; on a telephone the letters are larger.
APART = 20
# So much of a name fits beside its line.
NAME_CELLS = 12


@dataclass(frozen=True, slots=True)
class Line:
    """`points`: the places of its corners, as SVG wants them."""

    seat: int
    name: str
    points: str
    dash: str
    label_at: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A number beside an axis, and where."""

    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Graph:
    """Everything that the template draws."""

    lines: tuple[Line, ...]
    rounds: tuple[Mark, ...]
    scores: tuple[Mark, ...]


def graph_of(names: Sequence[str], scores: Sequence[Sequence[int]]) -> Graph | None:
    """`scores`: of all seats after each round; None as long as no round was scored."""
    if not scores:
        return None
    table = [[0] * len(names), *scores]
    low, high = min(0, *map(min, table)), max(1, *map(max, table))
    across, down = _scale(0, len(table) - 1, LEFT, WIDTH - RIGHT), _scale(low, high, HEIGHT - BOTTOM, TOP)
    labels = _apart([down(points) for points in table[-1]])
    lines = tuple(
        Line(
            seat,
            cut_name(name, NAME_CELLS),
            " ".join(f"{across(at):.1f},{down(row[seat]):.1f}" for at, row in enumerate(table)),
            DASHES[seat % len(DASHES)],
            labels[seat],
        )
        for seat, name in enumerate(names)
    )
    return Graph(
        lines,
        tuple(Mark(str(at), across(at)) for at in _some(0, len(table) - 1)),
        tuple(Mark(str(points), down(points)) for points in _some(low, high)),
    )


def _scale(low: int, high: int, start: float, end: float) -> Callable[[int], float]:
    """From low..high to start..end of the picture."""
    return lambda value: start + (value - low) * (end - start) / max(1, high - low)


def _some(low: int, high: int) -> range:
    """Some six whole numbers between them, at round distances."""
    apart = next(
        step * 10**zeros for zeros in range(8) for step in (1, 2, 5) if step * 10**zeros * 6 >= high - low
    )
    return range(-(-low // apart) * apart, high + 1, apart)


def _apart(places: Sequence[float]) -> list[float]:
    """The same places, moved so that no two labels lie upon each other, nor beneath the axis."""
    moved = list(places)
    ranked = sorted(range(len(places)), key=places.__getitem__)
    above = float(TOP - APART)
    for seat in ranked:
        above = moved[seat] = max(moved[seat], above + APART)
    below = float(HEIGHT - BOTTOM + APART)
    for seat in reversed(ranked):
        below = moved[seat] = min(moved[seat], below - APART)
    return moved
