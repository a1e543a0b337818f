"""A small town: streets, people who walk them, and soldiers whom a network commands."""
