"""A question of the GM screen and its answer: the one function behind every port.

The browser holds the fight; each question carries it, and the answer brings the next one with ready HTML. So nothing
is remembered here: a kernel that ends takes nothing with it.

* `open` (`game`, `fight` or None): the pieces of a kept fight, or of an empty one
* `show` (`game`, `fight`, `selected`): the same pieces with another combatant in the panel
* `act` (`game`, `fight`, `act`, `selected`): the fight after one act of `companion.encounter.act`
* `add` (`game`, `own`), `edit`, `declare` (`game`, `fight`, `who`), `scene` (`game`, `fight`): a form to work in
* `check` (`game`, `form`, `question`): what is entered in such a form, checked as a calculator's inputs are
* `attack` (`game`, `fight`, `attacker`, `target`, `attack`): whom to attack, or the calculator of one attack, filled
* `calculator` (`resolver`, `inputs`, `at`, `chapter`): one calculator; `answer` (`resolver`, `question`): its answer
* `sheet` (`game`): its reference sheet; `library`: the script of the dice notation, for a page without a server's files
* `import` (`text`): a file that was brought in, checked from end to end
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import widgets
from companion import CompanionError, InputError, catalogue
from companion.encounter import Fight, Tracker, act, presets
from companion.encounter.fight import empty
from companion.encounter.reading import fight_of
from companion.errors import Problem
from widgets.answer import answer as answer_of_calculator
from widgets.answer import general, told
from widgets.desk import attacks, exported, forms
from widgets.desk.calculators import calculator
from widgets.desk.log import entry
from widgets.desk.order import order, turn
from widgets.desk.panel import panel
from widgets.desk.parts import stopped
from widgets.desk.reference import sheet

Json = dict[str, Any]

DICE = Path(widgets.__file__).parent / "web" / "static" / "vendor" / "dice-roller.js"

UNEXPECTED = "This could not be worked out: something in the screen itself failed. The fight stands as it was."
FOLLOWS = {"begin", "next", "delay", "act-now", "end"}
"""Acts after which the panel shows whose turn it now is."""
SPOKEN = 4
"""So many lines of what happened are spoken; the log has them all."""

log = logging.getLogger(__name__)


class UnreadableFight(CompanionError):
    """The fight that came with a question cannot be used, for the reasons of an `InputError`."""

    def __init__(self, error: InputError) -> None:
        self.error = error
        super().__init__(str(error))


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with what all of them need: the game's tracker and the fight."""

    question: Mapping[str, Any]
    tracker: Tracker
    fight: Fight

    @property
    def selected(self) -> str:
        """Whom the panel is to show: the one who is selected, else whose turn it is, else the first."""
        wanted = self.question.get("selected")
        return wanted if isinstance(wanted, str) and wanted in self.fight else first_to_show(self.fight)

    def who(self, name: str) -> str:
        """The id of a combatant whom the question names. Raises `InputError`."""
        found = self.question.get(name)
        if not isinstance(found, str) or found not in self.fight:
            raise InputError([Problem(name, found, "the id of a combatant")])
        return found


def answer(question: Any) -> Json:
    """The answer to one question. It never raises.

    `{"id", "ask", "ok": true, …}` with `html`, the pieces to be swapped in by their names, or `{"id", "ask", "ok":
    false, "problems": [{"field", "given", "accepted", "message", "text"}]}`; `"about": "fight"` is in it where it is
    the fight itself that cannot be read.
    """
    asked = question if isinstance(question, Mapping) else {}
    head = {"id": asked.get("id"), "ask": asked.get("ask")}
    try:
        return {**head, "ok": True, **_answered(asked)}
    except UnreadableFight as error:
        problems = [told(problem) for problem in error.error.to_json()]
        return {**head, "ok": False, "about": "fight", "problems": problems}
    except InputError as error:
        return {**head, "ok": False, "problems": [told(problem) for problem in error.to_json()]}
    except CompanionError as error:
        return {**head, "ok": False, "problems": [general(str(error))]}
    except Exception:
        log.exception("the screen failed at %r", head["ask"])
        return {**head, "ok": False, "problems": [general(UNEXPECTED)]}


def _answered(question: Mapping[str, Any]) -> Json:
    ask = question.get("ask")
    if ask in WITHOUT_FIGHT:
        return WITHOUT_FIGHT[ask](question)
    if ask not in WITH_FIGHT:
        known = [*WITHOUT_FIGHT, *WITH_FIGHT]
        raise InputError([Problem("ask", ask, f"one of {', '.join(known)}")])
    tracker = tracker_of(question)
    given = question.get("fight")
    try:
        fight = empty(tracker) if given is None else fight_of(tracker, given)
    except InputError as error:
        raise UnreadableFight(error) from None
    return WITH_FIGHT[ask](Asked(question, tracker, fight))


