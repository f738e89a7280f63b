"""Serve a folder on localhost: ``python -m lab.serve [FOLDER] [--port N]``, and the server that the tests use.

The standard library's server, with the types that modules and WebAssembly need, and "always revalidate", so that a
rebuilt site is seen at the next reload.
"""

from __future__ import annotations

import argparse
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Handler(SimpleHTTPRequestHandler):
    server: Server
    # Some systems' registries call .js text/plain; a module or WebAssembly with a wrong type isn't run.
    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def translate_path(self, path: str) -> str:
        """A path below the server's prefix, in the server's folder; outside the prefix nothing exists."""
        prefix = self.server.prefix
        if not unquote(urlsplit(path).path).startswith(prefix):
            return str(self.server.folder / "outside the prefix")
        self.directory = str(self.server.folder)
        return super().translate_path("/" + path[len(prefix) :])

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: what a reader of the terminal wants is the address."""


class Server(ThreadingHTTPServer):
    """Serves ``folder`` under ``prefix`` (which ends in a slash). Port 0 takes a free one."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int = 0, prefix: str = "/") -> None:
        self.folder, self.prefix = folder, prefix
        super().__init__(("127.0.0.1", port), Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that leaves in the middle of an answer is none."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    @property
    def url(self) -> str:
        return f"http://localhost:{self.server_address[1]}{self.prefix}"

    def start(self) -> None:
        """Serve in a thread, until ``stop``."""
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def stop(self) -> None:
        """Gone: a request now is refused."""
        self.shutdown()
        self.server_close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve a folder on localhost.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("site"))
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    try:
        server = Server(options.folder, options.port)
    except OSError as error:
        hint = f"Another one: make play PORT={options.port + 1}"
        sys.exit(f"Port {options.port} can't be used ({error.strerror}). {hint}")
    print(f"Rose & Crown: {server.url}  (Ctrl-C stops)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.server_close()


if __name__ == "__main__":
    main()
