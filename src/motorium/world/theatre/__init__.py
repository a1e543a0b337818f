"""A stage on which a puppet is taken by the hand."""
