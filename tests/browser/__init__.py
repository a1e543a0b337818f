"""Tests in a real browser; a package, so that its modules can share one."""
