"""``companion lab``: the same calculator and the same GM screen, in JupyterLab."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.web.client import soon
from tests.web.fixtures import HOUSE, free_port
from tests.web.sample import code, markdown, write
from widgets import lab


@pytest.fixture
def open_lab(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """A function that opens JupyterLab over one chapter with one cell of code; gives its address."""
    if find_spec("jupyterlab") is None:
        pytest.skip("JupyterLab is not installed here")
    started: list[subprocess.Popen[bytes]] = []

    def opening(source: str) -> str:
        chapters = tmp_path / "chapters"
        chapters.mkdir()
        write(chapters, "one", markdown("# One"), code(source))
        port = free_port()
        command = f"from widgets.lab import main; main({port}, False, None, {str(chapters)!r})"
        rooms = {name: str(tmp_path / name.lower()) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "HOME")}
        known = {"PYTHONPATH": str(HOUSE), "JUPYTER_TOKEN": "known", "JUPYTER_NO_CONFIG": "1"}
        started.append(
            subprocess.Popen(
                [sys.executable, "-c", command],
                env={**os.environ, **rooms, **known},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        )
        assert soon(lambda: _answers(f"http://127.0.0.1:{port}/api?token=known"), 60)
        return f"http://127.0.0.1:{port}/lab/tree/one.ipynb?token=known"

    yield opening
    for process in started:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return bool(response.status == 200)
    except OSError:
        return False


@pytest.fixture
def run_in_lab(browser: Any, open_lab: Callable[[str], str]) -> Iterator[Callable[[str], Any]]:
    """A function that runs one cell in JupyterLab and gives the page; no other host may be asked."""
    asked: list[str] = []
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.on("request", lambda request: asked.append(request.url))

    def running(source: str) -> Any:
        page.goto(open_lab(source))
        page.get_by_text("| Idle").wait_for(timeout=60_000)
        page.locator(".jp-CodeCell .jp-InputArea-editor").first.click()
        page.keyboard.press("Control+Enter")
        return page

    yield running
    page.close()
    assert [url for url in asked if not url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "blob:", "data:"))] == []


def test_a_calculator_answers_in_jupyterlab(run_in_lab: Callable[[str], Any]) -> None:
    """Run the cell; then the form is alive, and Python's answer to a new value shows."""
    page = run_in_lab('from widgets import calculator\ncalculator("new-world/disarm")')
    section = page.locator(".jp-OutputArea .rb-calc[data-live=true]")
    section.wait_for(timeout=60_000)
    sentence = section.locator(".rb-c-sentence")
    before = sentence.inner_text()
    section.locator("[data-field=total] input.rb-c-input").fill("12")
    assert soon(lambda: sentence.inner_text() != before)


def test_the_gm_screen_runs_in_jupyterlab(run_in_lab: Callable[[str], Any]) -> None:
    """A fight goes on there; its keys add and delete no cell; the dice notation comes from the kernel."""
    page = run_in_lab("from widgets import gm_screen\ngm_screen()")
    page.locator(".jp-OutputArea .rb-desk[data-ready]").wait_for(timeout=60_000)
    page.locator("#d-game").select_option("new-world")
    page.locator("[data-tool=add]").first.click()
    for name in ("Marguerite", "Raider"):
        page.get_by_role("button", name=f"Add {name}", exact=True).click()
        page.locator(f"[data-select] .rb-g-name:text-is('{name}')").wait_for()
    page.locator("[data-select]").first.focus()
    cells = page.locator(".jp-Cell").count()
    for key in ("Escape", "n", "a", "Escape", "d", "d", "u", "r"):
        page.keyboard.press(key)
    assert soon(lambda: "Marguerite’s turn" in page.locator("[data-piece=turn]").inner_text())
    assert page.locator(".jp-Cell").count() == cells
    page.locator("[data-tool=tray]").click()
    page.locator("#d-notation").fill("2d20kh1+4")
    page.locator("#d-faces").fill("4 17")
    page.locator("#d-faces").press("Enter")
    assert soon(lambda: "[4 (dropped) 17] + 4 = 21" in page.locator("[data-before]").inner_text())


def test_kernels_there_find_the_book_and_the_house_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By absolute paths, in front of what was there."""
    monkeypatch.chdir(tmp_path)
    made = lab.environment({"PYTHONPATH": "elsewhere", "OTHER": "kept"}, "mine.toml")
    assert made["PYTHONPATH"].split(os.pathsep) == [str(HOUSE), "elsewhere"]
    assert made["COMPANION_HOUSE_RULES"] == str(tmp_path / "mine.toml")
    assert made["OTHER"] == "kept"
    assert "COMPANION_HOUSE_RULES" not in lab.environment({}, None)


def test_without_jupyterlab_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """In one line, with exit code 1; so does a folder that is not there."""
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    assert lab.main() == 1
    assert capsys.readouterr().err == f"{lab.MISSING}\n"
    monkeypatch.setattr(lab, "find_spec", lambda name: name)
    assert lab.main(chapters=tmp_path / "nothing") == 1
    assert "there is no folder of chapters" in capsys.readouterr().err
