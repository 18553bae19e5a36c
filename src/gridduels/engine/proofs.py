"""Proofs: the value of every first move, with all the positions needed to check it using only the rules."""

import zlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from gridduels.engine import headers
from gridduels.engine.headers import BOARD, exactly, list_of, row_of
from gridduels.engine.kernels import search
from gridduels.engine.kernels.compiler import is_wide, kernels_of, key_of, key_type, key_width, plain
from gridduels.engine.kernels.search import WIN_NOW
from gridduels.engine.progress import Progress, chunks_on_all_cores, silent
from gridduels.engine.solvers.on_demand import OnDemandSolver
from gridduels.engine.tables.catalogue import fingerprint_of
from gridduels.engine.tables.verification import Verifier
from gridduels.engine.value import Value
from gridduels.errors import GridDuelsError, SetupError
from gridduels.files import write_atomically
from gridduels.game import Game, Position
from gridduels.registry import definition

# --- Claims and proofs


class Claim(NamedTuple):
    """The claim that one side, the prover, gets at least a given score.

    The first level is the position the claim is about; each further level holds the positions one ply later, as sorted
    entries: see `kernels.search`.
    """

    score: int
    levels: tuple[Any, ...]

    @property
    def entry(self) -> int:
        """The position the claim is about: a key if the prover's opponent is to move, ~key if the prover is."""
        return int(self.levels[0][0])

    @property
    def positions(self) -> int:
        return sum(map(len, self.levels))

    def wanted(self, level: int) -> int:
        """Return the score the prover needs at a level.

        By then, a win has fewer plies left, and a loss need not be delayed as long.

        >>> Claim(100, ()).wanted(3), Claim(-100, ()).wanted(3), Claim(0, ()).wanted(3)
        (103, -103, 0)
        """
        return self.score + level * ((self.score > 0) - (self.score < 0))

    def is_settled(self, level: int) -> bool:
        """Return whether no result from a level onwards can be worse than the claim."""
        return self.wanted(level) <= -WIN_NOW


class Proof(NamedTuple):
    """All the claims needed to determine the value of each first move of a game."""

    game: Game
    claims: tuple[Claim, ...]

    @property
    def positions(self) -> int:
        return sum(claim.positions for claim in self.claims)


def first_moves(game: Game) -> Iterator[tuple[str, Position]]:
    """Yield each first move and the position after it.

    >>> from gridduels import load_game
    >>> [move for move, _ in first_moves(load_game("pathway"))]
    ['down', 'right']
    """
    start = game.start()
    for move in game.words_of(game.legal(start)):
        yield move, game.play(start, game.action(move))


def score_of(value: Value) -> int:
    """Convert a value to a score of `kernels.search`.

    >>> score_of(Value("win", 7)), score_of(Value("loss", 4)), score_of(Value("draw", None))
    (120, -123, 0)
    """
    return 0 if value.plies is None else value.number * (WIN_NOW - value.plies)


def value_of_score(score: int) -> Value:
    """Convert a score back to a value.

    >>> value_of_score(120), value_of_score(0)
    (Value(outcome='win', plies=7), Value(outcome='draw', plies=None))
    """
    if score == 0:
        return Value("draw", None)
    return Value("win" if score > 0 else "loss", WIN_NOW - abs(score))


# --- The file format; docs/proof-format.md describes every byte
#
#     gridduels proof 1                         the kind of file and the version of its format
#     5f3a9c01                                  CRC-32 of everything that follows
#     {"game": "pathway", "size": 7, ...}       the header: what is proved, by which rules, and how long each level is
#     levels, one after the other               each the differences of its sorted entries, deflated
#
# The differences are transposed: first the lowest byte of each, then the second byte of each, and so on, since most of
# the high bytes are zero.


_WORD: Final = 8
"""Bytes in a machine word."""
MOST_SHRUNK: Final = 64
"""The greatest factor by which a level is deflated, so that a reader can bound a file's memory use before inflating
anything; deflate alone allows 1032. Real levels shrink to between a third and a tenth of their size."""
_STORED: Final = 0
"""The zlib level that stores data uncompressed."""


class DamagedProof(GridDuelsError):
    """A proof file is damaged, or was made from different rules."""

    code = "proof"


