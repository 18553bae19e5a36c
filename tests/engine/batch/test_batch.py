"""The games of a batch are legal duels, on every backend and however they are spread over threads."""

import pickle
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest
from classic_duels.tic_tac_toe import GAME as TIC_TAC_TOE

from gridduels import Duel, Game, SetupError, load_game
from gridduels.engine.batch import Batch, kernels
from gridduels.engine.batch.backends import MODULES, names_of
from gridduels.engine.kernels.compiler import bind
from gridduels.engine.observation import observe
from gridduels.statement import Cells, Count, Mark, Other, Places, Token, Turn
from tests.engine.batch.batches import COMPILED, FEW, GAMES, SEED, arrays_of, assert_same, batch_of
from tests.helpers import name_of

COUNT = 70
"""More than a group, and not a multiple of one."""
PLIES = 60
ENDLESS = load_game("grid-runner", 3, repetition="endless")


def masks_of(batch: Batch) -> list[int]:
    return [int(mask) for mask in batch.legal_masks]


@pytest.mark.heavy
@pytest.mark.parametrize("game", COMPILED, ids=name_of)
def test_every_game_is_a_legal_duel(game: Game) -> None:
    batch = batch_of(game, COUNT, "cpu")
    duels = [Duel(game) for _ in range(COUNT)]
    ended = 0
    for _ in range(PLIES if game.columns < 6 else 2 * PLIES):
        assert masks_of(batch) == [duel.legal_actions for duel in duels]
        assert [batch.position(number) for number in range(COUNT)] == [duel.position for duel in duels]
        actions = batch.random_actions()
        told = batch.step(actions)
        for number, action in enumerate(actions):
            duel = duels[number].play(int(action))
            outcome, cut = duel.outcome, batch.truncate_at == duel.ply and not duel.outcome
            mover = duels[number].turn
            assert told.winners[number] == (outcome.winner if outcome else 0)
            assert told.rewards[number] == (0 if not outcome else 1 if outcome.winner == mover else -1)
            assert (told.terminated[number], told.truncated[number]) == (outcome is not None, cut)
            ended += bool(outcome or cut)
            duels[number] = Duel(game) if outcome or cut else duel
    assert ended > COUNT // 2


@pytest.mark.parametrize("game", [*FEW[1:], pytest.param(GAMES[-1], marks=pytest.mark.heavy)], ids=name_of)
def test_a_move_that_would_repeat_a_position_is_barred(game: Game) -> None:
    batch, barred = batch_of(game, COUNT, "cpu"), 0
    for _ in range(2 * PLIES):
        batch.step(batch.random_actions())
        barred += sum(mask != game.legal(batch.position(number)) for number, mask in enumerate(masks_of(batch)) if mask)
    assert barred > (COUNT if game.size == 3 else 0)


@pytest.mark.parametrize("game", COMPILED, ids=name_of)
def test_interpreted_and_compiled_play_the_same_games(game: Game) -> None:
    plain, compiled = batch_of(game, COUNT, "python"), batch_of(game, COUNT, "cpu")
    for _ in range(PLIES):
        chosen = plain.random_actions(), compiled.random_actions()
        np.testing.assert_array_equal(*chosen)
        for ours, theirs in zip(plain.step(chosen[0]), compiled.step(chosen[1]), strict=True):
            np.testing.assert_array_equal(ours, theirs)
        assert_same(plain, compiled)
    np.testing.assert_array_equal(plain.observe(), compiled.observe())
    np.testing.assert_array_equal(plain.action_masks(), compiled.action_masks())


