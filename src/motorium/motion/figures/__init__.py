"""Motion of human figures, made off line: postures, arcs, gaits, real motion, and their slaves."""
