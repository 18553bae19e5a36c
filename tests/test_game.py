"""Game: facts, rulings, move notation, value semantics, and perft."""

import copy
import json
import pickle
import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import given

from gridduels import Duel, Game, NotationError, Ruling, SetupError, definitions, load_game
from gridduels.game import REPETITION, perft
from tests.helpers import ALL, GAMES, SMALL, games, model_of, name_of, namespace, reachable, successors, variants
from tests.models.perft import PERFT_FILE, levels

EVERY = [game for each in ALL.values() for game in each]
TRAILS = [game for id in ("light-cycle", "pathway", "gridlock") for game in variants(id, [3, 4, 5])]
BARRED = [game for game in EVERY if game.bars_repetition]


def test_the_games_come_in_the_order_of_the_menu() -> None:
    assert GAMES == ("light-cycle", "pathway", "grid-runner", "gridlock", "blockade")


@pytest.mark.parametrize(
    ("id", "title", "sizes", "size", "rulings"),
    [
        ("light-cycle", "Light Cycle Duel", (3, 5, 7), 5, {}),
        ("pathway", "Pathway Duel", (3, 4, 5, 6, 7), 5, {"goal": ("open", "sealed")}),
        (
            "grid-runner",
            "Grid Runner Duel",
            (3, 4, 5, 6, 7),
            5,
            {"repetition": ("barred", "endless"), "stuck": ("loses",)},
        ),
        ("gridlock", "GridLock", (3, 5, 7, 9), 7, {}),
        (
            "blockade",
            "Blockade Runner",
            (3, 4, 5, 6),
            5,
            {
                "obstacles": (3, 0, 1, 2, 4, 5, 6, 7, 8, 9),
                "paths": ("both", "opponent"),
                "repetition": ("barred", "endless"),
                "stuck": ("loses", "passes"),
            },
        ),
    ],
)
def test_a_games_facts_are_the_books(
    id: str, title: str, sizes: tuple[int, ...], size: int, rulings: dict[str, tuple[str | int, ...]]
) -> None:
    game = load_game(id)
    assert (game.id, game.title) == (id, title)
    assert (game.definition.sizes, game.size) == (sizes, size)
    assert {ruling.name: ruling.values for ruling in game.definition.rulings} == rulings
    assert dict(game.rulings) == {name: values[0] for name, values in rulings.items()}


def test_only_gridlock_lets_the_players_decide_who_goes_first() -> None:
    assert [each.id for each in definitions() if each.players_choose_first] == ["gridlock"]


@pytest.mark.parametrize("definition", definitions(), ids=lambda definition: definition.id)
def test_every_ruling_with_words_for_values_explains_each_of_them(definition: Any) -> None:
    assert definition.summary
    for ruling in definition.rulings:
        assert ruling.about.endswith("?")
        assert all(isinstance(value, int) or ruling.meanings[value] for value in ruling.values)


@pytest.mark.parametrize("game", EVERY[::7], ids=name_of)
def test_the_number_of_actions_follows_from_the_rules(game: Game) -> None:
    passes = game.rulings.get("stuck") == "passes"
    expected = {"gridlock": 4 * (game.columns - 1), "blockade": 4 + game.columns**2 + passes}.get(game.id, 4)
    assert game.actions == len(game.moves) == len(set(game.moves)) == expected


@given(games())
def test_every_action_has_a_word_that_leads_back_to_it(game: Game) -> None:
    assert [game.action(word) for word in game.moves] == list(range(game.actions))
    assert game.words_of((1 << game.actions) - 1) == game.moves
    assert game.words_of(0) == ()


def test_an_invalid_move_is_refused_with_the_notation() -> None:
    with pytest.raises(NotationError) as caught:
        load_game("gridlock").action("north")
    assert str(caught.value) == (
        "'north' is not a move of gridlock: a move is a direction and a number of steps, such as up3"
    )
    assert caught.value.code == "notation"


