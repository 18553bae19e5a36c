"""Invented duels: a family of small games, each described by a short code.

    >>> from gridduels import Duel, load_game
    >>> game = load_game("duel1-3x5-k1-t1-r1-gn-l-sc")
    >>> print(Duel(game, "down-right 2,4"))
    # . . . .
    . 1 . # .
    . . . . 2
    Obstacles: Player 1 has 1, Player 2 has 0.
    Player 1 to move

`code` parses and checks codes, `rules` implements the rules of all duels, and `words` provides their texts.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakValueDictionary

from gridduels.board import Rulings, Size
from gridduels.game import REPETITION, Definition
from gridduels.invent import rules
from gridduels.invent.code import Code, parse
from gridduels.invent.words import DuelWords, gist_of, title_of
from gridduels.registry import is_code
from gridduels.statement import Action, Cells, Kind, Mark, Moves, Places, Steps, Token, Unused

__all__ = ["Code", "definition", "is_code", "parse"]

_definitions: WeakValueDictionary[str, Definition] = WeakValueDictionary()
"""The Definitions in use. As long as one exists, its code returns the same object."""


def definition(code: Code | str) -> Definition:
    """Return the Definition of an invented duel, whose ID is its code. Raise SetupError if the code is invalid."""
    wanted = parse(code) if isinstance(code, str) else code
    return _definition(str(wanted))


@lru_cache(64)
def _definition(text: str) -> Definition:
    found = _definitions.get(text)
    if found is None:
        found = _definitions[text] = _new(parse(text))
    return found


class _Functions(NamedTuple):
    """One duel's rule functions: the family's functions bound to the duel's own `setup`."""

    setup: Callable[[Size, Rulings], rules.Rules]
    Position: type[rules.Position] = rules.Position
    start: Callable[[rules.Rules], rules.Position] = rules.start
    legal: Callable[[rules.Rules, rules.Position], int] = rules.legal
    play: Callable[[rules.Rules, rules.Position, int], rules.Position] = rules.play
    winner: Callable[[rules.Rules, rules.Position], int] = rules.winner


def _new(code: Code) -> Definition:
    bound = rules.setup_of(code)
    steps = code.steps == "o" and code.distance == 1
    actions: list[Action] = [Steps() if steps else Moves(code.vectors, code.distance)]
    if code.obstacles:
        actions.append(Places("blocked"))
    return Definition(
        module=__name__,
        family=definition,
        id=str(code),
        title=title_of(code),
        summary=gist_of(code)[2],
        sizes=(code.size,),
        size=code.size,
        rules=_Functions(lambda size, rulings: bound),
        words=DuelWords(code),
        fields=_fields(code),
        unused_fields=rules.unused_fields,
        action_space=tuple(actions),
        goals=None if code.goal == "n" else ("goal_one", "goal_two"),
        canonicalize=rules.canonicalize,
        board_symmetries=rules.symmetries_of(code)[1:],
        max_plies=lambda size, rulings: _max_plies(code, rulings),
        rulings=(REPETITION,) if code.is_reversible else (),
    )


def _fields(code: Code) -> dict[str, Kind]:
    """Return the kinds of the Position fields that differ from the annotations in this duel."""
    kinds: dict[str, Kind] = {name: Unused() for name in rules.unused_names(code)}
    if code.shared:
        kinds["one"] = Token()
    sources = [mark for mark, used in ((_trail(code), code.trail), (Mark.OBSTACLE, code.obstacles)) if used]
    if len(sources) == 1 and not code.blocked:
        kinds["blocked"] = Cells(sources[0], irreversible=True)
    return kinds


def _trail(code: Code) -> Mark:
    return Mark.VISITED if code.shared else Mark.TRAIL


def _max_plies(code: Code, rulings: Rulings) -> int | None:
    """Return the maximum game length.

    If there is a trail, every ply except a step into an open goal uses up a free cell. Otherwise, each position except
    the last occurs at most twice between two placements.
    """
    tokens = 1 if code.shared else 2
    free = code.cells - tokens - code.blocked.bit_count()
    if code.trail:
        return free + code.open
    if rulings["repetition"] != "barred":
        return None
    placed = range(min(2 * code.obstacles, free) + 1)
    places = [(free + tokens - each) * (1 if code.shared else free + 1 - each) for each in placed]
    return sum(2 * 2 * each for each in places) + (len(placed) - 1) * (2 if code.then else 1)
