"""A calculator whole, as HTML: its form with some inputs and the answer to them, as it stands before any kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from widgets.form import applying, examples, in_order, not_default, rolled, scope
from widgets.html import Html, join, later, tag


def primary(description: Mapping[str, Any]) -> str:
    """What a calculator is asked whenever an input changes: the odds, or the result where nothing is thrown."""
    return "odds" if description["dice"] else "roll"


def section(
    description: Mapping[str, Any],
    inputs: Mapping[str, Any],
    html: Mapping[str, str],
    *,
    at: str,
    game: str = "",
    example: str = "",
    dice: Sequence[int] | None = None,
    chapter: str = "",
) -> Html:
    """The calculator of a description, set to full `inputs`, with the pieces of an answer in their places.

    `at` is its id and begins every id in it. `example` is the one that it is set to; `dice` are offered in "I rolled".
    """
    dice_specs = description["dice"]
    fields = description["fields"]
    asked = applying(fields, inputs)
    state = {
        "inputs": not_default(in_order(fields), {name: inputs[name] for name in inputs if name in asked}),
        "dice": None,
    }
    form = tag(
        "form",
        _head(description, at, game, example),
        later(scope(fields, inputs, at, sliders=True)),
        class_="rb-c-form",
        novalidate=True,
        autocomplete="off",
        data_scope=True,
    )
    spoken = tag(
        "div",
        tag("p", class_="rb-c-error rb-c-general", hidden=True),
        tag("output", html.get("sentence", ""), class_="rb-c-sentence", aria_live="polite", role="status"),
        tag("div", html.get("summary"), data_piece="summary") if dice_specs else None,
        later(_actions(dice_specs, at, dice)) if dice_specs else _throw(html),
        class_="rb-c-answer",
    )
    more = tag(
        "div",
        later(
            [_throw(html), _odds(html, at)] if dice_specs else None,
            tag("div", html.get("figures"), class_="rb-c-figures", data_piece="figures"),
            _what_if(description) if dice_specs else None,
        ),
        class_="rb-c-more",
    )
    return tag(
        "section",
        tag("div", form, spoken, more, class_="rb-c-body"),
        id=at,
        class_="rb-calc",
        aria_labelledby=f"{at}--title",
        data_resolver=description["resolver"],
        data_game=description["game"],
        data_chapter=chapter or None,
        data_description=slim(description),
        data_state=state,
    )  # fmt: skip


def _head(description: Mapping[str, Any], at: str, game: str, example: str) -> Html:
    return tag(
        "div",
        tag("p", game or description["game"], class_="rb-c-game"),
        tag("p", description["title"], class_="rb-c-title", id=f"{at}--title"),
        tag("p", description["summary"], class_="rb-c-about"),
        later(examples(description, at, example)),
        class_="rb-c-head",
    )


def _actions(dice: Sequence[Mapping[str, Any]], at: str, faces: Sequence[int] | None) -> Html:
    throw = tag("button", "Throw", type="button", class_="rb-c-throw")
    return tag("div", throw, rolled(dice, at, faces), class_="rb-c-actions")


def _throw(html: Mapping[str, str]) -> Html:
    told = html.get("explanation", "")
    stale = tag("p", "Thrown before you changed something.", class_="rb-c-stale-note")
    return tag("div", stale, tag("div", told, data_piece="explanation"), class_="rb-c-thrown", hidden=not told)


def _odds(html: Mapping[str, str], at: str) -> Html:
    views = [
        tag(
            "label",
            tag("input", type="radio", name=f"{at}--view", value=value, checked=value == "exactly", class_="rb-c-view"),
            tag("span", label),
        )
        for value, label in (("exactly", "Exactly"), ("at_least", "At least"), ("at_most", "At most"))
    ]
    toggle = tag("fieldset", tag("legend", "Chances of", class_="rb-c-hidden"), views, class_="rb-c-views")
    odds = tag("div", html.get("odds"), class_="rb-c-chances", data_piece="odds")
    return tag("div", toggle, odds, class_="rb-c-odds-part")


def _what_if(description: Mapping[str, Any]) -> Html | None:
    if not any(spec["kind"] == "number" for spec in description["fields"]):
        return None
    return tag(
        "details",
        tag("summary", "What one more or one less would change"),
        tag("div", data_piece="what_if"),
        class_="rb-c-whatif",
    )


def slim(description: Mapping[str, Any]) -> dict[str, Any]:
    """What the script needs of a description: no labels, no help, nothing that the form says already.

    The fields come in the order in which they are to be read: each after those that its condition names.
    """
    return {
        "resolver": description["resolver"],
        "fields": [_slim_field(spec) for spec in in_order(description["fields"])],
        "dice": [die["sides"] for die in description["dice"]],
        "examples": [
            {"name": each["name"], "inputs": each["inputs"], "dice": each["dice"]} for each in description["examples"]
        ],
    }


def _slim_field(spec: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: spec[name] for name in ("name", "kind", "default")}
    kept |= {name: spec[name] for name in ("low", "high", "when", "least", "most") if spec.get(name) is not None}
    if spec.get("blank") is not None:
        kept["blank"] = True
    if spec.get("fields"):
        kept["fields"] = [_slim_field(each) for each in in_order(spec["fields"])]
    return kept


def pieces(*answers: Mapping[str, Any]) -> dict[str, str]:
    """The HTML of several answers together, later over earlier ones; problems stand in place of the sentence."""
    found: dict[str, str] = {}
    for answer in answers:
        if answer["ok"]:
            found |= answer["html"]
        else:
            found["sentence"] = join(" ".join(problem["message"] for problem in answer["problems"]))
    return found
