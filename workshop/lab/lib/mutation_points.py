"""Where a C++ file can be mutated, and a copy of it that holds all its mutants. libclang reads the file.

The operators are PIT's defaults (https://pitest.org/quickstart/mutators/) as far as C++ has them (boundaries, negated
conditionals, increments, negatives, arithmetic and bits, calls of no value, returned bool and number), with its inline
constants, and && for || as Mull has it.
"""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from clang import cindex
from clang.cindex import CursorKind as Kind
from clang.cindex import TypeKind
from terminal import ToolError

BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MATH = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&": "|", "|": "&", "^": "&", "<<": ">>", ">>": "<<"}
MATH |= {f"{operator}=": f"{other}=" for operator, other in MATH.items()}
LOGICAL = {"&&": "||", "||": "&&"}
INCREMENT = {"++": "--", "--": "++"}
BINARY = {"boundary": BOUNDARY, "negated condition": NEGATED, "arithmetic": MATH, "logical": LOGICAL}

# Never run: their parts are constants of the compiler.
CONSTANT = {Kind.STATIC_ASSERT, Kind.ENUM_CONSTANT_DECL, Kind.TEMPLATE_TYPE_PARAMETER, Kind.TEMPLATE_NON_TYPE_PARAMETER,
            Kind.TEMPLATE_TEMPLATE_PARAMETER, Kind.TYPE_ALIAS_DECL, Kind.TYPE_ALIAS_TEMPLATE_DECL, Kind.TYPEDEF_DECL,
            Kind.CXX_UNARY_EXPR, Kind.CXX_TYPEID_EXPR, Kind.CXX_BASE_SPECIFIER}
FUNCTIONS = {Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.FUNCTION_TEMPLATE, Kind.CONSTRUCTOR, Kind.DESTRUCTOR,
             Kind.CONVERSION_FUNCTION}
VARIABLES = {Kind.VAR_DECL, Kind.FIELD_DECL, Kind.PARM_DECL}
CASTS = {Kind.CXX_STATIC_CAST_EXPR, Kind.CXX_REINTERPRET_CAST_EXPR, Kind.CXX_CONST_CAST_EXPR, Kind.CXX_FUNCTIONAL_CAST_EXPR,
         Kind.CSTYLE_CAST_EXPR}
BODIES = {Kind.COMPOUND_STMT, Kind.IF_STMT, Kind.FOR_STMT, Kind.WHILE_STMT, Kind.DO_STMT, Kind.CXX_FOR_RANGE_STMT,
          Kind.CASE_STMT, Kind.DEFAULT_STMT, Kind.LABEL_STMT}
NUMBERS = {TypeKind.UCHAR, TypeKind.USHORT, TypeKind.UINT, TypeKind.ULONG, TypeKind.ULONGLONG, TypeKind.SCHAR,
           TypeKind.SHORT, TypeKind.INT, TypeKind.LONG, TypeKind.LONGLONG, TypeKind.CHAR_S, TypeKind.FLOAT, TypeKind.DOUBLE}


@dataclass
class Mutant:
    operator: str       # of which kind
    line: int
    column: int
    before: str         # what stands there, and what the mutant has
    after: str
    start: int          # bytes of the file
    end: int
    code: str           # what is compiled for it
    source: str         # the whole line
    same: int = 0       # how many alike are before it in lines that read the same

    @property
    def key(self) -> str:
        """Stays as it is while its line does and no line alike comes before it."""
        return f"{self.source} @{self.column}#{self.same} {self.operator}: {self.before} -> {self.after}"

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.operator}: {self.before} -> {self.after}"


def blanked(text: bytes, strings: bool = True) -> bytes:
    """The text with comments, and strings if wanted, made spaces: same length, same lines."""
    pattern = rb'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])+\''

    def blank(match):
        if match[0][:1] in b"\"'" and not strings:
            return match[0]
        return re.sub(rb"[^\n]", b" ", match[0])
    return re.sub(pattern, blank, text, flags=re.S)


