"""A skill as it is written, level and modifier (6/76), and the d100 that may raise it by one level.

Where no modifier is given nothing is thrown: an attribute, or a skill whose die fell earlier in the round.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.fields import number
from companion.games.heroes_of_the_fall.data import NUMBERS
from companion.steps import signed

HUNDRED = 100


def own_skill(label: str = "Your skill", default: int = 6) -> int:
    """The field for a skill level."""
    declared: int = number(label, 0, 20, default=default, help="The level: the 6 of 6/76.")
    return declared


def own_modifier(label: str = "Your skill modifier") -> int | None:
    """The field for a skill's modifier."""
    declared: int | None = number(
        label, 1, HUNDRED - 1, blank="no skill die: the level stands", help="The 76 of 6/76; lower is better."
    )
    return declared


@dataclass(frozen=True, slots=True)
class Skill:
    """One side's skill in one act.

    `reading` is the ruling on the die. `less` is taken off first (the off hand); then the die may raise it; then it
    is halved and rounded down where the rules say half; `joined` (a weapon's defence) is halved along with it.
    """

    level: int
    modifier: int | None
    reading: str
    less: int = 0
    halved: bool = False
    joined: int = 0

    @property
    def dice(self) -> int:
        """How many skill dice are thrown: one, or none."""
        return 0 if self.modifier is None else 1

    def raised(self, dice: tuple[int, ...]) -> bool:
        """Whether the die thrown raises the skill. Address: heroes-of-the-fall/feats#skill-die."""
        if self.modifier is None:
            return False
        return dice[0] > self.modifier if self.reading == "over" else dice[0] >= self.modifier

    def steps(self) -> tuple[tuple[bool, int], ...]:
        """Raised or not, each with its weight: of 100, or of 1 where no die is thrown."""
        if self.modifier is None:
            return ((False, 1),)
        rises = HUNDRED - self.modifier + (0 if self.reading == "over" else 1)
        return tuple((raised, weight) for raised, weight in ((True, rises), (False, HUNDRED - rises)) if weight)

    def at(self, raised: bool) -> int:
        """The level that counts."""
        level = self.level + self.less + self.joined + (NUMBERS.number("skill_step") if raised else 0)
        return level // 2 if self.halved else level

    def words(self, dice: tuple[int, ...], raised: bool) -> str:
        """How the level came about, in words."""
        text = str(self.level)
        if self.less:
            text += f", {-self.less} less in the off hand"
        if self.modifier is not None:
            verb = "raises it" if raised else "does not raise it"
            text = f"{self.level}/{self.modifier}{text[len(str(self.level)) :]}; {dice[0]} on the d100 {verb}"
        if self.joined:
            text += f"; with the weapon's {signed(self.joined)}"
        return f"{text}; half of it, rounded down" if self.halved else text
