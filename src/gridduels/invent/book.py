"""The rule book of an invented duel, in which every sentence is true and every example is legal.

A book is a list of blocks, written in English or German from the duel's code, its solved graph and one sample game.
`markdown_of` and `html_of` render the same blocks. `check_book` reads a finished Markdown book back and compares every
move, board and refusal with the rules.
"""

import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Final, NamedTuple

from gridduels.board import each as cells_in
from gridduels.board import where
from gridduels.duel import Duel
from gridduels.engine import SolvedGraph
from gridduels.engine.progress import Progress, silent
from gridduels.errors import SetupError
from gridduels.extras import MissingExtra
from gridduels.game import Game
from gridduels.invent.code import Code, parse
from gridduels.invent.words import directions_of, title_of
from gridduels.registry import load_game

LIMIT: Final = 1_000_000
"""The maximum number of positions in a duel with a rule book: the strategy section needs all values."""
_SAMPLES: Final = 41
"""Games played to choose a sample of typical length."""
_SIGHT: Final = 3
"""How many plies the players in the sample look ahead."""
_NOTED: Final = (3, 6)
"""The moves in the sample at which the book also mentions a move that is not allowed."""
_TYPED: Final = 4
"""How many moves the command-line sample shows."""


# --- Blocks


@dataclass(frozen=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Items:
    """A list; an item may contain a nested list."""

    items: "tuple[str | tuple[str, tuple[str, ...]], ...]"
    numbered: bool = False


@dataclass(frozen=True)
class Diagram:
    """A board, indented below the numbered item it belongs to, if any."""

    duel: Duel
    indented: bool = False


@dataclass(frozen=True)
class Turn:
    """A move of the sample game: its number and sentence, and a refused move with the reason."""

    number: int
    sentence: str
    note: str = ""


@dataclass(frozen=True)
class Transcript:
    text: str


Block = Heading | Paragraph | Items | Diagram | Turn | Transcript


# --- Sentences in English and German. {0}, {1} are filled in.


_TEXTS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "objective": "Objective",
        "last": "Be the last player who can make a valid move.",
        "first": "Be the first player who has no valid move.",
        "race": "Be the first to move your token onto {0}.",
        "race shared": "Move the token you share onto your own goal, {0}.",
        "one goal": "your goal cell",
        "many goals": "one of your goal cells",
        "or trap": "You also win if your opponent has no valid move.",
        "or stuck": "You also win if you have no valid move on your turn.",
        "setup": "Setup",
        "grid": "**Grid**: {0} rows and {1} columns. Cells are `(row,column)`, from `(1,1)` at the top left to "
        "`({0},{1})` "
        "at the bottom right.",
        "starts": "**Starting positions**:",
        "start": "**Player {0}** starts at {1}.",
        "shared start": "**Token**: Both players move the same token `o`, which starts at {0}.",
        "blocked": "**Blocked cells**: {0} are blocked from the beginning.",
        "goals": "**Goals**:",
        "goal": "**Player {0}'s goal**: {1}.",
        "reserve": "**Obstacles**: Each player has {0}.",
        "one obstacle": "one obstacle",
        "obstacles": "{0} obstacles",
        "initial": "The initial setup:",
        "components": "Game Components",
        "cells": "**Cells**: A cell is empty, holds a token, or is blocked.",
        "tokens": "**Tokens**: `1` and `2`, one for each player.",
        "walls": "**Blocked cells**: Shown as `#`, they stay blocked for the rest of the game.",
        "turns": "Turns",
        "alternate": "Players take turns, starting with **Player 1**. Passing is not allowed.",
        "structure": "Turn Structure",
        "only move": "On your turn, you must move {0}.",
        "your token": "your token",
        "the token": "the token",
        "then": "On your turn, you must first move {0}. Then you must place one obstacle, as long as you have one "
        "left and "
        "there is a cell where it may go. If your move wins the game, no obstacle is placed.",
        "or": "On your turn, you must do one of two things: move {0}, or place one obstacle from your reserve.",
        "rules": "Rules and Mechanics",
        "movement": "Movement",
        "directions": "**Directions**: {0}.",
        "leap": "**Leaps**: Each of these moves goes two cells one way and one cell across; whatever lies between "
        "does not "
        "matter.",
        "one cell": "**Distance**: One cell.",
        "distance": "**Distance**: One to {0} cells in a straight line; every cell on the way must be free.",
        "bounds": "**Bounds**: A token cannot leave the grid.",
        "occupied": "**Occupied cells**: A token cannot enter {0}a blocked cell or the cell of the other token.",
        "occupied shared": "**Blocked cells**: The token cannot enter {0}a blocked cell.",
        "or pass": "or pass ",
        "corners": "**Corners**: A diagonal move may pass between two blocked cells.",
        "open": "**Open goal**: You may enter your own goal even if it is blocked.",
        "trail 1": "**Walls**: The cell a token leaves becomes blocked.",
        "trail 2": "**Walls**: The cell a token leaves becomes blocked, and so does every cell it passes over.",
        "placing": "Placing Obstacles",
        "empty": "An obstacle goes on any empty cell, and blocks it.",
        "is a move": "If you can place an obstacle, you have a valid move, even if your token is stuck.",
        "stuck then": "If {0} cannot move, you have no valid move, even if you have obstacles left.",
        "paths 1": "An obstacle must leave your opponent at least one way of steps to the goal. Tokens do not count "
        "as being "
        "in the way.",
        "paths 2": "An obstacle must leave both players at least one way of steps to the goal. Tokens do not count "
        "as being "
        "in the way.",
        "repetition": "Repetition",
        "third": "A move that leads to the same position, with the same player to move, for the third time is not "
        "allowed. "
        "A player whose every move is barred this way **loses**.",
        "winning": "Winning the Game",
        "at once": "If you move onto your goal, you win at once.",
        "either": "If the token reaches a player's goal, that player wins at once, whoever moved it.",
        "loses": "If you have no valid move on your turn, you **lose**.",
        "wins": "If you have no valid move on your turn, you **win**.",
        "no draws": "**No draws**: Every game has a winner.",
        "scoring": "Scoring",
        "point": "The winner of a game gets 1 point. Over several games, the player with more points wins the match, "
        "and the "
        "players take turns going first.",
        "example": "Example Game",
        "player": "**Player {0}**",
        "places": "Places an obstacle at `{0}`.",
        "moves": "Moves {0} to `{1}`.",
        "note": "`{0}` would not be allowed here: {1}",
        "won": "**Player {0} wins**: {1}",
        "by goal": "the goal is reached.",
        "by stuck": "Player {0} has no valid move.",
        "strategy": "Strategy",
        "best": "With best play, {0} wins, in {1} moves counting both players. Of the {2} first moves, {3} keep the "
        "balance as "
        "it is.",
        "first player": "the player who goes first",
        "second player": "the player who goes second",
        "nobody": "With best play, neither player can force a win. Of the {0} first moves, {1} keep it that way.",
        "positions": "The duel has {0} positions. In {1} of those with a choice, some moves keep the result and "
        "others throw "
        "it away.",
        "turned": "In the example game the advantage changed hands {0}; the move that decided it was move {1}.",
        "never turned": "In the example game the advantage never changed hands.",
        "once": "once",
        "times": "{0} times",
        "critical": "Here Player {0} is to move. Of {1} moves, only {2} wins.",
        "command": "Command-Line Sample",
        "conclusion": "Conclusion",
        "end": "**{0}** takes about {1} moves. Play it with `gridduels play {2}`.",
        "off": "that is off the grid.",
        "token there": "a token is on `{0}`.",
        "is blocked": "`{0}` is blocked.",
        "move first": "the token has to move first.",
        "none left": "no obstacle is left.",
        "cut off": "it would close the last way to a goal.",
        "place now": "an obstacle has to be placed now.",
        "not now": "it would repeat a position for the third time.",
    },
    "de": {
        "objective": "Ziel des Spiels",
        "last": "Mache den letzten gültigen Zug.",
        "first": "Sei als Erster ohne gültigen Zug.",
        "race": "Ziehe deine Figur als Erster auf {0}.",
        "race shared": "Ziehe die gemeinsame Figur auf dein eigenes Ziel, {0}.",
        "one goal": "dein Zielfeld",
        "many goals": "eines deiner Zielfelder",
        "or trap": "Du gewinnst auch, wenn dein Gegner keinen gültigen Zug hat.",
        "or stuck": "Du gewinnst auch, wenn du am Zug bist und keinen gültigen Zug hast.",
        "setup": "Aufbau",
        "grid": "**Brett**: {0} Zeilen und {1} Spalten. Felder heißen `(Zeile,Spalte)`, von `(1,1)` oben links bis "
        "`({0},{1})` "
        "unten rechts.",
        "starts": "**Startfelder**:",
        "start": "**Spieler {0}** beginnt auf {1}.",
        "shared start": "**Figur**: Beide ziehen dieselbe Figur `o`; sie beginnt auf {0}.",
        "blocked": "**Gesperrte Felder**: {0} sind von Anfang an gesperrt.",
        "goals": "**Ziele**:",
        "goal": "**Ziel von Spieler {0}**: {1}.",
        "reserve": "**Hindernisse**: Jeder hat {0}.",
        "one obstacle": "ein Hindernis",
        "obstacles": "{0} Hindernisse",
        "initial": "Die Ausgangsstellung:",
        "components": "Spielmaterial",
        "cells": "**Felder**: Ein Feld ist leer, besetzt oder gesperrt.",
        "tokens": "**Figuren**: `1` und `2`, eine für jeden.",
        "walls": "**Gesperrte Felder**: Sie sind mit `#` bezeichnet und bleiben bis zum Ende gesperrt.",
        "turns": "Spielablauf",
        "alternate": "Gezogen wird abwechselnd, **Spieler 1** beginnt. Passen ist nicht erlaubt.",
        "structure": "Der Zug",
        "only move": "Wer am Zug ist, muss {0} ziehen.",
        "your token": "seine Figur",
        "the token": "die Figur",
        "then": "Wer am Zug ist, muss zuerst {0} ziehen. Danach muss er ein Hindernis setzen, solange er noch eines "
        "hat und es "
        "ein Feld dafür gibt. Nach einem Zug, der gewinnt, wird kein Hindernis gesetzt.",
        "or": "Wer am Zug ist, muss entweder {0} ziehen oder eines seiner Hindernisse setzen.",
        "rules": "Regeln",
        "movement": "Ziehen",
        "directions": "**Richtungen**: {0}.",
        "leap": "**Sprünge**: Jeder Zug geht zwei Felder in eine Richtung und ein Feld zur Seite; was dazwischen "
        "liegt, spielt "
        "keine Rolle.",
        "one cell": "**Weite**: Ein Feld.",
        "distance": "**Weite**: Ein bis {0} Felder in gerader Linie; jedes Feld auf dem Weg muss frei sein.",
        "bounds": "**Rand**: Eine Figur kann das Brett nicht verlassen.",
        "occupied": "**Besetzte Felder**: Eine Figur darf ein gesperrtes Feld oder das Feld der anderen Figur nicht "
        "betreten{0}.",
        "occupied shared": "**Gesperrte Felder**: Die Figur darf ein gesperrtes Feld nicht betreten{0}.",
        "or pass": " oder überqueren",
        "corners": "**Ecken**: Ein schräger Zug darf zwischen zwei gesperrten Feldern hindurchgehen.",
        "open": "**Offenes Ziel**: Das eigene Ziel darf man auch betreten, wenn es gesperrt ist.",
        "trail 1": "**Mauern**: Das Feld, das eine Figur verlässt, wird gesperrt.",
        "trail 2": "**Mauern**: Das Feld, das eine Figur verlässt, wird gesperrt, ebenso jedes Feld, das sie "
        "überquert.",
        "placing": "Hindernisse setzen",
        "empty": "Ein Hindernis kommt auf ein beliebiges leeres Feld und sperrt es.",
        "is a move": "Wer ein Hindernis setzen kann, hat einen gültigen Zug, auch wenn seine Figur festsitzt.",
        "stuck then": "Kann {0} nicht ziehen, gibt es keinen gültigen Zug, auch wenn noch Hindernisse da sind.",
        "paths 1": "Ein Hindernis muss dem Gegner mindestens einen Weg zum Ziel lassen. Figuren stehen dabei nicht "
        "im Weg.",
        "paths 2": "Ein Hindernis muss beiden Spielern mindestens einen Weg zum Ziel lassen. Figuren stehen dabei "
        "nicht im "
        "Weg.",
        "repetition": "Wiederholung",
        "third": "Ein Zug, durch den dieselbe Stellung mit demselben Spieler am Zug zum dritten Mal entstünde, ist "
        "nicht "
        "erlaubt. Wer nur solche Züge hat, **verliert**.",
        "winning": "Ende des Spiels",
        "at once": "Wer sein Ziel betritt, gewinnt sofort.",
        "either": "Erreicht die Figur das Ziel eines Spielers, gewinnt dieser sofort, egal wer sie gezogen hat.",
        "loses": "Wer am Zug ist und keinen gültigen Zug hat, **verliert**.",
        "wins": "Wer am Zug ist und keinen gültigen Zug hat, **gewinnt**.",
        "no draws": "**Kein Unentschieden**: Jedes Spiel hat einen Sieger.",
        "scoring": "Wertung",
        "point": "Wer ein Spiel gewinnt, bekommt 1 Punkt. Über mehrere Spiele gewinnt, wer mehr Punkte hat; der "
        "Anzug wechselt.",
        "example": "Beispielpartie",
        "player": "**Spieler {0}**",
        "places": "Setzt ein Hindernis auf `{0}`.",
        "moves": "Zieht {0} nach `{1}`.",
        "note": "`{0}` wäre hier nicht erlaubt: {1}",
        "won": "**Spieler {0} gewinnt**: {1}",
        "by goal": "Das Ziel ist erreicht.",
        "by stuck": "Spieler {0} hat keinen gültigen Zug.",
        "strategy": "Strategie",
        "best": "Bei bestem Spiel gewinnt {0}, in {1} Zügen beider Seiten zusammen. Von {2} ersten Zügen ändern {3} "
        "daran nichts.",
        "first player": "der Anziehende",
        "second player": "der Nachziehende",
        "nobody": "Bei bestem Spiel kann keiner den Sieg erzwingen. Von {0} ersten Zügen ändern {1} daran nichts.",
        "positions": "Das Spiel hat {0} Stellungen. In {1} von denen, die eine Wahl lassen, halten manche Züge das "
        "Ergebnis und "
        "andere verschenken es.",
        "turned": "In der Beispielpartie wechselte der Vorteil {0}; entschieden hat sie Zug {1}.",
        "never turned": "In der Beispielpartie wechselte der Vorteil nie.",
        "once": "einmal",
        "times": "{0}-mal",
        "critical": "Hier ist Spieler {0} am Zug. Von {1} Zügen gewinnt nur {2}.",
        "command": "Beispiel auf der Kommandozeile",
        "conclusion": "Zum Schluss",
        "end": "**{0}** dauert etwa {1} Züge. Gespielt wird mit `gridduels play {2}`.",
        "off": "Das liegt außerhalb des Bretts.",
        "token there": "Auf `{0}` steht eine Figur.",
        "is blocked": "`{0}` ist gesperrt.",
        "move first": "Zuerst muss die Figur ziehen.",
        "none left": "Es ist kein Hindernis mehr da.",
        "cut off": "Es würde den letzten Weg zu einem Ziel versperren.",
        "place now": "Jetzt muss ein Hindernis gesetzt werden.",
        "not now": "Die Stellung würde zum dritten Mal entstehen.",
    },
}
LANGUAGES: Final = tuple(_TEXTS)
_NUMBERS: Final = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    "de": ("kein", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"),
}
_GERMAN: Final = {"up": "hoch", "down": "runter", "left": "links", "right": "rechts"}


