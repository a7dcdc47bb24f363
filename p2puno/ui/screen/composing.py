"""One action as it is put together: cards, player, colour, UNO. Nothing is sent before it is whole.

Where the cursor goes stands in `cursor.py`.
"""

from __future__ import annotations

from p2puno.ui.screen.cursor import Cursor
from protocol.rules.book import Naming
from protocol.rules.cards import CardId, Colour
from protocol.rules.needs import MoveKind
from protocol.table.choices import JumpIn, NameFirstColour, NameTargetSeat, PlayCard, PlayDrawnCard
from protocol.table.view import Action, TableView, View


class Composing(Cursor):
    """What belongs to the card under the cursor.

    choosing: the colour is being chosen; `colour` is the one that Enter takes. aiming: the player is, with
    whom hands or cards are exchanged; `target` is the one that Enter takes, None is nobody; aimed: it is.
    jumping: the card is laid out of turn. pair: None for one card, else the value of `as_skip` for two.
    marked: cards to be discarded.
    """

    def __init__(self) -> None:
        super().__init__()
        self.colour = Colour.RED
        self.target: int | None = None
        self._pair: tuple[CardId | None, bool | None] = None, None
        self.marked: frozenset[CardId] = frozenset()
        self.choosing = self.aiming = self.aimed = self.jumping = False
        self.uno = False

    def follow(self, view: TableView) -> None:
        """The table has changed: forget what is gone."""
        before = self.cursor
        self.find(view)
        if self.cursor != before or not _lays(view):
            self.take_back()
        if not _lays(view):
            self.uno = False
        self.marked &= frozenset(view.hand if MoveKind.DISCARD in view.allowed else ())

    def begin(self, view: View) -> None:
        """The seat is asked: put the cursor on something that can be played."""
        if view.allowed:
            self.find_fitting(view)
        if MoveKind.NAME_COLOUR in view.allowed:
            self.choose_colour(view)
        if MoveKind.NAME_TARGET in view.allowed:
            self.aim(view)

    def take_back(self) -> None:
        """Everything but the card and UNO."""
        self.choosing = self.aiming = self.aimed = self.jumping = False
        self._pair = None, None
        self.target = None

    def sent(self) -> None:
        self.take_back()
        self.uno = False
        self.marked = frozenset()

    # --- what belongs to the card -----------------------------------------------------------------------

    def choose_card(self, view: TableView, card: CardId) -> None:
        """This card, if it is in the hand; what was being chosen for another is forgotten."""
        if self.put_on(view, card):
            self.take_back()

    @property
    def pair(self) -> bool | None:
        """As long as the cursor stays on the card that it was chosen for."""
        card, as_skip = self._pair
        return as_skip if card == self.cursor else None

    def turn_pair(self, view: View) -> None:
        """From one card to two, as they may be laid, and back."""
        ways: tuple[bool | None, ...] = (None, *view.pair_ways)
        self._pair = self.cursor, ways[(ways.index(self.pair) + 1) % len(ways)]

    def turn_mark(self) -> None:
        if self.cursor is not None:
            self.marked ^= {self.cursor}

    def choose_colour(self, view: TableView) -> None:
        """Begin with the colour held most often."""
        held = [view.rules.deck[card].colour for card in view.hand if card != self.cursor]
        self.colour = max(Colour, key=held.count)
        self.choosing = True

    def step_colour(self, by: int) -> None:
        self.colour = Colour((self.colour + by) % len(Colour))

    def aim(self, view: View) -> None:
        """Begin with whoever has the fewest cards."""
        self.target = min(view.targets, key=lambda seat: view.rules.counts[seat])
        self.aiming = True

    def step_target(self, view: View, by: int) -> None:
        choices = self.target_choices(view)
        self.target = choices[(choices.index(self.target) + by) % len(choices)]

    def target_choices(self, view: View) -> tuple[int | None, ...]:
        """The players, and nobody where nobody has to be named."""
        free = MoveKind.NAME_TARGET not in view.allowed and self._naming(view) is Naming.MAY
        return (*view.targets, *((None,) if free else ()))

    # --- the whole --------------------------------------------------------------------------------------

    def go_on(self, view: View) -> Action | None:
        """The next step; the action, if it is whole, which is to be sent then."""
        if MoveKind.NAME_TARGET in view.allowed and self.target is not None:
            return NameTargetSeat(self.target)
        if MoveKind.NAME_COLOUR in view.allowed:
            return NameFirstColour(self.colour)
        if self.cursor is None:
            return None
        if self.aiming:
            self.aiming, self.aimed = False, True
        elif not self.aimed and not self.choosing and self._must_aim(view):
            self.aim(view)
            return None
        if view.colour_due(self.cursor) and not self.choosing:
            self.choose_colour(view)
            return None
        return self._action(view, self.cursor)

    def _action(self, view: View, card: CardId) -> Action:
        colour = self.colour if view.colour_due(card) else None
        target = self._target(view)
        if self.jumping:
            return JumpIn(card, colour, self.uno, target)
        if card == view.drawn:
            return PlayDrawnCard(card, colour, self.uno, target)
        if self.pair is None:
            return PlayCard(card, colour, self.uno, target)
        return PlayCard(card, colour, self.uno, target, view.seconds(card)[0], self.pair)

    def _naming(self, view: View) -> Naming:
        if self.cursor is None or self.pair is True:
            return Naming.NEVER
        return view.target_due(self.cursor, 1 if self.pair is None else 2)

    def _must_aim(self, view: View) -> bool:
        naming = self._naming(view)
        return naming is Naming.MAY or (naming is Naming.MUST and len(view.targets) > 1)

    def _target(self, view: View) -> int | None:
        """Where there is only one whom to name, that one."""
        naming = self._naming(view)
        if naming is Naming.MUST and not self.aimed:
            return view.targets[0]
        return None if naming is Naming.NEVER else self.target


def _lays(view: TableView) -> bool:
    """Whether a card could be laid, in turn or out of it, or something else be chosen."""
    return bool(view.allowed) or (isinstance(view, View) and bool(view.jumpable))
