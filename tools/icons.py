"""Draw web/public's PNG icons from its icon.svg, with a Chromium: python tools/icons.py [CHROMIUM]."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PUBLIC = Path(__file__).resolve().parents[1] / "web" / "public"
GROUND = "#e0a526"
# Systems cut maskable icons to a shape of their own: the ground reaches the edges, the panda keeps away from them.
ICONS = {
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "icon-maskable.png": (512, 0.86),
    "apple-touch-icon.png": (180, 0.94),
}


def main() -> int:
    """Draw them all; the exit code."""
    chromium = sys.argv[1] if len(sys.argv) > 1 else shutil.which("chromium")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        for name, (size, scale) in ICONS.items():
            draw(page, name, size, scale)
        browser.close()
    return 0


def draw(page: Page, name: str, size: int, scale: float) -> None:
    """One icon; a smaller panda stands on ground that fills the square."""
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    ground = "transparent" if scale == 1 else GROUND
    margin = size * (1 - scale) / 2
    style = (
        f"body {{ margin: 0; background: {ground} }} svg {{ display: block; overflow: visible; margin: {margin}px }}"
    )
    if scale != 1:
        drawing = drawing.replace(' clip-path="url(#tile)"', "")
    drawing = drawing.replace('width="64" height="64"', f'width="{size * scale}" height="{size * scale}"', 1)
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(f"<style>{style}</style>{drawing}")
    page.screenshot(path=PUBLIC / name, omit_background=True)
    print(PUBLIC / name)


if __name__ == "__main__":
    sys.exit(main())
