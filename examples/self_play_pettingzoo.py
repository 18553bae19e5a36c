"""Two learners teach each other Pathway Duel through PettingZoo, and exact labels show how good they have become.

    python examples/self_play_pettingzoo.py [--games N]

Both players share one table with the average result of each move, and mostly play the move with the best average.
"""

import argparse
from collections import defaultdict
from typing import Any

import numpy as np

from gridduels.agents.pettingzoo import env

GAME, SIZE = "pathway", 4
CURIOSITY = 0.2  # the share of random moves while learning


class Learner:
    """The mean reward of every move tried so far, in every position seen so far."""

    def __init__(self, actions: int) -> None:
        self.totals: dict[bytes, Any] = defaultdict(lambda: np.zeros(actions))
        self.counts: dict[bytes, Any] = defaultdict(lambda: np.zeros(actions))

    def best(self, observation: dict[str, Any]) -> int:
        seen = observation["observation"].tobytes()
        means = self.totals[seen] / np.maximum(self.counts[seen], 1)
        return int(np.where(observation["action_mask"], means, -np.inf).argmax())

    def learn(self, moves: list[tuple[bytes, int]], reward: float) -> None:
        for seen, action in moves:
            self.totals[seen][action] += reward
            self.counts[seen][action] += 1


def any_move(observation: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(observation["action_mask"])))


def practise(learner: Learner, games: int, rng: np.random.Generator) -> None:
    """Play against itself: both agents choose from the same table, and both learn from the result of the game."""
    duel = env(GAME, size=SIZE)
    for _ in range(games):
        duel.reset()
        moves: dict[str, list[tuple[bytes, int]]] = {agent: [] for agent in duel.agents}
        for agent in duel.agent_iter():
            observation, reward, terminated, truncated, _ = duel.last()
            if terminated or truncated:
                learner.learn(moves[agent], reward)
                duel.step(None)
                continue
            curious = rng.random() < CURIOSITY
            action = any_move(observation, rng) if curious else learner.best(observation)
            moves[agent].append((observation["observation"].tobytes(), action))
            duel.step(action)


def share_kept(learner: Learner | None, rng: np.random.Generator, games: int = 200) -> float:
    """Return the share of moves that keep the exact value, in games that begin with random moves. Without a learner,
    measure random moves."""
    duel = env(GAME, size=SIZE, labels=True)
    kept = []
    for _ in range(games):
        duel.reset()
        for agent in duel.agent_iter():
            observation, _, terminated, truncated, _ = duel.last()
            if terminated or truncated:
                duel.step(None)
                continue
            wandering = rng.random() < 0.3
            duel.step(any_move(observation, rng) if wandering or not learner else learner.best(observation))
            if not wandering:
                kept.append(duel.infos[agent]["labels"]["kept"])
    return float(np.mean(kept))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5000, help="games of self-play (default: 5000)")
    games = parser.parse_args().games
    rng = np.random.default_rng(0)
    learner = Learner(actions=4)
    print(f"random moves keep the value: {share_kept(None, rng):.1%}")
    practise(learner, games, rng)
    print(f"after {games} games of self-play: {share_kept(learner, rng):.1%}")


if __name__ == "__main__":
    main()
