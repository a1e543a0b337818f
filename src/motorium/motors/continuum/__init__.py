"""The continuum between playback and physics: a performer's pose pulls, joints push, and support
and balance say how much (Soriano 2009)."""
