"""Every Wild Draw Four of a game: who laid it on which hand, who challenged it, whether it was a bluff.

A challenge proves it at once. All others can be judged only when the game is over, and only if the table
agreed on open replay: then the secret of the seat opens the hand that it had left at that moment.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from protocol.rules.attacks import forbidding
from protocol.rules.happenings import ChallengeLost, ChallengeMade, ChallengeWon
from protocol.table.publishing import opened_hand, published_keys
from protocol.table.state import Stake, TableState


@dataclass(frozen=True, slots=True)
class WildFour:
    """A Wild Draw Four that could be challenged.

    slot: where it was laid. bluff: whether it was illegal; None where that cannot be known.
    """

    slot: int
    round: int
    seat: int
    challenger: int | None = None
    bluff: bool | None = None


@dataclass(frozen=True, slots=True)
class _Judged:
    """What it takes to judge it, if the hand can ever be opened."""

    four: WildFour
    stake: Stake | None
    forbidding: frozenset[int]


class Bluffs:
    """Looks on at every slot of a game."""

    def __init__(self) -> None:
        self._laid: list[_Judged] = []

    def see(self, before: TableState, after: TableState) -> None:
        """One slot has been applied."""
        for happened in after.happenings:
            match happened:
                case ChallengeMade(challenger):
                    self._know(challenger=challenger)
                case ChallengeWon(_, offender) if offender not in after.rules.gone:
                    self._know(bluff=True)  # who has left is guilty without a proof
                case ChallengeLost():
                    self._know(bluff=False)
                case _:
                    pass
        stake, four = after.stake, after.rules.four
        if stake is not None and stake is not before.stake and four is not None:
            laid = WildFour(before.slot, after.rules.round, stake.seat)
            kept = stake if after.rules.ruleset.on("open_replay") else None
            self._laid.append(_Judged(laid, kept, forbidding(after.rules, four.colour, four.under)))

    def _know(self, *, challenger: int | None = None, bluff: bool | None = None) -> None:
        """It is always the last one that is challenged and judged."""
        last = self._laid[-1]
        four = last.four
        known = replace(
            four,
            challenger=four.challenger if challenger is None else challenger,
            bluff=four.bluff if bluff is None else bluff,
        )
        self._laid[-1] = replace(last, four=known)

    def settled(self, state: TableState) -> tuple[WildFour, ...]:
        """All of them in their order, as far as `state`, the last one of the game, opens them."""
        return tuple(_settled(state, each) for each in self._laid)


def _settled(state: TableState, judged: _Judged) -> WildFour:
    four, stake = judged.four, judged.stake
    keys = published_keys(state, four.seat, four.round)
    if four.bluff is not None or stake is None or keys is None:
        return four
    cards = opened_hand(state, keys, stake.hand)
    return four if cards is None else replace(four, bluff=not judged.forbidding.isdisjoint(cards))
