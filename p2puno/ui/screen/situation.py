"""What is going on at the table, and what the person may do about it, as sentences."""

from __future__ import annotations

from collections.abc import Mapping

from p2puno.language.texts import Text
from p2puno.ui import screen_house_texts as house
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.asking import Question, exchanges_with, must_keep, question_in, question_of
from p2puno.ui.model import shown_names
from p2puno.ui.prompts import goal
from protocol.rules.needs import (
    MoveKind,
    NeedCards,
    NeedCut,
    NeedDeal,
    NeedDuel,
    NeedExchange,
    NeedFirst,
    NeedFirstCard,
    NeedFit,
    NeedHands,
    NeedLast,
    NeedLot,
    NeedMove,
    NeedOpening,
    NeedPool,
    NeedShow,
    NeedShuffle,
    NeedVerdict,
    NeedVote,
    NeedWheel,
    Over,
)
from protocol.table.happenings import SeatShuffled
from protocol.table.view import TableView, View

BAR = 10
FOUR = 4


def title(view: TableView, watchers: int) -> str:
    shown = str(text.TABLE_BEFORE)
    if view.rules.round:
        shown = text.TABLE_ROUND.format(round=view.rules.round, goal=goal(view.rules.ruleset))
    if view.rules.silence is not None:
        shown = f"{shown} {house.SILENCE}"
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
    if isinstance(view, View) and (asked := question_of(view)) is not None:
        return _asked(view, asked)
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
    NeedLot: house.CASTING,
    NeedWheel: house.SPINNING,
    NeedFit: house.LOOKING,
    NeedHands: house.HANDS_MOVE,
    NeedExchange: house.EXCHANGING,
    NeedPool: house.POOLING,
    NeedShow: house.SHOWING,
    NeedDuel: house.DUELLING,
    NeedVote: house.VOTING,
    NeedFirst: house.HURRYING,
    NeedLast: house.HURRYING,
    Over: words.GAME_OVER,
}


def _others_turn(kinds: frozenset[MoveKind]) -> str:
    return str(OTHERS.get(question_in(kinds) or Question.TURN, words.TURN))


OTHERS: Mapping[Question, Text] = {
    Question.FOUR: words.ANSWERING,
    Question.COLOUR: words.NAMING,
    Question.ATTACK: house.OTHER_ATTACKED,
    Question.READY: house.OTHER_SORTS,
    Question.TARGET: house.OTHER_TRADES,
    Question.DISCARD: house.OTHER_DISCARDS,
}


def _shuffling(names: tuple[str, ...], progress: SeatShuffled | None) -> str:
    if progress is None:
        return str(words.SHUFFLE_BEGINS)
    filled = BAR * progress.step // progress.steps
    bar = "#" * filled + "." * (BAR - filled)
    return words.SHUFFLING.format(
        bar=bar, step=progress.step, steps=progress.steps, name=names[progress.seat]
    )


def _asked(view: View, asked: Question) -> str:
    """The question to this seat."""
    state, names = view.rules, shown_names(view.names)
    match asked:
        case Question.FOUR | Question.ATTACK:
            return _attacked(view)
        case Question.DRAWN if view.drawn is not None:
            drawn = words.DREW_KEPT if must_keep(view) else words.DREW_FITS
            drawn = drawn if MoveKind.KEEP in view.allowed else house.DREW_MUST
            return drawn.format(card=text.card(state.deck[view.drawn]))
        case Question.GIVE:
            other = exchanges_with(view)
            return house.GIVE.format(name="" if other is None else names[other])
        case Question.VOTE if isinstance(state.need, NeedVote):
            return house.VOTE.format(name=names[state.need.accused])
        case Question.REACT:
            return str(house.SHOUT if isinstance(state.need, NeedFirst) else house.SLAP)
        case Question.TURN if view.allowed == {MoveKind.PLAY}:
            return str(house.COVER)
        case _:
            return str(ASKED.get(asked, words.YOUR_TURN))


ASKED: Mapping[Question, Text] = {
    Question.COLOUR: words.NAME_FIRST,
    Question.READY: house.SORT,
    Question.TARGET: house.TRADE,
    Question.DISCARD: house.DISCARD,
    Question.DUEL: house.DUEL,
}


def _attacked(view: View) -> str:
    """What was laid against this seat."""
    state, names = view.rules, shown_names(view.names)
    attack, four = state.attack, state.four
    cards = FOUR if attack is None else attack.cards
    named = "" if state.colour is None else text.colour(state.colour)
    if four is not None and MoveKind.CHALLENGE in view.allowed:
        laid = words.FOUR_LAID if cards == FOUR else house.FOURS_LAID
        return laid.format(name=names[four.offender], named=named, cards=text.counted_cards(cards))
    if attack is None:
        return str(words.YOUR_TURN)
    laid = house.MAKES_DRAW if cards else house.MAKES_MISS
    return laid.format(name=names[attack.offender], cards=text.counted_cards(cards))


def not_now(view: TableView) -> str:
    """The answer to a move out of turn."""
    need = view.rules.need
    if isinstance(need, NeedMove) and need.seat != view.seat:
        return words.NOT_YOUR_TURN.format(name=shown_names(view.names)[need.seat])
    return str(words.NOT_NOW)
