"""Machine code is kept as long as no source that can have a part in it changes."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import pytest
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from motorium.compiled import (
    _digest,
    _imported,
    _reached,
    _source,
    borrowing_kernel,
    kernel,
    sources_digest,
    specialized,
)


def _names(module: str) -> set[str]:
    source = _source(module)
    assert source is not None
    return {path.stem for path in _reached(source)}


def test_what_a_kernel_is_made_of() -> None:
    names = _names("motorium.minds.keep_swimming")
    assert {"keep_swimming", "commands", "mind", "time", "compiled"} <= names
    assert not {"world", "muscle", "cli"} & names


def test_a_hash_of_what_a_module_uses() -> None:
    """So that an edit elsewhere in its room makes nothing anew."""
    rooms = ("bodies/figure", "motion/figures")
    used = sources_digest(*rooms, used_by="motorium.motion.figures.building")
    assert used != sources_digest(*rooms)
    assert used != sources_digest(*rooms, used_by="motorium.motion.figures.playing")


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


@borrowing_kernel
def _scaled(numbers: NDArray[np.float64], by: int, power: int = 1) -> float:
    return float(numbers[0] * by**power)


@borrowing_kernel
def _scaled_by_constants(numbers: NDArray[np.float64]) -> float:
    return _scaled(numbers, 2) + _scaled(numbers, 3) + _scaled(numbers, 5, power=2)


def test_a_borrowing_kernel_is_compiled_once_for_all_constants() -> None:
    assert _scaled_by_constants(np.array([2.0])) == 2.0 * (2 + 3 + 25)
    cast(Any, _scaled_by_constants).recompile()  # It may have come from the cache.
    # Once with the default, once without it.
    assert len(cast(Any, _scaled).signatures) == 2


class _Pair(NamedTuple):
    numbers: NDArray[np.float64]
    factor: float


@borrowing_kernel
def _add_scaled(pair: _Pair, more: NDArray[np.float64], out: NDArray[np.float64]) -> None:
    for k in range(len(out)):
        out[k] = pair.factor * pair.numbers[k] + more[k]


def test_a_specialized_kernel_takes_later_arrays_however_they_are_strided() -> None:
    pair, out = _Pair(np.array([1.0, 2.0, 3.0]), 2.0), np.zeros(3)
    add = specialized(_add_scaled, pair, np.zeros(3), out)
    for more in (np.ones(3), np.arange(9.0)[::3], np.arange(3.0)[::-1]):
        add(pair, more, out)
        assert np.array_equal(out, 2.0 * pair.numbers + more)
    with pytest.raises(TypeError, match="can't unbox array"):
        add(pair, np.ones(3, dtype=np.float32), out)


@intrinsic
def _own_address(typing: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ptrtoint(builder.function, ir.IntType(64))

    return types.int64(), generate


@kernel
def _address() -> int:
    return int(_own_address())


@kernel
def _address_of_copy() -> int:
    return _address()


def test_a_kernel_calls_its_own_copies_whatever_else_is_in_memory() -> None:
    alone = _address()
    assert _address_of_copy() not in (0, alone)


_SWIM = """
import hashlib
import numpy as np
from motorium.bodies.species import load_species
from motorium.physics.fish_blocks import FishBlocks
from motorium.physics.fish_kernel import Row
fishes = FishBlocks(load_species("herring").body)
lanes = fishes.add(64)
draw = np.random.default_rng(1)
fishes.put(Row.VELOCITY, lanes, draw.normal(size=(64, Row.CONTRACTION - Row.VELOCITY)))
fishes.set_row(Row.DT, lanes, 0.06)
fishes.set_row(Row.WATER, lanes, 1.0)
fishes.step(8)
assert np.isfinite(fishes.state).all()
print(hashlib.sha256(fishes.state.tobytes()).hexdigest())
"""


@pytest.mark.slow
def test_who_compiles_gets_the_bytes_of_who_loads(tmp_path: Path) -> None:
    def swim() -> str:
        return subprocess.run(
            [sys.executable, "-c", _SWIM],
            env={**os.environ, "MOTORIUM_CACHE": str(tmp_path)},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout

    compiling = swim()
    assert list(tmp_path.rglob("*step_natural_fishes*.nbc"))
    assert swim() == compiling