@pytest.mark.heavy
@pytest.mark.parametrize("game", SMALL, ids=name_of)
def test_a_position_has_legal_moves_exactly_until_someone_has_won(game: Game) -> None:
    for position in reachable(game):
        assert (game.legal(position) == 0) == (game.winner(position) != 0)
        assert game.legal(position) >> game.actions == 0


@pytest.mark.heavy
@pytest.mark.parametrize("game", TRAILS, ids=name_of)
def test_no_game_of_trails_is_longer_than_longest(game: Game) -> None:
    assert game.max_plies is not None
    assert perft(game, game.max_plies + 1)[-1] == 0


@pytest.mark.parametrize("game", [game for game in TRAILS if game.size == 3], ids=name_of)
def test_longest_is_no_more_than_a_ply_above_the_longest_game(game: Game) -> None:
    assert game.max_plies is not None
    assert perft(game, game.max_plies - 1)[-1] > 0


@pytest.mark.heavy
@pytest.mark.parametrize("game", [game for game in SMALL if game.bars_repetition], ids=name_of)
def test_no_game_without_repetition_can_be_longer_than_longest(game: Game) -> None:
    """A game passes each unfinished position at most twice, and the number of obstacles on the board only grows."""
    unfinished: dict[tuple[int, ...], int] = {}
    following: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for position in reachable(game):
        group = tuple(position[3:])
        unfinished[group] = unfinished.get(group, 0) + (game.winner(position) == 0)
        groups = {tuple(after[3:]) for after in successors(game, position)}
        following.setdefault(group, set()).update(groups - {group})
    most: dict[tuple[int, ...], int] = {}
    for group in sorted(unfinished, key=lambda group: sum(group[1:])):  # the smaller the reserves, the later
        most[group] = 2 * unfinished[group] + max((most[other] for other in following[group]), default=0)
    assert game.max_plies is not None
    assert max(most.values()) <= game.max_plies


@pytest.mark.parametrize("game", [game for game in BARRED if game.size == 3][::4], ids=name_of)
def test_every_game_ends_within_longest_even_if_neither_side_tries_to_win(game: Game) -> None:
    assert game.max_plies is not None
    for seed in range(2):
        rng = random.Random(seed)
        duel = Duel(game, start=game.start(1 + seed % 2))
        while duel.legal_moves:
            quiet = [move for move in duel.legal_moves if not game.winner(game.play(duel.position, game.action(move)))]
            duel = duel.play(rng.choice(quiet or duel.legal_moves))
            assert duel.ply <= game.max_plies
        assert duel.outcome


@pytest.mark.parametrize("game", [*BARRED[::9], *TRAILS], ids=name_of)
def test_every_random_game_ends_within_longest(game: Game) -> None:
    assert game.max_plies is not None
    rng = random.Random(game.size)
    duel = Duel(game)
    while duel.legal_moves:
        duel = duel.play(rng.choice(duel.legal_moves))
    assert duel.ply <= game.max_plies


@pytest.mark.parametrize(
    "game", [game for game in EVERY if game.rulings.get("repetition") == "endless"][::5], ids=name_of
)
def test_a_game_that_may_go_on_forever_has_no_longest(game: Game) -> None:
    assert game.max_plies is None
    assert not game.bars_repetition


@pytest.mark.parametrize("id", GAMES)
def test_either_player_can_go_first_and_nothing_else_changes(id: str) -> None:
    game = load_game(id)
    assert game.start() == game.start(1)
    assert game.start(2) == game.start(1)._replace(turn=2)


@pytest.mark.parametrize("first", [0, 3, -1, "1", None])
def test_the_other_player_cannot_go_first(first: Any) -> None:
    with pytest.raises(SetupError, match=f"player {first!r} cannot go first. Choose 1 or 2."):
        load_game("light-cycle").start(first)


@pytest.mark.parametrize("text", ["endless", "barred"])
def test_a_ruling_reads_its_values(text: str) -> None:
    assert REPETITION.read(text) == text


