"""What the built folder must hold, whatever host it is put on."""

from __future__ import annotations

import ast
import json
import re
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest

from lab import site

ROOT = site.ROOT
pytestmark = pytest.mark.xdist_group("site")  # one after the other: a build takes the old folder away


@pytest.fixture(scope="module")
def built() -> Path:
    return site.build()


def precached(built: Path) -> dict[str, str]:
    listed = re.search(r"^const FILES = (\{.*?\});", (built / "sw.js").read_text("utf-8"), re.S | re.M)
    assert listed
    return dict(json.loads(listed[1]))


def test_precache_list_is_the_whole_site(built: Path) -> None:
    files = {path.relative_to(built).as_posix(): path for path in built.rglob("*") if path.is_file()}
    del files["sw.js"]
    expected = {"./" if name == "index.html" else f"./{name}": site.integrity(path) for name, path in files.items()}
    assert precached(built) == expected


def test_page_and_worker_bear_the_same_version(built: Path) -> None:
    page = re.search(r'<html data-version="([0-9a-f]{12})"', (built / "index.html").read_text("utf-8"))
    worker = re.search(r'const VERSION = "([0-9a-f]{12})"', (built / "sw.js").read_text("utf-8"))
    assert page and worker and page[1] == worker[1]


def test_the_same_sources_give_the_same_site(built: Path) -> None:
    before = precached(built)
    assert precached(site.build()) == before


def app_of(folder: Path) -> dict[str, bytes]:
    """The files in app.bin."""
    with tarfile.open(folder / "app.bin") as app:
        return {entry.name: app.extractfile(entry).read() for entry in app}


def test_app_is_the_whole_package_compiled(built: Path) -> None:
    package = ROOT / "py/rosecrown"
    sources = [path.relative_to(package.parent).as_posix() for path in site.files_of(package)]
    app = {name: data for name, data in app_of(built).items() if name.startswith("rosecrown/")}
    assert list(app) == [name + "c" if name.endswith(".py") else name for name in sources]
    assert max(map(len, app)) <= 100  # what the page's reader of tar files knows of names
    assert all(app[name] == (package.parent / name).read_bytes() for name in sources if not name.endswith(".py"))


def test_pyscripts_modules_are_compiled_where_python_looks_for_them(built: Path) -> None:
    """PyScript writes their sources into the folder pyscript at each start."""
    core = next((built / "vendor/pyscript").glob("core-*.js")).read_text("utf-8")
    names = [name for name in app_of(built) if not name.startswith("rosecrown/")]
    lock = json.loads((built / "vendor/pyodide/pyodide-lock.json").read_text("utf-8"))
    tag = "cpython-" + "".join(lock["info"]["python"].split(".")[:2])
    assert names and all(re.fullmatch(rf"pyscript/__pycache__/\w+\.{tag}\.pyc", name) for name in names)
    modules = {Path(name).name.partition(".")[0] for name in names}
    assert {name for name in modules if f'"{name}.py":' not in core} == set()


def test_everything_is_compiled_by_the_browsers_python(built: Path) -> None:
    with zipfile.ZipFile(built / "vendor/pyodide/python_stdlib.zip") as packed:
        library = {name: packed.read(name) for name in packed.namelist()}
    kinds = set()
    for files in (library, app_of(built)):
        assert not [name for name in files if name.endswith(".py")]
        codes = {data[:8] for name, data in files.items() if name.endswith(".pyc")}
        assert codes
        kinds |= codes
    assert len(kinds) == 1  # one interpreter, one kind of .pyc: unchecked


def test_whatever_the_package_imports_is_there(built: Path) -> None:
    """The standard library is served without its parts that aren't used; these must be none of those."""
    wanted = {"datetime", "random", "traceback"}  # what workers import beside the package
    for path in site.files_of(ROOT / "py/rosecrown"):
        for node in ast.walk(ast.parse(path.read_bytes())) if path.suffix == ".py" else ():
            if isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
            if isinstance(node, ast.ImportFrom) and node.module:
                wanted.add(node.module)
    with zipfile.ZipFile(built / "vendor/pyodide/python_stdlib.zip") as packed:
        names = set(packed.namelist())
    builtin = {"collections.abc", "itertools", "math", "sys", "time", "unicodedata", "zlib"}  # not files of their own
    missing = [
        name
        for name in wanted - builtin
        if not name.startswith("rosecrown")
        and not {name.replace(".", "/") + ending for ending in (".pyc", "/__init__.pyc")} & names
    ]
    assert missing == []


def test_nothing_names_a_place_outside_the_site(built: Path) -> None:
    own = [path for path in site.files_of(built) if path.suffix in {".html", ".css", ".toml", ".webmanifest"}]
    for path in [*own, *site.files_of(built / "assets/js")]:
        text = path.read_text("utf-8")
        assert not re.findall(r'(?:src|href|url)\s*[=(]\s*["\']?(?:https?:)?//?\w', text), path
    assert str(ROOT) not in b"".join(path.read_bytes() for path in own).decode()


def test_every_address_in_the_page_is_there(built: Path) -> None:
    text = (built / "index.html").read_text("utf-8")
    found = re.findall(r'(?:src|href|config)="\./([^"#?]*)', text) + re.findall(r'"interpreter": "\./([^"]+)"', text)
    assert "vendor/micropython/micropython.mjs" in found
    assert [name for name in found if not (built / name).exists()] == []
    assert "<!-- build:" not in text


def test_pyscript_chunks_are_all_there_but_those_switched_off(built: Path) -> None:
    folder = built / "vendor/pyscript"
    for path in folder.iterdir():
        for name in re.findall(r'"\./([\w-]+\.js)"', path.read_text("utf-8")):
            assert (folder / name).exists() or name.startswith((*site.OFF, "codemirror")), f"{path.name}: {name}"


def test_a_page_that_switches_nothing_off_is_refused() -> None:
    with pytest.raises(ValueError, match="py-config"):
        site.index("<html></html>", [])


def test_manifest_and_icons(built: Path) -> None:
    manifest = json.loads((built / "assets/manifest.webmanifest").read_text("utf-8"))
    sizes = {}
    for icon in manifest["icons"]:
        data = (built / "assets" / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", data[16:24])
            assert f"{width}x{height}" == icon["sizes"]
            sizes[icon["sizes"], icon["purpose"]] = icon["src"]
    assert set(sizes) == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}


def test_notices_name_every_served_package(built: Path) -> None:
    notices = (built / "notices.txt").read_text("utf-8")
    for name in ("pyodide 314", "@pyscript/core 0", "idiomorph 0", "micropython-webassembly-pyscript 1", "CPython"):
        assert name in notices
    for sentence in ("Mozilla Public License Version 2.0", "Apache License", "PYTHON SOFTWARE FOUNDATION LICENSE"):
        assert sentence in notices
    assert "<year>" not in notices.lower() and "<copyright" not in notices.lower()


def test_lock_file_names_no_registry() -> None:
    assert '"resolved"' not in (ROOT / "package-lock.json").read_text("utf-8")
