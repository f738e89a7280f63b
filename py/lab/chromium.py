"""The Chromium for tests, measurements and pictures; ``python -m lab.chromium`` installs one if there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

# Quiet, the same everywhere, and unable to find any host but this one.
ARGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
]
if hasattr(os, "geteuid") and os.geteuid() == 0:
    ARGS.append("--no-sandbox")  # Chromium refuses to run as root with it


def find() -> str | None:
    """The path of the system's Chromium (or the one named by CHROMIUM); None: Playwright's own."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


def launch_options() -> dict[str, object]:
    """Keywords for Playwright's ``launch`` and ``launch_persistent_context``."""
    return {"args": ARGS, "executable_path": find()}


def ensure() -> None:
    """Install a Chromium if there is none: Debian's (with a font to write in) as root, else Playwright's own."""
    if find():
        return
    with sync_playwright() as playwright:
        if os.path.exists(playwright.chromium.executable_path):
            return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for command in ("update", "install --yes --no-install-recommends chromium fonts-dejavu-core"):
            subprocess.run(["apt-get", "--quiet=2", *command.split()], check=True, env=environment)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


if __name__ == "__main__":
    ensure()
