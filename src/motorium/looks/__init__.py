"""How characters look: B-spline surfaces, and how they are coupled to bodies."""
