"""Recordings: what a world did and what came from outside, in a file that outlives its writer."""
