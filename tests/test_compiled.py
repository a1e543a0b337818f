"""Machine code is kept as long as no source that can have a part in it changes."""

from pathlib import Path

from motorium.compiled import _digest, _imported, _reached, _source, sources_digest


def _names(module: str) -> set[str]:
    source = _source(module)
    assert source is not None
    return {path.stem for path in _reached(source)}


def test_what_a_kernel_is_made_of() -> None:
    names = _names("motorium.minds.keep_swimming")
    assert {"keep_swimming", "commands", "mind", "time", "compiled"} <= names
    assert not {"world", "muscle", "cli"} & names


def test_imports_over_several_lines_and_of_modules(tmp_path: Path) -> None:
    source = tmp_path / "some.py"
    source.write_text(
        "from motorium.motors.warping import (\n    FRESH,\n    PASSING,\n)\n"
        "def later():\n    from motorium.studio import telling\nimport numpy\n"
    )
    names = {path.stem for path in _imported(source)}
    assert names == {"warping", "__init__", "telling"}


def test_kernels_of_others_hang_on_all_sources() -> None:
    assert _digest("some_test_of_mine") == sources_digest()
    assert _digest("motorium.minds.keep_swimming") != _digest("motorium.wire.packing")
