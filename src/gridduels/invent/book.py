"""Write the rule book of an invented duel. Every sentence in it is true of the duel, and every example is legal.

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
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from gridduels.board import each as cells_in
from gridduels.board import where
from gridduels.duel import Duel, Reason
from gridduels.engine import SolvedGraph
from gridduels.engine.progress import Progress, silent
from gridduels.errors import SetupError
from gridduels.game import Game
from gridduels.invent.code import Code, parse
from gridduels.invent.words import directions_of, title_of
from gridduels.registry import load_game

if TYPE_CHECKING:
    from markupsafe import Markup

LIMIT: Final = 1_000_000
"""The maximum number of positions in a duel that gets a rule book, since the strategy section needs all values."""
_SAMPLES: Final = 41
"""The number of games to play in order to find a sample of typical length."""
_SIGHT: Final = 3
"""The number of plies that the players in the sample game look ahead."""
_NOTED: Final = (3, 6)
"""The moves in the sample game at which the book also mentions an illegal move."""
_FROM: Final = 2
"""The first move after which the strategy section may show a position, so that it doesn't reveal the best opening
moves."""
_SHOWN: Final = 8
"""The number of moves of best play shown in the strategy section."""
_TYPED: Final = 4
"""The number of moves shown in the command-line sample."""


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
        "first": "Be the first player who has no valid move on their turn{0}.",
        "race": "Be the first to move your token onto {0}.",
        "race shared": "Get the token you share onto {0} before it reaches your opponent's goal.",
        "one goal": "your goal cell",
        "many goals": "one of your goal cells",
        "or trap": "You also win if your opponent has no valid move on their turn.",
        "or stuck": "You also win if you have no valid move on your turn{0}.",
        "unless barred": ", unless only the repetition rule leaves you none",
        "setup": "Setup",
        "grid": "**Grid**: {0} rows and {1} columns. Cells are `(row,column)`, from `(1,1)` at the top left to "
        "`({0},{1})` at the bottom right.",
        "starts": "**Starting positions**:",
        "start": "**Player {0}** starts at {1}.",
        "shared start": "**Token**: Both players move the same token `o`, which starts at {0}.",
        "blocked": "**Blocked from the beginning**: {0}.",
        "goals": "**Goals**:",
        "goal": "**Player {0}'s goal**: {1}.",
        "reserve": "**Obstacles**: Each player has {0}.",
        "one obstacle": "one obstacle",
        "obstacles": "{0} obstacles",
        "initial": "The initial setup:",
        "components": "Game Components",
        "cells": "**Cells**: A cell is empty, holds a token, or is blocked.",
        "cells free": "**Cells**: A cell is empty or holds a token.",
        "tokens": "**Tokens**: `1` and `2`, one for each player.",
        "walls": "**Blocked cells**: Shown as `#`, they stay blocked for the rest of the game.",
        "turns": "Turns",
        "alternate": "Players take turns, starting with **Player 1**. Passing is not allowed.",
        "structure": "Turn Structure",
        "only move": "On your turn, you must move {0}.",
        "your token": "your token",
        "the token": "the token",
        "then": "On your turn, you must first move {0}. Then you must place one obstacle, as long as you still have "
        "one and there is a cell where it may go.{1}",
        "then goal": " If your move reaches a goal, the game is over and no obstacle is placed.",
        "or": "On your turn, you must do one of two things: move {0}, or place one obstacle from your reserve.",
        "rules": "Rules and Mechanics",
        "movement": "Movement",
        "directions": "**Directions**: {0}.",
        "leap": "**Leaps**: Each of these moves goes two cells one way and one cell across; whatever lies between "
        "does not matter.",
        "one cell": "**Distance**: One cell.",
        "distance": "**Distance**: 1 to {0} cells in a straight line; every cell on the way must be free.",
        "jumps": "**Jumps**: Instead, a token may jump in one of these directions over {0} right next to it, onto the "
        "cell directly behind, which must be free. The cell it jumps over stays as it is.",
        "over wall": "a blocked cell",
        "over token": "the other token",
        "over either": "a blocked cell or the other token",
        "bounds": "**Bounds**: A token cannot leave the grid.",
        "occupied": "**Occupied cells**: A token cannot enter {0}a blocked cell or the cell of the other token.{1}",
        "occupied free": "**Occupied cells**: A token cannot enter {0}the cell of the other token.{1}",
        "occupied shared": "**Blocked cells**: The token cannot enter {0}a blocked cell.{1}",
        "or pass": "or pass ",
        "unless jumping": " A jump is the only exception.",
        "corners": "**Corners**: A diagonal step may pass between two cells that are blocked or occupied.",
        "corners shared": "**Corners**: A diagonal step may pass between two blocked cells.",
        "open": "**Open goal**: You may enter {0}your own goal even if it is blocked{1}.",
        "by jumping": ", also with a jump",
        "trail 1": "**Walls**: The cell a token leaves becomes blocked.",
        "trail 2": "**Walls**: The cell a token leaves becomes blocked, and so does every cell it passes over.",
        "placing": "Placing Obstacles",
        "empty": "An obstacle goes on any empty cell, and blocks it.",
        "empty goal": "An obstacle goes on any empty cell, goal cells included, and blocks it.",
        "is a move": "If you can place an obstacle, you have a valid move, even if {0} is stuck.",
        "stuck then": "If {0} cannot move, you have no valid move, even if you have obstacles left.",
        "paths 1": "An obstacle must leave your opponent a way to their goal.",
        "paths 2": "An obstacle must leave each player a way to that player's goal.",
        "way": "A way is a series of steps in the directions above, from {0} to the goal, over cells that are not "
        "blocked{1}.{2}",
        "jumping way": "A way is a series of steps, and jumps over blocked cells, in the directions above, from {0} to "
        "the goal, onto cells that are not blocked{1}.{2}",
        "through tokens": " Tokens do not close it.",
        "own token": "the player's token",
        "shared token": "the token",
        "open way": "; the player's own goal counts as not blocked",
        "repetition": "Repetition",
        "third": "A move that leads to the same position for the third time, counting the starting position, is not "
        "allowed. Two positions are the same if they agree in {0}. If this rule bars every move you have, you "
        "**lose**.",
        "same": "the cells of the tokens and the player to move",
        "same shared": "the cell of the token and the player to move",
        "same placed": "the cells of the tokens, the blocked cells, the obstacles each player still has, and the "
        "player to move",
        "same placed shared": "the cell of the token, the blocked cells, the obstacles each player still has, and "
        "the player to move",
        "winning": "Winning the Game",
        "at once": "If your move ends on your goal, you win at once.",
        "either": "If a move ends with the token on a player's goal, that player wins at once, whoever moved it.",
        "loses": "If you have no valid move on your turn, you **lose**.",
        "wins": "If you have no valid move on your turn, you **win**{0}.",
        "no draws": "**No draws**: Every game has a winner.",
        "scoring": "Scoring",
        "point": "The winner of a game gets 1 point. Over several games, the players take turns going "
        "first. The player with more points wins the match; with equal points, it is drawn.",
        "example": "Example Game",
        "written": "Moves are written as you type them: a direction{0}, such as `{1}`{2}.",
        "distance too": " and a distance in cells",
        "jump distance": " (two for a jump)",
        "cell too": ", or for an obstacle the row and column of its cell, such as `{0}`",
        "player": "**Player {0}**",
        "places": "Places an obstacle at `{0}`.",
        "moves": "Moves {0} to `{1}`.",
        "note": "`{0}` would not be allowed here: {1}",
        "won": "**Player {0} wins**: {1}",
        "by goal": "the goal is reached.",
        "by no moves": "Player {0} has no valid move.",
        "by repetition": "every move of Player {0} would repeat a position for the third time.",
        "strategy": "Strategy",
        "best": "With best play, {0} wins, in {1}.",
        "one move": "one move",
        "moves of both": "{0} moves of both players together",
        "moves and obstacles": "{0} moves and placed obstacles of both players together",
        "first player": "the player who goes first",
        "second player": "the player who goes second",
        "nobody": "With best play, neither player can force a win without exhausting the repetition rule.",
        "all kept": "Every first move keeps it that way.",
        "one kept": "Of the {0} first moves, only one keeps it that way.",
        "some kept": "Of the {0} first moves, {1} keep it that way.",
        "positions": "The duel has {0} positions. In {1} of those with a choice, some moves keep the result and "
        "others throw it away.",
        "turned": "In the example game the advantage changed hands {0}; the move that decided it was move {1}.",
        "never turned": "In the example game the advantage never changed hands.",
        "once": "once",
        "twice": "twice",
        "times": "{0} times",
        "critical": "After move {0} of the example game, Player {1} is to move. Only one of {2} moves keeps a "
        "forced win.",
        "critical place": "After move {0} of the example game, Player {1} is to place an obstacle. Only one of {2} "
        "cells keeps a forced win.",
        "from there": "After move {0} of the example game, Player {1} is to move.",
        "from there place": "After move {0} of the example game, Player {1} is to place an obstacle.",
        "reserves": "Obstacles not yet placed: Player 1 has {0}, Player 2 has {1}.",
        "line": "**Best play from there**: {0}. Player {1} wins.",
        "longer line": "**Best play from there**: {0}, and so on. Player {1} wins, in {2}.",
        "command": "Command-Line Sample",
        "conclusion": "Conclusion",
        "end": "A game of **{0}** takes about {1}. Play it with `gridduels play {2}`.",
        "off": "that is off the grid.",
        "nothing": "there is nothing to jump over.",
        "token there": "a token is on `{0}`.",
        "is blocked": "`{0}` is blocked.",
        "move first": "the token has to move first.",
        "none left": "no obstacle is left.",
        "cut off": "it would leave a player without a way to the goal.",
        "place now": "an obstacle has to be placed now.",
        "not now": "it would repeat a position for the third time.",
    },
    "de": {
        "objective": "Ziel des Spiels",
        "last": "Mache den letzten gültigen Zug.",
        "first": "Sorge dafür, dass du als Erster am Zug bist, ohne einen gültigen Zug zu haben{0}.",
        "race": "Ziehe deinen Stein als Erster auf {0}.",
        "race shared": "Bringe den gemeinsamen Stein auf {0}, bevor er das Ziel deines Gegners erreicht.",
        "one goal": "dein Zielfeld",
        "many goals": "eines deiner Zielfelder",
        "or trap": "Du gewinnst auch, wenn dein Gegner am Zug ist und keinen gültigen Zug hat.",
        "or stuck": "Du gewinnst auch, wenn du am Zug bist und keinen gültigen Zug hast{0}.",
        "unless barred": ", außer wenn nur die Wiederholungsregel dir alle Züge nimmt",
        "setup": "Aufbau",
        "grid": "**Brett**: {0} Zeilen und {1} Spalten. Felder heißen `(Zeile,Spalte)`, von `(1,1)` oben links bis "
        "`({0},{1})` unten rechts.",
        "starts": "**Startfelder**:",
        "start": "**Spieler {0}** beginnt auf {1}.",
        "shared start": "**Stein**: Beide ziehen denselben Stein `o`; er beginnt auf {0}.",
        "blocked": "**Von Anfang an gesperrt**: {0}.",
        "goals": "**Ziele**:",
        "goal": "**Ziel von Spieler {0}**: {1}.",
        "reserve": "**Hindernisse**: Jeder hat {0}.",
        "one obstacle": "ein Hindernis",
        "obstacles": "{0} Hindernisse",
        "initial": "Die Ausgangsstellung:",
        "components": "Spielmaterial",
        "cells": "**Felder**: Ein Feld ist leer, besetzt oder gesperrt.",
        "cells free": "**Felder**: Ein Feld ist leer oder besetzt.",
        "tokens": "**Steine**: `1` und `2`, einer für jeden.",
        "walls": "**Gesperrte Felder**: Sie sind mit `#` bezeichnet und bleiben bis zum Ende gesperrt.",
        "turns": "Spielablauf",
        "alternate": "Gezogen wird abwechselnd, **Spieler 1** beginnt. Passen ist nicht erlaubt.",
        "structure": "Der Zug",
        "only move": "Wenn du am Zug bist, musst du {0} ziehen.",
        "your token": "deinen Stein",
        "the token": "den Stein",
        "then": "Wenn du am Zug bist, musst du zuerst {0} ziehen. Danach musst du ein Hindernis setzen, solange du "
        "noch eines hast und es ein Feld dafür gibt.{1}",
        "then goal": " Erreicht der Zug ein Ziel, ist das Spiel zu Ende, und es wird kein Hindernis gesetzt.",
        "or": "Wenn du am Zug bist, musst du entweder {0} ziehen oder ein Hindernis aus deinem Vorrat setzen.",
        "rules": "Regeln",
        "movement": "Ziehen",
        "directions": "**Richtungen**: {0}.",
        "leap": "**Sprünge**: Jeder Zug geht zwei Felder in eine Richtung und ein Feld zur Seite; was dazwischen "
        "liegt, spielt keine Rolle.",
        "one cell": "**Reichweite**: Ein Feld.",
        "distance": "**Reichweite**: 1 bis {0} Felder in gerader Linie; jedes Feld auf dem Weg muss frei sein.",
        "jumps": "**Sprünge**: Stattdessen darf ein Stein in einer dieser Richtungen über {0} direkt neben ihm "
        "springen, auf das Feld unmittelbar dahinter, das frei sein muss. Das übersprungene Feld bleibt, wie es ist.",
        "over wall": "ein gesperrtes Feld",
        "over token": "den anderen Stein",
        "over either": "ein gesperrtes Feld oder den anderen Stein",
        "bounds": "**Rand**: Ein Stein kann das Brett nicht verlassen.",
        "occupied": "**Besetzte Felder**: Ein Stein darf ein gesperrtes Feld oder das Feld des anderen Steins nicht "
        "betreten{0}.{1}",
        "occupied free": "**Besetzte Felder**: Ein Stein darf das Feld des anderen Steins nicht betreten{0}.{1}",
        "occupied shared": "**Gesperrte Felder**: Der Stein darf ein gesperrtes Feld nicht betreten{0}.{1}",
        "or pass": " oder überqueren",
        "unless jumping": " Die einzige Ausnahme ist ein Sprung.",
        "corners": "**Ecken**: Ein schräger Schritt darf zwischen zwei gesperrten oder besetzten Feldern "
        "hindurchgehen.",
        "corners shared": "**Ecken**: Ein schräger Schritt darf zwischen zwei gesperrten Feldern hindurchgehen.",
        "open": "**Offenes Ziel**: Dein eigenes Ziel darfst du auch betreten{0}, wenn es gesperrt ist{1}.",
        "by jumping": ", ebenso mit einem Sprung",
        "trail 1": "**Mauern**: Das Feld, das ein Stein verlässt, wird gesperrt.",
        "trail 2": "**Mauern**: Das Feld, das ein Stein verlässt, wird gesperrt, ebenso jedes Feld, das er überquert.",
        "placing": "Hindernisse setzen",
        "empty": "Ein Hindernis kommt auf ein beliebiges leeres Feld und sperrt es.",
        "empty goal": "Ein Hindernis kommt auf ein beliebiges leeres Feld, auch auf ein Zielfeld, und sperrt es.",
        "is a move": "Kannst du ein Hindernis setzen, hast du einen gültigen Zug, auch wenn du {0} nicht ziehen "
        "kannst.",
        "stuck then": "Kannst du {0} nicht ziehen, hast du keinen gültigen Zug, auch wenn du noch Hindernisse hast.",
        "paths 1": "Ein Hindernis muss deinem Gegner einen Weg zu seinem Ziel lassen.",
        "paths 2": "Ein Hindernis muss jedem Spieler einen Weg zu seinem Ziel lassen.",
        "way": "Ein Weg ist eine Folge von Schritten in den Richtungen oben, {0} bis zum Ziel, über Felder, die "
        "nicht gesperrt sind{1}.{2}",
        "jumping way": "Ein Weg ist eine Folge von Schritten und Sprüngen über gesperrte Felder, in den Richtungen "
        "oben, {0} bis zum Ziel, auf Felder, die nicht gesperrt sind{1}.{2}",
        "through tokens": " Steine versperren ihn nicht.",
        "own token": "vom Stein des Spielers",
        "shared token": "vom Stein",
        "open way": "; das eigene Ziel gilt dabei als nicht gesperrt",
        "repetition": "Wiederholung",
        "third": "Ein Zug, durch den dieselbe Stellung zum dritten Mal entstünde, ist nicht erlaubt; die "
        "Ausgangsstellung zählt mit. Zwei Stellungen sind gleich, wenn sie in diesen Punkten übereinstimmen: {0}. "
        "Nimmt dir diese Regel alle Züge, **verlierst** du.",
        "same": "die Felder der Steine und der Spieler am Zug",
        "same shared": "das Feld des Steins und der Spieler am Zug",
        "same placed": "die Felder der Steine, die gesperrten Felder, die übrigen Hindernisse jedes Spielers und der "
        "Spieler am Zug",
        "same placed shared": "das Feld des Steins, die gesperrten Felder, die übrigen Hindernisse jedes Spielers und "
        "der Spieler am Zug",
        "winning": "Ende des Spiels",
        "at once": "Endet dein Zug auf deinem Ziel, gewinnst du sofort.",
        "either": "Endet ein Zug auf dem Ziel eines Spielers, gewinnt dieser sofort, egal wer gezogen hat.",
        "loses": "Bist du am Zug und hast keinen gültigen Zug, **verlierst** du.",
        "wins": "Bist du am Zug und hast keinen gültigen Zug, **gewinnst** du{0}.",
        "no draws": "**Kein Unentschieden**: Jedes Spiel hat einen Sieger.",
        "scoring": "Wertung",
        "point": "Wer ein Spiel gewinnt, bekommt 1 Punkt. Über mehrere Spiele beginnt ihr abwechselnd. Es gewinnt, wer "
        "mehr Punkte hat; bei Gleichstand ist es unentschieden.",
        "example": "Beispielpartie",
        "written": "Züge stehen hier so, wie du sie eintippst: als Richtung{0}, etwa `{1}`{2}.",
        "distance too": " mit der Entfernung in Feldern",
        "jump distance": " (zwei bei einem Sprung)",
        "cell too": ", ein Hindernis als Zeile und Spalte seines Feldes, etwa `{0}`",
        "player": "**Spieler {0}**",
        "places": "Setzt ein Hindernis auf `{0}`.",
        "moves": "Zieht {0} nach `{1}`.",
        "note": "`{0}` wäre hier nicht erlaubt: {1}",
        "won": "**Spieler {0} gewinnt**: {1}",
        "by goal": "Das Ziel ist erreicht.",
        "by no moves": "Spieler {0} hat keinen gültigen Zug.",
        "by repetition": "Jeder Zug von Spieler {0} würde eine Stellung zum dritten Mal herbeiführen.",
        "strategy": "Strategie",
        "best": "Bei bestem Spiel gewinnt {0}, nach {1}.",
        "one move": "einem Zug",
        "moves of both": "{0} Zügen beider Seiten zusammen",
        "moves and obstacles": "{0} Zügen und gesetzten Hindernissen beider Seiten zusammen",
        "first player": "der Anziehende",
        "second player": "der Nachziehende",
        "nobody": "Bei bestem Spiel kann keiner den Sieg erzwingen, ohne die Wiederholungsregel auszureizen.",
        "all kept": "Kein erster Zug ändert daran etwas.",
        "one kept": "Nur einer von {0} ersten Zügen ändert daran nichts.",
        "some kept": "{1} von {0} ersten Zügen ändern daran nichts.",
        "positions": "Das Spiel hat {0} Stellungen. In {1} von denen, die eine Wahl lassen, halten manche Züge das "
        "Ergebnis und andere verschenken es.",
        "turned": "In der Beispielpartie wechselte der Vorteil {0}; entscheidend war Zug {1}.",
        "never turned": "In der Beispielpartie wechselte der Vorteil nie.",
        "once": "einmal",
        "twice": "zweimal",
        "times": "{0}-mal",
        "critical": "Nach Zug {0} der Beispielpartie ist Spieler {1} am Zug. Nur einer von {2} Zügen sichert den Sieg.",
        "critical place": "Nach Zug {0} der Beispielpartie muss Spieler {1} ein Hindernis setzen. Nur eines von "
        "{2} Feldern sichert den Sieg.",
        "from there": "Nach Zug {0} der Beispielpartie ist Spieler {1} am Zug.",
        "from there place": "Nach Zug {0} der Beispielpartie muss Spieler {1} ein Hindernis setzen.",
        "reserves": "Noch nicht gesetzte Hindernisse: Spieler 1 hat {0}, Spieler 2 hat {1}.",
        "line": "**Bestes Spiel von hier**: {0}. Spieler {1} gewinnt.",
        "longer line": "**Bestes Spiel von hier**: {0} und so weiter. Spieler {1} gewinnt, nach {2}.",
        "command": "Beispiel auf der Kommandozeile",
        "conclusion": "Zum Schluss",
        "end": "Eine Partie **{0}** endet nach etwa {1}. Gespielt wird mit `gridduels play {2}`.",
        "off": "Das liegt außerhalb des Bretts.",
        "nothing": "Dort gibt es nichts zu überspringen.",
        "token there": "Auf `{0}` steht ein Stein.",
        "is blocked": "`{0}` ist gesperrt.",
        "move first": "Zuerst muss der Stein ziehen.",
        "none left": "Es ist kein Hindernis mehr da.",
        "cut off": "Danach hätte ein Spieler keinen Weg zum Ziel.",
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
    """How to name a cell (a set with one member) and a direction in text that doesn't use the duel's own names."""

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
        """The graph with all values, needed only for the example and the strategy."""
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
        yield Paragraph(self.say("end", title_of(self.code), self._moves(game.ply), self.code))

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
            yield Paragraph(self.say("first", self._unless_barred()) if code.wins else self.say("last"))
            return
        goal = "many goals" if code.goal_cells(1).bit_count() > 1 else "one goal"
        race = self.say("race shared" if code.shared else "race", self.say(goal))
        stuck = self.say("or stuck", self._unless_barred()) if code.wins else self.say("or trap")
        yield Paragraph(f"{race} {stuck}")

    def _unless_barred(self) -> str:
        """Return the exception for players whose moves are all barred, who lose even if being stuck normally wins."""
        return self.say("unless barred") if self.code.is_reversible else ""

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
        parts = [self.say("cells" if self.code.blocks else "cells free")]
        if not code.shared:
            parts.append(self.say("tokens"))
        if self.code.blocks:
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
        yield Paragraph(self.say(kind, self._token(), "" if self.code.goal == "n" else self.say("then goal")))

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
        if code.jumps:
            over = "over wall" if code.shared else "over either" if code.blocks else "over token"
            items.append(self.say("jumps", self.say(over)))
        passes = self.say("or pass") if code.reach > 1 else ""
        items.append(self.say("bounds"))
        occupied = passes, self.say("unless jumping") if code.jumps and passes else ""
        if not code.shared:
            items.append(self.say("occupied" if code.blocks else "occupied free", *occupied))
        elif code.blocks:
            items.append(self.say("occupied shared", *occupied))
        if code.steps in "dk" and code.blocks:
            items.append(self.say("corners shared" if code.shared else "corners"))
        if code.open:
            jumping = self.say("by jumping") if code.jumps else ""
            items.append(self.say("open", passes if code.goal == "s" else "", jumping))
        if code.trail:
            items.append(self.say(f"trail {code.trail}"))
        yield Items(tuple(items))
        if code.obstacles:
            yield Heading(3, self.say("placing"))
            items = [self.say("empty" if code.goal == "n" else "empty goal")]
            items.append(self.say("stuck then" if code.then else "is a move", self._token()))
            if code.paths:
                token = self.say("shared token" if code.shared else "own token")
                opened = self.say("open way") if code.open else ""
                way = "jumping way" if code.jumps else "way"
                way = self.say(way, token, opened, "" if code.shared else self.say("through tokens"))
                items.append(f"{self.say(f'paths {code.paths}')} {way}")
            yield Items(tuple(items))
        if code.is_reversible:
            yield Heading(3, self.say("repetition"))
            same = f"same{' placed' if code.obstacles else ''}{' shared' if code.shared else ''}"
            yield Paragraph(self.say("third", self.say(same)))
        yield Heading(3, self.say("winning"))
        items = [self.say("either" if code.shared else "at once")] if code.goal != "n" else []
        yield Items((*items, self._stuck(), self.say("no draws")))

    def _stuck(self) -> str:
        return self.say("wins", self._unless_barred()) if self.code.wins else self.say("loses")

    def direction(self, word: str) -> str:
        """Return the name of a direction, which is also how a move is typed; in German, with its translation."""
        if self.names:
            return self.names.direction(word)
        if self.language == "en":
            return word
        return f"{word} ({'-'.join(_GERMAN[part] for part in word.split('-'))})"

    def _example(self, game: Duel) -> Iterator[Block]:
        yield Heading(2, self.say("example"))
        yield Paragraph(self._written())
        duel, known = Duel(self.game), set[str]()
        for number, word in enumerate(game.moves, 1):
            note = self._refused(duel, known) if number in _NOTED else ""
            sentence = f"{self.say('player', duel.turn)}: {self._move(duel, word)}"
            duel = duel.play(word)
            yield Turn(number, sentence, note)
            yield Diagram(duel, indented=True)
        yield Paragraph(self.say("won", duel.ended.winner, _ending(self.texts, duel)))

    def _written(self) -> str:
        """Say how moves are written."""
        code, distance = self.code, ""
        if code.distance > 1:
            distance = self.say("distance too") + (self.say("jump distance") if code.jumps else "")
        cell = self.say("cell too", f"1,{code.columns}") if code.obstacles else ""
        return self.say("written", distance, Duel(self.game).legal_moves[0], cell)

    def _move(self, duel: Duel, word: str) -> str:
        if word[0].isdigit():
            return self.say("places", f"({word})")
        after = duel.play(word).position
        player = 1 if self.code.shared else duel.turn
        token = after[1] if player == 1 else after[2]
        return self.say("moves", word, self.at(token))

    def _refused(self, duel: Duel, known: set[str]) -> str:
        """Return a note about an illegal move, preferably for a reason that isn't in `known` yet; an empty string if
        there is no such move."""
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
            forced = "place now" if position.placing else "nothing"  # type: ignore[attr-defined]
            return self.say("move first" if placing else forced)
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
            said = self.say("nobody")
        else:
            winner = self.say("first player" if value.outcome == "win" else "second player")
            said = self.say("best", winner, self._moves(value.plies))
        how_many = "all kept" if kept == len(codes) else "one kept" if kept == 1 else "some kept"
        divided = f"{_divided(graph):.0%}"
        if self.language == "de":
            divided = divided.replace("%", " %")
        positions = self.say("positions", self._number(graph.entries), divided)
        yield Paragraph(f"{said} {self.say(how_many, len(codes), kept)} {positions}")
        if game.ended.reason != Reason.REPETITION:
            leads = _leads(graph, game)
            often = self.say({1: "once", 2: "twice"}.get(len(leads), "times"), len(leads))
            yield Paragraph(self.say("turned", often, leads[-1]) if leads else self.say("never turned"))
        yield from self._from_the_middle(game)

    def _from_the_middle(self, game: Duel) -> Iterator[Block]:
        """Yield a position from the example, the most instructive one if possible, and best play from there."""
        critical = _critical(self.graph, game)
        plies = [critical] if critical is not None else range(_FROM, game.ply)
        for ply in plies:
            duel = Duel(game.game, game.moves[:ply])
            line = _best_line(self.graph, duel)
            if not line:
                continue
            placing = " place" if duel.position.placing else ""  # type: ignore[attr-defined]
            kind = "from there" if critical is None else "critical"
            yield Paragraph(self.say(kind + placing, ply, duel.turn, len(duel.legal_moves)))
            yield Diagram(duel)
            if self.code.obstacles:
                position = duel.position
                reserves = position.reserve_one, position.reserve_two  # type: ignore[attr-defined]
                yield Paragraph(self.say("reserves", *reserves))
            shown = ", ".join(f"`{word}`" for word in line[:_SHOWN])
            winner = _leader(self.graph, duel)
            if len(line) > _SHOWN:
                yield Paragraph(self.say("longer line", shown, winner, self._moves(len(line))))
            else:
                yield Paragraph(self.say("line", shown, winner))
            return

    def _number(self, number: int) -> str:
        return f"{number:,}".replace(",", "." if self.language == "de" else ",")

    def _moves(self, plies: int) -> str:
        """Return a length of play in words. If placing follows moving, the two are counted separately."""
        if plies == 1:
            return self.say("one move")
        return self.say("moves and obstacles" if self.code.then else "moves of both", plies)


def _code_after(graph: SolvedGraph, edge: int) -> int:
    end = int(graph.successors[edge])
    return -int(graph.codes[end]) if end >= 0 else int(graph.codes[~end])


def _divided(graph: SolvedGraph) -> float:
    """Return how often, among positions with a choice, some moves keep the result and others don't."""
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


