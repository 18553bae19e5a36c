"""The player that searches: Monte Carlo tree search with proofs, compiled from the game's own rules."""

import random
import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gridduels.duel import Duel
from gridduels.game import Game
from gridduels.players.loading import load_once

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress

__all__ = ["MctsPlayer", "SearchTree", "Tried"]

SIMULATIONS_A_SECOND: Final = 100_000
"""How many simulations a second of thinking is good for where no number is given: far fewer than are possible, so that
a seed gives the same game again on a slower machine too."""
UNLIMITED: Final = 1 << 62
_LEAST: Final = 1000
"""Simulations that are run even if there is no time left."""
_SLICE: Final = 0.03
"""Seconds of search after which Ctrl-C and the clock are looked at."""
_LATE: Final = 0.9
"""The part of its time that a player may search: the rest is for everything else."""
_ROOM: Final = 1 << 16
_MOST_ROOM: Final = 1 << 23
"""Nodes a tree begins with room for, and the most it may have."""


class MctsPlayer:
    """Searches for so many simulations, or as long as it may think, whichever comes first."""

    note = ""
    """It has nothing to say about how its moves are found."""

    def __init__(self, rng: random.Random, think: float = 1.0, simulations: int | None = None) -> None:
        self.name = "mcts" if simulations is None else f"mcts:{simulations}"
        self._rng, self._think = rng, think
        self._simulations = round(SIMULATIONS_A_SECOND * think) if simulations is None else simulations
        self._tree: SearchTree | None = None
        self._prepared: Game | None = None

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Compiles the search for a game, which takes some seconds the first time: it must not cost time at a move."""
        if self._prepared != game:
            progress("compiling the search", 0, None)
            SearchTree(Duel(game), 1).grow(1, time.monotonic())
            self._prepared = game

    def choose(self, duel: Duel) -> str:
        until = time.monotonic() + _LATE * self._think
        if self._tree is None or not self._tree.follow(duel):
            self._tree = SearchTree(duel, self._rng.getrandbits(62) + 1)
        self._tree.grow(self._simulations, until)
        return self._rng.choice(self._tree.best_moves())

    def close(self) -> None:
        self._tree = None


class Tried(NamedTuple):
    """What a search found out about a move: how often it was tried, the share of points, and the plies to a proven
    win (positive) or loss (negative), 0 where nothing is proven."""

    move: str
    visits: int
    share: float
    proof: int


class SearchTree:
    """A search from the position of a duel, which goes on as the duel does."""

    def __init__(self, duel: Duel, seed: int) -> None:
        self._duel = duel
        self._load()

        import numpy as np

        self._most_plies = 4 * duel.game.size**2
        self._nodes: Any = np.empty((_ROOM, self._place.NODE), np.int32)
        self._control: Any = np.array([seed, 0, 0, 0], np.int64)
        self._kernels.plant(self._nodes, self._control, duel.legal_actions)

    def _load(self) -> None:
        game = self._duel.game
        self._kernels = load_once(("mcts", game.definition), lambda: _load(game))

        from gridduels.engine.kernels import mcts

        self._place = mcts

    def __getstate__(self) -> dict[str, Any]:
        """Everything but modules, which cannot be copied."""
        return {name: value for name, value in vars(self).items() if name not in ("_kernels", "_place")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._load()

    def follow(self, duel: Duel) -> bool:
        """Goes on to a later position of the duel, keeping what grew there; False when that is not possible."""
        before = self._duel
        if duel.game != before.game or duel.start != before.start or duel.moves[: before.ply] != before.moves:
            return False
        node = 0
        for word in duel.moves[before.ply :]:
            action = duel.game.action(word)
            children = self._children(node)
            numbers = children[:, self._place.ACTION].tolist()
            if action not in numbers:
                return False
            node = int(self._nodes[node, self._place.FIRST]) + numbers.index(action)
        if not self._nodes[node, self._place.CHILDREN]:
            return False
        self._replant(node, duel)
        return True

    def _replant(self, node: int, duel: Duel) -> None:
        import numpy as np

        target = np.empty_like(self._nodes)
        self._kernels.replant(self._nodes, node, target, self._control, duel.legal_actions)
        self._nodes, self._duel = target, duel

    def grow(self, simulations: int, until: float = float("inf")) -> None:
        """Searches for so many simulations more or until a time, in slices short enough for Ctrl-C to be heard."""
        place, control = self._place, self._control
        control[place.DONE], portion = 0, _LEAST
        while control[place.DONE] < simulations and not self._nodes[0, place.PROOF]:
            begin = time.monotonic()
            if begin > until and control[place.DONE] >= _LEAST:
                break
            self._make_room()
            goal = min(simulations, int(control[place.DONE]) + portion)
            self._kernels.simulate(
                self._duel.game.rules, self._duel.position, self._nodes, control, goal, self._most_plies
            )
            seconds = time.monotonic() - begin
            portion = max(_LEAST, min(2 * portion, int(portion * _SLICE / max(seconds, 1e-6))))

    def _make_room(self) -> None:
        """Makes room for more nodes, up to as many as there may be."""
        import numpy as np

        full = self._control[self._place.USED] + self._place.WIDEST >= len(self._nodes)
        if full and len(self._nodes) < _MOST_ROOM:
            self._nodes = np.concatenate([self._nodes, np.empty_like(self._nodes)])
        self._control[self._place.FULL] = len(self._nodes) >= _MOST_ROOM

    @property
    def simulations(self) -> int:
        """How many simulations the last search ran."""
        return int(self._control[self._place.DONE])

    @property
    def proof(self) -> int:
        """The plies to a proven win (positive) or loss (negative) of the player to move, 0 where nothing is proven."""
        return _plies(int(self._nodes[0, self._place.PROOF]))

    def tried(self) -> list[Tried]:
        """What was found out about each move, seen by the player to move."""
        place, found = self._place, []
        for row in self._children(0).tolist():
            visits, proof = row[place.VISITS], row[place.PROOF]
            after = -proof - 1 if proof > 0 else 1 - proof if proof else 0
            share = row[place.POINTS] / (2 * visits) if visits else 0.0
            found.append(Tried(self._duel.game.moves[row[place.ACTION]], visits, share, _plies(after)))
        return found

    def best_moves(self) -> tuple[str, ...]:
        """The soonest proven win, else the move tried most, else the latest proven loss."""
        ranks = {each.move: _rank(each) for each in self.tried()}
        best = max(ranks.values())
        return tuple(move for move, rank in ranks.items() if rank == best)

    def _children(self, node: int) -> Any:
        first = int(self._nodes[node, self._place.FIRST])
        return self._nodes[first : first + int(self._nodes[node, self._place.CHILDREN])]


def _plies(code: int) -> int:
    return code - 1 if code > 0 else code + 1 if code else 0


def _rank(tried: Tried) -> tuple[int, int, int]:
    if tried.proof > 0:
        return 2, -tried.proof, 0
    if tried.proof < 0:
        return 0, -tried.proof, tried.visits
    return 1, tried.visits, 0


def _load(game: Game) -> Any:
    """The kernels of a game, each of them called once so that it is compiled."""
    import numpy as np

    from gridduels.engine.kernels import mcts
    from gridduels.engine.kernels.bound import compiled

    kernels = compiled(game.definition, mcts)
    nodes = np.zeros((4 * mcts.WIDEST, mcts.NODE), np.int32)
    control = np.array([1, 0, 0, 0], np.int64)
    kernels.plant(nodes, control, game.legal(game.start()))
    kernels.simulate(game.rules, game.start(), nodes, control, 2, 1)
    kernels.replant(nodes, 0, nodes.copy(), control, game.legal(game.start()))
    return kernels
