"""Random keys and window sizes never cause a crash or a hang."""

import random
from pathlib import Path

import pytest

from gridduels.terminal.arcade.home import HomeScreen
from tests.terminal.arcade.stage import Stage, friends, key_event, on_stage

KEYS = 1500
NAMED = ["up", "down", "left", "right", "enter", "escape", "tab", "shift+tab", "space", "home", "end", "backspace"]
LETTERS = [*"bcehlmnoprtuvxyz123456789?.", "A", "S", "H"]
"""Without q, g, d and s: leaving, giving up and typing file names have their own tests."""


async def back_to_menu(stage: Stage) -> None:
    """Check that everything that was opened can be closed again."""
    for _ in range(60):
        if isinstance(stage.screen, HomeScreen):
            return
        await stage.press("escape")
        if not isinstance(stage.screen, HomeScreen):
            await stage.press("q")
    raise AssertionError(f"there is no way back from:\n{stage.text}")


@pytest.mark.heavy
def test_hundreds_of_random_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # random keys save games, too

    async def script(stage: Stage) -> None:
        rng = random.Random(7)
        for count in range(KEYS):
            stage.arcade.post_message(key_event(rng.choice(NAMED + LETTERS if count % 3 else NAMED)))
            if count % 25 == 0:
                await stage.rest()
            if count % 300 == 299:
                await stage.rest()
                await back_to_menu(stage)
        await back_to_menu(stage)
        assert "Your move" in stage.text

    on_stage(script, size=(50, 18), animate=True)


@pytest.mark.heavy
def test_a_storm_of_sizes() -> None:
    async def script(stage: Stage) -> None:
        rng = random.Random(3)
        for count in range(36):
            await stage.pilot.resize_terminal(rng.randint(1, 120), rng.randint(1, 40))
            if count % 3 == 0:
                duel = stage.playing.duel
                if duel.outcome:
                    await stage.press("enter")
                else:
                    stage.selection.choose_word(rng.choice(duel.legal_moves))
                    await stage.press("enter")
        await stage.resize(80, 24)
        assert "to move" in stage.text or "wins" in stage.text

    on_stage(script, friends("blockade", size=3), animate=True)
