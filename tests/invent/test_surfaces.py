"""A code is accepted wherever a game id is."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import gymnasium
import pettingzoo
import pytest

from gridduels import Duel, Record, load_game
from gridduels.agents import gymnasium as gymnasium_agents
from gridduels.agents import pettingzoo as pettingzoo_agents
from gridduels.analysis.dataset import draw_dataset
from gridduels.analysis.hints import hint_for
from gridduels.analysis.puzzles import puzzles
from gridduels.cli import main
from gridduels.engine import VALUES
from gridduels.engine.batch.batch import Batch
from gridduels.engine.kernels.compiler import key_width
from gridduels.engine.observation import observe
from gridduels.engine.solvers.limits import memory_needed
from gridduels.engine.tables.catalogue import is_shipped, table_path
from gridduels.errors import GridDuelsError
from gridduels.invent import parse
from gridduels.invent.examples import examples_of
from gridduels.invent.words import gist_of
from gridduels.language.disguise import Disguise
from gridduels.language.prompts import Presentation, Style
from gridduels.language.questions import Kind, draw_questions, is_right, kinds_of
from gridduels.lessons import lessons
from gridduels.pictures.scene import scene_of
from gridduels.pictures.svg import svg_of, write_svg
from gridduels.players import make_player
from gridduels.protocol.answers import game_of
from gridduels.protocol.requests import NewDuel
from gridduels.protocol.state import board_of
from gridduels.record import dumps, loads
from gridduels.targets import OBSTACLE, TRAIL, fills_up, kind_of_marks
from gridduels.terminal.arcade.selection import Selection
from gridduels.text import describe_rules
from gridduels.web.new_duel import new_duel
from gridduels.web.pool.tasks import OutOfTime, Watch, prepare

CODES = [
    "duel1-3x4-k1-t1-r1-gn-l-sc",
    "duel1-3x3-o1-t0-r1t-gs-w-sc",
    "duel1-3x3-o2-t2-gn-l-ux",
    "duel1-4x4-n1-t1-gs-l-s1",
    "duel1-3x3-o1j-t1-r1-gso-l-sc",
]
each_code = pytest.mark.parametrize("code", CODES)


def random_duel(code: str, plies: int = 4) -> Duel:
    rng, duel = random.Random(code), Duel(load_game(code))
    while duel.ply < plies and duel.legal_actions:
        duel = duel.play(rng.choice(duel.legal_moves))
    return duel


@each_code
def test_on_the_command_line(code: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["rules", code]) == 0
    assert load_game(code).title in capsys.readouterr().out
    assert main(["perft", code, "2"]) == 0
    assert main(["play", code, "--p1", "random", "--p2", "greedy", "--seed", "1", "--plain"]) == 0
    assert "wins!" in capsys.readouterr().out
    picture = tmp_path / "a.svg"
    assert main(["picture", code, "-o", str(picture)]) == 0
    assert "<svg" in picture.read_text(encoding="utf-8")


@each_code
def test_with_exact_values(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", code, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {each["move"] for each in told["moves"]} == set(Duel(load_game(code)).legal_moves)
    duel = random_duel(code, 2)
    with VALUES.open(duel.game) as values:
        assert hint_for(values, duel).move in duel.legal_moves
        assert next(puzzles(values, seed="0")).title
    for level in ("level:1", "level:9", "perfect"):
        player = make_player(level, random.Random(1))
        assert player is not None
        assert player.choose(duel) in duel.legal_moves


@each_code
def test_in_records_pictures_and_messages(code: str) -> None:
    duel = random_duel(code)
    record = Record(duel)
    assert loads(dumps(record)) == [record]
    assert write_svg(scene_of(duel)).startswith("<svg")
    assert game_of(duel.game).id == code
    assert board_of(duel)
    assert lessons(duel.game.definition)
    assert "it can be" not in describe_rules(duel.game)
    assert Selection(duel).duel == duel
    assert new_duel(NewDuel(game=code), 0.0, 100).live.saved.game == code


@each_code
def test_in_environments(code: str) -> None:
    gymnasium_agents.register(code)
    env = gymnasium.make(f"gridduels/{code}-v0", opponent="random")
    seen, info = env.reset(seed=1)
    assert seen.shape[1:] == load_game(code).shape
    assert info["action_mask"].sum() > 0
    env.close()
    pettingzoo_agents.register(code)
    assert f"gridduels/{code}-v0" in pettingzoo.aec_registry
    played = pettingzoo_agents.env(code)
    played.reset(seed=1)
    rng = random.Random(1)
    for _ in played.agent_iter(500):
        observation, _, ended, cut, _ = played.last()
        legal = [action for action, allowed in enumerate(observation["action_mask"]) if allowed]
        played.step(None if ended or cut else rng.choice(legal))
    assert not played.agents


@each_code
def test_in_prompts_and_questions(code: str) -> None:
    duel = random_duel(code, 2)
    presentation = Presentation(duel, Disguise(duel.game), Style())
    assert presentation.prompt()
    word = duel.legal_moves[0]
    assert presentation.read(f"ANSWER: {word}").move == word
    asked = kinds_of(duel.game)
    assert (Kind.GOAL in asked) == (duel.game.goal(1) > 0 and "-o1-" in code)
    for question in draw_questions(duel.game, len(asked), seed=1):
        assert is_right(question.kind, f"ANSWER: {question.answer}", question.answer)


def test_placements_are_distinguished_in_answers() -> None:
    assert is_right("moves", "ANSWER: 2,3, up", "up, 2,3")
    assert not is_right("moves", "ANSWER: 3,2, up", "up, 2,3")


@pytest.mark.heavy
@each_code
def test_in_datasets_and_batches(code: str) -> None:
    game = load_game(code)
    assert len(draw_dataset(game, positions=20, how="random", seed=1).columns["value"]) > 0
    if code == CODES[1]:
        with pytest.raises(GridDuelsError, match="repetition"):
            Batch(game, 16)
    else:
        assert Batch(game, 16).count == 16


def test_everything_that_blocks_is_drawn_by_its_cause() -> None:
    """A cell blocked by a token, one by an obstacle, and none without a cause."""
    duel = Duel(load_game(CODES[0]), "down-right 2,4 right")
    kinds = {cell.bit_length() - 1: kind for cell, kind in kind_of_marks(duel).items()}
    assert kinds == {0: TRAIL[0], 5: TRAIL[0], 7: OBSTACLE}
    assert fills_up(duel.game)
    assert not fills_up(load_game(CODES[1]))


@pytest.mark.parametrize(
    ("code", "ground"), [(CODES[0], "plum"), (CODES[1], "rose"), ("duel1-3x3-o1-t0-gs-l-sc", "lagoon")]
)
def test_boards_have_three_grounds(code: str, ground: str) -> None:
    assert load_game(code).words.character == ground


def test_different_positions_never_look_the_same() -> None:
    before = Duel(load_game(CODES[1])).play("down")
    other = before.position._replace(placing=0)  # type: ignore[call-arg]
    assert (observe(before.game, before.position, 1) != observe(before.game, other, 1)).any()


def test_a_server_refuses_a_duel_that_is_too_large_to_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridduels.web.pool.tasks.INVENTED_BYTES", 10_000)
    with pytest.raises(OutOfTime, match="has more positions than a table holds"):
        prepare(Watch(lambda *_: None), load_game("duel1-3x4-k1-t1-gn-l-s1"), "values")


def test_no_unlimited_cache_grows_with_every_code() -> None:
    """Visitors to a server can name any number of codes."""

    def ask(code: str) -> None:
        game = load_game(code)
        assert not is_shipped(game)
        assert not table_path(game).exists()
        memory_needed(game)
        key_width(game)
        svg_of(Duel(game))
        game_of(game)
        examples_of(code)

    def unlimited() -> dict[str, int]:
        modules = [module for name, module in sys.modules.items() if name.startswith("gridduels.")]
        caches = [each for module in modules for each in vars(module).values() if hasattr(each, "cache_parameters")]
        return {
            f"{each.__module__}.{each.__qualname__}": each.cache_info().currsize
            for each in caches
            if each.cache_parameters()["maxsize"] is None
        }

    ask("duel1-3x5-k1-t1-r1-gn-l-sc-b2")
    before = unlimited()
    ask("duel1-3x5-k1-t1-r1-gn-l-sc-b4")
    assert unlimited() == before


@pytest.mark.parametrize(
    ("code", "end"),
    [
        ("duel1-3x4-o1-t1-gso-l-sc", "das Startfeld des Gegners erreichst, auch wenn es gesperrt ist; wer"),
        ("duel1-3x4-o1-t1-gro-l-sc", "deine Zielspalte erreichst, auch wenn sie gesperrt ist; wer"),
        ("duel1-3x4-o1-t0-gr-w-sc", "deine Zielspalte erreichst; wer nicht mehr ziehen kann, gewinnt."),
    ],
)
def test_the_german_goal_has_its_own_pronoun(code: str, end: str) -> None:
    assert end in gist_of(parse(code), "de")[2]


def test_a_player_who_wins_by_being_stuck_is_named_as_the_stuck_one() -> None:
    rng = random.Random(1)
    duel = Duel(load_game("duel1-3x4-k1-t1-gn-w-sc"))
    while not duel.outcome:
        duel = duel.play(rng.choice(duel.legal_moves))
    winner = duel.game.words.player(duel.ended.winner)
    assert duel.game.words.ending(duel) == f"{winner} has no valid moves.\n{winner} wins!"
