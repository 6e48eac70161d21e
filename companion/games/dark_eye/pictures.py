"""The data of the pictures beside an exchange: modifier stacks, the duel strip, cramped spaces, life points."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from companion.answers import shown
from companion.games.dark_eye.d20 import FACES, Grade, grade, natural
from companion.games.dark_eye.data import CRAMPED, WEAPONS
from companion.games.dark_eye.exchange import Blow, Exchange
from companion.games.dark_eye.own_attack import cramped_row, reach_of
from companion.games.dark_eye.situation import Holder, Kind, Melee

KINDS = {Grade.CRITICAL: "one", Grade.LONE_ONE: "one", Grade.SUCCESS: "success", Grade.FAILURE: "failure",
         Grade.LONE_TWENTY: "twenty", Grade.BOTCH: "twenty"}  # fmt: skip


def exchange_figures(ready: Exchange, blow: Blow | None) -> dict[str, Any]:
    """The stacks of both values, the twenty faces of each, and the foe's life points where they are counted."""
    stacks = [ready.attack.stack()]
    if ready.guard.worth is not None:
        stacks.append(ready.guard.worth.stack())
    found: dict[str, Any] = {"modifier-stack": stacks, "duel-strip": duel_strip(ready, blow)}
    if isinstance(ready.situation, Melee) and ready.situation.cramped is not Holder.NOBODY:
        found["cramped-space"] = cramped_space(ready.situation)
    if ready.life is not None:
        lp = ready.lp if blow is None or blow.lp is None else blow.lp
        found["lp-track"] = ready.life.track(lp, ready.lp)
    return found


def cramped_space(s: Melee) -> dict[str, Any]:
    """The table of cramped spaces with the cells in force.

    Each row: `name`, and for `at` and `pa` the `value` and `who` rolls with it ("" for nobody). `untouched` says
    which roll the table leaves alone although its space is cramped. Address: dark-eye/cramped#table.
    """
    who = dict.fromkeys(((key, column) for key in CRAMPED for column in ("at", "pa")), "")
    if s.cramped.yours:
        who[cramped_row(reach_of(s), s.shield, s.cramped_item, "at"), "at"] = "your attack"
    if s.cramped.foes and s.defence in (Kind.PARRY, Kind.SHIELD):
        by_shield, reach = s.defence is Kind.SHIELD, WEAPONS[s.foe_weapon].reach
        row = cramped_row(reach, s.foe_shield, s.cramped_item, "pa", by_shield=by_shield)
        who[row, "pa"] = f"your foe's {s.defence.value}"
    return {
        "title": CRAMPED.about["title"],
        "rows": [
            {
                "name": row.name,
                "at": {"value": row.at, "who": who[key, "at"]},
                "pa": {"value": row.pa, "who": who[key, "pa"]},
            }
            for key, row in CRAMPED.items()
        ],
        "untouched": "your foe's dodge" if s.cramped.foes and s.defence is Kind.DODGE else "",
        "rule": "dark-eye/cramped#table",
    }


def duel_strip(ready: Exchange, blow: Blow | None) -> dict[str, Any]:
    """The attack's twenty faces over the defence's, once as it is and once halved by a natural 1.

    Each row: `title`, `value` (None where nothing can be rolled), `thrown` (the face that fell), `why` (why there is
    no defence) and `faces`: `face`, `kind` (one, success, failure, twenty) and `more` (the chance that a second roll
    makes more of it: a critical or a botch).
    """
    guard, one = ready.guard, blow is not None and blow.attack.natural_one
    rows = [_row(ready.attack.title, ready.attack.value, ready.confirming, blow.attack_die if blow else None)]
    title = guard.worth.title if guard.worth else "Defence"
    for halved in (False, True):
        name = f"{title}, halved by a 1" if halved else title
        thrown = blow.defence_die if blow and one is halved else None
        value = guard.value(halved)
        if value is None:
            rows.append(
                {"title": name, "value": None, "thrown": None, "faces": [], "why": guard.none or "Nothing left"}
            )
        else:
            rows.append(_row(name, value, ready.confirming, thrown))
        rows[-1]["halved"] = halved
    return {"rows": rows, "rule": "dark-eye/critical#confirm"}


def _row(title: str, value: int, confirming: str, thrown: int | None) -> dict[str, Any]:
    return {
        "title": title,
        "value": value,
        "thrown": thrown,
        "why": "",
        "halved": False,
        "faces": [_face(value, face, confirming) for face in FACES],
    }


def _face(value: int, face: int, confirming: str) -> dict[str, Any]:
    kind = grade(value, face, 1, confirming)
    found: dict[str, Any] = {"face": face, "kind": KINDS[kind], "more": None}
    if natural(face):
        more = sum(grade(value, face, again, confirming) in (Grade.CRITICAL, Grade.BOTCH) for again in FACES)
        found["more"] = shown(Fraction(more, len(FACES)))
    return found
