"""Keys on other layouts: where nothing is being typed, a key is what is printed on it in Latin.

Somebody whose keyboard is set to Russian and who presses the key `d` sends `в`. Russian and Persian keyboards
carry the Latin letters as well, so the screen names those, and both letters of a key do the same.
"""

from __future__ import annotations

from p2puno.ui.digits import plain_digits

_QWERTY = "qwertyuiop[]asdfghjkl;'zxcvbnm,./"
_RUSSIAN = "йцукенгшщзхъфывапролджэячсмитьбю."
# ISIRI 9147, and where Windows differs; an Arabic layout's yeh and kaf are on the same keys.
_PERSIAN = "ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدپو./"
_MORE = {"ي": "d", "ك": ";", "ئ": "m", "ё": "`", "؟": "?"}
_PRINTED = {**dict(zip(_RUSSIAN, _QWERTY, strict=True)), **dict(zip(_PERSIAN, _QWERTY, strict=True)), **_MORE}


def printed(key: str) -> str:
    """The key as it is called in the tables of keys: a Latin letter, or a digit, if it stands for one."""
    if len(key) > 1:
        return key
    return plain_digits(_PRINTED.get(key.lower(), key.lower()))
