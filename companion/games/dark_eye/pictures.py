"""The data of the pictures beside an exchange: modifier stacks, the duel strip, the life-point track."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from companion.answers import shown
from companion.games.dark_eye.d20 import FACES, Grade, grade, natural
from companion.games.dark_eye.exchange import Blow, Exchange

KINDS = {Grade.CRITICAL: "one", Grade.LONE_ONE: "one", Grade.SUCCESS: "success", Grade.FAILURE: "failure",
         Grade.LONE_TWENTY: "twenty", Grade.BOTCH: "twenty"}  # fmt: skip


def exchange_figures(ready: Exchange, blow: Blow | None) -> dict[str, Any]:
    """The stacks of both values, the twenty faces of each, and the foe's life points where they are counted."""
    stacks = [ready.attack.stack()]
    if ready.guard.worth is not None:
        stacks.append(ready.guard.worth.stack())
    found: dict[str, Any] = {"modifier-stack": stacks, "duel-strip": duel_strip(ready, blow)}
    if ready.life is not None:
        lp = ready.lp if blow is None or blow.lp is None else blow.lp
        found["lp-track"] = ready.life.track(lp, ready.lp)
    return found


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