def _critical(graph: SolvedGraph, game: Duel) -> int | None:
    """Find the last position in a game in which exactly one of several moves wins; return the number of moves before
    it."""
    for ply in range(game.ply - 2, _FROM - 1, -1):
        duel = Duel(game.game, game.moves[:ply])
        number = graph.number(duel.position)
        edges = range(int(graph.first[number]), int(graph.first[number + 1]))
        wins = sum(_code_after(graph, edge) > 0 for edge in edges)
        if wins == 1 and len(edges) > 2 and len(duel.legal_moves) == len(edges) and duel.position != duel.start:
            return ply
    return None


def _best_line(graph: SolvedGraph, duel: Duel) -> tuple[str, ...]:
    """Return best play to the end of a decided duel; nothing if it is undecided or still in its start position, or if
    the repetition rule interferes."""
    ply = duel.ply
    if not _leader(graph, duel) or duel.position == duel.start:
        return ()
    while not duel.outcome:
        number = graph.number(duel.position)
        edges = range(int(graph.first[number]), int(graph.first[number + 1]))
        codes = dict(zip(graph.moves(number), (_code_after(graph, edge) for edge in edges), strict=True))
        word = max(codes, key=lambda word: _rank(codes[word]))
        if word not in duel.legal_moves:
            return ()
        duel = duel.play(word)
    return duel.moves[ply:]