# --- Writing


class Names(NamedTuple):
    """How to name a cell (a set of one) and a direction in text that does not use the duel's own names."""

    cell: Callable[[int], str]
    direction: Callable[[str], str]


class _Writer:
    """Writes the blocks of one book."""

    def __init__(self, code: Code, language: str, names: Names | None = None, progress: Progress = silent) -> None:
        self.code, self.language, self.names, self._progress = code, language, names, progress
        self.game: Game = load_game(str(code))
        self.texts = _TEXTS[language]

    @cached_property
    def graph(self) -> SolvedGraph:
        """The graph with all values, which only the example and the strategy need."""
        return SolvedGraph(self.game, self._progress, LIMIT)

    def say(self, key: str, *values: object) -> str:
        return self.texts[key].format(*values)

    def cells(self, cells: int) -> str:
        return ", ".join(f"`{self.at(cell)}`" for cell in cells_in(cells))

    def at(self, cell: int) -> str:
        if self.names:
            return self.names.cell(cell)
        row, column = where(self.code.columns, cell)
        return f"({row + 1},{column + 1})"

    def blocks(self) -> Iterator[Block]:
        yield Heading(1, title_of(self.code))
        yield from self._objective()
        yield from self._setup()
        yield Paragraph(self.say("initial"))
        yield Diagram(Duel(self.game))
        yield from self._components()
        yield from self._turns()
        yield from self._rules()
        yield Heading(2, self.say("scoring"))
        yield Paragraph(self.say("point"))
        game = sample_game(self.graph)
        yield from self._example(game)
        yield from self._strategy(game)
        yield Heading(2, self.say("command"))
        yield Transcript(command_sample(self.code, game.moves[:_TYPED]))
        yield Heading(2, self.say("conclusion"))
        yield Paragraph(self.say("end", title_of(self.code), game.ply, self.code))

    def rules(self) -> Iterator[Block]:
        """Yield the sections that state the rules, without diagrams and examples."""
        yield from self._objective()
        yield from self._setup()
        yield from self._components()
        yield from self._turns()
        yield from self._rules()

    def _objective(self) -> Iterator[Block]:
        yield Heading(2, self.say("objective"))
        code = self.code
        if code.goal == "n":
            yield Paragraph(self.say("first" if code.wins else "last"))
            return
        goal = "many goals" if code.goal_cells(1).bit_count() > 1 else "one goal"
        race = self.say("race shared" if code.shared else "race", self.say(goal))
        yield Paragraph(f"{race} {self.say('or stuck' if code.wins else 'or trap')}")

    def _setup(self) -> Iterator[Block]:
        code = self.code
        yield Heading(2, self.say("setup"))
        items: list[str | tuple[str, tuple[str, ...]]] = [self.say("grid", code.rows, code.columns)]
        if code.shared:
            items.append(self.say("shared start", self.cells(1 << code.start)))
        else:
            starts = (1 << code.start, 1 << code.start_two)
            lines = tuple(self.say("start", player, self.cells(cell)) for player, cell in enumerate(starts, 1))
            items.append((self.say("starts"), lines))
        if code.blocked:
            items.append(self.say("blocked", self.cells(code.blocked)))
        if code.goal != "n":
            lines = tuple(self.say("goal", player, self.cells(code.goal_cells(player))) for player in (1, 2))
            items.append((self.say("goals"), lines))
        if code.obstacles:
            items.append(self.say("reserve", self._obstacles()))
        yield Items(tuple(items))

    def _components(self) -> Iterator[Block]:
        code = self.code
        yield Heading(2, self.say("components"))
        parts = [self.say("cells")] + ([] if code.shared else [self.say("tokens")])
        if code.trail or code.obstacles or code.blocked:
            parts.append(self.say("walls"))
        yield Items(tuple(parts))

    def _obstacles(self) -> str:
        number = self.code.obstacles
        return self.say("one obstacle") if number == 1 else self.say("obstacles", _NUMBERS[self.language][number])

    def _turns(self) -> Iterator[Block]:
        yield Heading(2, self.say("turns"))
        yield Paragraph(self.say("alternate"))
        yield Heading(3, self.say("structure"))
        kind = "only move" if not self.code.obstacles else "then" if self.code.then else "or"
        yield Paragraph(self.say(kind, self._token()))

    def _token(self) -> str:
        return self.say("the token" if self.code.shared else "your token")

    def _rules(self) -> Iterator[Block]:
        code = self.code
        yield Heading(2, self.say("rules"))
        yield Heading(3, self.say("movement"))
        items = [self.say("directions", ", ".join(map(self.direction, directions_of(code))))]
        if code.steps == "n":
            items.append(self.say("leap"))
        else:
            items.append(self.say("one cell") if code.reach == 1 else self.say("distance", code.reach))
        passes = self.say("or pass") if code.reach > 1 else ""
        items += [self.say("bounds"), self.say("occupied shared" if code.shared else "occupied", passes)]
        if code.steps in "dk" and (code.trail or code.obstacles or code.blocked):
            items.append(self.say("corners"))
        if code.open:
            items.append(self.say("open"))
        if code.trail:
            items.append(self.say(f"trail {code.trail}"))
        yield Items(tuple(items))
        if code.obstacles:
            yield Heading(3, self.say("placing"))
            items = [self.say("empty"), self.say("stuck then", self._token()) if code.then else self.say("is a move")]
            yield Items((*items, *([self.say(f"paths {code.paths}")] if code.paths else [])))
        if code.is_reversible:
            yield Heading(3, self.say("repetition"))
            yield Paragraph(self.say("third"))
        yield Heading(3, self.say("winning"))
        items = [self.say("either" if code.shared else "at once")] if code.goal != "n" else []
        yield Items((*items, self.say("wins" if code.wins else "loses"), self.say("no draws")))

    def direction(self, word: str) -> str:
        """Return the name of a direction, which is also how a move is typed; in German, with its translation."""
        if self.names:
            return self.names.direction(word)
        if self.language == "en":
            return word
        return f"{word} ({'-'.join(_GERMAN[part] for part in word.split('-'))})"

    def _example(self, game: Duel) -> Iterator[Block]:
        yield Heading(2, self.say("example"))
        duel, known = Duel(self.game), set[str]()
        for number, word in enumerate(game.moves, 1):
            note = self._refused(duel, known) if number in _NOTED else ""
            sentence = f"{self.say('player', duel.turn)}: {self._move(duel, word)}"
            duel = duel.play(word)
            yield Turn(number, sentence, note)
            yield Diagram(duel, indented=True)
        outcome = duel.ended
        why = self.say("by goal") if outcome.reason == "goal" else self.say("by stuck", duel.turn)
        yield Paragraph(self.say("won", outcome.winner, why))

    def _move(self, duel: Duel, word: str) -> str:
        if word[0].isdigit():
            return self.say("places", f"({word})")
        after = duel.play(word).position
        player = 1 if self.code.shared else duel.turn
        token = after[1] if player == 1 else after[2]
        return self.say("moves", word, self.at(token))

    def _refused(self, duel: Duel, known: set[str]) -> str:
        """Return a note about a move that is not allowed, for a reason not `known` yet if possible; an empty
        string if there is none."""
        game, refusals = self.game, dict[str, tuple[str, str]]()
        for action, word in enumerate(game.moves):
            if not game.legal(duel.position) >> action & 1:
                refusal = game.words.refusal(game, duel.position, action)
                refusals.setdefault(refusal.code, (word, self._reason(duel, action, refusal.code)))
        for code in sorted(refusals, key=lambda code: (code in known, code in ("edge", "not-now"), code)):
            if refusals[code][1]:
                known.add(code)
                return self.say("note", *refusals[code])
        return ""

    def _reason(self, duel: Duel, action: int, refusal: str) -> str:
        position, rules = duel.position, self.game.rules
        fixed = {"edge": "off", "no-obstacles": "none left", "cut-off": "cut off"}
        if refusal in fixed:
            return self.say(fixed[refusal])
        placing = action >= rules.moves  # type: ignore[attr-defined]
        if refusal == "not-now":
            return self.say("move first") if placing else self.say("place now") if self.code.then else ""
        if not placing:
            return ""
        cell = 1 << action - rules.moves  # type: ignore[attr-defined]
        standing = self.game.statement.standing(position, 1) | self.game.statement.standing(position, 2)
        return self.say("token there" if cell & standing else "is blocked", self.at(cell))

    def _strategy(self, game: Duel) -> Iterator[Block]:
        graph, value = self.graph, self.graph.value(self.game.start())
        yield Heading(2, self.say("strategy"))
        codes = [_code_after(graph, edge) for edge in range(int(graph.first[1]))]
        start = int(graph.codes[0])
        kept = sum((code > 0) - (code < 0) == (start > 0) - (start < 0) for code in codes)
        if value.plies is None:
            said = self.say("nobody", len(codes), kept)
        else:
            winner = self.say("first player" if value.outcome == "win" else "second player")
            said = self.say("best", winner, value.plies, len(codes), kept)
        yield Paragraph(f"{said} {self.say('positions', f'{graph.entries:,}', f'{_divided(graph):.0%}')}")
        leads = _leads(graph, game)
        if leads:
            often = self.say("once") if len(leads) == 1 else self.say("times", len(leads))
            yield Paragraph(self.say("turned", often, leads[-1]))
        else:
            yield Paragraph(self.say("never turned"))
        critical = _critical(graph, game)
        if critical:
            duel, word = critical
            yield Paragraph(self.say("critical", duel.turn, len(duel.legal_moves), f"`{word}`"))
            yield Diagram(duel)


