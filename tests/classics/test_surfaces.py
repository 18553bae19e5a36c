"""Draws and repeated turns in all interfaces for people and programs."""

import json
import random
import tomllib
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from classic_duels.connect_four import GAME as CONNECT_FOUR
from classic_duels.isolation import GAME as ISOLATION
from classic_duels.tic_tac_toe import GAME as TIC_TAC_TOE

from gridduels import Duel, Game, Match, Outcome, Record, load_game
from gridduels.agents.turns import label
from gridduels.analysis.annotations import annotate
from gridduels.analysis.dataset import draw_dataset
from gridduels.analysis.puzzles import answer, puzzles
from gridduels.analysis.sentences import Unit, describe
from gridduels.cli import main
from gridduels.duel import Reason
from gridduels.engine import solve
from gridduels.engine.batch.batch import Batch
from gridduels.engine.observation import PLANES, observe, planes_of
from gridduels.players import make_player
from gridduels.protocol import state as messages
from gridduels.protocol.answers import game_of
from gridduels.protocol.state import outcome_of, value_of
from gridduels.record import dumps, loads
from gridduels.terminal.arcade.selection import Selection
from gridduels.terminal.library import replay_text
from gridduels.testing import check_game
from tests.classics.conftest import GAMES as CLASSICS
from tests.documents import play
from tests.engine.test_observation import assert_nothing_is_lost
from tests.helpers import heavy_but

PROJECT = tomllib.loads((CLASSICS / "pyproject.toml").read_text(encoding="utf-8"))["project"]
IDS = list(PROJECT["entry-points"]["gridduels.games"])
DRAWN = "1,1 2,2 3,3 1,2 3,2 3,1 1,3 2,3 2,1"
GAMES = [Game(ISOLATION), Game(ISOLATION, 3), Game(TIC_TAC_TOE), Game(CONNECT_FOUR, "4x5")]


@pytest.mark.heavy
@pytest.mark.parametrize("id", heavy_but(["tic-tac-toe", "isolation"], IDS))
def test_the_games_keep_every_promise_on_every_board(id: str, installed: None) -> None:
    for size in load_game(id).definition.sizes:
        check_game(load_game(id, size), games=4)


@pytest.mark.parametrize("id", IDS)
def test_the_rules_take_fewer_than_a_hundred_lines(id: str) -> None:
    rules = CLASSICS / "classic_duels" / id.replace("-", "_") / "rules.py"
    assert len(rules.read_text(encoding="utf-8").splitlines()) < 100


@pytest.mark.parametrize("id", IDS)
def test_no_two_positions_of_the_games_look_the_same(id: str, installed: None) -> None:
    assert_nothing_is_lost(load_game(id), games=10)


def test_a_draw_has_no_winner_and_gives_half_a_point_to_each() -> None:
    duel = Duel(Game(TIC_TAC_TOE), DRAWN)
    assert duel.outcome == Outcome(0, Reason.DRAW)
    assert duel.ended.points == (0.5, 0.5)
    assert duel.game.words.ending(duel) == "Neither player has won.\nIt is a draw!"
    assert Match(duel).score == (0, 0)
    assert outcome_of(duel) is not None
    assert outcome_of(duel).winner is None  # type: ignore[union-attr]


@pytest.mark.heavy
def test_a_drawn_position_shows_no_plies_anywhere(installed: None, capsys: pytest.CaptureFixture[str]) -> None:
    game = load_game("tic-tac-toe")
    value = solve(game).value(game.start())
    assert (value.outcome, value.plies, value.label) == ("draw", None, "=")
    assert value_of(value) == messages.Value("draw", None, "=", "draw")
    assert describe(value, unit=Unit.PLIES) == describe(value) == "best play is a draw"
    assert "plies" not in label(Duel(game))
    drawn = draw_dataset(game, positions=200, how="uniform", seed=1).columns
    assert {int(plies) for plies in drawn["plies"][drawn["value"] == 0]} == {-1}
    assert main(["explore", "tic-tac-toe", "--json"]) == 0
    explored = json.loads(capsys.readouterr().out)
    assert {(each["value"], each["plies"]) for each in [explored, *explored["moves"]]} == {("draw", None)}
    assert main(["solve", "tic-tac-toe", "--json"]) == 0
    solved = json.loads(capsys.readouterr().out)
    reachable = solved["reachable"]
    assert (solved["value"], solved["plies"], "perpetual" in reachable) == ("draw", None, False)
    assert reachable["draw"] == 5_478 - sum([*reachable["win"].values(), *reachable["loss"].values()]) > 0
    assert main(["solve", "tic-tac-toe"]) == 0
    text = capsys.readouterr().out
    assert f"  draw       {reachable['draw']:>13,}\n" in text
    assert "perpetual" not in text
    assert "..." not in text


