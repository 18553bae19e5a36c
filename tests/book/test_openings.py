"""Best play: lines that end when they should, games that lead to a position, and strategies that win."""

from typing import Any

import pytest

from book.facts import game_to, line_from, strategy_of
from gridduels import Duel, Game, load_game
from gridduels.engine import solve
from gridduels.engine.values import Values
from tests.helpers import name_of


def test_a_line_ends_when_its_value_says_and_tells_the_choices_on_its_way() -> None:
    game = load_game("grid-runner", 4)
    table = solve(game)
    line = line_from(table, Duel(game))
    assert (line.value, len(line.moves), len(line.choices)) == (table.value(game.start()), line.value.plies, 11)
    assert line.duel.ended.winner == 1
    duel = line.before
    for word, (moves, good) in zip(line.moves, line.choices, strict=True):
        evaluation = table.evaluate(duel)
        assert (moves, good) == (
            len(evaluation.moves),
            sum(evaluation.verdict(each).keeps for each in evaluation.moves),
        )
        duel = duel.play(word)


@pytest.mark.parametrize(
    "game", [load_game("grid-runner", 3), load_game("pathway", 3), load_game("pathway", 4, goal="sealed")], ids=name_of
)
def test_a_strategy_has_the_positions_that_the_winner_meets_against_everything(game: Game) -> None:
    table = solve(game)
    strategy = strategy_of(table)
    assert strategy
    winner = 1 if table.value(game.start()).outcome == "win" else 2
    met: dict[Any, int] = {}
    _meet(table, game.start(), winner, met)
    forms = {game.definition.canonicalize(game.rules, position): wins for position, wins in met.items()}
    assert strategy.positions == len(forms)
    assert strategy.single == sum(wins == 1 for wins in forms.values())


def _meet(table: Values, position: Any, winner: int, met: dict[Any, int]) -> None:
    """Play the winner's best move to the least form against every move of the opponent. `met` receives the number of
    winning moves in each position, or 0 if there is only one legal move."""
    game = table.game
    if not game.legal(position):
        assert game.winner(position) == winner
        return
    if position.turn != winner:
        for word in game.words_of(game.legal(position)):
            _meet(table, game.play(position, game.action(word)), winner, met)
        return
    worth = table.move_values(position)
    met[position] = sum(value.outcome == "win" for value in worth.values()) if len(worth) > 1 else 0
    after = [game.play(position, game.action(word)) for word in table.best_moves(position)]
    _meet(table, min(after, key=lambda each: game.definition.canonicalize(game.rules, each)), winner, met)


def test_neither_side_has_a_strategy_in_an_undecided_position() -> None:
    assert strategy_of(solve(load_game("blockade", 3, stuck="passes"))) is None


@pytest.mark.heavy
def test_a_game_leads_to_the_position_that_a_table_keeps() -> None:
    game = load_game("light-cycle")
    table = solve(game)
    played = Duel(game, "right up up up right left down")
    form = game.definition.canonicalize(game.rules, played.position)
    found = game_to(table, form)
    assert found.start == game.start()
    assert game.definition.canonicalize(game.rules, found.position) == form


def test_a_duel_begins_at_a_position_where_nothing_is_left_behind() -> None:
    game = load_game("grid-runner", 3)
    position = game.position("1../.2./... 2")
    assert game_to(solve(game), position).history() == (position,)
