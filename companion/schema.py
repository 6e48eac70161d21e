"""A resolver's inputs as a JSON Schema, for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.fields import FieldSpec, plain, specs

if TYPE_CHECKING:
    from companion.resolver import Resolver


def schema(resolver: Resolver) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a resolver's inputs; the engine checks the same limits by itself."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"companion:{resolver.address}",
        "title": resolver.title,
        "description": resolver.summary,
        **_record(resolver.situation),
    }


def _record(record: type) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {spec.name: _field(spec) for spec in specs(record)},
        "additionalProperties": False,
    }


def _field(spec: FieldSpec) -> dict[str, Any]:
    details: dict[str, Any] = {"title": spec.label, "default": plain(spec.default)}
    described = " ".join(part for part in (spec.help, f"Unit: {spec.unit}." if spec.unit else "", spec.why) if part)
    if described:
        details["description"] = described
    if spec.kind == "number":
        details |= {"type": "integer", "minimum": spec.low, "maximum": spec.high}
    elif spec.kind == "switch":
        details["type"] = "boolean"
    elif spec.kind == "choice":
        details["enum"] = [option.value for option in spec.options or ()]
    elif spec.kind == "text":
        details |= {"type": "string", "maxLength": spec.most}
    else:
        items = (
            _record(spec.record)
            if spec.record is not None
            else {"enum": [option.value for option in spec.options or ()]}
        )
        details |= {"type": "array", "items": items, "minItems": spec.least, "maxItems": spec.most}
    if spec.blank is not None:
        details = {"anyOf": [{**details}, {"type": "null", "title": spec.blank}], "default": None}
    return details
