"""Instinct: the mind of the artificial fish (Tu 1999, chapter 7)."""