def _rank(code: int) -> int:
    """Return a number that is higher the better a code is for the mover: fast wins first, slow losses before fast
    ones."""
    return (1000 - code) if code > 0 else (-1000 - code) if code else 0


def sample_game(graph: SolvedGraph) -> Duel:
    """Return a game of median length between players who look a few plies ahead. The same graph always gives the same
    game."""
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
    """Return the command line's output when a player types a few moves and then quits."""
    typed = "\n".join([*moves, "quit"]) + "\n"
    command = [sys.executable, "-m", "gridduels", "play", str(code), "--plain", "--rounds", "1"]
    found = subprocess.run(command, input=typed, capture_output=True, text=True, check=False)
    return found.stdout.strip()


# --- Rendering


def blocks_of(code: Code, language: str = "en", progress: Progress = silent) -> list[Block]:
    """Return the blocks of a duel's rule book. Raise SetupError if the language is unknown or the duel is too large."""
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
    from gridduels.pictures.templates import templates

    title = next(block.text for block in blocks if isinstance(block, Heading))
    parts = [(type(block).__name__, block) for block in blocks]
    page = templates(Path(__file__).parent / "page").get_template("book.html")
    return page.render(title=title, parts=parts, language=language, inline=_inline) + "\n"


def _inline(text: str) -> "Markup":
    """Return a sentence as HTML: `**` marks bold text and backticks mark code."""
    from markupsafe import Markup, escape

    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", str(escape(text)))
    return Markup(re.sub(r"`(.+?)`", r"<code>\1</code>", text))


