"""The opponents on invented duels: only levels whose strength was measured there."""

import json
from importlib.resources import files
from itertools import pairwise

from gridduels.players.ladder import LADDER, PERFECT, ladder_of
from gridduels.players.levels import INVENTED, Level, skills_of
from tools.calibration import FILE
from tools.invented_levels import SKILLS, meet, sample

CODE = "duel1-3x5-k1-t1-r1-gn-l-sc"


def test_each_opponent_on_invented_duels_beats_the_one_below_it() -> None:
    steps = json.loads(files("gridduels").joinpath(FILE).read_text("utf-8"))[INVENTED]["steps"]
    players = [opponent.player for opponent in ladder_of(CODE)]
    assert [(each["opponent"], each["player"]) for each in steps] == list(pairwise(players))
    assert all(each["games"] >= 300 and each["low"] > 0.5 for each in steps), steps


def test_every_invented_duel_has_the_same_few_opponents() -> None:
    ladder = ladder_of(CODE)
    assert ladder == ladder_of("duel1-3x3-o1-t1-gn-l-sc") == ladder_of(INVENTED)
    assert ladder[-1].player == PERFECT
    assert len(ladder) < len(LADDER)
    assert skills_of(CODE) == tuple(
        (float(number), skill)
        for number, skill in SKILLS.items()
        if f"level:{number}" in {each.player for each in ladder}
    )
    assert Level.of(3, skills_of(CODE)).eyes.sight == 0


def test_a_meeting_counts_both_sides_of_every_duel() -> None:
    [game] = sample(1, "test")
    step = meet([game], "level:3", "level:1", skills_of(CODE), 2, "test")
    assert step["games"] == 4
    assert 0 <= step["low"] <= step["score"] <= step["high"] <= 1
