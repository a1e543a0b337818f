"""The posture motor: human figures that play the arcs of posture graphs."""
