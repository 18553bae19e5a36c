"""`gridduels solve`, `verify` and `tables`: compute exact values, check them, and manage the tables that hold them."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gridduels.commands.options import (
    FAILED,
    Commands,
    add_command,
    add_engine,
    add_force,
    add_json,
    add_memory,
    add_plies_or_json,
    add_setup,
    add_workers,
    check_exists,
    chosen_game,
    known_game,
    positive,
    print_json,
    print_text,
    refuse,
)
from gridduels.errors import SetupError
from gridduels.extras import require

if TYPE_CHECKING:
    from gridduels.analysis.sentences import Unit
    from gridduels.engine import Value, Values
    from gridduels.engine.proofs import ProofReport
    from gridduels.game import Game


def add(commands: Commands) -> None:
    _add_solve(commands)
    _add_verify(commands)
    _add_tables(commands)


# --- Solve


def _add_solve(commands: Commands) -> None:
    about = "Solve a game: the value of the start, best play, and the number of positions of each value."
    examples = "light-cycle", "blockade --size 6 --disk --memory 1"
    solve = add_command(commands, "solve", _run_solve, "solve a game exactly", about, examples)
    about = "one of `gridduels games`, or all of them"
    solve.add_argument("game", metavar="GAME|all", type=_game_or_all, help=about)
    add_setup(solve)
    solve.add_argument("--again", action="store_true", help="solve the game even if there is a table")
    solve.add_argument("--disk", action="store_true", help="work on disk if memory runs short (layered games)")
    about = "cuda: solve on an NVIDIA GPU (layered games)"
    solve.add_argument("--device", choices=("cpu", "cuda"), default="cpu", help=about)
    add_engine(solve)
    add_workers(solve, default=None)
    add_memory(solve)
    about = "search for a proof of the value and write it to FILE, for `gridduels verify`"
    solve.add_argument("--proof", metavar="FILE", type=Path, help=about)
    add_force(solve)
    add_plies_or_json(solve)


def _game_or_all(text: str) -> str:
    return text if text == "all" else known_game(text)


def _run_solve(options: argparse.Namespace) -> int:
    from gridduels.files import begins_with, check_output
    from gridduels.game import Game
    from gridduels.registry import definitions

    if options.game == "all":
        refuse(options, "with all games", "size", "rule", "proof", "disk", "workers")
    games = [Game(each) for each in definitions()] if options.game == "all" else [chosen_game(options)]
    for game in games:
        _check_options(game, options)
    if not options.proof:
        refuse(options, "without --proof", "force")
    else:
        check_output(options.proof, lambda path: begins_with(path, b"gridduels proof "), options.force)
    if options.json:
        data = [_data(_solved(game, options)) for game in games]
        return print_json(data if options.game == "all" else data[0])
    for number, game in enumerate(games):
        print(("\n" if number else "") + _text(_solved(game, options), options.plies), flush=True)
    return 0


def _check_options(game: "Game", options: argparse.Namespace) -> None:
    """Refuse options that would be ignored for this game, or that cannot work here."""
    from gridduels.engine import VALUES
    from gridduels.extras import has_engine

    name, searched = f"{game.id} {game.board}", options.proof or game.solved_on_demand
    on_gpu, on_ray = options.device == "cuda", options.engine == "ray"
    given = {"--device cuda": on_gpu, "--engine ray": on_ray, "--disk": options.disk, "--again": options.again}
    flags = [flag for flag, is_given in given.items() if is_given]
    if searched and flags:
        raise SetupError(f"{flags[0]} cannot be used here: {name} is searched on the cores of this machine")
    if flags and flags != ["--again"] and not game.definition.is_layered:
        raise SetupError(f"{flags[0]} cannot be used for {game.id}: it needs a game with layers, such as blockade")
    if on_gpu and (on_ray or options.disk):
        raise SetupError(f"--device cuda and {flags[1]} cannot be combined")
    if options.workers and not searched and not on_ray:
        raise SetupError(f"--workers cannot be used for {name} without --engine ray")
    if flags and not options.again and VALUES.is_at_hand(game):
        raise SetupError(f"there is already a table for {name}, so {flags[0]} has no effect: add --again to solve it")
    if on_ray:
        require("gridduels solve --engine ray", "engine", "ray")
    if on_gpu:
        require("gridduels solve --device cuda", "engine", *([] if has_engine() else ["gpu"]))
        from gridduels.engine.kernels.gpu import find_cuda

        find_cuda("leave out --device cuda")


class _Written(NamedTuple):
    """A proof that has been written to a file."""

    path: Path
    positions: int
    bytes: int


class _Solved(NamedTuple):
    values: "Values"
    seconds: float
    proof: _Written | None


def _solved(game: "Game", options: argparse.Namespace) -> _Solved:
    import os
    import time

    from gridduels.engine.solvers.limits import allow_memory, half_of_machine
    from gridduels.terminal.progress import solve_with_progress

    begin, proof = time.perf_counter(), None
    workers = options.workers or os.cpu_count() or 1
    with allow_memory(options.memory or half_of_machine()):
        if options.proof or game.solved_on_demand:
            values, proof = _searched(game, workers, options.proof)
        else:
            ray_workers = workers if options.engine == "ray" else 0
            values = solve_with_progress(game, options.device, options.again, options.disk, ray_workers)
        values.value(game.start())
    return _Solved(values, time.perf_counter() - begin, proof)


def _searched(game: "Game", workers: int, path: Path | None) -> "tuple[Values, _Written | None]":
    """Search for a game's values, and write a proof of them if a path is given."""
    from gridduels.engine.solvers.limits import memory_limit
    from gridduels.engine.solvers.on_demand import OnDemandSolver
    from gridduels.terminal.progress import ProgressBar

    with ProgressBar(f"Solving {game.title}") as progress:
        solver = OnDemandSolver(game, progress, workers, memory_limit())
        solver.value(game.start())
        if path is None:
            return solver, None
        from gridduels.engine.proofs import prove, write_proof

        proof = prove(solver, progress)
        return solver, _Written(path, proof.positions, write_proof(path, proof))


