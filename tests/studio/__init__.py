"""Tests of studios; a package, so that its modules can share one."""
