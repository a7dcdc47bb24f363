"""What is going on at the table, and what the person may do about it, as sentences."""

from __future__ import annotations

from p2puno.language.speech import said
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.asking import Question, leaves_one, must_keep, question_in
from p2puno.ui.model import shown_names
from p2puno.ui.prompts import goal
from p2puno.ui.screen.composing import Composing
from protocol.rules.moves import why_not
from protocol.rules.needs import (
    MoveKind,
    NeedCards,
    NeedCut,
    NeedDeal,
    NeedFirstCard,
    NeedMove,
    NeedOpening,
    NeedShuffle,
    NeedVerdict,
    Over,
)
from protocol.table.happenings import SeatShuffled
from protocol.table.view import TableView

BAR = 10


def title(view: TableView, watchers: int) -> str:
    shown = str(text.TABLE_BEFORE)
    if view.rules.round:
        shown = text.TABLE_ROUND.format(round=view.rules.round, goal=goal(view.rules.ruleset))
    return f"{shown} {text.LOOK_ON.of(watchers)}" if watchers else shown


def checked(view: TableView) -> str:
    done = view.checked
    return words.CHECKED.format(
        shuffles=words.SHUFFLES.of(done.shuffles),
        unmaskings=words.UNMASKINGS.of(done.unmaskings),
        openings=words.OPENINGS.of(done.openings),
        challenges=words.CHALLENGES.of(done.challenges),
    )


def headline(view: TableView, progress: SeatShuffled | None) -> str:
    """What the table waits for, in a few words."""
    if view.allowed:
        return _asked(view)
    need = view.rules.need
    names = shown_names(view.names)
    match need:
        case NeedMove(seat, kinds):
            return _others_turn(kinds).format(name=names[seat]) if seat != view.seat else str(words.SENT)
        case NeedShuffle():
            return _shuffling(names, progress)
        case NeedCards(seat, count):
            form = words.DRAWING_YOU if seat == view.seat else words.DRAWING
            return form.format(name=names[seat], cards=text.counted_cards(count))
        case _:
            return str(_BUSY.get(type(need), words.NEXT_ROUND))


_BUSY = {
    NeedCut: words.CUTTING,
    NeedFirstCard: words.FIRST_CARD,
    NeedDeal: words.DEALING,
    NeedVerdict: words.PROVING,
    NeedOpening: words.OPENING,
    Over: words.GAME_OVER,
}


def _others_turn(kinds: frozenset[MoveKind]) -> str:
    lines = {Question.FOUR: words.ANSWERING, Question.COLOUR: words.NAMING}
    return str(lines.get(question_in(kinds) or Question.TURN, words.TURN))


def _shuffling(names: tuple[str, ...], progress: SeatShuffled | None) -> str:
    if progress is None:
        return str(words.SHUFFLE_BEGINS)
    filled = BAR * progress.step // progress.steps
    bar = "#" * filled + "." * (BAR - filled)
    return words.SHUFFLING.format(
        bar=bar, step=progress.step, steps=progress.steps, name=names[progress.seat]
    )


def _asked(view: TableView) -> str:
    """The question to this seat."""
    if MoveKind.NAME_COLOUR in view.allowed:
        return str(words.NAME_FIRST)
    four, named = view.rules.four, view.rules.colour
    if MoveKind.ACCEPT in view.allowed and four is not None and named is not None:
        return words.FOUR_LAID.format(name=shown_names(view.names)[four.offender], named=text.colour(named))
    if view.drawn is not None:
        drawn = words.DREW_KEPT if must_keep(view) else words.DREW_FITS
        return drawn.format(card=text.card(view.rules.deck[view.drawn]))
    return str(words.YOUR_TURN)


def hint(view: TableView, composing: Composing) -> str:
    """What somebody who has never played wants to be told now; empty if there is nothing to tell."""
    catching = _catch_hint(view)
    if composing.choosing:
        return _colour_hint(view, composing)
    four = view.rules.four
    if MoveKind.ACCEPT in view.allowed and four is not None:
        name = shown_names(view.names)[four.offender]
        return words.FOUR_HINT.format(name=name, colour=text.colour(four.colour))
    if view.allowed & {MoveKind.PLAY, MoveKind.PLAY_DRAWN} and not must_keep(view):
        return f"{catching} {_play_hint(view, composing)}".strip()
    return catching


def _catch_hint(view: TableView) -> str:
    if view.catchable is None:
        return ""
    return words.CATCH_HINT.format(name=shown_names(view.names)[view.catchable])


def _colour_hint(view: TableView, composing: Composing) -> str:
    if MoveKind.NAME_COLOUR in view.allowed or composing.cursor is None:
        return str(words.COLOUR_HINT_FIRST)
    return words.COLOUR_HINT.format(what=text.card(view.rules.deck[composing.cursor]))


def _play_hint(view: TableView, composing: Composing) -> str:
    if not view.legal:
        return str(words.NOTHING_FITS) if MoveKind.DRAW in view.allowed else ""
    if composing.cursor is None:
        return str(words.CHOOSE_A_CARD)
    if composing.cursor not in view.legal:
        return unfit(view, composing.cursor)
    face = view.rules.deck[composing.cursor]
    sentence = (words.PLAYS_WILD if face.is_wild else words.PLAYS).format(card=text.card(face))
    if leaves_one(view):
        sentence += f" {words.UNO_SET if composing.uno else words.UNO_HINT}"
    return sentence


def unfit(view: TableView, card: int) -> str:
    """Why a card cannot be played now."""
    if view.drawn is not None:
        return str(words.ONLY_DRAWN)
    why = why_not(view.rules, card)
    sentence = str(words.CHOOSE_A_CARD) if why is None else said(why)
    return sentence[:1].upper() + sentence[1:]


def not_now(view: TableView) -> str:
    """The answer to a move out of turn."""
    need = view.rules.need
    if isinstance(need, NeedMove) and need.seat != view.seat:
        return words.NOT_YOUR_TURN.format(name=shown_names(view.names)[need.seat])
    return str(words.NOT_NOW)
