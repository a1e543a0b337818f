"""What all rooms agree on: frames, time, population, commands, motors, minds, events."""
