"""Benchmarks: ratios taken in one run, against a named peer or the machine's own limit."""
