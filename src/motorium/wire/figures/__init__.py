"""The motion protocol: joint updates of many figures, and what may be asked of them."""
