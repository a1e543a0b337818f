"""Where the characters live: ground, obstacles, currents, plants, what drifts, light and warmth."""
