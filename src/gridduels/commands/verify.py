"""`gridduels verify`: check a table or a proof against the rules."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridduels.commands.options import (
    FAILED,
    Commands,
    add_command,
    add_json,
    add_memory,
    add_setup,
    check_exists,
    chosen_game,
    positive,
    print_json,
    refuse,
)
from gridduels.errors import SetupError
from gridduels.extras import require

if TYPE_CHECKING:
    from gridduels.engine.proofs import ProofReport
    from gridduels.game import Game


def add(commands: Commands) -> None:
    about = (
        "Check a table: recompute every value from its successors, and play games with best play on both sides. Or "
        "check a proof from `gridduels solve --proof`: every move of the loser must be answered. Exits with code 1 on "
        "a fault."
    )
    examples = "pathway --size 4", "start.proof"
    verify = add_command(commands, "verify", run, "check a table or a proof", about, examples)
    verify.add_argument("game", metavar="GAME|FILE", help="a game with a table, or a proof")
    verify.add_argument("--games", metavar="N", type=positive, default=5000, help="games to play (default: 5000)")
    add_memory(verify)
    add_setup(verify)
    add_json(verify)


def run(options: argparse.Namespace) -> int:
    if _is_file(options.game):
        return _verify_proof(options)
    game = chosen_game(options)
    require("gridduels verify", "engine")
    from gridduels.engine import VALUES, Table
    from gridduels.engine.solvers.limits import allow_memory, check_fits, half_of_machine
    from gridduels.engine.tables.verification import verify
    from gridduels.terminal.progress import ProgressBar, solve_with_progress

    if game.solved_on_demand:
        hint = "`gridduels solve --proof FILE` writes a proof to verify"
        raise SetupError(f"{game.id} {game.board} has no table to verify, because its positions are searched: {hint}")
    if not VALUES.is_at_hand(game):
        check_fits(game)
        name = f"{game.id} {game.board}"
        raise SetupError(f"there is no table for {name} yet: run `gridduels solve` with the same options first")
    table = solve_with_progress(game)
    assert isinstance(table, Table)
    with ProgressBar(f"Verifying {game.title}") as progress, allow_memory(options.memory or half_of_machine()):
        report = verify(table, options.games, progress=progress)
    if options.json:
        print_json({"game": game.id, "size": game.size, **report._asdict()})
        return FAILED if report.faults else 0
    for line in report.checked:
        print(line)
    for fault in report.faults:
        print(f"WRONG: {fault}")
    print(f"SHA-256 of the contents: {report.sha256}")
    print("The table is wrong." if report.faults else "The table is correct.")
    return FAILED if report.faults else 0


def _is_file(name: str) -> bool:
    """Return whether this names a file, existing or not, rather than a game."""
    from gridduels.registry import definitions

    return (Path(name).is_file() or Path(name).suffix != "") and name not in [each.id for each in definitions()]


def _verify_proof(options: argparse.Namespace) -> int:
    import time

    refuse(options, "with a proof", "size", "rule", "memory")
    check_exists(options.game)
    require("gridduels verify", "engine")
    from gridduels.engine.proofs import read_proof, verify_proof
    from gridduels.terminal.progress import ProgressBar

    begin = time.perf_counter()
    proof = read_proof(Path(options.game))
    with ProgressBar(f"Verifying {proof.game.title}") as progress:
        report = verify_proof(proof, options.games, progress=progress)
    if options.json:
        print_json(_data(proof.game, report) | {"seconds": round(time.perf_counter() - begin, 3)})
    else:
        print(_text(proof.game, report, time.perf_counter() - begin))
    return FAILED if report.faults else 0


def _data(game: "Game", report: "ProofReport") -> dict[str, Any]:
    moves = [{"move": move, "value": value.outcome, "plies": value.plies} for move, value in report.moves.items()]
    return {**game.as_data(), "moves": moves, "checked": report.checked, "faults": report.faults}


def _text(game: "Game", report: "ProofReport", seconds: float) -> str:
    from gridduels.analysis.sentences import Unit, describe, outlook

    lines = [f"{game.title} {game.board}", *report.checked]
    if report.faults:
        return "\n".join([*lines, *(f"WRONG: {fault}" for fault in report.faults), "The proof is wrong."])
    lines += [f"{move:<6}  {outlook(value, Unit.PLIES)}" for move, value in report.moves.items()]
    value = describe(report.value, f"{game.words.player(1)}, moving first,", Unit.PLIES)
    return "\n".join([*lines, f"checked in {seconds:.1f} s", f"The proof is correct: {value}."])
