"""Small mistakes that somebody could have made in a source file, one at a time.

In: the text of a module. Out: each place where a check is left out or shifted a little, as
the bytes to put there. A suite that is worth its name notices every one of them.

    raise       a refusal is not raised
    call        a call for its effect is left out, such as that of a check
    comparison  `<` for `<=`, `==` for `!=`, `in` for `not in`
    logic       `and` for `or`, one operand too few, a `not` left out, a guard that lets all through
    bound       a constant, or a number in a comparison, one larger or smaller
    truth       `return True` for `return False`

What an assertion says is not touched (`assert_never` is one too): it states our own invariants and
checks no peer.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

KINDS = ("raise", "call", "comparison", "logic", "bound", "truth")

_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True, order=True, slots=True)
class Mutant:
    """One mistake: in which file, from which byte to which, and what stands there instead."""

    path: str
    start: int
    end: int
    after: str
    before: str
    kind: str
    line: int

    def apply(self, source: bytes) -> bytes:
        """The file with the mistake in it."""
        return source[: self.start] + self.after.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.kind}: {self.before} -> {self.after}"


def find_mutants(path: str, source: bytes) -> list[Mutant]:
    """Every mistake that can be made in a file, in the order of its text."""
    starts = [0]
    for text in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(text))
    found = set()
    for kind, node, after in _mistakes(ast.parse(source)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        before = " ".join(source[start:end].decode().split())
        found.add(Mutant(path, start, end, after, before, kind, node.lineno))
    return sorted(found)


Mistake = tuple[str, "ast.expr | ast.stmt", str]


def _mistakes(tree: ast.Module) -> Iterator[Mistake]:
    for statement in tree.body:
        yield from _shifted_constants(statement)
    for node in _reachable(tree):
        match node:
            case ast.Raise():
                yield "raise", node, "pass"
            case ast.Expr(value=ast.Call(func=function)) if ast.unparse(function) != "assert_never":
                yield "call", node, "pass"
            case ast.Compare():
                yield from _comparisons(node)
            case ast.BoolOp():
                yield from _logic(node)
            case ast.UnaryOp(op=ast.Not()):
                yield "logic", node, _text(node.operand)
            case ast.match_case(guard=ast.expr() as guard):
                yield "logic", guard, "True"
            case ast.Return(value=ast.Constant(value=bool(truth))):
                yield "truth", node, f"return {not truth}"


def _reachable(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those of assertions, and of texts: there Python does not say where they stand."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.Assert | ast.JoinedStr):
            yield from _reachable(child)


def _comparisons(node: ast.Compare) -> Iterator[Mistake]:
    for place, operator in enumerate(node.ops):
        ops = [*node.ops[:place], _OPPOSITES[type(operator)](), *node.ops[place + 1 :]]
        yield "comparison", node, _text(ast.Compare(node.left, ops, node.comparators))
    for operand in (node.left, *node.comparators):
        if _is_number(operand):
            yield from _shifted(operand)


def _logic(node: ast.BoolOp) -> Iterator[Mistake]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield "logic", node, _text(ast.BoolOp(other, node.values))
    for place in range(len(node.values)):
        rest = [*node.values[:place], *node.values[place + 1 :]]
        yield "logic", node, _text(rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))


def _shifted_constants(statement: ast.stmt) -> Iterator[Mistake]:
    match statement:
        case ast.Assign(targets=[ast.Tuple()], value=ast.Tuple(elts=values)):
            for value in filter(_is_number, values):
                yield from _shifted(value)
        case ast.Assign(targets=[ast.Name()], value=value) if _is_number(value):
            yield from _shifted(value)


def _shifted(value: ast.expr) -> Iterator[Mistake]:
    for shift in ("+ 1", "- 1"):
        yield "bound", value, f"({ast.unparse(value)} {shift})"


def _is_number(value: ast.expr) -> bool:
    """Whether it is written with integers alone."""
    match value:
        case ast.Constant(value=number):
            return type(number) is int
        case ast.UnaryOp(operand=operand):
            return _is_number(operand)
        case ast.BinOp(left=left, right=right):
            return _is_number(left) and _is_number(right)
    return False


def _text(node: ast.expr) -> str:
    # In brackets it fits wherever an expression stood.
    return f"({ast.unparse(node)})"
