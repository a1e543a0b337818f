"""What the Performance stage and its pages tell each other."""
