"""The sentences that the server and the games show to people, collected from the games and from random play."""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

from gridduels import Duel, definitions
from gridduels.analysis.annotations import annotate
from gridduels.analysis.hints import hint_for
from gridduels.duel import Reason
from gridduels.engine import progress, solve
from gridduels.errors import IllegalMove
from gridduels.game import Definition, Game
from gridduels.players import perfect
from gridduels.players.ladder import LADDER
from gridduels.players.levels import NOTE
from gridduels.protocol.answers import game_of, lessons_of
from gridduels.protocol.state import outcome_of, value_of
from gridduels.web.changes import STANDS_IN
from gridduels.web.new_duel import web_players
from gridduels.web.pool.evaluation import MEANWHILE

WEB = Path(__file__).parents[2] / "src" / "gridduels" / "web"
FOR_PROGRAMS = {"MALFORMED", "NOT_ALLOWED", "TOO_BIG", "TOO_SLOW"}
"""Codes of requests that our pages never make."""
PERFECT_NOTES = ("SEARCHED", "SIGHTED", "BOUNDED", "GUESSED")
GAMES = 3
PLIES = 60


def of_the_games() -> Iterator[str]:
    """Yield the rules, lessons and names of every built-in game."""
    for definition in definitions():
        if definition.module.startswith("gridduels.games."):
            yield from _of_game(definition)
    yield from (text for name, about in web_players().items() for text in (name, about))
    yield from (opponent.about for opponent in LADDER)
    yield from (reason.sentence("Player 1", "Player B") for reason in Reason)
    yield from (STANDS_IN, MEANWHILE, NOTE, *(getattr(perfect, name) for name in PERFECT_NOTES))
    yield from (
        getattr(progress, name) for name in ("COMPILING", "FINDING", "SOLVING", "COUNTING", "PACKING", "MAKING")
    )


def _of_game(definition: Definition) -> Iterator[str]:
    told = game_of(Game(definition))
    yield from (told.summary, told.about, told.about_start, *told.gist, *told.players)
    for ruling in told.rulings:
        yield from (ruling.about, *ruling.meanings.values())
    for lesson in lessons_of(definition):
        yield from (lesson.text, lesson.praise, lesson.why or "", *lesson.wrong.values())


def of_played_games() -> Iterator[str]:
    """Yield the sentences of some games on small boards: refusals, hints, values and outcomes."""
    rng = random.Random(14)
    for definition in definitions():
        if not definition.module.startswith("gridduels.games."):
            continue
        game = Game(definition, size=min(definition.sizes, key=int))
        for _ in range(GAMES):
            yield from _of_duel(Duel(game), rng)


def _of_duel(duel: Duel, rng: random.Random) -> Iterator[str]:
    values = solve(duel.game)
    while duel.outcome is None and duel.ply < PLIES:
        yield duel.game.words.status(duel)
        yield from hint_for(values, duel).steps
        yield from (value_of(value).words for value in values.evaluate(duel).moves.values())
        for word in duel.game.moves:
            try:
                duel.play(word)
            except IllegalMove as refused:
                yield str(refused)
        duel = duel.play(rng.choice(duel.legal_moves))
    yield from (note.reason for note in annotate(duel, values).notes)
    if outcome := outcome_of(duel):
        yield from (outcome.why, outcome.victory)


def of_the_server() -> Iterator[str]:
    """Yield the server's refusals, with a 7 for every placeholder."""
    for path in sorted(WEB.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                code, *rest = node.args
                for_programs = isinstance(code, ast.Attribute) and code.attr in FOR_PROGRAMS
                yield from (text for each in rest[:1] if not for_programs and re.search("[a-z]", text := _text(each)))


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
    return ""
