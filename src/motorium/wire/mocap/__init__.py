"""Motion as it is streamed: bodies with places and turns, many times a second."""
