"""Texts for Konane. A move is written as the two ends of a jump, the upper or left one first, or as `stop`."""

from classic_duels.konane.rules import Position, Rules, near_end
from gridduels.words import TypedWords


class KonaneWords(TypedWords[Rules, Position]):
    about = """\
A stone jumps over a neighbouring stone of the other colour, which it takes, onto the empty cell behind it.
It may continue in the same direction, jump by jump, or stop. A player who cannot jump loses."""
    notation = "a jump is its two ends, the upper or left one first, such as 1,2-1,4; stop ends a turn"

    def moves(self, rules: Rules) -> tuple[str, ...]:
        names = self.cells(rules)
        nears = [near_end(rules, action).bit_length() - 1 for action in range(rules.stop)]
        fars = [near + 2 if action < rules.flat else near + 2 * rules.size for action, near in enumerate(nears)]
        return (*(f"{names[near]}-{names[far]}" for near, far in zip(nears, fars, strict=True)), "stop")
