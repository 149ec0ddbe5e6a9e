"""An iPhone: the engine of Safari in Debian's WebKitGTK, with the screen and the user agent of one, driven by WebDriver."""
import glob
import os
import shutil
import subprocess

from selenium.common.exceptions import JavascriptException, WebDriverException
from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

from harness.phone import PATIENCE, Phone

SCREEN = (390, 844)
USER_AGENT = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1")

# What is longer is pasted and not typed key by key.
LONG = 200

# The window of WebKitGTK's small browser is wider than a phone because of its own buttons; without width and height they leave room.
NO_FRAME = """
headerbar, headerbar *, toolbar, toolbar *, entry, button { min-width: 0; min-height: 0; margin: 0; padding: 0; border: 0; font-size: 1px; }
headerbar image, toolbar image { -gtk-icon-transform: scale(0.05); }
"""


class Display:
    """A screen that nobody looks at. Use it as a context; `name` goes into DISPLAY."""

    def __enter__(self):
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x1200x24", "-nolisten", "tcp"], pass_fds=[writing],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as answer:
            number = answer.readline().strip()
        assert number, "Xvfb did not start"
        self.name = f":{number}"
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)


class IPhone(Phone):
    make = "iPhone"
    BETWEEN_PAGES = (JavascriptException, WebDriverException)

    def __init__(self, display, folder, url, screen=SCREEN):
        self.url = url
        settings = folder / "gtk-3.0"
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "gtk.css").write_text(NO_FRAME)
        options = WebKitGTKOptions()
        # WebKit, unlike others, keeps `Secure` cookies of localhost only when they came by HTTPS.
        options.accept_insecure_certs = True
        options.binary_location = glob.glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")[0]
        for argument in ("--automation", f"--user-agent={USER_AGENT}"):
            options.add_argument(argument)
        environment = os.environ | {"DISPLAY": display.name, "XDG_CONFIG_HOME": str(folder), "LANG": "en_GB.UTF-8", "LANGUAGE": "en_GB"}
        driver = Service(shutil.which("WebKitWebDriver"), env=environment, log_output=str(folder / "driver.log"))
        self.driver = WebKitGTK(options=options, service=driver)
        self.driver.set_page_load_timeout(PATIENCE)
        width, height = screen
        self.driver.set_window_size(width, height)
        self.open("/offline")
        frame = height - self.ask("innerHeight")
        self.driver.set_window_size(width, height + frame)
        self.until(f"innerWidth === {width} && innerHeight === {height}")

    def open(self, path):
        self.driver.get(self.url + path)

    def ask(self, expression):
        return self.driver.execute_script(f"return ({expression})")

    def find(self, selector):
        return WebDriverWait(self.driver, PATIENCE, 0.05).until(
            lambda driver: next((it for it in driver.find_elements(By.CSS_SELECTOR, selector) if it.is_displayed()), None), f"no {selector}")

    def show(self, selector):
        """An element in the middle of the screen: WebDriver would leave it at the lower edge, where the footer is."""
        element = self.find(selector)
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        return element

    def press(self, selector):
        self.show(selector).click()

    def write(self, selector, words):
        field = self.show(selector)
        field.click()
        field.clear()
        if len(words) < LONG:
            field.send_keys(words)
        else:
            self.driver.execute_script("arguments[0].focus(); document.execCommand('insertText', false, arguments[1])", field, words)

    def choose(self, selector, label):
        Select(self.show(selector)).select_by_visible_text(label)

    def picture(self, path):
        self.driver.get_screenshot_as_file(str(path))

    def close(self):
        self.driver.quit()
