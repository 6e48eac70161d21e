"""The scripts of every page as one file."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess

import pytest

from widgets.web.assets import STATIC, Assets
from widgets.web.bundle import BundleError, bundled

MODULES = {
    "start.js": 'import { two as four, Word } from "./low.js";\nimport { told } from "./mid.js";\n'
    "const own = 1;\nconsole.log(four() + own, new Word().text, told);\n",
    "mid.js": 'import { two } from "./low.js";\n\nconst own = 10;\nexport const told = two() * own;\n',
    "low.js": "const own = 2;\n/** Two. */\nexport function two() {\n  return own;\n}\n"
    'export class Word {\n  text = "w";\n}\n',
}


def test_each_module_keeps_its_own_names() -> None:
    """Three modules with a name in common give what they gave apart; the lowest runs once."""
    text = bundled("start.js", MODULES)
    assert text.count("const module_low =") == 1
    assert "import " not in text
    assert "export " not in text
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on this machine, so no script can be run without a browser")
    ran = subprocess.run([node, "--input-type=module", "-"], input=text, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("3 w 20\n", "")


def test_a_default_export_is_imported_by_its_name_and_kept_at_the_start() -> None:
    """A widget's module is an object of functions; another module may have one too."""
    low = "export default {\n  render() {\n    return 2;\n  },\n};\nexport const one = 1;\n"
    start = 'import { default as widget, one } from "./low.js";\nexport default {\n  sum: widget.render() + one,\n};\n'
    text = bundled("start.js", {"start.js": start, "low.js": low})
    assert text.count("export default") == 1
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on this machine, so no script can be run without a browser")
    address = "data:text/javascript;base64," + base64.b64encode(text.encode()).decode()
    ask = f"import({json.dumps(address)}).then((module) => console.log(module.default.sum))"
    ran = subprocess.run([node, "-e", ask], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("3\n", "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('import all from "./low.js";\n', "start.js: import all from"),
        ("export default 3;\n", "start.js: export default 3;"),
        ("export { a };\n", "start.js: export { a };"),
        ('import { a } from "./none.js";\n', "none.js: there is no such module"),
        ('import { a } from "./start.js";\n', "start.js: imports itself"),
    ],
)
def test_another_way_of_writing_is_refused(text: str, words: str) -> None:
    """Rather than broken in the page."""
    with pytest.raises(BundleError, match=words):
        bundled("start.js", {**MODULES, "start.js": text})


def test_the_page_loads_one_script_for_all() -> None:
    """What the front end needs always is in it; what it needs sometimes is a file of its own."""
    sent = Assets().files["site.js"].plain.decode()
    for part in ("class Kernel", "class Live", "class Model"):
        assert part in sent
    assert 'import("./whole.js")' in sent
    assert (STATIC / "site.js").read_text(encoding="utf-8") != sent
