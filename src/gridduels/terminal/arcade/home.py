"""The home screen, with a board where it's your move, and two screens for choosing an opponent: cast and ladder."""

from dataclasses import replace
from datetime import date, timedelta
from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from gridduels.board import size_text
from gridduels.duel import Duel
from gridduels.game import Definition, Game
from gridduels.invent.gallery import duel_of
from gridduels.match import BOOK, FAIR, SWAP, Match
from gridduels.players.ladder import LADDER, SIDES, Opponent, ladder_of, missing_text, opponent_playing
from gridduels.record import HUMAN
from gridduels.registry import definitions, load_game
from gridduels.terminal.arcade.board import BoardView, view_of
from gridduels.terminal.arcade.canvas import Canvas, Look, Mark, plain_text
from gridduels.terminal.arcade.faces import CastGrid, Figure
from gridduels.terminal.arcade.play import DuelBoard
from gridduels.terminal.arcade.screens import ArcadeScreen, hidden
from gridduels.terminal.arcade.texts import capital, player_name
from gridduels.terminal.arcade.widgets import Card, GoldButton, PlayerCard, arrows, player_style
from gridduels.terminal.library import Autosave
from gridduels.terminal.results import Results
from gridduels.terminal.settings import Setup

# --- Contents of the home screen


GAME, MOVES = "light-cycle", "down up right up up left up down"
"""The game on the home board and the moves played so far."""
TEASE: Final = "Three ways to go.\nOnly one of them wins."
"""A true statement about that position."""
_OPPONENT: Final = "level:5"
_VERBS: Final = {
    "light-cycle": ("Outlast", "Last to move wins."),
    "pathway": ("Cross", "Reach the corner."),
    "grid-runner": ("Race", "First across wins."),
    "gridlock": ("Strand", "Don't get stuck."),
    "blockade": ("Block", "Run, or wall."),
}
_EXAMPLES: Final = {
    "light-cycle": (5, MOVES),
    "pathway": (5, "right up right up down left left down down left"),
    "grid-runner": (5, "right left down left right up"),
    "gridlock": (5, "up2 left2"),
    "blockade": (5, "right left down left @2,2 @2,3"),
}
"""The size of the board on a game's card, and the moves that lead to its position."""
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_BIG: Final = {
    "Y": ("#...#", "#...#", ".#.#.", "..#..", "..#..", "..#..", "..#.."),
    "o": ("", "", ".##.", "#..#", "#..#", "#..#", ".##."),
    "u": ("", "", "#..#", "#..#", "#..#", "#..#", ".###"),
    "r": ("", "", "#.#", "##.", "#..", "#..", "#.."),
    "m": ("", "", "##.#.", "#.#.#", "#.#.#", "#.#.#", "#.#.#"),
    "v": ("", "", "#...#", "#...#", "#...#", ".#.#.", "..#.."),
    "e": ("", "", ".##.", "#..#", "####", "#...", ".###"),
    ".": ("", "", "", "", "", "", "#"),
}


class BigText(Widget):
    """`Your move.` in seven-pixel letters."""

    def render_line(self, y: int) -> Strip:
        look: Look = self.app.look  # type: ignore[attr-defined]
        canvas = Canvas(self.size.width, self.size.height, look)
        for line, word in enumerate(("Your", "move.")):
            x = 0
            for letter in word:
                rows = _BIG[letter]
                for down, row in enumerate(rows):
                    for right, dot in enumerate(row):
                        if dot == "#" and look.pixels:
                            canvas.pixel(x + right, 9 * line + down, look.palette.ink)
                x += max(map(len, rows)) + 1
            if not look.pixels:
                canvas.write(0, 2 + line, word, Mark("", bold=True))
        return canvas.strips()[y] if y < canvas.height else Strip.blank(self.size.width, self.rich_style)


def week_text(results: Results, today: date, look: Look) -> Text:
    """Return the last seven days, with a gold ribbon joining those whose puzzle was solved."""
    days = [today - timedelta(6 - number) for number in range(7)]
    text = Text(no_wrap=True)
    text.append(" " + "  ".join(f"{day:%a}"[0] for day in days) + "\n", look.palette.muted)
    gold = Style(color=look.gold_ink, bgcolor=look.gold, bold=True) if look.pixels else Style(bold=True, reverse=True)
    for number, day in enumerate(days):
        solved = results.days.get(day.isoformat()) == day.isoformat()
        joined = solved and number < 6 and results.days.get(days[number + 1].isoformat()) is not None
        today_style = Style(bold=True, underline=True)
        text.append(f"{day.day:>2}", gold if solved else today_style if day == today else look.palette.muted)
        text.append("=" if joined and look.mode == "ascii" else " ", gold if joined else "")
    return text


