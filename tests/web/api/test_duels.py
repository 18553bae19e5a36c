"""Duels over HTTP, against a real server."""

import asyncio
import time
from typing import Any

import httpx
import pytest
from msgspec import to_builtins

from gridduels import Duel, definitions, load_game
from gridduels.protocol.state import board_of, legal_of
from tests.web.server import Server, bearer


def test_a_friend_takes_the_free_seat_by_the_invitation_once(server: Server) -> None:
    made = server.create(seat=2)
    assert (made["url"], made["seat"]["player"]) == (f"/duel/{made['id']}", 2)
    assert made["state"]["seats"] == {"1": "open", "2": "taken"}
    assert (made["state"]["you"], made["state"]["version"]) == (2, 0)
    joined = server.post(made["id"], "join", None, invite=made["invite"])
    assert (joined.status_code, joined.json()["player"]) == (200, 1)
    again = server.post(made["id"], "join", None, invite=made["invite"])
    assert (again.status_code, again.json()["code"]) == (409, "taken")
    assert again.json()["state"]["seats"] == {"1": "taken", "2": "taken"}
    wrong = server.post(made["id"], "join", None, invite=made["seat"]["secret"])
    assert (wrong.status_code, wrong.json()["code"]) == (403, "not-seated")


def test_repeating_a_join_with_the_same_claim_returns_the_same_seat(server: Server) -> None:
    made = server.create(seat=1)
    claim = {"invite": made["invite"], "claim": "a claim of more than 22 characters"}
    first = server.post(made["id"], "join", None, **claim).json()
    assert server.post(made["id"], "join", None, **claim).json() == first
    other = server.post(made["id"], "join", None, **claim | {"claim": "another claim of 22 characters"})
    assert other.json()["code"] == "taken"
    assert server.state(made["id"], first["secret"])["you"] == 2


def test_secrets_are_long_and_only_their_owner_sees_them(server: Server) -> None:
    made = server.create(seat=1)
    joined = server.post(made["id"], "join", None, invite=made["invite"]).json()
    told = str(server.state(made["id"])) + str(server.state(made["id"], joined["secret"]))
    for secret in (made["seat"]["secret"], made["invite"], joined["secret"]):
        assert len(secret) == 32  # 192 bits
        assert secret not in told
    assert server.state(made["id"])["you"] is None
    assert server.state(made["id"], "x" * 32)["you"] is None


@pytest.mark.heavy
@pytest.mark.parametrize("id", [each.id for each in definitions()])
def test_a_game_is_played_to_its_end_and_the_state_says_what_the_duel_says(server: Server, id: str) -> None:
    made = server.create(game=id, size=3, seat="both")
    secret, duel = made["seat"]["secret"], Duel(load_game(id, 3))
    assert made["state"]["you"] == "both"
    while not duel.outcome:
        word = duel.legal_moves[-1]
        state = server.post(made["id"], "move", secret, ply=duel.ply, move=word).json()
        duel = duel.play(word)
        assert (state["ply"], state["turn"], state["moves"]) == (duel.ply, duel.turn, list(duel.moves))
        assert (state["position"], state["start"]) == (duel.game.text(duel.position), duel.game.text(duel.start))
        assert (state["board"], state["legal"]) == (to_builtins(board_of(duel)), to_builtins(legal_of(duel)))
        assert state["version"] == duel.ply
    assert state["outcome"] == {
        "winner": duel.outcome.winner,
        "reason": duel.outcome.reason,
        "why": duel.game.words.why(duel),
        "victory": duel.game.words.victory(duel),
    }
    assert state["expires"] is None
    late = server.post(made["id"], "move", secret, ply=duel.ply, move="up")
    assert (late.status_code, late.json()["code"]) == (409, "over")


def test_a_repeated_move_is_answered_and_not_played_twice(server: Server) -> None:
    id, one, two = server.friends()
    first = server.post(id, "move", one, ply=0, move="up")
    again = server.post(id, "move", one, ply=0, move="up")
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    server.post(id, "move", two, ply=1, move="up")
    assert server.post(id, "move", one, ply=0, move="up").json()["moves"] == ["up", "up"]
    other = server.post(id, "move", one, ply=0, move="down")
    assert (other.status_code, other.json()["code"]) == (409, "stale")
    assert other.json()["state"]["moves"] == ["up", "up"]
    theirs = server.post(id, "move", one, ply=1, move="up")  # the same word, but not this player's move
    assert theirs.json()["code"] == "stale"


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"ply": 0, "move": "left"}, 422, "edge"),
        ({"ply": 0, "move": "sideways"}, 422, "notation"),
        ({"ply": 3, "move": "up"}, 409, "stale"),
        ({"ply": -1, "move": "up"}, 400, "malformed"),
        ({"ply": 0}, 400, "malformed"),
        ({"ply": True, "move": "up"}, 400, "malformed"),
        ({"ply": 0.0, "move": "up"}, 400, "malformed"),
        ({"ply": 0, "move": 3}, 400, "malformed"),
        ({"ply": 10**40, "move": "up"}, 400, "malformed"),
    ],
)
def test_a_wrong_move_is_refused_and_nothing_changes(
    server: Server, fields: dict[str, Any], status: int, code: str
) -> None:
    id, one, _ = server.friends()
    refused = server.post(id, "move", one, **fields)
    assert (refused.status_code, refused.json()["code"], refused.json()["type"]) == (status, code, "refused")
    assert server.state(id)["version"] == 1


