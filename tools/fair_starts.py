"""Find balanced starts: `python -m tools.fair_starts [GAME...]` recomputes them for the current levels.

With `--player level:10 --seed 2`, it looks for more starts among other lines, retests that level's stored starts, and
keeps the ones that are still balanced.

A start is balanced for a level if it is a few plies into the game, no end can be forced soon, and the level wins about
half of the games from either side when it plays itself. `perfect` never loses a won position, so a start against it is
won for the person, but hard enough that the highest level below `perfect` wins only about half of the games.
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import gridduels
from gridduels.duel import Duel
from gridduels.files import write_atomically
from gridduels.game import Game
from gridduels.match import FILE
from gridduels.players import Player, make_player
from gridduels.players.ladder import PERFECT, ladder_of
from gridduels.registry import definition, definitions

Make = Callable[[random.Random], Player]
"""Creates a player from a random generator."""
Start = dict[str, Any]
"""A start as stored in the file: its moves, the score of the player to move and, against `perfect`, which side can
win."""

_PLIES: Final = (2, 3, 4, 5, 6, 7, 8)
_SOON: Final = 6
"""A start is rejected if an end can be forced within this many plies."""
_CANDIDATES: Final = {"light-cycle": 1500, "pathway": 1500}
_USUAL_CANDIDATES: Final = 360
"""The number of lines to try. Balanced starts are rare on small boards, where games are quick to play."""
WANTED: Final = 4
"""The number of starts to find with each player to move first."""
_SIEVE: Final = ((10, 0.28), (30, 0.19), (60, 0.15), (120, 0.1))
"""After the given number of games, a candidate is dropped if its score is further than this from even."""
_EVEN: Final = 0.05
_AGAIN: Final = 60
_STILL_EVEN: Final = 0.15
"""The number of games in the second test, which is shorter than the first, and its margin."""
_MANY: Final = 400
_EVEN_IN_MANY: Final = 0.08
"""The number of games in a retest of stored starts, and its margin."""
_PERFECT_GAMES: Final = 20
_CONTESTED: Final = 0.3
"""The number of games against `perfect` from a won start, and how far the score may be from even."""


def candidates(game: Game, seed: int = 1) -> Iterator[str]:
    """Yield random lines from the book start that lead to distinct positions, none of them near a forced end."""
    from gridduels.engine import VALUES

    rng = random.Random(f"{seed} {game!r}")
    found: set[Any] = set()
    most = _CANDIDATES.get(game.id, _USUAL_CANDIDATES)
    for number in range(4 * most):
        duel = Duel(game)
        while duel.ply < _PLIES[number % len(_PLIES)] and duel.legal_moves:
            duel = duel.play(rng.choice(duel.legal_moves))
        position = game.definition.canonicalize(game.rules, duel.position)
        with VALUES.open(game) as values:
            plies = values.value(duel.position).plies
        if len(found) < most and position not in found and (plies is None or plies > _SOON):
            found.add(position)
            yield " ".join(duel.moves)


def play_out(duel: Duel, seats: dict[int, Player]) -> Duel:
    """Play the duel to its end and return it."""
    while duel.outcome is None:
        duel = duel.play(seats[duel.turn].choose(duel))
    return duel


def wins(game: Game, moves: str, seats: dict[int, Make], side: int, seed: str, numbers: Sequence[int]) -> float:
    """Return one side's mean score in the games with the given numbers, played from the position after the given
    moves."""
    start, points = Duel(game, moves).position, 0.0
    for number in numbers:
        rng = {seat: random.Random(f"{seed} {number} {moves} {seat}") for seat in seats}
        ended = play_out(Duel(game, start=start), {seat: make(rng[seat]) for seat, make in seats.items()}).ended
        points += ended.points[side - 1]
    return points / len(numbers)


def find_starts(game: Game, make: Make, lines: Sequence[str], seed: str = "starts") -> list[Start]:
    """Return those of the given starts from which a player scores evenly against itself, or nearly so if there are too
    few."""
    even: dict[int, list[Start]] = {1: [], 2: []}
    nearly: dict[int, list[Start]] = {1: [], 2: []}
    for moves in lines:
        turn = Duel(game, moves).turn
        if len(even[turn]) < WANTED:
            score = _sieve(game, moves, {1: make, 2: make}, turn, seed, _SIEVE)
            if score is not None:
                found = even if abs(score - 0.5) <= _EVEN else nearly
                found[turn].append({"moves": moves, "score": round(score, 3)})
        elif len(even[3 - turn]) == WANTED:
            break
    for turn, spare in nearly.items():
        spare.sort(key=lambda start: abs(start["score"] - 0.5))
        even[turn] += spare[: WANTED - len(even[turn])]
    return even[1] + even[2]


def still_even(
    game: Game,
    make: Make,
    starts: Sequence[Start],
    seed: str = "again",
    games: int = _AGAIN,
    margin: float = _STILL_EVEN,
) -> list[Start]:
    """Return the given starts that pass a retest with other seeds, for a player whose skill has changed slightly."""
    kept = []
    for start in starts:
        turn = Duel(game, start["moves"]).turn
        score = wins(game, start["moves"], {1: make, 2: make}, turn, seed, range(games))
        if abs(score - 0.5) <= margin:
            kept.append({"moves": start["moves"], "score": round(score, 3)})
    return kept


def find_won_starts(game: Game, make: Make, lines: Sequence[str], seed: str = "starts") -> list[Start]:
    """Return starts from which one side can force a win, preferably those from which a player wins some of its games
    against `perfect` and loses others."""
    from gridduels.engine import VALUES

    contested: dict[int, list[Start]] = {1: [], 2: []}
    others: dict[int, list[Start]] = {1: [], 2: []}
    for moves in lines:
        position = Duel(game, moves).position
        with VALUES.open(game) as values:
            outcome = values.value(position).outcome
        if outcome not in ("win", "loss"):
            continue
        side = position.turn if outcome == "win" else 3 - position.turn
        if len(contested[side]) < WANTED:
            seats = {side: make, 3 - side: named(PERFECT)}
            score = wins(game, moves, seats, side, seed, range(_PERFECT_GAMES))
            found = contested if abs(score - 0.5) <= _CONTESTED else others
            found[side].append({"moves": moves, "score": round(score, 3), "side": side})
    for side, spare in others.items():
        spare.sort(key=lambda start: abs(start["score"] - 0.5))
        contested[side] += spare[: WANTED - len(contested[side])]
    return contested[1] + contested[2]


def _sieve(
    game: Game, moves: str, seats: dict[int, Make], side: int, seed: str, sieve: Sequence[tuple[int, float]]
) -> float | None:
    """Return a side's score if it stays close to one half, or None as soon as it doesn't."""
    points, played, score = 0.0, 0, 0.0
    for games, margin in sieve:
        points += wins(game, moves, seats, side, seed, range(played, games)) * (games - played)
        played, score = games, points / games
        if abs(score - 0.5) > margin:
            return None
    return score


def named(name: str) -> Make:
    """Return a factory for the player with this name."""

    def make(rng: random.Random) -> Player:
        player = make_player(name, rng)
        assert player
        return player

    return make


def stored() -> dict[str, dict[str, list[Start]]]:
    """Return the starts for all games by player name."""
    found: dict[str, dict[str, list[Start]]] = json.loads(_path().read_text("utf-8"))
    return found


def store(game: Game, starts: dict[str, list[Start]]) -> None:
    """Replace a game's stored starts."""
    write_atomically(_path(), json.dumps(stored() | {game.id: starts}, indent=1) + "\n")


