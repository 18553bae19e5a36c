"""Proofs of the boards that are too big for a table."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from book.boards import Extent, boards_of, ruling_words
from book.facts import keep
from gridduels.engine.kernels.compiler import is_wide
from gridduels.engine.progress import Progress
from gridduels.engine.proofs import best_value, prove, verify_proof, write_proof
from gridduels.engine.solvers.limits import memory_limit
from gridduels.engine.solvers.on_demand import OnDemandSolver
from gridduels.engine.tables.catalogue import fingerprint_of
from gridduels.engine.value import Value
from gridduels.errors import SetupError
from gridduels.game import Definition, Game


@dataclass(frozen=True)
class Proved:
    """A board with a verified proof: the value of each first move, the positions in the proof, and its file."""

    game: Game
    moves: dict[str, Value]
    positions: int
    file: bytes

    @property
    def value(self) -> Value:
        return best_value(self.moves)

    @property
    def name(self) -> str:
        """The name of the proof's file.

        >>> from gridduels import load_game
        >>> Proved(load_game("pathway", 7, goal="sealed"), {}, 0, b"").name
        'pathway-7-sealed.proof'
        """
        rulings = [each.partition("=")[2] for each in ruling_words(self.game).split()]
        return "-".join([self.game.id, str(self.game.size), *rulings]) + ".proof"


def boards_to_prove(definition: Definition, extent: Extent) -> list[Game]:
    """Return a game's boards without a table; a quick book omits those that take plain Python minutes to search."""
    games = [game for game in boards_of(definition, Extent.USUAL) if game.solved_on_demand]
    return [game for game in games if extent is not Extent.QUICK or not is_wide(game)]


def proof_of(game: Game, progress: Progress) -> tuple[Proved, float]:
    """Return a board's proof from the cache, or find and verify one; with the seconds it took."""
    return keep("proof", game, fingerprint_of(game), lambda: _proved(game, progress))


def _proved(game: Game, progress: Progress) -> Proved:
    proof = prove(OnDemandSolver(game, progress, memory=memory_limit()), progress)
    report = verify_proof(proof, progress=progress)
    if report.faults:
        raise SetupError(f"the proof of {game.title} {game.board} is wrong: {report.faults[0]}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "start.proof"
        write_proof(path, proof)
        return Proved(game, report.moves, proof.positions, path.read_bytes())
