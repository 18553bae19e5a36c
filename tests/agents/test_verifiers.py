"""`verifiers`: its own client asks a local server that imitates OpenAI's API, with a player behind it."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from gridduels import Duel, load_game
from gridduels.analysis.split import is_test
from gridduels.engine import solve
from tests.documents import ROOT

pytestmark = [pytest.mark.heavy, pytest.mark.filterwarnings("ignore")]  # the library's dependencies emit warnings

GAME = load_game("light-cycle")


def perfect(question: str) -> str:
    """Return a best move in the position that a `line` prompt describes."""
    (line,) = re.findall(r"The position: `(.+?)`", question)
    return f"ANSWER: {solve(GAME).best_moves(GAME.position(line))[0]}"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[str], str]], Any]]:
    """Serve a function as a model; return the client's configuration."""
    verifiers = pytest.importorskip("verifiers.types")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    servers = []

    def serve(answer: Callable[[str], str]) -> Any:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                content = asked["messages"][-1]["content"]
                text = content if isinstance(content, str) else content[0]["text"]
                message = {"role": "assistant", "content": answer(text)}
                choice = {"index": 0, "message": message, "finish_reason": "stop"}
                usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
                body = {"id": "1", "object": "chat.completion", "created": 0, "model": "player"}
                data = json.dumps(body | {"choices": [choice], "usage": usage}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *arguments: Any) -> None:
                """Log nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/v1"
        return verifiers.ClientConfig(api_key_var="OPENAI_API_KEY", api_base_url=url)

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Load the environment as the hub does, by the name of its package."""
    verifiers = pytest.importorskip("verifiers")
    monkeypatch.syspath_prepend(str(Path(ROOT) / "examples" / "gridduels_exact"))
    return lambda **more: verifiers.load_environment("gridduels-exact", game="light-cycle", prompt="line", **more)


def test_best_moves_earn_everything(load: Callable[..., Any], served: Callable[..., Any]) -> None:
    results = load(count=4, eval_count=4).evaluate_sync(served(perfect), "player")["outputs"]
    assert len(results) == 4
    assert [result["reward"] for result in results] == [1.0] * 4
    assert all(result["metrics"]["kept"] == 1 for result in results)


def test_an_answer_without_a_move_earns_nothing(load: Callable[..., Any], served: Callable[..., Any]) -> None:
    results = load(count=3, eval_count=3).evaluate_sync(served(lambda question: "I would rather not."), "player")[
        "outputs"
    ]
    assert [result["reward"] for result in results] == [0.0] * 3
    assert all(result["metrics"]["legal"] == 0 for result in results)


def test_in_a_whole_game_winning_is_half_of_the_reward(load: Callable[..., Any], served: Callable[..., Any]) -> None:
    environment = load(count=4, eval_count=4, kind="games", opponent="random")
    results = environment.evaluate_sync(served(perfect), "player")["outputs"]
    assert all(result["reward"] == 0.5 + result["metrics"]["won"] / 2 for result in results)
    assert max(result["metrics"]["num_turns"] for result in results) > 1
    assert sum(result["metrics"]["won"] for result in results) >= 2


def test_training_on_whole_games_reveals_nothing_about_test_positions(
    load: Callable[..., Any], served: Callable[..., Any]
) -> None:
    asked: list[str] = []

    def worst(question: str) -> str:
        (line,) = re.findall(r"The position: `(.+?)`", question)
        asked.append(line)
        worth = solve(GAME).evaluate(Duel(GAME, start=line)).moves
        return f"ANSWER: {min(worth, key=lambda word: worth[word].rank)}"

    environment = load(count=8, eval_count=2, kind="games", opponent="random", seed=1)
    for row in environment.get_dataset():
        (line,) = re.findall(r"The position: `(.+?)`", row["prompt"][0]["content"])
        assert (not row["answer"]) == is_test(GAME, GAME.position(line))
    environment.eval_dataset = environment.get_dataset()
    results = environment.evaluate_sync(served(worst), "player", state_columns=["trajectory"])["outputs"]
    tested = {line for line in asked if is_test(GAME, GAME.position(line))}
    assert tested
    for result in results:
        for step in result["trajectory"]:
            (line,) = re.findall(r"The position: `(.+?)`", str(step["prompt"][-1]["content"]))
            assert (step["reward"] == result["reward"]) or line not in tested


def test_moves_that_give_something_away_get_rewards_in_between() -> None:
    pytest.importorskip("verifiers")
    from gridduels.agents.verifiers import reward_of
    from gridduels.language.disguise import Disguise
    from gridduels.language.prompts import Presentation, Style

    game = load_game("light-cycle")
    presentation = Presentation(Duel(game, "right left"), Disguise(game), Style())
    assert reward_of(presentation, presentation.read("right"))["reward"] == 1.0
    assert reward_of(presentation, presentation.read("up"))["reward"] == 0.1
