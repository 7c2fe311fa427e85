"""What one instruction of this machine's processor does, where a kernel needs dozens to say the same.

Interpreted rules, CUDA and processors without the instruction go on as the kernel says it; tests hold all of them to
the same answers.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

from stammtisch.kernel.bits import nth_in

_SLOW: Final = frozenset({"bdver4", "znver1", "znver2"})  # processors that take longer for PDEP than for the kernel


def deposits_bits() -> bool:
    """Whether compiled code is made for a processor that has PDEP, and is quick at it."""
    from numba.core.registry import cpu_target  # noqa: PLC0415  # Numba is only imported to compile

    _, processor, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and processor not in _SLOW


@cache
def register_instructions() -> None:
    """Let compiled code find the nth number of a word by PDEP."""
    if not deposits_bits():
        return
    ir: Any = import_module("llvmlite.ir")  # these have no types
    numba: Any = import_module("numba")
    cgutils: Any = import_module("numba.core.cgutils")
    extending: Any = import_module("numba.extending")

    @extending.intrinsic  # type: ignore[untyped-decorator]
    def nth_by_deposit(typing: Any, word: Any, n: Any) -> Any:  # noqa: ARG001  # Numba hands over what it knows
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            bits, place = (
                context.cast(builder, argument, given, numba.int64)
                for argument, given in zip(arguments, signature.args, strict=True)
            )
            integer = ir.IntType(64)
            kind = ir.FunctionType(integer, [integer, integer])
            deposit = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
            only = builder.call(deposit, [builder.shl(integer(1), place), bits])  # of the word nothing but its nth bit
            return builder.cttz(only, ir.IntType(1)(0))

        return numba.int64(word, n), generate

    options = {"no_cfunc_wrapper": True, "_nrt": False}

    @extending.overload(nth_in, target="cpu", strict=False, jit_options=options)  # type: ignore[untyped-decorator]
    def nth_at_once(word: Any, n: Any) -> Any:  # noqa: ARG001  # their types
        def at_once(word: int, n: int) -> Any:
            return nth_by_deposit(word, n)

        return at_once
