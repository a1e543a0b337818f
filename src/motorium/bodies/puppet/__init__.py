"""Puppets: points with masses, rods and joints between them, and a skin that follows."""
