"""Authored motion: scripts of postures and of primitives between them."""
