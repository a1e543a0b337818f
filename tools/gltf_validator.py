"""Finds Khronos' `gltf-validator` of npm for the tests that let it judge our GLB files, and
installs it where it may.

Run as a program it never fails: without it those tests skip and say why.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

# Run as a program this folder is its path, imported by tests it is that of a package.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.foreign_osc import HERE, install

PACKAGE = HERE / "node_modules" / "gltf-validator" / "package.json"


def find_validator() -> Path | None:
    """The script that prints its verdict, or None."""
    return HERE / "validate_gltf.js" if PACKAGE.is_file() else None


def validate(script: Path, node: Path, file: Path) -> dict[str, Any]:
    """Khronos' report of a file."""
    said = subprocess.run(
        [str(node), str(script), str(file)], capture_output=True, text=True, check=True, timeout=120
    )
    report: dict[str, Any] = json.loads(said.stdout)
    return report


def main() -> None:
    if not find_validator():
        install()
    if found := find_validator():
        print(f"gltf-validator: {found}")
    else:
        print("gltf-validator: none, so the tests in which Khronos' judges our GLB will skip")


if __name__ == "__main__":
    main()
