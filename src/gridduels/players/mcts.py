"""Monte Carlo tree search with proofs, compiled from a game's rules."""

import random
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gridduels.duel import Duel
from gridduels.engine.kernels.compiler import is_wide, kernels_of
from gridduels.engine.kernels.layout import MAX_ACTIONS
from gridduels.engine.kernels.mcts import (
    ACTION,
    CHILDREN,
    CONTROL_FIELDS,
    DEPTH,
    DONE,
    FIRST_CHILD,
    FULL,
    MAX_DEPTH,
    NODE_FIELDS,
    POINTS,
    PROOF,
    RNG_STATE,
    USED,
    VISITS,
    Tree,
)
from gridduels.engine.progress import load_once
from gridduels.game import Game
from gridduels.players.info import Info
from gridduels.players.limits import Limits

if TYPE_CHECKING:
    from gridduels.engine.progress import Progress

SIMULATIONS_A_SECOND: Final = 100_000
"""Simulations per second of thinking time if no number is given. This is far below what is possible, so that a seed
produces the same game on slower machines."""
UNLIMITED: Final = 1 << 62
_LEAST: Final = 1000
"""The minimum number of simulations, run even if there is no time left."""
_SLICE: Final = 0.03
"""Seconds of search between checks of the clock and Ctrl-C."""
_LATE: Final = 0.9
"""The share of its time that the player may spend searching."""
_DEEPEST: Final = MAX_DEPTH - 1
_NODES: Final = 1 << 16
_MAX_NODES: Final = 1 << 23
"""The initial and maximum capacity of a tree in nodes."""


class MctsPlayer:
    """Runs a given number of simulations or searches for a given time, whichever ends first."""

    note = ""
    """Always empty, because this player adds no notes to its moves."""

    def __init__(self, rng: random.Random, think: float = 1.0, simulations: int | None = None) -> None:
        self.name = "mcts" if simulations is None else f"mcts:{simulations}"
        self._rng, self.simulations = rng, simulations
        self.limits = Limits(think)
        self.info: Info | None = None
        """The result of the last search."""
        self._tree: SearchTree | None = None
        self._prepared: Game | None = None

    def prepare(self, game: Game, progress: "Progress") -> None:
        """Compile the search for a game, so that compilation, which takes seconds the first time, doesn't count towards
        a move."""
        if self._prepared != game:
            progress("compiling the search", 0, None)
            SearchTree(Duel(game), 1).grow(1, time.monotonic())
            self._prepared = game

    def choose(self, duel: Duel) -> str:
        """Return the word for the chosen move."""
        self.info = None
        seconds, nodes = self.limits.seconds, self.limits.nodes
        until = time.monotonic() + _LATE * seconds
        simulations = round(SIMULATIONS_A_SECOND * seconds) if self.simulations is None else self.simulations
        if self._tree is None or not self._tree.follow(duel):
            self._tree = SearchTree(duel, self._rng.getrandbits(62) + 1)
        self._tree.grow(min(simulations, nodes or simulations), until, self.limits.stopped, self.limits.depth)
        move = self._rng.choice(self._tree.best_moves())
        self.info = self._tree.info(move)
        return move

    def close(self) -> None:
        """Discard the search tree."""
        self._tree = None


class Tried(NamedTuple):
    """The search result for one move: its visits, its share of points, and the plies to a proven win (positive) or loss
    (negative), or 0 if nothing is proven."""

    move: str
    visits: int
    share: float
    proof: int


