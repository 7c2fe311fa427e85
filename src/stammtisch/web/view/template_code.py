"""What templates are compiled to: as Jinja does it, without what templates of ours never need.

A page is a few hundred values and calls, so that what Jinja does around each of them takes longer than all else.
"""

from __future__ import annotations

from typing import Any

from jinja2.compiler import CodeGenerator, Frame, optimizeconst
from jinja2.nodes import Call, Expr
from markupsafe import Markup, escape


def escape_once(value: Any) -> Any:
    """Return a value as it stands in a page: markup as it is, all else escaped."""
    return value if type(value) is Markup else escape(value)


class PlainCode(CodeGenerator):
    """Calls what templates call without looking first whether it wants the context, which nothing here does.

    It also leaves markup alone, of which Jinja makes a copy each time. The code asks its environment for `call` and
    `escape_once`.
    """

    @optimizeconst
    def visit_Call(self, node: Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: FBT001, FBT002, N802  # Jinja's
        """Write a call."""
        self.write("environment.call(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        """Write what comes before a value that is put out."""
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escape_once(")
