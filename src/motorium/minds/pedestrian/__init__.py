"""Minds of people in a town: walkers with goals, and guards with patrols."""
