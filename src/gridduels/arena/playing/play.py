"""Playing one game of a match.

Everything a game depends on is in its Task, and players begin it afresh. So it does not matter which worker plays it,
or after which other games.
"""

from contextlib import suppress

from gridduels.arena.exact import measure
from gridduels.arena.playing.bench import Bench
from gridduels.arena.playing.task import Played, Task
from gridduels.duel import Duel, Reason
from gridduels.engine.progress import Progress, silent
from gridduels.engine.values import VALUES, Values
from gridduels.errors import CannotStart, GridDuelsError, SetupError
from gridduels.game import Game

__all__ = ["check_game", "known_values", "play"]


def play(task: Task, bench: Bench) -> Played:
    """Plays a game. A player that does not answer properly loses it; a bot that cannot start is no game at all.

    >>> from gridduels import load_game
    >>> game = load_game("light-cycle")
    >>> play(Task(game, "perfect", "random", 0, False, game.text(game.start())), Bench())[1:3]
    (1, 'no moves')
    """
    duel = Duel(task.game, start=task.opening)
    why = ""
    with bench.seated(task) as players:
        while not duel.outcome:
            try:
                duel = duel.play(players[duel.turn - 1].choose(duel))
            except CannotStart as problem:
                raise SetupError(f"{task.players[duel.turn - 1]} cannot go on: {problem}") from None
            except GridDuelsError as problem:
                why = str(problem)
                duel = duel.stop(3 - duel.turn, Reason.FORFEIT)
    values = known_values(task.game)
    return Played(" ".join(duel.moves), *duel.ended, why, measure(duel, values) if values else None)


def check_game(game: Game) -> None:
    """Makes sure that every game comes to an end."""
    if game.max_plies is None:
        raise SetupError(f"{game.id} may go on for ever under these rulings, and a match needs games that end")


def known_values(game: Game, progress: Progress = silent) -> Values | None:
    """The exact values of a game from its table, which is made where it is missing; None where it can have none."""
    if game.solved_on_demand:
        return None
    with suppress(SetupError), VALUES.asking(game, progress) as values:  # too big, or there is no room for a table
        return values
    return None
