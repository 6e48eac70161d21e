"""Any resolver as a live widget: an anywidget with a trait for each field, a form, the answer as text and HTML."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from companion import find, game
from companion.errors import InputError, Problem, nearest
from companion.fields import plain
from companion.resolver import Resolver
from widgets.answer import answer as answer_to
from widgets.form import not_default
from widgets.html import Html
from widgets.section import pieces, primary, section
from widgets.state import address, of_link, with_edition
from widgets.text import odds_text, roll_text

HERE = Path(__file__).parent
TEXT, HTML = "text/plain", "text/html"


class Calculator(anywidget.AnyWidget):
    """One resolver as a widget: `Calculator("new-world/attack", weapon="cutlass")`.

    Each field of the resolver is a trait of the same name, to be set, observed and linked (with an underscore behind
    it where widgets have that name already: `focus_`). A value beyond a field's limits does not raise: `answer` then
    holds the problem. A list is changed by setting a new one.

    * `inputs`: all fields as plain data. Setting it sets those that it names, and the others to their defaults.
    * `answer`: the last answer, as `widgets.answer` gives it. `odds`: the exact odds for the inputs, as plain data.
    * `throw(dice, seed)`: one throw, shown in the widget and returned as plain data.
    * `link`: the inputs, and the dice of the throw that is shown, as the query of an address that sets the calculator
      on a page of the book; see `widgets.state`.
    * `description`: the fields, dice and examples. `answer_html`: the whole calculator with its answer as HTML.

    `example` is a named example to start from. `chapter` names the page that the calculator stands on, where that is
    not its own game's, for links to rules. `link` is an address or a query that sets the calculator: its first state
    for this resolver, over which the inputs then go. What it names and the resolver does not have is left out, with a
    warning. Raises `UnknownName` for a resolver or example that is not there, `InputError` for an unknown field or
    inputs that cannot be used.
    """

    _esm = HERE / "calculator.js"
    _css = "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("*.css")))

    question = traitlets.Any({}).tag(sync=True)
    answer = traitlets.Any().tag(sync=True)
    inputs = traitlets.Dict({})

    def __new__(cls, resolver: str = "", *args: Any, **kwargs: Any) -> Calculator:
        return super().__new__(_class_of(find(resolver)) if cls is Calculator else cls)

    def __init__(
        self, resolver: str, example: str | None = None, *, chapter: str = "", link: str = "", **inputs: Any
    ) -> None:
        self.resolver: Resolver = find(resolver)
        self.description: dict[str, Any] = self.resolver.describe()
        self.example, self.chapter, self._busy = example or "", chapter, False
        self._fields = {spec["name"]: _trait(spec["name"]) for spec in self.description["fields"]}
        linked = of_link(self.description, link)
        start = linked["inputs"] if link else dict(self.resolver.example(example).inputs) if example else {}
        fields = {trait: name for name, trait in self._fields.items()}
        values = plain(self.resolver.read({**start, **{fields.get(name, name): inputs[name] for name in inputs}})[0])
        self._at = _place(self.resolver, values)
        super().__init__(inputs=values, **{self._fields[name]: value for name, value in values.items()})
        self.observe(self._field_was_set, list(self._fields.values()))
        self.observe(self._inputs_were_set, "inputs")
        self.observe(self._was_asked, "question")
        self.on_msg(self._was_told)
        if linked["dice"]:
            self.throw(linked["dice"])

    @property
    def odds(self) -> dict[str, Any]:
        """The exact odds for the present inputs. Raises `InputError` where they cannot be used."""
        return self.resolver.odds(self._values())

    @property
    def link(self) -> str:
        """The inputs, and the dice of the throw that is shown, as the query of an address: `?attack.total=7&…`."""
        thrown = self.answer["ok"] and self.answer["ask"] == "roll" and self.answer["json"]["inputs"] == self._values()
        dice = [die["value"] for die in self.answer["json"]["dice"]] if thrown else None
        own = self.chapter in ("", self.resolver.game)
        name = self.resolver.name if own else self.resolver.address
        return f"?{with_edition(address(self.description, {'inputs': self._values(), 'dice': dice}, name))}"

    @property
    def answer_html(self) -> Html:
        """The whole calculator as HTML: its form with the present inputs, and the answer to them."""
        example = self.resolver.examples.get(self.example)
        last = self.answer if self.answer.get("ask") == "roll" and self.answer["ok"] else None
        return section(
            self.description,
            self._values(),
            pieces(self._at_first(), *([last] if last else [])),
            at=self._at,
            game=game(self.resolver.game).title,
            example=self.example,
            dice=example.dice if example else None,
            chapter=self.chapter,
        )

    def throw(self, dice: Sequence[int] | None = None, seed: int | None = None) -> dict[str, Any]:
        """One throw, from the dice given, else from the seed, else from chance. Raises `InputError`."""
        thrown = self.resolver.roll(self._values(), seed=seed, dice=dice)
        self._work_out({"ask": "roll", "dice": [die["value"] for die in thrown["dice"]]})
        return thrown

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """The state for a front end. The first answer does not travel in it: it stands in the HTML."""
        names = [name for name in self.keys if name != "answer"] if key is None else key
        state: dict[str, Any] = super().get_state(names, drop_defaults)
        return state

    def __repr__(self) -> str:
        given = not_default(self.description["fields"], self._values())
        parts = [json.dumps(self.resolver.address)]
        for name, value in given.items():
            shown = json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)
            parts.append(f"{self._fields[name]}={shown}")
        return f"Calculator({', '.join(parts)})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live view, and beside it the same calculator as text and as HTML, always the same for the same inputs."""
        shown = super()._repr_mimebundle_(**kwargs)
        data, *metadata = shown if isinstance(shown, tuple) else (shown or {},)
        data = {**data, TEXT: self._text(), HTML: str(self.answer_html)}
        return (data, *metadata) if isinstance(shown, tuple) else data

    def _text(self) -> str:
        first = self._at_first()
        if not first["ok"]:
            return "\n".join(problem["message"] for problem in first["problems"])
        return f"{self.description['title']}: " + (
            odds_text(first["json"]) if first["ask"] == "odds" else roll_text(first["json"])
        )

    @traitlets.default("answer")
    def _at_first(self) -> dict[str, Any]:
        return self._asked({"id": (self.question or {}).get("id", 0), "ask": primary(self.description)})

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, trait) for name, trait in self._fields.items()}

    def _asked(self, question: Mapping[str, Any]) -> dict[str, Any]:
        chapter = {"chapter": self.chapter} if self.chapter else {}
        return answer_to({"inputs": self._values(), **chapter, **question}, self.resolver.address)

    def _field_was_set(self, change: Any) -> None:
        if not self._busy:
            self._work_out({"ask": primary(self.description)})

    def _inputs_were_set(self, change: Any) -> None:
        if not self._busy:
            given = change["new"]
            self._take({spec["name"]: given.get(spec["name"], spec["default"]) for spec in self.description["fields"]})
            unknown = [name for name in given if name not in self._fields]
            self._work_out({"ask": primary(self.description)})
            if unknown:
                hint = nearest(str(unknown[0]), list(self._fields))
                raise InputError([Problem(str(unknown[0]), given[unknown[0]], "a field of this calculator", hint)])

    def _work_out(self, question: Mapping[str, Any]) -> None:
        """Answers a question of Python's own; the front end knows it by its `origin` and sets its form to `inputs`."""
        values = self._values()
        with self._at_work():
            self.inputs = values
        asked = self.question.get("id", 0) if isinstance(self.question, Mapping) else 0
        self.answer = {**self._asked({**question, "id": asked}), "origin": "kernel", "inputs": values}

    def _was_asked(self, change: Any) -> None:
        """Answers a reader's question. Inputs that cannot be used leave the traits as they are."""
        question = change["new"]
        if not isinstance(question, Mapping):
            return
        found = self._asked(question)
        if found["ok"] and found["ask"] != "what_if":
            given = question.get("inputs") or {}
            taken = {name: value for name, value in found["json"]["inputs"].items() if name in given}
            self._take(taken)
            now = self._values()
            if any(now[name] != value for name, value in taken.items()):
                self._work_out({"ask": primary(self.description)})
                return
        self.answer = found

    def _take(self, values: Mapping[str, Any]) -> None:
        """Sets fields without working anything out; whoever observes them may set others meanwhile."""
        with self._at_work():
            with self.hold_trait_notifications():
                for name, value in values.items():
                    setattr(self, self._fields[name], value)
            self.inputs = self._values()

    def _was_told(self, widget: Any, content: Any, buffers: Any) -> None:
        if isinstance(content, Mapping) and content.get("ask") == "html":
            self.send({"html": str(self.answer_html), "at": self._at})

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        before, self._busy = self._busy, True
        try:
            yield
        finally:
            self._busy = before


