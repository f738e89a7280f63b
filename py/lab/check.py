"""Everything that must hold, in one run with one summary: ``make test``.

A step that fails doesn't keep the later ones from running. The last line counts: each test, and each other step as one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from lab import chromium, site


def pytest(folder: str, *options: str) -> list[str]:
    parallel = ("--numprocesses=auto", "--dist=loadgroup")
    return ["pytest", folder, "--quiet", *parallel, f"--junitxml=build/{folder}.xml", *options]


STEPS = {
    "lint": ["ruff", "check", "."],
    "types": ["mypy"],
    "tests": pytest("tests"),
    "site": ["lab.site"],
    "e2e": pytest("e2e", "--screenshot=only-on-failure", "--output=build/e2e"),
}


def counts(name: str, code: int) -> tuple[int, int, int]:
    """Passed, failed and skipped of a finished step; a step without tests, or without a report, counts as one."""
    report = site.ROOT / f"build/{name}.xml"
    if not report.exists():
        return int(code == 0), int(code != 0), 0
    passed = failed = skipped = 0
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skip = int(suite.get("skipped", 0))
        passed += int(suite.get("tests", 0)) - bad - skip
        failed += bad
        skipped += skip
    return passed, max(failed, int(code != 0)), skipped


def main() -> None:
    os.chdir(site.ROOT)
    Path("build").mkdir(exist_ok=True)
    chromium.ensure()
    rows, total = [], [0, 0, 0]
    for name, command in STEPS.items():
        print(f"\n=== {name}: {' '.join(command)}", flush=True)
        Path(f"build/{name}.xml").unlink(missing_ok=True)
        start = time.perf_counter()
        code = subprocess.run([sys.executable, "-m", *command]).returncode
        result = counts(name, code)
        total = [a + b for a, b in zip(total, result, strict=True)]
        rows.append(f"{name:8}{'FAILED' if result[1] else 'ok':8}{result[0]:6} passed{result[1]:6} failed"
                    f"{result[2]:6} skipped{time.perf_counter() - start:8.1f} s")  # fmt: skip
    print("\n=== summary", *rows, "", sep="\n")
    print(f"{total[0]} passed, {total[1]} failed, {total[2]} skipped", flush=True)
    sys.exit(1 if total[1] else 0)


if __name__ == "__main__":
    main()