_ENTRIES: Final = headers.whole(1, 1 << 48)
PROOF: Final = headers.Format(
    "proof",
    1,
    exactly(
        {
            **BOARD,
            "rules": headers.text("[0-9a-f]{16}"),
            "claims": list_of(
                exactly({"score": headers.whole(-126, 126), "levels": list_of(row_of(_ENTRIES, _ENTRIES), 127)}), 128
            ),
        }
    ),
    DamagedProof,
)


def write_proof(path: Path, proof: Proof) -> int:
    """Write a proof; return its size in bytes."""
    packed = [[(len(level), _packed(level, _width(proof.game))) for level in claim.levels] for claim in proof.claims]
    data = b"".join(data for levels in packed for _, data in levels)
    beginning = headers.write_beginning(PROOF, _header(proof, packed), data)
    try:
        write_atomically(path, [beginning, data])
    except OSError as error:
        raise SetupError(f"cannot write the proof {path} ({error.strerror})") from None
    return len(beginning) + len(data)


def _header(proof: Proof, packed: list[list[tuple[int, bytes]]]) -> dict[str, Any]:
    """Return the statement being proved, and the number of entries and bytes in each level."""
    game = proof.game
    claims = [
        {"score": claim.score, "levels": [(count, len(data)) for count, data in levels]}
        for claim, levels in zip(proof.claims, packed, strict=True)
    ]
    return {
        "game": game.id,
        "size": game.size,
        "rulings": dict(game.rulings),
        "rules": fingerprint_of(game),
        "claims": claims,
    }


def _packed(entries: Any, width: int) -> bytes:
    """Encode a level's entries for writing, `width` bytes each before compression."""
    columns = _rows(entries, width).T.tobytes()
    data = zlib.compress(columns)
    return data if len(columns) <= MOST_SHRUNK * len(data) else zlib.compress(columns, _STORED)


def _unpacked(data: bytes, count: int, game: Game) -> Any:
    """Decode a level's entries; raise ValueError unless there are `count` of them, sorted and distinct, each holding a
    key."""
    width, inflate = _width(game), zlib.decompressobj()
    try:
        columns = inflate.decompress(data, width * count + 1)
    except zlib.error:
        raise ValueError("a level cannot be inflated") from None
    if len(columns) != width * count or not inflate.eof or inflate.unused_data:
        raise ValueError("a level has the wrong number of entries")
    rows = np.ascontiguousarray(np.frombuffer(columns, np.uint8).reshape(width, count).T)
    entries = _entries(rows)
    if (entries[1:] <= entries[:-1]).any():
        raise ValueError("a level's entries must be sorted and distinct")
    if max(~int(entries[0]), int(entries[-1])) >> key_width(game):
        raise ValueError("an entry is longer than a key")
    return entries


def _rows(entries: Any, width: int) -> Any:
    """Return the differences of sorted entries as rows of `width` bytes; vectorised for machine words."""
    if entries.dtype != object:
        differences = np.diff(entries.view(np.uint64), prepend=np.uint64(0))
        return differences.astype("<u8").view(np.uint8).reshape(-1, width)
    whole = 1 << 8 * width
    numbers = [(number - before) % whole for before, number in pairwise([0, *entries])]
    return np.frombuffer(b"".join(number.to_bytes(width, "little") for number in numbers), np.uint8).reshape(-1, width)


def _entries(rows: Any) -> Any:
    """Return the entries encoded by these rows."""
    if rows.shape[1] == _WORD:
        return np.cumsum(rows.view("<u8").ravel().astype(np.uint64), dtype=np.uint64).view(np.int64)
    half = 1 << 8 * rows.shape[1] - 1
    differences = (int.from_bytes(row.tobytes(), "little") for row in rows)
    return np.array([(number + half) % (2 * half) - half for number in accumulate(differences)], object)


