"""The census of a table against brute force: naive models of the games, and a solver simple enough to follow."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from book import census as counting
from book import kernels
from book.census import OUTCOMES, Census, compare, take_census
from book.kernels import LOSS, WIN
from gridduels import Duel, Game, load_game
from gridduels.engine import Table, solve
from gridduels.targets import distance, reserve, territories
from tests.engine.plain_solver import Value, plain_values
from tests.helpers import heavy_but, model_of, name_of
from tests.models import Model

SMALL = [
    load_game("grid-runner", 3),
    load_game("gridlock", 3),
    load_game("light-cycle", 3),
    load_game("pathway", 3),
    load_game("pathway", 3, goal="sealed"),
    load_game("blockade", 3, obstacles=1),
    load_game("blockade", 3, obstacles=1, stuck="passes"),
]
EVERY_RUN = SMALL[:1] + SMALL[3:4]
TURNED = {"win": "loss", "loss": "win", "perpetual": "perpetual"}
"""Each outcome from the other player's point of view."""


def census_of(game: Game) -> Census:
    table = solve(game)
    assert isinstance(table, Table)
    return take_census(table)


class Brute:
    """All positions of a game according to the naive models, one for each entry in a table."""

    def __init__(self, game: Game) -> None:
        self.game = game
        values = plain_values([model_of(game, 1), model_of(game, 2)])
        self.values: dict[Any, Value] = {game.position(model.text()): value for model, value in values.items()}
        self.models: dict[Any, Model] = {game.position(model.text()): model for model in values}
        self.entries = {self._entry(position): position for position in self.values}
        if game.definition.is_layered:
            self.entries = {position: position for position in self.values if self._is_kept(position)}
        self.outcomes = {self.key(position): value[0] for position, value in self.values.items()}

    def key(self, position: Any) -> Any:
        """Return what identifies the positions that share one value in a table; with layers, each layer has its own."""
        return position if self.game.definition.is_layered else self._entry(position)

    def _entry(self, position: Any) -> Any:
        return self.game.definition.canonicalize(self.game.rules, position)

    def _is_kept(self, position: Any) -> bool:
        """Return whether a position's obstacles and reserves come first among their images, in a table's order."""
        definition, rules = self.game.definition, self.game.rules
        images = [definition.apply_symmetry(rules, position, each) for each in range(definition.symmetries)]
        return tuple(position)[3:] == min(tuple(image)[3:] for image in images)

    def outcome(self, position: Any) -> int:
        return OUTCOMES.index(self.values[position][0])

    def children(self, position: Any) -> dict[str, Any]:
        model = self.models[position]
        return {word: self.game.position(model.play(word).text()) for word in model.moves()}

    def good(self, position: Any) -> set[str]:
        """Return the moves that keep the value for the player who makes them."""
        wanted = TURNED[self.values[position][0]]
        return {word for word, child in self.children(position).items() if self.values[child][0] == wanted}


@pytest.mark.parametrize("game", heavy_but(EVERY_RUN, SMALL), ids=name_of)
def test_moves_and_good_moves_are_counted_as_by_brute_force(game: Game) -> None:
    census, brute = census_of(game), Brute(game)
    good = np.zeros_like(census.good)
    codes: Counter[int] = Counter()
    for position in brute.entries.values():
        outcome, plies = brute.values[position]
        codes[{"win": 1, "loss": -1, "perpetual": 0}[outcome] * ((plies or 0) + 1)] += 1
        if moves := brute.children(position):
            good[brute.outcome(position), len(moves), len(brute.good(position))] += 1
    assert census.by_code == codes
    assert (census.good == good).all()
    assert census.going_on == good.sum() > 0
    critical = sum(0 < len(brute.good(each)) < len(brute.children(each)) for each in brute.entries.values())
    assert census.critical == critical
    single = sum(
        len(brute.good(each)) == 1 < len(brute.children(each)) and brute.outcome(each) == WIN
        for each in brute.entries.values()
    )
    assert census.single_good(WIN) == single
    for each_outcome in range(3):
        shares = [
            len(brute.good(each)) / len(brute.children(each))
            for each in brute.entries.values()
            if brute.outcome(each) == each_outcome and len(brute.children(each)) > 1
        ]
        assert census.random_keeps(each_outcome) == pytest.approx(sum(shares) / max(1, len(shares)))


