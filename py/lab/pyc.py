"""Compile Python sources to a zip of .pyc files. Runs in the browser's own interpreter: compile.mjs starts it.

Parsing the sources of the standard library is most of Pyodide's start, so both it and the product's own package are
compiled once, here. The .pyc files are unchecked (no source is there to check them against) and bit for bit the same
for the same sources.
"""

import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

# Parts of the standard library that a program in a browser's worker can't use, or that neither Pyodide nor the product
# imports: consoles, processes, mail, the web, other file formats, debuggers, test tools, and encodings of old
# systems (but cp437, in which zip files name their files).
UNUSED = (
    "__hello__.py", "__phello__/", "_aix_support.py", "_ast_unparse.py", "_ios_support.py", "_android_support.py",
    "_markupbase.py", "_pydatetime.py", "_pyio.py", "_pyrepl/", "_strptime.py", "_sysconfigdata", "antigravity.py",
    "argparse.py", "bdb.py", "cProfile.py", "calendar.py", "cmd.py", "code.py", "colorsys.py", "compileall.py",
    "configparser.py", "csv.py", "ctypes/", "curses/", "dbm/", "decimal.py", "difflib.py", "doctest.py", "email/",
    "encodings/big5", "encodings/cp1", "encodings/cp7", "encodings/cp8", "encodings/cp9", "encodings/euc",
    "encodings/gb", "encodings/hp", "encodings/iso", "encodings/johab", "encodings/koi", "encodings/kz",
    "encodings/mac", "encodings/ptcp", "encodings/shift", "encodings/tis", "ensurepip/", "filecmp.py",
    "fileinput.py", "fractions.py", "ftplib.py", "getopt.py", "getpass.py", "gettext.py", "graphlib.py",
    "html/parser.py", "http/", "idlelib/", "imaplib.py", "importlib/metadata/", "lib2to3/", "logging/config.py",
    "logging/handlers.py", "mailbox.py", "mimetypes.py", "modulefinder.py", "multiprocessing/", "netrc.py",
    "nturl2path.py", "optparse.py", "pdb.py", "pickletools.py", "platform.py", "plistlib.py", "poplib.py",
    "profile.py", "pstats.py", "pty.py", "py_compile.py", "pyclbr.py", "pydoc.py", "pydoc_data/",
    "pyodide/console.py", "quopri.py", "rlcompleter.py", "sched.py", "shelve.py", "smtplib.py", "socketserver.py",
    "sqlite3/", "sre_", "statistics.py", "stringprep.py", "symtable.py", "sysconfig/", "tabnanny.py", "tarfile.py",
    "this.py", "timeit.py", "tkinter/", "tomllib/", "trace.py", "tracemalloc.py", "tty.py", "turtle.py",
    "turtledemo/", "unittest/", "urllib/error.py", "urllib/request.py", "urllib/response.py",
    "urllib/robotparser.py", "uuid.py", "wave.py", "webbrowser.py", "wsgiref/", "xml/", "xmlrpc/", "zipapp.py",
    "zoneinfo/",
)  # fmt: skip


def read_zip(path):
    """The standard library as it came: (name, bytes) of every file but the unused ones."""
    with zipfile.ZipFile(path) as source:
        for name in source.namelist():
            if not name.startswith(UNUSED) and not name.endswith("/"):
                yield name, source.read(name)


def read_folder(folder):
    """The package in ``folder``: (name, bytes) of every file, data files too, under the package's own name."""
    for path in sorted(Path(folder).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(Path(folder).parent).as_posix(), path.read_bytes()


def pack(source, target, optimize):
    """Write ``source`` (a zip, or a package's folder) to the zip ``target`` with every .py compiled."""
    files = read_folder(source) if Path(source).is_dir() else read_zip(source)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, data in files:
            if name.endswith(".py"):
                code = compile(data, name, "exec", dont_inherit=True, optimize=optimize)
                name, data = name + "c", bytes(_code_to_hash_pyc(code, b"\0" * 8, checked=False))
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, data)
