"""How Numba compiles kernels: it types and lowers each, and LLVM sees all that a function calls once, together.

Left alone, Numba optimises every small kernel as if it were called from Python, makes machine code of it that nobody
runs, and optimises it again in each kernel that calls it. That takes two thirds of the time. Here the library of a
kernel only keeps its code (``Part``), and that of a function with an address collects the parts (``Whole``).

Imported only when something is compiled.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import Linkage
from numba import _dynfunc
from numba.core import typed_passes, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import NativeLowering

# what these serve is not in kernels: closures, contexts, exceptions, literals, expressions of arrays
UNUSED = {
    untyped_passes.WithLifting,
    untyped_passes.InlineClosureLikes,
    untyped_passes.MakeFunctionToJitFunction,
    untyped_passes.InlineInlinables,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.LiteralUnroll,
    untyped_passes.LiteralPropagationSubPipelinePass,
    typed_passes.InlineOverloads,
    typed_passes.NopythonRewrites,
    typed_passes.NoPythonSupportedFeatureValidation,
    typed_passes.DumpParforDiagnostics,
}


class Part(JITCodeLibrary):
    """The code of a kernel that other kernels call: it is neither optimised nor run by itself."""

    def _ensure_finalized(self) -> None: ...

    def _get_module_for_linking(self) -> Any:
        return self._final_module

    def defined(self) -> list[str]:
        return [each.name for each in self._final_module.functions if not each.is_declaration]


class Whole(JITCodeLibrary):
    """The code of a function with an address, and of all kernels that it calls, directly or not."""

    def finalize(self) -> None:
        found: dict[JITCodeLibrary, None] = {}
        users: list[JITCodeLibrary] = [self]
        while users:
            for used in users.pop()._linking_libraries:
                if used not in found:
                    found[used] = None
                    if isinstance(used, Part):
                        users.append(used)
        # (of Numba's own libraries LLVM takes what has been called so far: they come last)
        self._linking_libraries = sorted(found, key=lambda library: not isinstance(library, Part))
        super().finalize()

    def _optimize_final_module(self) -> None:
        for part in self._linking_libraries:
            for name in part.defined() if isinstance(part, Part) else ():
                self._final_module.get_function(name).linkage = Linkage.linkonce_odr
        super()._optimize_final_module()


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        state.flags.no_compile = False
        # Numba knows an implementation by its function for Python; this one cannot be called
        lowered, described = state.cr, state.cr.fndesc
        name, module = described.qualname.split(".")[-1], described.lookup_module()
        function = _dynfunc.make_function(module, name, "", 0, lowered.env, (state.library,))
        state.targetctx.insert_user_function(function, described, [state.library])
        state.cr = lowered._replace(cfunc=function)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class WholeLowering(NativeLowering):
    _name = "whole_lowering"

    def run_pass(self, state: Any) -> bool:
        if state.library is None:
            state.library = Whole(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        return super().run_pass(state)


class PartCompiler(CompilerBase):
    """Compiles a kernel."""

    lowering: type[NativeLowering] = PartLowering

    def define_pipelines(self) -> list[PassManager]:
        passes = PassManager("kernel")
        for each, what in DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
            if each not in UNUSED:
                passes.add_pass(self.lowering if each is NativeLowering else each, what)
        passes.finalize()
        return [passes]


class WholeCompiler(PartCompiler):
    """Compiles a function with an address."""

    lowering = WholeLowering
