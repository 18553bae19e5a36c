"""The cast: faces in 13x12 half-block pixels, or in 7x3 characters for ASCII and tight spaces."""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from gridduels.players.ladder import opponent_playing
from gridduels.record import HUMAN
from gridduels.terminal.arcade.canvas import Canvas, Look, Mark
from gridduels.terminal.arcade.texts import wrap_sentences

Mood = Literal["", "happy", "sad"]


class Face(NamedTuple):
    """A character's colours and drawings; each mood replaces a few rows."""

    body: str
    shade: str
    sixteen: tuple[str, str]
    """Body and shade on a sixteen-colour terminal."""
    rows: tuple[str, ...]
    """Letters stand for colours: b body, s shade, w white, p pupil, k brow or mouth, e edge, d dark, g gold, 1 and 2
    for the players' colours."""
    small: tuple[str, str, str]
    happy: dict[int, str]
    sad: dict[int, str]


FACES: Final = {
    "ada": Face(
        "#cfdd5b",
        "#a9b92c",
        ("#55ff55", "#00aa00"),
        (
            "........ss...",
            "......ssss...",
            "....bbsbb....",
            "..bbbbbbbbb..",
            ".bwwwbbbbbbb.",
            ".bpwwbbbwwwb.",
            "bbwwwbbbwwpbb",
            "bbbbbbbbwwwbb",
            ".bbbbbkkbbbb.",
            ".bbbbbkkbbbb.",
            "..bbbbbbbbb..",
            "....bbbbb....",
        ),
        ("  _,o  ", " (o  O)", "  \\_o/ "),
        {7: "bbbbkbbkwwwbb", 8: ".bbbbkkkbbbb.", 9: ".bbbbbkkbbbb."},
        {8: ".bbbbbkkbbbb.", 9: ".bbbbkbbkbbb."},
    ),
    "bo": Face(
        "#f2b48c",
        "#d88a5a",
        ("#ffff55", "#aa5500"),
        (
            ".....bbb.....",
            "...bbbbbbb...",
            "..bbbbbbbbb..",
            ".bbbbbbbbbbb.",
            ".bsssbbbsssb.",
            "bbsssbbbsssbb",
            "bbwppbbbwppbb",
            "bbwwwbbbwwwbb",
            "bbbbbbbbbbbbb",
            "bbbbbbbbbbbbb",
            "bbbbbkkkbbbbb",
            "bbbbbbbbbbbbb",
        ),
        ("  .-.  ", " /- -\\ ", " |_._| "),
        {9: "bbbbkbbbkbbbb", 10: "bbbbbkkkbbbbb"},
        {9: "bbbbbkkkbbbbb", 10: "bbbbkbbbkbbbb"},
    ),
    "cleo": Face(
        "#7fd1ae",
        "#47ab83",
        ("#00aaaa", "#00aa00"),
        (
            "......b......",
            "......bb.....",
            ".....sbb.....",
            "....sbbbb....",
            "...sbbbbbb...",
            "..bbbbbbbbb..",
            ".bwwwbbbbbbb.",
            ".bwppbbbkkbb.",
            "bbwppbbkbbkbb",
            "bbbbbkbbkbbbb",
            ".bbbbbkkbbbb.",
            "..bbbbbbbbb..",
        ),
        ("   )   ", " /o ~\\ ", " \\_v_/ "),
        {9: "bbbbkbbbkbbbb", 10: ".bbbbkkkbbbb."},
        {9: "bbbbbkkkbbbbb", 10: ".bbbkbbbkbbb."},
    ),
    "dario": Face(
        "#e0709a",
        "#b8436f",
        ("#ff55ff", "#aa00aa"),
        (
            "b...........b",
            "bb.........bb",
            "bsbbbbbbbbbsb",
            "bsbbbbbbbbbsb",
            "bkkbbbbbbbkkb",
            "bbbkkbbbkkbbb",
            ".bwwpbbbpwwb.",
            ".bwwpbbbpwwb.",
            "..bbbbbbbbb..",
            "...kbbbbbk...",
            "....kkkwk....",
            ".....bbb.....",
        ),
        ("|\\_ _/|", " \\o.o/ ", "  \\w/  "),
        {9: "...kwwwwwk...", 10: "....kkkkk...."},
        {9: "....kkkkk....", 10: "....kbbbk...."},
    ),
    "emil": Face(
        "#4fb0bd",
        "#2a8492",
        ("#00aaaa", "#0000aa"),
        (
            "..bbbbbbbbb..",
            ".bbbbbbbbbbb.",
            ".bkkkkbkkkkb.",
            ".bbbbbbbbbbb.",
            "sbwwwbbbwwwbs",
            "sbwpwbbbwpwbs",
            "sbwwwbbbwwwbs",
            ".bbbbbbbbbbb.",
            ".bbbbbbbbbbb.",
            ".bbbkkkkkbbb.",
            ".bbbbbbbbbbb.",
            "..bbbbbbbbb..",
        ),
        (" .---. ", "[|o o|]", " '-=-' "),
        {1: ".bbkkbbbkkbb.", 2: ".bkbbkbkbbkb.", 8: ".bbkbbbbbkbb."},
        {8: ".bbbkkkkkbbb.", 9: ".bbkbbbbbkbb."},
    ),
    "fay": Face(
        "#a897f0",
        "#7a64d6",
        ("#aa00aa", "#0000aa"),
        (
            "......b......",
            ".....bbb.....",
            "ss..bbbbb..ss",
            "sssbbbbbbbsss",
            ".sbwwwbwwwbs.",
            "..bwwpbwwpb..",
            ".bbwwwbwwwbb.",
            "..bbbbbbbbb..",
            ".ssbbbkkbbss.",
            "ss..bbbbb..ss",
            ".....bbb.....",
            "......b......",
        ),
        ("\\_/^\\_/", " <o o> ", "/ \\~/ \\"),
        {7: "..bbkbbbkbb..", 8: ".ssbbkkkbbss."},
        {7: "..bbbkkkbbb..", 8: ".ssbkbbbkbss."},
    ),
    "goran": Face(
        "#9ea8b6",
        "#76818f",
        ("#aaaaaa", "#555555"),
        (
            ".....sss.....",
            "...sssssss...",
            ".sssssssssss.",
            "bbbbbbbbbbbbb",
            "bbbbbbbbbbbbb",
            "bkkkkkkkkkkkb",
            "bbwpwbbbwpwbb",
            "bbwwwbbbwwwbb",
            "bbbbbbbbbbbbb",
            "bbbkkkkkkkbbb",
            "..bbbbbbbbb..",
            "....bbbbb....",
        ),
        ("  ___  ", " /===\\ ", " \\o_o/ "),
        {8: "bbkbbbbbbbkbb", 9: "bbbkkkkkkkbbb"},
        {8: "bbbkkkkkkkbbb", 9: "bbkbbbbbbbkbb"},
    ),
    "hana": Face(
        "#ffd0e6",
        "#f39ccb",
        ("#ff55ff", "#aa00aa"),
        (
            "...sss.sss...",
            "..sssssssss..",
            ".ssbbbbbbbss.",
            "ssbbbbbbbbbss",
            "sbbbkkbkkbbbs",
            "sbbbkwbkwbbbs",
            "ssbbbbbbbbbss",
            "ssbbbkbkbbbss",
            "ssbbbbkbbbbss",
            ".ssbbbbbbbss.",
            "..sssssssss..",
            "...sss.sss...",
        ),
        ("(_(_)_)", "( o o )", "(_(v)_)"),
        {7: "ssbbkbbbkbbss", 8: "ssbbbkkkbbbss"},
        {7: "ssbbbbkbbbbss", 8: "ssbbbkbkbbbss"},
    ),
    "ivo": Face(
        "#62b15f",
        "#3f8a3d",
        ("#00aa00", "#55ff55"),
        (
            "....bbbbb....",
            "..bbkkkkkbb..",
            ".bkkbbbbbkkb.",
            ".bbbwwwwwbbb.",
            "bbbwwwwwwwbbb",
            "bbbwwpppwwbbb",
            "bbbwwpppwwbbb",
            "bbbwwpppwwbbb",
            ".bbbwwwwwbbb.",
            ".bbbbbbbbbbb.",
            "..bbbkkkbbb..",
            "....bbbbb....",
        ),
        (" .---. ", "( (O) )", " '---' "),
        {9: ".bbbkbbbkbbb.", 10: "..bbbkkkbbb.."},
        {9: ".bbbbkkkbbbb.", 10: "..bbkbbbkbb.."},
    ),
    "juno": Face(
        "#f2c14e",
        "#c78f12",
        ("#ffff55", "#aa5500"),
        (
            "...b..b..b...",
            ".b.bbbbbbb.b.",
            "..bbbwwwbbb..",
            "bbbbbwpwbbbbb",
            ".bbbbwwwbbbb.",
            ".bwwwbbbwwwb.",
            "bbwpwbbbwpwbb",
            ".bwwwbbbwwwb.",
            "bbbbkbbbkbbbb",
            "..bbbkkkbbb..",
            ".b.bbbbbbb.b.",
            "...b..b..b...",
        ),
        ("\\ .o. /", "- o o -", "/ '-' \\"),
        {8: "bbbkbbbbbkbbb", 9: "..bbkkkkkbb.."},
        {8: "bbbbbkkkbbbbb", 9: "..bbkbbbkbb.."},
    ),
    "kismet": Face(
        "#141d2b",
        "#5e6e87",
        ("#000000", "#555555"),
        (
            ".eeeeeeeeeee.",
            "eddddddddddde",
            "eddddddddddde",
            "edd11dddd2dde",
            "ed1111dd222de",
            "ed1111d22222e",
            "ed1111dd222de",
            "edd11dddd2dde",
            "eddddddddddde",
            "eddddgggdddde",
            "eddddddddddde",
            ".eeeeeeeeeee.",
        ),
        (".-----.", "|() <>|", "'--=--'"),
        {8: "eddgdddddgdde", 9: "edddgggggddde"},
        {9: "eddddgggdddde", 10: "edddgdddgddde"},
    ),
    "friend": Face(
        "#f28c3c",
        "#c84e00",
        ("#ff5555", "#aa0000"),
        (
            "......b......",
            ".....bbb.....",
            "....bbbbb....",
            "...bbbbbbb...",
            "..bwwbbbwwb..",
            ".bbwpbbbwpbb.",
            ".bbwwbbbwwbb.",
            "..bbbbbbbbb..",
            "...bbkkkbb...",
            "....bbbbb....",
            ".....bbb.....",
            "......b......",
        ),
        ("  /^\\  ", " <o o> ", "  \\_/  "),
        {7: "..bbkbbbkbb..", 8: "...bbkkkbb..."},
        {7: "..bbbkkkbbb..", 8: "...bkbbbkb..."},
    ),
    "you": Face(
        "#3d9bd6",
        "#1f6ea6",
        ("#55ffff", "#00aaaa"),
        (
            "....bbbbb....",
            "..bbbbbbbbb..",
            ".bbbbbbbbbbb.",
            ".bbbbbbbbbbb.",
            "bbwwwbbbwwwbb",
            "bbwwpbbbwwpbb",
            "bbwwwbbbwwwbb",
            "bbbbbbbbbbbbb",
            ".bbwbbbbbwbb.",
            ".bbbwwwwwbbb.",
            "..bbbbbbbbb..",
            "....bbbbb....",
        ),
        (" .---. ", "( o o )", " `-v-' "),
        {},
        {5: "bbwwwbbbwwwbb", 6: "bbpwwbbbpwwbb", 8: ".bbbwwwwwbbb.", 9: ".bbwbbbbbwbb."},
    ),
}
"""Faces by lower-case name; `you` and `friend` are people."""
WIDTH, HEIGHT = 13, 6
SMALL_WIDTH, SMALL_HEIGHT = 7, 3
_LIT: Final = frozenset("bspe12g")
"""The letters drawn bright in monochrome; the whites of the eyes, brows and mouths stay dark."""


