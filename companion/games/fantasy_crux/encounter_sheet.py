"""What a fighter brings to a fight, and what holds for all of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.dice import NoDice
from companion.fields import Option, choice, many, number, rows, specs, switch, text
from companion.games.fantasy_crux import sheet as derived
from companion.games.fantasy_crux.data import (
    ARMOUR,
    BARE_HANDS,
    DAMAGE_MODIFIERS,
    INTENSITIES,
    LIGHT,
    RANGED,
    ROLLS,
    SENSES,
    SHEET,
    WEAPONS,
    Die,
    Hands,
    RangedKind,
    Size,
    armed,
    of_kind,
    ranged_where,
    weapons_where,
)
from companion.games.fantasy_crux.round import Round
from companion.games.fantasy_crux.situation import FLYING, FOE_TALENTS, TALENTS, Attack, AttackKind, Technique

ATTRIBUTES, SKILLS, HANDS, ARMS, BODY, SADDLE, MAGIC = (
    "Attributes",
    "Skills",
    "In hand",
    "Carried",
    "Protection",
    "In the saddle",
    "Talents and Shaping",
)


def talents() -> Iterator[Option]:
    """Every Talent that some calculator knows, by that calculator's own name and label."""
    seen = set()
    for record, groups in ((Round, (TALENTS, "Talents")), (Attack, (TALENTS, FOE_TALENTS))):
        for spec in specs(record):
            if spec.group in groups and spec.kind == "switch" and spec.name not in seen:
                seen.add(spec.name)
                yield Option(spec.name, spec.label, spec.help)
    for technique in Technique:
        if technique is not Technique.NONE:
            yield Option(technique.value, technique.value.capitalize())


def _not_two_handed() -> list[str]:
    return [key for key, row in WEAPONS.items() if row.hands is not Hands.TWO]


def _flex() -> list[str]:
    return [key for key, row in WEAPONS.items() if row.hands is Hands.FLEX]


