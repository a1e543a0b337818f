"""How figures walk and run: footsteps that are planned, and kept."""
