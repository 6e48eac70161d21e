"""An attack of opportunity: one undefended melee attack at −4 that can be neither critical nor a botch.

The calculator of that name uses it, and so do the acts that lay somebody open to one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from companion.fields import choice, number, ruling
from companion.games.dark_eye.d20 import FACES
from companion.games.dark_eye.data import ARMOUR, ATTACK, RULINGS, WEAPONS
from companion.games.dark_eye.harm import Harm, dice_sums, protection
from companion.games.dark_eye.worth import Worth
from companion.odds import Odds
from companion.steps import Modifier, Step

RULE = "dark-eye/opportunity"


@dataclass(frozen=True, slots=True)
class Struck:
    """Whether an attack of opportunity hit, and the life points it cost."""

    hit: bool
    damage: int = 0


@dataclass(frozen=True, slots=True)
class Opportunity:
    """An attack of opportunity before its dice; `naturals` is the ruling `opportunity_naturals`."""

    attack: Worth
    harm: Harm
    naturals: str

    def hits(self, die: int) -> bool:
        """Whether a face hits. Addresses: dark-eye/opportunity#no-criticals, #one-and-twenty."""
        if self.naturals == "auto":
            if die == ATTACK.number("always_hits"):
                return True
            if die == ATTACK.number("always_fails"):
                return False
        return die <= self.attack.value

    def strike(self, die: int, thrown: int) -> Struck:
        """One attack for these dice; `thrown` is the sum of the damage dice."""
        return Struck(True, self.harm.dp(self.harm.hp(thrown, False))) if self.hits(die) else Struck(False)

    @property
    def faces(self) -> int:
        """How many of the twenty faces hit."""
        return sum(self.hits(die) for die in FACES)

    def odds(self) -> Odds[Struck]:
        """A miss, or a hit with each damage: each with its weight out of 20 times the ways of the damage dice."""
        sums = dice_sums(self.harm.dice)
        hits, ways = self.faces, sum(weight for _, weight in sums)
        found = [(Struck(False), (len(FACES) - hits) * ways)]
        found += [(Struck(True, self.harm.dp(self.harm.hp(thrown, False))), hits * weight) for thrown, weight in sums]
        return Odds(found)

    def several(self, number: int) -> Odds[tuple[int, int]]:
        """How many of so many attacks hit, and the life points that they cost together.

        The damage of so many hits is the same whichever of the attacks they were: added up once for each number.
        """
        blow = dice_sums(self.harm.dice)
        ways, hits = sum(weight for _, weight in blow), self.faces
        damages = [(self.harm.dp(self.harm.hp(thrown, False)), weight) for thrown, weight in blow]
        together, found = {0: 1}, []
        for hit in range(number + 1):
            falls = comb(number, hit) * hits**hit * ((len(FACES) - hits) * ways) ** (number - hit)
            found += [((hit, damage), falls * weight) for damage, weight in together.items()]
            after: dict[int, int] = {}
            for so_far, weight in together.items():
                for damage, other in damages:
                    after[so_far + damage] = after.get(so_far + damage, 0) + weight * other
            together = after
        return Odds(found)

    def steps(self, who: str, die: int, thrown: int, struck: Struck) -> Iterator[Step]:
        """The roll and, where it hits, the damage."""
        value = str(self.attack.value).replace("-", "−")
        absolute = self.hits(die) != (die <= self.attack.value)
        rule = f"{RULE}#one-and-twenty" if absolute else f"{RULE}#attack"
        result = "hits" if struck.hit else "misses"
        yield Step(f"{who}: {die} against {value}, {'all the same it ' if absolute else ''}{result}", rule, die)
        if struck.hit:
            yield from self.harm.steps(thrown, False)


@dataclass(frozen=True, slots=True)
class Enemy:
    """The enemy who may strike somebody that moves away, stoops or climbs."""

    foe_at: int = number("Your enemy's attack (AT)", 0, 40, default=14, group="Your enemy", help="Without the −4.")
    foe_weapon: str = choice("Your enemy's weapon", WEAPONS, default="longsword", group="Your enemy")
    foe_damage_bonus: int = number("Damage bonus", 0, 20, group="Your enemy")
    foe_other: int = number("Anything else on that attack", -20, 20, group="Your enemy")
    armour: str = choice("Your armour", ARMOUR, default="none", group="You")
    pro: int | None = number("Protection (PRO)", 0, 30, group="You", blank="from the armour")
    lp: int | None = number("Your life points now", 1, 500, group="You", unit="LP", blank="not counted")
    opportunity_naturals: str = ruling(RULINGS, "opportunity_naturals")


def enemys_opportunity(s: Enemy) -> Opportunity:
    """The attack of opportunity that the enemy has. Address: dark-eye/opportunity#attack."""
    weapon = WEAPONS[s.foe_weapon]
    found = [Modifier(weapon.name, weapon.at, "dark-eye/base-values#weapons")] if weapon.at else []
    if s.foe_other:
        found.append(Modifier("Anything else", s.foe_other, "dark-eye/attack#roll"))
    found.append(ATTACK.modifier("opportunity"))
    bonus = Modifier("Damage bonus", s.foe_damage_bonus, "dark-eye/damage#bonus")
    return Opportunity(
        Worth("The attack of opportunity", "On the sheet", s.foe_at, tuple(found), rule=f"{RULE}#attack"),
        Harm(weapon.name, weapon.dice, weapon.plus, (bonus,) if s.foe_damage_bonus else (),
             protection(s.armour, s.pro)),
        s.opportunity_naturals,
    )  # fmt: skip
