"""No control sequence reaches the terminal, whatever its source."""

from dataclasses import replace

from rich.segment import Segment
from textual.color import Color

from gridduels.terminal.arcade.canvas import Printable
from gridduels.terminal.library import Autosave
from tests.terminal.arcade.stage import Stage, friends, on_stage
from tests.terminal.foreign import ESCAPES


def test_the_arcade_shows_nothing_that_a_terminal_would_obey() -> None:
    record = friends("light-cycle", "right").record()
    autosave = Autosave()
    autosave.rewrite(replace(record, players=("human", f"cmd:{ESCAPES}"), tags={"Date": ESCAPES}))
    autosave.close()

    async def script(stage: Stage) -> None:
        await stage.press("c")
        assert "1 move, " in stage.text
        assert stage.text.replace("\n", "").isprintable()
        await stage.press("enter")
        await stage.sees("The file names an external bot")
        assert stage.text.replace("\n", "").isprintable()
        stage.arcade.notify(f"[red]{ESCAPES}", markup=False)
        await stage.until(lambda: "[red]" in stage.text)
        assert stage.text.replace("\n", "").isprintable()

    on_stage(script)


def test_removed_characters_leave_every_line_as_wide_as_it_was() -> None:
    before = [Segment(f"one{ESCAPES}\xa0two"), Segment("three")]
    after = Printable().apply(before, Color(0, 0, 0))
    assert [segment.cell_length for segment in after] == [segment.cell_length for segment in before]
    assert after[1] is before[1]
    assert after[0].text == "one]0;mine[2J31mgnol\N{REPLACEMENT CHARACTER}two"
