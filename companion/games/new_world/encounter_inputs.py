"""What the attack calculators ask, read off two sheets, off what has become of both, and off the scene."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.checks import read
from companion.encounter import Combatant, Fight
from companion.fields import plain
from companion.games.new_world.data import GROUPS, Location, Weapon
from companion.games.new_world.encounter_reach import able, attackers, foes_in_reach, in_reach
from companion.games.new_world.encounter_sheet import Carried, Scene, Sheet, Size, armour_worn, loaded
from companion.games.new_world.reach import Reach, reach
from companion.games.new_world.strike import THROWN, Cover, Powder, Sharpshooter, TargetIs
from companion.resolver import Resolver

HANDS = 2
BARE = Carried("unarmed", 0)
AT_HAND = Carried("improvised", 0)


@dataclass(frozen=True, slots=True)
class Pair:
    """One who attacks and the target, as they now are."""

    fight: Fight
    attacker: Combatant
    target: Combatant

    @property
    def scene(self) -> Scene:
        scene: Scene = self.fight.scene
        return scene

    @property
    def mine(self) -> Sheet:
        """The attacker's sheet."""
        sheet: Sheet = self.attacker.sheet
        return sheet

    @property
    def theirs(self) -> Sheet:
        """The target's sheet."""
        sheet: Sheet = self.target.sheet
        return sheet

    @property
    def close(self) -> bool:
        """Whether the target is within the reach of a blow."""
        return in_reach(self.attacker, self.target) or self.scene.distance == 1

    @property
    def distance(self) -> int:
        """The paces between the two."""
        return 1 if self.close else self.scene.distance

    @property
    def turned(self) -> Pair:
        """The target against the attacker."""
        return Pair(self.fight, self.target, self.attacker)

    @property
    def allies_at_target(self) -> tuple[Combatant, ...]:
        """Those of the attacker's side, but not the attacker, who fight the target hand to hand."""
        return tuple(
            each
            for each in self.fight.combatants
            if each.side is self.attacker.side
            and each.id != self.attacker.id
            and in_reach(each, self.target)
            and able(self.fight, each)
        )


