"""Names: what people may call themselves beside their seats, so that nobody is taken for a seat or for the computer."""

import re
import unicodedata
from functools import cache
from typing import Final

from gridduels.players import PLAYERS
from gridduels.players.installed import installed_players
from gridduels.registry import definitions
from gridduels.web.messages.codes import Code
from gridduels.web.messages.faults import cut
from gridduels.web.messages.refusals import Refused

__all__ = ["MOST_CHARACTERS", "checked_name"]

MOST_CHARACTERS: Final = 24
_MOST_MARKS: Final = 2
"""Accents on one letter: more of them would climb over the lines above."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Controls, marks of direction, characters without width, and what no font has."""
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing."""
_EMOJI: Final = "\ufe0f"
"""Asks for the coloured picture of a sign, and is typed with it by itself."""
_OTHERS: Final = ("bot", "computer", "human", "level", "mcts", "nobody", "opponent", "player", "the computer", "you")
_CYRILLIC: Final = (
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0456\u0458\u04bb\u0501"
)
_GREEK: Final = "\u03b1\u03b2\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7"
_LOOK_ALIKES: Final = str.maketrans(f"{_CYRILLIC}{_GREEK}\u0131li0", "abekmhopctyxsijhd" + "abenikvoptyx" + "i11o")


def checked_name(text: str | None) -> str | None:
    """A name as it is kept; None where there is none. What cannot be a name is refused with a sentence.

    >>> checked_name("  Ann   Lee "), checked_name(" ")
    ('Ann Lee', None)
    >>> checked_name("PLAYER \u2460")
    Traceback (most recent call last):
    gridduels.web.messages.refusals.Refused: 'PLAYER \u2460' is what others are called here: choose a name of your own.
    """
    name = re.sub(" +", " ", unicodedata.normalize("NFC", text or "").replace(_EMOJI, "")).strip(" ")
    if not name:
        return None
    if len(name) > MOST_CHARACTERS:
        raise Refused(Code.NAME, f"A name has at most {MOST_CHARACTERS} characters, not {len(name)}.")
    if any(
        unicodedata.category(each) in _UNSEEN or each in _BLANK or (each.isspace() and each != " ") for each in name
    ):
        raise Refused(Code.NAME, "A name has only characters that can be seen, and plain spaces between them.")
    if _has_heap_of_marks(name):
        raise Refused(Code.NAME, f"A letter of a name has at most {_MOST_MARKS} accents.")
    if _looks(name) in _taken() or re.fullmatch(_numbered(), _looks(name)):
        raise Refused(Code.NAME, f"{cut(name)!r} is what others are called here: choose a name of your own.")
    return name


def _has_heap_of_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(each).startswith("M") else "-" for each in name)
    return marks.startswith("m") or "m" * (_MOST_MARKS + 1) in marks


def _looks(name: str) -> str:
    """What a name looks like at a glance: no case, no spaces, no accents, and one sign for all that look alike.

    >>> _looks("Pl\u00e2yer 1") == _looks("p1ayer I") == _looks("\u0420layer_l")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(each for each in plain.translate(_LOOK_ALIKES).translate(_LOOK_ALIKES) if each.isalnum())


@cache
def _taken() -> frozenset[str]:
    """What seats, levels and players of ours look like."""
    seats = (game.words.player(number) for game in definitions() for number in (1, 2))
    players = (name.partition(":")[0] for name in (*PLAYERS, *installed_players()))
    return frozenset(map(_looks, (*_OTHERS, *seats, *players)))


@cache
def _numbered() -> str:
    """The same with a number behind it: Player 3, Level 10."""
    return f"(?:{'|'.join(map(_looks, _OTHERS))})[0-9o]+"
