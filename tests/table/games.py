"""Whole games at the level of slots: all seats in one process, no network, no clock, the transparent group.

    python -m tests.table.games --games 2000 --seed 1              under rule sets drawn by lot
    python -m tests.table.games --games 100 --rules score=one-round hand_size=5
    python -m tests.table.games --pairs                            every pair of option values, one round each

After every slot each physical card must be in exactly one place and the counts of the rules must be those of
the opened secrets; at the end the audit must find the game clean. A failure names the game that failed, and
`--only` plays it again.
"""

from __future__ import annotations

import argparse
import io
import time
import traceback
from collections.abc import Iterator, Sequence
from random import Random

from p2puno.seat.bots import STRATEGIES, Strategy
from protocol.audit import audit_transcript
from protocol.reports import Verdict
from protocol.rules.options import CATALOGUE
from protocol.rules.ruleset import MAX_SEATS, RuleSet
from protocol.table.choices import Choice, Move, Reply
from protocol.table.frame import open_table
from protocol.table.happenings import Happening
from protocol.table.phases import Ordering, Racing
from protocol.table.secrets import SeatSecrets
from protocol.table.table import finished
from protocol.table.view import Action, View
from protocol.transcript.contribution import Contribution
from tests.table.covering import SEATS, Setting, covering, described, factors, setting
from tests.table.lively import answered, by_lot, out_of_turn
from tests.table.omniscience import check_cards
from tests.table.simulation import Simulation, proposal_for
from tests.transparent import transparent_group

MOST_SLOTS = 50_000


class ByLot:
    """Does whatever the rules let it, a play rather than not: bluffs, forgets UNO, accuses wrongly."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def observe(self, view: View, happenings: Sequence[Happening]) -> None:
        """It remembers nothing."""

    def choose(self, view: View) -> Action | None:
        if view.asked is not None:
            return answered(view, self._random)
        unasked = out_of_turn(view, self._random)
        if unasked is not None and self._random.random() < 0.4:
            return unasked
        # Who shouts too often draws more than it lays, where that costs something.
        calls = 0.5 if len(view.hand) <= 2 else 0.02
        return by_lot(view, self._random, calls) if view.allowed else None


PLAYERS = {**STRATEGIES, "by-lot": ByLot}


class Game(Simulation):
    """Played by strategies, with every slot looked at by somebody who knows all secrets."""

    players: list[Strategy]

    def apply(self, contributions: dict[int, Contribution]) -> None:
        super().apply(contributions)
        check_cards(self.state, self.secrets)
        for seat, player in enumerate(self.players):
            player.observe(self.view(seat), self.state.happenings)

    def _choice(self, seat: int) -> Choice | None:
        if isinstance(self.state.phase, Racing | Ordering):
            return self.seen[seat]
        seen = self.view(seat)
        if not seen.acts:
            return None
        action = self._permitted(seen, self.players[seat].choose(seen))
        assert isinstance(action, Move | Reply)
        return action

    def _race(self) -> None:
        """Seats are asked in an order drawn by lot, until one acts and perhaps another, each as it likes."""
        order = list(self.state.present)
        while True:
            self.rng.shuffle(order)
            asked = [(seat, self.view(seat)) for seat in order]
            answers = [(view, self.players[seat].choose(view)) for seat, view in asked]
            actions = [(view.seat, self._permitted(view, action)) for view, action in answers if action]
            if actions:
                self.act(actions[: self.rng.randint(1, len(actions))])
                return

    @staticmethod
    def _permitted(view: View, action: Action | None) -> Action:
        assert action is not None, f"seat {view.seat} does nothing where it is asked: {view.allowed}"
        assert view.permits(action), f"seat {view.seat} wants {action}, which is not possible"
        return action


def play(table: Setting, seed: str) -> Game:
    """One game from genesis to its signed end, checked; the group must be transparent already."""
    random = Random(seed)
    data, keys = proposal_for(table.seats, table.rules, random.getrandbits(32))
    state = open_table(data)
    secrets = [SeatSecrets.begin(key, seat, state, random.randbytes(32)) for seat, key in enumerate(keys)]
    game = Game(data, secrets, [state] * table.seats, random, [], twin=True)
    kinds = list(PLAYERS.values())
    game.players = [random.choice(kinds)(Random(random.getrandbits(64))) for _ in range(table.seats)]
    game.run(MOST_SLOTS)
    assert finished(game.state), f"not over after {MOST_SLOTS} slots"
    report = audit_transcript(io.BytesIO(game.transcript))
    assert report.verdict is Verdict.CLEAN, report.findings
    return game


def any_rules(seed: str) -> Setting:
    """A rule set and a number of seats that anything goes with."""
    random = Random(seed)
    while True:
        row = {SEATS: str(random.choice([2, 2, 3, 3, 4, 4, 5, MAX_SEATS]))}
        for option in CATALOGUE:
            built = [word for word in option.values if option.is_built(word)]
            if built and option.name != "rounds" and random.random() < 0.3:
                row[option.name] = random.choice(built)
        table = setting(row)
        if table is not None:
            return table


def tables(arguments: argparse.Namespace) -> Iterator[tuple[str, Setting]]:
    """What is to be played: the seed of each game, and its table."""
    if arguments.pairs:
        for number, row in enumerate(covering(factors(), arguments.seed)):
            table = setting(row)
            assert table is not None
            yield f"pairs/{arguments.seed}/{number}", table
        return
    chosen = None
    if arguments.rules is not None:
        options = dict(each.partition("=")[::2] for each in arguments.rules)
        chosen = RuleSet.preset("classic").with_options(options)
    for number in range(arguments.games):
        seed = f"games/{arguments.seed}/{number}"
        seats = arguments.seats or Random(seed).choice([2, 3, 4, 5])
        yield seed, any_rules(seed) if chosen is None else Setting(chosen, seats)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.table.games", description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="how many games (100)")
    parser.add_argument("--seed", type=int, default=0, help="other games for another number (0)")
    parser.add_argument("--rules", nargs="*", metavar="OPTION=VALUE", help="these rules for all games")
    parser.add_argument("--seats", type=int, help="how many sit down, where --rules are given")
    parser.add_argument("--pairs", action="store_true", help="a covering array of all pairs of option values")
    parser.add_argument("--only", metavar="GAME", help="only the game that goes by this name")
    arguments = parser.parse_args()
    slots = played = failed = 0
    began = time.monotonic()
    with transparent_group():
        for seed, table in tables(arguments):
            if arguments.only not in (None, seed):
                continue
            played += 1
            try:
                slots += len(play(table, seed).moments)
            except Exception:  # noqa: BLE001 - whatever it is, it is the finding
                failed += 1
                print(f"{seed} failed: {described(table)}\n{traceback.format_exc(limit=-4)}")
    seconds = time.monotonic() - began
    print(f"{played} games, {slots} slots, {failed} failed, in {seconds:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
