"""No key has two meanings, whatever moving keys are chosen."""

import pytest

from gridduels.terminal.arcade.base import MOVING, Command, commands, moving_keys


@pytest.mark.parametrize("style", MOVING)
def test_a_command_never_hides_behind_a_moving_key(style: str) -> None:
    wanted = [Command(key, key, key) for key in "abcdefghijklmnopqrstuvwxyz"]
    keys = [command.key for command in commands(wanted, style)]
    assert len(set(keys)) == 26
    assert not set(keys) & set(moving_keys(style))


@pytest.mark.parametrize("style", MOVING)
def test_the_arrow_keys_always_move(style: str) -> None:
    assert {key: moving_keys(style)[key] for key in ("up", "down", "left", "right")} == {
        key: key for key in ("up", "down", "left", "right")
    }
