"""Duels on a real server, played and watched in the arcade."""

from collections.abc import Iterator

import httpx
import pytest
from textual.widgets import Input

from gridduels.protocol.state import Missed
from gridduels.terminal.arcade.home import HomeScreen
from gridduels.terminal.arcade.online import LobbyScreen, OnlineScreen, ServerDialogue
from gridduels.terminal.arcade.screens import TextDialogue
from gridduels.terminal.settings import Settings
from tests.terminal.arcade.openers import lobby, online
from tests.terminal.arcade.stage import Stage, on_stage
from tests.web.server import Server, free_port


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server.url


async def go_to(stage: Stage, where: str) -> None:
    """Type an address or a link."""
    await stage.press("v")
    stage.screen.query_one("#line").value = where
    await stage.press("enter")


async def begin_at(stage: Stage, url: str) -> None:
    """Begin a duel on a server."""
    await go_to(stage, url)
    await stage.until(lambda: isinstance(stage.screen, LobbyScreen))
    await stage.press("enter")


def test_an_address_that_does_not_answer_can_be_corrected() -> None:
    address = f"http://127.0.0.1:{free_port()}"

    async def script(stage: Stage) -> None:
        await go_to(stage, address)
        await stage.sees(f"{address} cannot be reached")
        assert isinstance(stage.screen, ServerDialogue)
        stage.screen.query_one("#line", Input).value = "ftp://nowhere"
        await stage.press("enter")
        await stage.sees("is not a server address")
        await stage.press("escape")
        assert isinstance(stage.screen, HomeScreen)

    on_stage(script)


@pytest.mark.heavy
def test_a_duel_against_the_computer_is_played_to_its_end_and_looked_back_at(url: str) -> None:
    async def script(stage: Stage) -> None:
        await begin_at(stage, url)
        await stage.until(lambda: isinstance(stage.screen, OnlineScreen))
        await stage.press("h")
        await stage.sees("Look at the middle left.")
        await stage.press("h")
        await stage.sees("Best is right: you win in 8 more moves.")
        await stage.press("e")
        await stage.sees("You win in 8 more moves.")
        await stage.press("e", "right")
        await stage.until(lambda: stage.screen.duel.ply == 2)
        await stage.press("u")
        await stage.until(lambda: stage.screen.duel.ply == 0)
        await stage.press("g", "g")
        await stage.sees("Player 2 (Cleo) wins")
        await stage.press("a")
        await stage.sees("Accurate moves")

    on_stage(script)
    assert Settings.load([]).server == url


@pytest.mark.heavy
def test_a_friend_joins_by_link_takes_moves_back_and_plays_another_round(url: str) -> None:
    async def script(stage: Stage) -> None:
        stage.arcade.settings.setups["light-cycle"] = {"players": ["human", "human"]}
        await begin_at(stage, url)
        await stage.until(lambda: isinstance(stage.screen, TextDialogue))
        link = next(word for word in stage.words.split() if "#join=" in word)
        await stage.press("escape")
        await stage.sees("Player 1 (you) to move")

        async with httpx.AsyncClient(base_url=url) as friend:
            id, invite = link.rpartition("/")[2].split("#join=")
            joined = (await friend.post(f"/api/duels/{id}/join", json={"invite": invite})).json()
            seat = {"Authorization": f"Bearer {joined['secret']}"}
            await stage.sees("Player 2 has joined.")
            assert "h hint" not in stage.text
            await stage.press("right")
            await stage.until(lambda: stage.screen.duel.ply == 1)
            await stage.sees("Waiting for Player 2.")

            async def does(action: str, **fields: object) -> None:
                answer = await friend.post(f"/api/duels/{id}/{action}", json=fields, headers=seat)
                assert answer.status_code == 200, answer.text

            await does("move", ply=1, move="up")
            await stage.until(lambda: stage.screen.duel.ply == 2)
            await does("takeback", ply=2)
            await stage.sees("Player 2 asks to take back up. Press y to agree or n to refuse.")
            await stage.press("y")
            await stage.until(lambda: stage.screen.duel.ply == 1)
            await does("resign", ply=1)
            await stage.sees("Player 1 (you) wins")
            await does("rematch", ply=1)
            await stage.sees("Player 2 wants another round.")
            await stage.press("n")
            await stage.until(lambda: stage.screen.state.you == (2,))
            await stage.sees("Player 2: you")
            assert stage.screen.duel.ply == 0

    on_stage(script)


