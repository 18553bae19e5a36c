"""AlphaZero: self-play with tree search, whose policies and results the network learns.

All games in a batch are searched, played and learned from together, on a GPU or on one CPU core. There are two
differences from the original, because the aim is to play well in every position and not only in good games: a game
begins after a few random moves, and if play may go on forever, a win is worth less the later it comes.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from examples.baselines.network import Network, as_tensor, cells_of
from examples.baselines.tree_search import Search, half
from gridduels import Game, load_game
from gridduels.engine.batch import Batch
from gridduels.engine.images import turn_actions
from gridduels.symmetry import Symmetry

MAX_PLIES = 60
DISCOUNT = 0.98
RATE, LAST_RATE = 2e-3, 2e-5
PAUSE = 8
"""The number of moves played in every game between two updates."""
SHARPNESS = 2.0
"""Moves are drawn in proportion to their visits raised to this power."""


@dataclass(frozen=True)
class Settings:
    """Training settings. The defaults suit a large GPU."""

    games: int = 8192
    simulations: int = 32
    buffer: int = 256
    """The number of positions to keep per game for learning."""
    minibatch: int = 4096
    reuse: float = 2.0
    """The average number of times a position is used for learning."""
    width: int = 64
    blocks: int = 6


SMALL = Settings(games=128, simulations=24, buffer=192, minibatch=256, width=24, blocks=3)
"""Settings for a single CPU core."""


def training_game(name: str, size: int | None = None) -> Game:
    """Return the game to train on. If positions may repeat, the table's values count endless play as a draw, and so
    does training: repetition isn't barred, and games are truncated."""
    game = load_game(name, size)
    return load_game(name, size, repetition="endless") if game.bars_repetition else game


class Experience:
    """A ring buffer with the last moves of all games: the search results, and the games' results once they are
    known."""

    def __init__(self, batch: Batch, length: int) -> None:
        self._length, self._now = length, 0
        self._keys = torch.zeros(length, batch.count, dtype=torch.int64, device=batch.device)
        self._policy = torch.zeros(length, batch.count, batch.game.actions, dtype=torch.float16, device=batch.device)
        self._turns = torch.zeros(length, batch.count, dtype=torch.int8, device=batch.device)
        self._value = torch.zeros(length, batch.count, device=batch.device)
        self._when = torch.full((length, 1), -1, dtype=torch.int64, device=batch.device)
        self._since = torch.zeros(batch.count, dtype=torch.int64, device=batch.device)
        self._result = torch.full((length, batch.count), math.nan, device=batch.device)

    def note(self, batch: Batch, policy: Tensor, value: Tensor) -> None:
        """Store the positions of all games and the search results."""
        row = self._now % self._length
        self._keys[row], self._turns[row] = as_tensor(batch.keys), as_tensor(batch.turns)
        self._policy[row], self._value[row], self._result[row] = policy.half(), value, math.nan
        self._when[row] = self._now
        self._now += 1

    def end(self, over: Tensor, winners: Tensor, discount: float) -> None:
        """Assign results to the positions of finished games: the average of the game's result and the search's
        value."""
        plies_left = self._now - 1 - self._when
        points = torch.where(winners == 0, 0.0, torch.where(self._turns == winners, 1.0, -1.0)) * discount**plies_left
        known = over & (self._when >= self._since)
        self._result = torch.where(known, (points + self._value) / 2, self._result)
        self._since = torch.where(over, self._now, self._since)

    def draw(self, count: int, size: int) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        """Yield the keys, policies and results of random positions with known results."""
        known = (~self._result.isnan()).flatten().nonzero().squeeze(1)
        for _ in range(count if len(known) else 0):
            chosen = known[torch.randint(len(known), (size,), device=known.device)]
            yield (
                self._keys.flatten()[chosen],
                self._policy.flatten(0, 1)[chosen].float(),
                self._result.flatten()[chosen],
            )


class Student:
    """A network with its optimizer, trained on positions under random symmetries of the game."""

    def __init__(self, game: Game, network: Network, device: str, minibatch: int) -> None:
        self.network, self._device, self._game = network, device, game
        self.optimizer = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-4)
        self._batch = Batch(game, minibatch, device, truncate_at=MAX_PLIES)
        self._cells = cells_of(game, device)
        self._images = [
            (symmetry, torch.from_numpy(turn_actions(game, symmetry).copy()).to(device))
            for symmetry in game.board_symmetries
        ]

    def learn(self, keys: Tensor, policy: Tensor, result: Tensor) -> None:
        """Take one step of gradient descent."""
        self._batch.set_keys(keys if self._device == "cuda" else keys.numpy())
        planes = as_tensor(self._batch.observe()).float()
        legal = as_tensor(self._batch.action_masks())
        symmetry, actions = self._images[int(torch.randint(len(self._images), ()))]
        planes = turned(symmetry, planes)
        legal, policy = (torch.empty_like(each).index_copy_(1, actions, each) for each in (legal, policy))
        self.network.train()
        with half(self._device):
            chances, values = self.network(planes, legal, *self._cells)
        loss = -(policy * chances).sum(1).mean() + (values - result).square().mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def turned(symmetry: Symmetry, planes: Tensor) -> Tensor:
    """Return planes under a symmetry: see `gridduels.engine.images.turn_planes`."""
    if symmetry & Symmetry.TRANSPOSE:
        planes = planes.transpose(2, 3)
    axes = [axis for axis, each in ((2, Symmetry.FLIP), (3, Symmetry.MIRROR)) if symmetry & each]
    planes = planes.flip(axes) if axes else planes.clone()
    if symmetry & Symmetry.EXCHANGE:
        planes[:, 7] = 1 - planes[:, 7]
    return planes


