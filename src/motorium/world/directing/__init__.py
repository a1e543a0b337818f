"""Directing: cues of a scenario, who carries them out, and whether what should happen does."""
