"""What every calculator of every game has to keep. Games and calculators are found by themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion import catalogue, dice
from companion.answers import Tally
from companion.errors import InputError, Refused
from companion.fields import FieldSpec, plain, specs
from companion.resolver import Resolver
from companion.steps import anchor
from tests.engine.strategies import inputs, wrong

RESOLVERS = [resolver for game in catalogue.all_games() for resolver in game.resolvers()]
MOST_WAYS = 10_000
"""Up to so many falls of the dice, the fast count is compared with trying every one."""

DRAWN = 6
"""So many situations are drawn for each calculator and test, besides its defaults and examples."""

every_resolver = pytest.mark.parametrize("resolver", RESOLVERS, ids=[resolver.address for resolver in RESOLVERS])
some = settings(
    max_examples=DRAWN, deadline=None, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


def situations(resolver: Resolver) -> Iterator[dict[str, Any]]:
    """The inputs that everybody meets first: nothing set, and each example."""
    yield {}
    for example in resolver.examples.values():
        yield dict(example.inputs)


def ready(resolver: Resolver, given: dict[str, Any]) -> Any:
    """What the rule makes of the inputs; None where it refuses them."""
    try:
        return resolver.prepare(resolver.read(given)[0])
    except Refused:
        return None


def as_json(answer: Any) -> Any:
    """The answer after a trip through JSON, which holds no NaN."""
    return json.loads(json.dumps(answer, allow_nan=False))


def addresses(answer: Any) -> Iterator[str]:
    """Every rule's address in an answer, wherever it stands."""
    if isinstance(answer, dict):
        if answer.get("rule"):  # a row of a table may have none
            yield answer["rule"]
        for value in answer.values():
            yield from addresses(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from addresses(value)


def check_odds(answer: dict[str, Any]) -> None:
    """Tables add up to exactly 1, and their percentages, curves and means agree with their fractions."""
    for table in answer["outcomes"]:
        chances = [Fraction(row["fraction"]) for row in table["rows"]]
        assert all(0 <= chance <= 1 for chance in chances)
        for row, chance in zip(table["rows"], chances, strict=True):
            assert row["percent"] == pytest.approx(float(100 * chance))
        if table["kind"] == "chances":
            continue
        assert sum(chances) == 1, table["name"]
        if table["kind"] == "measure":
            check_measure(table, chances)
    for entry in answer["summary"].values():
        if entry["kind"] == "chance":
            assert 0 <= Fraction(entry["fraction"]) <= 1


def check_measure(table: dict[str, Any], chances: list[Fraction]) -> None:
    """Values rise, the curves run from and to 1, and the mean is that of the rows."""
    values = [row["value"] for row in table["rows"]]
    known = [value for value in values if value is not None]
    assert known == sorted(set(known))
    assert None not in values[:-1]
    for place, row in enumerate(table["rows"]):
        assert Fraction(row["at_least"]["fraction"]) == sum(chances[place:])
        assert Fraction(row["at_most"]["fraction"]) == sum(chances[: place + 1])
    assert max(chances) == chances[values.index(table["most_likely"])]
    if None in values:
        assert table["mean"] is None
    else:
        assert Fraction(table["mean"]) == sum(v * chance for v, chance in zip(values, chances, strict=True))


def check_throw_can_be(resolver: Resolver, given: dict[str, Any], seed: int) -> None:
    """What a seeded throw gives has odds above 0, and its own dice give it again."""
    answer = resolver.roll(given, seed=seed)
    assert answer["sentence"].strip()
    if answer["refused"]:
        return
    if answer["verdict"] or answer["measures"]:
        tables = {table["name"]: table for table in resolver.odds(given)["outcomes"]}
        seen = {**answer["measures"], **({"verdict": answer["verdict"]["value"]} if answer["verdict"] else {})}
        for name, value in seen.items():
            chance = {row["value"]: Fraction(row["fraction"]) for row in tables[name]["rows"]}
            assert chance[value] > 0, (name, value)
    again = resolver.roll(given, dice=[die["value"] for die in answer["dice"]])
    assert {**again, "seed": None} == {**answer, "seed": None}


def check_ways(resolver: Resolver, given: dict[str, Any]) -> bool:
    """The fast count is the slow one, exactly; tells whether it could be compared."""
    prepared = ready(resolver, given)
    if prepared is None:
        return False
    falls = dice.ways(resolver.dice, prepared)
    if falls is None or falls > MOST_WAYS:
        return False
    fast, slow = resolver.tally(prepared), resolver.tally(prepared, slow=True)
    assert comparable(fast) == comparable(slow)
    return True


def comparable(tally: Tally) -> tuple[Any, ...]:
    """Everything in a tally but the total, which may differ."""
    return tally.verdicts, dict(tally.chances), dict(tally.measures), dict(tally.numbers)


def fields_of(record: type, at: str = "") -> Iterator[tuple[str, FieldSpec]]:
    """Every field with its path, those of rows too."""
    for spec in specs(record):
        yield at + spec.name, spec
        if spec.record is not None:
            yield from fields_of(spec.record, f"{at}{spec.name}[0].")


def nested(path: str, value: Any) -> dict[str, Any]:
    """Inputs that set one field by its path."""
    head, _, rest = path.partition("[0].")
    return {head: [nested(rest, value)] if rest else value}


def test_there_are_calculators() -> None:
    """The New World chapter alone has more than a dozen."""
    assert len([resolver for resolver in RESOLVERS if resolver.game == "new-world"]) > 12


@every_resolver
def test_it_describes_itself(resolver: Resolver) -> None:
    """As plain JSON, with a title, a sentence, labels, and defaults that its fields accept."""
    described = resolver.describe()
    assert as_json(described) == described
    assert resolver.title
    assert resolver.summary.endswith((".", "?"))
    assert anchor(resolver.rule)[0] == resolver.game
    names = [path for path, _ in fields_of(resolver.situation)]
    assert len(names) == len(set(names))
    for path, spec in fields_of(resolver.situation):
        assert spec.label, path
        assert not spec.when or spec.why, f"{path} does not say why it may not apply"
        resolver.read(nested(path, plain(spec.default)))


@every_resolver
def test_its_conditions_name_fields_and_their_values(resolver: Resolver) -> None:
    """A field can only depend on another one of its record, and on members that there are."""
    records = [resolver.situation, *(spec.record for _, spec in fields_of(resolver.situation) if spec.record)]
    for record in records:
        known = {spec.name: spec for spec in specs(record)}
        for spec in known.values():
            for name, allowed in spec.when:
                assert name in known, f"{spec.name} depends on {name}, which is no field"
                members = known[name].members
                if members is not None:
                    assert set(allowed) <= {member.value for member in members}, f"{spec.name} on {name}"


@every_resolver
def test_its_schema_is_valid_and_accepts_what_it_should(resolver: Resolver) -> None:
    """Defaults, examples, and what comes back."""
    schema = resolver.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    for asked in situations(resolver):
        assert list(check.iter_errors(asked)) == []
        assert list(check.iter_errors(plain(resolver.read(asked)[0]))) == []


@every_resolver
def test_defaults_and_examples_are_thrown_and_weighed(resolver: Resolver) -> None:
    """As plain JSON, with nothing ignored in an example; its own dice are thrown where it brings them."""
    for asked in situations(resolver):
        odds = resolver.odds(asked)
        assert as_json(odds) == odds
        assert odds["ignored"] == []
        assert odds["sentence"].strip()
        check_odds(odds)
        roll = resolver.roll(asked, seed=1)
        assert as_json(roll) == roll
        assert (roll["refused"] is None) == (odds["refused"] is None)
        if roll["refused"] is None:
            assert roll["steps"], "a result without a reason"
    for example in resolver.examples.values():
        if example.dice is not None:
            assert resolver.roll(example.inputs, dice=example.dice)["dice"]


@every_resolver
def test_every_address_is_one(resolver: Resolver) -> None:
    """Of steps, modifiers, refusals and examples; all of the resolver's own game."""
    found = {resolver.rule, *(example.rule for example in resolver.examples.values() if example.rule)}
    for asked in situations(resolver):
        for seed in range(3):
            answer = resolver.roll(asked, seed=seed)
            found |= set(addresses(answer))
            assert all(step["rule"] for step in answer["steps"])
        found |= set(addresses(resolver.odds(asked)))
    assert {anchor(address)[0] for address in found} == {resolver.game}


@every_resolver
def test_a_throw_is_one_of_its_odds(resolver: Resolver) -> None:
    """For defaults and examples, with several seeds; thrown again from its own dice it is the same."""
    for asked in situations(resolver):
        for seed in range(3):
            check_throw_can_be(resolver, asked, seed)
    assert resolver.roll({}, seed=11) == resolver.roll({}, seed=11)


@every_resolver
def test_its_fast_count_is_the_slow_one(resolver: Resolver) -> None:
    """Where the dice can be tried every way; a calculator without a fast count has only the slow one."""
    compared = [check_ways(resolver, asked) for asked in situations(resolver)]
    assert resolver.ways is not None or any(compared) or resolver.dice is dice.NoDice or all_refused(resolver)


def all_refused(resolver: Resolver) -> bool:
    """Whether the rules refuse whatever the defaults and examples ask."""
    return all(ready(resolver, asked) is None for asked in situations(resolver))


@every_resolver
@some
@given(data=st.data())
def test_any_situation_is_weighed_and_thrown(resolver: Resolver, data: st.DataObject) -> None:
    """Drawn from the fields: the odds add up, the fast count is the slow one, a throw is one of them."""
    drawn = data.draw(inputs(resolver.situation))
    odds = resolver.odds(drawn)
    assert as_json(odds) == odds
    check_odds(odds)
    check_ways(resolver, drawn)
    check_throw_can_be(resolver, drawn, data.draw(st.integers(0, 10**9)))


@every_resolver
@some
@given(data=st.data())
def test_a_situation_comes_back_from_json_as_it_was(resolver: Resolver, data: st.DataObject) -> None:
    """Read, written, read again: the same, with nothing left to ignore."""
    situation, _ = resolver.read(data.draw(inputs(resolver.situation)))
    again, ignored = resolver.read(as_json(plain(situation)))
    assert again == situation
    assert ignored == ()


@every_resolver
def test_a_bad_value_of_any_field_is_refused_by_name(resolver: Resolver) -> None:
    """Of the wrong kind, beyond the limits, not among the options: the problem names the field."""
    for path, spec in fields_of(resolver.situation):
        for value in wrong(spec):
            with pytest.raises(InputError) as caught:
                resolver.odds(nested(path, value))
            assert all(problem.field.startswith(path) for problem in caught.value.problems), (path, value)
            assert as_json(caught.value.to_json())


@every_resolver
def test_what_if_keeps_within_the_limits(resolver: Resolver) -> None:
    """For the defaults: plain JSON, neighbours of the numbers set, and the headline first of the summary."""
    answer = resolver.what_if({})
    assert as_json(answer) == answer
    summary = resolver.odds({})["summary"]
    if answer["headline"] is None:
        assert not any(entry["kind"] == "chance" for entry in summary.values())
        return
    assert answer["headline"]["fraction"] == summary[answer["headline"]["name"]]["fraction"]
    values, limits = resolver.odds({})["inputs"], {spec.name: spec for spec in specs(resolver.situation)}
    for row in answer["rows"]:
        sides = [side["value"] - values[row["field"]] for side in (row["minus"], row["plus"]) if side]
        assert set(sides) <= {-1, 1}
        for side in (row["minus"], row["plus"]):
            assert side is None or limits[row["field"]].low <= side["value"] <= limits[row["field"]].high