class SearchTree:
    """A search from a duel's position, which can follow the duel's moves."""

    def __init__(self, duel: Duel, seed: int) -> None:
        self._duel = duel
        self._load()
        self._max_plies = 4 * duel.game.cell_count
        self._tree = _new_arrays(_NODES, seed)
        self._kernels.new_tree(self._tree, duel.legal_actions)

    def _load(self) -> None:
        game = self._duel.game
        self._kernels = load_once(("mcts", game.definition, is_wide(game)), lambda: _load(game))

    def __getstate__(self) -> dict[str, Any]:
        """Return the state to pickle, without compiled code, which can't be copied."""
        return {name: value for name, value in vars(self).items() if name != "_kernels"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._load()

    def follow(self, duel: Duel) -> bool:
        """Move the root to a later position of the duel, reusing its subtree; return whether that was possible."""
        before = self._duel
        if duel.game != before.game or duel.start != before.start or duel.moves[: before.ply] != before.moves:
            return False
        node, nodes = 0, self._tree.nodes
        for word in duel.moves[before.ply :]:
            action = duel.game.action(word)
            actions = self._children(node)[:, ACTION].tolist()
            if action not in actions:
                return False
            node = int(nodes[node, FIRST_CHILD]) + actions.index(action)
        if not nodes[node, CHILDREN]:
            return False
        self._reroot(node, duel)
        return True

    def _reroot(self, node: int, duel: Duel) -> None:
        import numpy as np

        target = self._tree._replace(nodes=np.empty_like(self._tree.nodes))
        self._kernels.reroot(self._tree, node, target, duel.legal_actions)
        self._tree, self._duel = target, duel

    def grow(
        self,
        simulations: int,
        until: float = float("inf"),
        stopped: Callable[[], bool] = lambda: False,
        depth: int | None = None,
    ) -> None:
        """Run more simulations until a count or time limit is reached or the search is stopped, in slices short enough
        for Ctrl-C to work.

        The tree doesn't grow deeper than `depth` plies; beyond that, moves are random.
        """
        control = self._tree.control
        control[DONE], portion = 0, _LEAST
        control[DEPTH] = min(depth or _DEEPEST, _DEEPEST)
        while control[DONE] < simulations and not self._tree.nodes[0, PROOF]:
            begin = time.monotonic()
            if (begin > until or stopped()) and control[DONE] >= _LEAST:
                break
            self._reserve()
            goal = min(simulations, int(control[DONE]) + portion)
            self._kernels.simulate(self._duel.game.rules, self._duel.position, self._tree, goal, self._max_plies)
            seconds = time.monotonic() - begin
            portion = max(_LEAST, min(2 * portion, int(portion * _SLICE / max(seconds, 1e-6))))

    def _reserve(self) -> None:
        """Double a full tree's capacity, up to the maximum."""
        import numpy as np

        nodes, control = self._tree.nodes, self._tree.control
        if control[USED] + MAX_ACTIONS >= len(nodes) and len(nodes) < _MAX_NODES:
            nodes = np.concatenate([nodes, np.empty_like(nodes)])
            self._tree = self._tree._replace(nodes=nodes)
        control[FULL] = len(nodes) >= _MAX_NODES

    @property
    def simulations(self) -> int:
        """The number of simulations in the last search."""
        return int(self._tree.control[DONE])

    @property
    def proof(self) -> int:
        """The plies to a proven win (positive) or loss (negative) for the player to move, or 0 if nothing is proven."""
        return _plies(int(self._tree.nodes[0, PROOF]))

    def tried(self) -> list[Tried]:
        """Return the result for each move, from the point of view of the player to move."""
        found = []
        for row in self._children(0).tolist():
            visits, proof = row[VISITS], row[PROOF]
            after = proof + 1 if proof > 0 else proof - 1 if proof else 0
            share = row[POINTS] / (2 * visits) if visits else 0.0
            found.append(Tried(self._duel.game.moves[row[ACTION]], visits, share, _plies(after)))
        return found

    def info(self, move: str) -> Info:
        """Return the result for a move: the expected percentage of points, or the proven outcome."""
        found = next(each for each in self.tried() if each.move == move)
        score = f"{'win' if found.proof > 0 else 'loss'}:{abs(found.proof)}" if found.proof else ""
        return Info(score=score or str(round(100 * found.share)), nodes=self.simulations, pv=(move,))

    def best_moves(self) -> tuple[str, ...]:
        """Return the fastest proven win, else the most visited move, else the slowest proven loss."""
        ranks = {each.move: _rank(each) for each in self.tried()}
        best = max(ranks.values())
        return tuple(move for move, rank in ranks.items() if rank == best)

    def ranked_moves(self) -> tuple[str, ...]:
        """Return all moves, best first."""
        return tuple(each.move for each in sorted(self.tried(), key=_rank, reverse=True))

    def _children(self, node: int) -> Any:
        """Return the rows of a node's children."""
        import numpy as np

        nodes = np.asarray(self._tree.nodes)
        first = int(nodes[node, FIRST_CHILD])
        return nodes[first : first + int(nodes[node, CHILDREN])]


def _plies(code: int) -> int:
    return code - 1 if code > 0 else code + 1 if code else 0


def _rank(tried: Tried) -> tuple[int, int, int]:
    if tried.proof > 0:
        return 2, -tried.proof, 0
    if tried.proof < 0:
        return 0, -tried.proof, tried.visits
    return 1, tried.visits, 0


def _new_arrays(nodes: int, seed: int) -> Tree:
    """Return the arrays of an empty tree with this capacity."""
    import numpy as np

    control = np.zeros(CONTROL_FIELDS, np.int64)
    control[RNG_STATE], control[DEPTH] = seed, _DEEPEST
    return Tree(np.empty((nodes, NODE_FIELDS), np.int32), control, np.empty(MAX_DEPTH, np.int64))


def _load(game: Game) -> Any:
    """Return a game's kernels, calling each one once to compile it."""
    from gridduels.engine.kernels import mcts

    kernels = kernels_of(game, mcts)
    tree, target, start = _new_arrays(4 * MAX_ACTIONS, 1), _new_arrays(4 * MAX_ACTIONS, 1), game.start()
    kernels.new_tree(tree, game.legal(start))
    kernels.simulate(game.rules, start, tree, 2, 1)
    kernels.reroot(tree, 0, target, game.legal(start))
    return kernels
