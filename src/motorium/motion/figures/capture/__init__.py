"""Real motion: BVH files in and out, and their motion on our figures."""
