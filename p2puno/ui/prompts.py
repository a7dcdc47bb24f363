"""What line mode shows of a view: the hand, the table, the question and what can be answered."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.language.speech import commas, semicolons
from p2puno.language.texts import Text
from p2puno.ui import texts as text
from p2puno.ui.asking import Question, leaves_one, must_keep, question_in
from p2puno.ui.directions import apart
from p2puno.ui.model import HandCard, SeatModel, TableModel, shown_names, sort_cards, table_model
from p2puno.ui.narration import worded
from p2puno.ui.screen.characters import pad, widest
from p2puno.ui.vocabulary import shown
from protocol.rules.cards import CardId
from protocol.rules.needs import MoveKind, NeedMove, NeedNextRound
from protocol.rules.ruleset import RuleSet
from protocol.table.view import TableView


def help_lines() -> tuple[str, ...]:
    """What can be typed, a line each."""
    lines = [(_typed(line), meaning) for line, meaning in text.HELP]
    width = widest(line for line, _ in lines) + 2
    return tuple(f"{pad(line, width)}{meaning}" for line, meaning in lines)


def _typed(line: Text | tuple[str, ...]) -> str:
    """An example, or commands by their names."""
    return commas([shown(command) for command in line]) if isinstance(line, tuple) else str(line)


def question(view: TableView) -> tuple[str, ...]:
    """The lines that ask this seat for its decision; none if there is nothing to decide."""
    match question_in(view.allowed):
        case Question.COLOUR:
            return (hand_line(view), str(text.ASK_COLOUR))
        case Question.FOUR:
            return (*hand_and_status(view), _ask_four(view))
        case Question.DRAWN:
            return _ask_drawn(view)
        case Question.TURN:
            return (*hand_and_status(view), text.CAN.format(choices=choices(view)), *_hints(view))
        case None if view.catchable is not None:
            return (text.ASK_CATCH.format(name=shown_names(view.names)[view.catchable]),)
        case None:
            return ()


def hand_and_status(view: TableView) -> tuple[str, ...]:
    return (text.YOUR_TURN.format(status=status_line(view)), hand_line(view))


def choices(view: TableView) -> str:
    """What can be done now, in a few words; empty if nothing."""
    words: list[str] = []
    match question_in(view.allowed):
        case Question.COLOUR:
            words.append(str(text.ASKED_COLOUR))
        case Question.FOUR:
            words.append(str(text.ASKED_FOUR))
        case Question.DRAWN if must_keep(view):
            words.append(shown("keep"))
        case Question.DRAWN:
            words.append(text.ASKED_DRAWN.format(number=table_model(view).hand[-1].number))
        case Question.TURN:
            words += _choices_of_a_turn(view)
        case None:
            pass
    if view.catchable is not None:
        words.append(text.CAN_CATCH.format(name=shown_names(view.names)[view.catchable]))
    return semicolons(words)


def _choices_of_a_turn(view: TableView) -> list[str]:
    fitting = [str(card.number) for card in table_model(view).hand if card.fits]
    play = [text.CAN_PLAY.format(fitting=text.listed(fitting, text.OR))] if fitting else []
    return [*play, shown("draw" if MoveKind.DRAW in view.allowed else "pass")]


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


def turn_line(view: TableView) -> str | None:
    """Whose turn it is, if it is somebody else's; nothing while that seat looks at a drawn card."""
    need = view.rules.need
    if not isinstance(need, NeedMove) or need.seat == view.seat:
        return None
    question = question_in(need.allowed)
    if question is None or question is Question.DRAWN:
        return None
    lines = {Question.FOUR: text.ANSWERING, Question.COLOUR: text.NAMING, Question.TURN: text.TURN}
    line = lines[question]
    model = table_model(view)
    return line.format(name=model.names[need.seat], top=top_words(model))


# --- hand and table -----------------------------------------------------------------------------------


def hand_line(view: TableView) -> str:
    hand = table_model(view).hand
    if not hand:
        return str(text.HAND_EMPTY)
    asked = {MoveKind.PLAY, MoveKind.KEEP} & view.allowed
    line = text.HAND_PLAIN
    if asked:
        line = text.HAND if any(card.fits for card in hand) else text.HAND_NO_FIT
    return line.format(cards=commas([_numbered(card) for card in hand]))