@pytest.mark.heavy
@pytest.mark.parametrize("game", COMPILED, ids=name_of)
def test_fused_play_is_stepping_without_the_steps(game: Game) -> None:
    stepped, wins, cut = batch_of(game, COUNT, "cpu"), [0, 0, 0], 0
    plies: list[int] = []
    for _ in range(PLIES):
        before = stepped.plies.copy()
        told = stepped.step(stepped.random_actions())
        wins = [wins[player] + int((told.winners == player).sum()) for player in range(3)]
        cut += int(told.truncated.sum())
        plies += (before + 1)[told.terminated | told.truncated].tolist()
    for device, threads in (("python", 1), ("cpu", 1), ("cpu", 2)):
        rolled = batch_of(game, COUNT, device, threads=threads)
        found = [rolled.roll(PLIES // 3), rolled.roll(PLIES - PLIES // 3)]
        assert_same(rolled, stepped)
        assert sum(each.moves for each in found) == COUNT * PLIES
        assert sum(each.games for each in found) == len(plies)
        assert sum(each.plies for each in found) == sum(plies)
        assert [sum(each.wins[player] for each in found) for player in (0, 1)] == wins[1:]
        assert sum(each.truncated for each in found) == cut


@pytest.mark.parametrize("game", COMPILED, ids=name_of)
def test_planes_and_masks_are_those_of_a_single_game(game: Game) -> None:
    batch = batch_of(game, COUNT, "cpu")
    for plies in (0, 3, 8):
        batch.roll(plies)
        positions = [batch.position(number) for number in range(COUNT)]
        expected = [observe(game, position, position.turn) for position in positions]
        np.testing.assert_array_equal(batch.observe(), expected)
        assert batch.turns.tolist() == [position.turn for position in positions]
        actions = range(game.actions)
        assert batch.action_masks().tolist() == [[bool(mask >> a & 1) for a in actions] for mask in masks_of(batch)]


def test_a_step_with_observe_writes_planes_and_masks_until_the_games_change() -> None:
    at_once, apart = (batch_of(FEW[1], 20, "python") for _ in range(2))
    planes, masks = at_once.observe(), at_once.action_masks()
    at_once.step(at_once.random_actions(), observe=True)
    apart.step(apart.random_actions())
    np.testing.assert_array_equal(planes, apart.observe())
    np.testing.assert_array_equal(masks, apart.action_masks())
    for change in ("step", "roll", "reset"):
        for batch in (at_once, apart):
            batch.step(batch.random_actions(), observe=batch is at_once)
            getattr(batch, change)(*{"step": (batch.random_actions(),), "roll": (3,), "reset": ()}[change])
        np.testing.assert_array_equal(at_once.observe(), apart.observe())
        np.testing.assert_array_equal(at_once.action_masks(), apart.action_masks())


@pytest.mark.parametrize("game", [FEW[0], FEW[2], load_game("gridlock", 7), load_game("blockade", 6)], ids=name_of)
def test_planes_written_in_groups_are_the_same(game: Game) -> None:
    """Write planes the way a GPU does."""
    batch = batch_of(game, 139, "python")
    batch.roll(7)
    planes, names = batch.observe(), names_of(game, 1)
    kernels = bind(MODULES, names)
    words = np.full(-(-planes.size // 8), -1, np.int64)
    group_words = names["group_games"] * planes[0].size // 8
    for group in range(2):
        bits = [0] * names["bit_words"]
        for member in range(names["group_games"]):
            kernels.gather_bits(bits, group, member, batch._state)
        for thread in range(52):
            kernels.write_words(bits, thread, 52, words[group * group_words : (group + 1) * group_words])
    np.testing.assert_array_equal(words.view(np.uint8)[: planes.size], planes.ravel())


@pytest.mark.parametrize("game", FEW[1:], ids=name_of)
def test_repetition_is_counted_correctly_when_the_epochs_run_out(game: Game) -> None:
    usual, short = batch_of(game, 20, "python"), batch_of(game, 20, "python")
    short._backend._kernels = bind(MODULES, names_of(game, 1) | {"LAST_EPOCH": 2})  # type: ignore[attr-defined]
    usual.roll(100)
    short.roll(100)
    assert_same(usual, short)


@pytest.mark.parametrize(
    ("kinds", "sentence"),
    [
        ({"one": Token(1), "two": Token(2), "left": Count(1)}, "tokens are the only reversible fields"),
        ({"one": Token(), "marked": Cells(Mark.BLOCKED)}, "tokens are the only reversible fields"),
        ({"one": Token(1), "two": Token(2), "three": Token(2, "3")}, "players with a single token"),
        ({}, "needs a token, and it has none"),
    ],
)
def test_games_whose_repetition_could_not_be_counted_are_refused(kinds: dict[str, Any], sentence: str) -> None:
    definition = load_game("grid-runner").definition
    fields = [(name, Annotated[int, kind]) for name, kind in ({"turn": Turn()} | kinds).items()]
    rules = SimpleNamespace(**vars(definition.rules) | {"Position": NamedTuple("Position", fields)})
    stated = replace(definition, rules=rules, action_space=(Other(),), goals=None, board_symmetries=())
    with pytest.raises(SetupError, match=sentence):
        names_of(Game(stated, 3), 1)


class Taken(NamedTuple):
    turn: Annotated[int, Turn()]
    taken: Annotated[int, Cells(Mark.BLOCKED, irreversible=True)]


LAST_CELL = SimpleNamespace(
    **vars(TIC_TAC_TOE.rules)
    | {
        "Position": Taken,
        "start": lambda rules: Taken(1, 0),
        "legal": lambda rules, position: rules.cells & ~position.taken,
        "play": lambda rules, position, action: Taken(3 - position.turn, position.taken | 1 << action),
        "winner": lambda rules, position: 0 if rules.cells & ~position.taken else 3 - position.turn,
    }
)
"""The player who takes the last cell wins."""


def test_a_batch_holds_boards_of_more_than_fifty_cells() -> None:
    stated: dict[str, Any] = {
        "sizes": ("7x8",),
        "size": "7x8",
        "rules": LAST_CELL,
        "draws": False,
        "max_plies": lambda *_: 56,
    }
    game = Game(replace(TIC_TAC_TOE, **stated, action_space=(Places("taken", "taken"),), board_symmetries=()), "7x8")
    batch = batch_of(game, 5, "python")
    batch.roll(9)
    positions = [batch.position(number) for number in range(5)]
    np.testing.assert_array_equal(batch.observe(), [observe(game, each, each.turn) for each in positions])
    assert [game.legal(each) for each in positions] == masks_of(batch)


def test_a_board_may_be_too_large_to_count_repetition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "EPOCH_SHIFT", 24)
    with pytest.raises(SetupError, match="it has 25 cells, but at most 24 fit because repetition is barred"):
        names_of(load_game("grid-runner"), 1)


def test_one_seed_gives_the_same_games_and_another_gives_others() -> None:
    game = FEW[0]
    batches = [Batch(game, 40, "python", seed=seed) for seed in (1, 1, 2, 1 << 40)]
    for batch in batches:
        batch.roll(4)
    first, same, *others = [arrays_of(batch)["keys"].tolist() for batch in batches]
    assert first == same
    assert all(first != other for other in others)
    batches[0].reset()
    batches[2].reset(1)
    for batch in (batches[0], batches[2]):
        batch.roll(4)
        assert arrays_of(batch)["keys"].tolist() == first


def test_a_game_does_not_depend_on_how_many_others_there_are() -> None:
    few, many = Batch(FEW[0], 3, "python", seed=SEED), Batch(FEW[0], 90, "python", seed=SEED)
    few.roll(9)
    many.roll(9)
    assert few.keys.tolist() == many.keys.tolist()[:3]


@pytest.mark.parametrize("action", [2, 4, 70, -1, -(1 << 40)])
@pytest.mark.parametrize("device", ["python", "cpu"])
def test_an_illegal_action_loses_the_game(action: int, device: str) -> None:
    batch = Batch(FEW[0], 2, device, seed=1)
    told = batch.step(np.array([action, 0]))
    assert (told.terminated.tolist(), told.winners.tolist(), told.rewards.tolist()) == ([True, False], [2, 0], [-1, 0])
    assert batch.plies.tolist() == [0, 1]


def test_without_a_restart_a_finished_game_stays_as_it_is() -> None:
    batch = Batch(FEW[0], 2, "python", seed=1)
    told = batch.step(np.array([2, 0]), restart=False)
    assert masks_of(batch)[0] == 0
    assert batch.random_actions()[0] == 0
    told = batch.step(np.array([0, 0]), restart=False)
    assert (told.terminated.tolist(), told.rewards.tolist(), batch.plies.tolist()) == ([True, False], [0, 0], [1, 2])
    batch.restart()
    assert (batch.plies.tolist(), batch.position(0)) == ([0, 2], batch.game.start())


def test_random_play_restarts_finished_games() -> None:
    batch = Batch(FEW[0], 2, "python", seed=1)
    batch.step(np.array([2, 0]), restart=False)
    assert batch.roll(1).moves == 2
    assert batch.plies.tolist() == [1, 2]


def test_a_step_of_one_player_leaves_the_other_games_alone() -> None:
    batch = Batch(FEW[0], 2, "python", seed=1)
    batch.step(np.array([2, 0]), restart=False)
    batch.restart()
    assert batch.turns.tolist() == [1, 2]
    told = batch.step(np.array([0, 0]), player=2)
    assert (batch.plies.tolist(), batch.turns.tolist()) == ([0, 2], [1, 1])
    assert not told.terminated.any()


def test_player_two_can_open() -> None:
    batch = Batch(FEW[0], 2, "python", first=2)
    assert batch.position(1) == FEW[0].start(2)
    assert batch.turns.tolist() == [2, 2]


def test_a_game_is_truncated_at_the_given_length() -> None:
    batch = Batch(FEW[0], 2, "python", truncate_at=2)
    assert not batch.step(batch.random_actions()).truncated.any()
    assert batch.step(batch.random_actions()).truncated.all()
    assert batch.plies.tolist() == [0, 0]
    assert batch.roll(4) == (8, 4, (0, 0), 4, 8, 0)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"count": 0}, "A batch has 1 to 4294967296 games, not 0."),
        ({"device": "tpu"}, "Unknown device 'tpu': choose cpu, cuda or python."),
        ({"seed": -1}, "seed=-1 must be a number from 0 to 9223372036854775807."),
        ({"truncate_at": 0}, "truncate_at=0 must be a number of plies from 1 to 2147483646."),
        ({"first": 3}, "player 3 cannot go first. Choose 1 or 2."),
        ({"device": "cpu", "threads": 0}, "threads=0 is too few: use at least 1."),
        (
            {"game": ENDLESS},
            f"{ENDLESS!r} can go on for ever: set truncate_at, the number of plies after which a game is cut off.",
        ),
    ],
)
def test_invalid_options_are_refused_in_one_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SetupError) as refused:
        Batch(**{"game": FEW[0], "count": 2, "device": "python", **options})
    assert str(refused.value) == sentence


