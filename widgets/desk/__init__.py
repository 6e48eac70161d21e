"""The GM screen: a fight of any game, kept in the browser, worked out by the engine, drawn as one page."""