def test_watchers_and_strangers_cannot_do_anything(server: Server) -> None:
    id, *_ = server.friends()
    for secret in (None, "x" * 32, server.friends()[1]):
        for action in ("move", "resign", "takeback", "rematch"):
            refused = server.post(id, action, secret, ply=0, move="up")
            assert (refused.status_code, refused.json()["code"]) == (403, "not-seated")
            assert refused.json()["state"]["you"] is None


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"size": 4}, "light-cycle has no size 4"),
        ({"rule": {"goal": "open"}}, "light-cycle has no ruling 'goal'"),
        ({"p2": "cmd:rm -rf /"}, "there is no player 'cmd:rm -rf /' here"),
        ({"p2": "mcts:1000000"}, "there is no player 'mcts:1000000' here"),
        ({"p1": "hard", "p2": "hard", "seat": 1}, "your seat can't be 1 here; choose 'none'"),
        ({"p2": "hard", "seat": "both"}, "your seat can't be 'both' here; choose 1"),
        ({"seat": "none"}, "your seat can't be 'none' here; choose 1 or 2 or 'both'"),
        ({"first": 3}, '"first" must be 1 or 2 or "1" or "2" or "swap" or "toss", not 3.'),
        ({"clock": {"seconds": 0}}, '"seconds" must be a number from 1 to 604800, not 0.'),
        ({"clock": {"minutes": 5}}, "There is no field 'minutes'"),
        ({"start": "what"}, "'what' is not a position of this game"),
        ({"start": "1#/##"}, "'1#/##' is not a position"),
        ({"start": "fair", "first": 2}, "A balanced start decides who goes first."),
        ({"game": "gridlock", "size": 9, "start": "fair"}, "There are no balanced starts for this board."),
        ({"moves": ["up", "nowhere"]}, "'nowhere' is not a move of light-cycle"),
        ({"moves": ["left"]}, "You cannot move left: that is off the grid."),
        ({"moves": "up"}, '"moves" must be a list'),
        ({"colour": "red"}, "There is no field 'colour'"),
    ],
)
def test_an_impossible_duel_is_refused(server: Server, wishes: dict[str, Any], sentence: str) -> None:
    with server.http() as http:
        refused = http.post("/api/duels", json={"game": "light-cycle", **wishes})
    assert refused.status_code in (400, 422)
    assert refused.json()["sentence"].startswith(sentence)


def test_a_duel_may_begin_anywhere_and_with_either_player(server: Server) -> None:
    made = server.create(size=3, start="1../#.2/... 2", moves=["up"], seat="both", p1="human")
    assert (made["state"]["first"], made["state"]["ply"], made["state"]["turn"]) == (2, 1, 1)
    assert server.create(first="2")["state"]["turn"] == 2
    assert {server.create(first="toss")["state"]["turn"] for _ in range(20)} == {1, 2}
    book = server.create()["state"]["position"]
    assert all(
        server.create(p2="medium", start="fair", first=first)["state"]["position"] != book for first in (None, "swap")
    )


def test_the_computer_answers_at_once_takes_back_at_once_and_always_wants_a_rematch(server: Server) -> None:
    made = server.create(game="grid-runner", size=3, p1="greedy", p2="human")
    id, secret = made["id"], made["seat"]["secret"]
    assert (made["seat"]["player"], made["invite"], made["state"]["thinking"]) == (2, None, True)
    state = waited(server, id, secret, 0)
    assert (state["ply"], state["thinking"], state["turn"]) == (1, False, 2)
    state = server.post(id, "move", secret, ply=1, move=state["legal"][0]["move"]).json()
    state = waited(server, id, secret, state["version"])
    assert state["ply"] == 3
    state = server.post(id, "takeback", secret, ply=3).json()
    assert (state["ply"], state["takeback"], state["turn"]) == (1, None, 2)
    state = server.post(id, "resign", secret, ply=1).json()
    assert state["outcome"]["reason"] == "resigned"
    assert state["series"] == {"round": 1, "score": {"1": 1, "2": 0}}
    state = server.post(id, "rematch", secret, ply=1).json()
    following = server.state(state["next"]["id"], state["next"]["seat"])
    assert following["series"] == {"round": 2, "score": {"1": 0, "2": 1}}
    assert (following["you"], following["p1"], following["p2"], following["ply"]) == (1, "human", "greedy", 0)


