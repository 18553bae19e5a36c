"""A duel as the server stores it: seats, secrets, names, clocks."""

import base64
import hashlib
import hmac
import re
import secrets
import string
import unicodedata
from functools import cache, lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from gridduels.board import Size, shape
from gridduels.duel import STOPS, Duel, Outcome
from gridduels.game import Game, Position
from gridduels.match import Match
from gridduels.players import PLAYERS, installed_players
from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused, cut
from gridduels.protocol.state import Clock, TimeLeft
from gridduels.record import HUMAN, Record
from gridduels.registry import definitions, load_game
from gridduels.web.dates import utc

# --- Seat secrets; only their hashes are stored


_LETTERS: Final = string.ascii_letters + string.digits
_ID_LENGTH: Final = 12


def new_id() -> str:
    """Return a new public duel id that is hard to guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def new_secret() -> str:
    """Return a new 192-bit random secret."""
    return secrets.token_urlsafe(24)


def new_code(until: float) -> str:
    """Return a secret that includes its expiry time. The time is covered by the hash, so it cannot be changed."""
    return f"{int(until)}-{new_secret()}"


def expiry_of(code: str) -> float:
    """Return the expiry time of a code created by `new_code`.

    >>> expiry_of(new_code(1000.0))
    1000.0
    """
    return float(code.partition("-")[0])


def hash_secret(secret: str) -> bytes:
    """Return a secret's hash, as stored. A secret has too many random bits to be guessed."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def matches(secret: str, kept: bytes | None) -> bool:
    """Return whether this is the secret behind the hash, comparing in constant time."""
    return kept is not None and hmac.compare_digest(hash_secret(secret), kept)


