"""What the environments share: options, masks, illegal actions, truncation, rendering, and exact labels."""

import random
from collections.abc import Mapping
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex, TypedDict, cast, get_args

import numpy as np
import numpy.typing as npt

from gridduels.analysis import dataset
from gridduels.board import Size
from gridduels.duel import STOPS, Duel, Reason
from gridduels.engine import VALUES, Evaluation, Value
from gridduels.errors import IllegalMove, SetupError
from gridduels.extras import MissingExtra
from gridduels.game import Definition, Game
from gridduels.players import Player, make_player
from gridduels.registry import definition
from gridduels.statement import Count, Position

if TYPE_CHECKING:
    from gymnasium.spaces import Box


# --- Options, masks, illegal actions, truncation, text and pictures


Illegal = Literal["lose", "random", "raise"]
"""What happens when an action is not legal: the game is lost by forfeit, a random legal action is played instead, or
IllegalMove is raised and nothing has changed."""

Seat = Literal[1, 2, "alternate", "random"]
"""Which player the agent is: always the same, each in turn, or by chance in every episode."""
_SEATS: Final = (1, 2, "alternate", "random")

TRUNCATE_AT: Final = 200
"""The plies after which a game is broken off undecided, unless told otherwise."""
RENDER_MODES: Final = ("human", "ansi", "rgb_array")
_MOST_RESERVE: Final = 15


def environment_id(definition: Definition) -> str:
    """What a game's environment is called: its id, with the capital letters of its title.

    >>> from gridduels import load_game
    >>> environment_id(load_game("gridlock").definition), environment_id(load_game("light-cycle").definition)
    ('gridduels/GridLock-v0', 'gridduels/LightCycle-v0')
    """
    title, plain = definition.title.replace(" ", ""), definition.id.replace("-", "")
    at = title.lower().find(plain)
    name = title[at : at + len(plain)] if at >= 0 else definition.id.title().replace("-", "")
    return f"gridduels/{name}-v0"


class UnknownArgument(SetupError, TypeError):
    """An environment has no such argument: a TypeError, as whoever tries arguments out expects it."""


def open_game(id: str, size: Size | None, rulings: Mapping[str, str | int]) -> Game:
    """The game of an environment, bound to a size and rulings; any other argument is refused."""
    found = definition(id)
    known = [ruling.name for ruling in found.rulings]
    for name in rulings:
        if name not in known:
            names = f"its rulings are {', '.join(known)}" if known else "it has no rulings at all"
            raise UnknownArgument(
                f"{id} has no ruling {name!r}, so it is an unexpected keyword argument {name!r}: {names}"
            )
    return Game(found, size, rulings)


def check_options(illegal: str, truncate_at: int | None, render_mode: str | None) -> None:
    """Refuses what is not an option."""
    if illegal not in get_args(Illegal):
        raise SetupError(f"illegal={illegal!r} is not a policy: it is lose, random or raise")
    check_length(truncate_at)
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise SetupError(f"render_mode={render_mode!r} is unknown: it is {', '.join(RENDER_MODES)} or None")


def check_length(truncate_at: int | None) -> None:
    """Refuses what is not a length to break games off at."""
    if truncate_at is not None and not (isinstance(truncate_at, int) and truncate_at > 1):
        raise SetupError(f"truncate_at={truncate_at!r} is no length: it is a number of plies from 2, or None")


def check_seat(seat: object) -> None:
    """Refuses what is not a seat."""
    if seat not in _SEATS:
        raise SetupError(f"seat={seat!r} is not a seat: it is 1, 2, alternate or random")


def check_think(think: object) -> None:
    """Refuses what is not a time for a move."""
    if not (isinstance(think, int | float) and think > 0):
        raise SetupError(f"think={think!r} is no time for a move: it is a number of seconds above 0")


