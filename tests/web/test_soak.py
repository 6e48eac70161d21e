"""A short soak; `python -m tests.web.soak` is the long one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.web.soak import soak


def test_many_readers_leave_nothing_behind(serve: Callable[..., Any]) -> None:
    """Sixteen visits, eight at once, over four seats: all are answered, no kernel stays, memory is bounded."""
    found = soak(visits=16, at_once=8, most_kernels=4)
    assert found.faults == []
    assert found.counts["only read"] == 6
    assert found.counts["left politely"] == found.counts["vanished"] == 5
    assert len(found.answers) == 50