def _data(solved: _Solved) -> dict[str, Any]:
    values, seconds, proof = solved
    game = values.game
    value = values.value(game.start())
    written = {} if proof is None else {"proof": {"positions": proof.positions, "bytes": proof.bytes}}
    return {
        **game.as_data(),
        "value": value.outcome,
        "plies": value.plies,
        "table": values.entries,
        "reachable": _reachable(values.counts, game.definition.draws),
        "seconds": round(seconds, 3),
        "bytes": values.bytes,
        **written,
    }


def _reachable(counts: "dict[Value, int] | None", draws: bool) -> dict[str, Any] | None:
    from gridduels.engine.value import NO_WINNER, Value

    if counts is None:
        return None
    by_plies = {
        outcome: {str(value.plies): counts[value] for value in sorted(counts) if value.outcome == outcome}
        for outcome in ("win", "loss")
    }
    nobody_wins = Value.of_code(NO_WINNER, draws)
    return {"positions": sum(counts.values()), **by_plies, nobody_wins.outcome: counts.get(nobody_wins, 0)}


def _text(solved: _Solved, plies: bool) -> str:
    from gridduels.analysis.sentences import describe, unit_of

    values, seconds, proof = solved
    game, unit = values.game, unit_of(values.game, plies)
    start = game.start()
    value, line = values.value(start), values.principal_variation(start)
    lines = [
        f"{game.title} {game.board}",
        f"value       {describe(value, f'{game.words.player(1)}, moving first,', unit)}",
        f"best moves  {', '.join(values.best_moves(start))}",
        f"main line   {' '.join(line)}{' ...' if value.outcome == 'perpetual' else ''}",
    ]
    if proof:
        lines.append(
            f"proof       {proof.positions:,} positions in {proof.bytes:,} bytes: {proof.path} ({seconds:.1f} s)"
        )
        return "\n".join(lines)
    if values.entries and not values.bytes:
        lines.append(f"table       {values.entries:,} values on the GPU, too many to keep ({seconds:.1f} s)")
    elif values.entries:
        lines.append(f"table       {values.entries:,} values in {values.bytes:,} bytes ({seconds:.1f} s)")
    else:
        lines.append(f"table       none, it would not fit: positions are searched when needed ({seconds:.1f} s)")
    if values.counts is None:
        return "\n".join([*lines, "positions   too many to count"])
    return "\n".join(
        [*lines, f"positions   {sum(values.counts.values()):,} reachable", *_histogram(values.counts, unit)]
    )


def _histogram(counts: "dict[Value, int]", unit: "Unit") -> list[str]:
    """Return a line for each value and distance, with the number of positions."""
    plies = sorted({value.plies for value in counts if value.plies is not None})
    number = {(value.outcome, value.plies): amount for value, amount in counts.items()}
    lines = [f"  {unit.value.split()[0]:>9}  {'positions':>13}"]
    for distance in plies:
        for outcome in ("win", "loss"):
            if amount := number.get((outcome, distance)):
                lines.append(f"  {outcome:<4} {unit.number(distance):>4}  {amount:>13,}")
    for outcome in ("draw", "perpetual"):
        if amount := number.get((outcome, None)):
            lines.append(f"  {outcome:<9}  {amount:>13,}")
    return lines


# --- Verify


def _add_verify(commands: Commands) -> None:
    about = (
        "Check a table: recompute every value from its successors, and play games with best play on both sides. Or "
        "check a proof from `gridduels solve --proof`: every move of the loser must be answered. Exits with code 1 on "
        "a fault."
    )
    examples = "pathway --size 4", "start.proof"
    verify = add_command(commands, "verify", _run_verify, "check a table or a proof", about, examples)
    verify.add_argument("game", metavar="GAME|FILE", help="a game with a table, or a proof")
    verify.add_argument("--games", metavar="N", type=positive, default=5000, help="games to play (default: 5000)")
    add_memory(verify)
    add_setup(verify)
    add_json(verify)


