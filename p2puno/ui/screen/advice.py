"""What somebody who has never played wants to be told now, about this seat's question and the chosen card."""

from __future__ import annotations

from collections.abc import Mapping

from p2puno.language.speech import capital, said
from p2puno.language.texts import Text
from p2puno.ui import screen_house_texts as house
from p2puno.ui import screen_texts as words
from p2puno.ui import texts as text
from p2puno.ui.asking import Question, catch_first, leaves_one, must_keep, question_of
from p2puno.ui.model import shown_names
from p2puno.ui.screen.composing import Composing
from protocol.rules.book import Naming
from protocol.rules.moves import why_not
from protocol.rules.needs import MoveKind
from protocol.table.view import TableView, View


def hint(view: TableView, composing: Composing) -> str:
    """Empty if there is nothing to tell."""
    if not isinstance(view, View):
        return ""
    if composing.choosing:
        return _colour_hint(view, composing)
    if composing.aiming:
        return str(house.AIM_HINT_ALONE if MoveKind.NAME_TARGET in view.allowed else house.AIM_HINT)
    sentences = [_out_of_turn(view), _asked(view, composing)]
    return " ".join(filter(None, sentences))


def _out_of_turn(view: View) -> str:
    names = shown_names(view.names)
    hints: list[str] = []
    if (target := catch_first(view)) is not None:
        hints.append(words.CATCH_HINT.format(name=names[target]))
    if view.seat in view.may_call:
        hints.append(str(house.CALL_HINT))
    if others := [seat for seat in view.may_call if seat != view.seat]:
        hints.append(house.RESCUE_HINT.format(name=names[others[0]]))
    if view.jumpable:
        hints.append(str(house.JUMP_HINT))
    return " ".join(hints)


def _asked(view: View, composing: Composing) -> str:
    match question_of(view):
        case Question.FOUR if MoveKind.PLAY not in view.allowed:
            return _four_hint(view)
        case Question.FOUR | Question.ATTACK:
            return _attack_hint(view)
        case Question.TURN | Question.DRAWN if not must_keep(view):
            return _play_hint(view, composing)
        case asked:
            return str(HINTS[asked]) if asked in HINTS else ""


HINTS: Mapping[Question | None, Text] = {
    Question.READY: house.READY_HINT,
    Question.DISCARD: house.DISCARD_HINT,
    Question.GIVE: house.GIVE_HINT,
    Question.DUEL: house.DUEL_HINT,
    Question.VOTE: house.VOTE_HINT,
}


def _four_hint(view: View) -> str:
    four = view.rules.four
    if four is None:
        return ""
    name = shown_names(view.names)[four.offender]
    return words.FOUR_HINT.format(name=name, colour=text.colour(four.colour))


def _attack_hint(view: View) -> str:
    doubt = [str(house.DOUBT_HINT)] if MoveKind.CHALLENGE in view.allowed else []
    if MoveKind.PLAY not in view.allowed:
        return str(house.MISS_HINT)
    return " ".join([str(house.ANSWER_HINT if view.legal else house.TAKE_HINT), *doubt])


def _colour_hint(view: View, composing: Composing) -> str:
    if MoveKind.NAME_COLOUR in view.allowed or composing.cursor is None:
        return str(words.COLOUR_HINT_FIRST)
    return words.COLOUR_HINT.format(what=text.card(view.rules.deck[composing.cursor]))


def _play_hint(view: View, composing: Composing) -> str:
    if not view.legal:
        return str(words.NOTHING_FITS) if MoveKind.DRAW in view.allowed else ""
    card = composing.cursor
    if card is None:
        return str(words.CHOOSE_A_CARD)
    if card not in view.legal:
        return unfit(view, card)
    sentence = words.PLAYS
    if view.target_due(card) is not Naming.NEVER and len(view.targets) > 1:
        sentence = house.PLAYS_TARGET
    elif view.colour_due(card):
        sentence = words.PLAYS_WILD
    hints = [sentence.format(card=text.card(view.rules.deck[card]))]
    if view.seconds(card):
        hints.append(str(house.PAIR_HINT))
    if leaves_one(view):
        hints.append(str(words.UNO_SET if composing.uno else words.UNO_HINT))
    return " ".join(hints)


def unfit(view: TableView, card: int) -> str:
    """Why a card cannot be played now."""
    if view.drawn is not None:
        return str(words.ONLY_DRAWN)
    why = why_not(view.rules, card)
    sentence = str(words.CHOOSE_A_CARD) if why is None else said(why)
    sentence = capital(sentence)
    if isinstance(view, View) and view.tries and why is not None:
        price = text.counted_cards(view.rules.ruleset.number("misplay_penalty"))
        return f"{text.as_sentence(sentence)} {house.TRY_HINT.format(cards=price)}"
    return sentence