def _path() -> Path:
    return Path(gridduels.__file__).parent / FILE


def replace_starts(game: Game, player: str, seed: int) -> None:
    """Look for more starts for one level, and keep the best old and new ones according to a long test."""
    starts = stored()[game.id]
    found = [*starts[player], *find_starts(game, named(player), list(candidates(game, seed)), f"starts {seed}")]
    distinct = list({start["moves"]: start for start in found}.values())
    even = still_even(game, named(player), distinct, f"again {seed}", _MANY, _EVEN_IN_MANY)
    even.sort(key=lambda start: abs(start["score"] - 0.5))
    by_turn = {turn: [start for start in even if Duel(game, start["moves"]).turn == turn] for turn in (1, 2)}
    starts[player] = by_turn[1][:WANTED] + by_turn[2][:WANTED]
    store(game, starts)
    print(f"{game.id} {player}: {starts[player]}", flush=True)


def main(arguments: Sequence[str]) -> None:
    """Find starts for the given games, or all of them."""
    parser = argparse.ArgumentParser(prog="python -m tools.fair_starts", description=__doc__)
    parser.add_argument("games", metavar="GAME", nargs="*", help="a game (default: all of them)")
    parser.add_argument("--player", metavar="NAME", action="append", help="improve the starts of this level only")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    options = parser.parse_args(arguments)
    for each in [definition(id) for id in options.games] or definitions():
        game = Game(each)
        if options.player:
            for player in options.player:
                replace_starts(game, player, options.seed)
            continue
        lines = list(candidates(game, options.seed))
        *levels, perfect = (opponent.player for opponent in ladder_of(game.id))
        starts = {name: find_starts(game, named(name), lines) for name in levels}
        starts[perfect] = find_won_starts(game, named(levels[-1]), lines)
        store(game, starts)
        print(f"{game.id}: { ({name: len(found) for name, found in starts.items()}) }", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
