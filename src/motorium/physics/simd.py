"""SIMD vectors as a Numba type, so that a kernel reads like scalar code and runs on many fishes.

A kernel takes a `Lanes(width)` argument. The width is part of that argument's *type*: Numba
compiles and caches one version for each width by itself, where a global width would silently reuse
the wrong machine code. `load(lanes, array, offset)` yields a vector of `width` consecutive elements
of a flat array; vectors know +, -, * and / among themselves, triples of them (x, y, z) have
functions (`triples`), and rows can be woven out of them (`weaving`). The element type is the
array's, so the same kernel runs in float32 and, for tests, in float64.

Multiplications and additions may fuse; nothing else is relaxed, NaN stays NaN.
"""

from __future__ import annotations

import operator
from typing import Any, Final

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import (
    NativeValue,
    intrinsic,
    models,
    overload,
    register_model,
    typeof_impl,
    unbox,
)

from motorium.memory import ALIGNMENT

__all__ = [
    "Lanes",
    "VectorType",
    "borrowed",
    "choose",
    "converted",
    "eight_at_most",
    "host_width",
    "inverse_sqrt",
    "lane_count",
    "load",
    "maximum",
    "minimum",
    "narrowed",
    "nearest",
    "past_caches",
    "pointer",
    "splat",
    "store",
    "stream",
    "where_between",
    "where_positive",
    "widened",
]

_FLAGS: Final = ("contract", "nsz")


class Lanes:
    """How many characters one vector carries."""

    def __init__(self, width: int) -> None:
        if width not in (4, 8, 16):
            raise ValueError(f"no vectors of {width} lanes; choose 4, 8 or 16")
        self.width = width

    def __repr__(self) -> str:
        return f"Lanes({self.width})"


def host_width() -> int:
    """Float32 lanes of this machine's widest registers: 16 with AVX-512, 8 elsewhere."""
    return 16 if llvm.get_host_cpu_features().get("avx512f", False) else 8


class _LanesType(types.Type):
    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(name=f"Lanes({width})")


class VectorType(types.Type):
    def __init__(self, element: Any, width: int) -> None:
        self.element = element
        self.width = width
        super().__init__(name=f"Vector({element}, {width})")

    @property
    def llvm(self) -> ir.VectorType:
        single = self.element == types.float32
        return ir.VectorType(ir.FloatType() if single else ir.DoubleType(), self.width)

    @property
    def suffix(self) -> str:
        return f"v{self.width}f{32 if self.element == types.float32 else 64}"


register_model(_LanesType)(models.OpaqueModel)


@register_model(VectorType)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, vector: VectorType) -> None:
        super().__init__(manager, vector, vector.llvm)


@typeof_impl.register(Lanes)
def _typeof_lanes(lanes: Lanes, context: Any) -> _LanesType:
    return _LanesType(lanes.width)


@unbox(_LanesType)
def _unbox_lanes(kind: Any, value: Any, context: Any) -> NativeValue:
    return NativeValue(context.context.get_dummy_value())


def pointer(context: Any, builder: Any, kind: Any, array: Any, offset: Any, vector: Any) -> Any:
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [offset]), ir.PointerType(vector.llvm))


def converted(builder: Any, value: Any, given: VectorType, wanted: VectorType) -> Any:
    if given == wanted:
        return value
    convert = builder.fptrunc if wanted.element == types.float32 else builder.fpext
    return convert(value, wanted.llvm)


def _function(builder: Any, vector: VectorType, name: str) -> Any:
    """LLVM's function of this name from vectors to vectors of this type."""
    kind = ir.FunctionType(vector.llvm, [vector.llvm])
    return cgutils.get_or_insert_function(builder.module, kind, f"{name}.{vector.suffix}")


