"""Lines out, lines in."""

from io import BytesIO, StringIO, TextIOWrapper

import pytest

from gridduels.terminal.console import LONGEST_LINE, Console, EndOfInput
from tests.terminal.table import Screen, seat


def console(text: str) -> tuple[Console, StringIO]:
    target = StringIO()
    return Console(StringIO(text), target), target


def test_piped_input_is_echoed_after_the_prompt() -> None:
    talk, target = console("up\n  Down \n")
    assert (talk.ask("One: "), talk.ask("Two: ")) == ("up", "  Down ")
    assert target.getvalue() == "One: up\nTwo:   Down \n"


def test_terminal_input_is_not_echoed_twice() -> None:
    talk, target = seat("up", person=True)
    assert talk.ask("One: ") == "up"
    assert target.getvalue() == "One: up\n"


def test_a_terminal_on_one_side_only_is_not_a_person() -> None:
    assert not Console(StringIO(), Screen()).interactive
    assert not Console(Screen(), StringIO()).interactive
    assert Console(Screen(), Screen()).interactive


def test_the_end_of_input_closes_the_line_of_the_prompt() -> None:
    talk, target = console("")
    for _ in range(2):
        with pytest.raises(EndOfInput):
            talk.ask("One: ")
    assert target.getvalue() == "One: \nOne: \n"


def test_the_last_line_needs_no_newline() -> None:
    talk, target = console("up")
    assert talk.ask("") == "up"
    assert target.getvalue() == "up\n"
    with pytest.raises(EndOfInput):
        talk.ask("")


def test_an_empty_line_is_an_answer() -> None:
    talk, _ = console("\n\n")
    assert [talk.ask(""), talk.ask("")] == ["", ""]
    with pytest.raises(EndOfInput):
        talk.ask("")


@pytest.mark.parametrize("length", [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 100_000])
@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_a_long_line_is_cut_and_the_next_one_is_whole(length: int, end: str) -> None:
    source = TextIOWrapper(BytesIO(f"{'x' * length}{end}{'up' if end else ''}".encode()))
    talk = Console(source, StringIO())
    assert talk.ask("") == "x" * min(length, LONGEST_LINE)
    if end:
        assert talk.ask("") == "up"


def test_the_echo_contains_nothing_a_terminal_would_obey() -> None:
    talk, target = console("\x1b[31mred\x00\x07\tup\x9b\u202e\n")
    assert talk.ask("> ") == "\x1b[31mred\x00\x07\tup\x9b\u202e"
    assert target.getvalue() == "> �[31mred���up��\n"


def test_everything_is_shown_at_once() -> None:
    raw = BytesIO()
    talk = Console(StringIO(), TextIOWrapper(raw, encoding="utf-8"))
    talk.write("One: ")
    assert raw.getvalue() == b"One: "
    talk.say("two")
    assert raw.getvalue() == b"One: two\n"


def test_ctrl_c_closes_the_line_of_the_prompt() -> None:
    class Interrupted(StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # as in typeshed
            raise KeyboardInterrupt

    target = StringIO()
    with pytest.raises(KeyboardInterrupt):
        Console(Interrupted(), target).ask("One: ")
    assert target.getvalue() == "One: \n"
