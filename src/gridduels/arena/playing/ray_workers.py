"""Games on a Ray cluster: the one that RAY_ADDRESS names, or a small one of this machine's own."""

import os
import socket
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from itertools import chain, islice
from typing import Any, Final

from gridduels.arena.entrants import Entrant
from gridduels.arena.playing.bench import Bench
from gridduels.arena.playing.play import play
from gridduels.arena.playing.task import Played, Task
from gridduels.arena.playing.workers import AHEAD, Games, WorkersLost
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra

__all__ = ["play_on_ray"]

_PATIENCE: Final = 5.0
"""Seconds until a machine counts as out of reach."""
_MOST_RETRIES: Final = 10
"""How often a game is begun again when the worker or the machine that played it is lost."""


def play_on_ray(tasks: Iterable[Task], workers: int, entrants: Sequence[Entrant] = ()) -> Games:
    """Plays games on Ray and gives each as it ends. A game whose worker is lost is played again elsewhere."""
    ray = _ray()
    coming = iter(tasks)
    first = next(coming, None)
    if first is None:
        return
    coming = chain([first], coming)
    with redirect_stdout(sys.stderr), _connected(ray, workers):  # Ray prints what happens to its workers
        remote = ray.remote(num_cpus=1, max_retries=_MOST_RETRIES)(play)
        bench = ray.put(Bench(entrants, keeps_bots=False))  # nobody would end them with a lost worker
        playing: dict[Any, Task] = {}
        while True:
            playing |= {remote.remote(task, bench): task for task in islice(coming, workers * AHEAD - len(playing))}
            if not playing:
                return
            done, _ = ray.wait(list(playing), num_returns=1)
            for reference in done:
                yield playing.pop(reference), _result(ray, reference)


def _ray() -> Any:
    try:
        return import_module("ray")
    except ImportError:
        raise MissingExtra("--engine ray needs Ray", "ray") from None


@contextmanager
def _connected(ray: Any, workers: int) -> Iterator[None]:
    """A cluster for as long as it is needed."""
    quiet = {"logging_level": "error", "log_to_driver": False}
    if address := os.environ.get("RAY_ADDRESS"):
        _check_reachable(address)
        try:
            ray.init(address, **quiet)
        except ConnectionError:
            why = "what answers there is no Ray cluster, or one with another token than RAY_AUTH_TOKEN says"
            raise SetupError(f"Ray cannot join {address}: {why}") from None
    else:
        ray.init("local", num_cpus=workers, include_dashboard=False, **quiet)
    try:
        yield
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Tells a machine that cannot be reached from one without a cluster, at once: Ray itself takes long to give up."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not (host and port.isdigit()):
        return  # `auto`, or whatever else Ray knows
    try:
        socket.create_connection((host, int(port)), _PATIENCE).close()
    except ConnectionRefusedError:
        raise SetupError(f"there is no Ray cluster at {address}: nothing answers at port {port} of {host}") from None
    except OSError as error:
        why = error.strerror or "it does not answer"
        raise SetupError(f"{host}, where RAY_ADDRESS says that a Ray cluster is, cannot be reached: {why}") from None


def _result(ray: Any, reference: Any) -> Played:
    try:
        played: Played = ray.get(reference)
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError) as error:
        raise WorkersLost(f"a game was lost {_MOST_RETRIES} times with its Ray worker: {error}") from None
    return played