@intrinsic
def lane_count(typing: Any, lanes: Any) -> Any:
    """The width, known when a kernel is compiled: loops over it can be unrolled."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.get_constant(types.intp, lanes.width)

    return types.intp(lanes), generate


@intrinsic
def eight_at_most(typing: Any, lanes: Any) -> Any:
    """Lanes for vectors of as many, or of eight if they are more."""
    fewer = _LanesType(min(lanes.width, 8))

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.get_dummy_value()

    return fewer(lanes), generate


@intrinsic
def borrowed(typing: Any, array: Any) -> Any:
    """The same array, for whose memory somebody else cares.

    Numba counts references whenever an array is handed to a function, with atomic instructions;
    where that is done for every block, it takes longer than the work.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = context.make_array(array)(context, builder, args[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        view.parent = cgutils.get_null_value(view.parent.type)
        return view._getvalue()

    return array(array), generate


@intrinsic
def load(typing: Any, lanes: Any, array: Any, offset: Any) -> Any:
    """The vector at `array[offset : offset + width]`."""
    vector = VectorType(array.dtype, lanes.width)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = pointer(context, builder, signature.args[1], args[1], args[2], vector)
        return builder.load(place, align=array.dtype.bitwidth // 8)

    return vector(lanes, array, types.intp), generate


@intrinsic
def store(typing: Any, array: Any, offset: Any, value: Any) -> Any:
    """Write a vector to `array[offset : offset + width]`, rounded to the array's element type."""
    written = VectorType(array.dtype, value.width)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = pointer(context, builder, signature.args[0], args[0], args[1], written)
        rounded = converted(builder, args[2], value, written)
        builder.store(rounded, place, align=array.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, value), generate


@intrinsic
def splat(typing: Any, lanes: Any, value: Any) -> Any:
    """The scalar in every lane."""
    vector = VectorType(value, lanes.width)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        undefined = ir.Constant(vector.llvm, ir.Undefined)
        index = ir.IntType(32)
        one = builder.insert_element(undefined, args[1], ir.Constant(index, 0))
        mask = ir.Constant(ir.VectorType(index, vector.width), [0] * vector.width)
        return builder.shuffle_vector(one, undefined, mask)

    return vector(lanes, value), generate


@intrinsic
def widened(typing: Any, a: Any) -> Any:
    """The same numbers in float64."""
    wide = VectorType(types.float64, a.width)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return converted(builder, args[0], a, wide)

    return wide(a), generate


@intrinsic
def narrowed(typing: Any, a: Any) -> Any:
    """The same numbers, rounded to float32."""
    narrow = VectorType(types.float32, a.width)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return converted(builder, args[0], a, narrow)

    return narrow(a), generate


@intrinsic
def stream(typing: Any, array: Any, offset: Any, value: Any) -> Any:
    """Write a vector past the caches, to a whole cache line or an aligned part of one.

    For what is written once and not read soon: the line need not be fetched first.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = pointer(context, builder, signature.args[0], args[0], args[1], value)
        bytes_ = value.width * array.dtype.bitwidth // 8
        past_caches(builder, builder.store(args[2], place, align=min(bytes_, ALIGNMENT)))
        return context.get_dummy_value()

    return types.void(array, types.intp, value), generate


@intrinsic
def maximum(typing: Any, a: Any, b: Any) -> Any:
    """The larger of each pair of lanes; `b` where `a` is NaN."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", *args), *args)

    return a(a, a), generate


@intrinsic
def minimum(typing: Any, a: Any, b: Any) -> Any:
    """The smaller of each pair of lanes; `b` where `a` is NaN."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered("<", *args), *args)

    return a(a, a), generate


@intrinsic
def choose(typing: Any, test: Any, a: Any, b: Any) -> Any:
    """`a` in the lanes where `test` is positive, `b` in the others."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero = ir.Constant(test.llvm, [0.0] * test.width)
        return builder.select(builder.fcmp_ordered(">", args[0], zero), args[1], args[2])

    return a(test, a, a), generate


@intrinsic
def where_positive(typing: Any, test: Any, a: Any) -> Any:
    """`a` in the lanes where `test` is positive, 0 in the others."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zero = ir.Constant(a.llvm, [0.0] * a.width)
        return builder.select(builder.fcmp_ordered(">", args[0], zero), args[1], zero)

    return a(test, a), generate


@intrinsic
def where_between(typing: Any, low: Any, test: Any, high: Any, a: Any) -> Any:
    """`a` in the lanes where low <= test <= high, 0 in the others and where one of them is NaN."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        least, value, most, kept = args
        zero = ir.Constant(a.llvm, [0.0] * a.width)
        above = builder.select(builder.fcmp_ordered("<=", least, value), kept, zero)
        return builder.select(builder.fcmp_ordered("<=", value, most), above, zero)

    return a(test, test, test, a), generate


@intrinsic
def nearest(typing: Any, a: Any) -> Any:
    """The nearest whole numbers, of two equally near ones the even one."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.call(_function(builder, a, "llvm.rint"), args)

    return a(a), generate


@intrinsic
def inverse_sqrt(typing: Any, a: Any) -> Any:
    """1 / sqrt(a), to the last bit or two.

    Division and square root take half of a naive step; where AVX-512 has its 14-bit estimate, one
    Newton step on it is four times as fast.
    """
    estimate = a.element == types.float32 and a.width == 16 and host_width() == 16

    def constant(value: float) -> Any:
        return ir.Constant(a.llvm, [value] * a.width)

    def exact(builder: Any, x: Any) -> Any:
        return builder.fdiv(constant(1.0), builder.call(_function(builder, a, "llvm.sqrt"), [x]))

    def refined(builder: Any, x: Any) -> Any:
        mask = ir.IntType(16)
        kind = ir.FunctionType(a.llvm, [a.llvm, a.llvm, mask])
        name = "llvm.x86.avx512.rsqrt14.ps.512"
        instruction = cgutils.get_or_insert_function(builder.module, kind, name)
        guess = builder.call(instruction, [x, constant(0.0), ir.Constant(mask, 0xFFFF)])
        squared = builder.fmul(builder.fmul(x, guess), guess, flags=_FLAGS)
        correction = builder.fsub(constant(1.5), builder.fmul(constant(0.5), squared), flags=_FLAGS)
        return builder.fmul(guess, correction, flags=_FLAGS)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return (refined if estimate else exact)(builder, args[0])

    return a(a), generate


def past_caches(builder: Any, written: Any) -> None:
    one = builder.module.add_metadata([ir.Constant(ir.IntType(32), 1)])
    written.set_metadata("nontemporal", one)


def _operator(instruction: str) -> Any:
    @intrinsic
    def operate(typing: Any, a: Any, b: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return getattr(builder, instruction)(*args, flags=_FLAGS)

        return a(a, a), generate

    def choose(a: Any, b: Any) -> Any:
        def forward(a: Any, b: Any) -> Any:
            return operate(a, b)

        return forward if isinstance(a, VectorType) and a == b else None

    return choose


for _python, _llvm in (
    (operator.add, "fadd"),
    (operator.sub, "fsub"),
    (operator.mul, "fmul"),
    (operator.truediv, "fdiv"),
):
    overload(_python)(_operator(_llvm))
