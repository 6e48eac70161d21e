"""Chapters are stored in normal form: a second run changes nothing, and a check tells when it would."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from widgets import execute


def cell(source: str, kind: str = "code", **more: Any) -> dict[str, Any]:
    """A cell as an editor leaves it."""
    made: dict[str, Any] = {"cell_type": kind, "metadata": {}, "source": source, **more}
    if kind == "code":
        made = {"execution_count": 7, "outputs": [], **made}
    return made


def written(folder: Path, *cells: dict[str, Any], **metadata: Any) -> Path:
    """A notebook file with these cells."""
    path = folder / "chapter.ipynb"
    notebook = {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


WIDGET = """
class Shown:
    def _repr_mimebundle_(self, **kinds):
        import uuid
        view = {"model_id": uuid.uuid4().hex, "version_major": 2, "version_minor": 0}
        return {"text/plain": "shown", "application/vnd.jupyter.widget-view+json": view}
Shown()
"""


def test_a_second_run_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counts, times and a widget's random model id do not reach the file; texts and results do."""
    path = written(tmp_path, cell("# Title", "markdown"), cell("print('text')\n6 * 7"), cell(WIDGET))
    assert execute.main([str(path)]) == 0
    first = path.read_text(encoding="utf-8")
    assert execute.main([str(path)]) == 0
    assert path.read_text(encoding="utf-8") == first
    assert capsys.readouterr().out == f"{path}: stored anew\n{path}: as it was\n"
    title, sum_, widget = json.loads(first)["cells"]
    assert title["source"] == ["# Title"]
    assert [output.get("text") or output["data"]["text/plain"] for output in sum_["outputs"]] == [
        ["text\n"],
        ["42"],
    ]
    assert [each["execution_count"] for each in (sum_, sum_["outputs"][1], widget)] == [1, 1, 2]
    view = widget["outputs"][0]["data"][execute.WIDGET_VIEW]
    assert len(view["model_id"]) == 32


def test_house_rules_of_the_machine_do_not_reach_a_chapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chapter shows the book's own values, whatever the author has in force."""
    monkeypatch.setenv("COMPANION_HOUSE_RULES", "my-table.toml")
    path = written(tmp_path, cell("import os\nos.environ.get('COMPANION_HOUSE_RULES', 'none')"))
    assert execute.main([str(path)]) == 0
    assert "'none'" in path.read_text(encoding="utf-8")


def test_a_failing_chapter_stays_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command fails and tells which notebook and why; the file is not touched."""
    path = written(tmp_path, cell("1 / 0"))
    before = path.read_text(encoding="utf-8")
    assert execute.main([str(path)]) == 1
    assert path.read_text(encoding="utf-8") == before
    complaint = capsys.readouterr().err
    assert complaint.startswith(f"{path}: did not run:")
    assert "ZeroDivisionError" in complaint


def in_form(folder: Path, **change: Any) -> Path:
    """A notebook in normal form, but for a change to its code cell's metadata or its own."""
    path = written(folder, cell("1", id="one", metadata=change.pop("cell_metadata", {})), **change)
    return path


def test_the_check_passes_what_is_in_normal_form(tmp_path: Path) -> None:
    """What the normal form of a notebook is written as, is in normal form."""
    path = in_form(tmp_path)
    _, notebook = execute.read(path)
    path.write_text(execute.as_text(execute.normal_form(notebook)), encoding="utf-8")
    assert execute.main(["--check", str(path)]) == 0


@pytest.mark.parametrize(
    "change",
    [
        {"widgets": {"application/vnd.jupyter.widget-state+json": {"state": {}}}},
        {"language_info": {"name": "python", "version": "3.11.2"}},
        {"cell_metadata": {"execution": {"iopub.execute_input": "2026-01-01T00:00:00Z"}}},
        {"cell_metadata": {"collapsed": True}},
    ],
    ids=["widget state", "version of Python", "time of a run", "what was folded"],
)
def test_the_check_names_what_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any]
) -> None:
    """Each trace of one run or one editor is found, and normal form is without it."""
    path = in_form(tmp_path, **change)
    _, notebook = execute.read(path)
    path.write_text(execute.as_text(notebook), encoding="utf-8")
    assert execute.main(["--check", str(path)]) == 1
    assert capsys.readouterr().err == f"{path}: not in normal form (make chapters)\n"
    plain = execute.as_text(execute.normal_form(notebook))
    assert plain == execute.as_text(execute.normal_form(execute.read(in_form(tmp_path))[1]))


def test_lasting_metadata_stay() -> None:
    """Tags of a cell and the book's own data of a notebook are part of it."""
    notebook = {
        "cells": [cell("1", metadata={"tags": ["rule"]})],
        "metadata": {"rulebook": {"title": "Combat"}},
    }
    normal = execute.normal_form(notebook)
    assert normal["cells"][0]["metadata"] == {"tags": ["rule"]}
    assert normal["metadata"]["rulebook"] == {"title": "Combat"}


def test_ids_are_kept_and_made_unique() -> None:
    """An id stays; a missing one comes from the place, and one that stands twice is told apart."""
    cells = [{"id": "a"}, {}, {"id": "a"}, {"id": "cell-2"}]
    assert execute.cell_ids(cells) == ["a", "cell-2", "a-3", "cell-2-4"]


@pytest.mark.parametrize("text", ["no notebook", '{"a": 1}', '{"cells": [], "metadata": {}, "nbformat": 3}'])
def test_what_is_no_notebook_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    """Both uses name the file and the reason."""
    path = tmp_path / "chapter.ipynb"
    path.write_text(text, encoding="utf-8")
    assert execute.main([str(path)]) == 1
    assert execute.main(["--check", str(path)]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith(f"{path}: not a notebook of format 4") for line in lines)


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The reason comes from the system."""
    assert execute.main(["--check", str(tmp_path / "none.ipynb")]) == 1
    assert "none.ipynb: cannot be read:" in capsys.readouterr().err


def test_every_chapter_is_in_normal_form(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The chapters as they stand."""
    chapters = [str(path) for path in sorted((root / "chapters").glob("*.ipynb"))]
    assert chapters
    assert execute.main(["--check", *chapters]) == 0
    assert capsys.readouterr().err == ""
