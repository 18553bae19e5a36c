"""Codes of invented duels: one code per duel, and one sentence per mistake."""

from __future__ import annotations

import re
from dataclasses import replace

import gymnasium
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gridduels import Duel, Game, SetupError, load_game
from gridduels.game import perft
from gridduels.invent import Code, definition, is_code, parse
from gridduels.symmetry import Symmetry

CODE = "duel1-3x5-k1-t1-r1-gn-l-sc"


@st.composite
def codes(draw: st.DrawFn, sides: int = 5) -> Code:
    """Draw a duel on a board of limited size."""
    rows, columns = draw(st.integers(2, sides)), draw(st.integers(2, sides))
    cells = rows * columns
    half = draw(st.one_of(st.just(0), st.integers(0, (1 << (cells + 1) // 2) - 1)))
    obstacles, goal = draw(st.integers(0, 3)), draw(st.sampled_from("nscer"))
    try:
        return Code(
            rows,
            columns,
            steps=(steps := draw(st.sampled_from("odkn"))),
            reach=1 if steps == "n" else draw(st.integers(1, 4)),
            jumps=steps != "n" and draw(st.booleans()),
            trail=draw(st.integers(0, 2)),
            obstacles=obstacles,
            then=bool(obstacles) and draw(st.booleans()),
            paths=draw(st.integers(0, 2)) if obstacles and goal != "n" else 0,
            goal=goal,
            open=goal != "n" and draw(st.booleans()),
            wins=draw(st.booleans()),
            shared=draw(st.booleans()),
            start=draw(st.integers(0, cells - 1)),
            blocked=half | sum(1 << cells - 1 - bit for bit in range(cells) if half >> bit & 1),
        )
    except SetupError:
        assume(False)
        raise


@given(codes())
def test_a_code_reads_back(code: Code) -> None:
    assert parse(str(code)) == code
    assert str(parse(str(code))) == str(code)
    assert is_code(str(code))


@given(codes())
def test_a_code_is_a_word_everywhere(code: Code) -> None:
    """A code needs no quoting in a shell, as a file name, in a URL, or as a Gymnasium id."""
    assert re.fullmatch(r"[a-z0-9-]+", str(code))
    assert len(str(code)) <= 60
    assert gymnasium.envs.registration.parse_env_id(f"gridduels/{code}-v0") == ("gridduels", str(code), 0)


@given(codes(sides=4), st.integers(0, 7))
def test_a_reflected_board_has_the_same_code(code: Code, number: int) -> None:
    """The code is built again from the reflected board. Only goals that face the same way can be written."""
    symmetry = Symmetry(number)
    assume(code.goal in "ns")
    rows, columns = (code.columns, code.rows) if symmetry & Symmetry.TRANSPOSE else (code.rows, code.columns)

    def moved(cell: int) -> int:
        row, column = divmod(cell, code.columns)
        if symmetry & Symmetry.TRANSPOSE:
            row, column = column, row
        if symmetry & Symmetry.FLIP:
            row = rows - 1 - row
        if symmetry & Symmetry.MIRROR:
            column = columns - 1 - column
        return row * columns + column

    blocked = sum(1 << moved(cell) for cell in range(code.cells) if code.blocked >> cell & 1)
    assert replace(code, rows=rows, columns=columns, start=moved(code.start), blocked=blocked) == code


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("duel1-5x3-k1-t1-r1-gn-l-sc", CODE),
        ("duel1-5x3-o1-t1-ge-l-sm", "duel1-3x5-o1-t1-gr-l-s2"),
        ("duel1-3x5-o9-t2-gn-l-ux", "duel1-3x5-o4-t2-gn-l-ux"),
        ("duel1-3x5-d9-t1-gn-l-sc", "duel1-3x5-d2-t1-gn-l-sc"),
        ("duel1-3x3-o1-t2-gn-l-sc", "duel1-3x3-o1-t1-gn-l-sc"),
        ("duel1-3x3-o1-t1-gc-l-sc", "duel1-3x3-o1-t1-gs-l-sc"),
        ("duel1-3x3-o1-t0-gso-l-sc", "duel1-3x3-o1-t0-gs-l-sc"),
        ("duel1-2x2-k1j-t1-gn-l-sc", "duel1-2x2-k1-t1-gn-l-sc"),
        ("duel1-2x3-d1j-t1-gn-l-sc", "duel1-2x3-d1-t1-gn-l-sc"),
        ("duel1-3x3-o1j-t0-gc-l-u1", "duel1-3x3-o1-t0-gc-l-u1"),
        ("duel1-3x3-o1j-t2-gs-l-sc", "duel1-3x3-o1j-t1-gs-l-sc"),
        ("duel1-3x3-o1-t1-gn-l-s8", "duel1-3x3-o1-t1-gn-l-sc"),
        ("duel1-3x3-o1-t1-gn-l-s5", "duel1-3x3-o1-t1-gn-l-s1"),
        ("duel1-3x3-o1-t1-gn-l-sm", "duel1-3x3-o1-t1-gn-l-s1"),
        ("duel1-3x4-o1-t1-gn-l-s3-b02", "duel1-3x4-o1-t1-gn-l-sc-b4"),
    ],
)
def test_equal_duels_have_one_code(written: str, meant: str) -> None:
    assert str(parse(written)) == meant
    assert load_game(written) == load_game(meant)
    assert load_game(written).id == meant


WRONG = {
    "": "'' is not the code of a duel, such as duel1-",
    "pathway": "'pathway' is not the code of a duel",
    "duel1-3x3-o1-t1-gn-l-sc\n": "is not the code of a duel",
    "duel1-3x3-o1-t1-gn-l-sc-b": "is not the code of a duel",
    "duel1-３x3-o1-t1-gn-l-sc": "is not the code of a duel",
    "duel1-" + "3" * 100_000: "is not the code of a duel",
    "duel2-3x3-o1-t1-gn-l-sc": "This version only supports duel1 duels, not duel2.",
    "duel1-999999999x999999999-o1-t1-gn-l-sc": "A duel's board has 2 to 9 rows and columns, not 999999999x999999999.",
    "duel1-1x9-o1-t1-gn-l-sc": "A duel's board has 2 to 9 rows and columns, not 1x9.",
    "duel1-9x9-o1-t1-gn-l-sc": "A duel's board has at most 49 cells, but 9x9 has 81.",
    "duel1-3x3-q1-t1-gn-l-sc": "Steps are o (orthogonal), d (diagonal), k (king) or n (knight), not q.",
    "duel1-3x3-o0-t1-gn-l-sc": "A move goes 1 to 9 steps, not 0.",
    "duel1-3x3-o99999999-t1-gn-l-sc": "A move goes 1 to 9 steps, not 99999999.",
    "duel1-4x4-n2-t1-gn-l-sc": "A knight moves one step at a time: write n1, not n2.",
    "duel1-4x4-n1j-t1-gn-l-sc": "A knight's step already leaps over other cells: write n1, not n1j.",
    "duel1-7x7-o3j-t1-r1-gn-l-sj": "is not the code of a duel",
    "duel1-6x6-k1j-t1-r9-gn-l-sc-b1": "The start is blocked.",
    "duel1-7x7-k1j-t1-r9-gn-l-sc": "The duel has 65 different moves, but at most 63 are allowed.",
    "duel1-3x3-o1-t3-gn-l-sc": "A trail is t0, t1 or t2, not t3.",
    "duel1-3x3-o1-t1-r77-gn-l-sc": "Each player has at most 9 obstacles, not 77.",
    "duel1-3x3-o1-t1-r0t-gn-l-sc": "Rules about placing obstacles need at least one obstacle.",
    "duel1-3x3-o1-t1-r1pb-gn-l-sc": "An open goal and protected paths need a goal.",
    "duel1-3x3-o1-t1-gno-l-sc": "An open goal and protected paths need a goal.",
    "duel1-3x3-o1-t1-gz-l-sc": "A goal is one of gn, gs, gc, ge, gr, not gz.",
    "duel1-3x3-o1-t1-gn-l-s9": "The start is cell 9, but the board's cells run from 0 to 8.",
    "duel1-3x3-o1-t1-gn-l-sx": "Both tokens would start in the centre: choose another start, or a shared token.",
    "duel1-3x3-o1-t1-gs-l-uc": "With a shared token, there is no opponent's start to reach: choose another goal.",
    "duel1-3x3-o1-t1-gn-l-sc-b1": "The start is blocked.",
    "duel1-3x3-o1-t1-gn-l-sm-bfffff": "Blocked cells are given for the first half of the board, but some",
    "duel1-2x2-n1-t1-gn-l-sc": "The token has no move at the start.",
    "duel1-3x3-o1-t1-gn-l-sc-ba": "The token has no move at the start.",
    "duel1-3x3-o1-t1-ge-l-s8": "A token would start on its goal.",
    "duel1-3x3-o1-t1-gc-l-sm-b1": "The goal is blocked from the start.",
    "duel1-3x4-d1-t1-gs-l-sc": "There is no path from the start to the goal.",
    "duel1-7x7-k6-t1-r1-gn-l-sc": "The duel has 97 different moves, but at most 63 are allowed.",
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:40])
def test_a_mistake_is_refused_with_one_sentence(text: str) -> None:
    with pytest.raises(SetupError) as refusal:
        parse(text)
    assert WRONG[text] in str(refusal.value)
    assert len(str(refusal.value)) < 200
    assert str(refusal.value).endswith((".", "?"))


@given(st.one_of(st.text(), st.from_regex(r"duel1-[0-9]{1,3}x[0-9]{1,3}-[a-z0-9-]{0,60}", fullmatch=True)))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        code = parse(text)
    except SetupError:
        return
    assert 4 <= code.cells <= 49


def test_a_change_of_a_code_is_checked_as_well() -> None:
    code = parse(CODE)
    assert str(replace(code, goal="s")) == "duel1-3x5-k1-t1-r1-gs-l-sc"
    with pytest.raises(SetupError, match="protected paths need a goal"):
        replace(code, paths=1)


def test_simpler_duels_lack_one_element() -> None:
    code = parse("duel1-3x5-k2j-t1-r1tpb-gso-w-sc-b4")
    assert {name: str(simpler) for name, simpler in code.without()} == {
        "reach": "duel1-3x5-k1j-t1-r1tpb-gso-w-sc-b4",
        "jumps": "duel1-3x5-k2-t1-r1tpb-gso-w-sc-b4",
        "trail": "duel1-3x5-k2j-t0-r1tpb-gso-w-sc-b4",
        "obstacles": "duel1-3x5-k2j-t1-gso-w-sc-b4",
        "then": "duel1-3x5-k2j-t1-r1pb-gso-w-sc-b4",
        "paths": "duel1-3x5-k2j-t1-r1t-gso-w-sc-b4",
        "goal": "duel1-3x5-k2j-t1-r1t-gn-w-sc-b4",
        "open": "duel1-3x5-k2j-t1-r1tpb-gs-w-sc-b4",
        "wins": "duel1-3x5-k2j-t1-r1tpb-gso-l-sc-b4",
        "blocked": "duel1-3x5-k2j-t1-r1tpb-gso-w-sc",
    }


def test_no_move_is_played_to_load_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server loads a duel for every code that a visitor names, and random play may take a tenth of a second."""
    asked: list[object] = []

    def placements(*position: object) -> int:
        asked.append(position)
        return 0

    monkeypatch.setattr("gridduels.invent.rules.placements", placements)
    game = load_game("duel1-7x7-o3j-t0-r9tpb-gco-l-u40")
    assert asked == []
    Duel(game).play("up1")
    assert len(asked) == 1


def test_a_code_leads_to_one_definition_and_no_list() -> None:
    from gridduels import definitions

    found = definition(CODE)
    assert found is definition(parse(CODE)) is load_game(CODE).definition
    assert found.id == CODE
    assert all(each.family is None for each in definitions())
    with pytest.raises(SetupError, match="has no size 4"):
        Game(found, 4)


@given(codes(sides=4))
def test_transposed_duels_have_the_same_moves(code: Code) -> None:
    """The canonical form of a board and the original board have the same number of games of each length."""
    from tests.models.family import perft as plain_perft
    from tests.models.family import read

    assert plain_perft(read(str(code)), 2) == perft(load_game(str(code)), 2)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("duel1", ", such as duel1-3x5-k1-t1-r1-gn-l-sc."),
        ("duel1-", ", such as duel1-3x5-k1-t1-r1-gn-l-sc."),
        ("DUEL1-3x5-K1-T1-GN-L-SC", ". Did you mean duel1-3x5-k1-t1-gn-l-sc?"),
        ("http://127.0.0.1:8000/?duel=duel1-5x3-k1-t1-gn-l-sc&x=1", ". Did you mean duel1-3x5-k1-t1-gn-l-sc?"),
        ("https://x.example/workshop?duel=duel1-2x2-n1-t1-gn-l-sc", ", such as duel1-3x5-k1-t1-r1-gn-l-sc."),
    ],
)
def test_a_mistyped_code_gets_a_sentence_about_codes(text: str, hint: str) -> None:
    with pytest.raises(SetupError) as caught:
        load_game(text)
    assert str(caught.value) == f"{text!r} is not the code of a duel{hint}"
