"""Runs chapters and stores them in normal form: `python -m widgets.execute [--check] NOTEBOOK ...`

A chapter's stored results are part of the book: they are the page before any kernel answers, and nbval
compares them with a fresh run. So they must not change unless a rule, a text or a number does. Normal form
means that

* each cell has an id that is kept for ever, and a new cell gets one from its place;
* nothing tells when or in which environment the notebook ran, and cells are counted once from top to bottom;
* a widget's model id is made from its cell's id, not by chance, and no widget state is stored.

With `--check` nothing runs and nothing is written: each notebook that is not in normal form is named, and the
exit code is 1. `make chapters` and `make lint` call the two.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
VOLATILE_CELL_METADATA = ("execution", "collapsed", "scrolled", "jupyter", "editable", "trusted", "vscode")
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
SECONDS_A_CELL = 120

Notebook = dict[str, Any]


class NotANotebook(Exception):
    """A file that cannot be read, or that is no notebook of format 4."""


def main(arguments: Sequence[str] | None = None) -> int:
    """The command. The exit code is 1 if a notebook failed to run or is not in normal form, else 0."""
    parser = argparse.ArgumentParser(prog="python -m widgets.execute", description="Run and store chapters.")
    parser.add_argument("notebooks", nargs="+", type=Path, metavar="NOTEBOOK")
    parser.add_argument("--check", action="store_true", help="run nothing, name what is not in normal form")
    chosen = parser.parse_args(arguments)
    work = check if chosen.check else store
    complaints = [complaint for path in chosen.notebooks if (complaint := work(path))]
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


def check(path: Path) -> str | None:
    """What is wrong with a notebook's form, or None. Nothing is run."""
    try:
        text, notebook = read(path)
    except NotANotebook as error:
        return str(error)
    return None if text == as_text(normal_form(notebook)) else f"{path}: not in normal form (make chapters)"


def store(path: Path) -> str | None:
    """Run a notebook and write it back in normal form. One that fails stays as it was; the reason comes."""
    from nbclient.exceptions import CellControlSignal, DeadKernelError

    try:
        text, notebook = read(path)
        after = as_text(normal_form(run(normal_form(notebook), path.parent)))
    except NotANotebook as error:
        return str(error)
    except (CellControlSignal, DeadKernelError) as error:
        return f"{path}: did not run: {error}"
    if after != text:
        path.write_text(after, encoding="utf-8")
    print(f"{path}: {'as it was' if after == text else 'stored anew'}")
    return None


def read(path: Path) -> tuple[str, Notebook]:
    """A notebook's text and content. Raises `NotANotebook`, with the file and the reason."""
    from nbformat import v4

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise NotANotebook(f"{path}: cannot be read: {error}") from error
    try:
        notebook = v4.reads(text)
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        raise NotANotebook(f"{path}: not a notebook of format 4: {error!r}") from error
    if notebook.get("nbformat") != 4:
        raise NotANotebook(f"{path}: not a notebook of format 4, but of {notebook.get('nbformat')}")
    return text, notebook


def run(notebook: Notebook, folder: Path) -> Notebook:
    """The notebook with the results of a fresh kernel, started in its folder and without any house rules."""
    import nbformat
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    from widgets.web.kernels import transport

    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("COMPANION_")}
    with tempfile.TemporaryDirectory(prefix="chapter-") as room:
        client = NotebookClient(
            nbformat.from_dict(notebook),
            km=AsyncKernelManager(
                kernel_name=KERNEL["name"], transport=transport(), connection_file=f"{room}/kernel.json"
            ),
            timeout=SECONDS_A_CELL,
            resources={"metadata": {"path": str(folder)}},
            store_widget_state=False,
            record_timing=False,
        )
        return dict(client.execute(env=surroundings, cleanup_kc=True))


def normal_form(notebook: Notebook) -> Notebook:
    """The notebook without anything that changes from run to run."""
    cells = notebook["cells"]
    metadata = {key: value for key, value in notebook.get("metadata", {}).items() if key != "widgets"}
    metadata |= {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    count = 0
    normal = []
    for cell, name in zip(cells, cell_ids(cells), strict=True):
        count += cell["cell_type"] == "code"
        normal.append(normal_cell(cell, name, count))
    return {"cells": normal, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def cell_ids(cells: Iterable[Notebook]) -> list[str]:
    """Each cell's own id; where it has none, or one that stands further up already, one from its place."""
    ids: list[str] = []
    for place, cell in enumerate(cells, start=1):
        name = cell.get("id") or f"cell-{place}"
        while name in ids:
            name = f"{name}-{place}"
        ids.append(name)
    return ids


def normal_cell(cell: Notebook, name: str, count: int) -> Notebook:
    """A cell with its source, its lasting metadata and, for code, its results; `count` is its place among those."""
    metadata = {key: value for key, value in cell.get("metadata", {}).items() if key not in VOLATILE_CELL_METADATA}
    kept = {"cell_type": cell["cell_type"], "id": name, "metadata": metadata, "source": cell["source"]}
    if cell["cell_type"] == "code":
        outputs = [normal_output(output, f"{name}/{place}", count) for place, output in enumerate(cell["outputs"])]
        kept |= {"execution_count": count, "outputs": outputs}
    elif "attachments" in cell:
        kept["attachments"] = cell["attachments"]
    return kept


def normal_output(output: Notebook, place: str, count: int) -> Notebook:
    """One result, with its cell's count, and with a lasting model id where it shows a widget."""
    kept = dict(output)
    if "execution_count" in kept:
        kept["execution_count"] = count
    if WIDGET_VIEW in kept.get("data", {}):
        model = hashlib.sha256(place.encode()).hexdigest()[:32]
        view = {"model_id": model, "version_major": 2, "version_minor": 0}
        kept["data"] = {**kept["data"], WIDGET_VIEW: view}
    return kept


def as_text(notebook: Notebook) -> str:
    """The file's text: keys in order, one space of indent, long text as a list of lines, a line end last."""
    import nbformat
    from nbformat import v4

    text: str = v4.writes(nbformat.from_dict(notebook))
    return text.rstrip("\n") + "\n"


if __name__ == "__main__":
    sys.exit(main())