FORMS: Final = {
    ".md": (b"# ",),
    ".html": (b"<!doctype html>", b'<meta name="generator" content="gridduels invent book">'),
    ".pdf": (b"%PDF-",),
}
"""The formats of a book by file extension, each with the bytes that such a file starts with and any others that it
contains."""


def book_of(code: str, form: str = ".md", language: str = "en", progress: Progress = silent) -> bytes:
    """Return a duel's rule book as the contents of a file, after checking it."""
    blocks = blocks_of(parse(code), language, progress)
    text = markdown_of(blocks)
    check_book(text)
    if form == ".md":
        return text.encode()
    page = html_of(blocks, language)
    if form == ".html":
        return page.encode()
    from gridduels.pictures.document import check_pdf, pdf_of

    check_pdf("a rule book as PDF")
    return pdf_of(page)


# --- Checking a finished book


_TURN: Final = re.compile(
    r"^(?P<number>\d+)\. \*\*\w+ (?P<player>\d)\*\*: (?P<sentence>.*)\n"
    r"(?:\n   - `(?P<refused>[^`]+)` .*\n)?"
    r"\n   ```\n(?P<board>(?:   .*\n)+?)   ```$",
    re.MULTILINE,
)
_WON: Final = re.compile(r"^\*\*\w+ (?P<winner>\d) (?:wins|gewinnt)\*\*: (?P<why>.*)$", re.MULTILINE)
_MIDDLE: Final = re.compile(
    r"^(?:After move|Nach Zug) (?P<ply>\d+) .*\n\n```\n(?P<board>(?:.*\n)+?)```\n"
    r"(?:\n.* 1 \w+ (?P<one>\d), .* 2 \w+ (?P<two>\d)\.\n)?"
    r"\n\*\*[\w ]+\*\*: (?P<line>`[^.]*`)(?P<more>[^.`]*)\. \w+ (?P<winner>\d)",
    re.MULTILINE,
)
_CELL: Final = re.compile(r"\((\d+),(\d+)\)")


