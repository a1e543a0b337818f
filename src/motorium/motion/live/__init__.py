"""Motion that comes while it is performed: whose clock it is by, and what is between samples."""
