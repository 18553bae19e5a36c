"""`gridduels solve`: the exact value of a game."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gridduels.commands.options import (
    add_command,
    add_force,
    add_json,
    add_memory,
    add_plies,
    add_setup,
    chosen_game,
    positive,
    print_json,
)

if TYPE_CHECKING:
    from gridduels.analysis.sentences import Unit
    from gridduels.engine import Value, Values
    from gridduels.game import Game


def add(commands: Any) -> None:
    about = "Solve a game: the value of its start, best play, and how many positions have which value."
    solve = add_command(commands, "solve", run, "solve a game exactly", about)
    solve.add_argument("game", metavar="GAME|all")
    solve.add_argument(
        "--device", choices=("cpu", "cuda"), default="cpu", help="cuda: on an NVIDIA GPU, for games with layers"
    )
    solve.add_argument("--anew", action="store_true", help="solve it here and now, even where there is a table")
    solve.add_argument(
        "--disk", action="store_true", help="solve in files what does not fit into memory, for games with layers"
    )
    about = "ray: on a Ray cluster, for games with layers; RAY_ADDRESS names it, or this machine is one"
    solve.add_argument("--engine", choices=("local", "ray"), default="local", help=about)
    about = "workers on Ray, or threads of a search (default: one a core)"
    solve.add_argument("--workers", metavar="N", type=positive, help=about)
    about = "search the game, and write down for `verify` how each first move is answered to the end"
    solve.add_argument("--proof", metavar="FILE", type=Path, help=about)
    add_force(solve)
    add_memory(solve)
    add_setup(solve)
    add_plies(solve)
    add_json(solve)


def run(options: argparse.Namespace) -> int:
    from gridduels.game import Game
    from gridduels.registry import definitions

    games = [Game(each) for each in definitions()] if options.game == "all" else [chosen_game(options)]
    _check(options)
    if options.json:
        data = [_data(_solved(game, options)) for game in games]
        return print_json(data if options.game == "all" else data[0])
    for number, game in enumerate(games):
        print(("\n" if number else "") + _text(_solved(game, options), options.plies), flush=True)
    return 0


def _check(options: argparse.Namespace) -> None:
    """Refuses options that do not go together."""
    from gridduels.errors import SetupError

    if options.game == "all" and (options.size is not None or options.rule or options.proof):
        raise SetupError("--size, --rule and --proof go with one game, not with all")
    if options.proof and (options.device == "cuda" or options.engine == "ray" or options.disk):
        raise SetupError(
            "a proof is searched for on the cores of this machine: leave out --device, --engine and --disk"
        )
    if options.proof:
        from gridduels.files import begins_with, check_output

        check_output(options.proof, lambda path: begins_with(path, b"gridduels proof "), options.force)


class _Written(NamedTuple):
    """A proof in its file."""

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
    from gridduels.terminal.progress import solve_showing_progress

    begin, proof = time.perf_counter(), None
    workers = options.workers or os.cpu_count() or 1
    with allow_memory(options.memory or half_of_machine()):
        if options.proof or game.solved_on_demand:
            values, proof = _searched(game, workers, options.proof)
        else:
            ray_workers = workers if options.engine == "ray" else 0
            values = solve_showing_progress(game, options.device, options.anew, options.disk, ray_workers)
        values.value(game.start())
    return _Solved(values, time.perf_counter() - begin, proof)


def _searched(game: "Game", workers: int, path: Path | None) -> "tuple[Values, _Written | None]":
    """The values of a game by search, and a proof of them where there is a path for it."""
    from gridduels.engine.solvers.limits import memory_limit
    from gridduels.engine.solvers.on_demand import OnDemandSolver
    from gridduels.engine.solvers.rules_check import SAMPLE, check_compiled, positions_of_play
    from gridduels.terminal.progress import ProgressBar

    with ProgressBar(f"Solving {game.title}") as progress:
        check_compiled(game, positions_of_play(game, SAMPLE))
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
    from gridduels.engine.value import NOBODY_WINS, Value

    if counts is None:
        return None
    by_plies = {
        outcome: {str(value.plies): counts[value] for value in sorted(counts) if value.outcome == outcome}
        for outcome in ("win", "loss")
    }
    nobody_wins = Value.of_code(NOBODY_WINS, draws)
    return {"positions": sum(counts.values()), **by_plies, nobody_wins.outcome: counts.get(nobody_wins, 0)}


def _text(solved: _Solved, plies: bool) -> str:
    from gridduels.analysis.sentences import describe, unit_of

    values, seconds, proof = solved
    game, unit = values.game, unit_of(values.game, plies)
    start = game.start()
    value, line = values.value(start), values.principal_variation(start)
    lines = [
        f"{game.title} {game.board}",
        f"value       {describe(value, f'{game.words.player(1)}, who opens,', unit)}",
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
        lines.append(f"table       none, it would not fit: every position is searched when asked for ({seconds:.1f} s)")
    if values.counts is None:
        return "\n".join([*lines, "positions   too many to count"])
    return "\n".join(
        [*lines, f"positions   {sum(values.counts.values()):,} reachable", *_histogram(values.counts, unit)]
    )


def _histogram(counts: "dict[Value, int]", unit: "Unit") -> list[str]:
    """How many positions of each value and distance, a line a distance."""
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