def make_opponent(opponent: str | Player, seed: int, think: float) -> Player:
    """A player by its name, or one of somebody's own."""
    if isinstance(opponent, str):
        player = make_player(opponent, random.Random(seed), think, bots=True)
        if player is None:
            raise SetupError("an environment cannot ask a person for a move: choose another opponent")
        return player
    if isinstance(opponent, type) or not all(callable(getattr(opponent, name, None)) for name in ("choose", "close")):
        raise SetupError(
            f"opponent={opponent!r} is no player: it is a name, or an object with choose(duel) and close()"
        )
    return opponent


def plane_space(game: Game) -> "Box[Any]":
    """The space of what `observe` gives."""
    from gymnasium.spaces import Box

    from gridduels.engine.observation import PLANES, planes_of

    fields = game.statement.fields
    apart = enumerate(game.statement.shown_apart, len(PLANES))
    counts = [plane for plane, shown in apart if isinstance(fields[shown.one].kind, Count)]
    high = np.ones((len(planes_of(game)), *game.shape), np.uint8)
    high[[PLANES.index("own reserve"), PLANES.index("other reserve"), *counts]] = _MOST_RESERVE
    return Box(np.zeros_like(high), high, dtype=np.uint8)


def mask_of(game: Game, actions: int) -> npt.NDArray[np.int8]:
    """A set of actions as 1 for each that is in it and 0 for each that is not.

    >>> from gridduels import load_game
    >>> mask_of(load_game("light-cycle"), 0b1011).tolist()
    [1, 1, 0, 1]
    """
    packed = np.frombuffer(actions.to_bytes(8, "little"), np.uint8)
    return np.unpackbits(packed, count=game.actions, bitorder="little").view(np.int8)


def act(duel: Duel, action: SupportsIndex | None, illegal: Illegal, rng: np.random.Generator) -> Duel:
    """The duel after an action, legal or not."""
    try:
        return duel.play(_number(duel.game, action))
    except IllegalMove:
        if illegal == "raise":
            raise
        if illegal == "lose":
            return duel.stop(3 - duel.turn, Reason.FORFEIT)
        return duel.play(str(rng.choice(duel.legal_moves)))


def substituted(before: Duel, after: Duel, action: SupportsIndex | None) -> str | None:
    """The move that was played in place of an action that was not legal; None where the action itself was."""
    played = after.moves[before.ply] if after.ply > before.ply else None
    return None if played is None or before.game.action(played) == _number(before.game, action) else played


def start_of(game: Game, start: Position, options: dict[str, Any] | None) -> Duel:
    """The duel that an episode begins with: `options` may name a `position`, as text, and `moves` to be played. What
    else they name is left to others, as PettingZoo's own tests ask for."""
    wanted = options or {}
    duel = Duel(game, wanted.get("moves", ()), start=wanted.get("position", start))
    if duel.outcome:
        raise SetupError(f"an episode cannot begin with {game.text(duel.position)!r}: the game is over")
    return duel


def _number(game: Game, action: SupportsIndex | None) -> int:
    """Return an action as an int. Unlike `int()`, `index()` refuses 1.5, text and None."""
    try:
        return index(cast(SupportsIndex, action))
    except TypeError:
        raise SetupError(f"an action is a number from 0 to {game.actions - 1}, not {action!r}") from None


def truncated(duel: Duel, truncate_at: int | None) -> bool:
    """Whether a game is broken off: it is so long, and not over."""
    return truncate_at is not None and duel.ply >= truncate_at and not duel.outcome


def picture_of(duel: Duel) -> npt.NDArray[np.uint8]:
    """The board with its title and whose turn it is: rows, columns and RGB."""
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise MissingExtra("a picture needs Pillow", "agents") from None
    from gridduels.pictures.raster import paint
    from gridduels.pictures.scene import scene_of

    return np.array(paint(scene_of(duel)), np.uint8)


def text_of(duel: Duel) -> str:
    """The board and what there is to say about it, ended by a newline."""
    words = duel.game.words
    lines = [words.board(duel.game, duel.position)]
    if status := words.status(duel):
        lines.append(status)
    lines.append(words.ending(duel) if duel.outcome else f"{words.player(duel.turn)} to move")
    return "\n".join(lines) + "\n"


