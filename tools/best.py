"""Choose the best duels from the long search behind the duels of the day: `python -m tools.best`.

Candidates are the best duels in `days.json` by the product of their measures, one of each kind. They are measured again
with players and games that played no part in any earlier choice. The list takes the best ones by those measures,
including at least a few with each kind of ending; the figures shown come from yet another measurement.
"""

import argparse
import json
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from gridduels.files import write_atomically
from gridduels.invent import gallery, parse
from gridduels.invent.gallery import FIRST_DAY, Day, duel_of
from gridduels.invent.measures import Measures, graph_of, measure
from gridduels.invent.search import ending_of, kind_of
from gridduels.invent.workshop import PLAYERS
from tools.days import DAYS

COUNT: Final = 20
_CANDIDATES: Final = 80
_MOST_PER_ENDING: Final = 9
_GAMES: Final = 1000


def candidates() -> list[Day]:
    """Return the best of the duels of the day, one of each kind, best first."""
    duels = [duel_of(FIRST_DAY + timedelta(days=each)) for each in range(DAYS)]
    found: dict[Any, Day] = {}
    for duel in sorted(duels, key=_score, reverse=True):
        found.setdefault(kind_of(parse(duel.code)), duel)
    return list(found.values())[:_CANDIDATES]


def _score(duel: Day | Measures) -> float:
    """Return a duel's overall score: the product of its measures, reduced if best play is short."""
    matter = duel.matter if isinstance(duel, Day) else duel.matter.mean
    return duel.fair * duel.deep * min(1.0, 2 * matter) * min(1.0, duel.plies / 11)


def chosen() -> list[dict[str, Any]]:
    """Return the best duels with the measures to show, best first."""
    measured = [(measure(graph_of(parse(duel.code)), PLAYERS, _GAMES, seed=1), duel) for duel in candidates()]
    found: list[dict[str, Any]] = []
    endings = Counter[str]()
    for _, duel in sorted(measured, key=lambda each: (-_score(each[0]), each[1].code)):
        ending = ending_of(parse(duel.code))
        if len(found) < COUNT and endings[ending] < _MOST_PER_ENDING:
            endings[ending] += 1
            found.append(_shown(duel))
    return found


def _shown(duel: Day) -> dict[str, Any]:
    code = parse(duel.code)
    measures = measure(graph_of(code), PLAYERS, _GAMES, seed=2)
    return {
        "name": duel.name,
        "code": duel.code,
        "positions": measures.positions,
        "plies": measures.plies,
        "fair": round(measures.fair, 3),
        "deep": round(measures.deep, 3),
        "matter": round(measures.matter.mean, 3),
        "ending": ending_of(code),
        "shares": {player: round(share.mean, 3) for player, share in measures.first_share.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=Path(gallery.__file__).with_name("best.json"))
    options = parser.parse_args()
    duels = chosen()
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in duels)
    write_atomically(options.output, f'{{"duels":[\n{lines}\n]}}\n')
    print(f"{len(duels)} duels written to {options.output}")


if __name__ == "__main__":
    main()