class GameCard(Horizontal):
    """A game's verb, name and aim, and a small board if the window is large enough; a click presses the game's key."""

    def __init__(self, number: int, game: Definition) -> None:
        super().__init__(classes=f"game-card {game.words.character}")
        self._number, self._game = number, game

    def compose(self) -> ComposeResult:
        game = self._game
        verb, short = _VERBS.get(game.id, ("Play", game.summary))
        text = Text().append(f"{self._number} ", "bold").append(f"{verb}.", "bold")
        yield Static(text.append(f"\n{_short(game)}\n{short}"), markup=False)
        yield BoardView(tallest=2)

    def on_mount(self) -> None:
        size, moves = _EXAMPLES.get(self._game.id, (None, ""))
        self.query_one(BoardView).view = view_of(Duel(Game(self._game, size), moves))

    def on_click(self) -> None:
        self.app.simulate_key(str(self._number))


def _short(game: Definition) -> str:
    return game.title.removesuffix(" Duel")


# --- HomeScreen


class HomeScreen(ArcadeScreen):
    """The home screen: a board in mid-game, the other things to do, and the list of games."""

    IS_HOME = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "play"),
        hidden("space", "play"),
        Binding("1", "choose(1)", "duels", key_display="1-5"),
        *(hidden(str(number), f"choose({number})") for number in range(2, 10)),
        Binding("d", "daily", "puzzle"),
        Binding("c", "continue", "continue"),
        Binding("l", "ladder", "ladder"),
        Binding("f", "friend", "friend"),
        Binding("t", "learn", "learn"),
        Binding("q", "quit", "quit"),
        Binding("i", "day", "duel of the day"),
        Binding("p", "puzzles", "more puzzles"),
        Binding("y", "library", "your games"),
        Binding("v", "server", "play online"),
        Binding("g", "settings", "settings"),
        Binding("r", "rules", "rules"),
    ]

    def __init__(self, games: list[Definition]) -> None:
        super().__init__()
        self._games = games
        self._duel = Duel(load_game(GAME), MOVES)
        self.board = DuelBoard(self._duel)

    @property
    def duel(self) -> Duel:
        return self._duel

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield BigText(id="big")
                yield Static(TEASE, classes="tease", markup=False)
                yield GoldButton("Play", id="left-play")
            with Vertical(id="hero"):
                yield PlayerCard(id="above")
                yield self.board
            with Vertical(id="side"):
                yield PlayerCard(id="opponent")
                yield Static(TEASE, classes="tease", markup=False)
                yield GoldButton("Play", id="side-play")
                yield Card(Text(""), "d", id="today")
                yield Card(Text(""), "i", id="day")
                yield Card(Text(""), "c", id="continue")
                yield Static("", id="games-list", markup=False)
        with Horizontal(id="cards"):
            for number, game in enumerate(self._games[:5], 1):
                yield GameCard(number, game)

    def on_mount(self) -> None:
        self.board.focus()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._show()

    def fit(self) -> None:
        super().fit()
        if self.is_mounted:
            self._show()

    def _show(self) -> None:
        arcade, look = self.arcade, self.arcade.look
        self.board.show(self._duel, may_move=True, jump=True)
        self.board.show_turn(self._duel.turn, "Your move", "You're the blue disc.")
        opponent = opponent_playing(_OPPONENT)
        assert opponent
        for card in self.query(PlayerCard):
            card.show(opponent.name.lower(), 3 - self._duel.turn, opponent.name, opponent.about)
        days, today = arcade.day_streak, date.today()
        dated = f"{today:%a} {today.day} {today:%b}" if self.app.size.width >= 76 else ""
        text = self._entry("d", "Today's puzzle", dated)
        text.append("\n").append(week_text(arcade.results, today, look))
        if days > 1:
            text.append(f"\n{_NUMBERS[days].capitalize() if days <= 10 else days} days in a row.", "bold")
        self.query_one("#today", Card).update(text)
        name = duel_of().name if self.app.size.width >= 76 else ""
        self.query_one("#day", Card).update(self._entry("i", "Duel of the day", name))
        unfinished = arcade.unfinished_games()
        self.query_one("#continue").display = bool(unfinished)
        if unfinished:
            record = unfinished[0].record
            against = next((player_name(name, 20) for name in record.players if name != HUMAN), "a friend")
            title = _short(record.duel.game.definition)
            self.query_one("#continue", Card).update(self._entry("c", "Continue", f"{title}, {against}"))
        games = self.query_one("#games-list", Static)
        games.update(self._games_text())
        games.styles.margin = (0 if days > 1 and unfinished else 1, 0, 0, 0)  # all entries fit in 24 rows
        self.refresh_bindings()

    def _entry(self, key: str, heading: str, text: str) -> Text:
        look = self.arcade.look
        entry = Text(no_wrap=True).append(f"{key} ", Style(color=look.gold_text, bold=True))
        entry.append(heading, "bold")
        return entry.append(f"  {text}", look.palette.muted)

    def _games_text(self) -> Text:
        text, look = Text(), self.arcade.look
        for number, game in enumerate(self._games, 1):
            text.append(f"{number} ", Style(color=look.gold_text, bold=True))
            title = _short(game)
            last = number % 2 == 0 or self.app.size.width < 76
            text.append(title + ("\n" if last else " " * (16 - len(title))))
        return text

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "continue":
            return bool(self.is_attached and self.query_one("#continue").display)
        if action == "choose":
            return int(str(parameters[0])) <= len(self._games)
        return True

    def on_duel_board_fitted(self, event: DuelBoard.Fitted) -> None:
        """Put the face on the edge of the board."""
        self.query_one("#above").styles.padding = (0, 0, 0, event.left)

    def on_duel_board_decided(self, event: DuelBoard.Decided) -> None:
        """Continue the home board's game against the character facing you; it does not count towards results."""
        players = (HUMAN, _OPPONENT) if self._duel.turn == 1 else (_OPPONENT, HUMAN)
        self.arcade.play_match(Match(self._duel.play(event.word), players, helped=True), Autosave())

    def action_play(self) -> None:
        self.arcade.open_cast(self.arcade.chosen_game())

    def action_choose(self, number: int) -> None:
        self.arcade.open_cast(self._games[number - 1])

    def action_friend(self) -> None:
        setup = self.arcade.remembered_setup(self.arcade.chosen_game())
        self.app.push_screen(CastScreen(replace(setup, players=(HUMAN, HUMAN))))

    def action_daily(self) -> None:
        self.arcade.open_daily()

    def action_day(self) -> None:
        self.arcade.open_cast(duel_of().game.definition)

    def action_continue(self) -> None:
        self.arcade.choose_unfinished()

    def action_ladder(self) -> None:
        self.arcade.open_ladder(self.arcade.chosen_game())

    def action_learn(self) -> None:
        self.arcade.open_tutorial(self.arcade.chosen_game())

    def action_puzzles(self) -> None:
        self.arcade.open_puzzles(self.arcade.remembered_setup(self.arcade.chosen_game()).game())

    def action_library(self) -> None:
        self.arcade.open_library()

    def action_server(self) -> None:
        self.arcade.open_server(self.arcade.remembered_setup(self.arcade.chosen_game()))

    def action_settings(self) -> None:
        self.arcade.open_settings()

    def action_rules(self) -> None:
        self.arcade.show_rules(self.arcade.remembered_setup(self.arcade.chosen_game()).game())

    def action_quit(self) -> None:
        self.app.exit(0)


