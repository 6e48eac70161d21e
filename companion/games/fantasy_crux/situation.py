"""What an attack may depend on: the weapon, both fighters, the ground, the light, the range and the Talents."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.fields import choice, number, ruling, switch
from companion.games.fantasy_crux.data import (
    ARMOUR,
    BARE_HANDS,
    DAMAGE_MODIFIERS,
    LIGHT,
    RULINGS,
    SENSES,
    WEAPONS,
    Die,
    RangedKind,
    Size,
    of_kind,
    ranged_where,
    weapons_where,
)
from companion.games.fantasy_crux.exchange import Defence


class AttackKind(StrEnum):
    """The four ways to attack with a body or a weapon."""

    CLOSE = "close combat"
    UNARMED = "unarmed"
    THROWN = "thrown"
    MISSILE = "missile"


class Manner(StrEnum):
    """What kind of attack it is in the course of the round."""

    STANDARD = "standard attack"
    OFF_HAND = "extra off-hand attack"
    OPPORTUNITY = "opportunity attack"
    OFF_HAND_OPPORTUNITY = "off-hand opportunity attack"
    CHARGE = "charge"
    SET = "set weapon"
    RAPID = "rapid shot"


class Technique(StrEnum):
    """A Talent named beforehand that replaces damage."""

    NONE = "none"
    DISARM = "disarm"
    TRIP = "trip"
    SUBDUE = "subdue"
    SHIELD_RUSH = "shield rush"


class Riding(StrEnum):
    """Who sits in a saddle."""

    NOBODY = "nobody"
    ATTACKER = "attacker"
    TARGET = "target"
    BOTH = "both"


AT_HAND = (AttackKind.CLOSE, AttackKind.UNARMED)
FLYING = (AttackKind.THROWN, AttackKind.MISSILE)
REACTING = (Defence.DODGE, Defence.PARRY, Defence.GUARD)
HOLDING = (Defence.PARRY, Defence.GUARD)

YOU, FOE, RANGE, GROUND, TALENTS, FOE_TALENTS = (
    "Attacker",
    "Target",
    "Range and conditions",
    "Position and light",
    "Talents of the attacker",
    "Talents of the target",
)


@dataclass(frozen=True, slots=True)
class Attack:
    """What is on the sheets and the table."""

    attack: AttackKind = choice("Attack", AttackKind)
    skill: int = number("Attacker's skill", 0, 100, default=51, unit="%", help="Close, Unarmed or Ranged Combat.")
    weapon: str = choice(
        "Weapon",
        weapons_where(lambda weapon: weapon is not WEAPONS[BARE_HANDS]),
        default="arming-sword",
        when={"attack": AttackKind.CLOSE, "own": False},
        why="only for a Close Combat attack with a weapon of the table",
    )
    thrown_weapon: str = choice(
        "Thrown weapon",
        ranged_where(RangedKind.THROWN),
        default="javelin",
        when={"attack": AttackKind.THROWN, "own": False},
        why="only for a thrown weapon of the table",
    )
    missile_weapon: str = choice(
        "Bow, crossbow or sling",
        ranged_where(RangedKind.MISSILE),
        default="longbow",
        when={"attack": AttackKind.MISSILE, "own": False},
        why="only for a missile weapon of the table",
    )
    modifier: str = choice(
        "Damage Modifier",
        DAMAGE_MODIFIERS,
        default="none",
        help="From STR + SIZ; on a mounted Charge with a lance it is the mount's.",
    )
    defence: Defence = choice("Defence", Defence)
    defence_skill: int = number(
        "Defender's skill",
        0,
        100,
        default=51,
        unit="%",
        help="Dodge, Close Combat, or Unarmed Combat for bare hands.",
        when={"defence": REACTING},
        why="nobody defends",
    )
    item: str = choice(
        "Parrying with", WEAPONS, default="arming-sword", when={"defence": HOLDING}, why="only for a Parry or guard"
    )
    armour: str | None = choice("Armour", ARMOUR, default="none", blank="own Armour Points")
    armour_points: int = number("Armour Points", 0, 30, when={"armour": None}, why="the armour table gives them")
    max_hit_points: int = number("Target's maximum Hit Points", 1, 200, default=12, unit="HP")
    hit_points: int | None = number("Target's Hit Points now", 1, 200, blank="unhurt", unit="HP")

    own: bool = switch("Own weapon values", group="Own weapon", help="Instead of a weapon of the table.")
    own_count: int = number("Dice", 0, 10, default=1, group="Own weapon", when={"own": True}, why="table weapon")
    own_die: Die = choice("Die", Die, default=Die.D6, group="Own weapon", when={"own": True}, why="table weapon")
    own_plus: int = number("Plus", -5, 30, group="Own weapon", when={"own": True}, why="table weapon")
    own_size: Size = choice(
        "Size", Size, default=Size.MEDIUM, group="Own weapon", when={"own": True}, why="table weapon"
    )
    own_range: int = number(
        "Range",
        1,
        2000,
        default=20,
        unit="m",
        group="Own weapon",
        when={"own": True, "attack": FLYING},
        why="not ranged",
    )
    own_close: bool = switch(
        "Has the Close tag", group="Own weapon", when={"own": True, "attack": FLYING}, why="only for a ranged weapon"
    )
    natural: bool = switch(
        "A natural weapon",
        group="Own weapon",
        help="Claws, a bite, a tail; Medium unless its Size is listed.",
        when={"own": True, "attack": AttackKind.UNARMED},
        why="only for an unarmed attack with own values",
    )

    manner: Manner = choice("Manner", Manner, group=YOU)
    two_handed: bool = switch("Flex weapon in two hands", group=YOU, when={"attack": AttackKind.CLOSE}, why="not close")
    primitive: bool = switch("Primitive or makeshift weapon", group=YOU)
    strength: int = number("Attacker's STR", 1, 100, default=13, group=YOU)
    dexterity: int = number("Attacker's DEX", 1, 100, default=13, group=YOU)
    wounded: bool = switch("Attacker is Wounded", group=YOU)
    held: bool = switch("Attacker is in a grapple", group=YOU)
    other: int = number("Any other dice for the attack", -10, 10, group=YOU, help="Bonus +, Penalty −.")

    aware: bool = switch("Target is aware of the attack", default=True, group=FOE)
    helpless: bool = switch("Target is helpless", group=FOE)
    off_hand_reaction: bool = switch(
        "It uses the extra off-hand Reaction", group=FOE, when={"defence": REACTING}, why="nobody defends"
    )
    foe_wounded: bool = switch("Defender is Wounded", group=FOE)
    foe_held: bool = switch("Defender is in a grapple", group=FOE)
    foe_minimum: bool = switch(
        "Defender is below the item's STR or DEX", group=FOE, when={"defence": HOLDING}, why="only for a Parry or guard"
    )
    foe_other: int = number("Any other dice for the defence", -10, 10, group=FOE, help="Bonus +, Penalty −.")
    reserve: int = number("Vitality reserve", 0, 100, group=FOE)
    hero_point: bool = switch("A Hero Point would prevent a Major Wound", group=FOE)

    distance: int = number(
        "Distance", 0, 4000, default=20, unit="m", group=RANGE, when={"attack": FLYING}, why="at hand"
    )
    aimed: bool = switch("Aimed", group=RANGE, when={"attack": FLYING}, why="only ranged attacks are aimed")
    cover: str | None = choice(
        "Terrain cover", of_kind("cover"), blank="none", group=RANGE, when={"attack": FLYING}, why="only at range"
    )
    moved: str | None = choice(
        "Target's movement since your last turn",
        of_kind("movement"),
        blank="under 10 m",
        group=RANGE,
        when={"attack": FLYING},
        why="only at range",
    )
    obscured: str | None = choice(
        "Mist, smoke, leaves",
        of_kind("obscurity"),
        blank="none",
        group=RANGE,
        when={"attack": FLYING},
        why="only at range",
    )
    wind: str | None = choice(
        "Wind", of_kind("wind"), blank="no matter", group=RANGE, when={"attack": FLYING}, why="only at range"
    )
    engaged: int = number(
        "Enemies engaging the attacker", 0, 8, group=RANGE, when={"attack": FLYING}, why="only for ranged attacks"
    )

    flanked: bool = switch("Target is flanked, or attacked in the back", group=GROUND)
    target_prone: bool = switch("Target is prone", group=GROUND)
    attacker_prone: bool = switch("Attacker is prone", group=GROUND)
    higher: bool = switch("Attacker has higher ground", group=GROUND)
    foe_higher: bool = switch("Defender has higher ground", group=GROUND)
    unstable: bool = switch("Attacker on unstable ground", group=GROUND)
    foe_unstable: bool = switch("Defender on unstable ground", group=GROUND)
    underwater: bool = switch("Attacker underwater", group=GROUND)
    foe_underwater: bool = switch("Defender underwater", group=GROUND)
    light: str = choice("Light", LIGHT, group=GROUND, default="bright")
    sense: str = choice("Attacker's sense", SENSES, group=GROUND, default="ordinary")
    foe_sense: str = choice("Defender's sense", SENSES, group=GROUND, default="ordinary")
    blinded: bool = switch("Attacker is blinded", group=GROUND)
    foe_blinded: bool = switch("Defender is blinded", group=GROUND)
    riding: Riding = choice("In the saddle", Riding, group=GROUND)
    as_tall: bool = switch(
        "The one on foot is as tall as the rider",
        group=GROUND,
        when={"riding": (Riding.ATTACKER, Riding.TARGET)},
        why="only between a rider and someone on foot",
    )
    foe_size: Size = choice(
        "Size of the target's weapon",
        Size,
        default=Size.MEDIUM,
        group=GROUND,
        when={"riding": (Riding.ATTACKER, Riding.TARGET)},
        why="only between a rider and someone on foot",
    )
    riding_skill: int = number(
        "Attacker's Riding", 0, 100, default=100, unit="%", group=GROUND,
        when={"riding": (Riding.ATTACKER, Riding.BOTH)}, why="the attacker does not ride",
    )  # fmt: skip
    foe_riding_skill: int = number(
        "Defender's Riding", 0, 100, default=100, unit="%", group=GROUND,
        when={"riding": (Riding.TARGET, Riding.BOTH)}, why="the target does not ride",
    )  # fmt: skip

    technique: Technique = choice("Special technique", Technique, group=TALENTS)
    favoured: bool = switch("Favoured Weapon", group=TALENTS)
    signature: bool = switch("Signature Weapon", group=TALENTS)
    killing_angle: bool = switch("Killing Angle", group=TALENTS, help="Not used yet this round.")
    deadly_precision: bool = switch("Deadly Precision", group=TALENTS, help="Declared for this attack.")
    mastery: bool = switch("Off-Hand Mastery", group=TALENTS)
    point_blank: bool = switch("Point-Blank Shot", group=TALENTS)
    mighty_shot: bool = switch("Mighty Shot", group=TALENTS, help="Not used yet this round.")
    foe_mastery: bool = switch("Off-Hand Mastery", group=FOE_TALENTS)
    missile_guard: bool = switch("Missile Guard", group=FOE_TALENTS)
    shield_cover: bool = switch(
        "Shield Cover", group=FOE_TALENTS, help="Aware, with a medium or large shield ready.",
        when={"attack": FLYING}, why="only against ranged attacks",
    )  # fmt: skip
    battle_awareness: bool = switch("Battle Awareness", group=FOE_TALENTS)
    protector: bool = switch(
        "An adjacent ally Parries with Protector",
        group=FOE_TALENTS,
        help="Then the defender's values are the ally's; a shield and the ally's base Reaction are needed.",
        when={"defence": HOLDING},
        why="Protector is a Parry",
    )

    helpless_close: str = ruling(RULINGS, "helpless_close")
    prone_flanked: str = ruling(RULINGS, "prone_flanked")
    higher_ground: str = ruling(RULINGS, "higher_ground")
    footing: str = ruling(RULINGS, "footing")
    darkness: str = ruling(RULINGS, "darkness")
    natural_parry: str = ruling(RULINGS, "natural_parry")
    flex_critical: str = ruling(RULINGS, "flex_critical")
    major_wound_by: str = ruling(RULINGS, "major_wound_by")
    critical_reserve: str = ruling(RULINGS, "critical_reserve")
    riding_cap: str = ruling(RULINGS, "riding_cap")
