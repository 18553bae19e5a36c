"""Every game that counts is saved as a readable record."""

from __future__ import annotations

import pytest

from gridduels import Duel
from gridduels.arena.api import match
from gridduels.arena.export import records_text
from gridduels.players.info import noted_info
from gridduels.record import loads


def test_games_are_records_with_their_players_and_ends() -> None:
    found = match("perfect", "random", "light-cycle", pairs=2)
    records = loads(records_text([found]))
    assert [record.players for record in records] == [("perfect", "random"), ("random", "perfect")] * 2
    for record, (task, played) in zip(records, found.games(), strict=True):
        assert record.duel == Duel(task.game, played.moves, start=task.opening)
        assert record.duel.outcome == (played.winner, played.reason)
        assert record.tags == {"Pair": str(task.pair + 1), "Seed": "0", "Limits": "1 s a move"}


def test_a_forfeit_says_why() -> None:
    def nonsense(duel: Duel) -> str:
        return "north"

    records = loads(records_text([match(nonsense, "random", "light-cycle", pairs=1)]))
    assert {record.duel.ended.reason for record in records} == {"forfeit"}
    assert all("'north' is not a move of light-cycle" in record.tags["Why"] for record in records)


@pytest.mark.heavy
def test_analysis_by_players_is_kept_with_their_moves() -> None:
    found = match("mcts:50", "random", "light-cycle", pairs=1)
    for record, (_, played) in zip(loads(records_text([found])), found.games(), strict=True):
        assert any(played.infos)
        assert [noted_info(record.comments.get(ply, "")) for ply in range(1, record.duel.ply + 1)] == list(played.infos)
