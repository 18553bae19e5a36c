"""scripts/check_proof.py implements the five games itself, accepts valid proofs, and rejects every forgery."""

import ast
import json
import random
import subprocess
import sys
import zlib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gridduels import Game, definitions, load_game
from gridduels.engine import Values, solve
from gridduels.engine.headers import CHECKED_FROM, write_beginning
from gridduels.engine.kernels.compiler import key_of, key_type, plain
from gridduels.engine.proofs import (
    PROOF,
    Claim,
    DamagedProof,
    Proof,
    first_moves,
    prove,
    read_proof,
    score_of,
    verify_proof,
    write_proof,
)
from gridduels.engine.solvers.on_demand import OnDemandSolver
from gridduels.engine.tables.catalogue import HISTORY
from gridduels.errors import SetupError
from tests.engine.script import PATH, SCRIPT, values_by_the_script
from tests.helpers import name_of

BOARD = load_game("pathway", 4)
OURS = [each for each in definitions() if each.module.startswith("gridduels.games.")]
WITHOUT_SEARCH = [
    load_game("grid-runner", 3),
    load_game("blockade", 3, obstacles=1),
    load_game("grid-runner", 4, repetition="endless"),
]
FORGED = 200


def boards() -> Iterator[Game]:
    """Yield every board of the five games under every ruling that its positions depend on."""
    for definition in OURS:
        for size in definition.sizes:
            for chosen in product(
                *(ruling.values[: 1 if ruling.name in HISTORY else None] for ruling in definition.rulings)
            ):
                yield Game(definition, size, {r.name: v for r, v in zip(definition.rulings, chosen, strict=True)})


def in_its_own_words(game: Game, position: Any) -> Any:
    """Return a position of the package in the script's notation."""
    board, turn, *reserves = game.text(position).split()
    return SCRIPT.Position(int(turn), board.replace("/", ""), tuple(map(int, reserves)) or (0, 0))


def proved_by_table(game: Game, values: Values) -> Proof:
    """Return a proof of a game that cannot be searched because positions may repeat; its table has the answers."""
    claims: dict[int, Claim] = {}
    for _, position in first_moves(game):
        key, score = key_of(game, position, canonical=True), score_of(values.value(position))
        for entry, least in ((~key, score), (key, -score)):
            claims.setdefault(entry, Claim(least, tuple(levels_of(game, values, entry, least))))
    return Proof(game, tuple(claims.values()))


def levels_of(game: Game, values: Values, entry: int, score: int) -> Iterator[Any]:
    kernels, claim, entries = plain(game.definition), Claim(score, ()), {entry}
    for level in range(1, 128):
        yield np.array(sorted(entries), key_type(game))
        if claim.is_settled(level):
            return
        following = set()
        for each in entries:
            provers = each < 0
            position = kernels.unpack(game.rules, ~each if provers else each, game.start(), False)
            for word in game.words_of(game.legal(position)):
                child = game.play(position, game.action(word))
                provers_then = provers == (child.turn == position.turn)
                gets = score_of(values.value(child)) * (1 if provers_then else -1)
                if provers and gets < claim.wanted(level):
                    continue
                if game.legal(child):
                    key = key_of(game, child, canonical=True)
                    following.add(~key if provers_then else key)
                if provers:
                    break
        if not following:
            return
        entries = following


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("proof") / "start.proof"
    write_proof(path, prove(OnDemandSolver(BOARD)))
    return path.read_bytes()


def test_it_imports_nothing_but_the_standard_library() -> None:
    tree = ast.parse(PATH.read_text(encoding="utf-8"))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([each.name for each in node.names] if isinstance(node, ast.Import) else [node.module or ""])
    }
    assert imported <= set(sys.stdlib_module_names)


def test_its_rules_match_the_games_on_every_board_under_every_ruling() -> None:
    rng, played = random.Random(1), 0
    for game in boards():
        theirs = SCRIPT.Game(game.id, game.size, dict(game.rulings))
        position = game.start()
        assert theirs.start() == in_its_own_words(game, position)
        for _ in range(25):
            here = in_its_own_words(game, position)
            moves = {word: game.play(position, game.action(word)) for word in game.words_of(game.legal(position))}
            assert theirs.moves(here) == {word: in_its_own_words(game, after) for word, after in moves.items()}
            if not moves:
                assert theirs.winner(here) == game.winner(position)
                break
            canonical = game.definition.canonicalize(game.rules, position)
            assert theirs.representative(here) == theirs.representative(in_its_own_words(game, canonical))
            position = moves[rng.choice(list(moves))]
            played += 1
    assert played > 1000


def test_it_reads_the_keys_of_every_game() -> None:
    rng = random.Random(2)
    for game in boards():
        theirs, position = SCRIPT.Game(game.id, game.size, dict(game.rulings)), game.start()
        for _ in range(5):
            if not (words := game.words_of(game.legal(position))):
                break
            position = game.play(position, game.action(rng.choice(words)))
            key, expected = (
                key_of(game, position, canonical=True),
                theirs.representative(in_its_own_words(game, position)),
            )
            assert SCRIPT.read_entry(theirs, key) == (False, expected)
            assert SCRIPT.read_entry(theirs, ~key) == (True, expected)


