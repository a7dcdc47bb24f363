"""What a game that is shown again says: its sentences, moment by moment, and hands in lines."""

from __future__ import annotations

from itertools import accumulate

from p2puno.past.film import Film
from p2puno.ui import past_texts as past
from p2puno.ui import texts as text
from p2puno.ui.model import shown_names
from p2puno.ui.narration import Narrator
from p2puno.ui.prompts import card_list
from p2puno.ui.screen.characters import tidy


class Telling:
    """All sentences of a game; none of them is said to one of its players.

    film: the game without the moments of which nothing is said.
    """

    def __init__(self, game: Film) -> None:
        narrator = Narrator()
        told = [
            tuple(
                tidy(sentence)
                for happening in moment.happenings
                for sentence in narrator.tell(game.view(at), happening)
            )
            for at, moment in enumerate(game.moments)
        ]
        self.film = game.only(at for at, sentences in enumerate(told) if sentences)
        self._told = [sentences for sentences in told if sentences]
        self._lines = [line for told in self._told for line in told]
        self._ends = list(accumulate(map(len, self._told)))

    def moment(self, at: int) -> tuple[str, ...]:
        return self._told[at]

    def log(self, at: int, most: int) -> tuple[str, ...]:
        """The latest sentences up to this moment."""
        end = self._ends[at]
        return tuple(self._lines[max(0, end - most) : end])

    def hands(self, at: int) -> list[str]:
        """A line for each seat."""
        return [self.hand(at, seat) for seat in range(len(self.film.view(at).names))]

    def hand(self, at: int, seat: int) -> str:
        view = self.film.view(at, seat)
        name = shown_names(self.film.report.names)[seat]
        count = view.rules.counts[seat] if seat < len(view.names) else 0  # it may not have sat down yet
        if not count:
            return past.REPLAY_NO_CARDS.format(name=name)
        held = self.film.cards(at, seat)
        if not held:  # closed, or on its way to somebody else
            return past.REPLAY_HAND_CLOSED.format(name=name, cards=text.counted_cards(count))
        return past.REPLAY_HAND.format(name=name, cards=card_list(view, tuple(held)))

    def place(self, at: int) -> str:
        return past.REPLAY_PLACE.format(slot=self.film.moments[at].slot, slots=self.film.report.clean_to)

    def state(self) -> str:
        """What the audit says of the whole."""
        return str(past.STATES[self.film.report.verdict])