@pytest.mark.parametrize("game", heavy_but(EVERY_RUN, SMALL), ids=name_of)
def test_the_worth_of_the_turn_is_counted_as_by_brute_force(game: Game) -> None:
    census, brute = census_of(game), Brute(game)
    tempo = np.zeros((3, 3), np.int64)
    for position in brute.entries:
        turned = position._replace(turn=3 - position.turn)
        if game.legal(position) and game.legal(turned) and brute.key(turned) in brute.outcomes:
            here, there = brute.outcomes[brute.key(position)], TURNED[brute.outcomes[brute.key(turned)]]
            tempo[OUTCOMES.index(here), OUTCOMES.index(there)] += 1
    assert (census.tempo == tempo).all()
    assert census.mutual_zugzwang == tempo[LOSS, WIN]
    assert census.turn_helps + census.turn_harms + np.trace(tempo) == census.turned


@pytest.mark.parametrize("game", heavy_but(EVERY_RUN, SMALL), ids=name_of)
def test_rules_of_thumb_are_tried_as_by_brute_force(game: Game) -> None:
    census, brute = census_of(game), Brute(game)
    for test in census.thumbs:
        positions, right, chance = 0, 0.0, 0.0
        for position in brute.entries:
            words = {word: game.play(position, game.action(word)) for word in game.words_of(game.legal(position))}
            good = _good_words(brute, position, words)
            if not 0 < len(good) < len(words):
                continue
            scores = {word: score(game, position, word, test.thumb.number) for word in words}
            named = {word for word in words if scores[word] == max(scores.values())}
            if len(named) < len(words):
                positions += 1
                right += len(named & good) / len(named)
                chance += len(good) / len(words)
        assert test.positions == positions, test.thumb.advice
        assert test.right == pytest.approx(right / max(1, positions)), test.thumb.advice
        assert test.chance == pytest.approx(chance / max(1, positions)), test.thumb.advice


def _good_words(brute: Brute, position: Any, words: dict[str, Any]) -> set[str]:
    """Return the good moves of an entry, judging by the values of the positions that share it."""
    wanted = TURNED[brute.outcomes[brute.key(position)]]
    return {word for word, child in words.items() if brute.outcomes[brute.key(child)] == wanted}


def score(game: Game, position: Any, word: str, thumb: int) -> float:
    """Return the quantity that a rule of thumb maximises, reimplemented with the players' own functions."""
    duel = Duel(game, start=position)
    after, own = duel.play(word).position, position.turn
    size = game.columns

    def cell(each: Any, player: int) -> tuple[int, int]:
        token = game.statement.standing(each, player)
        return divmod(token.bit_length() - 1, size)

    target = divmod(game.action(word) - 4, size) if word.startswith("@") else cell(after, own)
    taken = game.statement.marked(after) | game.statement.standing(after, 1) | game.statement.standing(after, 2)
    free = {divmod(bit, size) for bit in range(size * size) if not taken >> bit & 1}
    room, around = _flood(cell(after, own), free), _around(target)
    room_lead = territories(game, after)
    return {
        kernels.MIDDLE: -sum(abs(each - (size - 1) / 2) for each in target),
        kernels.WALLS: -len(around & free),
        kernels.FEW_REPLIES: -game.legal(after).bit_count(),
        kernels.FREEDOM: game.legal(after._replace(turn=own)).bit_count(),
        kernels.ROOM: len(room),
        kernels.TERRITORY: room_lead[own - 1] - room_lead[2 - own],
        kernels.SHORTEST_WAY: -distance(game, after, own),
        kernels.LEAD: distance(game, after, 3 - own) - distance(game, after, own),
        kernels.TOWARDS: -_apart(cell(after, own), cell(after, 3 - own)),
        kernels.RUN: int(not word.startswith("@")),
        kernels.OBSTRUCT: int(word.startswith("@")),
        kernels.EVEN_ROOM: -(len(room) % 2),
        kernels.FAR: _apart(cell(position, own), cell(after, own)),
        kernels.NEAR: -_apart(cell(position, own), cell(after, own)),
    }[thumb]


