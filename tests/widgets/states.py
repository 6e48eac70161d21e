"""States of calculators, drawn for tests of what is made of them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from widgets.form import not_default
from widgets.state import values


def states_of(description: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """States of a calculator, as it tells them: inputs that differ from the defaults and apply, and perhaps dice."""
    faces = [die["sides"] for die in description["dice"]]
    dice = st.tuples(*(st.integers(1, sides) for sides in faces)).map(list) if faces else st.none()
    inputs = records_of(description["fields"]).map(
        lambda given: not_default(description["fields"], values(description["fields"], given))
    )
    return st.fixed_dictionaries({"inputs": inputs, "dice": st.none() | dice})


def records_of(fields: list[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Inputs for some of the fields, whether they apply or not."""
    return st.fixed_dictionaries({}, optional={field["name"]: _values_of(field) for field in fields})


def _values_of(field: dict[str, Any]) -> st.SearchStrategy[Any]:
    nothing = st.none() if field["blank"] is not None else st.nothing()
    if field["kind"] == "number":
        return st.integers(field["low"], field["high"]) | nothing
    if field["kind"] == "switch":
        return st.booleans()
    if field["kind"] == "text":
        return st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=field["most"])
    if field["kind"] == "rows":
        record = records_of(field["fields"]).map(lambda row: values(field["fields"], row))
        return st.lists(record, min_size=field["least"], max_size=min(field["most"], field["least"] + 4))
    option = st.sampled_from([option["value"] for option in field["options"]])
    if field["kind"] == "many":
        return st.lists(option, min_size=field["least"], max_size=field["most"])
    return option | nothing
