"""What one more or one less would change: each number moved by one, and the headline read again."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from companion.errors import Refused
from companion.fields import FieldSpec, plain, specs

if TYPE_CHECKING:
    from companion.answers import Tally
    from companion.resolver import Resolver


def what_if(resolver: Resolver, inputs: dict[str, Any]) -> dict[str, Any]:
    """The change of the headline when each number that applies is one less or one more, as plain data.

    The headline is the first chance (change in percentage points), or else the first mean (change in its units).
    Raises `InputError` for inputs that cannot be used.
    """
    situation, _ = resolver.read(inputs)
    answer: dict[str, Any] = {"resolver": resolver.address, "headline": None, "rows": []}
    here = _headline(resolver, situation)
    if here is None:
        return answer
    name, label, kind, now = here
    answer["headline"] = {"name": name, "label": label, "kind": kind, "fraction": str(now)}
    values = plain(situation)
    for spec in specs(resolver.situation):
        value = values[spec.name]
        if spec.kind != "number" or value is None or not spec.applies(values):
            continue
        row: dict[str, Any] = {"field": spec.name, "label": spec.label}
        for side, moved in (("minus", value - 1), ("plus", value + 1)):
            row[side] = _moved(resolver, values, spec, moved, now)
        if any(side and side["fraction"] != str(now) for side in (row["minus"], row["plus"])):
            answer["rows"].append(row)
    return answer


def _moved(
    resolver: Resolver, values: dict[str, Any], spec: FieldSpec, moved: int, now: Fraction
) -> dict[str, Any] | None:
    if not (spec.low or 0) <= moved <= (spec.high or 0):
        return None
    there = _headline(resolver, resolver.read({**values, spec.name: moved})[0])
    if there is None:
        return None
    _, _, kind, then = there
    change = (then - now) * (100 if kind == "chance" else 1)
    return {"value": moved, "change": float(change), "fraction": str(then)}


def _headline(resolver: Resolver, situation: Any) -> tuple[str, str, str, Fraction] | None:
    try:
        tally: Tally = resolver.tally(resolver.prepare(situation))
    except Refused:
        return None
    for name, (label, chance) in tally.chances.items():
        return name, label, "chance", chance
    for name, (label, _) in tally.measures.items():
        mean = tally.mean(name)
        if mean is not None:
            return f"mean_{name}", f"Mean {label}", "mean", mean
    return None