def _around(cell: tuple[int, int]) -> set[tuple[int, int]]:
    row, column = cell
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def _apart(one: tuple[int, int], two: tuple[int, int]) -> int:
    return abs(one[0] - two[0]) + abs(one[1] - two[1])


def _flood(start: tuple[int, int], free: set[tuple[int, int]]) -> set[tuple[int, int]]:
    reached, edge = {start}, {start}
    while edge:
        edge = {each for cell in edge for each in _around(cell)} & free - reached
        reached |= edge
    return reached - {start}


@pytest.mark.parametrize("game", heavy_but(EVERY_RUN, SMALL), ids=name_of)
def test_signs_are_tried_as_by_brute_force(game: Game) -> None:
    census, brute = census_of(game), Brute(game)
    for test in census.signs:
        told = [
            ((lead > 0) == (outcome == "win"))
            for position in brute.entries
            if (outcome := brute.outcomes[brute.key(position)]) != "perpetual"
            and game.legal(position)
            and (lead := sign(game, position, test.sign.number))
        ]
        assert (test.positions, test.right) == (len(told), sum(told)), test.sign.claim


def sign(game: Game, position: Any, number: int) -> int:
    """Return what a sign says about the player to move, reimplemented with the players' own functions."""
    own, size = position.turn, game.columns
    tokens = [game.statement.standing(position, player) for player in (own, 3 - own)]
    taken = game.statement.marked(position) | tokens[0] | tokens[1]
    free = {divmod(bit, size) for bit in range(size * size) if not taken >> bit & 1}
    mine, other = (_flood(divmod(token.bit_length() - 1, size), free) for token in tokens)
    room = territories(game, position)
    moves = [game.legal(position._replace(turn=player)).bit_count() for player in (own, 3 - own)]
    reserves = [reserve(game, position, player) for player in (own, 3 - own)]
    return {
        kernels.MORE_TERRITORY: room[own - 1] - room[2 - own],
        kernels.SHORTER_WAY: distance(game, position, 3 - own) - distance(game, position, own),
        kernels.MORE_MOVES: moves[0] - moves[1],
        kernels.MORE_ROOM_CUT_OFF: 0 if mine & other else len(mine) - len(other),
        kernels.LARGER_RESERVE: reserves[0] - reserves[1],
        kernels.ODD_ROOM: 1 if len(mine) % 2 else -1,
    }[number]


def test_a_ruling_changes_as_many_positions_as_by_brute_force() -> None:
    opened, sealed = load_game("pathway", 3), load_game("pathway", 3, goal="sealed")
    tables = solve(opened), solve(sealed)
    assert all(isinstance(table, Table) for table in tables)
    changes = compare(*tables)  # type: ignore[arg-type]
    matrix = np.zeros((3, 3), np.int64)
    here, there = Brute(opened), Brute(sealed)
    for entry, position in here.entries.items():
        if entry in there.entries:
            matrix[here.outcome(position), there.outcome(there.entries[entry])] += 1
    assert (changes.matrix == matrix).all()
    assert 0 < changes.changed < changes.shared


def test_the_longest_win_is_one_and_zugzwang_is_mutual() -> None:
    game = load_game("blockade", 3, obstacles=1)
    table, census = solve(game), census_of(game)
    value = table.value(census.longest)
    assert (value.outcome, value.plies) == ("win", census.longest_win)
    trouble = census.deepest
    assert trouble is not None
    assert {table.value(each).outcome for each in (trouble, trouble._replace(turn=3 - trouble.turn))} == {"loss"}


@pytest.mark.heavy
@pytest.mark.parametrize("game", SMALL, ids=name_of)
def test_compiled_and_plain_counting_agree(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    plainly = census_of(game)
    monkeypatch.setattr(counting, "_PLAIN_ENTRIES", 0)
    compiled = census_of(game)
    for one, other in zip(vars(plainly).values(), vars(compiled).values(), strict=True):
        assert np.array_equal(one, other)
