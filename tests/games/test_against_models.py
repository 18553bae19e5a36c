"""The rules against the naive models, move by move: at random on every board, and exhaustively on small ones."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from gridduels import Duel, Game, Outcome, Reason
from tests.helpers import GAMES, SMALL, games, heavy_but, model_of, name_of, reason_by_text, refused, variants
from tests.models import Model

BACK = {"up": "down", "down": "up", "left": "right", "right": "left"}
WITH_GOALS = ("pathway", "grid-runner", "blockade")
MEDIUM = [
    *variants("pathway", [4]),
    *variants("grid-runner", [4, 5], repetition=["barred"]),
    *heavy_but([], variants("blockade", [4], obstacles=[1], paths=["both"], repetition=["barred"], stuck=["loses"])),
]


class SecondOpinion:
    """A duel played on the model, with the ruling on repetition added."""

    def __init__(self, game: Game, first: int) -> None:
        self.game = game
        self.models = [model_of(game, first)]
        self.texts = [self.models[0].text()]

    @property
    def model(self) -> Model:
        return self.models[-1]

    def moves(self) -> list[str]:
        moves = self.model.moves()
        if not self.game.bars_repetition:
            return moves
        return [move for move in moves if self.texts.count(self.model.play(move).text()) < 2]

    def outcome(self) -> Outcome | None:
        if self.moves():
            return None
        board = self.texts[-1].split()[0]
        arrived = self.game.id in WITH_GOALS and (board.endswith("1") or board.startswith("2"))
        if self.model.moves():
            return Outcome(3 - self.model.turn, Reason.REPETITION)
        return Outcome(self.model.winner(), Reason.GOAL if arrived else Reason.NO_MOVES)

    def play(self, move: str) -> None:
        self.models.append(self.model.play(move))
        self.texts.append(self.model.text())

    def undo(self, plies: int) -> None:
        del self.models[-plies:], self.texts[-plies:]


class DuelBesideModel(RuleBasedStateMachine):
    """Plays moves, takes them back and tries illegal ones, on a Duel and the model in parallel."""

    ids: tuple[str, ...] = GAMES
    duel: Duel
    model: SecondOpinion

    @initialize(data=st.data(), first=st.integers(1, 2))
    def begin(self, data: st.DataObject, first: int) -> None:
        game = data.draw(games(*self.ids))
        self.duel = Duel(game, start=game.start(first))
        self.model = SecondOpinion(game, first)

    def play(self, move: str) -> None:
        self.duel = self.duel.play(move)
        self.model.play(move)
        self.they_agree()

    @precondition(lambda self: self.duel.outcome is None)
    @rule(data=st.data(), plies=st.integers(1, 8))
    def play_on(self, data: st.DataObject, plies: int) -> None:
        for _ in range(plies):
            if self.duel.outcome is None:
                self.play(data.draw(st.sampled_from(self.duel.legal_moves)))

    @precondition(lambda self: not set(BACK).isdisjoint(self.duel.legal_moves))
    @rule(data=st.data())
    def go_round(self, data: st.DataObject) -> None:
        """Move both players back and forth for as long as that is legal, so that positions repeat."""
        there = data.draw(st.sampled_from([move for move in self.duel.legal_moves if move in BACK]))
        self.play(there)
        if answers := [move for move in self.duel.legal_moves if move in BACK]:
            answer = data.draw(st.sampled_from(answers))
            for move in (answer, BACK[there], BACK[answer]):
                if move in self.duel.legal_moves:
                    self.play(move)

    @rule(data=st.data())
    def try_anything(self, data: st.DataObject) -> None:
        word = data.draw(st.sampled_from(self.duel.game.moves))
        if word not in self.model.moves():
            expected = reason_by_text(self.model.texts[-1], word) if self.duel.outcome is None else "over"
            assert refused(self.duel, word)[0] == expected

    @precondition(lambda self: self.duel.ply > 0)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        plies = data.draw(st.integers(1, min(3, self.duel.ply)))
        self.duel = self.duel.undo(plies)
        self.model.undo(plies)

    @invariant()
    def they_agree(self) -> None:
        assert self.duel.game.text(self.duel.position) == self.model.texts[-1]
        assert self.duel.turn == self.model.model.turn
        assert list(self.duel.legal_moves) == self.model.moves()
        assert self.duel.outcome == self.model.outcome()


@pytest.mark.heavy
@pytest.mark.parametrize("id", GAMES)
def test_however_a_duel_is_played_the_model_agrees(id: str) -> None:
    machine = type("Machine", (DuelBesideModel,), {"ids": (id,)})
    examples = 10 if id == "blockade" else 30
    run_state_machine_as_test(machine, settings=settings(max_examples=examples, stateful_step_count=20))


@pytest.mark.heavy
@pytest.mark.parametrize("id", GAMES)
@settings(max_examples=40)
@given(data=st.data(), first=st.integers(1, 2))
def test_legal_moves_are_exactly_the_models_moves(id: str, data: st.DataObject, first: int) -> None:
    game = data.draw(games(id))
    position, model = game.start(first), model_of(game, first)
    for _ in range(data.draw(st.integers(0, 50))):
        moves = model.moves()
        assert list(game.words_of(game.legal(position))) == moves
        assert game.winner(position) == model.winner()
        assert game.text(position) == model.text()
        if not moves:
            return
        move = data.draw(st.sampled_from(moves))
        position, model = game.play(position, game.action(move)), model.play(move)


@pytest.mark.heavy
@pytest.mark.parametrize("game", [*SMALL, *MEDIUM], ids=name_of)
def test_every_reachable_position_of_a_small_board_is_the_models(game: Game) -> None:
    walk_through_both(game, first=1)


@pytest.mark.parametrize("game", [game for game in SMALL if game.rulings.get("obstacles", 1) == 1], ids=name_of)
def test_every_reachable_position_is_the_models_when_player_2_begins(game: Game) -> None:
    walk_through_both(game, first=2)


def walk_through_both(game: Game, first: int) -> None:
    """Yield every position of the game, together with the model's position after the same moves."""
    start = game.start(first)
    pairs = {start: model_of(game, first)}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        model = pairs[position]
        moves = model.moves()
        assert list(game.words_of(game.legal(position))) == moves
        assert game.winner(position) == model.winner()
        assert game.text(position) == model.text()
        for move in moves:
            following, image = game.play(position, game.action(move)), model.play(move)
            if following not in pairs:
                pairs[following] = image
                waiting.append(following)
            assert pairs[following] == image
    assert len(set(pairs.values())) == len(pairs)
