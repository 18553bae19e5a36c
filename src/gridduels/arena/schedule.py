"""The order of games, and how they are held: looked up in the results, or played and kept there."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

from gridduels.arena.encounter import Encounter
from gridduels.arena.playing.task import Task
from gridduels.arena.playing.workers import play_all
from gridduels.arena.results import Results
from gridduels.extras import check_engine

__all__ = ["hold"]


def hold(
    encounters: Sequence[Encounter],
    results: Results | None,
    workers: int = 1,
    engine: str = "local",
    watch: Callable[[], object] = lambda: None,
) -> None:
    """Plays all games of some encounters, but for those that are in the results already, if there are any.

    `watch` is called after each game; when it gives True, no more are played.
    """
    check_engine("a match")

    def coming() -> Iterator[Task]:
        for encounter, task in _schedule(encounters):
            if stopped:
                return
            if results is not None and (played := results.get(task)):
                encounter.from_file += 1
                encounter.add(task, played)
                stopped.extend([True] if watch() is True else [])
            else:
                homes[task] = encounter
                yield task

    stopped: list[bool] = []
    homes: dict[Task, Encounter] = {}
    entrants = list({each.name: each for encounter in encounters for each in encounter.players}.values())
    with closing(play_all(coming(), workers, engine, entrants)) as ended:
        for task, played in ended:
            if results is not None:
                results.add(task, played)
            homes.pop(task).add(task, played)
            if watch() is True or all(encounter.decided for encounter in encounters):
                return


def _schedule(encounters: Sequence[Encounter]) -> Iterator[tuple[Encounter, Task]]:
    """All games: the first pair of every encounter, then the second of each, and so on."""
    for pair in range(max(encounter.pairs for encounter in encounters)):
        for encounter in encounters:
            if pair < encounter.pairs and not encounter.decided:
                yield from ((encounter, task) for task in encounter.tasks(pair))