def calculator(
    resolver: str, example: str | None = None, *, chapter: str = "", link: str = "", **inputs: Any
) -> Calculator:
    """A live calculator of one resolver, set to an example and to inputs: `calculator("new-world/attack", aim=1)`.

    `link="?attack.weapon=musket"` sets it by what a page's "Copy link" gives. See `Calculator` for what it can do and
    what it raises.
    """
    return Calculator(resolver, example, chapter=chapter, link=link, **inputs)


def _class_of(resolver: Resolver) -> type[Calculator]:
    """The class with the traits of one resolver's fields, made when it is first asked for."""
    if resolver.address not in _CLASSES:
        traits = {_trait(spec["name"]): _trait_of(spec) for spec in resolver.describe()["fields"]}
        room = {"__module__": __name__, "__qualname__": "Calculator", "__doc__": resolver.summary}
        _CLASSES[resolver.address] = type("Calculator", (Calculator,), room | traits)
    return _CLASSES[resolver.address]


def _trait(name: str) -> str:
    """The trait for a field: its own name, unless a widget has something of that name already."""
    return f"{name}_" if name in TAKEN or hasattr(Calculator, name) else name


def _trait_of(spec: Mapping[str, Any]) -> traitlets.TraitType[Any, Any]:
    about = {"help": spec["label"], "allow_none": spec["blank"] is not None}
    if spec["kind"] == "number":
        return traitlets.Int(spec["default"], **about)
    if spec["kind"] == "switch":
        return traitlets.Bool(spec["default"], **about)
    if spec["kind"] in ("many", "rows"):
        return traitlets.List(spec["default"], **about)
    return traitlets.Unicode(spec["default"], **about)


def _place(resolver: Resolver, values: Mapping[str, Any]) -> str:
    """An id that no other calculator of this process has, and the same in every run of a notebook."""
    name = json.dumps([resolver.address, values], sort_keys=True)
    short = f"calc-{resolver.name}-{hashlib.sha256(name.encode()).hexdigest()[:6]}"
    _PLACED[short] = _PLACED.get(short, 0) + 1
    return short if _PLACED[short] == 1 else f"{short}-{_PLACED[short]}"


TAKEN = {"resolver", "description", "example", "chapter"}
_CLASSES: dict[str, type[Calculator]] = {}
_PLACED: dict[str, int] = {}