class Reader:
    """Walks the tree of one file. Raises ToolError."""

    def __init__(self, path: Path, arguments: list):
        self.path = str(path)
        self.text = path.read_bytes()
        self.bare = blanked(self.text)
        self.code = blanked(self.text, strings=False)
        self.mutants, self.seen = [], set()
        self.constant = 0       # places that only the compiler computes
        unit = cindex.Index.create().parse(self.path, args=["-x", "c++", *arguments],
                                           options=cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
        errors = [d for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
        if errors:
            raise ToolError(f"{self.path}: {errors[0]}")
        own = [c for c in unit.cursor.get_children() if self.here(c)]
        self.macros = [self.span(c) for c in own if c.kind == Kind.MACRO_INSTANTIATION]
        for child in own:
            if child.kind not in (Kind.MACRO_INSTANTIATION, Kind.MACRO_DEFINITION, Kind.INCLUSION_DIRECTIVE):
                self.walk(child, False)
        self.mutants.sort(key=lambda m: (m.start, -m.end, m.operator, m.after))
        alike = Counter()
        for mutant in self.mutants:
            key = mutant.key
            mutant.same = alike[key]
            alike[key] += 1

    def here(self, cursor) -> bool:
        return cursor.location.file is not None and cursor.location.file.name == self.path

    @staticmethod
    def span(cursor) -> tuple:
        return cursor.extent.start.offset, cursor.extent.end.offset

    def written(self, span: tuple) -> str:
        """What stands there, on one line and without comments."""
        return self.code[span[0]:span[1]].decode("utf-8").replace("\n", " ")

    def add(self, operator: str, where: tuple, constant: bool, before: str, after: str, code: str, at: int = -1) -> None:
        start, end = where
        key = (start, end, operator, after)
        if end <= start or key in self.seen or any(a < end and start < b for a, b in self.macros):
            return
        self.seen.add(key)
        if constant:
            self.constant += 1
            return
        at = start if at < 0 else at
        begin = self.text.rfind(b"\n", 0, at) + 1
        source = self.text[begin:].partition(b"\n")[0].decode("utf-8")
        column = at - begin + 1 - (len(source) - len(source.lstrip()))      # indenting changes nothing
        before, after, source = (" ".join(text.split()) for text in (before, after, source))
        self.mutants.append(Mutant(operator, self.text.count(b"\n", 0, at) + 1, column, before, after, start, end, code, source))

    # ------------------------------------------------------------------ the tree

    def walk(self, cursor, constant: bool) -> None:
        kind, bare = cursor.kind, self.bare[slice(*self.span(cursor))]
        if kind in VARIABLES:
            self.variable(cursor, constant)
            return
        if kind in FUNCTIONS and (b"= delete" in bare or b"= default" in bare[-12:]) or kind == Kind.DECL_REF_EXPR \
                or kind == Kind.UNEXPOSED_DECL and re.match(rb"\s*(template.*?)?\bconcept\b", bare, re.S):
            return                                          # what a name may have are template arguments
        constant = constant or kind in CONSTANT or \
            kind in FUNCTIONS and b"consteval" in self.bare[cursor.extent.start.offset:cursor.location.offset]
        if kind in READERS and (kind != Kind.CALL_EXPR or cursor.spelling in COMPARES):
            READERS[kind](self, cursor, constant)
        children = list(cursor.get_children())
        if kind in BODIES:
            self.statements(cursor, children, constant)
        if kind in CASTS:
            children = children[-1:]
        elif kind == Kind.MEMBER_REF_EXPR:
            children = children[:1]
        elif kind == Kind.CALL_EXPR:
            children = [*children[:1], *filter(None, cursor.get_arguments())]
        is_known = kind == Kind.IF_STMT and re.match(rb"if\s+constexpr\b", bare)
        for child in filter(self.here, children):
            is_label = kind == Kind.CASE_STMT and child == children[0] \
                or is_known and self.span(child)[1] <= self.parenthesis(cursor)[1]
            self.walk(child, constant or bool(is_label))

    def variable(self, cursor, constant: bool) -> None:
        start, name = cursor.extent.start.offset, cursor.location.offset
        constant = constant or bool(re.search(rb"\bconstexpr\b", self.bare[start:name]))
        constant = constant or cursor.kind == Kind.FIELD_DECL and cursor.is_bitfield()
        for child in filter(self.here, cursor.get_children()):
            between = self.bare[name:child.extent.start.offset]
            in_type = child.extent.start.offset < name or (b"[" in between and not re.search(rb"[={(]", between))
            self.walk(child, constant or in_type)

    def operands(self, cursor):
        """Left, right and what stands between them; None if that is not to be read."""
        children = list(cursor.get_children())
        if cursor.kind == Kind.CALL_EXPR:
            children[1:2] = []
        if len(children) != 2 or not all(map(self.here, children)):
            return None
        (begin, left), (right, end) = self.span(children[0]), self.span(children[1])
        if not self.span(cursor)[0] <= begin < left <= right < end:
            return None
        match = re.fullmatch(rb"[\s)]*?([^\s()]+)[\s(]*", self.bare[left:right])
        return match and (*children, match[1].decode(), left + match.start(1))

    def binary(self, cursor, constant: bool) -> None:
        parts = self.operands(cursor)
        if parts is None:
            return
        left, right, operator, at = parts
        where = self.span(cursor)
        before, after = self.written((where[0], at)), self.written((at + len(operator), where[1]))
        of_pointers = right.type.get_canonical().kind in (TypeKind.POINTER, TypeKind.CONSTANTARRAY)
        for name, others in BINARY.items():
            if operator in others and not (name == "arithmetic" and of_pointers):
                self.add(name, where, constant, operator, others[operator], f"({before}{others[operator]}{after})", at)
        if operator in LOGICAL:
            self.condition(left, constant)
            self.condition(right, constant)

    def unary(self, cursor, constant: bool) -> None:
        where = self.span(cursor)
        text = self.written(where)
        if match := re.match(r"\+\+|--", text) or re.search(r"(\+\+|--)$", text):
            other = INCREMENT[match[0]]
            self.add("increment", where, constant, match[0], other, f"({text[:match.start()]}{other}{text[match.end():]})")
        elif text[:1] == "-":
            self.add("negative", where, constant, text, text[1:], f"(+{text[1:]})")
        elif text[:1] == "!":
            child = self.inner(next(cursor.get_children()))
            if not self.is_comparison(child):
                self.add("negated condition", where, constant, text, text[1:], f"static_cast<bool>({text[1:]})")

    def literal(self, cursor, constant: bool) -> None:
        text = self.written(self.span(cursor))
        if text in ("true", "false"):
            after = code = "false" if text == "true" else "true"
        elif match := re.fullmatch(r"((?:0[xXbB])?[0-9a-fA-F'.]+?)([uUlLzZfF]*)", text):
            after, code = ("0", f"({text} - 1)") if match[1] == "1" else (f"{text} + 1", f"({text} + 1)")
        else:
            return
        self.add("constant", self.span(cursor), constant, text, after, code)

    def inner(self, cursor):
        """The expression without parentheses and what the compiler has put round it."""
        while cursor.kind in (Kind.PAREN_EXPR, Kind.UNEXPOSED_EXPR):
            children = list(cursor.get_children())
            if len(children) != 1 or cursor.kind == Kind.UNEXPOSED_EXPR and self.span(children[0]) != self.span(cursor):
                break
            cursor = children[0]
        return cursor

    def is_comparison(self, cursor) -> bool:
        parts = self.operands(cursor) if cursor.kind == Kind.BINARY_OPERATOR or cursor.spelling in COMPARES else None
        return parts is not None and (parts[2] in NEGATED or parts[2] in LOGICAL)

    def condition(self, cursor, constant: bool) -> None:
        """Negates what is not a comparison: that is negated anyway."""
        if not self.here(cursor) or cursor.kind == Kind.VAR_DECL or not cursor.kind.is_expression():
            return
        cursor = self.inner(cursor)
        text = self.written(self.span(cursor))
        if self.is_comparison(cursor) or text[:1] == "!" or cursor.kind in (Kind.CXX_BOOL_LITERAL_EXPR, Kind.INTEGER_LITERAL):
            return
        self.add("negated condition", self.span(cursor), constant, text, f"!{text}", f"!({text})")

    def returned(self, cursor, constant: bool) -> None:
        children = list(filter(self.here, cursor.get_children()))
        if len(children) != 1:
            return
        value = self.inner(children[0])
        where = self.span(value)
        text = self.written(where)
        kind = children[0].type.get_canonical().kind
        if kind == TypeKind.BOOL:
            if not self.is_comparison(value) and text[:1] != "!" and value.kind != Kind.CXX_BOOL_LITERAL_EXPR:
                self.add("returned value", where, constant, text, f"!({text})", f"!({text})")
        elif kind in NUMBERS and not re.fullmatch(r"[01][uUlL]*|\{.*", text):
            name = children[0].type.get_canonical().spelling.replace("const ", "")
            self.add("returned value", where, constant, text, "0", f"static_cast<{name}>(0)")

    # ------------------------------------------------------------------ statements

    def parenthesis(self, cursor) -> tuple:
        """From the first one of a statement to where it closes."""
        at = self.bare.index(b"(", cursor.extent.start.offset)
        depth = 0
        for match in re.finditer(rb"[()]", self.bare[at:]):
            depth += 1 if match[0] == b"(" else -1
            if depth == 0:
                return at, at + match.start()
        raise ToolError(f"{self.path}: a parenthesis is not closed")

    def statements(self, cursor, children: list, constant: bool) -> None:
        kind, bodies = cursor.kind, children
        if kind in (Kind.IF_STMT, Kind.WHILE_STMT, Kind.FOR_STMT, Kind.CXX_FOR_RANGE_STMT):
            start, end = self.parenthesis(cursor)
            inside = [c for c in children if self.here(c) and self.span(c)[1] <= end]
            bodies = [c for c in children if self.here(c) and self.span(c)[0] > end]
            known = re.match(rb"if\s+constexpr\b", self.bare[cursor.extent.start.offset:]) is not None
            if kind in (Kind.IF_STMT, Kind.WHILE_STMT) and inside and inside[-1].kind.is_expression() \
                    and not any(c.kind == Kind.VAR_DECL for c in inside):
                self.condition(inside[-1], constant or known)
            for child in inside if kind == Kind.FOR_STMT else ():
                begin, after = self.span(child)
                if self.bare[start:begin].rstrip().endswith(b";") and self.bare[after:end].lstrip().startswith(b";"):
                    self.condition(child, constant)
        elif kind == Kind.DO_STMT and children:
            self.condition(children[-1], constant)
            bodies = children[:-1]
        elif kind == Kind.CASE_STMT:
            bodies = children[1:]
        for child in bodies:
            self.call(child, constant)

    def call(self, cursor, constant: bool) -> None:
        """A call for what it does, not for a value."""
        if not self.here(cursor):
            return
        inner = self.inner(cursor)
        to_void = inner.kind in CASTS and inner.type.kind == TypeKind.VOID
        called = self.inner(list(inner.get_children())[-1]) if to_void else inner
        if called.kind != Kind.CALL_EXPR or called.spelling.startswith("operator"):
            return
        if not to_void and called.type.get_canonical().kind not in (TypeKind.VOID, TypeKind.DEPENDENT, TypeKind.INVALID):
            return
        text = self.written(self.span(inner))
        self.add("removed call", self.span(inner), constant, text, "nothing", "")


COMPARES = ("operator==", "operator!=")
READERS = {Kind.BINARY_OPERATOR: Reader.binary, Kind.COMPOUND_ASSIGNMENT_OPERATOR: Reader.binary, Kind.CALL_EXPR: Reader.binary,
           Kind.UNARY_OPERATOR: Reader.unary, Kind.RETURN_STMT: Reader.returned,
           Kind.CONDITIONAL_OPERATOR: lambda self, cursor, constant: self.condition(next(cursor.get_children()), constant),
           **dict.fromkeys((Kind.INTEGER_LITERAL, Kind.FLOATING_LITERAL, Kind.CXX_BOOL_LITERAL_EXPR), Reader.literal)}


def mutated(text: bytes, numbered: list) -> bytes:
    """The text with all mutants in it, each behind its number; `numbered`: (number, Mutant). Lines stay where they are."""
    places = {}
    for number, mutant in numbered:
        places.setdefault((mutant.start, -mutant.end), []).append((number, mutant))
    order = sorted(places)

    def written(start: int, end: int, first: int) -> tuple:
        """The text from start to end, with the places from `first` that lie within; and the next place."""
        out, at = [], start
        while first < len(order) and order[first][0] < end:
            begin, negative_end = order[first]
            out.append(text[at:begin])
            inside, after = written(begin, -negative_end, first + 1)
            out.append(chosen(places[order[first]], inside))
            first, at = after, -negative_end
        out.append(text[at:end])
        return b"".join(out), first

    def chosen(here: list, original: bytes) -> bytes:
        if removed := [pair for pair in here if pair[1].operator == "removed call"]:
            others = [pair for pair in here if pair is not removed[0]]
            rest = chosen(others, original) if others else original
            return b"(mutation::on(%d) ? static_cast<void>(0) : static_cast<void>(" % removed[0][0] + rest + b"))"
        alternatives = b"".join(b"mutation::on(%d) ? %s : " % (number, mutant.code.encode()) for number, mutant in here)
        if any(mutant.operator in ("negated condition", "returned value") and mutant.code.startswith(("!", "static_cast<bool>"))
               for _, mutant in here):
            original = b"static_cast<bool>(" + original + b")"
        return b"(" + alternatives + b"(" + original + b"))"

    return written(0, len(text), 0)[0]
