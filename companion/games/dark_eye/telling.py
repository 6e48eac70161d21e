"""An exchange in words: the sentence, the steps and the sentence for its odds."""

from __future__ import annotations

from collections.abc import Iterator

from companion.answers import Tally, as_number, as_percent
from companion.games.dark_eye.d20 import Grade, natural
from companion.games.dark_eye.exchange import Blow, Exchange, ExchangeDice, Verdict
from companion.games.dark_eye.life import LEVELS, dying
from companion.steps import Step


def points(number: int) -> str:
    """So many life points."""
    return f"{number} life point" + ("" if number == 1 else "s")


def blow_sentence(ready: Exchange, blow: Blow) -> str:
    """The result of one attack in one sentence or two."""
    text = {
        Verdict.CRITICAL: f"A confirmed 1: double damage, {points(blow.damage)} lost.",
        Verdict.LONE_ONE: f"A 1 halves the defence and gets through: {points(blow.damage)} lost.",
        Verdict.HIT: f"A hit: {points(blow.damage)} lost.",
        Verdict.DEFENDED: f"The {'shot' if ready.ranged else 'attack'} is on the mark, but the defence holds.",
        Verdict.OPPORTUNITY: "The defence holds with a confirmed 1: the defender strikes at once, undefended, at −4.",
        Verdict.MISS: "A miss.",
        Verdict.BOTCH: f"A botch: {blow.botched.text.rstrip('.') if blow.botched else ''}.",
    }[blow.verdict]
    if blow.botched and blow.verdict is not Verdict.BOTCH:
        text += f" The defence is a botch: {blow.botched.text.rstrip('.')}."
    return text + after(ready, blow)


def after(ready: Exchange, blow: Blow) -> str:
    """What is left of the foe, where life points are counted; else nothing."""
    if blow.lp is None:
        return ""
    if dying(blow.lp):
        return " The foe is dying."
    pain = f", Pain {LEVELS[blow.pain - 1]}" if blow.pain else ""
    return f" The foe has {points(blow.lp)} left{pain}."


def blow_steps(ready: Exchange, thrown: ExchangeDice, blow: Blow) -> Iterator[Step]:
    """Every number in the order in which the rules make it."""
    yield from ready.attack.steps()
    yield from attack_steps(ready, thrown, blow)
    if blow.attack.succeeds:
        yield from _defence_steps(ready, thrown, blow)
    if blow.landed:
        yield from ready.harm.steps(sum(thrown.damage), blow.verdict is Verdict.CRITICAL)
    yield from botch_steps(thrown, blow)
    if blow.lp is not None and blow.lp != ready.lp:
        level = f", which is Pain {LEVELS[blow.pain - 1]}" if blow.pain else ""
        yield Step(f"Life points: {ready.lp} become {_minus(blow.lp)}{level}", "dark-eye/damage#life", blow.lp)


def attack_steps(ready: Exchange, thrown: ExchangeDice, blow: Blow) -> Iterator[Step]:
    """The attack die, and the second roll where there is one."""
    what = "shot" if ready.ranged else "attack"
    yield from roll_steps(what, ready.attack.value, thrown.attack, thrown.confirm, blow.attack, ready.attack.rule)


def roll_steps(what: str, value: int, die: int, confirm: int, grade: Grade, rule: str) -> Iterator[Step]:
    """One combat roll with its confirmation; `rule` is the address of a plain roll."""
    success = "succeeds" if grade.succeeds else "fails"
    if natural(die):
        absolute = "dark-eye/attack#one" if grade.succeeds else "dark-eye/attack#twenty"
        yield Step(f"The {what} rolls {die}, which always {success}", absolute, die)
        confirmed = grade in (Grade.CRITICAL, Grade.BOTCH)
        means = {
            Grade.CRITICAL: "confirmed",
            Grade.LONE_ONE: "not confirmed",
            Grade.BOTCH: "a botch",
            Grade.LONE_TWENTY: "no botch",
        }[grade]
        text = f"Rolled again: {confirm} against {_minus(value)}, {means}"
        yield Step(text, "dark-eye/critical#botch" if confirmed and not grade.succeeds else "dark-eye/critical#confirm",
                   confirm)  # fmt: skip
    else:
        yield Step(f"The {what} rolls {die} against {_minus(value)} and {success}", rule, die)


def _minus(value: int) -> str:
    return str(value).replace("-", "−")


def _defence_steps(ready: Exchange, thrown: ExchangeDice, blow: Blow) -> Iterator[Step]:
    guard = ready.guard
    if guard.worth is not None:
        yield from guard.worth.steps()
        if blow.attack.natural_one and not guard.none:
            yield Step(f"The attacker's 1 halves it: {_minus(guard.worth.halved)}", "dark-eye/critical#halving",
                       guard.worth.halved)  # fmt: skip
    value = guard.value(blow.attack.natural_one)
    if value is None or blow.defence is None:
        why = guard.none or "Nothing is left of the defence"
        yield Step(why, guard.rule)
        return
    yield from roll_steps(
        "defence", value, thrown.defence, thrown.defence_confirm, blow.defence, "dark-eye/defence#roll"
    )
    if blow.verdict is Verdict.OPPORTUNITY:
        yield Step("A confirmed 1 in defence brings an attack of opportunity at once", "dark-eye/critical#defence")


def botch_steps(thrown: ExchangeDice, blow: Blow) -> Iterator[Step]:
    """What a botch of either side did."""
    if not blow.botched:
        return
    who = "The attacker's botch" if blow.attack is Grade.BOTCH else "The defender's botch"
    dice = " + ".join(str(face) for face in thrown.botch)
    if blow.botched.result is None:
        added, lost = blow.botched.damage - sum(thrown.botch), points(blow.botched.damage)
        yield Step(f"{who}: {dice} and {added}, {lost} lost", "dark-eye/critical#botch", blow.botched.damage)
    else:
        yield Step(f"{who}: {dice} on the table, result {blow.botched.result}: {blow.botched.text.rstrip('.')}",
                   "dark-eye/critical#table", blow.botched.result)  # fmt: skip
        if blow.botched.damage:
            yield Step(f"The own weapon costs {points(blow.botched.damage)}", "dark-eye/critical#table",
                       blow.botched.damage)  # fmt: skip


def exchange_reading(ready: Exchange, tally: Tally) -> str:
    """The odds in one sentence or two."""
    chances = {name: chance for name, (_, chance) in tally.chances.items()}
    what = "shot" if ready.ranged else "attack"
    text = f"The {what} gets through {as_percent(chances['lands'])} of the time"
    mean = tally.measures["damage"][1].mean()
    text += (
        f", with double damage {as_percent(chances['critical'])}; it costs {as_number(mean)} life points on average."
    )
    if ready.guard.none and ready.guard.worth is not None:
        text += f" {ready.guard.none}."
    if chances.get("opportunity"):
        text += f" The defender strikes back at once {as_percent(chances['opportunity'])} of the time."
    if chances.get("dying"):
        text += f" The foe is dying {as_percent(chances['dying'])} of the time."
    return text
