"""Code shared by the environments: options, masks, illegal actions, truncation, rendering and exact labels."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex, TypedDict, cast, get_args

import numpy as np
import numpy.typing as npt

from gridduels.analysis import dataset
from gridduels.analysis.split import TRAIN, check_side
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


# --- Options, masks, illegal actions, truncation, rendering


Illegal = Literal["lose", "random", "raise"]
"""How to handle an illegal action: the player forfeits, a random legal action is played instead, or IllegalMove is
raised and the game is unchanged."""

Seat = Literal[1, 2, "alternate", "random"]
"""The agent's seat: fixed, alternating, or random in every episode."""
_SEATS: Final = (1, 2, "alternate", "random")

TRUNCATE_AT: Final = 200
"""The default number of plies after which a game is truncated."""
RENDER_MODES: Final = ("human", "ansi", "rgb_array")
_MOST_RESERVE: Final = 15


def environment_id(definition: Definition) -> str:
    """Return the name of a game's environment: its ID, capitalised like its title, or the code of an invented duel.

    >>> from gridduels import load_game
    >>> environment_id(load_game("gridlock").definition), environment_id(load_game("light-cycle").definition)
    ('gridduels/GridLock-v0', 'gridduels/LightCycle-v0')
    """
    if definition.family:
        return f"gridduels/{definition.id}-v0"
    title, plain = definition.title.replace(" ", ""), definition.id.replace("-", "")
    at = title.lower().find(plain)
    name = title[at : at + len(plain)] if at >= 0 else definition.id.title().replace("-", "")
    return f"gridduels/{name}-v0"


class UnknownArgument(SetupError, TypeError):
    """Raised for an unknown argument. It is also a TypeError, like the error for a wrong argument in a function
    call."""


def open_game(id: str, size: Size | None, rulings: Mapping[str, str | int]) -> Game:
    """Return an environment's game, bound to a size and rulings; reject any other argument."""
    found = definition(id)
    known = [ruling.name for ruling in found.rulings]
    for name in rulings:
        if name not in known:
            names = f"its rulings are {', '.join(known)}" if known else "it has no rulings"
            raise UnknownArgument(f"unexpected keyword argument {name!r}: {id} has no such ruling; {names}")
    return Game(found, size, rulings)


@dataclass(frozen=True)
class Options:
    """The options shared by environments for one and for two agents."""

    illegal: Illegal
    truncate_at: int | None
    labels: bool
    render_mode: str | None

    def __post_init__(self) -> None:
        if self.illegal not in get_args(Illegal):
            raise SetupError(f"illegal={self.illegal!r} is invalid: use lose, random or raise")
        check_length(self.truncate_at)
        if self.render_mode is not None and self.render_mode not in RENDER_MODES:
            raise SetupError(f"render_mode={self.render_mode!r} is unknown: use {', '.join(RENDER_MODES)} or None")

    def open_game(self, id: str, size: Size | None, rulings: Mapping[str, str | int]) -> Game:
        """Return an environment's game, preparing its labels if they are requested."""
        game = open_game(id, size, rulings)
        if self.labels:
            prepare_labels(game)
        return game

    def act(self, duel: Duel, action: SupportsIndex | None, rng: np.random.Generator) -> Duel:
        """Return the duel after an action, legal or not."""
        try:
            return duel.play(_number(duel.game, action))
        except IllegalMove:
            if self.illegal == "raise":
                raise
            if self.illegal == "lose":
                return duel.stop(3 - duel.turn, Reason.FORFEIT)
            return duel.play(str(rng.choice(duel.legal_moves)))

    def truncates(self, duel: Duel) -> bool:
        """Return whether an unfinished game has reached its length limit."""
        return truncated(duel, self.truncate_at)

    def render(self, duel: Duel) -> str | npt.NDArray[np.uint8] | None:
        """Return the board as text or as a picture."""
        if self.render_mode == "rgb_array":
            return picture_of(duel)
        return text_of(duel) if self.render_mode == "ansi" else None

    def show(self, duel: Duel) -> None:
        """Print the board in `human` mode."""
        if self.render_mode == "human":
            print(text_of(duel))


def check_length(truncate_at: int | None) -> None:
    """Reject an invalid `truncate_at`."""
    if truncate_at is not None and not (isinstance(truncate_at, int) and truncate_at > 1):
        raise SetupError(f"truncate_at={truncate_at!r} is invalid: use at least 2 plies, or None")


def check_seat(seat: object) -> None:
    """Reject an invalid seat."""
    if seat not in _SEATS:
        raise SetupError(f"seat={seat!r} is invalid: use 1, 2, alternate or random")


def check_think(think: object) -> None:
    """Reject an invalid time per move."""
    if not (isinstance(think, int | float) and think > 0):
        raise SetupError(f"think={think!r} is invalid: use a positive number of seconds")


def make_opponent(opponent: str | Player, seed: int, think: float) -> Player:
    """Create a player by name; return a given Player unchanged."""
    if isinstance(opponent, str):
        player = make_player(opponent, random.Random(seed), think, bots=True)
        if player is None:
            raise SetupError("an environment cannot ask a person for a move: choose another opponent")
        return player
    if isinstance(opponent, type) or not all(callable(getattr(opponent, name, None)) for name in ("choose", "close")):
        raise SetupError(f"opponent={opponent!r} is invalid: use a name, or an object with choose(duel) and close()")
    return opponent


