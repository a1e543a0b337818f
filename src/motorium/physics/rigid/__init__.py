"""Rigid bodies that touch: MuJoCo, and what is said of its contacts."""
