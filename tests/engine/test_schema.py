"""The JSON Schema of the inputs: valid itself, true to the checks, for every kind of field."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.fields import specs
from companion.resolver import Resolver
from tests.engine.strategies import inputs, wrong

SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
FORGIVEN = ("", "1", "0")


def validator(resolver: Resolver) -> Any:
    """A checked validator of a calculator's inputs."""
    schema = resolver.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_the_schema_is_one(night_walk: Resolver) -> None:
    """It names its draft, the calculator and every field, and allows no other."""
    schema = night_walk.schema()
    assert validator(night_walk)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == "companion:lantern/night-walk"
    assert list(schema["properties"]) == [spec.name for spec in specs(night_walk.situation)]
    assert schema["additionalProperties"] is False


def test_each_kind_has_its_type(night_walk: Resolver) -> None:
    """With limits, options, lengths, default, and what empty means."""
    fields = night_walk.schema()["properties"]
    assert fields["paces"] == {
        "title": "Your paces", "default": 6, "description": "What you walk in an hour. Unit: paces.",
        "type": "integer", "minimum": -5, "maximum": 30,
    }  # fmt: skip
    assert fields["bonus"]["anyOf"][1] == {"type": "null", "title": "from the trail"}
    assert fields["lantern"]["type"] == "boolean"
    assert fields["weather"]["enum"] == ["clear", "storm"]
    assert fields["pack"]["items"] == {"enum": ["rope", "bread"]}
    assert (fields["pack"]["minItems"], fields["pack"]["maxItems"]) == (0, 3)
    assert fields["friends"]["items"]["properties"]["agility"]["maximum"] == 12
    assert fields["note"]["maxLength"] == 20
    assert fields["oil"]["description"] == "only a lantern burns oil"


@SHARED
@given(data=st.data())
def test_what_the_schema_accepts_the_checks_accept(night_walk: Resolver, data: st.DataObject) -> None:
    """Inputs drawn from the fields are valid, and are read; so is what comes back."""
    given = data.draw(inputs(night_walk.situation))
    check = validator(night_walk)
    assert list(check.iter_errors(given)) == []
    assert list(check.iter_errors(night_walk.odds(given)["inputs"])) == []


def test_what_the_checks_refuse_the_schema_refuses(night_walk: Resolver) -> None:
    """The schema is never more generous (but for control characters in a text, which it cannot tell)."""
    check = validator(night_walk)
    for spec in specs(night_walk.situation):
        for value in wrong(spec):
            if value != "two\nlines":
                assert not check.is_valid({spec.name: value}), (spec.name, value)
    assert not check.is_valid({"no such field": 1})


@pytest.mark.parametrize("given", [[], 5, "text", None])
def test_inputs_are_an_object(night_walk: Resolver, given: Any) -> None:
    """Nothing else."""
    assert not validator(night_walk).is_valid(given)
