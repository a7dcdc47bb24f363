"""What line mode asks a seat, and what it can answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from p2puno.language.speech import semicolons
from p2puno.language.texts import Text
from p2puno.ui import house_lines as house
from p2puno.ui import texts as text
from p2puno.ui.asking import Question, exchanges_with, leaves_one, must_keep, question_of
from p2puno.ui.model import shown_names, table_model
from p2puno.ui.prompts import hand_and_status, hand_line
from p2puno.ui.vocabulary import shown
from protocol.rules.book import Naming
from protocol.rules.cards import CardId
from protocol.rules.needs import MoveKind, NeedFirst, NeedMove, NeedNextRound, NeedVote
from protocol.table.choices import DiscardCards
from protocol.table.view import TableView, View

FOUR = 4


def question(view: View) -> tuple[str, ...]:
    """The lines that ask this seat for its decision; none if there is nothing to decide."""
    match question_of(view):
        case Question.COLOUR:
            return (hand_line(view), str(text.ASK_COLOUR))
        case Question.FOUR if MoveKind.PLAY not in view.allowed and not _is_stack(view):
            return (*hand_and_status(view), _ask_four(view))
        case Question.DRAWN:
            return _ask_drawn(view)
        case Question.TURN if view.allowed != {MoveKind.PLAY}:
            return (*hand_and_status(view), text.CAN.format(choices=choices(view)), *_hints(view))
        case None if view.may_catch and not _in_a_hurry(view):
            return (text.ASK_CATCH.format(name=_names(view, view.may_catch)),)
        case None:
            can = choices(view)
            return (text.CAN.format(choices=can),) if can else ()
        case asked:
            return _ask_by_rules(view, asked)


def _is_stack(view: View) -> bool:
    """Whether more than the four of one card wait for this seat."""
    attack = view.rules.attack
    return attack is not None and attack.cards > FOUR


def _ask_by_rules(view: View, asked: Question) -> tuple[str, ...]:
    """A question that only house rules ask."""
    can = choices(view)
    state = view.rules
    names = shown_names(view.names)
    offender = names[state.attack.offender] if state.attack is not None else ""
    waiting = text.counted_cards(state.attack.cards) if state.attack is not None else ""
    match asked:
        case Question.FOUR:
            assert state.four is not None
            colours = {"colour": text.colour(state.four.colour), "named": _named_colour(view)}
            ask = house.ASK_FOUR.format(name=offender, cards=waiting, choices=can, **colours)
        case Question.ATTACK if state.attack is not None and state.attack.cards:
            ask = house.ASK_DRAW.format(name=offender, cards=waiting, choices=can)
        case Question.ATTACK:
            ask = house.ASK_MISS.format(name=offender, choices=can)
        case Question.GIVE:
            other = exchanges_with(view)
            ask = house.ASK_GIVE.format(name="" if other is None else names[other], choices=can)
        case Question.VOTE if isinstance(state.need, NeedVote):
            return (house.ASK_VOTE.format(name=names[state.need.accused], choices=can),)
        case Question.REACT:
            shouts = isinstance(state.need, NeedFirst)
            return ((house.ASK_SHOUT if shouts else house.ASK_SLAP).format(choices=can),)
        case _:
            ask = ASKED[asked].format(choices=can)
    if view.asked is not None:  # it may be the turn of another
        return (hand_line(view), ask)
    return (*hand_and_status(view), ask, *_hints(view))


ASKED: Mapping[Question, Text] = {
    Question.READY: house.ASK_READY,
    Question.TARGET: house.ASK_TARGET,
    Question.DISCARD: house.ASK_DISCARD,
    Question.DUEL: house.ASK_DUEL,
    Question.TURN: house.ASK_COVER,
}


# --- what can be done ---------------------------------------------------------------------------------------


def choices(view: TableView) -> str:
    """What can be done now, in a few words; empty if nothing."""
    if not isinstance(view, View):
        return ""
    asked = question_of(view)
    return semicolons([*(CHOICES[asked](view) if asked is not None else ()), *_out_of_turn(view)])


def _choices_of_a_turn(view: View) -> list[str]:
    others = [shown(word) for kind, word in _WORDS.items() if kind in view.allowed]
    return [*_plays(view), *others[:1]]


def _plays(view: View) -> list[str]:
    """The cards that fit, and pairs that could be laid together."""
    hand = table_model(view).hand
    fitting = [str(card.number) for card in hand if card.fits]
    play = [text.CAN_PLAY.format(fitting=text.listed(fitting, text.OR))] if fitting else []
    numbers = {card.card: card.number for card in hand}
    pair = next(
        ((card, view.seconds(card)[0]) for card in numbers if card in view.legal and view.seconds(card)), None
    )
    if pair is not None:
        first, second = (numbers[card] for card in pair)
        ways = [house.CAN_PLAY_SKIP if as_skip else house.CAN_PLAY_PAIR for as_skip in view.pair_ways]
        play += [way.format(first=first, second=second) for way in ways]
    return play


def _answers(view: View) -> list[str]:
    words = [shown("accept"), *([shown("challenge")] if MoveKind.CHALLENGE in view.allowed else [])]
    return [*_plays(view), *words]


def _drawn_choices(view: View) -> list[str]:
    if must_keep(view):
        return [shown("keep")]
    number = table_model(view).hand[-1].number
    if MoveKind.KEEP not in view.allowed:
        return [text.CAN_PLAY.format(fitting=number)]
    return [text.ASKED_DRAWN.format(number=number)]


def _numbers(view: View, cards: Sequence[CardId]) -> str:
    """The cards as they are numbered in the hand."""
    return text.listed([str(card.number) for card in table_model(view).hand if card.card in cards], text.OR)


def _names(view: TableView, seats: Sequence[int]) -> str:
    return text.listed([shown_names(view.names)[seat] for seat in seats], text.OR)


def _duel_choices(view: View) -> list[str]:
    cards = [house.CAN_DUEL.format(numbers=_numbers(view, view.duel))] if view.duel else []
    return [*cards, str(house.CAN_DUEL_NONE)]


def _discard_choices(view: View) -> list[str]:
    none = [str(house.CAN_DISCARD_NONE)] if view.permits(DiscardCards(())) else []
    return [str(house.CAN_DISCARD), *none]


_WORDS = {MoveKind.DRAW: "draw", MoveKind.PASS: "pass"}
CHOICES: Mapping[Question, Callable[[View], list[str]]] = {
    Question.COLOUR: lambda _: [str(text.ASKED_COLOUR)],
    Question.FOUR: lambda view: _answers(view) if MoveKind.PLAY in view.allowed else [str(text.ASKED_FOUR)],
    Question.ATTACK: _answers,
    Question.READY: lambda _: [shown("ready")],
    Question.TARGET: lambda view: [house.CAN_CHOOSE.format(names=_names(view, view.targets))],
    Question.DISCARD: _discard_choices,
    Question.DRAWN: _drawn_choices,
    Question.TURN: _choices_of_a_turn,
    Question.GIVE: lambda view: [house.CAN_GIVE.format(numbers=_numbers(view, view.hand))],
    Question.DUEL: _duel_choices,
    Question.VOTE: lambda _: [str(house.CAN_VOTE)],
    Question.REACT: lambda _: [shown("slap")],
}


def _out_of_turn(view: View) -> list[str]:
    """What can be done besides a turn; accusing is always possible, and only the help mentions it."""
    words: list[str] = []
    if view.may_catch:
        words.append(text.CAN_CATCH.format(name=_names(view, view.may_catch)))
    if view.seat in view.may_call:
        words.append(shown("uno"))
    if others := [seat for seat in view.may_call if seat != view.seat]:
        words.append(house.CAN_RESCUE.format(name=_names(view, others)))
    if view.jumpable:
        words.append(house.CAN_JUMP.format(numbers=_numbers(view, view.jumpable)))
    return words


def _in_a_hurry(view: View) -> bool:
    """Whether there is more to do out of turn than to catch somebody."""
    return bool(view.may_call or view.jumpable)


def now_line(view: TableView) -> str:
    """What can be done now as a sentence; what is waited for if nothing can."""
    can = choices(view)
    if can:
        return text.CAN.format(choices=can)
    need = view.rules.need
    if isinstance(need, NeedMove):
        return text.NOW_WAITS_FOR.format(names=shown_names(view.names)[need.seat])
    if isinstance(need, NeedNextRound):
        return str(text.NOW_NEXT_ROUND)
    return str(text.NOW_BUSY)


# --- what is said with it -----------------------------------------------------------------------------------


def _hints(view: View) -> tuple[str, ...]:
    """What a beginner forgets: UNO with the next-to-last card, the colour of a wild, with whom to swap."""
    fitting = [card for card in table_model(view).hand if card.fits]
    wild = next((card.number for card in fitting if view.colour_due(card.card)), None)
    swap = next((card for card in fitting if view.target_due(card.card) is not Naming.NEVER), None)
    hints: list[str] = []
    if wild is not None:
        hints.append(text.WILD_HINT.format(number=wild))
    if swap is not None and len(view.targets) > 1:
        name = shown_names(view.names)[view.targets[0]]
        hints.append(house.SWAP_HINT.format(number=swap.number, name=name))
    if leaves_one(view):
        hints.append(str(text.UNO_HINT))
    return tuple(hints)


def _named_colour(view: TableView) -> str:
    return "" if view.rules.colour is None else text.colour(view.rules.colour)


def _ask_four(view: TableView) -> str:
    four = view.rules.four
    assert four is not None
    return text.ASK_FOUR.format(
        name=shown_names(view.names)[four.offender],
        colour=text.colour(four.colour),
        named=_named_colour(view),
    )


def _ask_drawn(view: View) -> tuple[str, ...]:
    drawn = table_model(view).hand[-1]
    card = text.card(drawn.face)
    if not drawn.fits:
        return (text.KEEPING.format(card=card),)
    ask = text.ASK_DRAWN_WILD if view.colour_due(drawn.card) else text.ASK_DRAWN
    if MoveKind.KEEP not in view.allowed:
        ask = house.ASK_DRAWN_MUST
    uno = (text.UNO_HINT_DRAWN.format(number=drawn.number),) if leaves_one(view) else ()
    return (hand_line(view), ask.format(card=card, number=drawn.number, choices=choices(view)), *uno)
