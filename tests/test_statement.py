"""A game's declarations are read in one place, and impossible ones are refused with a sentence."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple

import pytest

from gridduels import Game, SetupError, load_game
from gridduels.engine import solve
from gridduels.games.blockade import GAME as BLOCKADE
from gridduels.statement import (
    Cells,
    Count,
    Mark,
    Other,
    Passes,
    Places,
    Slides,
    Steps,
    Token,
    Turn,
    identity,
    identity_symmetry,
)
from gridduels.symmetry import Symmetry
from tests.helpers import GAMES

KINDS: dict[str, Any] = {
    "turn": Turn(),
    "one": Token(1),
    "two": Token(2),
    "obstacles": Cells(Mark.OBSTACLE, irreversible=True),
    "reserve_one": Count(1, irreversible=True),
    "reserve_two": Count(2, irreversible=True),
}
"""Blockade Runner's declarations of its fields."""
FUNCTIONS = ("setup", "start", "legal", "play", "winner")


def fields(**kinds: Any) -> dict[str, Any]:
    """Return Blockade Runner with the given fields redeclared; anything that is not a kind is the whole annotation."""
    stated = KINDS | kinds
    annotations = [
        (name, Annotated[int, kind] if isinstance(kind, Turn | Token | Cells | Count) else kind)
        for name, kind in stated.items()
        if kind is not None
    ]
    return rules(Position=NamedTuple("Position", annotations))


def rules(**parts: Any) -> dict[str, Any]:
    """Return Blockade Runner with parts of its rules replaced; None removes a part."""
    own: Any = BLOCKADE.rules
    found = {name: getattr(own, name) for name in (*FUNCTIONS, "Position")} | parts
    return {"rules": SimpleNamespace(**{name: part for name, part in found.items() if part is not None})}


def setting_up(**changed: Any) -> dict[str, Any]:
    setup: Any = BLOCKADE.rules.setup
    return rules(setup=lambda size, rulings: setup(size, rulings)._replace(**changed))


def unreadable() -> Any:
    kinds: Any = [("turn", "Nowhere")]
    return NamedTuple("Position", kinds)


WALL: Any = "wall"
NOBODY: Any = None


def fail(size: int, rulings: Any) -> Any:
    raise KeyError("a slip")