def plane_space(game: Game) -> "Box[Any]":
    """Return the observation space."""
    from gymnasium.spaces import Box

    from gridduels.engine.observation import PLANES, planes_of

    fields = game.statement.fields
    apart = enumerate(game.statement.shown_apart, len(PLANES))
    counts = [plane for plane, shown in apart if isinstance(fields[shown.one].kind, Count)]
    high = np.ones((len(planes_of(game)), *game.shape), np.uint8)
    high[[PLANES.index("own reserve"), PLANES.index("other reserve"), *counts]] = _MOST_RESERVE
    return Box(np.zeros_like(high), high, dtype=np.uint8)


def mask_of(game: Game, actions: int) -> npt.NDArray[np.int8]:
    """Return a set of actions as a mask of zeros and ones.

    >>> from gridduels import load_game
    >>> mask_of(load_game("light-cycle"), 0b1011).tolist()
    [1, 1, 0, 1]
    """
    packed = np.frombuffer(actions.to_bytes(8, "little"), np.uint8)
    return np.unpackbits(packed, count=game.actions, bitorder="little").view(np.int8)


def substituted(before: Duel, after: Duel, action: SupportsIndex | None) -> str | None:
    """Return the move played in place of an illegal action; None if the action was legal."""
    played = after.moves[before.ply] if after.ply > before.ply else None
    return None if played is None or before.game.action(played) == _number(before.game, action) else played


def start_of(game: Game, start: Position, options: dict[str, Any] | None) -> Duel:
    """Return the duel from which an episode starts. `options` may contain a `position` as text and `moves` to play.
    Other keys are ignored, as required by PettingZoo's own tests."""
    wanted = options or {}
    duel = Duel(game, wanted.get("moves", ()), start=wanted.get("position", start))
    if duel.outcome:
        raise SetupError(f"an episode cannot start from {game.text(duel.position)!r}: the game is over")
    return duel


def _number(game: Game, action: SupportsIndex | None) -> int:
    """Return an action as an int. Unlike `int()`, `index()` rejects 1.5, text and None."""
    try:
        return index(cast(SupportsIndex, action))
    except TypeError:
        raise SetupError(f"an action is a number from 0 to {game.actions - 1}, not {action!r}") from None


def truncated(duel: Duel, truncate_at: int | None) -> bool:
    """Return whether an unfinished game has reached its length limit."""
    return truncate_at is not None and duel.ply >= truncate_at and not duel.outcome


def picture_of(duel: Duel) -> npt.NDArray[np.uint8]:
    """Render the board with its title and turn as an array of rows, columns and RGB."""
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise MissingExtra("a picture", "agents") from None
    from gridduels.pictures.raster import paint
    from gridduels.pictures.scene import scene_of

    return np.array(paint(scene_of(duel)), np.uint8)


def text_of(duel: Duel) -> str:
    """Return the board with its title and turn, ending with a newline."""
    words = duel.game.words
    lines = [words.board(duel.game, duel.position)]
    if status := words.status(duel):
        lines.append(status)
    lines.append(words.ending(duel) if duel.outcome else f"{words.player(duel.turn)} to move")
    return "\n".join(lines) + "\n"


# --- Exact labels
#
# Values come from the game's table. If the board is too big for a table, each move is searched exactly instead. If that
# takes more than 2,000,000 positions, the label is omitted rather than estimated.


class Labels(TypedDict, total=False):
    """A duel's labels. `value` (`win`, `loss`, `draw`, `perpetual`) and `plies` are for the player to move, considering
    legal moves only; `best_moves` keep both, and `best_actions` has a 1 for each of them. `values` holds each
    action's value: 1 wins, -1 loses, 0 neither, NaN illegal. `kept` says whether the last move kept the value, and
    `plies_lost` by how much it lengthened a win or shortened a loss.

    Missing labels are omitted, as Gymnasium's vector environments require: `plies` if there is no winner, `kept` and
    `plies_lost` before the first move and after an illegal action, `plies_lost` if the value was not kept or there is
    no winner, and everything a search didn't find."""

    value: str
    plies: int
    values: npt.NDArray[np.float32]
    best_moves: tuple[str, ...]
    best_actions: npt.NDArray[np.int8]
    kept: bool
    plies_lost: int


def prepare_labels(game: Game) -> None:
    """Open a game's values in advance. Refuse a game that is held out for evaluation or too big to solve."""
    check_side(TRAIN, game)
    dataset.check_labels(game)
    with VALUES.open(game):
        pass


def label(duel: Duel, before: Duel | None = None, *, judge: bool = True) -> Labels:
    """Return a duel's labels by name, as environments report them. `before` is the duel before the move to judge
    (default: the last move); without `judge`, no move is judged.

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
    """Return a duel's value and the moves that keep it."""
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
    """Return whether the move played in `before` kept the value, and how many plies it lost."""
    evaluation = _evaluate(before) if after.ply > before.ply else None  # an illegal action is not a move
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
    """Return the values of a duel and each legal move; None if a search doesn't finish."""
    from gridduels.engine.solvers.on_demand import TooHard

    try:
        with VALUES.open(duel.game, max_visits=dataset.MAX_VISITS) as values:
            return values.evaluate(duel)
    except TooHard:
        return None
