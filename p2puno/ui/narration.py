"""What happened, told to the person at one seat: every happening becomes one or more sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from p2puno.language.speech import commas
from p2puno.language.texts import Counted, Text
from p2puno.ui import house_telling, house_texts, leaving_texts
from p2puno.ui import texts as text
from p2puno.ui.model import shown_names, sort_cards
from p2puno.ui.texts import Wording
from protocol.rules import happenings as rules
from protocol.rules.cards import CardId
from protocol.rules.needs import DrawReason
from protocol.table import happenings as table
from protocol.table.happenings import Happening
from protocol.table.view import TableView


class Narrator:
    """Tells the happenings of one game; it remembers the points of each round for the final arithmetic."""

    def __init__(self) -> None:
        self._terms: defaultdict[int, list[int]] = defaultdict(list)

    def tell(self, view: TableView, happening: Happening) -> tuple[str, ...]:
        """The sentences, to the person at `view.seat`."""
        teller = _Teller(view, self._terms)
        if isinstance(happening, rules.RoundEnded):
            for seat, points in enumerate(happening.points):
                self._terms[seat].append(points)
        elif isinstance(happening, rules.SeatsJoined):
            self._note_entry(happening)
        return TOLD[type(happening)](teller, happening)

    def sums(self, view: TableView) -> tuple[str, ...]:
        """The points of each seat, round by round; nothing before a round is over."""
        if not any(self._terms.values()):
            return ()
        teller = _Teller(view, self._terms)
        return tuple(teller.result(seat, score) for seat, score in enumerate(view.rules.scores))

    def _note_entry(self, joined: rules.SeatsJoined) -> None:
        """Who begins with other points than his own has these for the rounds before."""
        for seat, score in zip(joined.seats, joined.scores, strict=True):
            if sum(self._terms[seat]) != score:
                self._terms[seat] = [score]


class _Teller:
    """`terms`: what the score of each seat is the sum of."""

    def __init__(self, view: TableView, terms: Mapping[int, Sequence[int]]) -> None:
        self.view = view
        self.you = view.seat
        self.names = shown_names(view.names)
        self.deck = view.rules.deck
        self.terms = terms

    def cut(self, cut: rules.DealerCut) -> tuple[str, ...]:
        cards = [
            text.NAME_AND_CARD.format(name=self.names[seat], card=self.card(card))
            for seat, card in zip(cut.seats, cut.cards, strict=True)
        ]
        told = self.say("cut", cards=text.listed(cards))
        if cut.dealer is not None:
            return told + self.say("dealer", cut.dealer)
        names = text.listed([self.names[seat] for seat in cut.tied])
        if cut.redraw:
            return told + self.word(house_texts.CUT_REDRAW, names=names)
        return told + self.say("cut again", names=names)

    def played(self, play: rules.CardPlayed) -> tuple[str, ...]:
        special = house_telling.special_play(self, play)
        if special is not None:
            return special
        key = "played last" if not play.left else "played drawn" if play.drawn else "played"
        return self.say(key, play.seat, card=self.card(play.card), count=play.left)

    # --- the ends -------------------------------------------------------------------------------------

    def round_ended(self, end: rules.RoundEnded) -> tuple[str, ...]:
        """Who won it, what the others held and what that counts, and the score."""
        names = text.listed([self.names[seat] for seat in end.winners])
        wording = Wording(text.ROUND_BLOCKED) if end.blocked else text.ROUND_OUT
        first = self.word(wording, end.winners[0], round=end.round, names=names)
        hands = [self._hand_left(end, seat) for seat, hand in enumerate(end.hands) if hand]
        points = [line for seat in end.winners for line in self._round_points(end, seat)]
        scores = text.SCORES.format(round=end.round, scores=self._scores(end.scores))
        return (*first, *hands, *points, scores)

    def _hand_left(self, end: rules.RoundEnded, seat: int) -> str:
        """With the sum, if the cards count what stands on them."""
        cards = sort_cards(self.deck, end.hands[seat])
        if sum(self.deck[card].points for card in cards) != end.values[seat]:
            listed = self.cards(cards)
            return house_texts.HAND_LEFT.format(name=self.names[seat], cards=listed, value=end.values[seat])
        terms = " + ".join(text.in_hand_value(self.deck[card]) for card in cards)
        return text.HAND_LEFT.format(name=self.names[seat], sum=terms, value=end.values[seat])

    def _round_points(self, end: rules.RoundEnded, seat: int) -> tuple[str, ...]:
        if not end.points[seat]:
            return self.word(text.SCORES_NOTHING, seat)
        others = [(seat, value) for seat, value in enumerate(end.values) if seat not in end.winners]
        if sum(value for _, value in others) != end.points[seat]:
            return self.word(house_texts.SCORES_ROUND, seat, points=end.points[seat])
        terms = [f"{self.names[other]} {value}" for other, value in others]
        return self.word(text.SCORES_ROUND, seat, points=end.points[seat], sum=" + ".join(terms))

    def game_ended(self, end: rules.GameEnded) -> tuple[str, ...]:
        """Who won, and everybody's points, round by round; best first."""
        lowest_wins = min(end.scores) in (end.scores[seat] for seat in end.winners)
        order = sorted(range(len(end.scores)), key=lambda seat: end.scores[seat] * (1 if lowest_wins else -1))
        return (*self._outcome(end), *(self.result(seat, end.scores[seat]) for seat in order))

    def _outcome(self, end: rules.GameEnded) -> tuple[str, ...]:
        points = text.counted_points(end.scores[end.winners[0]])
        names = text.listed([self.names[seat] for seat in end.winners])
        if end.forfeit:
            return (leaving_texts.FORFEIT.format(names=names),)
        wording = text.GAME_WON if len(end.winners) == 1 else Wording(text.GAME_SHARED)
        if len({end.scores[seat] for seat in end.winners}) > 1:
            wording = Wording(house_texts.GAME_LOST)
        losers = text.listed([name for seat, name in enumerate(self.names) if seat not in end.winners])
        return self.word(wording, end.winners[0], names=names, points=points, losers=losers)

    def result(self, seat: int, score: int) -> str:
        terms = self.terms.get(seat, ())
        result = text.RESULT if len(terms) > 1 else text.RESULT_OF_ONE
        return result.format(name=self.names[seat], sum=" + ".join(map(str, terms)), score=score)

    # --- who plays ------------------------------------------------------------------------------------

    def left(self, left: rules.SeatsLeft) -> tuple[str, ...]:
        return tuple(line for seat in left.seats for line in self.word(leaving_texts.LEFT, seat))

    def void(self, void: rules.RoundVoid) -> tuple[str, ...]:
        if not void.round:
            return (str(leaving_texts.VOID_BEFORE_THE_DEAL),)
        return (leaving_texts.VOID.format(round=void.round),)

    def joined(self, joined: rules.SeatsJoined) -> tuple[str, ...]:
        return tuple(
            line
            for seat, score in zip(joined.seats, joined.scores, strict=True)
            for line in self.word(leaving_texts.JOINED, seat, points=text.counted_points(score))
        )

    # --- words ----------------------------------------------------------------------------------------

    def say(
        self, key: str, seat: int | None = None, target: int | None = None, **parts: object
    ) -> tuple[str, ...]:
        return self.word(text.HAPPENED[key], seat, target, **parts)

    def word(
        self, wording: Wording, seat: int | None = None, target: int | None = None, **parts: object
    ) -> tuple[str, ...]:
        names = {
            "name": "" if seat is None else self.names[seat],
            "target": "" if target is None else self.names[target],
        }
        return (worded(wording, self.you, seat, target).format(**names, **parts),)

    def card(self, card: CardId) -> str:
        return text.card(self.deck[card])

    def cards(self, cards: Sequence[CardId]) -> str:
        return text.listed([self.card(card) for card in sort_cards(self.deck, cards)])

    def _scores(self, scores: Sequence[int]) -> str:
        """Of a round that was over before somebody sat down; he had none."""
        return commas([f"{name} {score}" for name, score in zip(self.names, scores, strict=False)])

    def seating(self) -> str:
        return commas(
            [
                f"{name}{_marks(bot=self.view.bots[seat], you=seat == self.you)}"
                for seat, name in enumerate(self.names)
            ]
        )


