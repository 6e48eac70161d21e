"""What sheet, marks, conditions and declarations come to: states, Parry, the mount, the weapon in hand."""

from __future__ import annotations

from companion.encounter import Combatant, Fight
from companion.games.darkmaster.bands import Grade
from companion.games.darkmaster.blow import most_parry
from companion.games.darkmaster.data import ATTACK, RULINGS, WEAPONS, Weapon
from companion.games.darkmaster.encounter_sheet import HEALTH, Arm
from companion.games.darkmaster.ride import Effect, State, effect_of, state_of
from companion.games.darkmaster.round_rules import ACTIONS, Cost, States, count, parry
from companion.games.darkmaster.strike import Position

RIDE = {
    Grade.FAILURE: "mount-restive",
    Grade.PARTIAL_SUCCESS: "mount-for-now",
    Grade.SUCCESS: "mount-controlled",
    Grade.CRITICAL_SUCCESS: "mount-mastered",
}
"""The condition that each band of a Ride check leaves."""


def ruled(name: str) -> str:
    """The reading of a ruling that is in force."""
    return RULINGS[name].default


def arms(one: Combatant) -> tuple[Arm, ...]:
    """The weapons on the sheet, the one in hand first."""
    found: tuple[Arm, ...] = one.sheet.weapons
    wanted = one.declared.weapon
    return tuple(sorted(found, key=lambda arm: arm.weapon != wanted)) if wanted else found


def in_hand(one: Combatant) -> Arm | None:
    """The weapon in hand, if the sheet has any."""
    return next(iter(arms(one)), None)


def melee_arm(one: Combatant) -> Arm | None:
    """The weapon for melee that comes first."""
    return next((arm for arm in arms(one) if not WEAPONS[arm.weapon].ranged), None)


def missile_arm(one: Combatant) -> Arm | None:
    """The weapon to shoot or throw that comes first."""
    return next((arm for arm in arms(one) if WEAPONS[arm.weapon].ranged), None)


def weapon_of(arm: Arm) -> Weapon:
    """The row of the weapon table."""
    return WEAPONS[arm.weapon]


def declares(one: Combatant, *actions: str) -> bool:
    """Whether one of these actions is declared for the round."""
    return any(action in one.declared.actions for action in actions)


def expected(one: Combatant) -> tuple[str, ...]:
    """What is declared; where nothing is, an attack with the weapon in hand."""
    if one.declared.actions:
        declared: tuple[str, ...] = one.declared.actions
        return declared
    arm = in_hand(one)
    return ("shoot",) if arm is not None and weapon_of(arm).ranged else ("attack",)


def states(one: Combatant) -> States:
    """The states that the rules of the round ask for."""
    names = ("engaged", "prone", "stunned", "surprised", "held", "locked")
    return States(**{name: one.has(name) for name in names})


def bruised(one: Combatant) -> bool:
    """Whether less than half of the hit points are left. Address: darkmaster/conditions#bruised."""
    most: int = one.sheet.hit_points
    return one.marks["hit_points"] * HEALTH.number("bruised_share") < most


def incapacitated(one: Combatant) -> bool:
    """Whether no hit points are left. Address: darkmaster/conditions#incapacitated."""
    return one.marks["hit_points"] <= HEALTH.number("incapacitated")


def dying(one: Combatant) -> bool:
    """Whether the clock runs. Address: darkmaster/attack#hit-points."""
    return one.marks["hit_points"] <= HEALTH.number("dying")


def dead(one: Combatant) -> bool:
    """Whether the clock has run out."""
    return dying(one) and one.marks["rounds_to_live"] == 0


def full_and_half(one: Combatant) -> bool:
    """Whether a Full and a Half Action share the round. Address: darkmaster/round#full-and-half."""
    if one.declared.actions:
        return count(states(one), one.declared.actions).both
    return bool(one.spent("half"))


def full_beside(one: Combatant) -> bool:
    """Whether a Full Action is declared, or nothing yet."""
    declared = one.declared.actions
    return not declared or any(ACTIONS[action].takes is Cost.FULL for action in declared)


def aiming(one: Combatant) -> bool:
    """Whether attackers gain because of an Aim. Address: darkmaster/aim#aimer."""
    return one.has("aiming") or declares(one, "aim")