def waited(server: Server, id: str, secret: str | None, version: int) -> dict[str, Any]:
    """Return the next state after a version, by waiting for it."""
    with server.http() as http:
        response = http.get(f"/api/duels/{id}", params={"after": version, "wait": 15}, headers=bearer(secret))
    state: dict[str, Any] = response.json()
    assert state["version"] > version
    return state


def test_two_computers_play_while_someone_watches(server: Server) -> None:
    made = server.create(size=3, p1="random", p2="random")
    assert (made["seat"], made["invite"]) == (None, None)
    assert server.state(made["id"])["ply"] == 0
    assert waited(server, made["id"], None, 0)["ply"] == 1


def test_waiting_ends_when_nothing_happens(server: Server) -> None:
    made = server.create()
    with server.http() as http:
        begin = time.monotonic()
        state = http.get(f"/api/duels/{made['id']}", params={"after": 0, "wait": 0.3}).json()
    assert state["version"] == 0
    assert time.monotonic() - begin >= 0.3


def test_unknown_duels_and_paths_are_refused(server: Server) -> None:
    with server.http() as http:
        for path in ("/api/duels/nosuchduel12", "/api/duels/a", "/api/duels/%00%ff", "/api/duels/" + "x" * 500):
            refused = http.get(path)
            assert (refused.status_code, refused.json()["code"]) == (404, "no-such-duel")
        assert http.get("/api/nothing").json()["type"] == "refused"
        assert http.get(f"/api/duels/{server.create()['id']}?after=x").json()["code"] == "malformed"
        for header in ("Basic x", "Bearer", "Bearer " + "x" * 101):
            refused = http.get(f"/api/duels/{server.create()['id']}", headers={"Authorization": header})
            assert (refused.status_code, refused.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "malformed"),
        (b"{", "malformed"),
        (b"[]", "malformed"),
        (b"\xff\xfe", "malformed"),
        (b'{"game": NaN}', "malformed"),
        (b'{"game": ' + b"9" * 9000 + b"}", "malformed"),
        (b"[" * 10_000, "malformed"),
        (b'{"a":' * 3_000, "malformed"),
        (b'{"game": "\\ud800"}', "malformed"),
        (b" " * 20_000, "too-big"),
    ],
)
def test_a_malformed_body_is_refused(server: Server, body: bytes, code: str) -> None:
    with server.http() as http:
        refused = http.post("/api/duels", content=body)
    assert refused.status_code in (400, 413, 422)
    assert refused.json()["code"] == code


def test_many_race_for_one_seat_and_exactly_one_gets_it(server: Server) -> None:
    made = server.create(seat=1)

    async def race() -> list[httpx.Response]:
        async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
            joins = [http.post(f"/api/duels/{made['id']}/join", json={"invite": made["invite"]}) for _ in range(30)]
            return await asyncio.gather(*joins)

    answers = asyncio.run(race())
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 29
    [won] = [answer.json() for answer in answers if answer.status_code == 200]
    assert server.state(made["id"], won["secret"])["you"] == 2
    assert all(answer.json()["state"]["seats"]["2"] == "taken" for answer in answers if answer.status_code == 409)


def test_many_race_for_one_turn_and_exactly_one_move_is_played(server: Server) -> None:
    id, one, _ = server.friends()

    async def race() -> list[httpx.Response]:
        async with httpx.AsyncClient(base_url=server.url, timeout=30, headers=bearer(one)) as http:
            words = ["up", "down", "right"] * 10
            return await asyncio.gather(
                *(http.post(f"/api/duels/{id}/move", json={"ply": 0, "move": word}) for word in words)
            )

    answers = asyncio.run(race())
    state = server.state(id)
    assert (state["ply"], state["version"]) == (1, 2)
    assert sorted(answer.status_code for answer in answers) == [200] * 10 + [409] * 20  # all ten sent the winning move
    assert all(answer.json().get("state", answer.json())["moves"] == state["moves"] for answer in answers)


