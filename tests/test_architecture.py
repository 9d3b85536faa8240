"""The shape of the program: who may import whom, and where a thing must live.

In: the source text of all packages, parsed and never imported, so that a check
can neither be hidden by an import error nor do what the source does. Out: one
line per breach; a sound program gives none. docs/architecture.md draws the same
layers. Each check is shown below to find its breach in a tree of two or three lines.

Four things are wider than a strict stack of layers, and meant so. The ui speaks of the
protocol's events, errors and words, which the node passes on as they are, and runs in trio
with the node it shows. Bots play through `node.player` alone, as the players of a node. And
that protocol and games meet in few modules is a rule for the node: the ui has words for both. What
audit, tabletest, tournament and bench find out is told by the ui, in modules of its own for each.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

VALUES = "protocol.frozen"
PROTOCOL = "protocol"
PROGRAM = "p2p_heroes"
SETTINGS = "p2p_heroes.settings"
USER_ERROR = "p2p_heroes.user_error"
ARGUMENTS = "p2p_heroes.arguments"
GAMES = "p2p_heroes.games"
BOTS = "p2p_heroes.bots"
NODE = "p2p_heroes.node"
UI = "p2p_heroes.ui"
AUDIT = "p2p_heroes.audit"
TABLETEST = "p2p_heroes.tabletest"
TOURNAMENT = "p2p_heroes.tournament"
BENCH = "p2p_heroes.bench"
CLI = "p2p_heroes.cli"
MAIN = "p2p_heroes.__main__"
TOOLS = "scripts"
TESTS = "tests"
SUPPORT = "tests.support"

PRODUCT = (PROTOCOL, PROGRAM)
PACKAGES = (*PRODUCT, TOOLS, TESTS)

EXPERIMENTS = {AUDIT, TABLETEST, TOURNAMENT, BENCH}
"""What can be found out without playing with anybody."""

EVERYWHERE = {VALUES, PROGRAM, SETTINGS, USER_ERROR}
MAY_IMPORT = {
    VALUES: set(),
    PROTOCOL: {VALUES},
    PROGRAM: set(),
    USER_ERROR: set(),
    SETTINGS: {VALUES, GAMES},
    ARGUMENTS: EVERYWHERE,
    GAMES: set(),
    BOTS: {GAMES} | EVERYWHERE,
    NODE: {PROTOCOL, GAMES} | EVERYWHERE,
    UI: {NODE, PROTOCOL, GAMES, BOTS} | EVERYWHERE,
    AUDIT: {NODE, PROTOCOL, GAMES} | EVERYWHERE,
    TABLETEST: {AUDIT, NODE, PROTOCOL, GAMES, BOTS} | EVERYWHERE,
    TOURNAMENT: {TABLETEST, GAMES, BOTS} | EVERYWHERE,
    BENCH: {TABLETEST, TOURNAMENT, AUDIT, NODE, PROTOCOL, GAMES, BOTS} | EVERYWHERE,
    CLI: {ARGUMENTS, PROTOCOL, GAMES, BOTS, NODE, UI, *EXPERIMENTS} | EVERYWHERE,
    MAIN: {CLI},
}
MAY_IMPORT[TOOLS] = set(MAY_IMPORT)
MAY_IMPORT[SUPPORT] = set(MAY_IMPORT)
MAY_IMPORT[TESTS] = set(MAY_IMPORT)
"""What a layer may import besides itself; a module outside every layer is a breach too."""

MAY_ALSO_IMPORT = {
    "p2p_heroes.games.kit.frozen": {VALUES},
    "p2p_heroes.node.player": {BOTS},
    "p2p_heroes.ui.audit": {AUDIT},
    "p2p_heroes.ui.bench": {BENCH},
    "p2p_heroes.ui.audit_json": {AUDIT},
    "p2p_heroes.ui.script": {TABLETEST},
    "p2p_heroes.ui.simulation": {TABLETEST},
    "p2p_heroes.ui.tournament": {TOURNAMENT},
    "p2p_heroes.ui.tournament_picture": {TOURNAMENT},
    "p2p_heroes.ui.audit_text": {AUDIT},
}
"""What a single module may import that the rest of its layer may not."""

MEETING_POINTS = ("p2p_heroes.node.table", "p2p_heroes.node.cards")
"""What of the node knows both the protocol and the games."""

SHARED_ROOMS = {"kit", "game", "errors"}
"""What every game is made of: the kit, the interface, the errors. The list of games knows all the rest."""

SHARED_FILES = {*SHARED_ROOMS, "__init__", "lazy_registry"}
"""All that lies beside the games and is none."""

LISTS = {"p2p_heroes/games/__init__.py", "p2p_heroes/bots/judges.py", "p2p_heroes/ui/games.py"}
"""Where the games are listed by hand."""

FROM_THE_SPECIFICATION = ("scripts/tools/misreadings", "scripts/tools/vectors")
"""Written from the specification, whose example is one of the games."""

SECOND_IMPLEMENTATION = "scripts.tools.misreadings"
"""Written from the specification alone, with its words, and imports nothing of ours."""

HOMES = {"trio": {NODE, UI, TABLETEST, BENCH}, "prompt_toolkit": {UI}}
"""Packages that shape whatever touches them, and the layers they are kept to."""

PURE = {VALUES, PROTOCOL, GAMES}
IMPURE = {
    *("asyncio", "http", "select", "selectors", "socket", "socketserver", "ssl", "urllib"),
    *("fcntl", "glob", "mmap", "os", "pathlib", "shutil", "sqlite3", "tempfile"),
    *("datetime", "locale", "random", "secrets", "time", "uuid", "zoneinfo"),
    *("concurrent", "importlib", "multiprocessing", "signal", "subprocess", "threading"),
}
"""Sockets, files, clocks and entropy, processes: whoever owns a table passes what they give as arguments."""

NAMES_WITHOUT_SUBJECT = {"base", "common", "handler", "helper", "manager", "misc", "util"}
ENTRY_FILES = {"__init__", "__main__"}
FOR_TYPES = {"TYPE_CHECKING", "typing.TYPE_CHECKING"}


@dataclass(frozen=True, slots=True)
class Import:
    """One imported module, by its full name.

    Lazy: only when a function runs. For types: never at run time.
    """

    target: str
    line: int
    lazy: bool
    for_types: bool


@dataclass(frozen=True, slots=True)
class Module:
    """One source file."""

    name: str
    path: Path
    has_words: bool
    """Whether it says what it is; an empty one needs not."""
    classes: tuple[str, ...]
    imports: tuple[Import, ...]

    @property
    def layer(self) -> str | None:
        return layer_of(self.name)

    def at(self, found: Import) -> str:
        return f"{self.path.as_posix()}:{found.line}"


def layer_of(name: str) -> str | None:
    """The innermost layer a module belongs to; the program's root is itself alone, not all that is below."""
    if name == PROGRAM:
        return PROGRAM
    inside = [layer for layer in MAY_IMPORT if layer != PROGRAM and within(name, layer)]
    return max(inside, key=len, default=None)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def read_modules(root: Path) -> tuple[Module, ...]:
    """Every module of all packages, in the order of their paths."""
    return read_own_modules() if root == ROOT else read_tree(root)


