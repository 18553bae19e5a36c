"""Helpers shared by the tests: all games and their models, random duels, and checks of refused moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from gridduels import Duel, Game, IllegalMove, PositionError, Record, definitions, load_game
from gridduels.duel import STOPS
from gridduels.statement import AnyPosition, Position
from tests.models import MODELS, Model
from tests.models.blockade import Blockade

GAMES: Final = tuple(definition.id for definition in definitions())
OWN_TAGS: Final = ("Game", "Size", "Rulings", "Start", "Player1", "Player2", "Result", "Reason", "Plies")
EDGES: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def variants(id: str, sizes: Iterable[int] | None = None, **only: Iterable[str | int]) -> list[Game]:
    """Return a game at every size and under every combination of rulings, or only the requested ones."""
    definition = load_game(id).definition
    values = {ruling.name: tuple(only.get(ruling.name, ruling.values)) for ruling in definition.rulings}
    combinations = [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    return [
        load_game(id, size, **rulings)
        for size in (definition.sizes if sizes is None else sizes)
        if size in definition.sizes
        for rulings in combinations
    ]


ALL: Final = {id: variants(id) for id in GAMES}
SMALL: Final = [game for id in GAMES for game in variants(id, [3], obstacles=range(4), repetition=["barred"])]
"""Every game with nine cells, except those with large reserves; the rules themselves ignore repetition."""


def name_of(game: Game) -> str:
    """Return a game's test id."""
    return "-".join([game.id, str(game.size), *(f"{value}" for value in game.rulings.values())])


def field_of(position: Position, name: str) -> int:
    """Return a field of a position by name; only the position's own type declares it."""
    value: int = getattr(position, name)
    return value


def changed(position: AnyPosition, **fields: int) -> AnyPosition:
    """Return a position with the given fields replaced."""
    return type(position)(*[fields.get(name, value) for name, value in zip(position._fields, position, strict=True)])


def heavy_but(every_run: Iterable[Any], cases: Iterable[Any]) -> list[Any]:
    """Return the cases of a test, marking all but a few as heavy, because they take long to compile or enumerate."""
    kept = list(every_run)
    return [case if case in kept else pytest.param(case, marks=pytest.mark.heavy) for case in cases]


SLOW_GAMES: Final = heavy_but(["gridlock", "blockade"], GAMES)
"""Games for a test that takes seconds per game: one with slides and one with steps and placements run every time."""


def model_of(game: Game, first: int = 1) -> Model:
    """Return the model of a game's start."""
    rulings = {name: value for name, value in game.rulings.items() if name not in ("repetition", "obstacles")}
    model = MODELS[game.id].start(game.columns, first, **rulings)
    if isinstance(model, Blockade):
        reserve = int(game.rulings["obstacles"])
        return replace(model, reserve1=reserve, reserve2=reserve)
    return model


def after(game: Game, moves: str, first: int = 1) -> Duel:
    """Return the duel after the given moves, with Player 1 or 2 going first."""
    return Duel(game, moves, start=game.start(first))


def games(*ids: str) -> st.SearchStrategy[Game]:
    """Draw a variant of the named games, or of all games; the game is drawn first, so that each is equally likely."""
    return st.sampled_from(ids or GAMES).flatmap(lambda id: st.sampled_from(ALL[id]))


@st.composite
def duels(draw: st.DrawFn, *ids: str, most: int = 40, stopped: bool = False) -> Duel:
    """Draw a reachable duel, usually unfinished; with `stopped`, some have been resigned or lost on time."""
    game = draw(games(*ids))
    duel = Duel(game, start=game.start(draw(st.integers(1, 2))))
    for _ in range(draw(st.integers(0, most))):
        if duel.outcome:
            break
        duel = duel.play(draw(st.sampled_from(duel.legal_moves)))
    if stopped and not duel.outcome and draw(st.booleans()):
        reason, winners = draw(st.sampled_from(sorted(STOPS.items())))
        duel = duel.stop(draw(st.sampled_from(winners)), reason)
    return duel


def reachable(game: Game, first: int = 1) -> set[Any]:
    """Return every reachable position, by the game's own rules."""
    waiting = [game.start(first)]
    seen = set(waiting)
    while waiting:
        for position in successors(game, waiting.pop()):
            if position not in seen:
                seen.add(position)
                waiting.append(position)
    return seen


def successors(game: Game, position: Any) -> Iterator[Any]:
    """Return the positions one move away."""
    for action in range(game.actions):
        if game.legal(position) >> action & 1:
            yield game.play(position, action)


def reason_by_text(text: str, word: str) -> str:
    """Return why a move is refused, judging by a position's text alone."""
    board, turn, *reserves = text.split()
    rows = board.split("/")
    if word == "pass":
        return "not-now"
    if word.startswith("@"):
        x, y = (int(number) for number in word[1:].split(","))
        if reserves[int(turn) - 1] == "0":
            return "no-obstacles"
        return {"#": "blocked", ".": "cut-off"}.get(rows[y][x], "occupied")
    direction = word.rstrip("123456789")
    token = "o" if "o" in board else turn
    row, column = next((r, line.index(token)) for r, line in enumerate(rows) if token in line)
    for _ in range(int(word.removeprefix(direction) or 1)):
        row, column = row + EDGES[direction][0], column + EDGES[direction][1]
        if not (0 <= row < len(rows) and 0 <= column < len(rows)):
            return "edge"
        if rows[row][column] == "#":
            return "visited" if token == "o" else "blocked"
        if rows[row][column] != ".":
            return "occupied"
    return "repetition"


def refused(duel: Duel, move: str | int) -> tuple[str, str]:
    """Return the code and the sentence of a refused move; check that the duel is unchanged."""
    before = repr(duel), duel.legal_moves
    with pytest.raises(IllegalMove) as caught:
        duel.play(move)
    assert (repr(duel), duel.legal_moves) == before
    return caught.value.code, str(caught.value)


def faults(game: Game, text: str) -> tuple[str, ...]:
    """Return all faults in a position's text."""
    with pytest.raises(PositionError) as caught:
        game.position(text)
    assert caught.value.text == text
    assert str(caught.value) == f"{text!r} is not a position of this game: {'; '.join(caught.value.reasons)}."
    return caught.value.reasons


def boards(duel: Duel) -> list[str]:
    """Return the text of each position in a duel after its start."""
    return [duel.game.text(position) for position in duel.history()[1:]]


def namespace(game: Game) -> dict[str, Any]:
    """Return the names needed to evaluate the repr of a duel, its game and its positions."""
    return {"Duel": Duel, "load_game": load_game, "Position": game.definition.rules.Position}


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Draw a record: a duel with any kind of ending, with names, other tags, and comments of any text."""
    duel = draw(duels(most=12, stopped=True))
    text = st.text(st.characters(codec="utf-8"), max_size=12)
    line = text.map(lambda value: re.sub(r"\s", " ", value))
    names = st.from_regex(r"[A-Z][a-z]{1,8}", fullmatch=True).filter(lambda name: name not in OWN_TAGS)
    comments = text.map(lambda value: re.sub("[{}]", "", value))
    return Record(
        duel,
        (draw(line), draw(line)),
        draw(st.dictionaries(names, line, max_size=2)),
        draw(st.dictionaries(st.integers(0, duel.ply), comments, max_size=3)),
    )
