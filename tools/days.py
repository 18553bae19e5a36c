"""Prepare the list of duels of the day: `python -m tools.days --minutes 30 -o src/gridduels/invent/days.json`.

Searches with one seed per worker, keeps every duel that is fair for players that the search didn't use, orders the
duels so that neighbours differ, and names them. `--merge FILE` adds the duels of an earlier run; `--found FILE` only
collects duels, so that several machines can share the search. The list covers five years and then starts over.
"""

import argparse
import json
import random
import time
from collections import defaultdict, deque
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from gridduels.files import write_atomically
from gridduels.invent import parse
from gridduels.invent.measures import REPORT, graph_of, measure
from gridduels.invent.search import Search, kind_of, screen

DAYS: Final = 1827
"""Five years."""
_FAIR: Final = 0.74
"""The minimum fairness for players that the search didn't use: shares between 37 and 63 %."""
_DEEP: Final = 0.3
_SHARP: Final = 0.4
_GAMES: Final = 400
_BEGINNINGS: Final = (
    *(
        "Al",
        "Am",
        "Ar",
        "Bal",
        "Bel",
        "Bor",
        "Bran",
        "Cal",
        "Cor",
        "Dal",
        "Del",
        "Dor",
        "El",
        "Er",
        "Fal",
        "Fen",
        "Gal",
    ),
    *("Gor", "Hal", "Il", "Jor", "Kal", "Kes", "Lar", "Lin", "Lor", "Mal", "Mar", "Mel", "Mor", "Nar", "Nel", "Nor"),
    *("Or", "Pel", "Quin", "Ral", "Ros", "Sal", "Sel", "Sol", "Tal", "Tam", "Tor", "Ul", "Val", "Ver", "Yar", "Zan"),
)
_ENDINGS: Final = (
    *(
        "ada",
        "ado",
        "ala",
        "ama",
        "ana",
        "ano",
        "ara",
        "avi",
        "ea",
        "ela",
        "ema",
        "ena",
        "eno",
        "era",
        "eva",
        "ia",
        "ida",
    ),
    *("ika", "ila", "ima", "ina", "ino", "ion", "ira", "isa", "iva", "oba", "ola", "ona", "opi", "ora", "oto", "ova"),
    *("uma", "una", "uno", "ura", "uri"),
)
"""Names consist of a beginning and an ending, and are the same in every language."""


def collect(seed: int, seconds: float) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Search for the given time; return every good duel with its measures, and the number of codes that ended at each
    stage."""
    search, found, end = Search(seed), {}, time.monotonic() + seconds

    def screen_all(codes: Any) -> Any:
        for code in codes:
            if time.monotonic() > end:
                return
            screened = screen(code)
            if screened.measures and str(screened.code) not in found:
                found[str(screened.code)] = _checked(str(screened.code), seed)
            yield screened

    for _ in search.generations(screen_all):
        if time.monotonic() > end:
            break
    return [each for each in found.values() if each], dict(search.stages)


def _checked(code: str, seed: int) -> dict[str, Any] | None:
    """Measure a duel with players that the search didn't use; return None if it isn't good enough."""
    measures = measure(graph_of(parse(code)), REPORT, _GAMES, seed=seed + 1_000_000)
    if measures.fair < _FAIR or measures.deep < _DEEP or measures.sharp < _SHARP:
        return None
    return {"code": code, **measures.as_data()}


def ordered(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return up to DAYS duels, the best of each kind first, ordered so that neighbours are of different kinds."""
    kinds: dict[Any, deque[dict[str, Any]]] = defaultdict(deque)
    for each in sorted(found, key=lambda duel: (-duel["score"], duel["code"])):
        kinds[kind_of(parse(each["code"]))].append(each)
    chosen: list[dict[str, Any]] = []
    while any(kinds.values()) and len(chosen) < DAYS:
        chosen += [queue.popleft() for queue in kinds.values() if queue]
    chosen = chosen[:DAYS]
    random.Random(0).shuffle(chosen)
    return _apart(chosen)


def _apart(duels: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Reorder duels so that neighbours are of different kinds, where possible."""
    waiting, placed = deque(duels), []
    last: Any = None
    while waiting:
        for _ in range(len(waiting)):
            if kind_of(parse(waiting[0]["code"])) != last:
                break
            waiting.rotate(-1)
        placed.append(waiting.popleft())
        last = kind_of(parse(placed[-1]["code"]))
    return placed


def named(duels: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the duels in the format read by `gridduels.invent.gallery`, each with its own name."""
    names = [first + last for first in _BEGINNINGS for last in _ENDINGS]
    random.Random(1).shuffle(names)
    return [
        {
            "name": name,
            **{key: duel[key] for key in ("code", "positions", "plies", "fair", "deep")},
            "matter": duel["matter"][0],
        }
        for name, duel in zip(names, duels, strict=False)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--merge", type=Path, action="append", default=[])
    parser.add_argument("--found", action="store_true", help="write the duels as found, without order and names")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    found: dict[str, dict[str, Any]] = {}
    stages: dict[str, int] = defaultdict(int)
    for file in options.merge:
        earlier = json.loads(file.read_text())
        found |= {each["code"]: each for each in earlier["duels"]}
        for stage, count in earlier["stages"].items():
            stages[stage] += count
    if options.minutes:
        with ProcessPoolExecutor(options.workers, get_context("spawn")) as pool:
            tasks = [
                pool.submit(collect, options.seed + worker, 60 * options.minutes) for worker in range(options.workers)
            ]
            for task in tasks:
                duels, counts = task.result()
                found |= {each["code"]: each for each in duels}
                for stage, count in counts.items():
                    stages[stage] += count
    duels = list(found.values()) if options.found else named(ordered(list(found.values())))
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in duels)
    write_atomically(options.output, f'{{"stages":{json.dumps(stages)},\n"duels":[\n{lines}\n]}}\n')
    print(f"{sum(stages.values()):,} codes: {dict(stages)}; {len(found):,} good duels, {len(duels):,} written")


if __name__ == "__main__":
    main()
