"""Vectors woven into rows, one row a lane, and rows parted into vectors."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from motorium.memory import ALIGNMENT
from motorium.physics.simd import VectorType, converted, past_caches, pointer

__all__ = ["load_eights", "store_quads", "store_triples", "stream_quads", "stream_triples"]


def _shuffled(builder: Any, a: Any, b: Any, order: list[int]) -> Any:
    mask = ir.Constant(ir.VectorType(ir.IntType(32), len(order)), order)
    return builder.shuffle_vector(a, b, mask)


def _woven(builder: Any, vectors: list[Any], width: int) -> list[Any]:
    """a0 b0 c0 a1 b1 c1 ... of three or four vectors, as many vectors again.

    Two at a time, as processors do it; all at once is taken apart lane by lane.
    """
    parts = len(vectors)
    woven = []
    for first in range(0, parts * width, width):
        places = [divmod(place, parts) for place in range(first, first + width)]
        low = [lane + width * (part % 2) for lane, part in places]
        pair = _shuffled(builder, vectors[0], vectors[1], low)
        other = vectors[2]
        if parts == 4:
            other = _shuffled(builder, vectors[2], vectors[3], low)
        order = [
            at if part < 2 else width + (at if parts == 4 else lane)
            for at, (lane, part) in enumerate(places)
        ]
        woven.append(_shuffled(builder, pair, other, order))
    return woven


@intrinsic
def load_eights(typing: Any, lanes: Any, array: Any, offset: Any) -> Any:
    """Eight vectors out of eight numbers for each lane, those of one lane after those of another.

    Even and odd places are parted three times.
    """
    vector = VectorType(array.dtype, lanes.width)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        index = ir.IntType(32)
        masks = [
            ir.Constant(ir.VectorType(index, vector.width), list(range(odd, 2 * vector.width, 2)))
            for odd in (0, 1)
        ]

        def parted(vectors: list[Any]) -> list[Any]:
            if len(vectors) == 1:
                return vectors
            pairs = list(zip(vectors[::2], vectors[1::2], strict=True))
            evens, odds = (
                parted([builder.shuffle_vector(a, b, mask) for a, b in pairs]) for mask in masks
            )
            return [one for pair in zip(evens, odds, strict=True) for one in pair]

        loaded = []
        for part in range(8):
            start = builder.add(args[2], ir.Constant(args[2].type, part * vector.width))
            place = pointer(context, builder, signature.args[1], args[1], start, vector)
            loaded.append(builder.load(place, align=array.dtype.bitwidth // 8))
        return context.make_tuple(builder, signature.return_type, parted(loaded))

    return types.containers.UniTuple(vector, 8)(lanes, array, types.intp), generate


def _weaving_store(parts: int, streams: bool) -> Any:
    @intrinsic
    def write(typing: Any, array: Any, offset: Any, vectors: Any) -> Any:
        single = vectors.dtype
        written = VectorType(array.dtype, single.width)
        size = array.dtype.bitwidth // 8

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            taken = cgutils.unpack_tuple(builder, args[2], parts)
            for number, part in enumerate(_woven(builder, taken, single.width)):
                rounded = converted(builder, part, single, written)
                start = builder.add(args[1], ir.Constant(args[1].type, number * single.width))
                place = pointer(context, builder, signature.args[0], args[0], start, written)
                if streams:
                    aligned = min(size * single.width, ALIGNMENT)
                    past_caches(builder, builder.store(rounded, place, align=aligned))
                else:
                    builder.store(rounded, place, align=size)
            return context.get_dummy_value()

        return types.void(array, types.intp, vectors), generate

    return write


store_triples = _weaving_store(3, streams=False)
"""Write three vectors as rows (a, b, c), one for each lane, rounded to the array's element type."""
store_quads = _weaving_store(4, streams=False)
"""Write four vectors as rows (a, b, c, d), one for each lane."""
stream_triples = _weaving_store(3, streams=True)
stream_quads = _weaving_store(4, streams=True)
"""The same past the caches, to where a cache line begins."""
