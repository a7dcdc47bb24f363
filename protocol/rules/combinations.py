"""Settings that contradict each other, each with the reason the user reads (specs/rules.md, "Refused").

What depends on the number of players is checked by `RuleSet.check_seats`.
"""

from __future__ import annotations

from dataclasses import dataclass

from protocol.sentences import mark


@dataclass(frozen=True, slots=True)
class Refusal:
    """Refused if every option named in `together` has one of the values that stand with it.

    `sentence` is marked for the catalogues.
    """

    together: tuple[tuple[str, tuple[str, ...]], ...]
    sentence: str


REFUSED: tuple[Refusal, ...] = (
    Refusal(
        (("last_card_bonus", ("h2o",)), ("deck", ("classic-108", "modern-112", "blank-112", "kids-36"))),
        mark(
            "`last_card_bonus=h2o` needs `deck=h2o-112`: only that deck has the +1 and +2 wilds it rewards."
        ),
    ),
    Refusal(
        (("last_card_bonus", ("h2o",)), ("score", ("winner-takes",))),
        mark(
            "`last_card_bonus=h2o` takes points off your own total, which `score=winner-takes` does not "
            "count; choose `score=own-points`."
        ),
    ),
    Refusal(
        (("teams", ("2v2",)), ("to_the_last", ("on",))),
        mark(
            "`teams=2v2` ends a round when one partner goes out, so nobody can play on with `to_the_last=on`."
        ),
    ),
    Refusal(
        (("teams", ("2v2",)), ("score", ("own-points", "loser-at-target"))),
        mark(
            "`teams=2v2` gives the points to the winning team; `own-points` and `loser-at-target` count them "
            "for single players."
        ),
    ),
    Refusal(
        (("score", ("lazy",)), ("rounds", ("0",))),
        mark("`score=lazy` keeps no sums that could reach a target; set `rounds` to the number of rounds."),
    ),
    Refusal(
        (("spin", ("each-turn", "marked-cards")), ("teams", ("2v2",))),
        mark("`spin` has sectors for each player alone and cannot be combined with `teams=2v2`."),
    ),
    Refusal(
        (("double_play", ("jump",)), ("jump_in", ("off",))),
        mark("`double_play=jump` is a jump-in on your own card and needs `jump_in=on`."),
    ),
    Refusal(
        (("uno_catch", ("automatic",)), ("uno_call", ("automatic",))),
        mark(
            "With `uno_call=automatic` nobody can forget UNO, so `uno_catch=automatic` has nothing to punish."
        ),
    ),
    Refusal(
        (("score", ("point-and-refill",)), ("to_the_last", ("on",))),
        mark("`score=point-and-refill` refills an emptied hand, `to_the_last=on` lets it rest; choose one."),
    ),
    Refusal(
        (("seven_rounds", ("on",)), ("to_the_last", ("on",))),
        mark("`seven_rounds=on` refills an emptied hand, `to_the_last=on` lets it rest; choose one."),
    ),
    Refusal(
        (("seven_rounds", ("on",)), ("score", ("point-and-refill",))),
        mark("`seven_rounds=on` and `score=point-and-refill` both refill an emptied hand; choose one."),
    ),
)
