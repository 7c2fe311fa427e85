"""Kernels are optimized once, as parts of the entry that calls them, and not each by itself before.

Numba makes a library of every function: it links in all that the function calls, optimizes that and makes machine code
of it. Where functions call each other over several levels, the lowest are optimized and translated again at each. Of a
kernel nothing but its place in an entry is of use. So it is linked and left as it is, and an entry is optimized with
everything in it. There nobody else can call the kernels, which lets LLVM take them into their callers.

This is Numba's inside. Where it is built otherwise than here expected, everything is compiled in Numba's own way.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any, Final

_USED: Final = (
    *("_linking_libraries", "_reload_init", "_final_module", "_finalized"),
    *("_get_module_for_linking", "_finalize_dynamic_globals", "_optimize_final_module", "_raise_if_finalized"),
)


@contextmanager
def kernels_optimized_once() -> Iterator[None]:
    """Compile an entry so, while this lasts; no other thread compiles anything meanwhile."""
    from numba.core.compiler_lock import global_compiler_lock  # noqa: PLC0415  # Numba is only imported to compile
    from numba.core.registry import cpu_target  # noqa: PLC0415

    codegen: Any = cpu_target.target_context.codegen()
    with global_compiler_lock:
        if not all(hasattr(codegen.create_library("probe"), name) for name in _USED) or not hasattr(codegen, "_engine"):
            yield
            return
        set_now = codegen.set_env
        waiting: dict[str, Any] = {}  # what Numba keeps of kernels, by name: it has no address before their entry has

        def set_env(name: str, environment: Any) -> None:
            waiting[name] = environment
            if codegen._engine.get_global_value_address(name):
                for each in [other for other in waiting if codegen._engine.get_global_value_address(other)]:
                    set_now(each, waiting.pop(each))

        codegen.set_env, codegen._library_class = set_env, _kernel_library()
        try:
            yield
        finally:
            del codegen.set_env, codegen._library_class


@cache
def _kernel_library() -> type[Any]:
    """Return the class of the libraries that are made meanwhile."""
    linkages: Any = import_module("llvmlite.binding").Linkage  # Numba is only imported to compile, and has no types
    config: Any = import_module("numba.core.targetconfig").ConfigStack
    usual: Any = import_module("numba.core.codegen").JITCodeLibrary

    class KernelLibrary(usual):  # type: ignore[misc]
        """Of a kernel what it calls, linked; of an entry machine code."""

        def finalize(self) -> None:
            flags = config.top_or_none()  # of the function that is compiled; Numba's own library has none
            if flags is None or not flags.no_cpython_wrapper:  # Python calls it
                super().finalize()
                return
            self._raise_if_finalized()
            for library in dict.fromkeys(self._linking_libraries):
                self._reload_init.update(library._reload_init)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._finalize_dynamic_globals()
            self._finalized = True

        def _optimize_final_module(self) -> None:
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage == linkages.linkonce_odr:
                    function.linkage = linkages.internal
            super()._optimize_final_module()

    return KernelLibrary