class Trainer:
    """A training run that can be saved and continued."""

    def __init__(self, game: Game, settings: Settings, device: str = "cpu", seed: int = 1) -> None:
        torch.manual_seed(seed)
        torch.backends.cudnn.benchmark = True
        self.game, self.settings, self.device = game, settings, device
        self.seconds, self.positions = 0.0, 0
        self.curve: list[dict[str, Any]] = []
        """What was measured during training; the caller decides when and what."""
        self.network = Network(game, settings.width, settings.blocks).to(device)
        self._student = Student(game, self.network, device, settings.minibatch)
        self._discount = 1.0 if game.max_plies else DISCOUNT
        self._batch = Batch(game, settings.games, device, seed=seed, truncate_at=MAX_PLIES)
        self._openings = Batch(game, settings.games, device, seed=seed + 1, truncate_at=MAX_PLIES)
        self._openings.roll(MAX_PLIES)
        self._batch.set_keys(self._openings.keys)
        self._experience = Experience(self._batch, settings.buffer)
        self._search = Search(self.network, self._batch, settings.simulations, self._discount)

    def train(self, seconds: float, total: float) -> None:
        """Train for a while. The learning rate falls until `total` seconds have been spent, counting all runs."""
        begin, before = time.perf_counter(), self.seconds
        while self.seconds < before + seconds:
            for _ in range(PAUSE):
                self._play()
            share = min(1.0, self.seconds / total)
            rate = LAST_RATE + (RATE - LAST_RATE) * (1 + math.cos(math.pi * share)) / 2
            for group in self._student.optimizer.param_groups:
                group["lr"] = rate
            count = max(1, round(PAUSE * self.settings.games * self.settings.reuse / self.settings.minibatch))
            for minibatch in self._experience.draw(count, self.settings.minibatch):
                self._student.learn(*minibatch)
            self.positions += PAUSE * self.settings.games
            if self.device == "cuda":
                torch.cuda.synchronize()
            self.seconds = before + time.perf_counter() - begin

    def _play(self) -> None:
        """Search for and play a move in every game."""
        policy, value = self._search.run()
        self._experience.note(self._batch, policy, value)
        actions = torch.multinomial(policy**SHARPNESS, 1).squeeze(1)
        step = self._batch.step(actions if self.device == "cuda" else actions.numpy())
        terminated, truncated, winners = map(as_tensor, (step.terminated, step.truncated, step.winners))
        over = terminated | truncated
        self._experience.end(over, winners, self._discount)
        self._openings.roll(1)
        self._batch.set_keys(self._openings.keys, over if self.device == "cuda" else over.numpy())

    def save(self, file: Path) -> None:
        """Write everything except the replay data, which fills up again within seconds."""
        state = {
            "game": [self.game.id, self.game.size],
            "settings": asdict(self.settings),
            "network": self.network.state_dict(),
            "optimizer": self._student.optimizer.state_dict(),
            "seconds": self.seconds,
            "positions": self.positions,
            "curve": self.curve,
        }
        temporary = file.with_name(f".{file.name}")
        torch.save(state, temporary)
        temporary.replace(file)

    @classmethod
    def load(cls, file: Path, device: str = "cpu") -> "Trainer":
        """Continue a saved run."""
        state = torch.load(file, map_location=device)
        trainer = cls(training_game(*state["game"]), Settings(**state["settings"]), device, seed=1 + state["positions"])
        trainer.network.load_state_dict(state["network"])
        if "optimizer" in state:
            trainer._student.optimizer.load_state_dict(state["optimizer"])
        trainer.seconds, trainer.positions, trainer.curve = state["seconds"], state["positions"], state["curve"]
        return trainer


def load_network(file: Path) -> Network:
    """Return the network of a saved run."""
    state = torch.load(file, map_location="cpu")
    settings = Settings(**state["settings"])
    network = Network(training_game(*state["game"]), settings.width, settings.blocks)
    network.load_state_dict(state["network"])
    return network
