"""Whole numbers, a vector of them at a time."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

__all__ = ["every", "some", "store_whole"]


def _test(array: Any, width: int, looks_for: str, answers: str) -> Any:
    """A bit for every lane, and how they compare with none of them being set."""
    kind = ir.VectorType(ir.IntType(array.dtype.bitwidth), width)
    bits = ir.IntType(width)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[1])(context, builder, args[1]).data
        place = builder.bitcast(builder.gep(data, [args[2]]), ir.PointerType(kind))
        lanes = builder.load(place, align=array.dtype.bitwidth // 8)
        sought = ir.Constant(kind, ir.Undefined)
        for lane in range(width):
            sought = builder.insert_element(sought, args[3], ir.Constant(ir.IntType(32), lane))
        found = builder.bitcast(builder.icmp_signed(looks_for, lanes, sought), bits)
        return builder.icmp_unsigned(answers, found, ir.Constant(bits, 0))

    return generate


@intrinsic
def every(typing: Any, lanes: Any, array: Any, offset: Any, value: Any) -> Any:
    """Whether all of `array[offset : offset + width]` are this value."""
    wanted = types.boolean(lanes, array, types.intp, array.dtype)
    return wanted, _test(array, lanes.width, "!=", "==")


@intrinsic
def some(typing: Any, lanes: Any, array: Any, offset: Any, value: Any) -> Any:
    """Whether one of `array[offset : offset + width]` is this value."""
    wanted = types.boolean(lanes, array, types.intp, array.dtype)
    return wanted, _test(array, lanes.width, "==", "!=")


@intrinsic
def store_whole(typing: Any, array: Any, offset: Any, value: Any) -> Any:
    """Write the whole parts of a vector to `array[offset : offset + width]`."""
    kind = ir.VectorType(ir.IntType(array.dtype.bitwidth), value.width)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        place = builder.bitcast(builder.gep(data, [args[1]]), ir.PointerType(kind))
        builder.store(builder.fptosi(args[2], kind), place, align=array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, value), generate