def test_arrow_keys_aim_at_once_in_games_of_placing_pieces_and_obstacles_are_not_mentioned() -> None:
    for game, word in ((Game(TIC_TAC_TOE), "3,2"), (Game(CONNECT_FOUR, "4x5"), "3")):
        selection = Selection(Duel(game))
        assert (selection.placing, selection.can_place) == (True, False)
        assert not selection.press("down")
        assert selection.word == word
        assert not game_of(game).places


def test_a_record_of_a_draw_reads_back(installed: None) -> None:
    record = Record(Duel(load_game("tic-tac-toe"), DRAWN))
    assert '[Result "draw"]' in dumps(record)
    assert loads(dumps(record)) == [record]
    with pytest.raises(Exception, match=r"the tags say '1' .*, but it was a draw"):
        loads(dumps(record).replace('"draw"]', '"1"]', 1))


def test_a_replay_says_who_made_each_move() -> None:
    shown = replay_text(1, Record(Duel(Game(ISOLATION, 3), "down 1,1 left 2,3")))
    assert [line for line in shown.splitlines() if line[:2] in ("1.", "2.", "3.", "4.")] == [
        "1. Player 1: down",
        "2. Player 1: 1,1",
        "3. Player 2: left",
        "4. Player 2: 2,3",
    ]


@pytest.mark.heavy
def test_a_drawn_game_is_played_and_explored_in_line_mode(site: Path, tmp_path: Path) -> None:
    record = str(tmp_path / "game.txt")
    typed = DRAWN.replace(" ", "\n") + "\n"
    played = play(site, "play", "tic-tac-toe", "--rounds", "1", "--record", record, typed=typed)
    assert (played.returncode, played.stderr) == (0, "")
    assert "It is a draw!" in played.stdout
    assert json.loads(play(site, "replay", record, "--json").stdout)[0]["winner"] is None
    assert "value     best play is a draw\n" in play(site, "explore", "tic-tac-toe").stdout
    assert "nobody has won" in play(site, "explore", "tic-tac-toe", *DRAWN.split()).stdout


def play_out(duel: Duel, *choose: Callable[[Duel], str]) -> Duel:
    """Play a duel to the end using two functions that choose moves."""
    while duel.outcome is None:
        duel = duel.play(choose[duel.turn - 1](duel))
    return duel


def test_perfect_play_by_both_is_a_draw_and_no_player_beats_it() -> None:
    game = Game(TIC_TAC_TOE)
    for number in range(12):
        perfect, other = make_player("perfect", random.Random(number)), make_player("random", random.Random(number))
        assert perfect
        assert other
        assert play_out(Duel(game), perfect.choose, perfect.choose).ended.winner == 0
        assert play_out(Duel(game), perfect.choose, other.choose).ended.winner in (0, 1)
        assert play_out(Duel(game), other.choose, perfect.choose).ended.winner in (0, 2)


def test_notes_judge_a_move_after_which_the_same_player_acts_again() -> None:
    game = Game(ISOLATION, 3)
    table, rng = solve(game), random.Random(5)
    duel = play_out(Duel(game), *[lambda duel: rng.choice(duel.legal_moves)] * 2)
    for note, before in zip(annotate(duel, table).notes, duel.history(), strict=False):
        after = game.play(before, game.action(note.move))
        now = table.value(after)
        assert note.player == before.turn
        assert (note.value.outcome == now.outcome) == (after.turn == before.turn)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_batch_plays_like_duels(game: Game) -> None:
    batch = Batch(game, 8, "python", seed=3)
    duels = [Duel(game) for _ in range(8)]
    for _ in range(60):
        actions = batch.random_actions().copy()
        step = batch.step(actions)
        for number, duel in enumerate(duels):
            after = duel.play(int(actions[number]))
            points = after.outcome.points[duel.turn - 1] if after.outcome else 0.5
            assert step.rewards[number] == 2 * points - 1
            assert step.terminated[number] == (after.outcome is not None)
            assert step.winners[number] == (after.outcome.winner if after.outcome else 0)
            duels[number] = Duel(game) if after.outcome else after
            assert batch.position(number) == duels[number].position


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_different_positions_never_look_the_same(game: Game) -> None:
    assert_nothing_is_lost(game)


