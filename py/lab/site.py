"""Build site/, the folder that is served: ``python -m lab.site``.

Everything in it is made anew at each build, from the sources and from node_modules, and the finished folder takes the
old one's place at once. Only the two compiled zips are kept between builds, under a name that tells what they were
made from. Every address in it is relative, so it runs on any static host, under any path.
"""

from __future__ import annotations

import base64
import fcntl
import hashlib
import importlib
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from lab.notices import notices

ROOT = Path(__file__).resolve().parents[2]

# The files of npm's packages that the page loads.
VENDOR = {
    "pyodide": ("pyodide", ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")),
    "micropython": ("@micropython/micropython-webassembly-pyscript", ("micropython.mjs", "micropython.wasm")),
}
# PyScript's plugins that the page has no use for: index.html switches them off, and their chunks are left out, with all
# that only these import. PyScript reads the switch from a main-thread configuration of each type of script, and the
# page has no main-thread script of type "py", so an element has to say it for that type.
OFF = ("deprecations-manager", "donkey", "py-editor", "py-game", "py-terminal")
SWITCH = f"""<py-config hidden type="json">{json.dumps({"plugins": [f"!{name}" for name in OFF]})}</py-config>"""

# The progress bar of a first visit counts everything else: these come later, or arrive where they can't be counted.
UNCOUNTED = ("assets/icons/", "notices.txt", "py/workers/", "vendor/pyodide/pyodide.asm.mjs")


def files_of(folder: Path) -> list[Path]:
    """Every file below ``folder``, sorted, but for Python's caches."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def digest(paths: Iterable[Path], base: Path) -> str:
    """A hash of the names (from ``base``) and contents of files, as 12 hex digits."""
    total = hashlib.sha256()
    for path in paths:
        data = path.read_bytes()
        total.update(f"{path.relative_to(base).as_posix()} {len(data)}\n".encode() + data)
    return total.hexdigest()[:12]


def compiled(root: Path) -> dict[str, Path]:
    """The archives compiled by the browser's interpreter, by their place in site/; compiled only when a source changed.

    The package has no ending that hosts take for a compressed form of something else."""
    tools = [root / "py/lab/pyc.py", root / "py/lab/compile.mjs", root / "package-lock.json"]
    npm, package = root / "node_modules", root / "py/rosecrown"
    jobs = [
        ("vendor/pyodide/python_stdlib.zip", "pack_library", [npm / "pyodide/python_stdlib.zip"], []),
        ("app.bin", "pack_app", [package, npm / "@pyscript/core/src/stdlib/pyscript"], files_of(package)),
    ]
    result = {}
    for place, function, sources, watched in jobs:
        stem, ending = Path(place).stem, Path(place).suffix
        result[place] = cache = root / f"build/{stem}-{digest([*tools, *watched], root)}{ending}"
        if not cache.exists():
            for old in cache.parent.glob(f"{stem}-*"):
                old.unlink()
            new = cache.with_suffix(".new")
            paths = [path.relative_to(root).as_posix() for path in (*sources, new)]
            subprocess.run(["node", "py/lab/compile.mjs", function, *paths], cwd=root, check=True)
            new.rename(cache)
    return result


def pyscript(dist: Path) -> list[Path]:
    """PyScript's core and the chunks that it may import."""
    found, todo = [], ["core.js"]
    while todo:
        path = dist / todo.pop()
        if path not in found:
            found.append(path)
            names = re.findall(r'"\./([\w-]+\.js)"', path.read_text("utf-8"))
            todo += [name for name in names if not name.startswith((*OFF, "codemirror"))]
    return found


def collect(root: Path) -> dict[str, Path | str]:
    """What the site holds: where it comes from (a path) or what it says (a text), by its place in site/."""
    npm = root / "node_modules"
    site: dict[str, Path | str] = {**compiled(root)}
    for name, (package, files) in VENDOR.items():
        site |= {f"vendor/{name}/{file}": npm / package / file for file in files}
    site |= {f"vendor/pyscript/{path.name}": path for path in pyscript(npm / "@pyscript/core/dist")}
    site["vendor/idiomorph.js"] = npm / "idiomorph/dist/idiomorph.min.js"
    # Pyodide reads its lock file at every start: keep what it says of itself, without packages that aren't here.
    lock = json.loads((npm / "pyodide/pyodide-lock.json").read_text("utf-8"))
    site["vendor/pyodide/pyodide-lock.json"] = json.dumps({"info": lock["info"], "packages": {}})
    for folder, ending in (("assets", ""), ("py/page", ".py"), ("py/workers", ".py")):
        own = [path for path in files_of(root / folder) if path.name.endswith(ending)]
        site |= {path.relative_to(root).as_posix(): path for path in own}
    site["pyscript.toml"] = root / "pyscript.toml"
    site["notices.txt"] = notices(root)
    return site


def preload(site: Iterable[str]) -> str:
    """What the page needs first, and would otherwise ask for only after reading something else."""
    modules = [place for place in site if re.fullmatch(r"vendor/pyscript/(core|error|toml)-.*\.js", place)]
    modules.append("vendor/micropython/micropython.mjs")
    texts = ["vendor/micropython/micropython.wasm", "pyscript.toml", "py/workers/table.py"]
    texts += [place for place in site if place.startswith("py/page/")]
    return "\n".join(
        [f'<link rel="modulepreload" href="./{place}">' for place in modules]
        + [f'<link rel="preload" as="fetch" crossorigin href="./{place}">' for place in texts]
    )


def index(source: str, site: Iterable[str]) -> str:
    """index.html with each line ``<!-- build:NAME -->`` replaced: by the preload lines, or by that part of the page
    as ``rosecrown.screens.prerender`` draws it, so that it is there before Python is."""
    if SWITCH not in source:
        raise ValueError(f"index.html must hold, before the first script of type mpy or py, the line\n{SWITCH}")
    parts = importlib.import_module("rosecrown.screens.prerender").PARTS

    def fill(line: re.Match[str]) -> str:
        if line[1] == "preload":
            return preload(site)
        if line[1] not in parts:
            raise ValueError(f"index.html asks for the part {line[1]}; prerender draws {', '.join(parts)}")
        return parts[line[1]]()

    return re.sub(r"^[ \t]*<!-- build:([a-z-]+) -->[ \t]*$", fill, source, flags=re.MULTILINE)


def integrity(path: Path) -> str:
    """A file's hash as the browser's fetch takes it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()


def build(root: Path = ROOT) -> Path:
    """Build ``root``/site and return it."""
    (root / "build").mkdir(exist_ok=True)
    with (root / "build/lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two builds at a time would take away each other's folder
        new, old, target = root / "build/site", root / "build/site-old", root / "site"
        for folder in (new, old):
            shutil.rmtree(folder, ignore_errors=True)
        site = collect(root)
        for place, content in site.items():
            path = new / place
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, Path):
                shutil.copyfile(content, path)
            else:
                path.write_text(content, "utf-8")
        worker = (root / "sw.js").read_text("utf-8")
        page = new / "index.html"
        page.write_text(index((root / "index.html").read_text("utf-8"), site), "utf-8")
        version = hashlib.sha256((digest(files_of(new), new) + worker).encode()).hexdigest()[:12]
        counted = [path for path in files_of(new) if not path.relative_to(new).as_posix().startswith(UNCOUNTED)]
        html = f'<html data-version="{version}" data-bytes="{sum(path.stat().st_size for path in counted)}"'
        html, found = re.subn(r"<html\b", html, page.read_text("utf-8"), count=1)
        if not found:
            raise ValueError("index.html has no <html> to bear the version")
        page.write_text(html, "utf-8")
        # The page's own address stands for index.html: some hosts redirect from the one to the other.
        places = {path.relative_to(new).as_posix(): integrity(path) for path in files_of(new)}
        places = {"./": places.pop("index.html")} | {f"./{place}": value for place, value in places.items()}
        worker = worker.replace('"build:version"', json.dumps(version))
        worker = worker.replace('"build:files"', json.dumps(places, indent=1))
        (new / "sw.js").write_text(worker, "utf-8")
        if target.exists():
            target.rename(old)
        new.rename(target)
        shutil.rmtree(old, ignore_errors=True)
    return target


def main() -> None:
    start = time.perf_counter()
    try:
        site = build()
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        sys.exit(f"The site can't be built: {error}")
    size = sum(path.stat().st_size for path in files_of(site)) / 1e6
    print(f"site/ built: {len(files_of(site))} files, {size:.1f} MB, {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
