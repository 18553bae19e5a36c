"""The players in a match or tournament, with their names, versions and games."""

import hashlib
import os
import random
import shlex
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from gridduels import __version__
from gridduels.duel import Duel
from gridduels.errors import Forfeit, SetupError
from gridduels.game import Game
from gridduels.players import HUMAN, Player, installed_players, make_player
from gridduels.players.bots.player import BotPlayer
from gridduels.players.bots.protocol import Scope, covers
from gridduels.players.limits import heeds_counts

# --- Bot versions


_LENGTH: Final = 12


def fingerprint(command: str, version: str = "") -> str:
    """Return a short fingerprint that changes with a command line's program, any file it names, or the version.

    Files are identified by their contents, so a bot may be moved. Files that a program loads on its own aren't covered,
    so a bot with more than one file should report a version.
    """
    digest = hashlib.sha256(version.encode())
    for file in _files(command):
        with file.open("rb") as source:
            digest.update(hashlib.file_digest(source, "sha256").digest())
    return digest.hexdigest()[:_LENGTH]


def _files(command: str) -> list[Path]:
    """Yield the program and every readable file among its arguments."""
    program, *others = shlex.split(command, posix=os.name != "nt")
    named = [shutil.which(program) or program, *others, *(word.partition("=")[2] for word in others if "=" in word)]
    return [Path(word) for word in named if word and os.path.isfile(word) and os.access(word, os.R_OK)]


# --- Entrants


OWN: Final = f"gridduels {__version__}"
"""The version of the built-in players."""
_LAST_LINES: Final = 12
"""The maximum length of error output to show from a bot."""

Source = str | Player | Callable[[Duel], str]
"""Anything that can be used as a player: a name, an object with `choose`, or a function."""


class Entrant(NamedTuple):
    """A participant. `name` is the name it was entered under, `title` the one shown in tables."""

    name: str
    title: str = ""
    version: str = OWN
    """The version that its results are valid for. Another version has to play its games again."""
    scopes: tuple[Scope, ...] = ()
    """The games it declares; empty means all."""
    source: Player | Callable[[Duel], str] | None = None
    """Creates the player if its name alone is not enough."""

    def plays(self, game: Game) -> bool:
        return covers(self.scopes, game)

    def heeds_counts(self, game: Game) -> bool:
        """Whether depth and node limits apply to it."""
        return heeds_counts(self.make(random.Random(), 1.0), game)

    def make(self, rng: random.Random, think: float) -> Player:
        """Return the player for a game."""
        if self.source is not None:
            return _Guest(self.name, self.source)
        player = make_player(self.name, rng, think, bots=True)
        if player is None:
            raise SetupError(f"{HUMAN} is a person, but all players in a match must be programs")
        return player


class _Guest:
    """A user's object or function, which is reused from game to game."""

    def __init__(self, name: str, source: Player | Callable[[Duel], str]) -> None:
        self.name = name
        self._choose = source if callable(source) and not hasattr(source, "choose") else source.choose

    def choose(self, duel: Duel) -> str:
        return self._choose(duel)

    def close(self) -> None:
        """Do nothing: the user's object isn't ours to close."""


def enter(source: Source) -> Entrant:
    """Create an entrant. A bot is started once to check that it works and to read its declarations; an object or
    function is identified by its `name` and, if it has one, its `version`."""
    if isinstance(source, str):
        return _enter_by_name(source)
    if not (callable(source) or hasattr(source, "choose")):
        raise SetupError(f"{source!r} is not a player: use a name, an object with a choose method, or a function")
    name = getattr(source, "name", None) or getattr(source, "__name__", None) or type(source).__name__
    return Entrant(str(name), str(name), str(getattr(source, "version", "")), source=source)


def _enter_by_name(name: str) -> Entrant:
    player = Entrant(name).make(random.Random(), 1.0)
    if not isinstance(player, BotPlayer):
        found = installed_players().get(name)
        return Entrant(name, name, found.version if found else OWN)
    try:
        said = player.introduce()
    except Forfeit as problem:
        raise SetupError(f"{name} cannot take part: {problem}{_error_output(problem.log)}") from None
    finally:
        player.close()
    return Entrant(name, said.name, fingerprint(player.command, said.version), said.scopes)


def _error_output(log: Path | None) -> str:
    """Return the last part of a bot's error output."""
    text = log.read_text(encoding="utf-8", errors="replace").strip() if log else ""
    if not text:
        return ""
    lines = text.splitlines()[-_LAST_LINES:]
    return "\n".join([f"; its error output ({log}) ends with", *(f"    {line}" for line in lines)])


def entitle(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return the entrants with distinct titles, even if several bots share a name.

    >>> [each.title for each in entitle([Entrant("cmd:a", "Bot"), Entrant("cmd:b", "Bot")])]
    ['Bot', 'Bot (2)']
    """
    seen: Counter[str] = Counter()
    titled = []
    for entrant in entrants:
        seen[entrant.title] += 1
        if (number := seen[entrant.title]) > 1:
            entrant = entrant._replace(title=f"{entrant.title} ({number})")
            if entrant.source is not None:
                entrant = entrant._replace(name=entrant.title)  # nothing else identifies it
        titled.append(entrant)
    return titled
