"""The full screen under house rules: headlines, advice and keys."""

from __future__ import annotations

from collections.abc import Mapping

from p2puno.language.texts import Text

# --- the table ------------------------------------------------------------------------------------------

PENDING = Text("To be drawn: {cards}")
PLACE = Text("place {place}")
TEAM = Text("team {letter}")
TEAMS = "AB"
SILENCE = Text("Silence!")
PAIR, PAIR_AS_SKIP = Text("two together"), Text("two as a Skip")
CHOOSE_PLAYER = Text("With whom? ")
NOBODY = Text("nobody", "with whom hands are exchanged")

# --- headlines ------------------------------------------------------------------------------------------

MAKES_DRAW = Text("{name} makes you draw {cards}")
MAKES_MISS = Text("{name} makes you miss your turn")
FOURS_LAID = Text("{name} laid a wild draw four on you, named {named}, and {cards} wait")
SORT = Text("Look at your new cards: play waits for you")
TRADE = Text("Trade hands with whom?")
DISCARD = Text("The wheel lets you discard cards")
GIVE = Text("Which card do you give to {name}?")
DUEL = Text("A duel: show a number card, the highest is discarded")
VOTE = Text("Has {name} told somebody what to play?")
SLAP = Text("A HAND ON THE PILE: PRESS SPACE!")
SHOUT = Text("SHOUT: PRESS SPACE!")
DREW_MUST = Text("You drew {card}, and it fits: you play it")
COVER = Text("Lay one more card on the wild")

OTHER_ATTACKED = Text("{name} may answer it")
OTHER_SORTS = Text("{name} looks at the new cards")
OTHER_TRADES = Text("{name} chooses with whom to trade hands")
OTHER_DISCARDS = Text("{name} chooses what to discard")
HANDS_MOVE = Text("Hands change owners ...")
EXCHANGING = Text("A card is exchanged ...")
POOLING = Text("All hands are shuffled and dealt out again ...")
SHOWING = Text("A hand is shown ...")
DUELLING = Text("The duel ...")
VOTING = Text("The table decides whether it was a hint ...")
HURRYING = Text("Who is quick?")
CASTING = Text("The lot is drawn by everybody ...")
SPINNING = Text("The wheel turns ...")
LOOKING = Text("Does the card fit? That is being proved ...")

# --- advice ---------------------------------------------------------------------------------------------

ANSWER_HINT = Text("Enter answers with the chosen card; a takes it.")
TAKE_HINT = Text("You have no card that answers it: a takes it.")
MISS_HINT = Text("a lets it happen.")
DOUBT_HINT = Text("c challenges the wild draw four.")
READY_HINT = Text("Enter: play may go on.")
AIM_HINT = Text("Arrows choose a player, Enter goes on; Backspace takes it back.")
AIM_HINT_ALONE = Text("Arrows choose a player, Enter trades hands.")
DISCARD_HINT = Text("Space marks cards, Enter discards them; k: none.")
GIVE_HINT = Text("Enter gives the chosen card away.")
DUEL_HINT = Text("Enter shows the chosen number card; k: none.")
VOTE_HINT = Text("y: it was a hint. n: it was none.")
JUMP_HINT = Text("You hold the card on top: j jumps in.")
CALL_HINT = Text("Say UNO while it is time: press u.")
RESCUE_HINT = Text("e says UNO for {name}.")
PAIR_HINT = Text("p: two at once.")
TRY_HINT = Text("l lays it all the same; that costs {cards}.")
PLAYS_TARGET = Text("Enter plays {card}; the player comes next.")

NO_NUMBER_CARD = Text("A duel takes a number card; k shows none.")
MARK_FIRST = Text("Mark cards with Space first; k discards none.")
NOT_TOGETHER = Text("These cards cannot be discarded together now.")
MUST_DISCARD = Text("Something has to be discarded.")
ACCUSE_TITLE = Text("Whom do you accuse of a hint?")
ACCUSE_NOTE = Text("The others vote; who accuses falsely cannot accuse again in this round.")
ACCUSE_LATER = Text("That is not possible now.")

# --- the rules of one's own -----------------------------------------------------------------------------

EDITOR_TITLE = Text("The rules you play by")
EDITOR_TITLE_OF = Text("The rules you play by: {rules}; {least} to {most} players")
PRESET = Text("preset")
PRESET_NOTE = Text("Left and right: other rules as a whole. Below them every rule by itself.")
NOTHING_ADDED = Text("Nothing is added to the rules by this.")
UNFIT = Text("These rules cannot be played: {why}")
LOBBY_HOUSE = Text("Rules to play by: {rules}")
NOTE_HOUSE = Text("Enter changes the rules that you practise and open tables with.")

# --- keys: see `screen_texts.KEYS` -----------------------------------------------------------------------

KEYS: Mapping[str, tuple[Text, Text]] = {
    "take": (Text("take"), Text("let happen what was laid against you")),
    "sorted": (Text("go on"), Text("play may go on")),
    "aim": (Text(""), Text("choose another player")),
    "aimed": (Text("go on"), Text("this player")),
    "slap": (Text("slap"), Text("put a hand on the pile, or shout")),
    "vote yes": (Text("a hint"), Text("it was a hint")),
    "vote no": (Text("no hint"), Text("it was no hint")),
    "give": (Text("give"), Text("give the chosen card away")),
    "show": (Text("show"), Text("show the chosen card in the duel")),
    "show none": (Text("none"), Text("show no card in the duel")),
    "mark": (Text("mark"), Text("mark a card to be discarded, or not")),
    "discard": (Text("discard"), Text("discard the marked cards")),
    "discard none": (Text("none"), Text("discard no card")),
    "jump in": (Text("jump in"), Text("lay the card that lies on top as well, out of turn")),
    "pair": (Text("two"), Text("lay two cards that are the same, or one")),
    "try": (Text("try it"), Text("lay the chosen card although it does not fit")),
    "call": (Text("UNO"), Text("say UNO, while it is time")),
    "rescue": (Text("rescue"), Text("say UNO for somebody who has forgotten")),
    "take value": (Text("take it"), Text("take this value")),
    "chapter": (Text("chapter"), Text("go to the next chapter")),
    "rules done": (Text("done"), Text("take these rules")),
    "rules cancel": (Text("cancel"), Text("leave the rules as they were")),
    "accuse": (Text(""), Text("accuse somebody of telling what to play")),
}
