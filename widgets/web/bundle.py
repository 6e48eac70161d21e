"""Scripts that a page always loads, as one file: each module keeps its own names, and is asked for once.

Only the site's own way of writing is understood: ``import { a, b as c } from "./file.js";`` on one line at a module's
top, ``export`` before a function, class or const, and ``export default`` before an object. What is imported later, by
``import("./file.js")``, stays a file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import \{ (.+?) \} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const|let) (\w+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default (?=\{$)", re.MULTILINE)
_LEFT = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)


class BundleError(ValueError):
    """A module that is written in a way that cannot be put into one file; the message names it and the line."""


def bundled(start: str, modules: Mapping[str, str]) -> str:
    """One script that does what the module ``start`` does, with all that it imports at its top.

    What ``start`` exports as its default, the script exports as well.

    ``modules`` are the texts by their file names. Raises ``BundleError`` for a missing module, for modules that import
    each other, and for an import or export in another form.
    """
    order: list[str] = []
    _add(start, modules, order, ())
    return "\n".join([*(_scope(name, modules[name]) for name in order[:-1]), _body(start, modules[start], whole=True)])


def _add(name: str, modules: Mapping[str, str], order: list[str], above: tuple[str, ...]) -> None:
    if name in above:
        raise BundleError(f"{name}: imports itself by way of {', '.join(above)}")
    if name not in modules:
        raise BundleError(f"{name}: there is no such module")
    for found in _IMPORT.finditer(modules[name]):
        if found[2] not in order:
            _add(found[2], modules, order, (*above, name))
    order.append(name)


def _scope(name: str, text: str) -> str:
    """A module as a function that runs once and gives what it exports."""
    exported = [found[2] for found in _EXPORT.finditer(text)]
    names = ", ".join([*exported, *(["default: standard"] if _DEFAULT.search(text) else [])])
    return f"const {_variable(name)} = (() => {{\n{_body(name, text)}\nreturn {{ {names} }};\n}})();"


def _body(name: str, text: str, *, whole: bool = False) -> str:
    taken = _IMPORT.sub(
        lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = {_variable(found[2])};\n",
        text,
    )
    body = _EXPORT.sub(r"\1", taken)
    body = _DEFAULT.sub("export default " if whole else "const standard = ", body)
    if left := _LEFT.search(_DEFAULT.sub("", body) if whole else body):
        raise BundleError(f"{name}: {left[0]}")
    return body.strip()


def _variable(name: str) -> str:
    return "module_" + name.removesuffix(".js").replace("-", "_")
