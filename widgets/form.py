"""A resolver's description as a native HTML form: the same for the stored page, the kernel and a browser's Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from widgets.controls import Spec, field, sentence
from widgets.html import Html, join, tag

RULINGS = "Rulings"


def in_order(fields: Sequence[Spec]) -> list[Spec]:
    """The fields, each after those that its condition names, wherever they stand in the form."""
    known = {spec["name"]: spec for spec in fields}
    placed: dict[str, Spec] = {}

    def place(spec: Spec) -> None:
        for name in spec.get("when") or {}:
            if name not in placed:
                place(known[name])
        placed[spec["name"]] = spec

    for spec in fields:
        if spec["name"] not in placed:
            place(spec)
    return list(placed.values())


def applying(fields: Sequence[Spec], values: Mapping[str, Any]) -> set[str]:
    """The names of the fields that apply: one that does not apply counts as its default for the others."""
    so_far: dict[str, Any] = {}
    found: set[str] = set()
    for spec in in_order(fields):
        when = spec.get("when") or {}
        applies = all(so_far.get(name) in allowed for name, allowed in when.items())
        so_far[spec["name"]] = values.get(spec["name"], spec["default"]) if applies else spec["default"]
        if applies:
            found.add(spec["name"])
    return found


def not_default(fields: Sequence[Spec], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that differ from their defaults."""
    return {
        spec["name"]: values[spec["name"]]
        for spec in fields
        if spec["name"] in values and values[spec["name"]] != spec["default"]
    }


def scope(fields: Sequence[Spec], values: Mapping[str, Any], at: str, *, sliders: bool = False) -> Html:
    """The fields of one record: those without a group, then each group as a fold, the rulings last.

    `values` are plain and may leave fields out (their defaults then stand); `at` begins every id.
    """
    asked = applying(fields, values)

    def drawn(some: Iterable[Spec], slider: bool) -> list[Html]:
        return [
            field(spec, values.get(spec["name"], spec["default"]), at, applies=spec["name"] in asked, slider=slider)
            for spec in some
        ]

    groups: dict[str, list[Spec]] = {"": []}
    for spec in fields:
        groups.setdefault(spec.get("group") or "", []).append(spec)
    groups |= {RULINGS: groups.pop(RULINGS)} if RULINGS in groups else {}
    plain = groups.pop("")
    set_here = not_default(fields, {name: values[name] for name in asked if name in values})
    return join(
        tag("div", drawn(plain, sliders), class_="rb-c-fields") if plain else None,
        [_group(title, some, drawn(some, False), asked, set_here) for title, some in groups.items()],
        _unasked(fields, asked),
    )


def _group(title: str, fields: Sequence[Spec], drawn: list[Html], asked: set[str], changed: Mapping[str, Any]) -> Html:
    count = sum(spec["name"] in changed for spec in fields)
    note = tag("span", f"{count} set", class_="rb-c-count", hidden=not count)
    name = "Rulings in force" if title == RULINGS else title
    return tag(
        "details",
        tag("summary", tag("span", name), note),
        tag("div", drawn, class_="rb-c-fields"),
        class_="rb-c-group",
        data_group=title,
        hidden=not any(spec["name"] in asked for spec in fields),
    )


def _unasked(fields: Sequence[Spec], asked: set[str]) -> Html | None:
    lines = [
        tag(
            "li",
            tag("span", spec["label"], class_="rb-c-unasked-label"),
            tag("span", ": ", spec.get("why") or "it does not apply here", ". "),
            tag("em", "What you set is kept, but does not count.", class_="rb-c-kept", hidden=True),
            data_for=spec["name"],
            hidden=spec["name"] in asked,
        )
        for spec in fields
        if spec.get("when")
    ]
    if not lines:
        return None
    count = sum(spec["name"] not in asked for spec in fields)
    return tag(
        "details",
        tag("summary", tag("span", unasked_words(count), class_="rb-c-unasked-count")),
        tag("ul", lines),
        class_="rb-c-unasked",
        hidden=not count,
    )


def unasked_words(count: int) -> str:
    """How many fields do not apply, in words. The script beside this module says the same."""
    return "1 field does not apply here" if count == 1 else f"{count} fields do not apply here"


def examples(description: Mapping[str, Any], at: str, chosen: str = "") -> Html:
    """The named examples, offered to be set; first the defaults."""
    options = [
        tag("option", "Set to an example…", value="", selected=not chosen),
        tag("option", "The defaults", value="*"),
    ]
    options += [
        tag("option", example["title"], value=example["name"], selected=example["name"] == chosen)
        for example in description["examples"]
    ]
    return join(
        tag("label", "Examples", for_=f"{at}--example", class_="rb-c-hidden"),
        tag("select", options, id=f"{at}--example", class_="rb-c-example"),
    )


def rolled(dice: Sequence[Spec], at: str, faces: Sequence[int] | None = None) -> Html:
    """The fold for dice that were thrown at the table: an entry for each die that the rule needs."""
    single = all(die["count"] for die in dice)
    left = list(faces or ()) if single or len(dice) == 1 else []
    entries = []
    for place, die in enumerate(dice):
        here = f"{at}--die-{place}"
        if die["count"]:
            given, size, hint = (str(left.pop(0)) if left else ""), 3, f"1 to {die['sides']}"
        else:
            given, size, hint = ", ".join(map(str, left)), 14, f"each 1 to {die['sides']}, as many as are thrown"
        entries.append(
            tag(
                "div",
                tag("label", sentence(die["label"]), for_=here, class_="rb-c-label"),
                tag(
                    "input",
                    id=here,
                    type="text",
                    inputmode="numeric",
                    autocomplete="off",
                    size=size,
                    value=given,
                    class_="rb-c-die-entry",
                    data_count=die["count"],
                    aria_describedby=f"{here}-hint {at}--dice-error",
                ),
                tag("span", hint, id=f"{here}-hint", class_="rb-c-help"),
                class_="rb-c-field rb-c-die-field" if die["count"] else "rb-c-field rb-c-die-field rb-c-many-dice",
            )
        )
    return tag(
        "details",
        tag("summary", "I rolled…"),
        tag("div", entries, class_="rb-c-fields"),
        tag("p", id=f"{at}--dice-error", class_="rb-c-error rb-c-dice-error", hidden=True),
        tag("button", "Take these dice", type="button", class_="rb-c-take"),
        class_="rb-c-rolled",
    )
