"""Behaviour routines: how each intention is carried out (Tu 1999, section 7.8)."""
