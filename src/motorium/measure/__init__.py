"""What a body can do, measured: swimming, turning, righting itself, energy, stability."""
