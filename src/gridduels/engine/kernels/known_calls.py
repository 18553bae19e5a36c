"""Rewrites `winner` so that it need not ask `legal` again.

Many games end when the player to move has no action, so their `winner` calls `legal`, which is most of its work. The
solver calls both at every position, and has the answer of `legal` by then.
"""

import ast
import inspect
import textwrap
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

__all__ = ["winner_knowing"]

_KNOWN = "known_actions"


@lru_cache(None)
def winner_knowing(winner: Any, legal: Any) -> FunctionType | None:
    """Return `winner` with a third parameter in place of its calls `legal(rules, position)`.

    None where it has no such call, or where its source cannot be had. Rules are pure functions, so that the result is
    the same; only calls with the function's own two parameters, which it must not assign to, are replaced.
    """
    if not isinstance(winner, FunctionType) or winner.__closure__ or winner.__defaults__:
        return None
    function = _definition(winner)
    if function is None or _code(function, winner).co_code != winner.__code__.co_code:
        return None  # the file is not what was imported
    parameters = [each.arg for each in function.args.args]
    names = {name for name, item in winner.__globals__.items() if item is legal}
    calls = _Calls(names, parameters)
    calls.visit(function)
    if calls.assigned or not calls.replaced:
        return None
    function.args.args.append(ast.arg(_KNOWN))
    ast.fix_missing_locations(function)
    rewritten = FunctionType(_code(function, winner), winner.__globals__, winner.__name__)
    rewritten.__module__ = winner.__module__
    return rewritten


def _definition(function: FunctionType) -> ast.FunctionDef | None:
    """The syntax tree of a plain function, without what is evaluated when it is defined."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError, TypeError):
        return None
    found = tree.body[0] if len(tree.body) == 1 else None
    if not isinstance(found, ast.FunctionDef) or found.decorator_list or len(found.args.args) != 2:
        return None
    found.returns = None
    for argument in found.args.args:
        argument.annotation = None
    ast.increment_lineno(found, function.__code__.co_firstlineno - 1)
    return found


def _code(function: ast.FunctionDef, original: FunctionType) -> CodeType:
    code = compile(ast.Module([function], []), original.__code__.co_filename, "exec", dont_inherit=True)
    return next(constant for constant in code.co_consts if isinstance(constant, CodeType))


class _Calls(ast.NodeTransformer):
    """Replaces calls of some names with exactly the parameters of the function; notes assignments to these."""

    def __init__(self, names: set[str], parameters: list[str]) -> None:
        self._names, self._parameters = names, parameters
        self.replaced, self.assigned = 0, False

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        given = [each.id if isinstance(each, ast.Name) else None for each in node.args]
        named = isinstance(node.func, ast.Name) and node.func.id in self._names
        if not named or given != self._parameters or node.keywords:
            return node
        self.replaced += 1
        return ast.copy_location(ast.Name(_KNOWN, ast.Load()), node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        changes = not isinstance(node.ctx, ast.Load)
        self.assigned |= changes and node.id in {*self._parameters, *self._names, _KNOWN}
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.assigned = True  # its parameters may hide those of the function
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if self._parameters != [each.arg for each in node.args.args]:
            self.assigned = True
        return self.generic_visit(node)
