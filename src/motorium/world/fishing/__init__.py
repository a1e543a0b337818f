"""Fishing: a line with a baited hook, and who bites."""