@pytest.mark.parametrize("actions", [[0], [[0, 0]], [0.0, 1.0], ["up", "up"]])
def test_actions_of_the_wrong_shape_or_type_are_refused(actions: Any) -> None:
    batch = Batch(FEW[0], 2, "python")
    with pytest.raises(SetupError, match="A step takes 2 integers, not "):
        batch.step(actions)
    with pytest.raises(SetupError, match="There is no game 2: games are numbered 0 to 1"):
        batch.position(2)
    with pytest.raises(SetupError, match="There is no player 3"):
        batch.step([0, 0], player=3)
    with pytest.raises(SetupError, match="Cannot play -1 plies"):
        batch.roll(-1)
    assert batch.plies.tolist() == [0, 0]


@pytest.mark.parametrize("copy", [deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_is_independent(copy: Callable[[Batch], Batch]) -> None:
    batch = Batch(FEW[0], 5, "cpu", seed=3)
    for _ in range(2):
        batch.step(batch.random_actions())
        batch.observe()
        batch.action_masks()
    other = copy(batch)
    before = batch.observe().copy()
    other.step(other.random_actions())
    assert np.array_equal(batch.observe(), before)
    batch.step(batch.random_actions())
    assert np.array_equal(other.observe(), batch.observe())
    assert np.array_equal(other.action_masks(), batch.action_masks())
    assert not np.array_equal(other.observe(), before)


@pytest.mark.parametrize("game", COMPILED, ids=name_of)
def test_compiled_code_restarts_the_same_games_as_python(game: Game) -> None:
    compiled, plain = batch_of(game, 40, "cpu"), batch_of(game, 40, "python")
    for _ in range(12):
        for batch in (compiled, plain):
            batch.step(batch.random_actions(), restart=False)
            batch.step(batch.random_actions(), restart=False, player=2)
            batch.restart()
        assert_same(compiled, plain)
