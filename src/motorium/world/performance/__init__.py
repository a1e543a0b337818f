"""Scenes in which a performer's double meets balls, boards, bags and boulders (Soriano 2009)."""