MISSING = "does not say what it is: annotate it as Annotated[int, ...] with one Turn(), Token(...), Cells(...) or Count"
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("a field without a statement", fields(one=int), f"Position.one {MISSING}"),
    ("a class instead of what it makes", fields(one=Annotated[int, Token]), f"Position.one {MISSING}"),
    ("two statements of one field", fields(one=Annotated[int, Token(1), Count(1)]), f"Position.one {MISSING}"),
    ("a field that is not an int", fields(one=Annotated[str, Token(1)]), f"Position.one {MISSING}"),
    ("annotations without meaning", rules(Position=unreadable()), "its Position's annotations cannot be"),
    (
        "no turn",
        fields(turn=Count(1)),
        "its Position declares nothing as Turn(): annotate one field",
    ),
    ("two turns", fields(reserve_one=Turn()), "its Position declares ['turn', 'reserve_one'] as Turn(): annotate"),
    ("a third player", fields(one=Token(3)), "Position.one belongs to player 3: use 1, 2 or None"),
    (
        "cells of no known kind",
        fields(obstacles=Cells(WALL)),
        "obstacles has cells that are 'wall': they can be <Mark",
    ),
    ("a symbol of two characters", fields(one=Token(1, "P1")), "Position.one is 'P1': it must be one character"),
    ("the symbol of an empty cell", fields(one=Token(1, ".")), "Position.one is '.': it must be one character"),
    ("a symbol used twice", fields(two=Token(1)), "Position.one and Position.two share the symbol '1': give each its"),
    (
        "a token stated as cells",
        fields(one=Cells(Mark.TRAIL, symbol="1")),
        "moves Player 1's token, but that player has 0",
    ),
    ("two tokens to step with", fields(two=Token(1, "x")), "Steps() moves Player 1's token, but that player has 2"),
    ("draws and layers", {"draws": True}, "it has draws and max_layers: a game solved layer by layer"),
    (
        "pieces of nobody",
        fields(obstacles=Cells(Mark.PIECE, irreversible=True)),
        "obstacles has pieces without an owner: name",
    ),
    (
        "a size that is none",
        {"sizes": ("5by5",)},
        "one of its sizes is wrong: '5by5' is not a size",
    ),
    ("a square size as text", {"sizes": ("5x5", 5)}, "its sizes contain '5x5': write 5"),
    (
        "a board too large",
        {"sizes": (5, "8x9")},
        "its sizes contain '8x9', which has 72 cells: a table covers boards of at ",
    ),
    ("no action", {"action_space": ()}, "its action_space is empty: list what the actions do, as in"),
    (
        "an action that is none",
        {"action_space": ("steps",)},
        "its action_space contains 'steps': it can contain Steps(), Sl",
    ),
    ("actions after all others", {"action_space": (Other(), Steps())}, "its action_space continues after Other(), "),
    (
        "placing in an unknown field",
        {"action_space": (Places("walls"),)},
        "Places('walls') is not a Cells(...) field of its Position: its Cells",
    ),
    (
        "placing in a token",
        {"action_space": (Places("one"),)},
        "Places('one') is not a Cells(...) field of its Position: its Cells fields are o",
    ),
    (
        "placing in the other's cells",
        fields(obstacles=Cells(Mark.OBSTACLE, player=2, irreversible=True)),
        "lets Player 1 place in Position.obstacles, which is Player 2's",
    ),
    (
        "passing on an unknown condition",
        {"action_space": (Steps(), Places("obstacles"), Passes(when="stuck"))},
        "it names 'stuck', which is not a field of its Rules: its fields are size, cells, first_column",
    ),
    (
        "more words than actions under a ruling",
        {"action_space": (Steps(), Places("obstacles"))},
        "its action_space has 13 actions on the board of size 3 with stuck=passes but its words name 14",
    ),
    (
        "fewer actions than words",
        {"action_space": (Steps(), Passes())},
        "its action_space has 5 actions on the board of size 3 but its words name 13",
    ),
    (
        "one goal",
        {"goals": ("goal_one",)},
        "its goals are ('goal_one',): they must be two fields",
    ),
    (
        "an unknown goal",
        {"goals": ("goal_one", "goal_three")},
        "it names 'goal_three', which is not a field",
    ),
    (
        "a goal for a player without a token",
        fields(two=Token(1, "x")) | {"action_space": (Other(),)},
        "it has a goal for Player 2, who has no token to reach it",
    ),
    ("a goal off the board", setting_up(goal_one=1 << 40), "Player 1's goal is not on the board of size 3"),
    ("no symmetry at all", {"symmetries": 0}, "it has symmetries=0: give the number of symmetries"),
    (
        "symmetries without a function",
        rules() | {"apply_symmetry": identity_symmetry},
        "it has 4 symmetries but no function for them: add apply_symmetry=rules.apply_symmetry",
    ),
    ("a function for no symmetries", {"symmetries": 1}, "but not the number of symmetries: add symmetries=..."),
    (
        "a board symmetry that is none",
        {"board_symmetries": ("flip",)},
        "its board_symmetries are ('flip',): they must be a tuple, as in (Symmetry.FLIP, Symmetry.TRANSPOSE)",
    ),
    (
        "an exchange of players who have not the same",
        fields(reserve_two=Count(1)) | {"board_symmetries": (Symmetry.EXCHANGE,)},
        "its board_symmetries exchange the players, who have different numbers of fields in its Position",
    ),
    (
        "a condition for no goals",
        {"goals": None, "goals_when": "paths"},
        "it has goals_when but no goals: add",
    ),
    ("an unknown condition for goals", {"goals_when": "ajar"}, "it names 'ajar', which is not a field of its Rules"),
    (
        "layers of nothing",
        fields(obstacles=Cells(Mark.OBSTACLE), reserve_one=Count(1), reserve_two=Count(2)),
        "it has max_layers but no irreversible field: add irreversible=True to one",
    ),
    ("cells within a layer", fields(obstacles=Cells(Mark.OBSTACLE)), "so Position.obstacles must be irreversible=True"),
    (
        "a size that is not there",
        {"on_demand_sizes": (9,)},
        "its on_demand_sizes include 9, which is not among its sizes 3",
    ),
    (
        "no count for no size",
        {"uncounted_sizes": (7,)},
        "its uncounted_sizes include 7, which is not among its sizes 3, 4",
    ),
    ("another size by itself", {"size": 7}, "its size is 7, which is not among its sizes 3, 4, 5, 6"),
    ("rules without a function", rules(winner=None), "its rules have no function `winner(rules, position)`"),
    ("rules without a Position", rules(Position=None), "its rules have no NamedTuple `Position`"),
    ("rules that are no function", rules(legal=7), "`legal` of its rules is 7 instead of a function of (rules, pos"),
    (
        "a function of too little",
        rules(play=lambda rules, position: position),
        "`play` of its rules takes 2 values instead of (rules, position, action)",
    ),
    ("a hook of too little", {"canonicalize": lambda position: position}, "its `canonicalize` takes 1 values instead"),
    ("a hook that is none", {"max_layers": 1000}, "its `max_layers` is 1000 instead of a function of (rules)"),
    (
        "a hook that nothing uses",
        rules(canonicalize=identity),
        "its rules have a function `canonicalize` that nothing uses: add canonicalize=rules.canonicalize to its",
    ),
    ("a board that fails", rules(setup=fail), "its board of size 3 cannot be set up: KeyError: 'a slip'"),
    ("rules without names", rules(setup=lambda size, rulings: (size,)), "`setup` returns (3,) instead of a NamedTuple"),
]


