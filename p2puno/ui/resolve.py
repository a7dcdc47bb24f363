"""From a line to an action: what the words mean for this hand, and why something cannot be done now."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.ui import house_lines as house
from p2puno.ui import texts as text
from p2puno.ui.finding import UnfitError, find_card, find_seat
from p2puno.ui.house_lines import is_played
from p2puno.ui.laying import attempt, choose_target, jump, not_possible, play
from p2puno.ui.lines import (
    Accuse,
    Catch,
    Choose,
    Discard,
    Duel,
    Give,
    Jump,
    MoveLine,
    NameColour,
    Play,
    Rescue,
    Try,
    Vote,
    Word,
)
from p2puno.ui.model import shown_names
from p2puno.ui.questions import now_line
from p2puno.ui.vocabulary import shown as shown_word
from protocol.rules.cards import CardId
from protocol.rules.needs import MoveKind
from protocol.table.choices import (
    AcceptFour,
    AccuseSeat,
    CallUno,
    CastVote,
    CatchSeat,
    ChallengeFour,
    DiscardCards,
    DrawCard,
    DuelCard,
    GiveCard,
    KeepCard,
    NameFirstColour,
    NameTargetSeat,
    PassTurn,
    React,
    SayReady,
)
from protocol.table.view import Action, View

# The command of each kind of line that belongs to house rules.
COMMANDS: dict[type[MoveLine], str] = {
    Jump: "jump",
    Try: "try",
    Rescue: "rescue",
    Give: "give",
    Duel: "duel",
    Vote: "vote",
    Accuse: "accuse",
    Choose: "choose",
    Discard: "discard",
}


def action_for(line: MoveLine, view: View, shown: Sequence[CardId]) -> Action:
    """The action that the line asks for; `shown` is the hand by position, as it was last shown.

    Raises `UnfitError`. What it returns, the view permits.
    """
    command = line.word if isinstance(line, Word) else COMMANDS.get(type(line), "")
    if not is_played(command, view.rules.ruleset):
        raise UnfitError(house.NOT_PLAYED.format(word=shown_word(command)))
    action = _action(line, view, shown)
    if not view.permits(action):
        raise UnfitError(
            house.DISCARD_UNFIT
            if isinstance(action, DiscardCards) and MoveKind.DISCARD in view.allowed
            else not_possible(view)
        )
    return action


def _action(line: MoveLine, view: View, shown: Sequence[CardId]) -> Action:
    match line:
        case Play():
            return play(line, view, shown)
        case Catch(name):
            return _catch(name, view)
        case NameColour(colour):
            return NameFirstColour(colour)
        case Word(word):
            return _word(word, view)
        case _:
            return _house_action(line, view, shown)


def _house_action(line: MoveLine, view: View, shown: Sequence[CardId]) -> Action:
    match line:
        case Jump():
            return jump(line, view, shown)
        case Try():
            return attempt(line, view, shown)
        case Rescue(name):
            return _rescue(name, view)
        case Accuse(name):
            return _accuse(name, view)
        case Choose(name):
            return NameTargetSeat(choose_target(name, view))
        case Give(card):
            return GiveCard(find_card(card, view, shown, view.hand))
        case Duel(card):
            return DuelCard(None if card is None else find_card(card, view, shown, view.hand))
        case Vote(guilty):
            return CastVote(guilty)
        case Discard(cards):
            return DiscardCards(tuple(find_card(card, view, shown, view.hand) for card in cards))
        case _:
            raise UnfitError(not_possible(view))


def _word(word: str, view: View) -> Action:
    """`draw` also answers an attack, and `pass` a drawn card: that is what people mean."""
    if word == "draw":
        return AcceptFour() if MoveKind.ACCEPT in view.allowed else DrawCard()
    if word == "pass":
        return KeepCard() if MoveKind.KEEP in view.allowed else PassTurn()
    others: dict[str, Action] = {
        "keep": KeepCard(),
        "accept": AcceptFour(),
        "take": AcceptFour(),
        "challenge": ChallengeFour(),
        "ready": SayReady(),
        "slap": React(),
    }
    return others[word]


# --- other players ------------------------------------------------------------------------------------


def _catch(name: str, view: View) -> CatchSeat:
    names = shown_names(view.names)
    target = view.catchable if not name else find_seat(name, names)
    if target == view.seat:
        raise UnfitError(text.CANNOT_CATCH_SELF)
    if target is None:
        raise UnfitError(f"{text.NOBODY_TO_CATCH} {now_line(view)}")
    if target not in view.may_catch:
        raise UnfitError(f"{text.NOT_CATCHABLE.format(name=names[target])} {now_line(view)}")
    return CatchSeat(target)


def _rescue(name: str, view: View) -> CallUno:
    names = shown_names(view.names)
    target = find_seat(name, names)
    if target not in view.may_call:
        raise UnfitError(house.NOT_RESCUABLE.format(name=names[target]))
    return CallUno(target)


def _accuse(name: str, view: View) -> AccuseSeat:
    names = shown_names(view.names)
    target = find_seat(name, names)
    if target not in view.may_accuse:
        raise UnfitError(house.NOT_ACCUSABLE.format(name=names[target]))
    return AccuseSeat(target)
