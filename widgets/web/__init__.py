"""The book as a site: plain pages made from the chapters, and the server that brings them alive."""

import sys

# jupyter_server reaches this grammar by an optional check of its event schemas: seconds at every start.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
