"""The deck and the deal (specs/rules.md 2 and 5)."""

from __future__ import annotations

from tests.rules.opening import opening

CUT = "red 3, blue 9, green 5"
CUT_SAID = "ABC cut red 3, blue 9, green 5; B deals"

DEALERS = (
    opening(
        "dealer=cut",
        rule="the highest number deals",
        source="S2, S3",
        shuffles=(CUT, "blue 5"),
        story=f"{CUT_SAID}; blue 5 turned up; dealt 7 7 7; C plays",
    ),
    opening(
        "dealer=cut",
        rule="action cards count 0, ties draw again",
        source="S2, S3",
        shuffles=("wild draw four, red 0, blue skip, red 1, red 2, red 3", "blue 5"),
        story="ABC cut wild draw four, red 0, blue skip; ABC cut red 1, red 2, red 3; C deals; "
        "blue 5 turned up; dealt 7 7 7; A plays",
    ),
    opening(
        "dealer=cut-redraw",
        rule="an action card is drawn again, the others' cards stand",
        source="S0, S4",
        shuffles=("red 8, red skip, red 3, blue 9", "blue 5"),
        story="ABC cut red 8, red skip, red 3; B cut blue 9; B deals; blue 5 turned up; dealt 7 7 7; C plays",
    ),
    opening(
        "dealer=lot",
        rule="or by lot",
        source="S2",
        lot=2,
        shuffles=("", "blue 5"),
        story="the lot falls on C; C deals; blue 5 turned up; dealt 7 7 7; A plays",
    ),
)

HAND_SIZES = tuple(
    opening(
        f"hand_size={size}",
        rule=f"{size} cards each",
        source="S0 S2 S4",
        shuffles=(CUT, "blue 5"),
        story=f"{CUT_SAID}; blue 5 turned up; dealt {size} {size} {size}; C plays",
    )
    for size in (7, 6, 5)
)


def first(settings: str, rule: str, source: str, card: str, story: str, seats: int = 3):
    """B deals; of two players too."""
    cut = CUT if seats == 3 else "red 3, blue 9"
    said = CUT_SAID if seats == 3 else "AB cut red 3, blue 9; B deals"
    return opening(
        f"first_card={settings}",
        rule=rule,
        source=source,
        shuffles=(cut, *card.split("; ")),
        story=f"{said}; {story}",
        seats=seats,
    )


FIRST_CARDS = (
    first(
        "takes-effect",
        "Draw Two: the first player draws two and misses the turn",
        "S2",
        "blue draw two",
        "blue draw two turned up; dealt 7 7 7; C draws 2; C misses; A plays",
    ),
    first(
        "takes-effect",
        "Skip: the first player misses the turn",
        "S2",
        "blue skip",
        "blue skip turned up; dealt 7 7 7; C misses; A plays",
    ),
    first(
        "takes-effect",
        "Reverse: the dealer plays first, the other way round",
        "S2",
        "blue reverse",
        "blue reverse turned up; dealt 7 7 7; counter-clockwise; B plays",
    ),
    first(
        "takes-effect",
        "Wild: the first player names the colour and plays",
        "S2",
        "wild",
        "wild turned up; dealt 7 7 7; C names a colour",
    ),
    first(
        "takes-effect",
        "a +4 always goes back",
        "S0, S2, S4",
        "wild draw four; blue 5",
        "wild draw four turned up; it goes back; blue 5 turned up; dealt 7 7 7; C plays",
    ),
    first(
        "takes-effect",
        "two players, a Skip: the dealer begins",
        "S2, S3",
        "blue skip",
        "blue skip turned up; dealt 7 7; A misses; B plays",
        seats=2,
    ),
    first(
        "number-only",
        "turned until a number shows; what was no number does nothing",
        "S2, GXD72",
        "red skip, blue draw two, blue 5",
        "red skip turned up; blue draw two turned up; blue 5 turned up; dealt 7 7 7; C plays",
    ),
    first(
        "dealer-lays",
        "the dealer's last card is laid open as his turn: a number",
        "S4",
        "blue 5",
        "blue 5 turned up; dealt 7 6 7; C plays",
    ),
    first(
        "dealer-lays",
        "an action card acts as if he had laid it",
        "S4",
        "blue draw two",
        "blue draw two turned up; dealt 7 6 7; C draws 2; C misses; A plays",
    ),
    first(
        "dealer-lays",
        "he names the colour of a Wild",
        "S4",
        "wild",
        "wild turned up; dealt 7 6 7; B names a colour",
    ),
)

# All cards of the classic deck.
CLASSIC = "76 number, 8 skip, 8 reverse, 8 draw two, 4 wild, 4 wild draw four"

# Rules, their source, and what is in the box.
DECKS = (
    (
        "deck=classic-108",
        "S2",
        CLASSIC,
    ),
    (
        "deck=modern-112 blank=swap-hands",
        "S2, GXD72",
        f"{CLASSIC}, 1 wild shuffle hands, 3 wild swap hands",
    ),
    (
        "deck=blank-112 blank=wild",
        "S0, S4",
        "76 number, 8 skip, 8 reverse, 8 draw two, 8 wild, 4 wild draw four",
    ),
    (
        "deck=blank-112 blank=draw-ten",
        "S4",
        f"{CLASSIC}, 4 wild draw ten",
    ),
    (
        "deck=blank-112 blank=draw-eight",
        "S0",
        f"{CLASSIC}, 4 wild draw eight",
    ),
    ("deck=kids-36", "S2, My First UNO", "28 number, 4 draw two, 4 wild"),
    (
        "deck=h2o-112",
        "S4, UNO H2O; ours",
        f"{CLASSIC}, 2 wild plus one, 2 wild plus two",
    ),
    ("without=skip", "S2", "76 number, 8 reverse, 8 draw two, 4 wild, 4 wild draw four"),
    ("without=reverse", "S2", "76 number, 8 skip, 8 draw two, 4 wild, 4 wild draw four"),
    ("without=draw-two", "S2", "76 number, 8 skip, 8 reverse, 4 wild, 4 wild draw four"),
    ("without=wild", "S2", "76 number, 8 skip, 8 reverse, 8 draw two, 4 wild draw four"),
    ("without=wild-draw-four", "S2", "76 number, 8 skip, 8 reverse, 8 draw two, 4 wild"),
    ("without=reverse,wild-draw-four", "S2", "76 number, 8 skip, 8 draw two, 4 wild"),
)
