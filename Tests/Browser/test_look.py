"""A community's own logo and colour: chosen in the portal, seen everywhere, legible whatever was chosen."""
import json

import pytest

from harness import accessibility

DRAWING = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><circle cx="50" cy="50" r="44" fill="#0a7d6c"/>
<text x="110" y="68" font-size="56" font-family="sans-serif" fill="#0b3d36">Lakeside</text></svg>"""

# What is hardest to write with or on.
AWKWARD = ["#ffff00", "#ffffff", "#000000", "#808080", "#e8590c"]


@pytest.fixture
def owner(open_page):
    """The owner's page for it; the site has its usual look again afterwards."""
    page = open_page(person="owner")
    page.goto("/admin/look")
    yield page
    for button in ("Remove logo", "Use the default colour"):
        page.goto("/admin/look")
        if page.get_by_role("button", name=button).count():
            with page.expect_navigation():
                page.get_by_role("button", name=button).click()


def choose(page, colour):
    page.goto("/admin/look")
    page.get_by_label("Colour of the site").fill(colour)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").first.wait_for()


@pytest.mark.covers("CORE-051")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_can_be_read_whichever_colour_is_chosen(open_page, owner, theme):
    guest = open_page(theme=theme)
    staff = open_page(theme=theme, person="owner")
    for colour in AWKWARD:
        choose(owner, colour)
        for page, places in ((guest, ("/", "/account/sign-in")), (staff, ("/admin", "/admin/look"))):
            for place in places:
                page.goto(place)
                accessibility.assert_accessible(page)


@pytest.mark.covers("CORE-051")
def test_the_colour_is_that_of_buttons_links_and_the_frame_and_apps_keep_theirs(open_page, owner):
    colour = "getComputedStyle(document.documentElement).getPropertyValue"
    guest = open_page(person="astrid")
    guest.goto("/library")
    honey = guest.locator(".shell-header").evaluate("it => getComputedStyle(it).backgroundColor")
    choose(owner, "#7048e8")
    assert owner.get_by_text("your colour is lightened to", exact=False).first.is_visible()
    guest.goto("/library")
    assert guest.locator(".shell-header").evaluate("it => getComputedStyle(it).backgroundColor") == honey
    assert guest.evaluate(f"{colour}('--action')").strip() == "#7048e8"
    guest.goto("/")
    assert guest.locator(".shell-header").evaluate("it => getComputedStyle(it).backgroundColor") == "rgb(112, 72, 232)"
    assert guest.locator("meta[name=theme-color]").get_attribute("content") == "#7048e8"
    guest.goto("/volunteers")
    assert guest.evaluate(f"{colour}('--action')").strip() != "#7048e8", "this app has buttons of its own colour"
    owner.goto("/admin/look")
    owner.get_by_role("button", name="Use the default colour").click()
    owner.get_by_text("Default colour restored").first.wait_for()
    guest.goto("/")
    assert guest.evaluate(f"{colour}('--action')").strip() == "#1558b3"
    assert guest.locator("link[href*='site-look']").count() == 0


@pytest.mark.covers("CORE-051")
def test_the_picker_and_the_digits_say_the_same(open_page, owner):
    digits, picker = owner.get_by_label("Colour of the site"), owner.get_by_label("Pick a colour")
    assert digits.input_value() == "" and picker.input_value() == "#1558b3"
    picker.fill("#2b8a3e")
    assert digits.input_value() == "#2b8a3e"
    digits.fill("FFD400")
    assert picker.input_value() == "#ffd400"
    digits.fill("yellow")
    owner.get_by_role("button", name="Save").click()
    owner.get_by_text("Enter six characters", exact=False).first.wait_for()
    assert owner.get_by_label("Colour of the site").input_value() == "yellow"
    # The browser itself reports the refusal.
    open_page.complaints[:] = [complaint for complaint in open_page.complaints if "422" not in complaint]


@pytest.mark.covers("CORE-030", "CORE-002", "CORE-051")
def test_a_logo_is_in_every_header_and_in_the_icons_of_the_installed_site(open_page, owner, view):
    size, theme = view
    owner.locator("input[type=file]").set_input_files({"name": "logo.svg", "mimeType": "image/svg+xml", "buffer": DRAWING})
    owner.get_by_role("button", name="Save").click()
    owner.get_by_role("img", name="Your logo").wait_for()
    guest = open_page(size=size, theme=theme)
    for place in ("/", "/library", "/account/sign-in"):
        guest.goto(place)
        logo = guest.locator(".shell-header > .brand .brand-logo, .bare-header .brand-logo")
        assert logo.is_visible() and logo.evaluate("it => it.decode().then(() => it.naturalWidth)") == 640, place
        box = logo.bounding_box()
        assert box["height"] >= 20 and box["x"] + box["width"] <= guest.viewport_size["width"], place
        accessibility.assert_fits(guest)
        accessibility.assert_accessible(guest)
    manifest = json.loads(guest.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.text())"))
    assert sorted((icon["sizes"], icon["purpose"]) for icon in manifest["icons"]) == [
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")]
    for icon in manifest["icons"]:
        width = guest.evaluate(
            "async (src) => { const image = new Image(); image.src = src; await image.decode(); return image.naturalWidth; }", icon["src"])
        assert f"{width}x{width}" == icon["sizes"]
