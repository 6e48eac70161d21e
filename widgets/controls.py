"""The controls of a form: one field of a description as native HTML, with its label, help and place for errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from widgets.html import Html, classes, join, number, tag

SOURCES = {
    "published": ("published", "From another published text of the game."),
    "deduced": ("deduced", "Deduced from what is published."),
    "house": ("house", "House value: our own, where the chapter is silent."),
    "table": ("your table", "From your table's house rules."),
}
"""How a value's source is told, in a mark and in a sentence; the game's own chapter needs neither."""

Spec = Mapping[str, Any]


def field(spec: Spec, value: Any, at: str, *, applies: bool, slider: bool = False) -> Html:
    """One field with everything that belongs to it. `at` begins its ids; `applies` is whether it is asked here."""
    here = f"{at}-{spec['name']}"
    body = KINDS[spec["kind"]](spec, value, here) if spec["kind"] != "number" else _number(spec, value, here, slider)
    return tag(
        "div",
        body,
        class_=classes("rb-c-field", f"rb-c-{spec['kind']}"),
        data_field=spec["name"],
        data_set=value != spec["default"],
        hidden=not applies,
    )


def _label(spec: Spec, here: str) -> Html:
    return tag("label", spec["label"], for_=here, class_="rb-c-label")


def _help(spec: Spec, here: str, *more: Any) -> Html | None:
    said = join(spec.get("help") or None, *more)
    return tag("p", said, id=f"{here}-help", class_="rb-c-help") if said else None


def _described(here: str, help: Any) -> str | None:
    return f"{here}-help" if help else None


def _number(spec: Spec, value: Any, here: str, slider: bool) -> Html:
    low, high, blank = spec["low"], spec["high"], spec.get("blank")
    help = _help(spec, here, f" Left empty: {blank}." if blank else None)
    entry = tag(
        "input",
        id=here, name=spec["name"], type="text", inputmode="numeric" if low >= 0 else None,
        size=max(len(str(low)), len(str(high)), 2),
        value="" if value is None else number(value), placeholder="–" if blank else None,
        class_="rb-c-input", aria_describedby=_described(here, help),
    )  # fmt: skip
    control = tag(
        "div",
        _button("−", f"One less: {spec['label']}", "rb-c-step", data_step="-1", tabindex="-1"),
        entry,
        _button("+", f"One more: {spec['label']}", "rb-c-step", data_step="1", tabindex="-1"),
        tag("span", spec.get("unit"), class_="rb-c-unit") if spec.get("unit") else None,
        class_="rb-c-control",
    )
    range_ = tag(
        "input", type="range", min=low, max=high, value=value, tabindex="-1", class_="rb-c-slider",
        aria_label=f"{spec['label']}, slider",
    ) if slider and value is not None and 2 < high - low <= 60 else None  # fmt: skip
    return join(_label(spec, here), control, range_, help)


def _switch(spec: Spec, value: Any, here: str) -> Html:
    help = _help(spec, here)
    box = tag(
        "input", id=here, name=spec["name"], type="checkbox", checked=bool(value), class_="rb-c-input",
        aria_describedby=_described(here, help),
    )  # fmt: skip
    return join(tag("label", box, tag("span", spec["label"]), class_="rb-c-check"), help)


def _choice(spec: Spec, value: Any, here: str) -> Html:
    chosen = next((option for option in spec["options"] if option["value"] == value), None)
    about = tag("span", option_note(chosen), class_="rb-c-option-note", id=f"{here}-note")
    help = _help(spec, here)
    ruling = _ruling(spec) if spec.get("group") == "Rulings" else None
    described = f"{here}-help {here}-note" if help else f"{here}-note"
    select = tag(
        "select", _options(spec, value), id=here, name=spec["name"], class_="rb-c-input", aria_describedby=described
    )
    return join(_label(spec, here), tag("div", select, class_="rb-c-control"), help, about, ruling)


def _options(spec: Spec, value: Any) -> Html:
    options = [tag("option", sentence(spec["blank"]), value="", selected=value is None)] if spec.get("blank") else []
    for option in spec["options"]:
        mark = f" ({SOURCES[option['source']][0]})" if option.get("source") in SOURCES else ""
        chosen = option["value"] == value
        note = option_note(option) or None
        options.append(tag("option", option["label"] + mark, value=option["value"], selected=chosen, data_note=note))
    return join(options)


def option_note(option: Spec | None) -> str:
    """What is said of the chosen option below its select: its help, and its source if that is not the chapter."""
    if option is None:
        return ""
    return " ".join(filter(None, (option.get("help"), SOURCES.get(option.get("source", ""), ("", ""))[1])))


def _ruling(spec: Spec) -> Html:
    default = next((option["label"] for option in spec["options"] if option["value"] == spec["default"]), "")
    return tag(
        "p",
        tag("span", "In force.", class_="rb-c-in-force"),
        tag("span", f"Changed for this calculator; in force is: {default}.", class_="rb-c-changed"),
        class_="rb-c-help rb-c-ruling",
    )


def _text(spec: Spec, value: Any, here: str) -> Html:
    help = _help(spec, here)
    entry = tag(
        "input", id=here, name=spec["name"], type="text", value=value or "", maxlength=spec["most"],
        class_="rb-c-input", aria_describedby=_described(here, help),
    )  # fmt: skip
    return join(_label(spec, here), tag("div", entry, class_="rb-c-control"), help)


def _many(spec: Spec, value: Sequence[Any], here: str) -> Html:
    help = _help(spec, here)
    return tag(
        "fieldset",
        tag("legend", spec["label"], class_="rb-c-label"),
        help,
        tag("ol", [_item(spec, each, f"{here}-{place}") for place, each in enumerate(value)], class_="rb-c-items"),
        tag("template", _item(spec, spec["options"][0]["value"], f"{here}-__n__")),
        _button("Add", f"Add to: {spec['label']}", "rb-c-add"),
        aria_describedby=_described(here, help),
    )


def _item(spec: Spec, value: Any, here: str) -> Html:
    name = spec["label"]
    return tag(
        "li",
        tag("select", _options(spec, value), id=here, class_="rb-c-input", aria_label=name),
        _button("↑", f"Move up in: {name}", "rb-c-up"),
        _button("↓", f"Move down in: {name}", "rb-c-down"),
        _button("✕", f"Remove from: {name}", "rb-c-remove"),
        class_="rb-c-item",
    )


def _rows(spec: Spec, value: Sequence[Mapping[str, Any]], here: str) -> Html:
    help = _help(spec, here)
    return tag(
        "fieldset",
        tag("legend", spec["label"], class_="rb-c-label"),
        help,
        tag("ol", [_row(spec, each, f"{here}-{place}") for place, each in enumerate(value)], class_="rb-c-rows-list"),
        tag("template", _row(spec, {}, f"{here}-__n__")),
        _button("Add one more", f"Add one more: {spec['label']}", "rb-c-add"),
        aria_describedby=_described(here, help),
    )


def _row(spec: Spec, value: Mapping[str, Any], here: str) -> Html:
    from widgets.form import scope

    return tag(
        "li",
        scope(spec["fields"], value, here),
        _button("Remove", f"Remove this one: {spec['label']}", "rb-c-remove"),
        class_="rb-c-row",
        data_scope=True,
    )


def _button(face: str, name: str, class_: str, **more: Any) -> Html:
    return tag("button", face, type="button", class_=class_, aria_label=name, **more)


def sentence(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


KINDS = {"switch": _switch, "choice": _choice, "text": _text, "many": _many, "rows": _rows}
