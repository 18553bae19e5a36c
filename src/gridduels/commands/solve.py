"""`gridduels solve`: compute the exact value of a game."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gridduels.commands.options import (
    Commands,
    add_command,
    add_engine,
    add_force,
    add_memory,
    add_plies_or_json,
    add_setup,
    add_workers,
    chosen_game,
    known_game,
    print_json,
    refuse,
)
from gridduels.errors import SetupError

if TYPE_CHECKING:
    from gridduels.analysis.sentences import Unit
    from gridduels.engine import Value, Values
    from gridduels.game import Game


def add(commands: Commands) -> None:
    about = "Solve a game: the value of the start, best play, and the number of positions of each value."
    examples = "light-cycle", "blockade --size 6 --disk --memory 1"
    solve = add_command(commands, "solve", run, "solve a game exactly", about, examples)
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


def run(options: argparse.Namespace) -> int:
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
    from gridduels.extras import has_engine, require

    name, searched = f"{game.id} {game.board}", options.proof or game.solved_on_demand
    on_gpu, on_ray = options.device == "cuda", options.engine == "ray"
    given = {"--device cuda": on_gpu, "--engine ray": on_ray, "--disk": options.disk, "--again": options.again}
    flags = [flag for flag, is_given in given.items() if is_given]
    if searched and flags:
        raise SetupError(f"{flags[0]} cannot be used here: the search for {name} runs on the cores of this machine")
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
