"""An Android phone: Debian's Chromium with the screen, the touch and the user agent of one."""
from playwright.sync_api import Error

from harness.phone import PATIENCE, Phone

DEVICE = "Pixel 7"


class Android(Phone):
    make = "Android"
    BETWEEN_PAGES = (Error,)

    def __init__(self, playwright, browser, url, screen=None):
        device = {name: value for name, value in playwright.devices[DEVICE].items() if name != "default_browser_type"}
        if screen:
            device["viewport"] = {"width": screen[0], "height": screen[1]}
        self.url = url
        self.context = browser.new_context(base_url=url, locale="en-GB", ignore_https_errors=url.startswith("https:"), **device)
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page = self.context.new_page()
        self.protocol = self.context.new_cdp_session(self.page)

    def open(self, path):
        self.page.goto(path, wait_until="load")

    def ask(self, expression):
        return self.page.evaluate(expression)

    def press(self, selector):
        self.page.locator(selector).first.tap()

    def write(self, selector, words):
        field = self.page.locator(selector).first
        field.tap()
        field.fill("")
        self.page.keyboard.insert_text(words)

    def choose(self, selector, label):
        self.page.select_option(selector, label=label)

    def picture(self, path):
        self.page.screenshot(path=path)

    def installability(self):
        """What Chromium has against installing the app, besides that a test's window is a private one."""
        found = self.protocol.send("Page.getInstallabilityErrors")["installabilityErrors"]
        return [error for error in found if error["errorId"] != "in-incognito"]

    def close(self):
        self.context.close()
