"""Motion as data: captured from the simulation, compiled into repertoires, replayed, and judged."""
