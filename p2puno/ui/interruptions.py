"""An interrupted game in a line: which table, who plays, how it stands, since when it waits."""

from __future__ import annotations

from p2puno.language.speech import as_sentence, commas
from p2puno.language.texts import Text
from p2puno.seat.interrupted import Interrupted
from p2puno.ui.directions import apart
from p2puno.ui.naming import for_people
from p2puno.ui.screen.characters import tame, tidy

GOING_ON = Text("{table}: {players}; round {round}, {scores}; interrupted {when} ({name})")
NOT_BEGUN = Text("{table}: {players}; not begun; interrupted {when} ({name})")
OVER = Text("{table}: {players}; over, but others may lack its end; {when} ({name})")
LOST = Text("{table} ({name}, {when}) cannot be continued: {fault}")
NAMELESS = Text("A game")


def interrupted_line(game: Interrupted) -> str:
    """Also for one that cannot be continued, with the reason."""
    when = game.when.strftime("%Y-%m-%d %H:%M")
    state = game.state
    table = str(NAMELESS) if state is None else apart(tame(state.proposal.name))
    if state is None or game.fault is not None:
        fault = as_sentence(tidy(game.fault or ""))
        return LOST.format(table=table, name=game.name, when=when, fault=fault)
    players = commas([tidy(name) for name in for_people([e.name for e in state.proposal.seats])])
    words = {"table": table, "players": players, "name": game.name, "when": when}
    if game.over:
        return OVER.format(**words)
    if state.rules.round == 0:
        return NOT_BEGUN.format(**words)
    scores = " : ".join(map(str, state.rules.scores))
    return GOING_ON.format(**words, round=state.rules.round, scores=scores)
