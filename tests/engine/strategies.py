"""The one vocabulary of Hypothesis strategies: inputs of a calculator, drawn from its declared fields."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from companion.fields import FieldSpec, plain, specs

LETTERS = st.characters(min_codepoint=32, max_codepoint=0x2FFF, exclude_categories=("Cs", "Cc"))


def inputs(record: type, *, longest: int = 3) -> st.SearchStrategy[dict[str, Any]]:
    """Plain inputs that `record` accepts: any of its fields, each with a value within its limits.

    Lists are at most `longest` long where their limits allow it. A field that does not apply is drawn too: it is
    allowed, and ignored.
    """
    return st.fixed_dictionaries({}, optional={spec.name: values(spec, longest=longest) for spec in specs(record)})


def values(spec: FieldSpec, *, longest: int = 3) -> st.SearchStrategy[Any]:
    """Values that one field accepts, as plain data."""
    drawn = _values(spec, longest)
    return st.none() | drawn if spec.blank is not None else drawn


def _values(spec: FieldSpec, longest: int) -> st.SearchStrategy[Any]:
    options = [option.value for option in spec.options or ()]
    least = spec.least or 0
    most = max(least, min(spec.most or 0, longest))
    if spec.kind == "number":
        return st.integers(spec.low, spec.high)
    if spec.kind == "switch":
        return st.booleans()
    if spec.kind == "choice":
        return st.sampled_from(options)
    if spec.kind == "many":
        return st.lists(st.sampled_from(options), min_size=least, max_size=most)
    if spec.kind == "rows":
        assert spec.record is not None
        return st.lists(inputs(spec.record, longest=longest), min_size=least, max_size=most)
    assert spec.kind == "text"
    return st.text(LETTERS, max_size=spec.most)


def wrong(spec: FieldSpec) -> list[Any]:
    """Values that one field refuses: of the wrong kind, beyond its limits, not among its options."""
    found: list[Any] = [{"a": 1}]
    if spec.blank is None:
        found.append(None)
    if spec.kind == "number":
        found += [spec.low - 1 if spec.low is not None else None, (spec.high or 0) + 1, 0.5, "many", "1e3", True, [1]]
    elif spec.kind == "switch":
        found += ["perhaps", 2, 0.5, []]
    elif spec.kind == "choice":
        found += ["no such thing", 17, ["no such thing"]]
    elif spec.kind == "many":
        option = plain((spec.options or ())[0].value)
        found += [["no such thing"], 17, [option] * ((spec.most or 0) + 1)]
    elif spec.kind == "rows":
        found += ["no list", 17, [17], [{"no such field": 1}], [{}] * ((spec.most or 0) + 1)]
    else:
        found += ["x" * ((spec.most or 0) + 1), "two\nlines", 17]
    return [value for value in found if not (value is None and spec.blank is not None)]