def test_a_ruling_of_numbers_reads_them_as_text_too() -> None:
    assert load_game("blockade", obstacles="2") == load_game("blockade", obstacles=2)
    assert load_game("blockade", obstacles="2").rulings["obstacles"] == 2


def test_a_ruling_refuses_other_values_with_its_own() -> None:
    ruling = Ruling("goal", "open?", ("open", "sealed", "gone"))
    with pytest.raises(SetupError) as caught:
        ruling.read("shut")
    assert str(caught.value) == "ruling 'goal' cannot be 'shut'. Choose open, sealed or gone."
    assert caught.value.code == "setup"


def test_rulings_cannot_be_changed_once_a_game_is_made() -> None:
    rulings: Any = load_game("pathway").rulings
    with pytest.raises(TypeError):
        rulings["goal"] = "sealed"


@given(games())
def test_the_repr_of_a_game_recreates_it(game: Game) -> None:
    assert eval(repr(game), namespace(game)) == game


@given(games())
def test_copies_of_a_game_are_equal_and_hash_alike(game: Game) -> None:
    for twin in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        assert hash(twin) == hash(game)
        assert twin.rules == game.rules
        assert twin.definition is game.definition


def test_games_with_different_ids_sizes_or_rulings_differ() -> None:
    assert len(set(EVERY)) == len(EVERY)
    assert load_game("pathway") != "pathway"


@pytest.mark.parametrize("definition", definitions(), ids=lambda definition: definition.id)
def test_a_definition_is_pickled_as_where_it_is_exported(definition: Any) -> None:
    assert pickle.loads(pickle.dumps(definition)) is definition
    assert copy.deepcopy(definition) is definition
    assert repr(definition) == f"<Definition of {definition.id}>"


# --- Perft against the models' counts in tests/models/PERFT.json.


STORED: dict[str, dict[str, dict[str, list[int]]]] = json.loads(PERFT_FILE.read_text(encoding="utf-8"))
BOARDS = [(id, int(size)) for id, sizes in STORED.items() for size in sizes]


def test_every_game_and_size_has_stored_counts() -> None:
    assert set(BOARDS) == {(id, size) for id in GAMES for size in load_game(id).definition.sizes}


@pytest.mark.heavy
@pytest.mark.parametrize(("id", "size"), BOARDS)
def test_perft_equals_the_counts_of_the_models(id: str, size: int) -> None:
    for rulings, counts in STORED[id][str(size)].items():
        game = load_game(id, size, **dict(pair.split("=") for pair in rulings.split(",") if pair))
        assert perft(game, len(counts)) == counts, repr(game)


@pytest.mark.heavy
@pytest.mark.parametrize("game", [games[-1] for games in ALL.values()], ids=name_of)
def test_perft_of_any_variant_is_what_its_model_counts(game: Game) -> None:
    assert perft(game, 3) == [level.total() for level in islice(levels(model_of(game)), 1, 4)]


@pytest.mark.heavy
@pytest.mark.parametrize("reserve", range(4, 10))
def test_perft_with_large_reserves_is_what_the_model_counts(reserve: int) -> None:
    game = load_game("blockade", 3, obstacles=reserve, paths="opponent", stuck="passes")
    assert perft(game, 6) == [level.total() for level in islice(levels(model_of(game)), 1, 7)]


def test_perft_of_depth_zero_is_empty() -> None:
    assert perft(load_game("light-cycle"), 0) == []


def test_after_the_last_possible_ply_perft_stays_at_zero() -> None:
    assert perft(load_game("gridlock", 3), 12) == [4, 8, 16, 24, 40, 48, 32, 8, 0, 0, 0, 0]


def test_perft_follows_the_positions_rules_alone_so_that_repetition_does_not_matter() -> None:
    barred, endless = (load_game("grid-runner", 3, repetition=value) for value in ("barred", "endless"))
    assert perft(barred, 12) == perft(endless, 12)
