"""Screens as text, and one as a picture: `python -m p2puno.ui.screen.samples [DIR]` writes docs/screens.

Each is drawn from a table made by hand, by the code that draws real ones; a test holds the files to it.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import trio
import trio.testing

from p2puno.language.cards import shown_as
from p2puno.language.catalogue import LANGUAGES, SOURCE, speaking
from p2puno.net.addresses import Address
from p2puno.net.limits import DEFAULT_PORT
from p2puno.net.messages import Roll, RollEntry, TableInfo
from p2puno.net.tables import TableSeen
from p2puno.seat.player import Controls
from p2puno.store.acquaintances import Acquaintances
from p2puno.store.preferences import Preferences
from p2puno.ui.directions import without_marks
from p2puno.ui.screen.lobby import LobbyPage
from p2puno.ui.screen.page import TablePage
from p2puno.ui.screen.remembered import Remembered
from p2puno.ui.screen.stage import Line, Stage
from p2puno.ui.screen.svg import DARK, LIGHT, as_svg
from p2puno.ui.screen.waiting import WaitingPage
from protocol.rules.cards import CardId, Colour
from protocol.rules.engine import new_game
from protocol.rules.happenings import (
    CardPlayed,
    ColourChanged,
    GameEnded,
    RoundEnded,
    RoundStarted,
    UnoCalled,
)
from protocol.rules.moves import legal_plays
from protocol.rules.needs import MoveKind, NeedMove, NeedNextRound
from protocol.rules.ruleset import RuleSet
from protocol.rules.scoring import hand_value, round_points
from protocol.rules.state import LaidFour
from protocol.table.happenings import Happening
from protocol.table.state import Checked
from protocol.table.view import TableView, View
from protocol.wire.messages import RuleItem

FOLDER = Path("docs/screens")
THEMES = {"dark": DARK, "light": LIGHT}
ALT = "The table: who has how many cards, the card on top, what happened, and the own hand"
SIZE = 80, 24
LARGE = 200, 60
NAMES = ("Ann", "Bob", "Clara", "Dino")
START = new_game(RuleSet.preset("classic"), len(NAMES))
UNDER = ("green 9", "red 9", "red 2")
HAND = ("red 5", "red skip", "yellow 2", "yellow draw two", "green 9", "blue 7", "wild", "wild draw four")


def cards(*labels: str) -> tuple[CardId, ...]:
    """One card of the deck for each label; equal labels get different cards."""
    found: list[CardId] = []
    for label in labels:
        found.append(next(n for n, face in enumerate(START.deck) if face.label == label and n not in found))
    return tuple(found)


def table(
    *asked: MoveKind, top: str = "red 7", colour: Colour = Colour.RED, four: LaidFour | None = None
) -> View:
    """The table as Ann sees it, in the middle of the second round."""
    *laid, top_card = cards(*UNDER, top)
    hand = cards(*UNDER, top, *HAND)[len(UNDER) + 1 :]
    kinds = frozenset(asked)
    rules = replace(
        START,
        round=2,
        dealer=3,
        scores=(45, 0, 120, 0),
        turn=0,
        counts=(len(hand), 3, 12, 1),
        pile=57,
        discards=(*laid, top_card),
        colour=colour,
        four=four,
        need=NeedMove(0, kinds) if kinds else NeedNextRound(),
    )
    return View(
        seat=0,
        slot=120,
        names=NAMES,
        bots=(False, False, True, True),
        keys=tuple(bytes([seat]) * 32 for seat in range(4)),
        rules=rules,
        hand=hand,
        drawn=None,
        allowed=kinds,
        legal=legal_plays(rules, hand) if MoveKind.PLAY in kinds else (),
        shown=None,
        checked=Checked(shuffles=12, unmaskings=164, openings=14, challenges=1),
    )


# --- what has happened before -------------------------------------------------------------------------

PLAYS = cards("red 9", "red 2", "red 7")
STORY: tuple[Happening, ...] = (
    RoundStarted(2, 3),
    CardPlayed(1, PLAYS[0], 4, drawn=False),
    CardPlayed(2, PLAYS[1], 12, drawn=True),
    CardPlayed(3, PLAYS[2], 1, drawn=False),
    UnoCalled(3),
)
FOUR_STORY: tuple[Happening, ...] = (
    *STORY,
    CardPlayed(1, cards("wild draw four")[0], 3, drawn=False),
    ColourChanged(1, Colour.GREEN),
)
LEFT = (
    (),
    cards("red 5", "blue skip"),
    cards("yellow 9", "green 8", "wild"),
    cards("blue 3"),
)


def round_end() -> RoundEnded:
    """Ann goes out."""
    values = tuple(hand_value(START.deck, hand) for hand in LEFT)
    points = round_points(values, (0,))
    scores = tuple(before + gain for before, gain in zip((45, 0, 120, 0), points, strict=True))
    return RoundEnded(2, (0,), False, LEFT, values, points, scores)


# --- drawing ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sample:
    """A view with what led to it, and the keys pressed then; `transcript` ends the game.

    seated: else it is what somebody sees who looks on.
    """

    view: View
    story: tuple[Happening, ...] = STORY
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = SIZE
    transcript: Path | None = None
    theme: str = "colours"
    seated: bool = True


FOUR = table(
    MoveKind.ACCEPT,
    MoveKind.CHALLENGE,
    top="wild draw four",
    colour=Colour.GREEN,
    four=LaidFour(1, Colour.RED),
)
_TURN = table(MoveKind.PLAY, MoveKind.DRAW)
PARTY = replace(_TURN, rules=replace(_TURN.rules, ruleset=RuleSet.preset("party")))
ROUND_END = round_end()
FIRST_END = replace(ROUND_END, round=1, winners=(2,), points=(45, 0, 120, 0), scores=(45, 0, 120, 0))
AFTER = replace(table(), rules=replace(table().rules, scores=ROUND_END.scores))
BOBS_TURN = replace(
    table(), rules=replace(table().rules, turn=1, need=NeedMove(1, frozenset({MoveKind.PLAY})))
)
GAME_END = GameEnded((0,), ROUND_END.scores)
SAMPLES: Mapping[str, Sample] = {
    "table": Sample(table(MoveKind.PLAY, MoveKind.DRAW)),
    "table-suits": Sample(table(MoveKind.PLAY, MoveKind.DRAW), theme="suits"),
    "table-large": Sample(table(MoveKind.PLAY, MoveKind.DRAW), size=LARGE),
    "colour-choice": Sample(table(MoveKind.PLAY, MoveKind.DRAW), keys=("w", "enter", "g")),
    "player-choice": Sample(PARTY, keys=("7", "enter", "right")),
    "challenge": Sample(FOUR, FOUR_STORY),
    "handed-over": Sample(BOBS_TURN, keys=("t",)),
    "looking-on": Sample(BOBS_TURN, seated=False),
    "settings": Sample(table(MoveKind.PLAY, MoveKind.DRAW), keys=("o",)),
    "help": Sample(table(MoveKind.PLAY, MoveKind.DRAW), keys=("?",)),
    "round-end": Sample(AFTER, (FIRST_END, *STORY, ROUND_END)),
    "game-end": Sample(
        AFTER, (FIRST_END, *STORY, ROUND_END, GAME_END), transcript=Path("games/4f1c2b.p2puno")
    ),
    "too-small": Sample(table(MoveKind.PLAY, MoveKind.DRAW), size=(44, 12)),
}


async def draw(sample: Sample) -> list[Line]:
    async with showing(sample) as stage:
        return stage.page.draw(*sample.size)


@asynccontextmanager
async def showing(sample: Sample) -> AsyncIterator[Stage]:
    """What a person sees who was asked and has pressed the keys."""
    with shown_as(sample.theme):
        async with _showing(replace(sample, view=_themed(sample.view, sample.theme))) as stage:
            yield stage


def _themed(view: View, theme: str) -> View:
    rules = view.rules.ruleset.with_options({"theme": theme})
    return replace(view, rules=replace(view.rules, ruleset=rules))


@asynccontextmanager
async def _showing(sample: Sample) -> AsyncIterator[Stage]:
    stage = Stage(Remembered(Preferences(flash=False)))
    page = TablePage(stage, Controls())
    page.on_slot(sample.view if sample.seated else without_seat(sample.view), sample.story)
    if sample.transcript is not None:
        page.finished(sample.transcript, again=True)
    async with trio.open_nursery() as nursery:
        if sample.view.allowed:
            nursery.start_soon(page.decide, sample.view)
            await trio.testing.wait_all_tasks_blocked()
        for key in sample.keys:
            stage.page.press(key)
        yield stage
        nursery.cancel_scope.cancel()


def without_seat(view: View) -> TableView:
    """The same table as everybody may see it."""
    shown = {name: getattr(view, name) for name in TableView.__slots__}
    hidden = {"seat": None, "hand": (), "drawn": None, "legal": (), "shown": None, "asked": None}
    return TableView(**{**shown, **hidden, "allowed": frozenset(), "interruptions": frozenset()})


def as_text(lines: Sequence[Line]) -> str:
    """Without styles, which is what NO_COLOR and a photocopy leave."""
    return "".join(without_marks("".join(words for _, words in line)).rstrip() + "\n" for line in lines)


RULES = tuple(RuleItem(*item) for item in START.ruleset.items())
ADDRESS = Address("192.168.1.5", DEFAULT_PORT)


def draw_lobby() -> list[Line]:
    """Two tables, of which one can be sat down at."""
    page = LobbyPage(Stage(), START.ruleset)
    open_one = TableInfo(b"k" * 16, b"b" * 32, "Kitchen", NAMES[1:3], 4, RULES, started=False, pin=False)
    begun = replace(open_one, token=b"h" * 16, name="Hall", players=("Eve", "Finn"), started=True)
    for info in (open_one, begun):
        page.hear(TableSeen(info, ADDRESS, (ADDRESS,)))
    return page.draw(*SIZE)


def draw_waiting() -> list[Line]:
    """The opener's waiting room with one guest and one bot."""
    page = WaitingPage(Stage(), Controls(), lambda _: None, opener=True)
    entries = tuple(
        RollEntry(bytes([seat]) * 32, name, b"o" * 32, name == "Clara", (), ready=True)
        for seat, name in enumerate(NAMES[:3])
    )
    page.on_known(Acquaintances(), entries[0].key)
    page.on_open([ADDRESS])
    page.on_roll(Roll(b"k" * 16, "Kitchen", RULES, 10, entries))
    return page.draw(*SIZE)


def texts() -> Mapping[str, str]:
    """All samples by name, and the table in every language."""
    pages = {name: trio.run(draw, sample) for name, sample in SAMPLES.items()}
    pages |= {"lobby": draw_lobby(), "waiting-room": draw_waiting()}
    for code in LANGUAGES:
        if code != SOURCE:
            with speaking(code):
                pages[f"table-{code}"] = trio.run(draw, SAMPLES["table"])
    return {name: as_text(lines) for name, lines in pages.items()}


def pictures() -> Mapping[str, str]:
    """The table for the README, for readers with a dark and with a light background."""
    lines = trio.run(draw, SAMPLES["table"])
    return {f"table-{name}": as_svg(lines, ALT, theme) for name, theme in THEMES.items()}


def files() -> Mapping[str, str]:
    """Everything that is written, by the name of its file."""
    return {
        **{f"{name}.txt": text for name, text in texts().items()},
        **{f"{name}.svg": picture for name, picture in pictures().items()},
    }


def main(words: Sequence[str]) -> None:
    folder = Path(words[0]) if words else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files().items():
        (folder / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
