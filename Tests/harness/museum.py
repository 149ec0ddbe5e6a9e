"""The demo's museum, as browsers use it."""
import time

from harness.chromium import OPTIONS
from harness.waiting import PATIENCE


def sign_in(page, email, password):
    page.goto("/account/sign-in")
    page.fill("input[name=email]", email)
    page.fill("input[name=password]", password)
    page.locator("form:has(input[name=password]) button[type=submit]").first.click()
    page.wait_for_url(lambda url: "/account/sign-in" not in url)


def open_always(playwright, url, owner):
    """Opens the museum around the clock, so that visits count whenever a test runs."""
    browser = playwright.chromium.launch(**OPTIONS)
    page = browser.new_page(base_url=url)
    sign_in(page, owner["email"], owner["password"])
    end = time.monotonic() + PATIENCE
    # The demo fills after its people are there, and says where its museum is.
    while True:
        page.goto("/admin/settings")
        page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
        if page.input_value("[name='museum.place']"):
            break
        assert time.monotonic() < end
        time.sleep(0.5)
    hours = page.locator("[name='museum.hours']")
    hours.fill("Mo-Su 00:00-24:00")
    hours.locator("xpath=ancestor::form").locator("button:not([type=button])").last.click()
    page.get_by_text("Open today: 00:00–24:00").first.wait_for()
    browser.close()
