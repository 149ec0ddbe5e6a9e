"""The museum's gallery: looking into a large picture, and walking a tour, with scripts and without."""
import io

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import expect

from harness.chromium import OPTIONS
from harness.client import Client
from harness.museum import sign_in
from harness.screens import SIZES
from harness.server import Server
from harness.waiting import PATIENCE

expect.set_options(timeout=PATIENCE * 1000)


def grid():
    """5,000 pixels across: a line each 100 pixels, of which a smaller picture shows nothing sharp."""
    picture = Image.new("RGB", (5000, 3000), (240, 240, 240))
    drawing = ImageDraw.Draw(picture)
    for place in range(0, 5000, 100):
        drawing.line((place, 0, place, 3000), fill=(200, 0, 0))
        drawing.line((0, place, 5000, place), fill=(0, 0, 200))
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


@pytest.fixture(scope="module")
def museum(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("museum") / "site", owner=True) as running:
        owner = Client(running.url).sign_in(running.OWNER_EMAIL, running.OWNER_PASSWORD)
        for title in ("Grid", "Anchor", "Bell"):
            form = {"title": title, "kind": "picture", "alt": f"{title}, whole", "isPublic": "true", "text": f"The story of {title}."}
            content = grid() if title == "Grid" else b""
            files = [("grid.png", content)] if content else []
            assert owner.upload_all("/admin/museum/exhibits/new", files, form, "picture", "image/png").status == 303
        assert owner.upload_all("/admin/museum/tours/new", [], {"title": "By sea", "text": "Ahoy.", "isPublic": "true"}).status == 303
        for exhibit in (2, 3, 1):
            assert owner.post_form("/admin/museum/tours/1/stops", {"exhibit": exhibit}).status == 303
        yield running


@pytest.fixture
def opened(playwright, museum):
    """A new browser: `opened("phone", java_script_enabled=False)`."""
    browser = playwright.chromium.launch(**OPTIONS)

    def page(size, **options):
        width, height = SIZES[size]
        return browser.new_context(base_url=museum.url, locale="en-GB", viewport={"width": width, "height": height}, **options).new_page()

    yield page
    browser.close()


@pytest.mark.covers("MUS-026", "MUS-027", "MUS-047")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_large_picture_is_looked_into_until_its_own_pixels_show(opened, size):
    page = opened(size, device_scale_factor=2)
    page.goto("/museum/gallery/1")
    page.locator("[data-zoom]").click()
    expect(page.locator("dialog.zoom")).to_be_visible()
    page.wait_for_timeout(500)
    assert page.locator(".zoom-tile").count() == 0, "the page's own picture is sharp enough"
    for _ in range(5):
        page.keyboard.press("+")
    expect(page.locator(".zoom-tile").first).to_be_visible()
    page.wait_for_function("() => [...document.querySelectorAll('.zoom-tile')].every((tile) => tile.complete && tile.naturalWidth > 0)")
    # Parts lie exactly on the picture: the middle of the screen is the middle of both.
    shown = page.locator(".zoom-tile").first.evaluate(
        "(tile) => { const [x, y, wide] = tile.src.split('/').slice(-4)[0].split(',').map(Number);"
        " const box = tile.getBoundingClientRect(), whole = document.querySelector('.zoom-stage > img').getBoundingClientRect();"
        " const scale = Math.min(whole.width / 5000, whole.height / 3000);"
        " return [box.left - (whole.left + (whole.width - 5000 * scale) / 2 + x * scale), box.width - wide * scale]; }")
    assert all(abs(each) < 1 for each in shown), shown
    page.keyboard.press("Escape")
    expect(page.locator("dialog.zoom")).to_have_count(0)


@pytest.mark.covers("MUS-026", "MUS-047")
@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_tour_is_walked_from_its_first_stop_to_its_last(opened, has_scripts):
    page = opened("phone", java_script_enabled=has_scripts)
    page.goto("/museum/tours")
    page.get_by_role("link", name="By sea").click()
    page.get_by_role("link", name="Start tour").click()
    for place, title in enumerate(["Anchor", "Bell", "Grid"], 1):
        expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
        expect(page.get_by_text(f"Stop {place} of 3")).to_be_visible()
        expect(page.get_by_text(f"The story of {title}.")).to_be_visible()
        if place < 3:
            page.locator("a[rel=next]").click()
    expect(page.get_by_text("End of the tour")).to_be_visible()
    page.locator("a[rel=prev]").click()
    expect(page.get_by_role("heading", level=1, name="Bell")).to_be_visible()


@pytest.mark.covers("MUS-026", "MUS-047")
@pytest.mark.parametrize("has_scripts", [True, False])
def test_an_editor_finds_what_they_saved_and_hides_it_there(opened, museum, has_scripts):
    page = opened("phone", java_script_enabled=has_scripts)
    sign_in(page, museum.OWNER_EMAIL, museum.OWNER_PASSWORD)
    page.goto("/admin/museum/exhibits/3")
    page.set_input_files("input[name=picture]", {"name": "bell.png", "mimeType": "image/png", "buffer": grid()})
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/admin/museum/exhibits*#exhibit-3")
    row = page.locator("tr:target")
    expect(row).to_contain_text("Bell")
    expect(row).to_be_in_viewport()
    row.get_by_role("button", name="Hide Bell").click()
    expect(page.locator("tr:target").get_by_text("Hidden", exact=True)).to_be_visible()
    page.locator("tr:target").get_by_role("button", name="Show Bell").click()
    expect(page.locator("tr:target").get_by_text("Public", exact=True)).to_be_visible()