# --- Exact labels
#
# Every value comes from the game's table. On a board too big for one (`gridduels solve` says which) each move is
# searched exactly instead. Where that takes more than 2,000,000 visits there is no label: it is left out, never
# guessed.


class Labels(TypedDict, total=False):
    """What is known of a duel. `value` (`win`, `loss`, `draw`, `perpetual`) and `plies` are for the player to move, by
    the moves that are allowed; `best_moves` keep both, and `best_actions` has 1 for each of them. `values` has what
    each action is worth: 1 wins, 0 does not, -1 loses, NaN is not allowed. `kept` says whether
    the last move kept the value, `plies_lost` by how much it made a win longer or a loss shorter.

    What there is not is left out, as Gymnasium's vector environments ask for: `plies` where nobody wins, `kept` and
    `plies_lost` before the first move and after an illegal action, `plies_lost` where the value was not kept or
    nobody wins, and whatever a search did not find."""

    value: str
    plies: int
    values: npt.NDArray[np.float32]
    best_moves: tuple[str, ...]
    best_actions: npt.NDArray[np.int8]
    kept: bool
    plies_lost: int


def prepare_labels(game: Game) -> None:
    """Works out the values of a game beforehand; refuses one that is too big to be solved."""
    dataset.check_labels(game)
    with VALUES.open(game):
        pass


def label(duel: Duel, before: Duel | None = None, *, judge: bool = True) -> Labels:
    """The labels of a duel by their names, as environments report them. `before` is the duel before the move to judge,
    by default the last one; without `judge`, no move is.

    >>> from gridduels import load_game
    >>> "plies_lost" in label(Duel(load_game("light-cycle"), "right left up"))
    False
    >>> labels = label(Duel(load_game("light-cycle"), "right left"))
    >>> labels["value"], labels["plies"], labels["best_moves"]
    ('win', 9, ('right',))
    """
    stopped = duel.outcome and duel.outcome.reason in STOPS
    if before is None and duel.ply and not stopped:
        before = duel.undo()
    return _standing(duel) | (_judgement(before, duel) if before and judge else Labels())


def _standing(duel: Duel) -> Labels:
    """What a duel is worth, and the moves that keep it."""
    if outcome := duel.outcome:
        value = Value.at_end(outcome.winner, duel.turn)
        best_moves: tuple[str, ...] = ()
        moves: dict[str, Value] = {}
    elif evaluation := _evaluate(duel):
        value, best_moves, moves = evaluation.value, evaluation.best_moves, evaluation.moves
    else:
        return Labels()
    best = sum(1 << duel.game.action(word) for word in best_moves)
    labels = Labels(value=value.outcome) if value.plies is None else Labels(value=value.outcome, plies=value.plies)
    values = np.full(duel.game.actions, np.nan, np.float32)
    for word, each in moves.items():
        values[duel.game.action(word)] = each.number
    return labels | Labels(best_moves=best_moves, best_actions=mask_of(duel.game, best), values=values)


def _judgement(before: Duel, after: Duel) -> Labels:
    """Whether the move that was played in `before` kept its value, and how many plies it lost."""
    evaluation = _evaluate(before) if after.ply > before.ply else None  # an illegal action is no move
    if evaluation is None:
        return Labels()
    move = after.moves[before.ply]
    best, played = evaluation.value, evaluation.moves[move]
    if not evaluation.verdict(move).keeps:
        return Labels(kept=False)
    if played.plies is None or best.plies is None:
        return Labels(kept=True)
    return Labels(kept=True, plies_lost=abs(played.plies - best.plies))


@lru_cache(64)
def _evaluate(duel: Duel) -> Evaluation | None:
    """What a duel and each allowed move are worth; None where a search finds no end."""
    from gridduels.engine.solvers.on_demand import TooHard

    try:
        with VALUES.open(duel.game, max_visits=dataset.MAX_VISITS) as values:
            return values.evaluate(duel)
    except TooHard:
        return None
