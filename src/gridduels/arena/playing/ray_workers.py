"""Games on a Ray cluster."""

import sys
from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import Any, Final

from gridduels.arena.entrants import Entrant
from gridduels.arena.playing.bench import Bench
from gridduels.arena.playing.play import play
from gridduels.arena.playing.ray_cluster import Lost, connected, load_ray
from gridduels.arena.playing.task import Played, Task
from gridduels.arena.playing.workers import AHEAD, Games, WorkersLost

__all__ = ["play_on_ray"]

_MOST_RETRIES: Final = 10
"""How often a game is begun again when the worker or the machine that played it is lost."""


def play_on_ray(tasks: Iterable[Task], workers: int, entrants: Sequence[Entrant] = ()) -> Games:
    """Plays games on Ray and gives each as it ends. A game whose worker is lost is played again elsewhere."""
    ray = load_ray()
    coming = iter(tasks)
    first = next(coming, None)
    if first is None:
        return
    coming = chain([first], coming)
    with connected(ray, workers):
        lost = Lost(ray)
        remote = ray.remote(num_cpus=1, max_retries=_MOST_RETRIES)(play)
        bench = ray.put(Bench(entrants, keeps_bots=False))  # nobody would end them with a lost worker
        playing: dict[Any, Task] = {}
        while True:
            playing |= {remote.remote(task, bench): task for task in islice(coming, workers * AHEAD - len(playing))}
            if not playing:
                return
            done, _ = ray.wait(list(playing), num_returns=1)
            for sentence in lost.sentences():
                print(f"gridduels: {sentence}", file=sys.stderr)
            for reference in done:
                yield playing.pop(reference), _result(ray, reference)


def _result(ray: Any, reference: Any) -> Played:
    try:
        played: Played = ray.get(reference)
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError) as error:
        raise WorkersLost(f"a game was lost {_MOST_RETRIES} times with its Ray worker: {error}") from None
    return played
