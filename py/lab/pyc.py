"""Compile Python sources to an archive of .pyc files. Runs in the browser's own interpreter: compile.mjs starts it.

Parsing sources is most of the start of Pyodide and PyScript, so the standard library, PyScript's modules and the
product's own package are compiled once, here. The .pyc files are unchecked (nobody looks for changed sources) and bit
for bit the same for the same sources.
"""

import gzip
import io
import sys
import tarfile
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


def compiled(name, data, optimize):
    """The .pyc file of a source."""
    code = compile(data, name, "exec", dont_inherit=True, optimize=optimize)
    return bytes(_code_to_hash_pyc(code, b"\0" * 8, checked=False))


def pack_library(source, target):
    """Write the standard library ``source`` (a zip) to the zip ``target``, every .py compiled, docstrings left out."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, data in read_zip(source):
            if name.endswith(".py"):
                name, data = name + "c", compiled(name, data, 2)
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, data)


def pack_app(package, pyscript, target):
    """Write our ``package`` and the caches of PyScript's modules (folders) to the compressed tar file ``target``.

    PyScript writes the sources of its modules at each start; Python takes the caches beside them."""
    with tarfile.open(fileobj=(plain := io.BytesIO()), mode="w", format=tarfile.USTAR_FORMAT) as out:

        def put(name, data):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            out.addfile(entry, io.BytesIO(data))

        for name, data in read_folder(package):
            if name.endswith(".py"):
                name, data = name + "c", compiled(name, data, 1)  # docstrings stay: dataclass() computes missing ones
            put(name, data)
        for name, data in read_folder(pyscript):
            folder, _, module = name.removesuffix(".py").rpartition("/")
            put(f"{folder}/__pycache__/{module}.{sys.implementation.cache_tag}.pyc", compiled(name, data, 2))
    Path(target).write_bytes(gzip.compress(plain.getvalue(), mtime=0))
