"""Names as they are shown: clean, and told apart if two are equal or look alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from p2puno.language.texts import _
from p2puno.ui.directions import apart
from protocol.wire.text import clean_text

# Letters that many fonts draw alike, by what they look like; after case folding.
_LOOKS_LIKE = str.maketrans(
    {
        # Cyrillic
        **dict(zip("авсеһіјкмнорѕтухԁԛԝьӏ", "abcehijkmhopstyxdqwbi", strict=True)),
        # Greek
        **dict(zip("αβεηικνορτυχγω", "abenikvoptuxyw", strict=True)),
        # Armenian
        **dict(zip("օոսհցզ", "onuhgq", strict=True)),
        # Latin beside the alphabet
        **dict(zip("ɑɡɩᴏѵ", "agiov", strict=True)),
        # Arabic beside Persian
        **dict(zip("كىيةہھە", "کییهههه", strict=True)),
        # digits, strokes and a dotless i
        **dict(zip("01l|ı", "oiiii", strict=True)),
    }
)


def tell_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The names in seat order; later ones that look like earlier ones get '(2)', '(3)' and so on."""
    shown: list[str] = []
    taken: set[str] = set()
    for seat, name in enumerate(names):
        plain = clean_text(name).strip() or _("Seat {number}").format(number=seat + 1)
        candidate, number = plain, 1
        while skeleton(candidate) in taken:
            number += 1
            candidate = f"{plain} ({number})"
        taken.add(skeleton(candidate))
        shown.append(candidate)
    return tuple(shown)


def for_people(names: Sequence[str]) -> tuple[str, ...]:
    """The names told apart, as parts of sentences: kept apart from what is written in another direction."""
    return tuple(apart(name) for name in tell_apart(names))


def _plain(letter: str) -> str:
    """A digit in any script as 0 to 9."""
    digit = unicodedata.decimal(letter, None)
    return letter if digit is None else str(digit)


def skeleton(name: str) -> str:
    """What is left of a name when the eye does not look closely; equal skeletons look alike."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(_plain(letter) for letter in letters if not unicodedata.combining(letter))
    return plain.translate(_LOOKS_LIKE).replace("rn", "m").replace("vv", "w").replace(" ", "")
