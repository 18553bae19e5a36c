"""Games on a Ray cluster."""

import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain, islice
from typing import Any, Final

from gridduels.arena.entrants import Entrant
from gridduels.arena.playing.bench import Bench
from gridduels.arena.playing.play import play
from gridduels.arena.playing.task import Played, Task
from gridduels.arena.playing.workers import Ended, Games, WorkersLost
from gridduels.engine.ray_cluster import Lost, connected, load_ray
from gridduels.players.bots.process_group import adopt_orphans

__all__ = ["play_on_ray"]

_AHEAD: Final = 2
"""Games handed to each worker: the one it plays, and the one it goes on with."""
_MOST_LOSSES: Final = 10
"""How often in a row a worker may be lost without a game having ended."""
_PATIENCE: Final = 10.0
"""Seconds a worker has to end the game it is in the middle of, and its bots."""


def play_on_ray(tasks: Iterable[Task], workers: int, entrants: Sequence[Entrant] = ()) -> Games:
    """Plays games on Ray and gives each as it ends. A game whose worker is lost is played again elsewhere."""
    ray = load_ray()
    coming = iter(tasks)
    first = next(coming, None)
    if first is None:
        return
    with connected(ray, workers), closing(_Crew(ray, workers, entrants)) as crew:
        lost = Lost(ray, "its games are played again elsewhere")
        coming = chain([first], coming)
        while crew.submit(coming):
            ended = crew.wait()
            for sentence in lost.sentences():
                print(f"gridduels: {sentence}", file=sys.stderr)
            yield from ended


class ArenaWorker:
    """A process of a cluster that plays game after game; its bots stay as long as it does."""

    def __init__(self, entrants: Sequence[Entrant]) -> None:
        adopt_orphans()
        self._bench = Bench(entrants)

    def wake(self) -> None:
        """Answers when it has been given a place in the cluster."""

    def play(self, task: Task) -> Played:
        return play(task, self._bench)

    def close(self) -> None:
        """Ends its bots."""
        self._bench.close()


class _Crew:
    """The workers of a match. One that is lost is replaced, and its games are given to others."""

    def __init__(self, ray: Any, size: int, entrants: Sequence[Entrant]) -> None:
        self._ray, self._entrants = ray, tuple(entrants)
        self._make = ray.remote(num_cpus=1)(ArenaWorker)
        self._workers: dict[int, Any] = {}
        self._under_way: dict[Any, tuple[int, Task | None]] = {}
        """Every answer that is awaited: of which worker, and on which game; on none while it has no place yet."""
        self._waiting: deque[Task] = deque()
        self._hired = self._lost = 0
        for _ in range(size):
            self._hire()

    def _hire(self) -> None:
        self._hired += 1
        worker = self._workers[self._hired] = self._make.remote(self._entrants)
        self._under_way[worker.wake.remote()] = self._hired, None

    def submit(self, coming: Iterator[Task]) -> bool:
        """Hands out games, as many as keep everybody busy; whether there are any left."""
        for number in self._idle():
            if not self._has_more(coming):
                break
            task = self._waiting.popleft()
            self._under_way[self._workers[number].play.remote(task)] = number, task
        return self._has_more(coming) or any(task for _, task in self._under_way.values())

    def _has_more(self, coming: Iterator[Task]) -> bool:
        self._waiting.extend(islice(coming, int(not self._waiting)))
        return bool(self._waiting)

    def _awake(self) -> list[int]:
        """The workers that have a place in the cluster."""
        asleep = {number for number, task in self._under_way.values() if task is None}
        return [number for number in self._workers if number not in asleep]

    def _idle(self) -> list[int]:
        """Each worker that can take more games, as often as it can; those with the fewest first."""
        busy = Counter(number for number, _ in self._under_way.values())
        return [number for games in range(_AHEAD) for number in self._awake() if busy[number] <= games]

    def wait(self) -> list[Ended]:
        """The games that have ended since, if any."""
        done, _ = self._ray.wait(list(self._under_way), num_returns=1)
        return [ended for answer in done for ended in self._take(answer)]

    def _take(self, answer: Any) -> list[Ended]:
        number, task = self._under_way.pop(answer)
        try:
            played = self._ray.get(answer)
        except self._ray.exceptions.RayActorError as error:
            self._waiting.extend([task] if task else [])
            self._replace(number, error)
            return []
        if task is None:
            return []
        self._lost = 0
        return [(task, played)]

    def _replace(self, number: int, error: Exception) -> None:
        """Somebody new for a worker that is lost, once."""
        if self._workers.pop(number, None) is None:
            return
        self._lost += 1
        if self._lost > _MOST_LOSSES:
            raise WorkersLost(f"Ray has lost {_MOST_LOSSES} workers without a game having ended: {error}")
        self._hire()

    def close(self) -> None:
        """Ends the bots of all workers, and whatever has not begun."""
        for answer in self._under_way:
            self._ray.cancel(answer)
        ending = [self._workers[number].close.remote() for number in self._awake()]
        if ending:
            self._ray.wait(ending, num_returns=len(ending), timeout=_PATIENCE)
