"""What can keep an edition from being published."""

from __future__ import annotations


class PublishError(Exception):
    """The edition cannot be made; the message says what is missing or wrong, and what helps."""
