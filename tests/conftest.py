"""Marks tests by what they need, so that `make test` can tell the quick ones from those with a server or a browser."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.web.fixtures import browser, new_page, page, serve, site

__all__ = ["browser", "new_page", "page", "serve", "site"]  # once for all folders: a process has one Playwright

settings.register_profile("house", deadline=None)  # machines are noisy: a slow draw says nothing about a rule
settings.load_profile("house")

NEEDS = {"browser": "browser", "serve": "served", "npm": "published", "firefox": "firefox"}
"""A test's mark by the fixture that it asks for, itself or through another."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each test bears the marks of the fixtures that it asks for."""
    for item in items:
        for fixture, mark in NEEDS.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(mark)