def test_crosses_and_noughts_are_on_planes_of_their_own() -> None:
    game = Game(TIC_TAC_TOE)
    planes = observe(game, Duel(game, "1,1 2,2").position, player=2)
    assert planes_of(game)[len(PLANES) :] == ("own crosses or noughts", "other crosses or noughts")
    assert planes[-2].tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]
    assert planes[-1].tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]


@pytest.mark.heavy
@pytest.mark.parametrize("game", heavy_but(GAMES[1:2], GAMES), ids=repr)
def test_a_batch_and_a_dataset_observe_like_a_player(game: Game) -> None:
    batch = Batch(game, 8, "python", seed=5)
    for _ in range(20):
        batch.step(batch.random_actions())
        for number, planes in enumerate(batch.observe()):
            position = batch.position(number)
            assert (planes == observe(game, position, position.turn)).all()
    if game.cell_count < 12:
        columns = draw_dataset(game, 50).columns
        for text, planes in zip(columns["position"], columns["planes"], strict=True):
            position = game.position(str(text))
            assert (planes == observe(game, position, position.turn)).all()


def test_rollouts_count_draws() -> None:
    rolled = Batch(Game(TIC_TAC_TOE), 64, "python", seed=1).roll(200)
    assert rolled.draws > 0
    assert rolled.games == sum(rolled.wins) + rolled.draws
    assert 0.08 < rolled.draws / rolled.games < 0.18  # 12.7 % of random games are drawn


def test_environments_give_no_reward_for_a_draw(installed: None) -> None:
    pettingzoo = pytest.importorskip("gridduels.agents.pettingzoo")
    env = pettingzoo.env("tic-tac-toe")
    env.reset()
    for word in DRAWN.split():
        env.step(load_game("tic-tac-toe").action(word))
    assert env.rewards == {"player_1": 0.0, "player_2": 0.0}
    assert all(env.terminations.values())


def test_an_opponent_acts_as_often_as_it_is_its_turn(installed: None) -> None:
    gymnasium = pytest.importorskip("gridduels.agents.gymnasium")
    env = gymnasium.DuelEnv("isolation", size=3, opponent="random", seat=2)
    env.reset(seed=1)
    assert env.duel.movers == (1, 1)
    assert env.duel.turn == 2


def test_openspiel_returns_are_zero_for_a_draw(installed: None) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from gridduels.agents.openspiel import register, short_name

    register()
    state = pyspiel.load_game(short_name(TIC_TAC_TOE)).new_initial_state()
    for word in DRAWN.split():
        state.apply_action(load_game("tic-tac-toe").action(word))
    assert state.returns() == [0.0, 0.0]


@pytest.mark.heavy
def test_a_dataset_has_draws() -> None:
    dataset = draw_dataset(Game(TIC_TAC_TOE), 200)
    values = solve(Game(TIC_TAC_TOE))
    assert set(np.unique(dataset.columns["value"])) == {-1, 0, 1}
    for text, value in zip(dataset.columns["position"], dataset.columns["value"], strict=True):
        outcome = values.value(values.game.position(str(text))).outcome
        assert {"win": 1, "draw": 0, "loss": -1}[outcome] == value


def test_a_puzzle_where_players_act_several_times_takes_as_many_plies_as_promised() -> None:
    values, replies = solve(Game(ISOLATION, 3)), set()
    for puzzle in islice(puzzles(values, seed=1), 5):
        duel = puzzle.duel()
        assert puzzle.title.endswith(f"win in {puzzle.plies} moves by both players")
        while not duel.outcome:
            word = values.evaluate(duel).best_moves[0]
            judged = answer(values, duel, word)
            assert judged.right
            replies.add(len(judged.reply))
            duel = Duel(duel.game, (*duel.moves, word, *judged.reply), start=duel.start)
        assert (duel.outcome.winner, duel.ply) == (puzzle.position.turn, puzzle.plies)
    assert replies == {0, 2}