def test_a_seat_moves_to_another_device_once(server: Server) -> None:
    id, one, _ = server.friends()
    made = server.post(id, "seat-code", one, page=f"{server.url}/duel/{id}").json()
    assert made["link"] == f"{server.url}/duel/{id}#take={made['code']}"
    assert made["qr"].startswith("data:image/svg+xml")
    claim = "c" * 30
    taken = server.post(id, "seat", None, code=made["code"], claim=claim)
    assert (taken.status_code, taken.json()["player"]) == (200, 1)
    again = server.post(id, "seat", None, code=made["code"], claim=claim)
    assert again.json() == taken.json(), "who missed the answer is told again"
    late = server.post(id, "seat", None, code=made["code"], claim="d" * 30)
    assert (late.status_code, late.json()["code"]) == (403, "not-seated")
    assert server.state(id, one)["you"] is None
    assert server.post(id, "move", one, ply=0, move="up").json()["code"] == "not-seated"
    assert server.post(id, "move", taken.json()["secret"], ply=0, move="up").status_code == 200


def test_when_many_devices_take_a_seat_at_once_exactly_one_gets_it(server: Server) -> None:
    id, one, _ = server.friends()
    code = server.post(id, "seat-code", one).json()["code"]

    async def race() -> list[int]:
        async with httpx.AsyncClient(base_url=server.url, timeout=20) as http:
            asked = [http.post(f"/api/duels/{id}/seat", json={"code": code}) for _ in range(20)]
            return [answer.status_code for answer in await asyncio.gather(*asked)]

    assert sorted(asyncio.run(race())) == [200] + [403] * 19


def test_only_the_owner_can_move_a_seat_and_guessing_fails(server: Server) -> None:
    id, *_ = server.friends()
    for secret in (None, "guessed"):
        assert server.post(id, "seat-code", secret).json()["code"] == "not-seated"
    for code in ("", "guessed", "-", "99999999999-x", "é-1"):
        assert server.post(id, "seat", None, code=code).json()["code"] == "not-seated"


def test_the_old_device_hears_that_the_seat_has_moved(server: Server) -> None:
    async def watch() -> None:
        made = server.create(seat="both")
        async with await server.client(made["id"], made["seat"]["secret"]) as client:
            code = server.post(made["id"], "seat-code", made["seat"]["secret"]).json()["code"]
            taken = server.post(made["id"], "seat", None, code=code).json()
            assert taken["player"] == "both"
            state = await client.hear("state", lambda state: state["you"] is None)
            assert (await client.ask("move", ply=0, move="up"))["code"] == "not-seated"
            assert state["seats"] == {"1": "taken", "2": "taken"}

    asyncio.run(watch())


def test_names_are_public_recorded_and_swap_sides_in_a_rematch(server: Server) -> None:
    made = server.create(seat=2, name="  Ann ")
    assert made["state"]["names"] == {"1": None, "2": "Ann"}
    joined = server.post(made["id"], "join", None, invite=made["invite"], name="Ben").json()
    assert server.state(made["id"])["names"] == {"1": "Ben", "2": "Ann"}
    with server.http() as http:
        assert '[Name1 "Ben"]\n[Name2 "Ann"]\n' in http.get(f"/api/duels/{made['id']}/record").text
    secrets = made["seat"]["secret"], joined["secret"]
    server.post(made["id"], "resign", secrets[0], ply=0)
    states = [server.post(made["id"], "rematch", secret, ply=0).json() for secret in secrets]
    assert server.state(states[1]["next"]["id"])["names"] == {"1": "Ann", "2": "Ben"}


def test_a_reserved_name_takes_no_seat(server: Server) -> None:
    made = server.create(seat=1)
    refused = server.post(made["id"], "join", None, invite=made["invite"], name="Player 1")
    assert (refused.status_code, refused.json()["code"]) == (422, "name")
    assert server.state(made["id"])["seats"]["2"] == "open"
    with server.http() as http:
        answer = http.post("/api/duels", json={"game": "light-cycle", "name": "x" * 25})
    assert answer.json()["sentence"] == "A name has at most 24 characters, not 25."


def test_an_invitation_becomes_a_link_and_a_qr_code(server: Server) -> None:
    made = server.create(seat=1)
    page = f"https://example.org/duel/{made['id']}"
    shown = server.post(made["id"], "invitation", None, invite=made["invite"], page=page).json()
    assert shown["link"] == f"{page}#join={made['invite']}"
    assert shown["qr"].startswith("data:image/svg+xml")
    refused = server.post(made["id"], "invitation", None, invite="guessed", page=page)
    assert (refused.status_code, refused.json()["code"]) == (403, "not-seated")
