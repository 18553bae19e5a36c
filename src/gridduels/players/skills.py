"""Skill: how well somebody plays, for each game on a scale of its own, and the skill that each level has there.

What a level of 5 sees and overlooks decides much in one game and little in another. So the skills of some levels are
fitted to each game, until the levels are as far apart as they should be, and kept in `level_skills.json`;
`python -m gridduels.arena.calibration.fitting` makes it. The skills of the levels between lie on straight lines.
"""

import json
from bisect import bisect_right
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

__all__ = ["FILE", "Skills", "skill_of", "skills_of"]

FILE: Final = "level_skills.json"

Skills = tuple[tuple[float, float], ...]
"""Some levels, the lowest first, each with its skill."""
_USUAL: Final[Skills] = ((1.0, 0.0), (10.0, 1.0))
"""Those of a game that nobody has fitted levels to."""


@lru_cache(1)
def _kept() -> dict[str, Skills]:
    found = json.loads(files("gridduels").joinpath(FILE).read_text("utf-8"))
    return {id: tuple((float(number), skill) for number, skill in skills.items()) for id, skills in found.items()}


def skills_of(game: str) -> Skills:
    """Those of a game, by its id.

    >>> skills_of("somebody-elses")
    ((1.0, 0.0), (10.0, 1.0))
    """
    return _kept().get(game, _USUAL)


def skill_of(skills: Skills, number: float) -> float:
    """The skill of a level.

    >>> skill_of(((1.0, 0.0), (3.0, 0.5), (10.0, 1.2)), 6.5)
    0.85
    """
    at = bisect_right([each for each, _ in skills[1:-1]], number)
    (low, less), (high, more) = list(pairwise(skills))[at]
    return less + (more - less) * (number - low) / (high - low)
