"""Line mode: what a person decides about others: who is sent away, let in, or waited for no longer."""

from __future__ import annotations

from collections.abc import Sequence

from p2puno.seat.player import Controls
from p2puno.ui import texts as text
from p2puno.ui.finding import UnfitError, find_seat
from p2puno.ui.line_lobby import LineLobby
from p2puno.ui.line_observer import LineObserver
from p2puno.ui.naming import for_people, tell_apart
from protocol.table.view import View


class LineCompany:
    """Names are taken as typed; whatever is not clear, or not possible, is said on `screen`."""

    def __init__(self, screen: LineObserver, lobby: LineLobby, controls: Controls) -> None:
        self._screen = screen
        self._lobby = lobby
        self._controls = controls

    def send_away(self, name: str) -> None:
        """Free this seat before the game; only whoever opened the table can."""
        if not self._lobby.opener:
            self._screen.show(str(text.LOBBY_ONLY_OPENER_SENDS))
            return
        try:
            self._controls.send_away(self._lobby.key_of(name))
        except UnfitError as answer:
            self._screen.show(str(answer))

    def let_in(self, name: str) -> None:
        """Who asks, by name if there are several."""
        asking = self._screen.company.asking
        names = [each.name for each in asking]
        if not asking:
            self._screen.show(str(text.NOBODY_ASKS))
        elif not name and len(asking) > 1:
            shown = for_people(names)
            self._screen.show(text.LET_IN_WHOM.format(names=text.listed(shown), name=shown[0]))
        else:
            chosen = self._found(name or names[0], tell_apart(names))
            if chosen is not None:
                self._controls.let_in(asking[chosen].key)
                self._screen.show(text.LET_IN.format(names=for_people(names)[chosen]))

    def vote_out(self, name: str, view: View) -> None:
        """Ask the others to go on without this seat, or its program to play on."""
        seat = self._found(name, view.names)
        if seat is not None:
            screen = self._screen
            screen.show(*screen.absence.act(view, screen.company, screen.waited, seat))

    def _found(self, name: str, names: Sequence[str]) -> int | None:
        """Who is meant; None if that was not clear, and has been said."""
        try:
            return find_seat(name, names)
        except UnfitError as answer:
            self._screen.show(str(answer))
            return None
