"""Rods and joints between points, met by iteration (van Overveld 1990)."""