def shield_of(one: Combatant) -> str:
    """The shield that protects: none that strikes in this round, none of those who sprint."""
    away = one.has("shield-strikes") or declares(one, "shield-bash", "sprint")
    shield: str = one.sheet.shield
    return "none" if away else shield


def striking_shield(one: Combatant) -> str | None:
    """The shield on the arm as the weapon that it is, if it is one. Address: darkmaster/shield-bash#action."""
    return next((key for key, weapon in WEAPONS.items() if weapon.shield == one.sheet.shield), None)


def parry_share(one: Combatant) -> tuple[str, str]:
    """How much of the CMB may be spent on Parry, in words, and the rule."""
    if incapacitated(one):
        return "none", "darkmaster/conditions#incapacitated"
    if one.has("no-parry"):
        return "none", "darkmaster/charge#no-parry"
    return parry(states(one), one.declared.actions)


def pools(one: Combatant) -> tuple[int, int]:
    """Both pools of Parry, as far as CMB and states allow. Addresses: darkmaster/attack#parry, two-weapons#pools."""
    arm = in_hand(one)
    share, _ = parry_share(one)
    if arm is None or share == "none":
        return 0, 0
    most = most_parry(arm.cmb, weapon_of(arm), ruled("two_handed_parry"))
    if share == "half":
        most = min(most, max(0, arm.cmb) // ATTACK.number("parry_share"))
    first = min(one.declared.parry, most)
    second = min(one.declared.second_parry, most - first) if one.sheet.off_hand else 0
    return first, second


def parried_at_most(one: Combatant) -> int | None:
    """How many opponents a Parry wards off: all with a shield, else one for each pool."""
    if shield_of(one) != "none":
        return None
    return 2 if pools(one)[1] else 1


def parry_against(one: Combatant, attacker: str) -> int:
    """What is Parried against one attacker, by name. Address: darkmaster/attack#parry."""
    first, second = pools(one)

    def meant(name: str) -> bool:
        return name.strip().casefold() == attacker.casefold()

    if second and meant(one.declared.second_whom):
        return second
    most = parried_at_most(one)
    if most is None or meant(one.declared.parry_whom):
        return first
    return first if not one.declared.parry_whom and one.spent("parry") < most else 0


def rides(one: Combatant) -> bool:
    """Whether somebody sits on a mount."""
    return bool(one.sheet.mounted) and not one.has("thrown-off")


def ride_grade(one: Combatant) -> Grade | None:
    """The band of the Ride check that still holds; None where none has been made."""
    return next((grade for grade, name in reversed(RIDE.items()) if one.has(name)), None)


def ride_due(one: Combatant) -> bool:
    """Whether a Ride check has to be made. Addresses: darkmaster/mounted#ride, #partial, #standing."""
    return rides(one) and ride_grade(one) is None and not one.has("mount-still")


def ride_effect(one: Combatant) -> Effect | None:
    """What the mount does to its rider; None on foot, and before the check."""
    grade = ride_grade(one)
    if not rides(one) or grade is None or one.has("mount-still"):
        return None
    return effect_of(state_of(grade, mount_held(one)))


def mount_held(one: Combatant) -> bool:
    """Whether the Half Action for a restive mount is spent or declared."""
    return one.has("mount-held") or declares(one, "hold-mount")


def uncontrolled(one: Combatant) -> bool:
    """Whether the mount does as it likes. Address: darkmaster/mounted#uncontrolled."""
    effect = ride_effect(one)
    return effect is not None and effect == effect_of(State.UNCONTROLLED)


def higher_ground(one: Combatant, target: Combatant | None = None) -> bool:
    """Whether one has Higher Ground over the target. Addresses: darkmaster/modifiers#position, mounted#partial."""
    if one.has("higher-ground"):
        return True
    if not rides(one) or (target is not None and rides(target)):
        return False
    if one.has("mount-still"):
        return ruled("still_higher_ground") == "yes"
    effect = ride_effect(one)
    return effect is not None and effect.higher_ground


def strikes_longer(one: Combatant) -> bool:
    """Whether a weapon counts one length longer. Address: darkmaster/round#order."""
    return one.declared.position is not Position.FRONT or rides(one) or higher_ground(one)


def besides(fight: Fight, one: Combatant, target: Combatant) -> tuple[Combatant, ...]:
    """Who may stand beside a target in the melee: all others who are Engaged."""
    others = (each for each in fight.combatants if each.id not in (one.id, target.id) and not each.out)
    return tuple(each for each in others if each.has("engaged"))
