"""Distributed Interactive Simulation (IEEE 1278.1): entities of other programs, and ours told."""