def worded(wording: Wording, you: int | None, seat: int | None, target: int | None = None) -> Text | Counted:
    """The wording for the reader at seat `you`, None for a reader without a seat."""
    if you is None:
        return wording.other
    if seat == you and wording.you:
        return wording.you
    if target == you and wording.to_you:
        return wording.to_you
    return wording.other


def _marks(*, bot: bool, you: bool) -> str:
    marks = [mark for mark, applies in ((str(text.YOU), you), (str(text.BOT_MARK), bot)) if applies]
    return f" ({', '.join(marks)})" if marks else ""


DRAWN: Mapping[DrawReason, Wording] = {**text.DRAWN, **house_texts.DRAWN}

# Any: each function is given the happening whose class stands beside it.
TOLD: Mapping[type[Happening], Callable[[_Teller, Any], tuple[str, ...]]] = {
    table.TableOpened: lambda t, _: t.say("opened", seats=t.seating()),
    table.SeatShuffled: lambda t, h: t.say("shuffling", h.seat, step=h.step, steps=h.steps),
    table.HandShown: lambda t, h: t.say("shown", h.seat, cards=t.cards(h.cards)),
    rules.DeckShuffled: lambda t, h: t.say("shuffled", count=h.count),
    rules.Reshuffled: lambda t, h: t.say("reshuffled", count=h.count),
    rules.DealerCut: _Teller.cut,
    rules.RoundStarted: lambda t, h: t.say("round", h.dealer, round=h.round),
    rules.FirstCardTurned: lambda t, h: t.say("first card", card=t.card(h.card)),
    rules.FirstCardReturned: lambda t, _: t.say("first card back"),
    rules.HandsDealt: lambda t, h: t.say("dealt", count=h.each),
    rules.CardPlayed: _Teller.played,
    rules.ColourChanged: lambda t, h: t.say("colour", h.seat, colour=text.colour(h.colour)),
    rules.DirectionTurned: lambda t, h: t.say("direction", direction=text.DIRECTION[h.direction]),
    rules.SeatSkipped: lambda t, h: t.say("skipped", h.seat),
    rules.CardsDrawn: lambda t, h: t.word(DRAWN[h.reason], h.seat, count=h.count),
    rules.CardsMissing: lambda t, h: t.word(text.MISSING, h.seat, count=h.count),
    rules.CardKept: lambda t, h: t.say("kept", h.seat),
    rules.SeatPassed: lambda t, h: t.say("passed", h.seat),
    rules.UnoCalled: lambda t, h: t.say("uno", h.seat),
    rules.FalseCall: lambda t, h: t.say("false uno", h.seat),
    rules.CaughtOut: lambda t, h: t.say("caught", h.by, h.target, count=h.count),
    rules.FalseCatch: lambda t, h: t.say("false catch", h.by, h.target),
    rules.FourAccepted: lambda t, h: t.say("accepted", h.seat),
    rules.ChallengeMade: lambda t, h: t.say(
        "challenged", h.challenger, h.offender, colour=text.colour(h.colour)
    ),
    rules.ChallengeWon: lambda t, h: t.say("challenge won", h.challenger, h.offender),
    rules.ChallengeLost: lambda t, h: t.say("challenge lost", h.challenger, h.offender),
    **house_telling.TOLD,
    rules.RoundEnded: _Teller.round_ended,
    rules.GameEnded: _Teller.game_ended,
    rules.SeatsLeft: _Teller.left,
    rules.RoundVoid: _Teller.void,
    rules.SeatsJoined: _Teller.joined,
}