def fitting(resolver: Resolver, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The inputs without those that do not apply to them."""
    _, ignored = read(resolver.situation, inputs)
    left_out = {each.field for each in ignored}
    return {name: plain(value) for name, value in inputs.items() if name not in left_out}


def arsenal(one: Combatant) -> list[tuple[str, Carried]]:
    """What one carries, each by a name of its own: without the first weapon for one who was disarmed."""
    sheet: Sheet = one.sheet
    named = [(f"{each.weapon}-{place}", each) for place, each in enumerate(sheet.weapons, 1)]
    return named[1:] if one.has("disarmed") else named


def blades(one: Combatant) -> list[tuple[str, Carried]]:
    """All that can strike in melee, the best first: the weapons of melee, else what lies at hand, and bare hands."""
    carried = arsenal(one)
    found = [(name, each) for name, each in carried if each.row.melee and not each.off_hand]
    found += [(name, each) for name, each in carried if each.row.melee and each.off_hand]
    if not found and carried:
        found = [("improvised", AT_HAND)]
    return found if any(each.row.natural for _, each in found) else [*found, ("unarmed", BARE)]


def missiles(one: Combatant) -> list[tuple[str, Carried]]:
    """All that can be shot or thrown."""
    return [(name, each) for name, each in arsenal(one) if each.row.ranged]


def rank_in(one: Sheet, carried: Carried) -> int:
    """The rank with a weapon: that of Brawling for whatever is used by Brawling."""
    return one.brawling if carried.row.group == "brawling" else carried.rank


def lacks(carried: Carried) -> bool:
    """Whether the group is missing; nobody lacks one that everybody has."""
    return carried.lacking and not GROUPS[carried.row.group].free


def has_free_hand(one: Combatant) -> bool:
    """Whether the weapon in hand, the one in the off hand and the shield leave a hand free."""
    sheet: Sheet = one.sheet
    carried = [each for _, each in arsenal(one)]
    full = carried[0].row.hands if carried and not (one.has("disarmed") or carried[0].off_hand) else 0
    full += any(each.off_hand for each in carried)
    return full + (sheet.shield != "none") < HANDS


def reaching(pair: Pair, carried: Carried) -> Reach:
    """What a weapon can do at the target's distance."""
    weapon: Weapon = carried.row if carried.own_band is None else replace(carried.row, band=carried.own_band)
    return reach(weapon, pair.distance)


def on_target(pair: Pair, *, ranged: bool) -> dict[str, Any]:
    """What the target's sheet and state bring against any attack."""
    target, s = pair.target, pair.theirs
    worn = armour_worn(s)
    return {
        "defence": s.ranged_defence if ranged else s.melee_defence,
        "endurance": s.endurance,
        "head": worn[Location.HEAD],
        "arms": worn[Location.ARMS],
        "body": worn[Location.BODY],
        "legs": worn[Location.LEGS],
        "shield": s.shield,
        "defence_bonus": s.defence_bonus,
        "target_all_out_attack": target.has("all-out-attack"),
        "target_all_out_defence": target.has("all-out-defence"),
        "target_parrying": target.has("parrying"),
        "target_ran": target.has("ran"),
        "target_prone": target.has("prone"),
    }


def strike_inputs(pair: Pair, carried: Carried, *, ranged: bool) -> dict[str, Any]:
    """All that one blow or shot asks, whoever of the calculators makes it."""
    attacker, s = pair.attacker, pair.mine
    thrown = ranged and carried.row.melee
    return {
        "weapon": carried.weapon + (THROWN if thrown else ""),
        "skill": s.ranged_skill if ranged else s.melee_skill,
        "rank": rank_in(s, carried),
        "lacking": lacks(carried),
        "might": s.might,
        "agility": s.agility,
        "fatigue": attacker.marks["fatigue"],
        "pugilist": s.pugilist,
        "street_fighting": s.street_fighting,
        "own_damage": carried.own_damage,
        "own_attribute": carried.own_attribute,
        "own_piercing": carried.own_piercing,
        **on_target(pair, ranged=ranged),
        "attackers": attackers(pair.fight, attacker, pair.target),
        "higher_ground": attacker.has("higher-ground") and not pair.target.has("higher-ground"),
        "mounted": attacker.has("mounted"),
        "target_is": _to_a_rider(pair.target),
    }


def _to_a_rider(target: Combatant) -> TargetIs:
    if target.has("mounted"):
        return TargetIs.MOUNTED
    size: Size = target.sheet.size
    return TargetIs.LARGE if size.step >= Size.LARGE.step else TargetIs.ON_FOOT


def shot_inputs(pair: Pair, carried: Carried) -> dict[str, Any]:
    """What a shot asks besides: distance, cover, powder, and who stands in the way."""
    attacker, allies = pair.attacker, pair.allies_at_target
    ally = allies[0] if allies else None
    return {
        "distance": pair.distance,
        "cover": cover_of(pair.target),
        "sharpshooter": _sharpshooter(pair, carried),
        "foe_in_reach": bool(foes_in_reach(pair.fight, attacker)) and not pair.close,
        "into_melee": ally is not None,
        **(
            {}
            if ally is None
            else {"ally_endurance": ally.sheet.endurance, "ally_armour": armour_worn(ally.sheet)[Location.BODY]}
        ),
        "loaded": loaded(attacker, carried.weapon),
        **powder_inputs(pair),
        "own_band": carried.own_band,
    }


def powder_inputs(pair: Pair) -> dict[str, Any]:
    """The attacker's powder, and magic within sight."""
    soaked, damp = pair.attacker.has("soaked-powder"), pair.attacker.has("damp-powder")
    return {
        "powder": Powder.SOAKED if soaked else Powder.DAMP if damp else Powder.DRY,
        "magic": any(each.has("magic") for each in pair.fight.combatants),
    }


def cover_of(target: Combatant) -> Cover:
    """The best cover that the target has."""
    return next((cover for cover in (Cover.FULL, Cover.HEAVY, Cover.LIGHT) if target.has(f"{cover}-cover")), Cover.NONE)


def _sharpshooter(pair: Pair, carried: Carried) -> Sharpshooter:
    """Where the talent helps: off the cover where there is some, else off the range."""
    if not pair.mine.sharpshooter:
        return Sharpshooter.NO
    if cover_of(pair.target) in (Cover.LIGHT, Cover.HEAVY):
        return Sharpshooter.COVER
    return Sharpshooter.RANGE if reaching(pair, carried).beyond else Sharpshooter.NO


def melee_total(sheet: Sheet, carried: Carried) -> int:
    """A melee attack total before the dice: Skill, and rank unless the group is lacking."""
    return sheet.melee_skill + (0 if lacks(carried) else rank_in(sheet, carried))


def opposed_inputs(pair: Pair, mine: Carried, theirs: Carried) -> dict[str, Any]:
    """Both totals of an opposed roll with what stands on either side."""
    return {
        "total": melee_total(pair.mine, mine),
        "fatigue": pair.attacker.marks["fatigue"],
        **_lacking("", mine),
        "attackers": _around(pair),
        "higher": _higher(pair),
        **opposed_foe_inputs(pair, theirs),
    }


def opposed_foe_inputs(pair: Pair, theirs: Carried) -> dict[str, Any]:
    """The target's side of an opposed roll."""
    return {
        "foe_total": melee_total(pair.theirs, theirs),
        "foe_fatigue": pair.target.marks["fatigue"],
        **_lacking("foe_", theirs),
        "foe_attackers": _around(pair.turned),
        "foe_higher": _higher(pair.turned),
    }


def _lacking(side: str, carried: Carried) -> dict[str, bool]:
    lacking = lacks(carried)
    return {f"{side}lacking": lacking, f"{side}lacking_advanced": lacking and GROUPS[carried.row.group].advanced}


MOST_AROUND = 12
"""What an opposed roll can be told of attackers around one; the bonus has long reached its limit there."""


def _around(pair: Pair) -> int:
    return min(MOST_AROUND, attackers(pair.fight, pair.attacker, pair.target))


def _higher(pair: Pair) -> bool:
    above = pair.attacker.has("higher-ground") and not pair.target.has("higher-ground")
    return above or (pair.attacker.has("mounted") and _to_a_rider(pair.target) is TargetIs.ON_FOOT)


def listed(values: Iterable[str]) -> str:
    """Reasons in one line."""
    return "; ".join(value for value in values if value)