def _run_verify(options: argparse.Namespace) -> int:
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
        print_json(_proof_data(proof.game, report) | {"seconds": round(time.perf_counter() - begin, 3)})
    else:
        print(_proof_text(proof.game, report, time.perf_counter() - begin))
    return FAILED if report.faults else 0


def _proof_data(game: "Game", report: "ProofReport") -> dict[str, Any]:
    moves = [{"move": move, "value": value.outcome, "plies": value.plies} for move, value in report.moves.items()]
    return {**game.as_data(), "moves": moves, "checked": report.checked, "faults": report.faults}


def _proof_text(game: "Game", report: "ProofReport", seconds: float) -> str:
    from gridduels.analysis.sentences import Unit, describe, outlook

    lines = [f"{game.title} {game.board}", *report.checked]
    if report.faults:
        return "\n".join([*lines, *(f"WRONG: {fault}" for fault in report.faults), "The proof is wrong."])
    lines += [f"{move:<6}  {outlook(value, Unit.PLIES)}" for move, value in report.moves.items()]
    value = describe(report.value, f"{game.words.player(1)}, moving first,", Unit.PLIES)
    return "\n".join([*lines, f"checked in {seconds:.1f} s", f"The proof is correct: {value}."])


# --- Tables


def _add_tables(commands: Commands) -> None:
    about = "List the solution tables in the cache folder, or remove them. They can always be rebuilt."
    examples = "", "--remove all"
    tables = add_command(commands, "tables", _run_tables, "list or remove solution tables", about, examples)
    chosen = tables.add_mutually_exclusive_group()
    chosen.add_argument("--remove", metavar="NAME|all", help="remove a table, or all tables and compiled code")
    add_json(chosen)


def _run_tables(options: argparse.Namespace) -> int:
    from gridduels.engine.tables.format import table_files
    from gridduels.files import cache_folder

    if options.remove:
        return _remove(options.remove)
    rows, unfinished = [_row(path) for path in table_files()], [_unfinished_row(folder) for folder in _unfinished()]
    if options.json:
        return print_json({"folder": str(cache_folder()), "tables": rows, "unfinished": unfinished})
    print(f"Tables in {cache_folder() / 'tables'}:" if rows else f"No tables in {cache_folder() / 'tables'} yet.")
    for row in rows:
        rulings = " ".join(f"{name}={value}" for name, value in row["rules"].items())
        damaged = "  (damaged)" if row["damaged"] else ""
        print_text(f"  {row['bytes']:>12,} bytes  {row['name']}  {rulings}{damaged}".rstrip())
    for row in unfinished:
        print(f"  {row['bytes']:>12,} bytes  {row['name']}  (unfinished: `gridduels solve --disk` continues it)")
    return 0


def _unfinished() -> list[Path]:
    """Return the folders of games that are being solved on disk or whose solving was interrupted."""
    from gridduels.files import cache_folder

    return sorted(path for path in (cache_folder() / "solving").glob("*") if path.is_dir())


def _unfinished_row(folder: Path) -> dict[str, Any]:
    sizes = [getattr(path.stat(), "st_blocks", 0) * 512 for path in folder.iterdir()]
    return {"name": folder.name, "bytes": sum(sizes)}


def _row(path: Path) -> dict[str, Any]:
    from gridduels.engine.tables.format import DamagedTable, TableFile

    row = {"name": path.name, "bytes": 0, "damaged": False, "game": None, "size": None, "rules": {}}
    try:
        row["bytes"] = path.stat().st_size
        file = TableFile(path)
        row |= {"game": file.header["game"], "size": file.header["size"], "rules": file.header["rulings"]}
        file.check_all()
        return row
    except (DamagedTable, OSError):
        return row | {"damaged": True}


def _remove(name: str) -> int:
    import shutil

    from gridduels.engine.tables.format import leftovers, table_files
    from gridduels.errors import SetupError
    from gridduels.files import cache_folder
    from gridduels.text import count, did_you_mean

    chosen = [path for path in table_files() if name == "all" or name in (path.name, path.stem)]
    begun = [folder for folder in _unfinished() if name in ("all", folder.name)]
    if not chosen and not begun and name != "all":
        suggestion = did_you_mean(name, [path.name for path in table_files()])
        raise SetupError(f"there is no table {name!r}.{suggestion or ' `gridduels tables` lists them.'}")
    for folder in begun:
        shutil.rmtree(folder)
    for path in [*chosen, *(leftovers() if name == "all" else ())]:
        path.unlink(missing_ok=True)
    if name == "all":
        shutil.rmtree(cache_folder() / "compiled", ignore_errors=True)
    print(f"Removed {count(len({path.stem for path in chosen} | {folder.name for folder in begun}), 'table')}.")
    return 0
