"""From what a player does to the event that the rules are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from protocol.rules import events as ev
from protocol.table import choices
from protocol.table.choices import Action


def event_of(seat: int, action: Action) -> ev.Event:
    return EVENTS[type(action)](seat, action)


# Any: each function takes the action whose class stands beside it.
EVENTS: Mapping[type[Action], Callable[[int, Any], ev.Event]] = {
    choices.PlayCard: lambda seat, a: ev.Played(seat, a.card, a.colour, a.uno, a.target, a.second, a.as_skip),
    choices.PlayDrawnCard: lambda seat, a: ev.PlayedDrawn(seat, a.card, a.colour, a.uno, a.target),
    choices.DrawCard: lambda seat, _: ev.DrawChosen(seat),
    choices.KeepCard: lambda seat, _: ev.Kept(seat),
    choices.PassTurn: lambda seat, _: ev.Passed(seat),
    choices.NameFirstColour: lambda seat, a: ev.ColourNamed(seat, a.colour),
    choices.AcceptFour: lambda seat, _: ev.Accepted(seat),
    choices.ChallengeFour: lambda seat, _: ev.Challenged(seat),
    choices.SayReady: lambda seat, _: ev.Ready(seat),
    choices.NameTargetSeat: lambda seat, a: ev.TargetNamed(seat, a.target),
    choices.DiscardCards: lambda seat, a: ev.Discarded(seat, a.cards),
    choices.CatchSeat: lambda seat, a: ev.Caught(seat, a.target),
    choices.CallUno: lambda seat, a: ev.UnoSaid(seat, a.target),
    choices.JumpIn: lambda seat, a: ev.JumpedIn(seat, a.card, a.colour, a.uno, a.target),
    choices.AccuseSeat: lambda seat, a: ev.Accused(seat, a.target),
    choices.SaySomething: lambda seat, _: ev.BrokeSilence(seat),
}
