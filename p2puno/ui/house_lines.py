"""Line mode under house rules: what is asked and answered there, and when the help has a line for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from p2puno.language.texts import Text
from protocol.rules.cards import Kind, deck
from protocol.rules.ruleset import RuleSet

# --- questions ----------------------------------------------------------------------------------------

ASK_DRAW = Text("{name} makes you draw {cards}. You can: {choices}.")
ASK_MISS = Text("{name} makes you miss your turn. You can: {choices}.")
ASK_FOUR = Text(
    "{name} played a wild draw four on {colour} and named {named}; {cards} wait for you. You can: {choices}."
)
ASK_READY = Text("Look at your new cards in peace: play waits for you. You can: {choices}.")
ASK_TARGET = Text("With whom do you trade hands? You can: {choices}.")
ASK_DISCARD = Text("The wheel lets you discard cards. You can: {choices}.")
ASK_GIVE = Text("Which card do you give to {name}? You can: {choices}.")
ASK_DUEL = Text("A duel: everybody shows a number card, the highest is discarded. You can: {choices}.")
ASK_VOTE = Text("Has {name} told somebody what to play? You can: {choices}.")
ASK_SLAP = Text("A hand on the pile, quickly! You can: {choices}.")
ASK_SHOUT = Text("Shout, quickly! You can: {choices}.")
ASK_DRAWN_MUST = Text("You drew {card}, number {number}; it fits, so you play it. You can: {choices}.")
ASK_COVER = Text("Lay one more card on the wild. You can: {choices}.")

OTHER_ATTACKED = Text("{name} may answer it.")
OTHER_SORTS = Text("{name} looks at the new cards.")
OTHER_TRADES = Text("{name} chooses with whom to trade hands.")
OTHER_DISCARDS = Text("{name} chooses what to discard.")
SWAP_HINT = Text("Say with whom you exchange, for example `play {number} swap {name}`.")

CAN_PLAY_PAIR = Text("play {first} and {second}")
CAN_PLAY_SKIP = Text("play {first} and {second} as skip")
CAN_JUMP = Text("jump {numbers}")
CAN_RESCUE = Text("rescue {name}")
CAN_CHOOSE = Text("choose {names}")
CAN_DISCARD = Text("discard and the numbers of the cards, like `discard 3 4`")
CAN_DISCARD_NONE = Text("discard none")
CAN_GIVE = Text("give {numbers}")
CAN_DUEL = Text("duel {numbers}")
CAN_DUEL_NONE = Text("duel none")
CAN_VOTE = Text("vote yes; vote no")

# --- answers to lines ---------------------------------------------------------------------------------

NOTHING_TO_JUMP = Text("You have no card to jump in with now.")
NOT_THE_SAME = Text("To jump in takes exactly the card that lies on top; {card} is another.")
FITS_ANYHOW = Text("{card} fits: just play it.")
CAN_TRY = Text("To try it all the same, `try {card}`; that costs {cards}.")
ONE_IS_NO_PAIR = Text("Two cards make a Skip: `play 3 and 4 as skip`.")
NO_PAIR = Text("Two cards cannot be laid together now.")
NO_PAIR_AS_SKIP = Text("Two cards cannot be laid as a Skip now.")
NOT_ALIKE = Text("Only two cards that are exactly the same are laid together.")
NO_COLOUR_NOW = Text("No colour is named with it now: `play {card}`.")
NEEDS_TARGET = Text("Say with whom, for example `play {card} swap {name}`.")
NO_TARGET_NOW = Text("Nobody is named with {card} now.")
NOT_WITH = Text("Not with {name}: you can name {names}.")
NOT_RESCUABLE = Text("For {name} UNO cannot be said now.")
NOT_ACCUSABLE = Text("{name} cannot be accused now.")
RESCUE_WHOM = Text("Whom? For example `rescue Ann`.")
ACCUSE_WHOM = Text("Whom do you accuse of a hint? For example `accuse Ann`.")
CHOOSE_WHOM = Text("Whom do you choose? For example `choose Ann`.")
SWAP_WHOM = Text("With whom? For example `play 7 swap Ann`.")
GIVE_WHAT = Text("Which card? For example `give 3` or `give red 5`.")
DUEL_WHAT = Text("Which card? For example `duel 3`, or `duel none`.")
DISCARD_WHAT = Text("Which cards? For example `discard 3 4`, or `discard none`.")
TRY_WHAT = Text("Which card? For example `try 3`.")
DISCARD_UNFIT = Text("These cards cannot be discarded together now.")
ANSWERED_FOR_YOU = Text("This is answered for you; your next line is for your next turn.")
NOT_PLAYED = Text("`{word}` belongs to rules that are not played at this table.")


# --- the help -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HouseLine:
    """`command` is one of the vocabulary; the others show what it is good for. when: rules that need it."""

    command: str
    example: Text
    meaning: Text
    when: Callable[[RuleSet], bool]


def _swaps(rules: RuleSet) -> bool:
    swapping = any(face.kind is Kind.WILD_SWAP_HANDS for face in deck(rules))
    return rules.on("seven_zero") or rules.on("five_exchange") or swapping


def _is_on(option: str) -> Callable[[RuleSet], bool]:
    return lambda rules: rules[option] not in ("off", "0")


LINES: tuple[HouseLine, ...] = (
    HouseLine("play", Text("play 7 swap Ann"), Text("lay a card and name with whom you exchange"), _swaps),
    HouseLine(
        "play",
        Text("play 3 and 4"),
        Text("lay two cards that are the same together"),
        lambda rules: rules["double_play"] == "together",
    ),
    HouseLine(
        "play",
        Text("play 3 and 4 as skip"),
        Text("lay two cards that are the same as a Skip"),
        _is_on("pair_as_skip"),
    ),
    HouseLine(
        "try", Text("try 3"), Text("lay a card that does not fit, at a price"), _is_on("misplay_penalty")
    ),
    HouseLine(
        "jump", Text("jump 4"), Text("lay out of turn exactly the card that lies on top"), _is_on("jump_in")
    ),
    HouseLine(
        "uno",
        Text("uno"),
        Text("say UNO after the card, while it is time"),
        lambda rules: rules["uno_call"] == "before-next" or _swaps(rules),
    ),
    HouseLine("rescue", Text("rescue Ann"), Text("say UNO for Ann in time"), _is_on("uno_rescue")),
    HouseLine(
        "slap",
        Text("slap"),
        Text("put a hand on the pile, or shout"),
        lambda rules: rules.on("uno_slap") or rules["spin"] != "off",
    ),
    HouseLine(
        "ready", Text("ready"), Text("play may go on, after you drew four"), _is_on("ready_after_four")
    ),
    HouseLine("give", Text("give 3"), Text("the card that you give away"), _is_on("five_exchange")),
    HouseLine("choose", Text("choose Ann"), Text("trade hands with Ann"), _is_on("spin")),
    HouseLine("discard", Text("discard 3 4"), Text("the cards that the wheel lets go"), _is_on("spin")),
    HouseLine("duel", Text("duel 3"), Text("the number card that you show; or: duel none"), _is_on("spin")),
    HouseLine("accuse", Text("accuse Ann"), Text("Ann has told what to play"), _is_on("hint_penalty")),
    HouseLine("vote", Text("vote yes"), Text("whether it was a hint; or: vote no"), _is_on("hint_penalty")),
)


def house_lines(rules: RuleSet) -> tuple[HouseLine, ...]:
    """What can be said at a table with these rules beside what can be said at every table."""
    return tuple(line for line in LINES if line.when(rules))


def is_played(command: str, rules: RuleSet) -> bool:
    """Whether a command can ever be of use with these rules."""
    ways = [line for line in LINES if line.command == command]
    return command in ("play", "uno", "ready") or not ways or any(line.when(rules) for line in ways)