# --- CastPanel: a cast to choose from


CAST_KEYS: Final[list[BindingType]] = [
    *arrows("choose"),
    Binding("enter", "play", "play"),
    hidden("space", "play"),
    Binding("g", "game", "game"),
    Binding("s", "side", "side"),
    Binding("b", "start", "start"),
    Binding("escape", "leave", "back"),
    hidden("q", "leave"),
]


class CastPanel(Vertical):
    """The faces, with the options and the button next to them or, in a narrow window, a summary below them."""

    def __init__(self, climbs: bool = False) -> None:
        super().__init__()
        self._climbs = climbs

    def compose(self) -> ComposeResult:
        with Horizontal(id="middle"):
            yield CastGrid(self._climbs, id="cast")
            with Vertical(id="options"):
                yield Static("", id="choices", markup=False)
                yield GoldButton("Play", id="play")
        yield Static("", id="summary", markup=False)

    def show(self, opponent: str, choices: Text, summary: Text | str) -> None:
        self.query_one("#choices", Static).update(choices)
        self.query_one(GoldButton).show(f"Play {opponent}")
        self.query_one("#summary", Static).update(summary)


# --- CastScreen


def _cast_of(definition: Definition) -> tuple[Opponent, ...]:
    """Return the opponents to choose from: in an invented duel, those whose strength was measured there."""
    return ladder_of(definition.id) if definition.family else LADDER


