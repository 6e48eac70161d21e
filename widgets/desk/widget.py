"""The GM screen as an anywidget: questions come in, answers go out, and the browser keeps the fight."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from companion import catalogue
from companion.encounter.fight import empty
from widgets.desk.answer import answer as answer_to
from widgets.desk.answer import pieces
from widgets.desk.page import desk
from widgets.desk.script import script, styles
from widgets.html import Html
from widgets.widget import HTML, TEXT, Calculator

HERE = Path(__file__).parent
WORDS = "The GM screen: initiative, conditions and wounds of a fight, in a browser that can run it."


@cache
def stored() -> Html:
    """The screen as a page holds it before anything is alive: of the first game that has one, with nobody in it."""
    games = catalogue.tracked_games()
    if not games:
        return desk((), {})
    tracker = catalogue.tracker(games[0])
    return desk(games, pieces(tracker, empty(tracker), ""))


class GmScreen(anywidget.AnyWidget):
    """One screen for the fights of every game. `GmScreen()` has nothing to set: all of it happens on the page."""

    _esm = script()
    _css = f"{Calculator._css}\n{styles()}"

    question = traitlets.Any({}).tag(sync=True)
    answer = traitlets.Any({}).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.observe(self._was_asked, "question")
        self.on_msg(self._was_told)

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """The state for a front end: no question and no answer of another page."""
        names = [name for name in self.keys if name not in ("question", "answer")] if key is None else key
        state: dict[str, Any] = super().get_state(names, drop_defaults)
        return state

    def __repr__(self) -> str:
        return "GmScreen()"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The live view, and beside it the screen as text and as HTML."""
        shown = super()._repr_mimebundle_(**kwargs)
        data, *metadata = shown if isinstance(shown, tuple) else (shown or {},)
        data = {**data, TEXT: WORDS, HTML: str(stored())}
        return (data, *metadata) if isinstance(shown, tuple) else data

    def _was_asked(self, change: Any) -> None:
        self.answer = answer_to(change["new"])

    def _was_told(self, widget: Any, content: Any, buffers: Any) -> None:
        if isinstance(content, dict) and content.get("ask") == "html":
            self.send({"html": str(stored())})


def gm_screen() -> GmScreen:
    """The GM screen, to be run through a session. See `widgets.desk.answer` for what it can be asked."""
    return GmScreen()
