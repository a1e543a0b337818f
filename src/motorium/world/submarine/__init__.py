"""The submarine: how it moves, what holds it, and how fishes give way to it."""
