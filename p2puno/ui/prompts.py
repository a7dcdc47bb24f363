"""What line mode shows of a view: the hand, the table, the question and what can be answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2puno.language.speech import capital, commas
from p2puno.language.texts import Text
from p2puno.ui import house_lines as house
from p2puno.ui import leaving_texts
from p2puno.ui import texts as text
from p2puno.ui.asking import Question, question_in
from p2puno.ui.directions import apart
from p2puno.ui.house_lines import house_lines
from p2puno.ui.house_texts import GOAL_DECK
from p2puno.ui.model import HandCard, SeatModel, TableModel, shown_names, sort_cards, table_model
from p2puno.ui.narration import worded
from p2puno.ui.screen.characters import pad, widest
from p2puno.ui.vocabulary import shown
from protocol.rules.cards import CardId
from protocol.rules.needs import MoveKind, NeedMove
from protocol.rules.ruleset import RuleSet
from protocol.table.view import TableView

FOUR = 4


def help_lines(rules: RuleSet | None = None) -> tuple[str, ...]:
    """What can be typed, a line each, and what these rules need beside it."""
    house = () if rules is None else house_lines(rules)
    lines = [
        *((_typed(line), str(meaning)) for line, meaning in text.HELP),
        *((str(line.example), str(line.meaning)) for line in house),
    ]
    width = widest(line for line, _ in lines) + 2
    return tuple(f"{pad(line, width)}{meaning}" for line, meaning in lines)


def _typed(line: Text | tuple[str, ...]) -> str:
    """An example, or commands by their names."""
    return commas([shown(command) for command in line]) if isinstance(line, tuple) else str(line)


def hand_and_status(view: TableView) -> tuple[str, ...]:
    return (text.YOUR_TURN.format(status=status_line(view)), hand_line(view))


def turn_line(view: TableView) -> str | None:
    """Whose turn it is, if it is somebody else's; nothing while that seat looks at a drawn card."""
    need = view.rules.need
    if not isinstance(need, NeedMove) or need.seat == view.seat:
        return None
    question = question_in(need.allowed)
    line = None if question is None else OTHERS.get(question)
    if line is None:
        return None
    model = table_model(view)
    return line.format(name=model.names[need.seat], top=top_words(model))


# What is said of others; what is not here is told by what happens next.
OTHERS: Mapping[Question, Text] = {
    Question.FOUR: text.ANSWERING,
    Question.COLOUR: text.NAMING,
    Question.TURN: text.TURN,
    Question.ATTACK: house.OTHER_ATTACKED,
    Question.READY: house.OTHER_SORTS,
    Question.TARGET: house.OTHER_TRADES,
    Question.DISCARD: house.OTHER_DISCARDS,
}


# --- hand and table -----------------------------------------------------------------------------------


def hand_line(view: TableView) -> str:
    hand = table_model(view).hand
    if not hand:
        return str(text.HAND_EMPTY)
    asked = {MoveKind.PLAY, MoveKind.KEEP, MoveKind.PLAY_DRAWN} & view.allowed
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
    scores = commas([_score_words(seat) for seat in model.seats])
    lines = (rounds, capital(status_line(view)), text.TABLE_SCORES.format(scores=scores))
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
        seats=commas([_seat_words(model.seats[seat]) for seat in order if not model.seats[seat].left]),
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
    if rules["score"] == "point-and-refill":
        return str(GOAL_DECK)
    if rules.number("rounds"):
        return text.GOAL_ROUNDS.format(rounds=rules["rounds"])
    return text.GOAL_TARGET.format(target=rules["target"])


def card_list(view: TableView, cards: Sequence[CardId]) -> str:
    deck = view.rules.deck
    return text.listed([text.card(deck[card]) for card in sort_cards(deck, cards)])


def _seat_words(seat: SeatModel) -> str:
    name = text.YOU if seat.you else seat.name
    return f"{name} {seat.cards}"


def _score_words(seat: SeatModel) -> str:
    words = f"{seat.name} {seat.score}"
    return leaving_texts.OF_ONE_WHO_LEFT.format(words=words) if seat.left else words


def _numbered(card: HandCard) -> str:
    return f"{card.number} {text.card(card.face)}{'*' if card.fits else ''}"


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
