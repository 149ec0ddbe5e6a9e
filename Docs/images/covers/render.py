"""Renders the covers of the demo's stories from their drawings; README.md tells how."""
import pathlib
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

STORIES = pathlib.Path(__file__).resolve().parents[3] / "Sources/Apps/StoriesApp/Resources/demo"
WIDTH, HEIGHT, LARGEST = 640, 960, 60_000


def render(browser, drawing):
    page = browser.new_page(viewport={"width": 800, "height": 1200}, device_scale_factor=1)
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing.read_text()}")
    target = drawing.with_suffix(".jpg")
    with tempfile.TemporaryDirectory() as folder:
        shot = pathlib.Path(folder) / "cover.png"
        page.screenshot(path=shot)
        for quality in range(90, 40, -4):
            subprocess.run(
                ["vipsthumbnail", shot, "--size", f"{WIDTH}x{HEIGHT}", "-o", f"{target}[Q={quality},strip,optimize-coding]"], check=True
            )
            if target.stat().st_size <= LARGEST:
                break
    print(f"{drawing.parent.name}: quality {quality}, {target.stat().st_size} bytes")


def main():
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for drawing in sorted(STORIES.glob("*/cover.svg")):
            if not sys.argv[1:] or drawing.parent.name in sys.argv[1:]:
                render(browser, drawing)


main()
