"""Who may know whom: core <- formats, ai, widgets <- games <- screens <- workers; nothing pure knows a browser."""

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "py/rosecrown"
FILES = sorted(PACKAGE.rglob("*.py"))
BROWSER = {"js", "pyscript", "pyodide", "pyodide_js", "micropython", "polyscript", "_pyodide"}

# Each part of the package, and the parts that it may import beside itself.
MAY = {
    "core": set(),
    "formats": {"core"},
    "ai": {"core"},
    "widgets": {"core"},
    "games": {"core", "formats", "ai", "widgets"},
    "screens": {"core", "formats", "ai", "widgets", "games"},
}
# A game's parts that the thinkers load: rules and search, never what is drawn.
HEADLESS = {"rules", "text", "codec", "ai"}


def imports(path):
    """Every module that a file imports, anywhere in it, with full names."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module
            # from a.b import c may mean the module a.b.c
            for name in node.names:
                if (PACKAGE.parent / f"{node.module}.{name.name}".replace(".", "/")).with_suffix(".py").exists():
                    yield f"{node.module}.{name.name}"


def part(path):
    """("games", "rose") for a game's file, ("core",) for one of the core, () for the package itself."""
    places = path.relative_to(PACKAGE).parts[:-1]
    return places[:2] if places[:1] == ("games",) else places[:1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_point_to_the_core(path):
    for module in imports(path):
        top, *rest = module.split(".")
        if top != "rosecrown":
            assert top in sys.stdlib_module_names, f"{module} is not of the standard library"
            assert top not in BROWSER
            continue
        own = part(path)
        if not rest or not own:
            continue
        assert rest[0] == own[0] or rest[0] in MAY[own[0]], f"{own[0]} must not know {module}"
        if own[0] == rest[0] == "games" and len(rest) > 1 and len(own) > 1:
            assert rest[1] == own[1], f"{own[1]} must not know {module}"


def reached(start):
    """All modules of the package that importing one module loads."""
    todo, found = [start], set()
    while todo:
        module = todo.pop()
        if module in found:
            continue
        found.add(module)
        path = PACKAGE.parent / module.replace(".", "/")
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.exists():
                todo += [name for name in imports(file) if name.startswith("rosecrown")]
    return found


GAMES = [path.parent.name for path in sorted(PACKAGE.glob("games/*/rules.py"))]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("module", sorted(HEADLESS))
def test_rules_and_search_load_nothing_that_draws(game, module):
    for name in reached(f"rosecrown.games.{game}.{module}"):
        assert not name.startswith(("rosecrown.widgets", "rosecrown.screens")), name
        assert not name.endswith(".view"), name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_eval_no_pickle_no_any_in_core_rules(path):
    names = {node.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Name)}
    assert not names & {"eval", "exec", "compile", "__import__", "globals"}
    assert not set(imports(path)) & {"pickle", "marshal", "shelve", "ctypes", "socket", "subprocess", "threading"}
