"""Draw assets/icons/*.png from the two SVG files beside them: ``python -m lab.icons`` (make icons)."""

from __future__ import annotations

from playwright.sync_api import sync_playwright

from lab import chromium
from lab.site import ROOT

FOLDER = ROOT / "assets/icons"
# The maskable drawing fills its square, its emblem inside the circle that every system's mask leaves visible.
PICTURES = (("icon", "icon-192", 192), ("icon", "icon-512", 512), ("maskable", "maskable-512", 512))


def main() -> None:
    chromium.ensure()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium.launch_options())
        for source, name, size in PICTURES:
            page = browser.new_page(viewport={"width": size, "height": size})
            drawing = (FOLDER / f"{source}.svg").read_text("utf-8")
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>{drawing}")
            page.screenshot(path=FOLDER / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
