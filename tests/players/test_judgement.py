"""How good moves look to a player with limited lookahead."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gridduels import Duel, Game, load_game
from gridduels.engine import solve
from gridduels.players.levels import Eyes, Known, judge, score_of_end
from gridduels.players.limits import Limits
from tests.players.table import random_duels

CLEAR = Eyes(plies=3, sight=0.0, overlooks=0.0, attentive=True)
BLIND = Eyes(plies=2, sight=-9.0, overlooks=1.0, attentive=False)
FAR = Eyes(plies=2, sight=9.0, overlooks=0.0, attentive=True)


@pytest.fixture(autouse=True)
def _own_cache_folder() -> None:
    """Share compiled code and tables with all tests."""


def looks(duel: Duel, eyes: Eyes, known: Known | None = None) -> dict[str, float]:
    return judge(duel, eyes, known or Known(), random.Random(1))


def test_looking_ahead_finds_the_ends_that_the_table_knows() -> None:
    game, found = load_game("light-cycle"), 0
    values = solve(game)
    for duel in random_duels(game, 60):
        judged = looks(duel, CLEAR)
        for word, value in values.evaluate(duel).moves.items():
            if value.plies is not None and value.plies <= 3:
                found += 1
                assert judged[word] == score_of_end(1 if value.outcome == "win" else -1, value.plies)
    assert found > 20


def test_a_deep_search_ranks_moves_as_the_table_does() -> None:
    game = load_game("light-cycle")
    values = solve(game)
    for duel in random_duels(game, 40):
        worth = values.evaluate(duel)
        judged = looks(duel, FAR, Known(15, worth.moves))
        assert max(judged, key=judged.__getitem__) in worth.best_moves


def test_an_answer_that_is_overlooked_does_not_frighten() -> None:
    frightened = 0
    for duel in random_duels(load_game("grid-runner"), 200, most=40):
        losses = [word for word, score in looks(duel, CLEAR).items() if score == score_of_end(-1, 2)]
        frightened += len(losses)
        blind = looks(duel, BLIND)
        assert all(blind[word] > -80 for word in losses)
    assert frightened > 5


def test_a_useless_obstacle_looks_worse_than_a_step() -> None:
    judged = looks(Duel(load_game("blockade")), CLEAR)
    steps = [score for word, score in judged.items() if not word.startswith("@")]
    obstacles = [score for word, score in judged.items() if word.startswith("@")]
    assert max(obstacles) < min(steps)


def test_no_end_is_seen_beyond_the_allowed_depth() -> None:
    game, found = load_game("light-cycle"), 0
    values = solve(game)
    for duel in random_duels(game, 60):
        known = Known(15, values.evaluate(duel).moves)
        for depth in (1, 2, 3):
            judged = judge(duel, FAR, known, random.Random(1), Limits(depth=depth))
            seen = {word for word, score in judged.items() if abs(score) > 80}
            assert seen == {word for word, value in known.values.items() if (value.plies or 99) <= depth}
            found += len(seen)
    assert found > 20


def test_no_more_positions_are_looked_at_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    duel, played = Duel(load_game("blockade")), []
    play = Game.play

    def count(game: Game, position: Any, action: int) -> Any:
        played.append(action)
        return play(game, position, action)

    monkeypatch.setattr(Game, "play", count)
    counts = []
    for nodes in (1, 50, None):
        played.clear()
        judge(duel, CLEAR, Known(), random.Random(1), Limits(nodes=nodes))
        counts.append(len(played))
    width = len(duel.legal_moves)
    assert counts[0] <= 2 * width + 1
    assert counts[0] < counts[1] <= 3 * width + 50 * 2 < counts[2]
