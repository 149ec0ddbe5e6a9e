"""Visits of museum members: the phone is asked for its place where somebody turns them on, and nowhere else."""
import json
import re

import pytest

from harness import accessibility
from harness.chromium import OPTIONS
from harness.museum import open_always, sign_in
from harness.screens import SIZES
from harness.server import Server
from harness.waiting import until

# Where the demo's museum is.
HERE = {"latitude": 56.6634, "longitude": 16.3568, "accuracy": 12}
# Counts how often a page asks the browser for its place.
ASKED = """() => {
  window.asked = 0
  const own = navigator.geolocation
  for (const name of ['getCurrentPosition', 'watchPosition']) {
    const ask = own[name].bind(own)
    own[name] = (...words) => { window.asked += 1; return ask(...words) }
  }
}"""


@pytest.fixture(scope="module")
def museum(tmp_path_factory, playwright, cast):
    """The demo's museum, open around the clock."""
    with Server(tmp_path_factory.mktemp("museum") / "site", "--apps", "museum", demo=True) as running:
        open_always(playwright, running.url, cast["owner"])
        yield running


@pytest.fixture
def phone(playwright, museum, cast):
    """A member's phone, which lets pages know where it is or doesn't: `phone("mira", allows=True)`."""
    browser = playwright.chromium.launch(**OPTIONS)

    def opened(person, allows, size="phone", **options):
        width, height = SIZES[size]
        context = browser.new_context(
            base_url=museum.url, locale="en-GB", viewport={"width": width, "height": height}, geolocation=HERE,
            permissions=["geolocation"] if allows else [], **options)
        page = context.new_page()
        page.add_init_script(f"({ASKED})()")
        sign_in(page, cast[person]["email"], cast[person]["password"])
        return page

    yield opened
    browser.close()


def turn_on(page):
    page.goto("/museum/privacy")
    assert page.evaluate("window.asked") == 0
    page.get_by_label("Count my visits").check()
    page.get_by_role("button", name="Save").first.click()
    page.get_by_text("Your visits are counted from now on.").wait_for()


@pytest.mark.covers("CORE-005", "MUS-035", "MUS-036", "MUS-045", "MUS-057")
def test_a_phone_is_asked_where_visits_are_turned_on_and_keeps_nothing_about_whose_it_is(phone, cast):
    page = phone("mira", allows=True)
    for path in ("/museum", "/museum/gallery", "/museum/profile", "/museum/privacy"):
        page.goto(path)
        assert page.evaluate("window.asked") == 0, path
    accessibility.assert_accessible(page)
    accessibility.assert_fits(page)

    def counts(answer):
        return answer.request.method == "POST" and answer.url.endswith("/api/v1/museum/visits")

    # The page where it was turned on counts as well: its answer isn't that of the next.
    with page.expect_response(counts):
        turn_on(page)
    with page.expect_response(counts) as answer:
        page.goto("/museum")
    assert [place["latitude"] for place in json.loads(answer.value.request.post_data)["positions"]] == [HERE["latitude"]]
    assert answer.value.json()["state"] == "on"
    kept = page.evaluate("JSON.stringify([Object.assign({}, localStorage), Object.assign({}, sessionStorage)])")
    assert "on" in kept and "mira" not in kept.lower() and "56.6" not in kept
    # Turned off, no page asks any more.
    page.goto("/museum/privacy")
    page.get_by_label("Count my visits").uncheck()
    page.get_by_role("button", name="Save").first.click()
    page.get_by_text("What was recorded is deleted.").wait_for()
    page.goto("/museum")
    assert page.evaluate("window.asked") == 0 and page.evaluate("localStorage.getItem('stoa.museum-visits')") is None


@pytest.mark.covers("CORE-005", "MUS-036", "MUS-040")
def test_a_phone_that_says_no_keeps_the_choice_and_everything_else(phone):
    page = phone("larkin", allows=False)
    turn_on(page)
    page.get_by_text("Your browser doesn’t share your location.").wait_for()
    assert page.get_by_label("Count my visits").is_checked()
    page.goto("/museum")
    assert page.evaluate("window.asked") == 0
    page.goto("/museum/profile")
    assert page.locator(".member-card").is_visible()


@pytest.mark.covers("MUS-032", "MUS-039", "MUS-046")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_staff_make_rewards_and_look_at_visits(phone, size):
    page = phone("ottilie", allows=False, size=size)
    for path in ("/admin/museum/visits", "/admin/museum/rewards"):
        page.goto(path)
        accessibility.assert_accessible(page)
        accessibility.assert_fits(page)
    page.get_by_label("Title", exact=True).fill(f"Tea on a {size}")
    page.get_by_label("First day").fill("2026-01-01")
    page.get_by_label("Last day").fill("2099-12-31")
    page.get_by_role("button", name="Add reward").click()
    page.get_by_text("Choose who gets it.").first.wait_for()
    page.get_by_label("Single").check()
    page.get_by_role("button", name="Add reward").click()
    page.get_by_role("link", name=f"Tea on a {size}").wait_for()
    member = phone("mira", allows=False, size=size)
    member.goto("/museum/profile")
    member.get_by_role("link", name=f"Tea on a {size}").click()
    accessibility.assert_accessible(member)


@pytest.mark.covers("MUS-059")
def test_without_a_connection_a_page_says_what_works_and_what_does_not(phone):
    page = phone("mira", allows=False)
    page.goto("/museum/gallery")
    line = page.get_by_text("If you’ve opened your entrance code on this device, it still works.")
    assert not line.is_visible()
    page.context.set_offline(True)
    line.wait_for()
    page.context.set_offline(False)
    line.wait_for(state="hidden")


@pytest.mark.covers("MUS-041")
def test_the_opening_screen_of_the_installed_app_goes_by_itself_and_stops_no_touch(phone):
    page = phone("mira", allows=False, bypass_csp=True)
    # A browser that nobody installed the app in shows none.
    page.goto("/museum")
    screen = page.locator("[data-museum-opening]")
    assert screen.count() == 1 and not screen.is_visible()
    # What the installed app would show, in the browser of a test.
    page.add_style_tag(content=style_of_installed_app(page))
    assert screen.evaluate("(screen) => getComputedStyle(screen).pointerEvents") == "none"
    until(page, "getComputedStyle(document.querySelector('[data-museum-opening]')).visibility === 'hidden'")
    page.get_by_role("link", name="Events").first.click()
    page.wait_for_url("**/museum/events")


def style_of_installed_app(page):
    sheets = page.evaluate(
        "Promise.all([...document.querySelectorAll('link[rel=stylesheet]')].map((link) => fetch(link.href).then((answer) => answer.text())))"
        ".then((texts) => texts.join('\\n'))")
    return re.sub(r"\(display-mode: ?standalone\)", "all", sheets)
