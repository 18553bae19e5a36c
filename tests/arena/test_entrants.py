"""Entrants: how bots introduce themselves, their versions, and bots that cannot start."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from gridduels import SetupError, load_game
from gridduels.arena.entrants import OWN, Entrant, enter, entitle, fingerprint
from tests.arena.helpers import STEADY
from tests.players.bots.hostile import hostile, posix_only

pytestmark = posix_only


def bot(folder: Path, introduction: str, file: str = "bot.py") -> str:
    """Return the name of a bot that introduces itself with these lines."""
    script = folder / file
    script.write_text(STEADY.replace("name steady\\nready 1", introduction), encoding="utf-8")
    return f"cmd:{shlex.join([sys.executable, '-I', '-S', str(script), '0'])}"


def test_a_bot_has_its_own_name_and_plays_the_games_it_declares(tmp_path: Path) -> None:
    games = "light-cycle:5,7 pathway:goal=open gridlock"
    entrant = enter(bot(tmp_path, rf"name Deep Blue\nversion 7\ngames {games}\nready 1"))
    assert entrant.title == "Deep Blue"
    assert entrant.plays(load_game("light-cycle"))
    assert entrant.plays(load_game("gridlock", 5))
    assert entrant.plays(load_game("pathway", 7))
    assert not entrant.plays(load_game("light-cycle", 3))
    assert not entrant.plays(load_game("pathway", goal="sealed"))
    assert not entrant.plays(load_game("blockade"))


def test_our_own_players_have_our_version_and_play_everything() -> None:
    entrant = enter("random")
    assert (entrant.title, entrant.version) == ("random", OWN)
    assert entrant.plays(load_game("blockade"))


def test_a_changed_bot_has_another_version(tmp_path: Path) -> None:
    name = bot(tmp_path, r"name Bot\nready 1")
    before = enter(name)
    assert enter(name) == before
    (tmp_path / "bot.py").write_text((tmp_path / "bot.py").read_text() + "# faster\n")
    changed = enter(name)
    assert (changed.name, changed.title) == (before.name, before.title)
    assert changed.version != before.version


def test_a_bot_that_reports_another_version_has_another_version() -> None:
    assert fingerprint("no-such-program", "1.0") != fingerprint("no-such-program", "1.1")


def test_a_bot_that_was_moved_keeps_its_version(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    one, two = (enter(bot(tmp_path, r"name Bot\nready 1", file)) for file in ("bot.py", "elsewhere/other.py"))
    assert one.version == two.version


def test_a_file_named_after_an_equals_sign_is_part_of_the_version(tmp_path: Path) -> None:
    (tmp_path / "weights").write_text("1")
    command = f"no-such-program --weights={tmp_path / 'weights'}"
    before = fingerprint(command)
    (tmp_path / "weights").write_text("2")
    assert fingerprint(command) != before


def test_a_bot_that_cannot_start_is_refused_with_its_error_output(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text("import no_such_module")
    command = f"cmd:{shlex.join([sys.executable, str(script)])}"
    with pytest.raises(SetupError) as caught:
        enter(command)
    first, *output = str(caught.value).splitlines()
    assert first.startswith(f"{command} cannot take part: the bot ended with exit code 1; its error output (")
    assert output[0] == "    Traceback (most recent call last):"
    assert output[-1] == "    ModuleNotFoundError: No module named 'no_such_module'"


def test_a_bot_without_a_program_is_refused_in_a_sentence() -> None:
    with pytest.raises(SetupError) as caught:
        enter("cmd:./no-such-bot")
    why = "the bot './no-such-bot' cannot be started: No such file or directory"
    assert str(caught.value) == f"cmd:./no-such-bot cannot take part: {why}"


def test_a_declaration_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    why = "the bot made an invalid declaration: 'big' is neither a size nor a ruling"
    with pytest.raises(SetupError, match=why):
        enter(bot(tmp_path, r"name Bot\ngames light-cycle:big\nready 1"))


def test_bots_with_the_same_name_get_numbers(tmp_path: Path) -> None:
    alike = [Entrant(f"cmd:{number}", "Hostile") for number in range(3)]
    assert [each.title for each in entitle(alike)] == ["Hostile", "Hostile (2)", "Hostile (3)"]
    assert enter(f"cmd:{hostile('polite', tmp_path)}").title == "Hostile"
