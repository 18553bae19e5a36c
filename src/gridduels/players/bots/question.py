"""A question: everything a bot needs to know to choose a move, as a host asks it and as a bot hears it."""

from gridduels.duel import Duel
from gridduels.errors import GridDuelsError
from gridduels.game import Game
from gridduels.players.bots.protocol import Line, number, one_line, pairs
from gridduels.players.limits import Clock, Limits
from gridduels.registry import definition

__all__ = ["Question", "game_text", "limits_text", "question_lines", "read_game"]

_USUAL: Limits = Limits()


def question_lines(duel: Duel, limits: Limits, version: int = 2, lines: int | None = None) -> list[str]:
    """A question in full; with `lines` it asks for an analysis of that many instead of a move."""
    game = duel.game
    end = f"go {limits_text(limits, version)}" if lines is None else f"analyse {limits_text(limits)} lines {lines}"
    return [
        f"game {game_text(game)}",
        f"start {game.text(duel.start)}",
        " ".join(["moves", *duel.moves]),
        f"position {game.text(duel.position)}",
        " ".join(["legal", *duel.legal_moves]),
        end,
    ]


def game_text(game: Game) -> str:
    """
    >>> from gridduels import load_game
    >>> game_text(load_game("pathway"))
    'pathway size 5 goal open'
    """
    return f"{game.id} size {game.size}" + "".join(f" {name} {value}" for name, value in game.rulings.items())


def read_game(text: str) -> Game:
    """The game that a line `game` or `newgame` names."""
    id, *options = text.split() or [""]
    rulings = pairs("game", options)
    size = rulings.pop("size", None)
    return Game(definition(id), size, rulings)


def limits_text(limits: Limits, version: int = 2) -> str:
    """
    >>> limits_text(Limits(clock=Clock(60, 55.5, 1), depth=7))
    'clock 60000 opponent 55500 increment 1000 depth 7'
    >>> limits_text(Limits(2, clock=Clock(60, 55.5, 1)), version=1)
    'time 2000'
    """
    if version == 1:  # it knows nothing but the time for a move
        return f"time {_milliseconds(limits.seconds)}"
    timed = {"time": limits.seconds}
    if limits.clock:
        timed = limits.clock._asdict()
        timed["clock"] = timed.pop("own")
        timed = {name: timed[name] for name in ("clock", "opponent", "increment")}
    counts = {"depth": limits.depth, "nodes": limits.nodes}
    said = {name: _milliseconds(seconds) for name, seconds in timed.items()}
    said |= {name: count for name, count in counts.items() if count is not None}
    return " ".join(f"{name} {value}" for name, value in said.items())


def _milliseconds(seconds: float) -> int:
    return max(0, round(seconds * 1000))


class Question:
    """A question as a bot hears it, line by line. Only its `game` and its `position` or `start` are needed."""

    def __init__(self) -> None:
        self._said: dict[str, str] = {}

    def hear(self, line: Line) -> None:
        """Takes a line in; a `game` begins a new question."""
        if line.word == "game":
            self._said.clear()
        self._said[line.word] = line.rest

    def duel(self) -> Duel:
        """The duel it asks about."""
        if "game" not in self._said:
            raise GridDuelsError("there is no game line before go")
        game = read_game(self._said["game"])
        position = self._said.get("position")
        start = self._said.get("start", position)
        if start is None:
            raise GridDuelsError("there is no position line before go")
        moves = self._said.get("moves", "") if "start" in self._said else ""
        duel = Duel(game, moves, start=start)
        reached = game.text(duel.position)
        if position is not None and one_line(position) != reached:
            raise GridDuelsError(f"the moves lead to {reached!r}, but the position line says {position!r}")
        if duel.outcome:
            raise GridDuelsError("the game is over")
        return duel

    def limits(self) -> Limits:
        """What the answer may take."""
        said = self._asked()
        numbers = {name: number(name, said[name]) for name in _LIMITS if name in said}
        clock, seconds = None, numbers["time"] / 1000 if "time" in numbers else _USUAL.seconds
        if "clock" in numbers:
            own = numbers["clock"] / 1000
            opponent = numbers.get("opponent", numbers["clock"]) / 1000
            clock = Clock(own, opponent, numbers.get("increment", 0) / 1000)
            seconds = min(clock.share, seconds) if "time" in numbers else clock.share
        return Limits(seconds, numbers.get("depth"), numbers.get("nodes"), clock)

    @property
    def lines(self) -> int:
        """How many lines an analysis is to have."""
        return max(1, number("lines", self._asked().get("lines", "1")))

    def _asked(self) -> dict[str, str]:
        word = "analyse" if "analyse" in self._said else "go"
        return pairs(word, self._said.get(word, "").split())


_LIMITS = ("time", "clock", "opponent", "increment", "depth", "nodes")
