"""The scenery of the sea as geometry and textures, in NumPy: the page's, vertex by vertex.

Page axes throughout: x is the world's x, y is up, z is south [m]; colours are linear. Nothing here
draws, and nothing here knows worlds or messages.
"""