def derive_secret(secret: str, id: str) -> str:
    """Derive the secret for the same person's seat in the next duel. Only the owner of this secret can compute it.

    >>> derive_secret("a", "b") == derive_secret("a", "b") != derive_secret("a", "c")
    True
    """
    digest = hmac.digest(secret.encode("utf-8", "surrogatepass"), f"next {id}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()


# --- Allowed player names


MOST_CHARACTERS: Final = 24
_MOST_MARKS: Final = 2
"""Maximum number of accents per letter; more would overlap the lines above."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Control characters, direction marks, zero-width characters and unassigned code points."""
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and symbols that render as blanks."""
_EMOJI: Final = "\ufe0f"
"""The variation selector that keyboards insert after an emoji."""
_OTHERS: Final = ("bot", "computer", "human", "level", "mcts", "nobody", "opponent", "player", "the computer", "you")
_CYRILLIC: Final = (
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0456\u0458\u04bb\u0501"
)
_GREEK: Final = "\u03b1\u03b2\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7"
_LOOK_ALIKES: Final = str.maketrans(f"{_CYRILLIC}{_GREEK}\u0131li0", "abekmhopctyxsijhd" + "abenikvoptyx" + "i11o")


def checked_name(text: str | None) -> str | None:
    """Return a name in its stored form, or None for a blank one; refuse text that cannot be a name.

    >>> checked_name("  Ann   Lee "), checked_name(" ")
    ('Ann Lee', None)
    >>> checked_name("PLAYER ①")
    Traceback (most recent call last):
    gridduels.protocol.codec.Refused: 'PLAYER ①' looks like a name that is taken. Choose another one.
    """
    name = re.sub(" +", " ", unicodedata.normalize("NFC", text or "").replace(_EMOJI, "")).strip(" ")
    if not name:
        return None
    if len(name) > MOST_CHARACTERS:
        raise Refused(Code.NAME, f"A name has at most {MOST_CHARACTERS} characters, not {len(name)}.")
    if any(
        unicodedata.category(each) in _UNSEEN or each in _BLANK or (each.isspace() and each != " ") for each in name
    ):
        raise Refused(Code.NAME, "A name may contain only visible characters and plain spaces.")
    if _has_heap_of_marks(name):
        raise Refused(Code.NAME, f"A letter of a name has at most {_MOST_MARKS} accents.")
    if _looks(name) in _taken() or re.fullmatch(_numbered(), _looks(name)):
        raise Refused(Code.NAME, f"{cut(name)!r} looks like a name that is taken. Choose another one.")
    return name


def _has_heap_of_marks(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(each).startswith("M") else "-" for each in name)
    return marks.startswith("m") or "m" * (_MOST_MARKS + 1) in marks


def _looks(name: str) -> str:
    """Return a name's shape: without case, spaces and accents, and with one symbol for all lookalikes.

    >>> _looks("Plâyer 1") == _looks("p1ayer I") == _looks("Рlayer_l")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(each for each in plain.translate(_LOOK_ALIKES).translate(_LOOK_ALIKES) if each.isalnum())


@cache
def _taken() -> frozenset[str]:
    """Return the shapes of the names given to seats, levels and built-in players."""
    seats = (game.words.player(number) for game in definitions() for number in (1, 2))
    players = (name.partition(":")[0] for name in (*PLAYERS, *installed_players()))
    return frozenset(map(_looks, (*_OTHERS, *seats, *players)))


@cache
def _numbered() -> str:
    """Return a pattern for the same names followed by a number: Player 3, Level 10."""
    return f"(?:{'|'.join(map(_looks, _OTHERS))})[0-9o]+"


# --- Saved: a duel as a database row; Live: the same, plus its Duel


Sides = tuple[int, ...]
"""The sides played by one person: none, one or both."""


class Saved(Struct, frozen=True, gc=False):
    """A duel as a database row. Times are in seconds since 1970."""

    id: str
    game: str
    size: int
    """The side length of a square board; otherwise 100 times its rows plus its columns."""
    rulings: str
    start: str
    p1: str
    p2: str
    seed: int
    created: float
    changed: float
    seat1: bytes | None = None
    """Hash of the secret for Player 1's seat; None if the seat is free or the computer plays."""
    seat2: bytes | None = None
    invite: bytes | None = None
    seconds: float | None = None
    """Each clock's initial time; None without clocks."""
    increment: float = 0.0
    left1: float = 0.0
    left2: float = 0.0
    version: int = 0
    moves: str = ""
    winner: int | None = None
    """The winner if the game did not end with a move (0 for no winner); `reason` says how it ended."""
    reason: str | None = None
    takeback_by: int | None = None
    takeback_to: int | None = None
    rematch_by: int | None = None
    rematch_seat: bytes | None = None
    """Hash of the secret that the player who asked for a rematch will use in the next duel."""
    next: str | None = None
    """Id of the next duel, chosen when the first player asks for it."""
    next_began: int = 0
    note: str | None = None
    over: int = 0
    code1: bytes | None = None
    """Hash of the one-time code that moves Player 1's seat to another device, if there is one."""
    code2: bytes | None = None
    deadline: float | None = None
    """When the player to move runs out of time; None if no clock is running."""
    round: int = 1
    """This duel's number in a series of rematches."""
    earlier1: int = 0
    """Points from earlier rounds for the person who is Player 1 here."""
    earlier2: int = 0
    offered: float | None = None
    """When the lobby stops offering the free seat; None if it does not offer one, or if the seat is taken."""
    stand_in: str | None = None
    """The player that takes the free seat at the deadline if no one else has."""
    listed: int = 0
    """Whether the lobby lists the game for spectators."""
    name1: str | None = None
    """The name of the person in Player 1's seat."""
    name2: str | None = None
    swap: str = ""
    """The state of the pie rule, as in Match: whether the second player may swap sides, or already has."""

    asked1: int = 0
    """The number of Player 1's takeback requests that were not accepted."""
    asked2: int = 0
    missed1: float | None = None
    """When Player 2 may end the duel because Player 1 has left; None unless Player 1 is missed."""
    missed2: float | None = None

    @property
    def players(self) -> tuple[str, str]:
        return self.p1, self.p2

    @property
    def names(self) -> tuple[str | None, str | None]:
        return self.name1, self.name2

    @property
    def seats(self) -> tuple[bytes | None, bytes | None]:
        return self.seat1, self.seat2

    @property
    def asked(self) -> tuple[int, int]:
        return self.asked1, self.asked2

    @property
    def missed(self) -> tuple[float | None, float | None]:
        return self.missed1, self.missed2

    @property
    def codes(self) -> tuple[bytes | None, bytes | None]:
        return self.code1, self.code2

    def is_computer(self, player: int) -> bool:
        """Return whether the computer plays this side."""
        return self.players[player - 1] != HUMAN

    def is_open(self, player: int) -> bool:
        """Return whether this seat is still free."""
        return not self.is_computer(player) and self.seats[player - 1] is None

    @property
    def humans(self) -> tuple[int, ...]:
        """The sides played by people."""
        return tuple(player for player in (1, 2) if not self.is_computer(player))

    @property
    def together(self) -> bool:
        """Whether one seat plays both sides."""
        return self.seat1 is not None and self.seat1 == self.seat2

    def sides_of(self, secret: str | None) -> Sides:
        """Return the sides that a secret controls."""
        if secret is None:
            return ()
        return tuple([player for player in (1, 2) if matches(secret, self.seats[player - 1])])


class Live(NamedTuple):
    """A duel on the server: its stored row, and its Duel, which decides which moves are legal."""

    saved: Saved
    duel: Duel

    @property
    def match(self) -> Match:
        """The series this duel belongs to."""
        saved = self.saved
        earlier = saved.earlier1, saved.earlier2
        return Match(self.duel, saved.players, round=saved.round, earlier=earlier, swap=saved.swap)

    @property
    def record(self) -> Record:
        """The game record, with the date and the names of the people who play."""
        tags = {"Date": utc(self.saved.created).date().isoformat()}
        tags |= {f"Name{player}": name for player, name in enumerate(self.saved.names, 1) if name}
        return Record(self.duel, self.saved.players, tags)


class StoredLine(NamedTuple):
    """A duel's moves, not yet checked against the rules."""

    game: Game
    moves: tuple[str, ...]
    start: Position | str
    stopped: tuple[int, str] | None = None

    def replayed(self, known: Duel | None = None) -> Duel:
        """Return the duel the moves lead to. Moves it has in common with a known duel of the same start are not
        replayed."""
        if known is None:
            return Duel(self.game, self.moves, start=self.start, stopped=self.stopped)
        pairs = enumerate(zip(known.moves, self.moves, strict=False))
        common = next((ply for ply, (one, other) in pairs if one != other), min(known.ply, len(self.moves)))
        duel = known.undo(known.ply - common) if common < known.ply else known
        if stopped := _stop_of(duel):
            return duel if (common, stopped) == (len(self.moves), self.stopped) else self.replayed()
        for word in self.moves[common:]:
            duel = duel.play(word)
        return duel.stop(*self.stopped) if self.stopped else duel


def _stop_of(duel: Duel) -> Outcome | None:
    """Return how a duel ended without a final move, or None."""
    outcome = duel.outcome
    return outcome if outcome and outcome.reason in STOPS else None


def stored_line(saved: Saved) -> StoredLine:
    """Return a stored duel's line."""
    game = _game(saved.game, size_of_number(saved.size), saved.rulings)
    stopped = None if saved.winner is None or saved.reason is None else (saved.winner, saved.reason)
    return StoredLine(game, tuple(saved.moves.split()), saved.start, stopped)


def live_of(saved: Saved, before: Live | None = None) -> Live:
    """Return a stored duel. Its moves are checked against the rules; those of `before`, another version, are known."""
    return Live(saved, stored_line(saved).replayed(None if before is None else before.duel))


def number_of_size(size: Size) -> int:
    """Return a board size in its stored form.

    >>> number_of_size(5), number_of_size("6x7"), size_of_number(607)
    (5, 607, '6x7')
    """
    rows, columns = shape(size)
    return rows if rows == columns else 100 * rows + columns


def size_of_number(number: int) -> Size:
    """Return the board size for a stored number."""
    return number if number < 100 else f"{number // 100}x{number % 100}"


@lru_cache(256)
def _game(id: str, size: Size, rulings: str) -> Game:
    return load_game(id, size, **dict(pair.split("=", 1) for pair in rulings.split()))


def rulings_text(game: Game) -> str:
    """Return a game's rulings in their stored form."""
    return " ".join(f"{name}={value}" for name, value in game.rulings.items())


# --- Clocks: each player's remaining seconds. They run on the server, using a clock that never goes backwards.
#
# Only the player to move has a running clock, from the duel's first move on and while both seats are taken; a move adds
# the increment. The computer's clock never runs. The row stores the deadline at which the player to move runs out of
# time. It is in store time, so it holds for every server and does not advance while no server is running.


def running(live: Live) -> int | None:
    """Return the player whose clock is running, or None."""
    saved, duel = live
    if saved.seconds is None or duel.outcome or not duel.ply:
        return None
    if saved.is_open(1) or saved.is_open(2) or saved.is_computer(duel.turn):
        return None
    return duel.turn


def withholds_values(live: Live) -> bool:
    """Return whether two people are playing by the clock: their moves' values stay secret until the game is over."""
    saved = live.saved
    return saved.seconds is not None and None not in saved.seats and not saved.together and not live.duel.outcome


def must_tell_values(live: Live) -> None:
    """Refuse to reveal a duel's values while they are withheld."""
    if withholds_values(live):
        raise Refused(Code.NOT_NOW, "Two people are playing this by the clock. Values are shown when the game is over.")


def wind(saved: Saved, duel: Duel, now: float) -> Live:
    """Return the duel at the start of a turn, with a deadline if a clock is running."""
    player = running(Live(saved, duel))
    if player is None and (saved.deadline is None or saved.stand_in):
        return Live(saved, duel)
    left = saved.left1 if player == 1 else saved.left2
    return Live(replace(saved, deadline=None if player is None else now + left), duel)


def debit(live: Live, now: float, *, moved: bool = False) -> Saved:
    """Return the row after deducting the time used by the player to move; a move earns the increment."""
    saved, player = live.saved, running(live)
    if player is None or saved.deadline is None:
        return saved
    seconds = max(saved.deadline - now, 0.0) + (saved.increment if moved else 0.0)
    return replace(saved, left1=seconds) if player == 1 else replace(saved, left2=seconds)


def clock_of(live: Live, now: float) -> Clock | None:
    """Return the clocks as shown to everyone; None without clocks."""
    saved = live.saved
    if saved.seconds is None:
        return None
    shown = debit(live, now)
    return Clock(
        seconds=saved.seconds,
        increment=saved.increment,
        left=TimeLeft(one=round(shown.left1, 2), two=round(shown.left2, 2)),
        running=running(live),
    )
