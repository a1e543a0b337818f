"""Motion for other programs: GLB."""
