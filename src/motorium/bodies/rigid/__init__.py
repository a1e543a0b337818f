"""A performer's double: fifteen rigid bodies in the performer's own proportions."""
