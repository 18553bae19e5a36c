"""The cast: eleven opponents, each with a name, a strength and a temperament, the same in every game.

A ladder lists one game's opponents, weakest first. Beating an opponent earns one star per side, so each opponent is
worth two.
"""

from typing import Final, NamedTuple

from gridduels.errors import SetupError
from gridduels.players.levels import LEVELS, fitted_games, level_number, skills_of
from gridduels.record import HUMAN
from gridduels.registry import is_code

SIDES: Final = (1, 2)
"""One star for beating an opponent as Player 1, one as Player 2."""
PERFECT: Final = "perfect"


class Opponent(NamedTuple):
    """A member of the cast.

    >>> opponent_named("hana")
    Opponent(rung=8, name='Hana', player='level:8', about='Holds her course.', german='Bleibt auf Kurs.')
    """

    rung: int
    """Its rung on the ladder, counting from 1 at the bottom. Up to 10, this is also its level."""
    name: str
    player: str
    """The player name to pass to `make_player`."""
    about: str
    """Its temperament in one sentence."""
    german: str
    """The same in German."""

    def first(self, side: int) -> int:
        """Return the player who moves first from the book start when a person plays this side.

        Player 1 goes first, as in the rule books. `perfect` can only be beaten from a won start, so against it the
        person goes first.

        >>> LADDER[0].first(side=2), LADDER[-1].first(side=2)
        (1, 2)
        """
        return side if self.player == PERFECT else 1


LADDER: Final = (
    Opponent(1, "Ada", "level:1", "Moves where she likes. Be kind.", "Zieht, wohin es ihr gefällt. Sei nett."),
    Opponent(
        2, "Bo", "level:2", "Runs straight on until something stops him.", "Rennt geradeaus, bis ihn etwas aufhält."
    ),
    Opponent(3, "Cleo", "level:3", "Turns whenever she can.", "Biegt ab, wo sie nur kann."),
    Opponent(4, "Dario", "level:4", "Sneaks along the edge.", "Schleicht am Rand entlang."),
    Opponent(
        5,
        "Emil",
        "level:5",
        "Fears the edge. Never misses a win in one.",
        "Scheut den Rand. Übersieht keinen Sieg in einem Zug.",
    ),
    Opponent(6, "Fay", "level:6", "Flies straight along the edge.", "Fliegt geradeaus am Rand entlang."),
    Opponent(7, "Goran", "level:7", "Winds his way through the middle.", "Schlängelt sich durch die Mitte."),
    Opponent(8, "Hana", "level:8", "Holds her course.", "Bleibt auf Kurs."),
    Opponent(9, "Ivo", "level:9", "Zigzags along the edge.", "Läuft im Zickzack am Rand."),
    Opponent(10, "Juno", "level:10", "Cuts straight through the middle.", "Geht schnurgerade durch die Mitte."),
    Opponent(
        11,
        "Kismet",
        PERFECT,
        "Knows how every game ends. Beatable only from a won start.",
        "Weiß, wie jedes Spiel endet. Nur aus gewonnener Stellung zu schlagen.",
    ),
)
"""The whole cast, weakest first."""


def opponent_named(name: str) -> Opponent:
    """Return the opponent with this name, ignoring case.

    Raise SetupError if no one in the cast has that name.
    """
    for opponent in LADDER:
        if opponent.name.lower() == name.lower():
            return opponent
    names = ", ".join(opponent.name for opponent in LADDER)
    raise SetupError(f"There is no opponent {name!r}. The opponents are {names}.")


def opponent_playing(player: str) -> Opponent | None:
    """Return the opponent that corresponds to a player's name, or None for a person, a bot or an in-between level.

    >>> [found.name for name in ("easy", "level:5", "perfect") if (found := opponent_playing(name))]
    ['Cleo', 'Emil', 'Kismet']
    """
    number = LEVELS.get(player)
    if number is None and player.startswith("level:"):
        number = level_number(player.removeprefix("level:"))
    wanted = player if number is None else f"level:{number:g}"
    return next((opponent for opponent in LADDER if opponent.player == wanted), None)


def called(player: str) -> str:
    """Return the name by which people know a recorded player.

    >>> called("human"), called("level:5"), called("hard"), called("mcts:100")
    ('person', 'Emil', 'Hana', 'mcts:100')
    """
    if player == HUMAN:
        return "person"
    opponent = opponent_playing(player)
    return opponent.name if opponent else player


def ladder_of(game: str) -> tuple[Opponent, ...]:
    """Return the opponents on a game's ladder, weakest first, given the game's ID.

    These are the levels fitted to the game, plus `perfect`. A game without fitted levels uses the whole cast.

    >>> [opponent.name for opponent in ladder_of("light-cycle")]
    ['Ada', 'Cleo', 'Emil', 'Hana', 'Juno', 'Kismet']
    """
    if game not in fitted_games() and not is_code(game):
        return LADDER
    players = {f"level:{number:g}" for number, _ in skills_of(game)} | {PERFECT}
    return tuple(opponent for opponent in LADDER if opponent.player in players)


def missing_from(game: str) -> tuple[Opponent, ...]:
    """Return the opponents left out of a game, given the game's ID.

    Every opponent on a ladder beats the one below it in at least 55 % of their games. If random and perfect play are
    too close together for ten such steps, some opponents would be equally strong, so they sit the game out.

    >>> [opponent.name for opponent in missing_from("light-cycle")]
    ['Bo', 'Dario', 'Fay', 'Goran', 'Ivo']
    """
    present = ladder_of(game)
    return tuple(opponent for opponent in LADDER if opponent not in present)


def missing_text(game: str) -> str:
    """Return a sentence about the opponents missing from a game's ladder, given its ID; empty if none are missing.

    >>> missing_text("gridlock")
    "Bo, Dario, Goran and Ivo sit this game out: they'd be no stronger than the level below or lack balanced starts."
    """
    names = [opponent.name for opponent in missing_from(game)]
    if not names:
        return ""
    listed = f"{', '.join(names[:-1])} and {names[-1]} sit" if len(names) > 1 else f"{names[0]} sits"
    return f"{listed} this game out: they'd be no stronger than the level below or lack balanced starts."
