"""Puzzles over HTTP, on a real server."""

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridduels import Duel, load_game
from gridduels.analysis.puzzles import daily_game, daily_puzzle
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
            assert answer["right"] == (worth[word] == values.value(duel.position))
            assert (answer["verdict"] == "slower") == (worth[word].outcome == "win" and not answer["right"])
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


def test_the_puzzle_of_a_day_is_the_same_for_everyone(client: httpx.Client) -> None:
    day = {"game": "gridlock", "size": 5, "day": "2026-01-31"}
    first, second = (ask(client, "/api/puzzles/day", **day).json() for _ in range(2))
    assert first == second
    assert first["day"] == "2026-01-31"
    assert ask(client, "/api/puzzles/day", **{**day, "day": "2026-02-01"}).json()["start"] != first["start"]
    games = {ask(client, "/api/puzzles/day", day=f"2026-01-{day:02}").json()["game"] for day in range(1, 6)}
    assert games == set(GAMES)


def test_the_daily_puzzle_is_the_same_on_every_screen(client: httpx.Client) -> None:
    day = date(2026, 1, 5)
    game = daily_game(day)
    found = ask(client, "/api/puzzles/day", day=day.isoformat()).json()
    here = daily_puzzle(solve(game), day)
    assert (found["game"], found["start"], found["plies"]) == (game.id, game.text(here.position), 3)
    tomorrow = datetime.now(UTC).date() + timedelta(2)
    code, sentence = refused(ask(client, "/api/puzzles/day", day=tomorrow.isoformat()))[1:]
    assert code == "no-puzzle"
    assert sentence == f"The puzzle for {tomorrow} appears on that day, at midnight UTC."


def test_a_puzzle_is_found_again_by_its_position(client: httpx.Client) -> None:
    drawn = ask(client, "/api/puzzles/next", game="pathway", size=4, seed="7", plies=5).json()
    again = ask(client, "/api/puzzles/at", game="pathway", size=4, start=drawn["start"]).json()
    kept = {"game", "size", "rules", "start", "turn", "plies", "title", "legal", "status"}
    assert {name: again[name] for name in kept} == {name: drawn[name] for name in kept}
    assert "opening" not in again
    line = {"start": drawn["opening"]["start"], "moves": ",".join(drawn["opening"]["moves"])}
    with_trails = ask(client, "/api/puzzles/at", game="pathway", size=4, **line).json()
    assert with_trails == {name: value for name, value in drawn.items() if name != "seed"}
    assert {mark["kind"] for mark in drawn["board"]["marks"]} == {"trail-one", "trail-two"}
    lost = Duel(load_game("pathway", 4), start=drawn["start"]).play(
        solve(load_game("pathway", 4)).best_moves(load_game("pathway", 4).position(drawn["start"]))[0]
    )
    position = lost.game.text(lost.position)
    assert refused(ask(client, "/api/puzzles/at", game="pathway", size=4, start=position))[1] == "no-puzzle"
    assert refused(ask(client, "/api/puzzles/at", game="pathway", size=4))[1] == "malformed"


@pytest.mark.heavy
def test_a_board_without_puzzles_says_so(client: httpx.Client) -> None:
    status, code, sentence = refused(ask(client, "/api/puzzles/next", game="light-cycle", size=3, plies=25))
    assert (status, code) == (422, "no-puzzle")
    assert sentence == "Light Cycle Duel has no puzzle of length 13 moves on this board. Choose another length."


@settings(max_examples=40)
@given(st.dictionaries(st.sampled_from(["game", "size", "rule", "start", "moves", "move", "x"]), st.from_type(object)))
def test_no_answer_to_a_puzzle_is_too_strange(client: httpx.Client, body: dict[str, Any]) -> None:
    response = client.post("/api/puzzles/answer", content=json.dumps(body, default=str).encode())
    assert response.status_code in (400, 422)
    assert refused(response)[2]
