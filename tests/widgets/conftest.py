"""What the widgets' tests share: a page with calculators alive in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.widgets.harness import Harness


@pytest.fixture(scope="session")
def harness() -> Iterator[Harness]:
    """A small server of pages with calculators; closed with the session."""
    running = Harness()
    yield running
    running.close()


@pytest.fixture
def opened(harness: Harness, new_page: Callable[..., Any]) -> Callable[..., Any]:
    """Opens a page with the calculators given, and waits until their script has adopted them."""

    def opening(*calculators: Any, empty: bool = False, shared: bool = False, **options: Any) -> Any:
        page = new_page(**{"color_scheme": "light", **options})
        page.set_default_timeout(8000)
        page.goto(harness.page(*calculators, empty=empty, shared=shared))
        page.wait_for_selector(".rb-calc[data-live]")
        return page

    return opening
