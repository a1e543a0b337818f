"""The server that shows a running world to browsers."""