def _width(game: Game) -> int:
    """Return the size of an entry in bytes: enough machine words for a key and a sign."""
    return _WORD * -(-(key_width(game) + 1) // (8 * _WORD))


def read_proof(path: Path) -> Proof:
    """Return the proof in a file; raise DamagedProof unless it is complete and was made from the current rules."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SetupError(f"cannot read the proof {path} ({error.strerror})") from None
    header, start = headers.read_header(path, content, PROOF)
    game = Game(definition(header["game"]), header["size"], header["rulings"])
    if (game.size, dict(game.rulings)) != (header["size"], header["rulings"]):
        raise PROOF.damaged(path, "its size or rulings are malformed")
    try:
        claims = tuple(_claims(header["claims"], content[start:], game))
    except ValueError as error:
        raise PROOF.damaged(path, str(error)) from None
    if header["rules"] != fingerprint_of(game):
        raise DamagedProof(f"the proof {path} was made from other rules: run `gridduels solve --proof` to rebuild it")
    return Proof(game, claims)


def _claims(stated: list[dict[str, Any]], data: bytes, game: Game) -> Iterator[Claim]:
    """Yield the claims of a proof; raise ValueError unless the levels have the lengths given in the header."""
    levels = [level for claim in stated for level in claim["levels"]]
    if sum(length for _, length in levels) != len(data):
        raise ValueError("its length does not match its header")
    if any(count * _width(game) > MOST_SHRUNK * length for count, length in levels):
        raise ValueError("a level is too short for its number of entries")
    end = 0
    for claim in stated:
        entries = []
        for count, length in claim["levels"]:
            entries.append(_unpacked(data[end : end + length], count, game))
            end += length
        if not entries or len(entries[0]) != 1:
            raise ValueError("a claim must be about exactly one position")
        yield Claim(claim["score"], tuple(entries))


# --- Making a proof


PROVING: Final = "writing the proof"
"""The name of this stage."""


def prove(solver: OnDemandSolver, progress: Progress = silent) -> Proof:
    """Return a proof of each first move's value, in which each player gets at least that much.

    The proof is always the same, regardless of the number of threads.

    >>> from gridduels import load_game
    >>> proof = prove(OnDemandSolver(load_game("pathway", 4)))
    >>> [(claim.score, claim.positions) for claim in proof.claims]
    [(-117, 56), (117, 33)]
    """
    claims: dict[int, Claim] = {}
    for _, position in first_moves(solver.game):
        if solver.game.legal(position):
            key, score = key_of(solver.game, position, canonical=True), score_of(solver.value(position))
            for entry, least in ((~key, score), (key, -score)):
                if entry not in claims:
                    claims[entry] = _Prover(solver, progress).prove(entry, least)
    return Proof(solver.game, tuple(claims.values()))


class _Prover:
    """Finds the levels of a claim's proof, one after another."""

    def __init__(self, solver: OnDemandSolver, progress: Progress) -> None:
        self._solver, self._progress = solver, progress
        self._kernels = kernels_of(solver.game, search)
        self._controls: list[Any] = []

    def prove(self, entry: int, score: int) -> Claim:
        claim = Claim(score, (np.array([entry], key_type(self._solver.game)),))
        try:
            while len(claim.levels[-1]) and not claim.is_settled(len(claim.levels)):
                claim = Claim(score, (*claim.levels, self._level_after(claim)))
        except BaseException:
            for control in self._controls:
                control[search.STOP] = 1
            raise
        return claim if len(claim.levels[-1]) else Claim(score, claim.levels[:-1])

    def _level_after(self, claim: Claim) -> Any:
        game, entries, wanted = self._solver.game, claim.levels[-1], claim.wanted(len(claim.levels))

        def kernel(first: int, last: int) -> Any:
            table, control = self._solver.transpositions, self._control()
            return self._kernels.entries_after(game.rules, game.start(), entries[first:last], wanted, table, control)

        def report(stage: str, done: int, total: int | None) -> None:
            self._progress(stage, claim.positions + done, None)

        self._controls.clear()
        with chunks_on_all_cores(report, self._solver.workers) as run:
            found = run(kernel, 0, len(entries), PROVING)
        self._solver.check(self._controls)
        return np.unique(np.concatenate(found))

    def _control(self) -> Any:
        """Return a control array for a single kernel: a shared counter would slow the threads down."""
        control = self._solver.new_control(np.iinfo(np.int64).max)
        self._controls.append(control)
        return control


# --- Verifying a proof, using only the rules and no search


_CHUNK: Final = 1 << 12
_SAMPLE: Final = 1000
"""The number of positions that are also checked by the plain Python rules."""


class ProofReport(NamedTuple):
    """The result of a verification: what was checked, the faults found, and each first move's value according to the
    valid claims."""

    checked: tuple[str, ...]
    faults: tuple[str, ...]
    moves: dict[str, Value]

    @property
    def value(self) -> Value:
        """The value of the starting position for Player 1."""
        return best_value(self.moves)


def best_value(moves: Mapping[str, Value]) -> Value:
    """Return the value of the best move."""
    return max(moves.values(), key=lambda value: value.rank)


def verify_proof(proof: Proof, images: int = 5000, seed: int = 0, progress: Progress = silent) -> ProofReport:
    """Check a proof against the rules."""
    verifier = _ProofVerifier(proof, progress)
    verifier.check_entries()
    if not is_wide(proof.game):  # otherwise plain Python has checked all of them already
        verifier.check_a_sample(seed)
    verifier.compare_images(images, seed)
    moves = verifier.first_move_values()
    return ProofReport(tuple(verifier.checked), tuple(verifier.faults), moves)


class _ProofVerifier(Verifier):
    def __init__(self, proof: Proof, progress: Progress) -> None:
        super().__init__(proof.game, progress)
        self._proof = proof
        self._least: dict[int, int] = {}
        """The valid claims: the prover's guaranteed score, by entry."""

    def check_entries(self) -> None:
        """Check every position of every claim, using compiled rules if possible."""
        kernels, done, total = kernels_of(self._game, search), 0, self._proof.positions
        with chunks_on_all_cores(self._progress, chunk=_CHUNK) as run:
            for claim in self._proof.claims:
                broken = 0
                for level, entries in enumerate(claim.levels):
                    check = partial(self._count_broken, kernels, claim, level)
                    broken += sum(run(check, 0, len(entries), "checking the proof", done, total))
                    done += len(entries)
                self._conclude(claim, broken)
        self.checked.append(
            f"{total:,} positions checked: every move of the opponent is answered, every ending is as claimed"
        )

    def _count_broken(self, kernels: Any, claim: Claim, level: int, first: int, last: int) -> int:
        """Return how many of the entries first..last of a level do not meet their claim."""
        entries = claim.levels[level][first:last]
        following = claim.levels[level + 1] if level + 1 < len(claim.levels) else entries[:0]
        broken: int = kernels.count_broken(
            self._game.rules, self._game.start(), entries, following, claim.wanted(level + 1)
        )
        return broken

    def _conclude(self, claim: Claim, broken: int) -> None:
        if broken:
            self.faults.append(f"{broken:,} positions of a claim do not support it")
        else:
            self._least[claim.entry] = max(claim.score, self._least.get(claim.entry, claim.score))

    def check_a_sample(self, seed: int) -> None:
        """Check some positions with the plain Python rules, so that the compiler need not be trusted."""
        kernels, total = plain(self._game.definition, search), self._proof.positions
        places = [(claim, level) for claim in self._proof.claims for level in range(len(claim.levels))]
        ends = list(accumulate(len(claim.levels[level]) for claim, level in places))
        chosen, broken = Random(seed).sample(range(total), min(_SAMPLE, total)), 0
        for number in chosen:
            place = bisect_right(ends, number)
            claim, level = places[place]
            first = number - ends[place] + len(claim.levels[level])
            broken += self._count_broken(kernels, claim, level, first, first + 1)
        self.checked.append(f"{len(chosen):,} of them checked again with the plain Python rules")
        if broken:
            self.faults.append(
                f"{broken:,} of {len(chosen):,} positions do not support their claim under the plain Python rules"
            )

    def first_move_values(self) -> dict[str, Value]:
        """Return the value of each first move for Player 1, if the claims determine it."""
        values: dict[str, Value] = {}
        for move, position in first_moves(self._game):
            value = self._value(position)
            if value is None:
                self.faults.append(f"the value of the first move {move} is not proved")
            else:
                values[move] = value.before(same_player=position.turn == self._game.start().turn)
        return values

    def _value(self, position: Position) -> Value | None:
        """Return the proved value of a position, if the lower and upper bounds agree."""
        if not self._game.legal(position):
            return Value.at_end(self._game.winner(position) % 3, position.turn)
        key = key_of(self._game, position, canonical=True)
        least, most = self._least.get(~key), self._least.get(key)
        return value_of_score(least) if least is not None and most is not None and least == -most else None
