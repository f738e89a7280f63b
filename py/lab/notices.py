"""site/notices.txt: whose work is served with ours, and under which licence."""

from __future__ import annotations

import json
import re
from pathlib import Path

# npm packages that only serve Node or an editor, never the page.
NOT_SERVED = ("node_modules/@types/", "node_modules/ws")

# What is compiled or bundled into the packages without a package of its own: name, licence, copyright, where it is.
INSIDE = (
    ("CPython and its standard library", "PSF-2.0", "2001 Python Software Foundation", "pyodide"),
    ("Emscripten and musl", "MIT", "2010 Emscripten authors, 2005 Rich Felker and others", "pyodide, micropython"),
    ("libffi", "MIT", "1996 Anthony Green, Red Hat, Inc and others", "pyodide"),
    ("Expat", "MIT", "1998 Thai Open Source Software Center Ltd, Clark Cooper and Expat maintainers", "pyodide"),
    ("HACL*", "MIT", "2016 INRIA, CMU and Microsoft Corporation", "pyodide"),
    ("zlib", "Zlib", "1995 Jean-loup Gailly and Mark Adler", "pyodide"),
    ("bzip2", "bzip2-1.0.6", "1996 Julian Seward", "pyodide"),
    ("XZ Utils' liblzma", "0BSD", "The authors of XZ Utils", "pyodide"),
    ("Zstandard", "BSD-3-Clause", "Meta Platforms, Inc. and affiliates", "pyodide"),
    ("libmpdec", "BSD-2-Clause", "2008 Stefan Krah", "pyodide"),
    ("zip.js", "BSD-3-Clause", "2013 Gildas Lormeau", "pyscript"),
)  # fmt: skip
# Packages whose licence file is missing from npm's package: who holds the copyright.
HOLDERS = {
    "pyodide": "2019 Pyodide contributors and Mozilla",
    "@micropython/micropython-webassembly-pyscript": "2013 Damien P. George and others",
}
HEAD = """Rose & Crown is free software under the MIT licence. It is served together with the work of others,
which is unchanged but for Python's standard library, of which the used part is compiled.
The sources of what is compiled are published by the projects named here.
"""


def licence_text(root: Path, licence: str, copyright: str) -> str:
    """The text of a licence, by its SPDX identifier, with the copyright notice in its place."""
    path = root / f"node_modules/spdx-license-list/licenses/{licence}.json"
    text = json.loads(path.read_text("utf-8"))["licenseText"]
    body = re.sub(r"^(ISC License:?|Copyright \(c\) .*(<|YEAR|ISC|Internet).*)\n+", "", text, flags=re.I | re.M)
    return f"Copyright (c) {copyright}\n\n{body.strip()}"


def notices(root: Path) -> str:
    lock = json.loads((root / "package-lock.json").read_text("utf-8"))["packages"]
    sections = []
    for place, entry in sorted(lock.items()):
        if not place or entry.get("dev") or place.startswith(NOT_SERVED):
            continue
        name = place.rpartition("node_modules/")[2]
        own = sorted((root / place).glob("LICENSE*"))
        if own:
            text = own[0].read_text("utf-8").strip()
        else:
            author = json.loads((root / place / "package.json").read_text("utf-8")).get("author", "")
            holder = HOLDERS.get(name) or (author if isinstance(author, str) else author["name"])
            text = licence_text(root, entry["license"], holder)
        sections.append((f"{name} {entry['version']} ({entry['license']})", text))
    for name, licence, copyright, where in INSIDE:
        sections.append((f"{name}, in {where} ({licence})", licence_text(root, licence, copyright)))
    line = "=" * 100
    return HEAD + "".join(f"\n\n{line}\n{title}\n{line}\n\n{text}\n" for title, text in dict(sections).items())
