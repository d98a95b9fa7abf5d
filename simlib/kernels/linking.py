"""How a kernel that Python calls becomes machine code with every kernel it reaches: linked once.

numba by itself makes machine code of each function together with all below it. Here a kernel that
kernels call stays LLVM's intermediate code; the one that Python calls, the entry, links every kernel
it reaches, makes them private and has LLVM optimize the whole.

Built on parts of numba that may change: simlib.kernels.jit compiles without this module where one is
missing.
"""

from typing import Any

from llvmlite.binding import Linkage, create_pass_builder, create_pipeline_tuning_options
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.environment import lookup_environment

_ENVIRONMENT = "_ZN08NumbaEnv"  # how numba begins the name of a function's table of Python constants
_COMPILED = "_ZN"  # and of a function it compiled


class _Callee(CPUCodeLibrary):
    """Code of a kernel that kernels call: what links it makes the machine code."""

    def finalize(self) -> None:
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        raise TypeError(f"{self.name} is called by a function that isn't a kernel")


class _Whole(JITCodeLibrary):
    """Code of an entry and of all it reaches."""

    def finalize(self) -> None:
        self._own = {function.name for function in self.get_defined_functions()}
        self._linking_libraries, callees = _reached(self)
        for callee in callees:
            self._reload_init.update(callee._reload_init)
            self._final_module.link_in(callee._final_module, preserve=True)
        super().finalize()

    def _optimize_final_module(self) -> None:
        # Private only now that all are linked: what is linked later may call what came before.
        for function in self._final_module.functions:
            if not function.is_declaration:
                if function.name not in self._own:
                    function.linkage = Linkage.internal
            elif function.name.startswith(_COMPILED):  # a call of it would jump to nowhere
                raise RuntimeError(f"{self.name} calls {function.name}, which wasn't linked")
        self._optimize_first()
        super()._optimize_final_module()

    def _optimize_first(self) -> None:
        """A round of LLVM's before numba's: it inlines from the leaves up, and sees more in a second.

        No loop is unrolled in it: a short loop over a table, its bounds known once it is inlined, would
        be taken apart before it could compare several numbers at once.
        """
        options = create_pipeline_tuning_options(3)
        options.loop_unrolling = False
        options.loop_vectorization = True
        builder = create_pass_builder(self._codegen._tm, options)
        builder.getModulePassManager().run(self._final_module, builder)


def _reached(whole: _Whole) -> tuple[list, list[_Callee]]:
    """What an entry links, each once: numba's own functions, and kernels."""
    found: dict[Any, None] = {}
    to_see = list(whole._linking_libraries)
    while to_see:
        library = to_see.pop()
        if library not in found:
            found[library] = None
            if isinstance(library, _Callee):
                to_see += library._linking_libraries
    return (
        [library for library in found if not isinstance(library, _Callee)],
        [library for library in found if isinstance(library, _Callee)],
    )


class _Compiler(CompilerBase):
    """numba's pipeline, into a library of ours."""

    library: type[CPUCodeLibrary]

    def define_pipelines(self) -> list:
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        return [DefaultPassBuilder.define_nopython_pipeline(state)]


class _EntryCompiler(_Compiler):
    """Compiles a kernel that Python calls."""

    library = _Whole

    def define_pipelines(self) -> list:
        pipelines = super().define_pipelines()
        self.state.library.enable_object_caching()
        return pipelines

    def compile_extra(self, func: Any) -> Any:
        compiled = super().compile_extra(func)
        codegen = compiled.library.codegen
        # numba fills in the constants of the function it compiled; these are its callees' too.
        for variable in compiled.library._final_module.global_variables:
            if variable.name.startswith(_ENVIRONMENT):
                environment = lookup_environment(variable.name)
                if environment is not None:
                    codegen.set_env(variable.name, environment)
        return compiled


class _CalleeCompiler(_Compiler):
    """Compiles a kernel that kernels call."""

    library = _Callee

    def define_pipelines(self) -> list:
        self.state.flags.no_compile = True
        return super().define_pipelines()

    def compile_extra(self, func: Any) -> Any:
        compiled = super().compile_extra(func)
        # numba tells compiled functions apart by a built-in that Python could call: any serves.
        named = compiled._replace(entry_point=object().__reduce__)
        self.state.targetctx.insert_user_function(named.entry_point, named.fndesc, [named.library])
        return named


ENTRY: dict[str, Any] = {"pipeline_class": _EntryCompiler, "no_cfunc_wrapper": True}
CALLEE: dict[str, Any] = {
    "pipeline_class": _CalleeCompiler,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