@cache
def read_own_modules() -> tuple[Module, ...]:
    """To read it once is enough for all checks."""
    return read_tree(ROOT)


def read_tree(root: Path) -> tuple[Module, ...]:
    paths = sorted(path for package in PACKAGES for path in (root / package).rglob("*.py"))
    known = {module_name(path.relative_to(root)) for path in paths}
    return tuple(read_module(path, root, known) for path in paths)


def read_product(root: Path) -> list[Module]:
    """Without its tools and tests."""
    return [module for module in read_modules(root) if module.path.parts[0] in PRODUCT]


def module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def read_module(path: Path, root: Path, known: set[str]) -> Module:
    relative = path.relative_to(root)
    name = module_name(relative)
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    # The tree itself is let go: so many at once keep the garbage collector busier than the parser.
    has_words = not tree.body or bool(ast.get_docstring(tree))
    classes = tuple(one.name for one in tree.body if isinstance(one, ast.ClassDef))
    return Module(name, relative, has_words, classes, tuple(imports_below(tree, package, known)))


def imports_below(
    node: ast.AST, package: str, known: set[str], *, lazy: bool = False, for_types: bool = False
) -> Iterator[Import]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        for target in targets(node, package, known):
            yield Import(target, node.lineno, lazy, for_types)
    lazy = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    guarded = node.body if isinstance(node, ast.If) and ast.unparse(node.test) in FOR_TYPES else ()
    # Only what stands in a body can be an import, and most of a tree is expressions.
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            continue
        typed = for_types or child in guarded
        yield from imports_below(child, package, known, lazy=lazy, for_types=typed)