def face_key(player: str, you: bool = False) -> str:
    """Return a player's face key: a character, `you`, or `friend` for anyone else."""
    if player == HUMAN:
        return "you" if you else "friend"
    opponent = opponent_playing(player)
    key = opponent.name.lower() if opponent else "friend"
    return key if key in FACES else "friend"


def draw_face(canvas: Canvas, x: int, y: int, key: str, mood: Mood = "", small: bool = False) -> None:
    """Draw a face in 13x6 cells, or in 7x3 characters if small; ASCII centres the small face in the larger space."""
    face, look = FACES[key], canvas.look
    body, shade = face.sixteen if look.mode == "sixteen" else (face.body, face.shade)
    if small or look.mode == "ascii":
        mark = Mark("", look.palette.ink if key == "kismet" else body if look.dark else shade, bold=True)
        left, top = (x, y) if small else (x + 3, y + 2)
        for down, row in enumerate(face.small):
            canvas.write(left, top + down, row, mark)
        return
    dark = "#000000" if look.mode == "sixteen" else "#1b2430"
    colours = {"b": body, "s": shade, "e": shade, "w": "#ffffff", "p": dark, "k": dark, "g": look.gold}
    colours["d"] = "#000000" if look.mode == "sixteen" else "#141d2b"
    colours |= {"1": "#56b4e9", "2": "#f28c3c"} if look.mode == "colour" else {"1": "#55ffff", "2": "#ff5555"}
    changed: dict[int, str] = {"": {}, "happy": face.happy, "sad": face.sad}[mood]
    rows = [changed.get(number, row) for number, row in enumerate(face.rows)]
    for down, row in enumerate(rows):
        for right, dot in enumerate(row):
            if look.pixels and dot != ".":
                canvas.pixel(x + right, 2 * y + down, colours[dot])
            elif not look.pixels and down % 2 == 0:
                above, below = dot in _LIT, rows[down + 1][right] in _LIT
                canvas.write(x + right, y + down // 2, " ▀▄█"[above + 2 * below])


@lru_cache(256)
def _strips(key: str, mood: Mood, look: Look, small: bool) -> list[Strip]:
    canvas = Canvas(*((SMALL_WIDTH, SMALL_HEIGHT) if small else (WIDTH, HEIGHT)), look)
    draw_face(canvas, 0, 0, key, mood, small)
    return canvas.strips()


class FaceView(Widget):
    """A face showing a mood, drawn small if space is tight."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, classes="face")
        self._key = "friend"
        self._mood: Mood = ""

    def show(self, key: str, mood: Mood = "") -> None:
        if (key, mood) != (self._key, self._mood):
            self._key, self._mood = key, mood
            self.refresh()

    def render_line(self, y: int) -> Strip:
        look: Look = self.app.look  # type: ignore[attr-defined]
        strips = _strips(self._key, self._mood, look, self.size.width < WIDTH)
        return strips[y] if y < len(strips) else Strip.blank(self.size.width, self.rich_style)


# --- CastGrid


class Figure(NamedTuple):
    """A face with its name and description; `marks` follow the name."""

    key: str
    name: str
    about: str
    marks: str = ""


class CastGrid(Widget):
    """A grid of faces, one of them selected. On the ladder, a ribbon joins the opponents already beaten."""

    COLUMNS: Final = 4

    class Clicked(Message):
        """A face was clicked."""

        def __init__(self, number: int) -> None:
            self.number = number
            super().__init__()

    def __init__(self, climbs: bool = False, id: str | None = None) -> None:
        """`climbs` draws the grid from the bottom up, with alternate rows running right to left."""
        super().__init__(id=id)
        self._climbs = climbs
        self._figures: list[Figure] = []
        self.chosen, self._climbed = 0, 0
        self._strips: list[Strip] = []

    def show(self, figures: list[Figure], chosen: int, climbed: int = 0) -> None:
        self._figures, self.chosen, self._climbed = figures, chosen, climbed
        self._strips = []
        self.refresh()

    def on_resize(self) -> None:
        self._strips = []

    @property
    def _rows(self) -> int:
        return -(-len(self._figures) // self.COLUMNS)

    def place(self, number: int) -> tuple[int, int]:
        """Return a face's row and column."""
        row, column = divmod(number, self.COLUMNS)
        if not self._climbs:
            return row, column
        return self._rows - 1 - row, column if row % 2 == 0 else self.COLUMNS - 1 - column

    def neighbour(self, direction: str) -> int:
        """Return the face next to the selected one, or the selected one itself at the edge."""
        row, column = self.place(self.chosen)
        down, right = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}[direction]
        wanted = row + down, column + right
        places = {self.place(number): number for number in range(len(self._figures))}
        if wanted in places:
            return places[wanted]
        step = 1 if direction in ("right", "down") else -1
        return (self.chosen + step) % len(self._figures) if direction in ("left", "right") else self.chosen

    def _cell(self) -> tuple[int, int, bool, bool]:
        """Return the cell width and height, whether faces are drawn small, and whether a sentence fits."""
        width, height = self.size.width // self.COLUMNS, self.size.height // max(1, self._rows)
        small = width < WIDTH + 1 or height < HEIGHT + 1
        return min(width, 24), min(height, 11), small, not small and height >= HEIGHT + 3

    def render_line(self, y: int) -> Strip:
        if not self._strips:
            self._strips = self._paint().strips()
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, self.rich_style)

    def _paint(self) -> Canvas:
        look: Look = self.app.look  # type: ignore[attr-defined]
        canvas = Canvas(self.size.width, self.size.height, look)
        for number, figure in enumerate(self._figures):
            self._figure(canvas, number, figure)
        if self._climbs:
            for number in range(len(self._figures) - 1):
                self._ribbon(canvas, number, done=number < self._climbed)
        return canvas

    def _figure(self, canvas: Canvas, number: int, figure: Figure) -> None:
        width, height, small, _ = self._cell()
        (row, column), look = self.place(number), canvas.look
        x, y, chosen = column * width, row * height, number == self.chosen
        face_width, face_height = (SMALL_WIDTH, SMALL_HEIGHT) if small else (WIDTH, HEIGHT)
        about = self._about(figure)
        if chosen and look.mode == "colour":
            canvas.fill(x, 2 * y, width - 1, 2 * (face_height + 1 + len(about)), look.palette.line)
        draw_face(canvas, x + (width - 1 - face_width) // 2, y, figure.key, small=small)
        label = f"{figure.name} {figure.marks}".rstrip()
        if len(label) >= width:
            label = label.lstrip("0123456789 ")
        if len(label) >= width:
            label = label.replace(" ", "")
        if chosen and len(label) + 2 < width:
            label = f"▸{label}◂"
        colour = look.gold_text if chosen else look.palette.ink
        mark = Mark("", colour, bold=True, reverse=chosen and not look.pixels)
        canvas.write(x + max(0, (width - 1 - len(label)) // 2), y + face_height, label[: width - 1], mark)
        muted = Mark("", look.palette.ink if chosen else look.palette.muted)
        for line, text in enumerate(about):
            canvas.write(x + (width - 1 - len(text)) // 2, y + face_height + 1 + line, text, muted)

    def _about(self, figure: Figure) -> list[str]:
        """Return the lines under a figure's name: the sentences that fit there."""
        width, height, _, tall = self._cell()
        return wrap_sentences(figure.about, width - 2, height - HEIGHT - 1) if tall else []

    def _ribbon(self, canvas: Canvas, number: int, done: bool) -> None:
        width, height, small, _ = self._cell()
        face_width, face_height = (SMALL_WIDTH, SMALL_HEIGHT) if small else (WIDTH, HEIGHT)
        (row, column), (to_row, to_column) = self.place(number), self.place(number + 1)
        look, inset = canvas.look, (width - 1 - face_width) // 2
        colour = look.palette.one if done else look.palette.muted
        if row == to_row:
            x = min(column, to_column) * width + inset + face_width
            for step in range(width - face_width):
                if look.pixels:
                    if done:
                        canvas.fill(x + step, 2 * (row * height) + face_height - 1, 1, 2, colour)
                    elif step % 2 == 0:
                        canvas.pixel(x + step, 2 * (row * height) + face_height, colour)
                else:
                    canvas.write(x + step, row * height + face_height // 2, "━" if done else "·", Mark("", bold=done))
            return
        x = column * width + inset + face_width // 2
        about = self._about(self._figures[number + 1])
        first, last = to_row * height + face_height + 1 + len(about), row * height
        for y in range(first, max(last, first)):
            if look.pixels:
                canvas.fill(x, 2 * y, 2, 2, colour) if done else canvas.pixel(x, 2 * y, colour)
            else:
                canvas.write(x, y, "┃" if done else ":", Mark("", bold=done))

    def on_click(self, event: events.Click) -> None:
        width, height, *_ = self._cell()
        for number in range(len(self._figures)):
            if self.place(number) == (event.y // height, event.x // width):
                self.post_message(self.Clicked(number))
