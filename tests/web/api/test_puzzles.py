"""Puzzles over HTTP, to a real server."""

import json
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridduels import Duel, load_game
from gridduels.engine import solve
from tests.helpers import GAMES
from tests.web.asking import ask, refused


def test_a_puzzle_is_solved_to_its_end(client: httpx.Client) -> None:
    puzzle = ask(client, "/api/puzzles/next", game="pathway", size=4, seed="7", plies=5).json()
    assert (puzzle["plies"], puzzle["seed"], len(puzzle["legal"]) > 1) == (5, "7", True)
    values = solve(load_game("pathway", 4))
    question = {"game": "pathway", "size": 4, "start": puzzle["start"], "moves": []}
    wrong = 0
    for _ in range(10):
        duel = Duel(values.game, question["moves"], start=puzzle["start"])
        worth = values.move_values(duel.position)
        for word in sorted(worth, key=lambda word: worth[word].rank):
            answer = client.post("/api/puzzles/answer", json={**question, "move": word}).json()
            assert answer["right"] == (worth[word].outcome == "win")
            if answer["right"]:
                break
            wrong += 1
            assert answer["moves"] == question["moves"]
        question["moves"] = answer["moves"]
        if answer["done"]:
            break
    assert answer["done"]
    assert len(answer["moves"]) == 5
    assert wrong


def test_the_puzzle_of_a_day_is_the_same_for_everybody(client: httpx.Client) -> None:
    day = {"game": "gridlock", "size": 5, "day": "2026-01-31"}
    first, second = (ask(client, "/api/puzzles/day", **day).json() for _ in range(2))
    assert first == second
    assert first["day"] == "2026-01-31"
    assert ask(client, "/api/puzzles/day", **{**day, "day": "2026-02-01"}).json()["start"] != first["start"]
    games = {ask(client, "/api/puzzles/day", day=f"2026-01-{day:02}", size=5).json()["game"] for day in range(1, 6)}
    assert games == set(GAMES)


@pytest.mark.heavy
def test_a_board_without_puzzles_says_so(client: httpx.Client) -> None:
    status, code, sentence = refused(ask(client, "/api/puzzles/next", game="light-cycle", size=3, plies=25))
    assert (status, code) == (422, "no-puzzle")
    assert sentence == "Light Cycle Duel has no puzzle of 25 plies on this board: choose a larger one."


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(["game", "size", "rule", "start", "moves", "move", "x"]), st.from_type(object)))
def test_no_answer_to_a_puzzle_is_too_strange(client: httpx.Client, body: dict[str, Any]) -> None:
    response = client.post("/api/puzzles/answer", content=json.dumps(body, default=str).encode())
    assert response.status_code in (400, 422)
    assert refused(response)[2]