def table_lines(view: TableView) -> tuple[str, ...]:
    """Everything that lies open, for the command `table`."""
    model = table_model(view)
    rounds = (
        text.TABLE_ROUND.format(round=model.round, goal=goal(view.rules.ruleset))
        if model.round
        else str(text.TABLE_BEFORE)
    )
    scores = commas([f"{seat.name} {seat.score}" for seat in model.seats])
    lines = (rounds, status_line(view), text.TABLE_SCORES.format(scores=scores))
    turn = turn_line(view)
    return lines if turn is None else (*lines, turn)


def status_line(view: TableView) -> str:
    """Top card, pile, direction, and everybody's cards in the order of play, beginning with who moves."""
    model = table_model(view)
    first = (model.you or 0) if model.chooses is None else model.chooses
    order = [(first + step * model.direction) % len(model.seats) for step in range(len(model.seats))]
    return text.STATUS.format(
        top=top_words(model),
        pile=text.counted_cards(model.pile),
        direction=text.DIRECTION[model.direction],
        seats=commas([_seat_words(model.seats[seat]) for seat in order]),
    )


def top_words(model: TableModel) -> str:
    """The top card; with a wild also the colour in play."""
    if model.top is None:
        return str(text.NO_TOP)
    card = text.card(model.top)
    if not model.top.is_wild:
        return text.TOP.format(card=card)
    if model.colour is None:
        return text.TOP_WILD_UNNAMED.format(card=card)
    return text.TOP_WILD.format(card=card, colour=text.colour(model.colour))


def goal(rules: RuleSet) -> str:
    """What ends the game."""
    if rules["score"] == "one-round":
        return str(text.GOAL_ONE)
    if rules.number("rounds"):
        return text.GOAL_ROUNDS.format(rounds=rules["rounds"])
    return text.GOAL_TARGET.format(target=rules["target"])


def card_list(view: TableView, cards: Sequence[CardId]) -> str:
    deck = view.rules.deck
    return text.listed([text.card(deck[card]) for card in sort_cards(deck, cards)])


def _seat_words(seat: SeatModel) -> str:
    name = text.YOU if seat.you else seat.name
    return f"{name} {seat.cards}"


def _numbered(card: HandCard) -> str:
    return f"{card.number} {text.card(card.face)}{'*' if card.fits else ''}"


# --- questions ----------------------------------------------------------------------------------------


def _hints(view: TableView) -> tuple[str, ...]:
    """What a beginner forgets: UNO with the next-to-last card, the colour of a wild."""
    fitting = [card for card in table_model(view).hand if card.fits]
    wild = next((card.number for card in fitting if card.face.is_wild), None)
    hints: list[str] = []
    if wild is not None:
        hints.append(text.WILD_HINT.format(number=wild))
    if leaves_one(view):
        hints.append(str(text.UNO_HINT))
    return tuple(hints)


def _ask_four(view: TableView) -> str:
    four, named = view.rules.four, view.rules.colour
    assert four is not None
    assert named is not None
    return text.ASK_FOUR.format(
        name=shown_names(view.names)[four.offender],
        colour=text.colour(four.colour),
        named=text.colour(named),
    )


def _ask_drawn(view: TableView) -> tuple[str, ...]:
    drawn = table_model(view).hand[-1]
    card = text.card(drawn.face)
    if not drawn.fits:
        return (text.KEEPING.format(card=card),)
    ask = text.ASK_DRAWN_WILD if drawn.face.is_wild else text.ASK_DRAWN
    uno = (text.UNO_HINT_DRAWN.format(number=drawn.number),) if leaves_one(view) else ()
    return (hand_line(view), ask.format(card=card, number=drawn.number), *uno)


def about(view: TableView, key: str, seat: int, **parts: object) -> str:
    """A sentence of `HAPPENED` about one seat."""
    wording = worded(text.HAPPENED[key], view.seat, seat)
    return wording.format(name=shown_names(view.names)[seat], **parts)


def chat_line(view: TableView, seat: int, said: str) -> str:
    """What a seat said."""
    return about(view, "chat", seat, text=apart(said))


def checked_line(view: TableView) -> str:
    """How much has been verified."""
    done = view.checked
    return text.CHECKED_SO_FAR.format(
        shuffles=done.shuffles, unmaskings=done.unmaskings, openings=done.openings, challenges=done.challenges
    )
