"""Which attacks and defences the rules do not allow, each with the reason and its rule."""

from __future__ import annotations

from companion.errors import Refused
from companion.games.fantasy_crux.arms import Arms
from companion.games.fantasy_crux.data import BARE_HANDS, INCOMING, ROLLS, WEAPONS, Answer, Hands, Incoming, Size
from companion.games.fantasy_crux.exchange import Defence
from companion.games.fantasy_crux.situation import FLYING, Attack, AttackKind, Manner, Technique


def check_attack(s: Attack, arms: Arms) -> None:
    """Raises `Refused` for an attack that cannot be made so."""
    ranged = arms.kind in FLYING
    if s.manner in (Manner.CHARGE, Manner.OPPORTUNITY, Manner.OFF_HAND_OPPORTUNITY, Manner.SET):
        rule = {Manner.CHARGE: "charge#attack", Manner.SET: "set-weapon#attack"}.get(s.manner, "reactions#opportunity")
        if arms.kind is not AttackKind.CLOSE:
            raise Refused(f"the {s.manner} is one Close Combat attack.", f"fantasy-crux/{rule}")
    if s.manner is Manner.SET and not arms.set:
        raise Refused(f"{arms.name}: it has no Set tag.", "fantasy-crux/set-weapon#cost")
    if s.manner in (Manner.OFF_HAND, Manner.OFF_HAND_OPPORTUNITY):
        if ranged:
            raise Refused(
                "the off-hand attack is made in Close or Unarmed Combat.", "fantasy-crux/off-hand#extra-attack"
            )
        if not arms.one_hand:
            raise Refused(f"{arms.name}: it leaves no hand free.", "fantasy-crux/off-hand#items")
    if s.manner is Manner.RAPID and not (ranged and arms.bow_or_sling):
        raise Refused("Rapid Shot needs a bow or a sling.", "fantasy-crux/techniques#rapid-shot")
    if s.mighty_shot and s.attack is AttackKind.MISSILE and not arms.bow_or_sling:
        raise Refused("Mighty Shot needs a bow or a sling.", "fantasy-crux/damage#talents")
    if s.held and not _fits_a_grapple(arms):
        reason = "in a grapple one attacks unarmed or with a Light weapon in one hand."
        raise Refused(reason, "fantasy-crux/grappling#hold")
    if s.deadly_precision:
        _check_deadly(s, arms)
    _check_technique(s, arms)


def _fits_a_grapple(arms: Arms) -> bool:
    if arms.kind is AttackKind.UNARMED:
        return True
    return arms.kind is not AttackKind.MISSILE and not arms.club and arms.size is Size.LIGHT and arms.one_hand


def _check_deadly(s: Attack, arms: Arms) -> None:
    rule = "fantasy-crux/critical#deadly-precision"
    needed = ROLLS.number("deadly_skill")
    if s.skill < needed:
        raise Refused(f"Deadly Precision needs a skill of {needed}.", rule)
    if arms.kind is AttackKind.UNARMED or arms.club or s.primitive:
        raise Refused("Deadly Precision needs a true weapon, used as it was made to be.", rule)
    if s.technique is not Technique.NONE:
        raise Refused("Deadly Precision is for an attack that does damage.", rule)


def _check_technique(s: Attack, arms: Arms) -> None:
    at_hand = (AttackKind.CLOSE, AttackKind.UNARMED)
    allowed = {
        Technique.DISARM: (AttackKind.CLOSE,),
        Technique.TRIP: at_hand,
        Technique.SHIELD_RUSH: (AttackKind.CLOSE,),
    }.get(s.technique)
    rule = f"fantasy-crux/techniques#{s.technique.replace(' ', '-')}"
    if allowed is not None and arms.kind not in allowed:
        raise Refused(f"the technique {s.technique} is not open to this attack.", rule)
    if s.technique is Technique.SHIELD_RUSH and not (arms.shield or s.own):
        raise Refused("a Shield Rush is made with a ready shield.", rule)


def check_defence(s: Attack, arms: Arms) -> None:
    """Raises `Refused` for a defence that this attack does not allow."""
    if s.defence is Defence.NONE:
        return
    if not s.protector:
        if not s.aware:
            raise Refused("whoever is unaware of the attack cannot react.", "fantasy-crux/awareness#unaware")
        if s.helpless:
            raise Refused("a helpless target cannot react.", "fantasy-crux/position#rows")
    if s.defence is Defence.DODGE:
        if s.off_hand_reaction:
            raise Refused("the extra off-hand Reaction cannot Dodge.", "fantasy-crux/off-hand#limits")
        return
    if s.protector:
        if s.off_hand_reaction:
            raise Refused("Protector needs the base Reaction.", "fantasy-crux/off-hand#limits")
        if not WEAPONS[s.item].shield:
            raise Refused("Protector needs a ready shield.", "fantasy-crux/which-defence#talents")
    if s.off_hand_reaction and WEAPONS[s.item].hands is Hands.TWO:
        raise Refused("a two-handed item leaves no off hand.", "fantasy-crux/off-hand#items")
    if s.foe_held and s.item != BARE_HANDS and not _light_one_handed(s.item):
        reason = "in a grapple one Parries unarmed or with a Light weapon in one hand."
        raise Refused(reason, "fantasy-crux/grappling#hold")
    bare_parry = arms.incoming == "natural" and s.natural_parry == "yes"
    check_item(INCOMING[arms.incoming], s.defence, s.item, bare_parry=bare_parry)


def _light_one_handed(item: str) -> bool:
    row = WEAPONS[item]
    return row.size is Size.LIGHT and row.hands is not Hands.TWO and not row.shield


def check_item(row: Incoming, defence: Defence, item: str, *, bare_parry: bool = False) -> None:
    """Raises `Refused` where this item cannot answer this attack so. `bare_parry`: a ruling lets bare hands try."""
    answer = answer_with(row, item)
    if item == BARE_HANDS and bare_parry:
        answer = Answer.PARRY
    if answer is Answer.NO:
        raise Refused(f"{row.name}: {_item(item)} cannot stop it.", _rule_of(row, item))
    if answer is Answer.GUARD and defence is Defence.PARRY:
        raise Refused(f"{row.name}: a Parry needs Active Guard here.", "fantasy-crux/reactions#parry")
    if answer is Answer.PARRY and defence is Defence.GUARD:
        raise Refused(
            f"{row.name}: Active Guard is for ranged attacks, a Parry will do.", "fantasy-crux/active-guard#what"
        )


def answer_with(row: Incoming, item: str) -> Answer:
    """How an item answers a kind of attack. Address: fantasy-crux/which-defence#table."""
    if item == BARE_HANDS:
        return row.bare
    return row.shield if WEAPONS[item].shield else row.weapon


def _item(item: str) -> str:
    if item == BARE_HANDS:
        return "bare hands"
    return "a shield" if WEAPONS[item].shield else "a weapon"


def _rule_of(row: Incoming, item: str) -> str:
    if not row.ranged:
        return "fantasy-crux/reactions#parry"
    return "fantasy-crux/active-guard#weapons" if row.shaping else "fantasy-crux/active-guard#missiles"
