"""Lantern: a small game that uses every kind of field, die, table and answer, for the tests of the engine."""
