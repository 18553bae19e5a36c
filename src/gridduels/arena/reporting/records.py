"""The games of a match or a tournament as records, to be replayed, analysed or used as openings."""

from collections.abc import Iterable

from gridduels.arena.encounter import Encounter
from gridduels.arena.playing.task import Played, Task
from gridduels.duel import STOPS, Duel
from gridduels.players.info import note_info
from gridduels.record import Record, dumps

__all__ = ["records_text"]


def records_text(encounters: Iterable[Encounter]) -> str:
    """Every game that counts, in the order of the encounters."""
    return "\n".join(dumps(_record(each, *game)) for each in encounters for game in each.games())


def _record(encounter: Encounter, task: Task, played: Played) -> Record:
    titles = encounter.a.title, encounter.b.title
    stopped = (played.winner, played.reason) if played.reason in STOPS else None
    duel = Duel(task.game, played.moves, start=task.opening, stopped=stopped)
    tags = {"Pair": str(task.pair + 1), "Seed": str(task.seed), "Limits": str(task.control)}
    if played.why:
        tags["Why"] = played.why
    comments = {ply: note_info(info) for ply, info in enumerate(played.infos, 1) if info}
    return Record(duel, (titles[1], titles[0]) if task.swapped else titles, tags, comments)
