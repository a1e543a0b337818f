"""The deformable texture mesh: from a photograph of a fish in profile to a skin and its texture.

A mesh of contours floats over the photograph, its border is drawn to the edges in it, and its
inside relaxes (Tu 1999, sections 5.2 and 5.3, appendix A). Places in a photograph are pixels
(x, y) of its working size, x to the right and y down, (0, 0) in the middle of the first pixel.
"""