def _code_after(graph: SolvedGraph, edge: int) -> int:
    end = int(graph.successors[edge])
    return -int(graph.codes[end]) if end >= 0 else int(graph.codes[~end])


def _divided(graph: SolvedGraph) -> float:
    """Return how often, among positions with a choice, some moves keep the result and others do not."""
    from gridduels.engine.kernels.graph_play import DIVIDED, FORCED, INNER
    from gridduels.invent.measures import Board

    census = Board(graph).census()
    return float(census[DIVIDED]) / max(1, int(census[INNER] - census[FORCED]))


def _leader(graph: SolvedGraph, duel: Duel) -> int:
    """Return the player who wins with best play; 0 for neither."""
    code = int(graph.codes[graph.number(duel.position)])
    return 0 if not code else duel.turn if code > 0 else 3 - duel.turn


def _leads(graph: SolvedGraph, game: Duel) -> list[int]:
    """Return the numbers of the moves at which the advantage changed hands."""
    found, before = [], 0
    for ply in range(game.ply + 1):
        now = _leader(graph, Duel(game.game, game.moves[:ply]))
        if now and before and now != before:
            found.append(ply)
        before = now or before
    return found


def _critical(graph: SolvedGraph, game: Duel) -> tuple[Duel, str] | None:
    """Return the last position of a game, before its end, in which exactly one of several moves wins."""
    for ply in range(game.ply - 2, 1, -1):
        duel = Duel(game.game, game.moves[:ply])
        number = graph.number(duel.position)
        edges = range(int(graph.first[number]), int(graph.first[number + 1]))
        wins = [index for index, edge in enumerate(edges) if _code_after(graph, edge) > 0]
        if len(wins) == 1 and len(edges) > 2 and len(duel.legal_moves) == len(edges):
            return duel, duel.legal_moves[wins[0]]
    return None