@pytest.mark.parametrize(("facts", "sentence"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG])
def test_a_wrong_statement_is_refused_with_a_sentence(facts: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        replace(BLOCKADE, **facts)
    assert str(caught.value).startswith("the game 'blockade' has a faulty Definition: ")
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "meant"), [("canonicalise", "canonicalize"), ("max_layer", "max_layers"), ("symmetry", "symmetries")]
)
def test_a_misspelt_statement_is_refused_with_the_name_that_was_meant(name: str, meant: str) -> None:
    facts: dict[str, Any] = {name: identity}
    with pytest.raises(SetupError, match=f"a Definition has no argument '{name}'. Did you mean {meant}[?]"):
        replace(BLOCKADE, **facts)


def test_what_is_wrong_below_is_only_what_is_changed() -> None:
    for facts in ({}, fields(), rules()):
        assert replace(BLOCKADE, **facts).statement == BLOCKADE.statement


STATED = {
    "light-cycle": ((1,), (2,), (3,), (), ()),
    "pathway": ((1,), (2,), (3,), (), ()),
    "grid-runner": ((1,), (2,), (), (), ()),
    "gridlock": ((1,), (1,), (2,), (), ()),
    "blockade": ((1,), (2,), (3,), (4,), (5,)),
}


@pytest.mark.parametrize("id", GAMES)
def test_every_field_of_our_own_games_is_known_by_what_it_is(id: str) -> None:
    statement = load_game(id).statement
    assert (*statement.tokens, statement.marks, *statement.counts) == STATED[id]


@pytest.mark.parametrize("id", GAMES)
def test_the_actions_of_our_own_games_are_stated_under_every_ruling(id: str) -> None:
    game = load_game(id)
    for size in game.definition.sizes:
        for ruling in game.definition.rulings or (None,):
            for value in ruling.values if ruling else (None,):
                bound = Game(game.definition, size, {ruling.name: value} if ruling and value is not None else {})
                ranges = bound.action_ranges
                assert [first for _, first, _ in ranges] == [
                    sum(r.length for r in ranges[:n]) for n in range(len(ranges))
                ]
                assert sum(found.length for found in ranges) == bound.actions


def test_a_pass_is_an_action_only_where_the_rules_have_one() -> None:
    for stuck, length in (("loses", 0), ("passes", 1)):
        game = load_game("blockade", 3, stuck=stuck)
        assert game.action_ranges[-1] == (Passes("stuck_passes"), 13, length)


@pytest.mark.parametrize("id", GAMES)
def test_only_gridlock_slides(id: str) -> None:
    assert load_game(id).statement.slides == (id == "gridlock") == (Slides() in load_game(id).statement.action_space)


def test_all_other_actions_are_as_many_as_the_words_say() -> None:
    game = Game(replace(BLOCKADE, action_space=(Steps(), Other())), 3)
    assert game.action_ranges[1] == (Other(), 4, 9)


def test_a_token_may_have_any_symbol_of_its_own() -> None:
    definition = replace(BLOCKADE, **fields(one=Token(1, "a")))
    game = Game(definition, 3)
    assert game.text(game.start()) == "a../.../..2 1 3 3"
    assert tuple(game.position("a../.../..2 1 3 3")) == tuple(game.start())
    assert game.statement.token_signs == ((1, "1"), (2, "2"))


def test_each_player_may_place_in_cells_of_its_own() -> None:
    places = Places("upright", "flat")
    assert [places.field_of(player) for player in (1, 2)] == ["upright", "flat"]
    assert [Places("all").field_of(player) for player in (1, 2)] == ["all", "all"]


def test_a_game_with_draws_must_always_end() -> None:
    with pytest.raises(SetupError, match="it has draws and a ruling about repetition"):
        replace(load_game("grid-runner").definition, draws=True)
    with pytest.raises(SetupError, match="it has draws, but its max_plies is None"):
        replace(load_game("light-cycle").definition, draws=True, max_plies=lambda size, rulings: None)


def test_a_draw_that_is_not_stated_is_refused_when_the_game_is_solved() -> None:
    from classic_duels.tic_tac_toe import GAME as TIC_TAC_TOE

    unstated = replace(TIC_TAC_TOE)
    object.__setattr__(unstated, "draws", False)
    object.__setattr__(unstated, "id", "unstated")
    with pytest.raises(
        SetupError, match="ended without a winner, but its Definition does not allow draws: add draws=True"
    ):
        solve(Game(unstated))