@pytest.mark.heavy
def test_the_lobby_offers_challenges_games_to_watch_and_anyone(url: str) -> None:
    offer = {"game": "pathway", "seat": 1, "offer": True, "name": "Ann"}
    offered = httpx.post(f"{url}/api/duels", json=offer).json()
    ann = {"Authorization": f"Bearer {offered['seat']['secret']}"}

    async def script(stage: Stage) -> None:
        stage.arcade.settings.name = "Bob"
        await go_to(stage, url)
        await stage.until(lambda: "3 Accept Ann: Pathway Duel 5x5" in stage.text)
        await stage.press("down", "down", "enter")
        await stage.until(lambda: isinstance(stage.screen, OnlineScreen))
        await stage.sees("Player B: you, Bob")
        await stage.sees("Player A (Ann) to move")
        moved = httpx.post(f"{url}/api/duels/{offered['id']}/move", json={"ply": 0, "move": "down"}, headers=ann)
        assert moved.status_code == 200
        await stage.press("q")
        await stage.until(lambda: "3 Watch Ann - Bob: Pathway Duel" in stage.text)
        assert "Accept" not in stage.text
        while stage.screen.query_one("#entries").row != 1:  # it depends on whether the list was shorter in the meantime
            await stage.press("up")
        await stage.press("enter")
        await stage.until(lambda: isinstance(stage.screen, OnlineScreen))
        await stage.sees("Your opponent hasn't joined yet.")
        assert stage.screen.state.duel.game.id == "light-cycle"
        paired = httpx.post(f"{url}/api/lobby/pair", json={"game": "light-cycle", "name": "Cleo"}).json()
        assert paired["id"] == stage.screen.state.id
        await stage.sees("Cleo")

    on_stage(script)


def test_a_name_is_kept_for_servers() -> None:
    async def script(stage: Stage) -> None:
        await lobby(stage)
        await stage.until(lambda: "without a name" in stage.text)
        await stage.press("n")
        stage.screen.query_one("#line", Input).value = "Dora"
        await stage.press("enter")
        await stage.until(lambda: ", as Dora" in stage.text)
        await stage.press("n", "escape")
        assert ", as Dora" in stage.text

    on_stage(script)
    assert Settings.load([]).name == "Dora"


@pytest.mark.parametrize(("key", "action"), [("w", "claim"), ("a", "abort")])
def test_if_an_opponent_has_left_the_game_can_be_won_or_aborted(
    monkeypatch: pytest.MonkeyPatch, key: str, action: str
) -> None:
    posted: list[str] = []

    async def script(stage: Stage) -> None:
        screen = online("right", ("taken", "taken"))
        screen.state = screen.state._replace(you=(1,), missed=Missed(2, 4.2))
        monkeypatch.setattr(screen.connection, "post", posted.append)
        await stage.arcade.push_screen(screen)
        await stage.sees("Player 2 has left. In 5 seconds you can claim the win (w) or end the game (a).")
        await stage.press(key)
        assert posted == [action]

    on_stage(script)


def test_an_aborted_game_says_so() -> None:
    async def script(stage: Stage) -> None:
        await stage.arcade.push_screen(online("right", ("taken", "taken"), stopped=(0, "aborted")))
        await stage.sees("Ended without a winner")
        await stage.sees("The game was aborted and doesn't count.")

    on_stage(script)


@pytest.mark.heavy
def test_the_plain_address_of_a_duel_shows_it_to_spectators(url: str) -> None:
    begun = httpx.post(f"{url}/api/duels", json={"game": "light-cycle", "p1": "human", "p2": "human"}).json()
    id, seat = begun["id"], {"Authorization": f"Bearer {begun['seat']['secret']}"}

    async def script(stage: Stage) -> None:
        await go_to(stage, f"{url}/duel/{id}")
        await stage.sees("You're watching.")
        await stage.press("right")
        assert stage.screen.duel.ply == 0
        httpx.post(f"{url}/api/duels/{id}/join", json={"invite": begun["invite"]})
        moved = httpx.post(f"{url}/api/duels/{id}/move", json={"ply": 0, "move": "up"}, headers=seat)
        assert moved.status_code == 200
        await stage.until(lambda: stage.screen.duel.moves == ("up",))

    on_stage(script)