def sample_game(graph: SolvedGraph) -> Duel:
    """Return a game of median length between players who see a few plies ahead. The same graph gives the same game."""
    rng, games = random.Random(graph.entries), []
    for _ in range(_SAMPLES):
        duel = Duel(graph.game)
        while not duel.outcome and duel.ply < 200:
            duel = duel.play(_seen(graph, duel, rng))
        if duel.outcome:
            games.append(duel)
    games.sort(key=lambda duel: (duel.ply, duel.moves))
    if not games:
        raise SetupError(f"no game of {graph.game.id} ended within 200 moves, so it has no example to print.")
    return games[len(games) // 2]


def _seen(graph: SolvedGraph, duel: Duel, rng: random.Random) -> str:
    number = graph.number(duel.position)
    words = dict(zip(graph.moves(number), range(int(graph.first[number]), int(graph.first[number + 1])), strict=True))
    scores: dict[str, int] = {}
    for word in duel.legal_moves:
        code = _code_after(graph, words[word])
        scores[word] = ((code > 0) - (code < 0)) if abs(code) <= _SIGHT else 0
    best = max(scores.values())
    return rng.choice([word for word, score in scores.items() if score == best])


def command_sample(code: Code, moves: tuple[str, ...]) -> str:
    """Return what the command line prints when a player types some moves and then leaves the game."""
    typed = "\n".join([*moves, "quit"]) + "\n"
    command = [sys.executable, "-m", "gridduels", "play", str(code), "--plain", "--rounds", "1"]
    found = subprocess.run(command, input=typed, capture_output=True, text=True, check=False)
    return found.stdout.strip()


# --- Rendering


def blocks_of(code: Code, language: str = "en", progress: Progress = silent) -> list[Block]:
    """Return the blocks of a duel's rule book. Raises SetupError for an unknown language or too large a duel."""
    if language not in LANGUAGES:
        raise SetupError(f"there are no rule books in {language!r}. Choose {' or '.join(LANGUAGES)}.")
    return list(_Writer(code, language, progress=progress).blocks())


def rules_of(code: Code, names: Names | None = None) -> str:
    """Return the sections of a duel's rule book that state the rules, as Markdown, e.g. for a prompt.

    >>> print(rules_of(parse("duel1-3x5-k1-t1-r1-gn-l-sc")).splitlines()[2])
    Be the last player who can make a valid move.
    """
    return markdown_of(list(_Writer(code, "en", names).rules()))


def markdown_of(blocks: list[Block]) -> str:
    """Return a rule book as Markdown."""
    return "\n\n".join(map(_markdown, blocks)) + "\n"


def _markdown(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {text}"
        case Paragraph(text):
            return text
        case Items(items):
            lines = []
            for item in items:
                text, inner = item if isinstance(item, tuple) else (item, ())
                lines += [f"- {text}", *(f"  - {each}" for each in inner)]
            return "\n".join(lines)
        case Turn(number, sentence, note):
            return f"{number}. {sentence}" + (f"\n\n   - {note}" if note else "")
        case Diagram(duel, indented):
            text = f"```\n{board_text(duel)}\n```"
            return "\n".join(f"   {line}" for line in text.splitlines()) if indented else text
        case Transcript(text):
            return f"```\n{text}\n```"


def board_text(duel: Duel) -> str:
    """Return a board as the book draws it."""
    return duel.game.words.board(duel.game, duel.position)


def html_of(blocks: list[Block], language: str = "en") -> str:
    """Return a rule book as one HTML page with drawn boards."""
    from pathlib import Path

    from markupsafe import Markup

    from gridduels.pictures.templates import templates

    title = next(block.text for block in blocks if isinstance(block, Heading))
    folder = Path(__file__).parent / "page"
    parts = [Markup(_html(block)) for block in blocks]
    return templates(folder).get_template("book.html").render(title=title, parts=parts, language=language) + "\n"


def _html(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level}>{_inline(text)}</h{level}>"
        case Paragraph(text):
            return f"<p>{_inline(text)}</p>"
        case Items(items):
            made = ""
            for item in items:
                text, inner = item if isinstance(item, tuple) else (item, ())
                nested = "".join(f"<li>{_inline(each)}</li>" for each in inner)
                made += f"<li>{_inline(text)}{f'<ul>{nested}</ul>' if nested else ''}</li>"
            return f"<ul>{made}</ul>"
        case Turn(number, sentence, note):
            return f'<p class="turn">{number}. {_inline(sentence)}{f" <em>{_inline(note)}</em>" if note else ""}</p>'
        case Diagram(duel, indented):
            kind = "small" if indented else "board"
            return f'<figure class="{kind}">{duel._repr_svg_()}</figure>'
        case Transcript(text):
            return f"<pre>{escape(text)}</pre>"


def _inline(text: str) -> str:
    """Return a sentence as HTML: `**` is bold and backticks are code."""
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(text, quote=False))
    return re.sub(r"`(.+?)`", r"<code>\1</code>", text)


FORMS: Final = {
    ".md": (b"# ",),
    ".html": (b"<!doctype html>", b'<meta name="generator" content="gridduels invent book">'),
    ".pdf": (b"%PDF-",),
}
"""The formats of a book by file extension, each with the bytes such a file starts with and any others it contains."""


def book_of(code: str, form: str = ".md", language: str = "en", progress: Progress = silent) -> bytes:
    """Return a duel's rule book as the content of a file, after checking it."""
    blocks = blocks_of(parse(code), language, progress)
    text = markdown_of(blocks)
    check_book(text)
    if form == ".md":
        return text.encode()
    page = html_of(blocks, language)
    return page.encode() if form == ".html" else _pdf(page)


def _pdf(page: str) -> bytes:
    try:
        from weasyprint import HTML
    except ImportError:
        raise MissingExtra("a rule book as PDF needs WeasyPrint", "report") from None
    except OSError:
        raise SetupError("a rule book as PDF needs the Pango library: install libpangoft2-1.0-0 or pango.") from None
    found: bytes = HTML(string=page).write_pdf()
    return found


# --- Checking a finished book


_TURN: Final = re.compile(
    r"^(?P<number>\d+)\. \*\*\w+ (?P<player>\d)\*\*: (?P<sentence>.*)\n"
    r"(?:\n   - `(?P<refused>[^`]+)` .*\n)?"
    r"\n   ```\n(?P<board>(?:   .*\n)+?)   ```$",
    re.MULTILINE,
)
_WON: Final = re.compile(r"^\*\*\w+ (\d) (?:wins|gewinnt)\*\*: ", re.MULTILINE)
_CELL: Final = re.compile(r"\((\d+),(\d+)\)")


def check_book(text: str) -> int:
    """Read a Markdown rule book back, in either language, and return how many moves were checked.

    Raises SetupError if a move is illegal, a board does not match, a refused move is legal, or the ending is wrong.
    """
    found = re.search(r"`gridduels play (\S+)`", text)
    if not found:
        raise SetupError("the book does not say which duel it describes.")
    game = load_game(str(parse(found[1])))
    duel, checked = Duel(game), 0
    _expect(board_text(duel) in text, "the initial board is not in the book")
    for turn in _TURN.finditer(text):
        checked += 1
        at = f"move {turn['number']}"
        _expect(int(turn["number"]) == checked and int(turn["player"]) == duel.turn, f"{at} is not the next one")
        if turn["refused"]:
            _expect(turn["refused"] not in duel.legal_moves, f"{at}: {turn['refused']} is legal")
        duel = _play(duel, turn["sentence"], at)
        drawn = "\n".join(line[3:] for line in turn["board"].rstrip("\n").splitlines())
        _expect(drawn == board_text(duel), f"{at}: the board is another one")
    won = _WON.search(text)
    _expect(duel.outcome is not None and won is not None, "the example does not end")
    _expect(won is not None and duel.ended.winner == int(won[1]), "the example has another winner")
    return checked


def _play(duel: Duel, sentence: str, at: str) -> Duel:
    cell = _CELL.search(sentence)
    words = [word for word in re.findall(r"[a-z-]+\d?", sentence) if word in duel.legal_moves]
    if words and cell:
        after = duel.play(words[0])
        number = (int(cell[1]) - 1) * duel.game.columns + int(cell[2]) - 1
        player = duel.turn
        _expect(duel.game.statement.standing(after.position, player) >> number & 1 == 1, f"{at} ends elsewhere")
        return after
    word = f"{cell[1]},{cell[2]}" if cell else ""
    _expect(word in duel.legal_moves, f"{at} is not legal")
    return duel.play(word)


def _expect(holds: bool, complaint: str) -> None:
    if not holds:
        raise SetupError(f"the rule book is wrong: {complaint}.")
