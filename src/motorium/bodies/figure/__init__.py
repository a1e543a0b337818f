"""Human figures: trees of rigid segments with joints between them, as files."""