def tracker_of(question: Mapping[str, Any]) -> Tracker:
    """What the game of a question says of its fights. Raises `UnknownName`."""
    return catalogue.tracker(str(question.get("game")))


def first_to_show(fight: Fight) -> str:
    """Whose turn it is, else the first combatant, else nobody: ""."""
    return next(iter((*fight.acting, *(each.id for each in fight.combatants))), "")


def pieces(tracker: Tracker, fight: Fight, selected: str) -> dict[str, str]:
    """All of the screen that shows a fight."""
    return {
        "turn": turn(tracker, fight),
        "order": order(tracker, fight, selected),
        "panel": panel(tracker, fight, selected),
    }


def _open(asked: Asked) -> Json:
    selected = asked.selected
    return {
        "game": asked.tracker.game,
        "fight": asked.fight.to_json(),
        "selected": selected,
        "html": pieces(asked.tracker, asked.fight, selected),
    }


def _act(asked: Asked) -> Json:
    given = asked.question.get("act")
    if not isinstance(given, Mapping):
        raise InputError([Problem("act", given, "a table with do, the name of an act")])
    happened = act(asked.tracker, asked.fight, given)
    after = happened.fight
    selected = _after(asked, str(given["do"]), after)
    return {
        "game": asked.tracker.game,
        "fight": after.to_json(),
        "lines": [line.to_json() for line in happened.lines],
        "dice": list(happened.dice),
        "seed": happened.seed,
        "round": after.round,
        "selected": selected,
        "said": " ".join(stopped(line.text) for line in happened.lines[:SPOKEN]),
        "html": {**pieces(asked.tracker, after, selected), "entry": entry(happened.lines, happened.dice, after.round)},
    }


def _after(asked: Asked, do: str, after: Fight) -> str:
    """Whom the panel shows after an act."""
    if do in ("add", "copy"):
        return after.combatants[-1].id
    if do in FOLLOWS or asked.selected not in after:
        return first_to_show(after)
    return asked.selected


def _add(question: Mapping[str, Any]) -> Json:
    tracker = tracker_of(question)
    own, problems = exported.own_presets(tracker, question.get("own"))
    return {
        "html": {"work": forms.add(tracker, presets(tracker), own)},
        "problems": [told(problem.to_json()) for problem in problems],
    }


def _edit(asked: Asked) -> Json:
    return {"html": {"work": forms.edit(asked.tracker, asked.fight[asked.who("who")])}}


def _declare(asked: Asked) -> Json:
    return {"html": {"work": forms.declare(asked.tracker, asked.fight[asked.who("who")])}}


def _scene(asked: Asked) -> Json:
    return {"html": {"work": forms.scene(asked.tracker, asked.fight)}}


def _check(question: Mapping[str, Any]) -> Json:
    return {"answer": forms.check(tracker_of(question), question.get("form"), question.get("question"))}


def _attack(asked: Asked) -> Json:
    attacker = asked.fight[asked.who("attacker")]
    if asked.question.get("target") is None:
        return {"html": {"work": attacks.targets(asked.tracker, asked.fight, attacker)}}
    target = asked.fight[asked.who("target")]
    return {
        "html": {"work": attacks.attack(asked.tracker, asked.fight, attacker, target, asked.question.get("attack"))}
    }


def _calculator(question: Mapping[str, Any]) -> Json:
    at, inputs = question.get("at"), question.get("inputs")
    if not isinstance(at, str) or not at.replace("-", "").isalnum():
        raise InputError([Problem("at", at, "an id of letters, digits and hyphens")])
    if not isinstance(inputs, Mapping):
        raise InputError([Problem("inputs", inputs, "a table of values by name")])
    return {"html": {"calculator": calculator(str(question.get("resolver")), inputs, at)}}


def _answer(question: Mapping[str, Any]) -> Json:
    found = answer_of_calculator(question.get("question"), str(question.get("resolver")))
    return {"answer": {name: value for name, value in found.items() if name != "html"}, "html": found.get("html", {})}


def _sheet(question: Mapping[str, Any]) -> Json:
    return {"html": {"sheet": sheet(tracker_of(question).game)}}


def _library(question: Mapping[str, Any]) -> Json:
    return {"text": DICE.read_text(encoding="utf-8")}


def _import(question: Mapping[str, Any]) -> Json:
    return exported.read(question.get("text"))


WITH_FIGHT: Mapping[Any, Callable[[Asked], Json]] = {
    "open": _open,
    "show": _open,
    "act": _act,
    "edit": _edit,
    "declare": _declare,
    "scene": _scene,
    "attack": _attack,
}
WITHOUT_FIGHT: Mapping[Any, Callable[[Mapping[str, Any]], Json]] = {
    "add": _add,
    "check": _check,
    "calculator": _calculator,
    "answer": _answer,
    "sheet": _sheet,
    "library": _library,
    "import": _import,
}