@dataclass(frozen=True, slots=True)
class OwnWeapon:
    """Claws, a bite, or a weapon that the tables do not have."""

    name: str = text("Name", default="Claws", longest=40)
    attack: AttackKind = choice("Attack", AttackKind, default=AttackKind.UNARMED)
    natural: bool = switch(
        "A natural weapon", default=True, when={"attack": AttackKind.UNARMED}, why="only for an unarmed attack"
    )
    count: int = number("Dice", 0, 10, default=1)
    die: Die = choice("Die", Die, default=Die.D6)
    plus: int = number("Plus", -5, 30)
    size: Size = choice("Size", Size, default=Size.MEDIUM)
    range: int = number("Range", 1, 2000, default=20, unit="m", when={"attack": FLYING}, why="not ranged")
    close: bool = switch("Has the Close tag", when={"attack": FLYING}, why="only for a ranged weapon")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The values of one fighter. What is left empty follows from the attributes."""

    strength: int = number("STR", 1, 100, default=11, group=ATTRIBUTES)
    constitution: int = number("CON", 1, 100, default=11, group=ATTRIBUTES)
    dexterity: int = number("DEX", 1, 100, default=11, group=ATTRIBUTES)
    size: int = number("SIZ", 1, 100, default=13, group=ATTRIBUTES)
    intelligence: int = number("INT", 1, 100, default=13, group=ATTRIBUTES)
    power: int = number("POW", 1, 100, default=11, group=ATTRIBUTES)
    max_hit_points: int | None = number(
        "Maximum Hit Points", 1, 200, blank="from SIZ and CON", unit="HP", group=ATTRIBUTES
    )
    order: int | None = number("Combat Order", -20, 100, blank="from DEX, INT and armour", group=ATTRIBUTES)
    modifier: str | None = choice("Damage Modifier", DAMAGE_MODIFIERS, blank="from STR and SIZ", group=ATTRIBUTES)
    movement: int | None = number("Movement", 0, 200, blank="a human's", unit="m", group=ATTRIBUTES)
    close: int | None = number("Close Combat", 0, 100, blank="as it begins", unit="%", group=SKILLS)
    unarmed: int | None = number("Unarmed Combat", 0, 100, blank="as it begins", unit="%", group=SKILLS)
    ranged: int | None = number("Ranged Combat", 0, 100, blank="as it begins", unit="%", group=SKILLS)
    dodge: int | None = number("Dodge", 0, 100, blank="as it begins", unit="%", group=SKILLS)
    persistence: int | None = number("Persistence", 0, 100, blank="as it begins", unit="%", group=SKILLS)
    influence: int = number("Influence", 0, 100, default=40, unit="%", group=SKILLS)
    healing: int = number("Healing", 0, 100, default=40, unit="%", group=SKILLS)
    kit: bool = switch("Has a Healing Kit or a fair substitute", group=SKILLS)

    main: str = choice("Main hand", WEAPONS, default="arming-sword", group=HANDS, help="Unarmed is an empty hand.")
    both_hands: bool = switch(
        "A Flex weapon is held in both hands", group=HANDS, when={"main": _flex}, why="only a Flex weapon can be"
    )
    off: str = choice(
        "Off hand", weapons_where(lambda weapon: weapon.hands is not Hands.TWO), default=BARE_HANDS, group=HANDS,
        help="Unarmed is an empty hand.", when={"main": _not_two_handed, "both_hands": False},
        why="both hands are on one weapon",
    )  # fmt: skip
    hands: bool = switch("Has hands that hold and grasp", default=True, group=HANDS, help="A beast has none.")
    further: tuple[str, ...] = many("Further close weapons", weapons_where(armed), most=6, group=ARMS)
    thrown: tuple[str, ...] = many("Thrown weapons", ranged_where(RangedKind.THROWN), most=6, group=ARMS)
    missiles: tuple[str, ...] = many("Bows, crossbows, slings", ranged_where(RangedKind.MISSILE), most=4, group=ARMS)
    own: tuple[OwnWeapon, ...] = rows("Natural and own weapons", OwnWeapon, most=4, group=ARMS)

    armour: str | None = choice("Armour", ARMOUR, default="none", blank="own Armour Points", group=BODY)
    armour_points: int = number(
        "Armour Points", 0, 30, group=BODY, when={"armour": None}, why="the armour table gives them"
    )
    reserve: int = number("Vitality reserve", 0, 100, group=BODY)
    hero_points: int = number("Hero Points", 0, 20, group=BODY)
    prevents: bool = switch("Spends one to prevent a Major Wound", default=True, group=BODY)
    sense: str = choice("Sense", SENSES, default="ordinary", group=BODY)

    mounted: bool = switch("Comes in the saddle", group=SADDLE)
    riding: int = number("Riding", 0, 100, default=60, unit="%", group=SADDLE)
    mount_modifier: str = choice("The mount's Damage Modifier", DAMAGE_MODIFIERS, default="+2D6", group=SADDLE)
    mount_movement: int = number("The mount's Movement", 0, 200, default=30, unit="m", group=SADDLE)
    mount_used: bool = switch("The mount is used to battle", default=True, group=SADDLE)
    tall: bool = switch("On foot as tall as a rider in the saddle", group=SADDLE)

    talents: tuple[str, ...] = many(
        "Talents", talents, most=24, group=MAGIC,
        help="Weapon Talents count for the weapon in the main hand, or else the first ranged one.",
    )  # fmt: skip
    shaping: int = number("Shaping", 0, 100, unit="%", group=MAGIC)
    intensity: str = choice("Intensity of a Projected Shaping", INTENSITIES, default="2", group=MAGIC)
    magnitude: int = number("Its Magnitude", 1, 50, default=3, group=MAGIC)

    @property
    def beginning(self) -> derived.Outcome:
        """What follows from the attributes. Address: fantasy-crux/sheet."""
        attributes = (self.strength, self.constitution, self.dexterity, self.size, self.intelligence, self.power)
        return derived.look(derived.Sheet(*attributes, armour=self.armour or "none"), NoDice())

    @property
    def most_hit_points(self) -> int:
        """Maximum Hit Points."""
        return self.beginning.hit_points if self.max_hit_points is None else self.max_hit_points

    @property
    def wound_level(self) -> int:
        """The Major Wound Level."""
        return derived.major_wound_level(self.most_hit_points)

    @property
    def damage_modifier(self) -> str:
        """The key of the Damage Modifier."""
        return derived.damage_modifier(self.strength + self.size) if self.modifier is None else self.modifier

    @property
    def metres(self) -> int:
        """Movement on foot."""
        return SHEET.number("movement") if self.movement is None else self.movement

    def skill(self, name: str) -> int:
        """One of the skills that begin at a value from the attributes."""
        given: int | None = getattr(self, name)
        if given is not None:
            return given
        begins = self.beginning
        base = {
            "close": begins.close_combat,
            "unarmed": begins.close_combat,
            "ranged": begins.ranged_combat,
            "dodge": begins.dodge,
            "persistence": begins.persistence,
        }
        return min(ROLLS.number("full_skill"), base[name])

    @property
    def held(self) -> tuple[str, ...]:
        """The items in hand, main hand first; an empty hand is among them, and two hands on one item are one."""
        if not self.hands:
            return ()
        if self.both_hands or WEAPONS[self.main].hands is Hands.TWO:
            return (self.main,)
        return (self.main, self.off)

    @property
    def two_items(self) -> bool:
        """Whether the off-hand options are open. Address: fantasy-crux/off-hand#items."""
        return len(self.held) > 1

    @property
    def set_tag(self) -> bool:
        """Whether something in hand can be set against a Charge."""
        return any(WEAPONS[item].set for item in self.held)

    @property
    def shields(self) -> tuple[str, ...]:
        """The ready shields."""
        return tuple(item for item in self.held if WEAPONS[item].shield)

    @property
    def has_ranged(self) -> bool:
        """Whether there is anything to shoot or throw."""
        return bool(self.missiles or self.thrown or any(weapon.attack in FLYING for weapon in self.own))

    @property
    def crossbows(self) -> tuple[str, ...]:
        """The crossbows among the missile weapons."""
        return tuple(key for key in self.missiles if RANGED[key].crossbow)

    @property
    def favourite(self) -> str:
        """The key of the weapon for which the weapon Talents count."""
        if self.hands and self.main != BARE_HANDS:
            return self.main
        return next(iter((*self.missiles, *self.thrown)), "")


@dataclass(frozen=True, slots=True)
class Scene:
    """What holds for the whole fight."""

    light: str = choice("Light", LIGHT, default="bright")
    distance: int = number("Distance between the sides", 0, 4000, default=20, unit="m", help="For ranged attacks.")
    wind: str | None = choice("Wind", of_kind("wind"), blank="no matter")
    obscured: str | None = choice("Mist, smoke, leaves", of_kind("obscurity"), blank="none")
    crowd: bool = switch("Others stand close to every target", help="A fumbled shot hits one of them.")
