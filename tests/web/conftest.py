"""The site's fixtures for the tests of this folder."""

from tests.web.fixtures import browser, new_page, page, serve, site

__all__ = ["browser", "new_page", "page", "serve", "site"]
