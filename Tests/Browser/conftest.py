"""Pages in Debian's Chromium: three sizes, two themes, and what every page must hold."""
import itertools

import pytest
from playwright.sync_api import sync_playwright

from harness import screens
from harness.chromium import OPTIONS, WHOLE
from harness.screens import SIZES, THEMES



@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def chromium(playwright):
    browser = playwright.chromium.launch(**OPTIONS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_chromium(playwright):
    """For tests that sign out."""
    browser = playwright.chromium.launch(**WHOLE)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def signed_in(chromium, demo, cast):
    """The cookies of each demo person, from one sign-in for the whole run: signing in is rate-limited on purpose."""
    kept = {}

    def cookies(person):
        if person not in kept:
            context = chromium.new_context(base_url=demo.url)
            page = context.new_page()
            page.goto("/account/sign-in")
            page.fill("input[name=email]", cast[person]["email"])
            page.fill("input[name=password]", cast[person]["password"])
            page.locator("form:has(input[name=password]) button[type=submit]").first.click()
            page.wait_for_url(lambda url: "/account/sign-in" not in url)
            kept[person] = context.storage_state()
            context.close()
        return kept[person]

    return cookies


@pytest.fixture
def open_page(chromium, demo, signed_in):
    """Opens a browser of its own: `open_page(size="phone", theme="dark", person="member", script=True)`.

    Without its service `worker`, what a page asks for can be held: the worker's own requests pass by `page.route`.

    When the test ends, nothing may have gone wrong in the background: no script error, no refused resource. A page whose
    connection was cut asks in vain, up to its end.
    """
    contexts, complaints = [], []

    def opened(size="desktop", theme="light", person=None, script=True, worker=True):
        width, height = SIZES[size]
        context = chromium.new_context(
            base_url=demo.url, viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce",
            java_script_enabled=script, service_workers="allow" if worker else "block", has_touch=size != "desktop", locale="en-GB", storage_state=signed_in(person) if person else None)
        context.set_default_timeout(60_000)
        context.was_cut = False
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda message: message.type == "error" and complaints.append(f"{page.url}: {message.text}"))
        return page

    opened.complaints = complaints
    yield opened
    for context in contexts:
        context.close()
    if any(context.was_cut for context in contexts):
        complaints = [one for one in complaints if "ERR_INTERNET_DISCONNECTED" not in one and "ERR_FAILED" not in one]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def page(open_page):
    """A guest's page on a desktop in light colours."""
    return open_page()


@pytest.fixture(params=list(itertools.product(SIZES, THEMES)), ids=lambda view: "-".join(view))
def view(request):
    """Each size in each theme, one after the other: (size, theme)."""
    return request.param


@pytest.fixture
def screenshot():
    """Keeps a picture of a page if pictures are wanted: `screenshot(page, "home-phone-dark")`."""
    return lambda page, name: screens.keep(page.screenshot, name)