def check_book(text: str) -> int:
    """Read a Markdown rule book back, in either language, and return how many moves were checked.

    Raise SetupError if a move is illegal, a board doesn't match, a refused move is legal, or the winner or the reason
    is wrong.
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
        _expect(drawn == board_text(duel), f"{at}: the board differs")
    won = _WON.search(text)
    if duel.outcome is None or won is None:
        raise SetupError("the rule book is wrong: the example does not end.")
    _expect(duel.ended.winner == int(won["winner"]), "the example has a different winner")
    reasons = [_ending(texts, duel) for texts in _TEXTS.values()]
    _expect(won["why"] in reasons, "the example ends for a different reason")
    for found in _MIDDLE.finditer(text):
        _check_middle(found, Duel(game, duel.moves[: int(found["ply"])]))
    return checked


def _check_middle(found: re.Match[str], duel: Duel) -> None:
    """Check a position from the middle of the example and best play from there."""
    _expect(found["board"].rstrip("\n") == board_text(duel), f"the board after move {duel.ply} differs")
    if found["one"]:
        position = duel.position
        reserves = position.reserve_one, position.reserve_two  # type: ignore[attr-defined]
        _expect(reserves == (int(found["one"]), int(found["two"])), f"the reserves after move {duel.ply} differ")
    for word in re.findall(r"`([^`]+)`", found["line"]):
        _expect(word in duel.legal_moves, f"{word} is not legal in best play")
        duel = duel.play(word)
    if found["more"]:
        return
    _expect(duel.outcome is not None and duel.ended.winner == int(found["winner"]), "best play has a different winner")


def _ending(texts: dict[str, str], duel: Duel) -> str:
    """Return why a duel ended, in the book's words."""
    return texts[f"by {duel.ended.reason}"].format(duel.turn)


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