def _place(cast: tuple[Opponent, ...], opponent: Opponent) -> int:
    """Return the number of an opponent in a cast, or of the one nearest in strength."""
    return min(range(len(cast)), key=lambda number: abs(cast[number].rung - opponent.rung))


class CastScreen(ArcadeScreen):
    """The screen for choosing an opponent, then the game, the side and the start."""

    IS_HOME = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *CAST_KEYS,
        Binding("o", "options", "more options"),
        Binding("t", "learn", "learn"),
        Binding("r", "rules", "rules"),
        *(hidden(str(number), f"game({number})") for number in range(1, 10)),
    ]

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        computer = next((name for name in setup.players if name != HUMAN), "")
        opponent = opponent_playing(computer)
        people = setup.players == (HUMAN, HUMAN)
        self.setup = setup
        self._cast = _cast_of(setup.definition)
        self._other = computer if computer and not opponent else ""
        """A computer player outside the cast; cleared when a face is chosen."""
        self._chosen = len(self._cast) if people else _place(self._cast, opponent or LADDER[4])
        self._side = 2 if setup.players[1] == HUMAN and not people else 1
        self._games = definitions()
        if setup.definition.id not in [each.id for each in self._games]:  # an invented duel
            self._games.append(setup.definition)

    def compose_body(self) -> ComposeResult:
        yield CastPanel()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.setup = self._as_chosen(self.arcade.remembered_setup(self.setup.definition))
        self._show()

    def _as_chosen(self, setup: Setup) -> Setup:
        if self._is_friend:
            return replace(setup, players=(HUMAN, HUMAN))
        player = self._other or self._cast[self._chosen].player
        return replace(setup, players=(HUMAN, player) if self._side == 1 else (player, HUMAN))

    @property
    def _is_friend(self) -> bool:
        return self._chosen == len(self._cast)

    def _change_cast(self, definition: Definition) -> None:
        """Show the cast of another game; the chosen opponent, or the nearest one, stays chosen."""
        opponent, self._cast = None if self._is_friend else self._cast[self._chosen], _cast_of(definition)
        self._chosen = _place(self._cast, opponent) if opponent else len(self._cast)

    @property
    def _opponent_name(self) -> str:
        if self._other:
            return player_name(self._other, 20)
        return "a friend" if self._is_friend else self._cast[self._chosen].name

    def _show(self) -> None:
        figures = [
            Figure(each.name.lower(), f"{each.name} {each.rung}" if each.rung <= 10 else each.name, each.about)
            for each in self._cast
        ]
        figures.append(Figure("friend", "A friend", "At this keyboard. Press v at home to play online."))
        self.query_one(CastGrid).show(figures, self._chosen)
        self.query_one(CastPanel).show(self._opponent_name, self._choices(), self._summary())
        self.refresh_bindings()

    def _record(self, name: str) -> tuple[int, int]:
        """Return the games won and lost against a character, under any of its names."""
        won = lost = 0
        for player, score in self.arcade.results.against(self.setup.definition.id).items():
            if (opponent := opponent_playing(player)) and opponent.name == name:
                won, lost = won + score[0], lost + score[1]
        return won, lost

    def _starts(self) -> list[tuple[str, bool]]:
        if not self.setup.has_fair_starts:
            return [("Book start", self.setup.first != SWAP), ("With swap", self.setup.first == SWAP)]
        return [("Even start", self.setup.start == FAIR), ("Book start", self.setup.start == BOOK)]

    def _choices(self) -> Text:
        """Return the opponent's name and strength, and the three choices."""
        look, setup, words = self.arcade.look, self.setup, self.setup.definition.words
        opponent = None if self._is_friend or self._other else self._cast[self._chosen]
        text = Text().append(capital(self._opponent_name), "bold")
        about = "a computer player" if self._other else "Two people at one keyboard."
        text.append(f"\n{opponent.about if opponent else about}\n", look.palette.muted)
        if opponent:
            won, lost = self._record(opponent.name)
            text.append(f"You {won} : {lost} {opponent.name}\n" if won or lost else "")
            text.append("▰" * opponent.rung, Style(color=look.gold_text))
            text.append("▱" * (len(LADDER) - opponent.rung) + "\n", look.palette.muted)
        chosen = Style(bold=True, reverse=True) if not look.pixels else Style(bgcolor=look.palette.line, bold=True)
        gap = "\n" if self.has_class("-tall") else ""

        def row(key: str, heading: str, values: list[tuple[str, bool]]) -> None:
            text.append(f"{gap}\n{key} ", Style(color=look.gold_text, bold=True))
            text.append(f"{heading}\n", look.palette.muted)
            room = 20 if not self.has_class("-broad") else 34
            used = 0
            for value, is_chosen in values:
                if used and used + len(value) + 2 > room:
                    text.append("\n")
                    used = 0
                text.append(f" {value} ", chosen if is_chosen else "")
                used += len(value) + 2

        titles = [(_short(each), each.id == setup.definition.id) for each in self._games]
        row("g", "Game" if not setup.size else f"Game, {size_text(setup.size)}", titles)
        row("s", "You play", [(f"{'●◆'[side - 1]} {words.player(side)}", side == self._side) for side in (1, 2)])
        row("b", "Start", self._starts())
        if not setup.has_fair_starts:
            # A low window has room for one short line.
            more = " on this board. With swap, the second player may change sides."
            about = f"No even start{more if self.has_class('-tall') else ' here.'}"
            text.append(f"\n{about}", look.palette.muted)
        return Text(plain_text(text.plain), spans=text.spans) if look.mode == "ascii" else text

    def _summary(self) -> Text:
        """Return the same information in two lines, for a narrow window."""
        look, setup = self.arcade.look, self.setup
        text = Text(no_wrap=True, overflow="ellipsis")
        start = next(name for name, chosen in self._starts() if chosen).removesuffix(" start")
        title = _short(setup.definition)
        for key, value in (("g", title), ("s", setup.definition.words.player(self._side)), ("b", start)):
            text.append(f"{key} ", Style(color=look.gold_text, bold=True))
            text.append(f"{value}  ", player_style(self._side, look) if key == "s" else "")
        about = "" if self._is_friend or self._other else f": {self._cast[self._chosen].about}"
        return text.append(f"\n{capital(self._opponent_name)}{about}", look.palette.muted)

    # keys

    def action_move(self, direction: str) -> None:
        self._choose(self.query_one(CastGrid).neighbour(direction))

    def on_cast_grid_clicked(self, event: CastGrid.Clicked) -> None:
        """Select on the first click, play on the second."""
        if event.number == self._chosen:
            self.action_play()
        else:
            self._choose(event.number)

    def _choose(self, number: int) -> None:
        self._chosen, self._other = number, ""
        self.setup = self._as_chosen(self.setup)
        self._show()

    def action_game(self, number: int = 0) -> None:
        ids = [each.id for each in self._games]
        index = number - 1 if number else ids.index(self.setup.definition.id) + 1
        if index < len(ids) or not number:
            self._change_cast(self._games[index % len(ids)])
            self.setup = self._as_chosen(self.arcade.remembered_setup(self._games[index % len(ids)]))
            self.arcade.choose_game(self.setup.definition)
            self._show()

    def action_side(self) -> None:
        self._side = 3 - self._side
        self.setup = self._as_chosen(self.setup)
        self._show()

    def action_start(self) -> None:
        if self.setup.has_fair_starts:
            self.setup = replace(self.setup, opening=BOOK if self.setup.start == FAIR else FAIR)
        else:
            usual = Setup.usual(self.setup.definition).first
            self.setup = replace(self.setup, first=usual if self.setup.first == SWAP else SWAP)
        self.arcade.remember_setup(self.setup)
        self._show()

    def action_play(self) -> None:
        self.arcade.start(self.setup)

    def action_options(self) -> None:
        self.arcade.choose_options(self.setup)

    def action_learn(self) -> None:
        self.arcade.open_tutorial(self.setup.definition)

    def action_rules(self) -> None:
        self.arcade.show_rules(self.setup.game())


