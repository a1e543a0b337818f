"""Senses: what individuals perceive of their world."""