@pytest.mark.parametrize("game", WITHOUT_SEARCH, ids=name_of)
def test_it_checks_games_in_which_positions_may_repeat(game: Game, tmp_path: Path) -> None:
    values, path = solve(game), tmp_path / "start.proof"
    write_proof(path, proved_by_table(game, values))
    assert values_by_the_script(path.read_bytes()) == values.move_values(game.start())


def test_as_a_program_it_prints_the_values_or_the_reason_for_rejection(proof: bytes, tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", str(PATH), *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    (tmp_path / "right.proof").write_bytes(proof)
    right = run(str(tmp_path / "right.proof"))
    assert (right.returncode, right.stderr) == (0, "")
    assert right.stdout.splitlines() == [
        "pathway 4x4 goal=open",
        "down    wins in 11 plies",
        "right   wins in 11 plies",
        "The proof is valid: Player 1, moving first, wins in 11 plies.",
    ]
    (tmp_path / "wrong.proof").write_bytes(proof[:-1])
    wrong = run(str(tmp_path / "wrong.proof"))
    assert (wrong.returncode, wrong.stderr) == (1, "")
    assert wrong.stdout == "REJECTED: it is not a proof in version 1 of the format, or its checksum is wrong\n"
    assert run().returncode == run(str(tmp_path / "none.proof")).returncode == 2


def with_claims(header: dict[str, Any], claims: list[tuple[int, list[list[int]]]]) -> bytes:
    """Return a proof file with the given claims and the rest of a header; entries take 8 bytes."""
    stated, data = [], b""
    for score, levels in claims:
        lengths = []
        for level in levels:
            differences = np.diff(np.array(level, np.int64).view(np.uint64), prepend=np.uint64(0))
            packed = zlib.compress(differences.astype("<u8").view(np.uint8).reshape(-1, 8).T.tobytes())
            lengths.append((len(level), len(packed)))
            data += packed
        stated.append({"score": score, "levels": lengths})
    return write_beginning(PROOF, {**header, "claims": stated}, data) + data


def forged(header: dict[str, Any], proof: Proof, rng: random.Random) -> bytes:
    """Return a proof with one to three changes that its checksum does not reveal."""
    header = {**header, "rulings": dict(header["rulings"])}
    claims = [(claim.score, [level.tolist() for level in claim.levels]) for claim in proof.claims]
    for _ in range(rng.randint(1, 3)):
        number = rng.randrange(len(claims))
        score, levels = claims[number]
        levels = [list(level) for level in levels]
        level = rng.choice(levels)
        kind = rng.randrange(9)
        if kind == 0:
            score = max(-126, min(126, score + rng.choice((-3, -2, -1, 1, 2, 3))))
        elif kind == 1:
            score = -score
        elif kind == 2 and len(level) > 1:
            level.remove(rng.choice(level))
        elif kind == 3:
            level[rng.randrange(len(level))] ^= 1 << rng.randrange(27)
            level[:] = sorted(set(level))
        elif kind == 4:
            level[rng.randrange(len(level))] ^= -1
            level[:] = sorted(set(level))
        elif kind == 5:
            levels.pop()
        elif kind == 6:
            levels.insert(rng.randrange(1, len(levels) + 1), list(rng.choice(levels)))
        elif kind == 7:
            claims.append((score, levels))
        else:
            header |= rng.choice(({"size": 5}, {"size": 3}, {"rulings": {"goal": "sealed"}}, {"game": "light-cycle"}))
        claims[number] = score, levels or [[1]]
    return with_claims(header, claims)


def test_it_accepts_no_false_value_from_200_forged_proofs(proof: bytes, tmp_path: Path) -> None:
    path = tmp_path / "forged.proof"
    path.write_bytes(proof)
    right, rng, rejected = read_proof(path), random.Random(3), 0
    header = json.loads(proof[CHECKED_FROM:].split(b"\n", 1)[0])
    assert values_by_the_script(with_claims(header, [(c.score, [*map(list, c.levels)]) for c in right.claims]))
    for _ in range(FORGED):
        file = forged(header, right, rng)
        path.write_bytes(file)
        try:
            values = values_by_the_script(file)
        except SCRIPT.Rejected:
            rejected += 1
        else:
            stated = SCRIPT.read_proof(file)[0]
            game = load_game(stated.name, stated.board.size, **stated.rulings)
            assert values == solve(game).move_values(game.start())
        try:
            report = verify_proof(read_proof(path), images=1)
        except (DamagedProof, SetupError):
            continue
        if not report.faults:
            assert report.moves == solve(BOARD).move_values(BOARD.start())
    assert rejected > FORGED // 2