# --- LadderScreen


class LadderScreen(ArcadeScreen):
    """The ladder: choose an opponent and a side, starting with the lowest opponent not yet beaten."""

    TAB = "ladder"
    IS_HOME = True
    BINDINGS: ClassVar[list[BindingType]] = CAST_KEYS

    def __init__(self, definition: Definition) -> None:
        super().__init__()
        self._definition = definition
        self.side, self._chosen, self._opening = SIDES[0], 0, FAIR

    def compose_body(self) -> ComposeResult:
        yield CastPanel(climbs=True)

    @property
    def ladder(self) -> tuple[Opponent, ...]:
        return ladder_of(self._definition.id)

    @property
    def chosen(self) -> Opponent:
        return self.ladder[self._chosen]

    def on_mount(self) -> None:
        self._find_next()

    def fit(self) -> None:
        super().fit()
        if self.is_mounted:
            self._show()

    def _find_next(self) -> None:
        open = [(row, side) for row, each in enumerate(self.ladder) for side in SIDES if not self._beaten(each, side)]
        self._chosen, self.side = open[0] if open else (len(self.ladder) - 1, SIDES[0])

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._show()

    def _beaten(self, opponent: Opponent, side: int) -> bool:
        return self.arcade.results.has_beaten(self._definition.id, opponent.name, side)

    def _show(self) -> None:
        signs = ("o*", "--") if self.arcade.look.mode == "ascii" else ("●◆", "○◇")
        figures = []
        for each in self.ladder:
            marks = "".join(signs[not self._beaten(each, side)][side - 1] for side in SIDES)
            figures.append(Figure(each.name.lower(), f"{each.rung} {each.name}", each.about, marks))
        climbed = next(
            (row for row, each in enumerate(self.ladder) if not any(self._beaten(each, side) for side in SIDES)),
            len(self.ladder),
        )
        self.query_one(CastGrid).show(figures, self._chosen, climbed)
        self.query_one(CastPanel).show(self.chosen.name, self._text(), self._summary())

    def _text(self) -> Text:
        look, words, chosen = self.arcade.look, self._definition.words, self.chosen
        stars = sum(self._beaten(each, side) for each in self.ladder for side in SIDES)
        text = Text().append(_short(self._definition), "bold")
        gap = "\n" if self.has_class("-large") else ""
        text.append(f"\n{stars} of {len(self.ladder) * len(SIDES)} stars\n", look.palette.muted)
        text.append(f"{gap}{chosen.name}", "bold")
        text.append(f"\n{chosen.about}\n", look.palette.muted)
        beaten = "\nYou have this star." if self._beaten(chosen, self.side) else ""
        text.append(f"\nYou play {words.player(self.side)}.\n{self._start_text}.{beaten}\n")
        notes = ["Hints and take-backs cost you the star for that game.", missing_text(self._definition.id)]
        return text.append("\n" + f"\n{gap}".join(filter(None, notes)), look.palette.muted)

    @property
    def _start_text(self) -> str:
        return "Even start" if self._setup().start == FAIR else "Book start"

    def _summary(self) -> str:
        title, words = _short(self._definition), self._definition.words
        start = self._start_text.lower()
        return f"{title}: {words.player(self.side)}, {start}.\n{self.chosen.name}: {self.chosen.about}"

    def action_move(self, direction: str) -> None:
        self._chosen = self.query_one(CastGrid).neighbour(direction)
        self._show()

    def on_cast_grid_clicked(self, event: CastGrid.Clicked) -> None:
        if event.number == self._chosen:
            self.action_play()
        else:
            self._chosen = event.number
            self._show()

    def action_side(self) -> None:
        self.side = 3 - self.side
        self._show()

    def action_game(self) -> None:
        games = [each for each in definitions() if each.sizes]
        ids = [each.id for each in games]
        self._definition = games[(ids.index(self._definition.id) + 1) % len(games)]
        self._find_next()
        self._show()

    def action_start(self) -> None:
        self._opening = BOOK if self._setup().start == FAIR else FAIR
        self._show()

    def _setup(self) -> Setup:
        """Return the chosen game on the book's board with the default rulings."""
        opponent = self.chosen
        players = (HUMAN, opponent.player) if self.side == 1 else (opponent.player, HUMAN)
        first = str(opponent.first(self.side))
        return Setup(
            self._definition, self._definition.size, players=players, first=first, rounds=1, opening=self._opening
        )

    def action_play(self) -> None:
        self.arcade.start(self._setup(), remember=False)