def targets(node: ast.Import | ast.ImportFrom, package: str, known: set[str]) -> Iterator[str]:
    """The modules that one statement names: `from a import b` names a.b where that is a module, else a."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    source = ".".join([*above, *([node.module] if node.module else [])])
    for alias in node.names:
        full = f"{source}.{alias.name}"
        yield full if full in known else source


Check = Callable[[Path], list[str]]


def layer_breaches(root: Path) -> list[str]:
    """Imports that point upward or sideways, and modules that stand in no layer."""
    modules = read_modules(root)
    homeless = [f"{module.path.as_posix()}: stands in no layer" for module in modules if module.layer is None]
    return homeless + [
        f"{module.at(found)}: {module.layer} may not import {found.target}"
        for module in modules
        if module.layer is not None
        for found in module.imports
        if is_own(found.target) and not may_import(module, found.target)
    ]


def is_own(target: str) -> bool:
    return any(within(target, package) for package in PACKAGES)


def may_import(module: Module, target: str) -> bool:
    theirs, ours = layer_of(target), module.layer
    allowed = MAY_IMPORT[ours or ""] | MAY_ALSO_IMPORT.get(module.name, set())
    return theirs is not None and (theirs == ours or theirs in allowed)


def meeting_breaches(root: Path) -> list[str]:
    """Modules of the node besides the meeting points that know both protocol and games."""
    return [
        f"{module.path.as_posix()}: only {' and '.join(MEETING_POINTS)} import both {PROTOCOL} and {GAMES}"
        for module in read_modules(root)
        if module.layer == NODE and not any(within(module.name, point) for point in MEETING_POINTS)
        if meets(module)
    ]


def meets(module: Module) -> bool:
    return {PROTOCOL, GAMES} <= {layer_of(found.target) for found in module.imports}


def game_breaches(root: Path) -> list[str]:
    """Rules that know another game: each has itself and what all share, which has none of them."""
    return [
        f"{module.at(found)}: {module.name} may not know {found.target}"
        for module in read_modules(root)
        if within(module.name, GAMES) and module.name != GAMES
        for found in module.imports
        if within(found.target, GAMES) and room(found.target) not in {room(module.name), *SHARED_ROOMS}
    ]


def room(name: str) -> str:
    """The game, or what games share, that a module belongs to."""
    return name.removeprefix(GAMES).removeprefix(".").partition(".")[0]


def eager_imports(root: Path) -> list[str]:
    """What the command line loads before it knows which command was typed."""
    return [
        f"{module.at(found)}: import {found.target} inside the command that needs it"
        for module in read_modules(root)
        if module.layer in {CLI, ARGUMENTS}
        for found in module.imports
        if is_own(found.target) and not (found.lazy or found.for_types)
        if layer_of(found.target) not in {CLI, ARGUMENTS, PROGRAM, USER_ERROR}
    ]


def cycles(root: Path) -> list[str]:
    """A ring of modules that need each other, if only for their types, if there is one."""
    graph = {module.name: {found.target for found in module.imports} for module in read_modules(root)}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as ring:
        return [" -> ".join(reversed(ring.args[1]))]
    return []


def strangers(root: Path) -> list[str]:
    """Imports of packages outside their home, and in games of any package at all."""
    return [
        f"{module.at(found)}: {found.target} has no place in {module.layer}"
        for module in read_product(root)
        for found in module.imports
        if not is_own(found.target) and not is_welcome(found.target.partition(".")[0], module.layer)
    ]


def is_welcome(package: str, layer: str | None) -> bool:
    if layer == VALUES:
        return package in {"msgspec", *sys.stdlib_module_names}
    if layer == GAMES:
        return package in sys.stdlib_module_names
    return layer in HOMES.get(package, {layer})


def impurities(root: Path) -> list[str]:
    """Imports of sockets, files, clocks, entropy or threads where everything must be an argument."""
    return [
        f"{module.at(found)}: {found.target} is not pure"
        for module in read_modules(root)
        if module.layer in PURE
        for found in module.imports
        if found.target.partition(".")[0] in IMPURE
    ]


def untested(root: Path) -> list[str]:
    """Source files without their mirrored test file."""
    return [
        f"{module.path.as_posix()}: {mirror(module.path).as_posix()} is missing"
        for module in read_product(root)
        if module.path.stem not in ENTRY_FILES and not (root / mirror(module.path)).is_file()
    ]


def mirror(path: Path) -> Path:
    below = path.relative_to(PROGRAM) if path.parts[0] == PROGRAM else path
    return Path("tests") / below.with_name(f"test_{below.name}")


def undocumented(root: Path) -> list[str]:
    """Modules without a docstring; an empty package marker has nothing to say."""
    return [
        f"{module.path.as_posix()}: no docstring" for module in read_modules(root) if not module.has_words
    ]


def misnamed(root: Path) -> list[str]:
    """Modules and folders whose name tells no subject, or hides behind an underscore."""
    return [
        f"{module.path.as_posix()}: a module is named after its subject"
        for module in read_modules(root)
        if any(is_misnomer(part) for part in module.path.with_suffix("").parts)
    ]


def is_misnomer(part: str) -> bool:
    hidden = part.startswith("_") and part not in ENTRY_FILES
    return hidden or any(word.removesuffix("s") in NAMES_WITHOUT_SUBJECT for word in part.split("_"))


def named_variants(root: Path) -> list[str]:
    """Lines beside a folder of factions that name one of them; shared code asks all the same question."""
    return [
        f"{place}: names a faction"
        for folder in sorted((root / PROGRAM).rglob("factions"))
        for place in naming(factions_in(folder), sorted(folder.parent.glob("*.py")), root)
    ]


def named_games(root: Path) -> list[str]:
    """Lines that name a game or a faction in what all games share: it asks the game, or the list of them."""
    games = games_in(root)
    factions = set[str]().union(*map(factions_in, (root / PROGRAM).rglob("factions")))
    folders = (root / package for package in (PROGRAM, "scripts"))
    paths = sorted(path for folder in folders for path in folder.rglob("*.py"))
    shared = [path for path in paths if is_shared(path.relative_to(root), games)]
    return [f"{place}: names a game" for place in naming(games | factions, shared, root)]


def games_in(root: Path) -> set[str]:
    return {path.stem for path in (root / PROGRAM / "games").glob("[!_]*")} - SHARED_FILES


def is_shared(path: Path, games: set[str]) -> bool:
    listed = path.as_posix() in LISTS or path.as_posix().startswith(FROM_THE_SPECIFICATION)
    return not listed and games.isdisjoint(path.with_suffix("").parts)


def factions_in(folder: Path) -> set[str]:
    names = {path.stem for path in folder.glob("*.py")} - ENTRY_FILES
    return names | {name.removesuffix("s") for name in names}


def naming(names: set[str], paths: list[Path], root: Path) -> Iterator[str]:
    """The lines of these files in which one of the names stands."""
    word = re.compile(rf"\b({'|'.join(sorted(names))})\b", re.I)
    for path in paths if names else ():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if word.search(line):
                yield f"{path.relative_to(root).as_posix()}:{number}"


INSIDES = re.compile(r"\.(session|mesh|logic|store|play|exchange)\.\w|\.state\.state\b")
"""Parts of a node, of its session and of a position."""


def reached_into(root: Path) -> list[str]:
    """Lines of the ui that read what is inside of a node or a replay: it asks them for what it shows."""
    return [
        f"{path.relative_to(root).as_posix()}:{number}: reaches into a node"
        for path in sorted((root / PROGRAM / "ui").rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if INSIDES.search(line) and "import" not in line.split()
    ]


def doubled_classes(root: Path) -> list[str]:
    """Classes of one name. Two games may each have one, as their rulebooks do: nothing can know both."""
    games = games_in(root)
    owners: dict[str, list[tuple[str, str]]] = {}
    for module in read_modules(root):
        if not (is_test(module) or module.name.startswith(SECOND_IMPLEMENTATION)):
            [game] = games.intersection(module.name.split(".")) or [""]
            for name in module.classes:
                owners.setdefault(name, []).append((game, module.path.as_posix()))
    return [
        f"{path}: another class is called {name}"
        for name, places in owners.items()
        for game, path in places[1:]
        if not game or {"", game} & {other for other, place in places if place != path}
    ]


def is_test(module: Module) -> bool:
    """Nobody imports a test, so its classes are its own; what several tests need is not one."""
    return module.layer == TESTS


CHECKS: tuple[Check, ...] = (
    layer_breaches,
    meeting_breaches,
    game_breaches,
    eager_imports,
    cycles,
    strangers,
    impurities,
    untested,
    undocumented,
    misnamed,
    named_variants,
    named_games,
    doubled_classes,
    reached_into,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_program_is_sound(check: Check) -> None:
    breaches = check(ROOT)
    assert not breaches, "\n".join(breaches)


def test_all_modules_are_read() -> None:
    """Every check passes on an empty tree, so the real one must not look empty."""
    names = {module.name for module in read_modules(ROOT)}
    assert {"protocol.errors", "p2p_heroes", "p2p_heroes.games", "scripts.tools.fuzz", __name__} <= names


@pytest.mark.parametrize(
    "path", ["p2p_heroes/node/mesh.py", "p2p_heroes/games/chess/board.py", "tests/support/arena.py"]
)
def test_a_second_class_of_one_name_is_found(path: str, tmp_path: Path) -> None:
    sound = {
        "p2p_heroes/games/chess/state.py": "class Move: ...",
        "p2p_heroes/games/go/state.py": "class Move: ...\nclass Stone: ...",
        "scripts/tools/misreadings/moves.py": "class Move: ...",
        "protocol/play.py": "class Play:\n    class Move: ...",
        "tests/test_play.py": "class Play: ...",
    }
    assert doubled_classes(plant(tmp_path, sound)) == []
    [breach] = doubled_classes(plant(tmp_path, {path: "class Move: ..."}))[:1]
    assert breach.endswith("another class is called Move")


@pytest.mark.parametrize(
    "line", ["node.session.play.step", "x = self._node.mesh.peers", "replay.end.state.state"]
)
def test_a_screen_that_reaches_into_a_node_is_found(line: str, tmp_path: Path) -> None:
    fine = "from p2p_heroes.ui.session.flow import show\nnode.step"
    assert reached_into(plant(tmp_path, {"p2p_heroes/ui/plain.py": fine})) == []
    found = reached_into(plant(tmp_path, {"p2p_heroes/ui/screen/full.py": f'"""One line."""\n{line}'}))
    assert found == ["p2p_heroes/ui/screen/full.py:2: reaches into a node"]


def test_all_code_is_type_checked() -> None:
    """In strict mode, and tools and tests like the rest; only packages that bring no types may be missing."""
    checked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert checked["strict"]
    assert {name for one in checked["overrides"] for name in one} == {"module", "ignore_missing_imports"}
    [command] = re.findall(r"-m mypy (.*)", (ROOT / "scripts/test").read_text(encoding="utf-8"))
    assert {"protocol", "p2p_heroes", "scripts/tools", "tests"} <= set(command.split())


def plant(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_sound_tree_passes_every_check(check: Check, tmp_path: Path) -> None:
    sound = {
        "protocol/frozen.py": '"""Values."""\nimport dataclasses\nimport msgspec',
        "protocol/__init__.py": '"""Names."""\nfrom protocol.framing import feed',
        "protocol/framing.py": '"""Frames."""\nimport struct\nimport msgpack\nfrom . import errors',
        "protocol/errors.py": '"""Errors."""',
        "p2p_heroes/__init__.py": '"""Version."""',
        "p2p_heroes/__main__.py": '"""Start."""\nfrom p2p_heroes.cli import main',
        "p2p_heroes/cli.py": '"""Words."""\ndef main():\n    from p2p_heroes.node import table',
        "p2p_heroes/games/__init__.py": "",
        "p2p_heroes/games/game.py": '"""Rules."""\nimport enum\nfrom p2p_heroes.games.kit import frozen',
        "p2p_heroes/games/kit/frozen.py": '"""Values."""\nimport protocol.frozen',
        "p2p_heroes/node/table.py": '"""Meet."""\nimport trio\nimport protocol\nfrom ..games import game',
        "p2p_heroes/node/player.py": '"""Decide."""\nfrom p2p_heroes.bots import wanderer',
        "p2p_heroes/bots/wanderer.py": '"""Wander."""\nfrom p2p_heroes.games import game',
        "scripts/tools/draw.py": '"""Draw."""\nimport protocol\nfrom p2p_heroes.ui import story',
        "tests/support/arena.py": '"""Fight."""\nimport protocol\nfrom scripts.tools import draw',
        "tests/test_arena.py": '"""Fought."""\nimport p2p_heroes.cli\nfrom tests.support import arena',
        "p2p_heroes/ui/story.py": '"""Tell."""\nimport trio\nimport protocol\nfrom ..games import game',
    }
    mirrored = (
        "protocol/test_framing",
        "protocol/test_errors",
        "protocol/test_frozen",
        "test_cli",
        "games/test_game",
        "games/kit/test_frozen",
        "bots/test_wanderer",
        "node/test_table",
        "node/test_player",
        "ui/test_story",
    )
    assert check(plant(tmp_path, sound | {f"tests/{name}.py": "" for name in mirrored})) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("protocol/frozen.py", "import protocol.errors"),
        ("protocol/link.py", "import p2p_heroes"),
        ("protocol/link.py", "from p2p_heroes.games import game"),
        ("p2p_heroes/games/game.py", "import protocol.frozen"),
        ("p2p_heroes/games/kit/frozen.py", "import protocol.errors"),
        ("p2p_heroes/games/game.py", "from ..settings import Settings"),
        ("p2p_heroes/games/game.py", "from p2p_heroes import __version__"),
        ("p2p_heroes/bots/random.py", "from p2p_heroes.node import table"),
        ("p2p_heroes/node/mesh.py", "def later():\n    import p2p_heroes.ui.app"),
        ("p2p_heroes/node/mesh.py", "from .. import bots"),
        ("p2p_heroes/bots/random.py", "if TYPE_CHECKING:\n    from protocol import Session"),
        ("p2p_heroes/node/player.py", "from p2p_heroes.ui.app import App"),
        ("p2p_heroes/ui/app.py", "import p2p_heroes.audit"),
        ("p2p_heroes/audit/auditor.py", "from p2p_heroes.ui.app import App"),
        ("p2p_heroes/node/mesh.py", "from p2p_heroes.cli import main"),
        ("p2p_heroes/words.py", ""),
        ("p2p_heroes/tabletest/plan.py", "from tests.support import arena"),
        ("p2p_heroes/node/mesh.py", "import scripts.tools.edwards"),
        ("scripts/tools/make_vectors.py", "from tests.support.arena import Arena"),
        ("scripts/tools/make_vectors.py", "def make():\n    import tests"),
        ("tests/support/arena.py", "from tests.node.test_mesh import helper"),
    ],
)
def test_an_import_against_the_layers_is_found(path: str, text: str, tmp_path: Path) -> None:
    packages = {f"p2p_heroes/{name}/__init__.py": "" for name in ("games", "bots", "node", "ui", "audit")}
    [breach] = layer_breaches(plant(tmp_path, packages | {path: text}))
    assert breach.startswith(path)


def test_a_second_meeting_point_is_found(tmp_path: Path) -> None:
    text = "import protocol\ndef play():\n    from p2p_heroes.games import game"
    paths = ("node/table", "node/mesh", "audit/auditor", "ui/story", "cli")
    plant(tmp_path, {f"p2p_heroes/{path}.py": text for path in paths})
    [breach] = meeting_breaches(tmp_path)
    assert breach.startswith("p2p_heroes/node/mesh.py")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("kit/agenda.py", "from p2p_heroes.games.chess.state import Board"),
        ("kit/agenda.py", "from p2p_heroes.games import chess"),
        ("game.py", "if TYPE_CHECKING:\n    from p2p_heroes.games.chess import CHESS"),
        ("draughts.py", "from p2p_heroes.games.chess import state"),
        ("chess/state.py", "from p2p_heroes.games import GAMES"),
    ],
)
def test_rules_that_know_another_game_are_found(path: str, text: str, tmp_path: Path) -> None:
    games = "p2p_heroes/games"
    chess = {f"{games}/chess/__init__.py": "", f"{games}/chess/state.py": "", f"{games}/kit/dice.py": ""}
    fine = {f"{games}/chess/moves.py": "from . import state\nfrom ..kit import dice"}
    plant(tmp_path, chess | fine | {f"{games}/{path}": text})
    [breach] = game_breaches(tmp_path)
    assert breach.startswith(f"{games}/{path}")


def test_an_eager_command_line_is_found(tmp_path: Path) -> None:
    """Not even settings: whoever asks for help needs none."""
    text = "from p2p_heroes import __version__, arguments\nimport p2p_heroes.settings\nimport protocol"
    empty = {f"p2p_heroes/{name}.py": "" for name in ("__init__", "settings", "arguments")}
    breaches = eager_imports(plant(tmp_path, {**empty, "p2p_heroes/cli.py": text}))
    assert {breach.split(" ")[0] for breach in breaches} == {"p2p_heroes/cli.py:2:", "p2p_heroes/cli.py:3:"}


def test_a_ring_of_imports_is_found(tmp_path: Path) -> None:
    ring = {
        "protocol/link.py": "from protocol.session import Session",
        "protocol/session.py": "from . import events",
        "protocol/events.py": "def lazily():\n    import protocol.link",
    }
    [found] = cycles(plant(tmp_path, ring))
    assert {"protocol.link", "protocol.session", "protocol.events"} == set(found.split(" -> "))


def test_a_module_that_asks_its_own_package_is_a_ring(tmp_path: Path) -> None:
    text = {"protocol/__init__.py": "from .link import Link", "protocol/link.py": "from protocol import Link"}
    assert len(cycles(plant(tmp_path, text))) == 1


@pytest.mark.parametrize("guard", ["TYPE_CHECKING", "typing.TYPE_CHECKING"])
def test_an_import_for_types_closes_a_ring_too(guard: str, tmp_path: Path) -> None:
    typed = f"if {guard}:\n    from protocol.session import Session\nelse:\n    import enum"
    text = {"protocol/link.py": typed, "protocol/session.py": "import protocol.link"}
    assert len(cycles(plant(tmp_path, text))) == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("protocol/link.py", "import trio"),
        ("p2p_heroes/bots/random.py", "from trio.lowlevel import checkpoint"),
        ("p2p_heroes/cli.py", "def main():\n    import trio"),
        ("p2p_heroes/node/peer.py", "import prompt_toolkit.output"),
        ("p2p_heroes/games/game.py", "import msgpack"),
        ("protocol/frozen.py", "import msgpack"),
    ],
)
def test_a_package_outside_its_home_is_found(path: str, text: str, tmp_path: Path) -> None:
    [breach] = strangers(plant(tmp_path, {path: text}))
    assert breach.startswith(path)


def test_packages_at_home_are_welcome(tmp_path: Path) -> None:
    homes = {
        "node/peer.py": "trio",
        "bench.py": "trio",
        "ui/plain.py": "trio",
        "ui/app.py": "prompt_toolkit",
        "node/tls.py": "ssl",
    }
    plant(tmp_path, {f"p2p_heroes/{path}": f"import {name}" for path, name in homes.items()})
    assert strangers(tmp_path) == []


@pytest.mark.parametrize("folder", ["protocol", "p2p_heroes/games", "p2p_heroes/games/conquer"])
@pytest.mark.parametrize(
    "name", ["socket", "time", "datetime", "random", "secrets", "os.path", "pathlib", "threading"]
)
def test_an_impure_import_is_found(folder: str, name: str, tmp_path: Path) -> None:
    pure = "import collections.abc, dataclasses, enum, functools, hashlib, itertools, struct, unicodedata"
    text = f"{pure}\ndef now():\n    from {name} import thing"
    [breach] = impurities(plant(tmp_path, {f"{folder}/clock.py": text}))
    assert breach.startswith(f"{folder}/clock.py:3")


def test_the_node_may_be_impure(tmp_path: Path) -> None:
    assert impurities(plant(tmp_path, {"p2p_heroes/node/store.py": "import os, socket, time"})) == []


@pytest.mark.parametrize(
    ("source", "test"),
    [
        ("protocol/link.py", "tests/protocol/test_link.py"),
        ("p2p_heroes/cli.py", "tests/test_cli.py"),
        ("p2p_heroes/node/peer.py", "tests/node/test_peer.py"),
        ("p2p_heroes/games/conquer/moving.py", "tests/games/conquer/test_moving.py"),
    ],
)
def test_a_missing_mirror_is_found(source: str, test: str, tmp_path: Path) -> None:
    assert untested(plant(tmp_path, {source: ""})) == [f"{source}: {test} is missing"]
    assert untested(plant(tmp_path, {test: ""})) == []


def test_entry_files_need_no_mirror(tmp_path: Path) -> None:
    entries = {"protocol/__init__.py": "", "p2p_heroes/__main__.py": ""}
    assert untested(plant(tmp_path, entries)) == []


def test_a_missing_docstring_is_found(tmp_path: Path) -> None:
    text = {
        "protocol/__init__.py": "",
        "protocol/link.py": "import enum",
        "protocol/wire.py": '"""A wire."""',
    }
    assert undocumented(plant(tmp_path, text)) == ["protocol/link.py: no docstring"]


@pytest.mark.parametrize(
    "path",
    [
        "protocol/manager.py",
        "protocol/handlers.py",
        "protocol/peer_helper.py",
        "protocol/utils.py",
        "protocol/misc/link.py",
        "protocol/_link.py",
        "p2p_heroes/node/common.py",
        "p2p_heroes/games/base.py",
    ],
)
def test_a_name_without_a_subject_is_found(path: str, tmp_path: Path) -> None:
    [breach] = misnamed(plant(tmp_path, {path: "", "protocol/database.py": "", "protocol/__init__.py": ""}))
    assert breach.startswith(path)


@pytest.mark.parametrize(
    "line", ['if board.name == "elves":', "ELVES = 1", "# what an elve does", "x = elves()"]
)
def test_a_faction_named_in_shared_rules_is_found(line: str, tmp_path: Path) -> None:
    folder = "p2p_heroes/games/conquer"
    plant(tmp_path, {f"{folder}/factions/__init__.py": "", f"{folder}/factions/elves.py": "ELVES = 1"})
    assert named_variants(tmp_path) == []
    [breach] = named_variants(plant(tmp_path, {f"{folder}/battle.py": f'"""Battle."""\n{line}'}))
    assert breach == f"{folder}/battle.py:2: names a faction"


def test_a_word_that_only_contains_a_faction_is_fine(tmp_path: Path) -> None:
    folder = "p2p_heroes/games/conquer"
    text = "forces = shelves = 1"
    files = {f"{folder}/factions/orcs.py": "", f"{folder}/factions/elves.py": "", f"{folder}/world.py": text}
    assert named_variants(plant(tmp_path, files)) == []


@pytest.mark.parametrize(
    "path",
    [
        "p2p_heroes/node/table.py",
        "p2p_heroes/ui/story.py",
        "p2p_heroes/games/game.py",
        "p2p_heroes/bots/warlord.py",
        "scripts/tools/fuzz.py",
    ],
)
@pytest.mark.parametrize("line", ['GAMES["chess"]', "# in Chess alone", '"--faction", "elves"', "ELVES = 1"])
def test_a_game_named_in_what_all_share_is_found(path: str, line: str, tmp_path: Path) -> None:
    own = {f"p2p_heroes/{place}": "chess = elves = 1" for place in ("games/chess/board.py", "bots/chess.py")}
    listed = {"p2p_heroes/games/__init__.py": 'GAMES = {"chess": 1}', "p2p_heroes/games/kit/dice.py": ""}
    factions = {"p2p_heroes/games/chess/factions/elves.py": "", "scripts/tools/vectors/game.py": "chess = 1"}
    plant(tmp_path, own | listed | factions | {path: '"""Chessboards and shelves."""'})
    assert named_games(tmp_path) == []
    plant(tmp_path, {path: f'"""One line."""\n{line}'})
    assert named_games(tmp_path) == [f"{path}:2: names a game"]
