"""An order and a story on phones of both makes, from the smallest screen that is promised to the largest: 4.7 and 7 inches."""
import contextlib

import pytest

from harness import screens
from harness.android import Android
from harness.certificate import self_signed
from harness.iphone import Display, IPhone
from harness.server import Server

# In points: an iPhone SE, and a tablet of seven inches held upright.
SIZES = {"4.7-inch": (375, 667), "7-inch": (600, 960)}


@pytest.fixture(scope="module")
def server(filled_demo, tmp_path_factory):
    folder = tmp_path_factory.mktemp("both-makes")
    # Safari's engine keeps the cookie of a session only where it came by HTTPS.
    with Server(filled_demo(folder / "site"), *self_signed(folder).options, demo=True) as running:
        yield running


@pytest.fixture(params=[(make, size) for make in ("android", "iphone") for size in SIZES], ids="-".join)
def phone(request, playwright, chromium, server, tmp_path):
    make, size = request.param
    with contextlib.ExitStack() as stack:
        if make == "android":
            opened = Android(playwright, chromium, server.url, SIZES[size])
        else:
            opened = IPhone(stack.enter_context(Display()), tmp_path, server.url, SIZES[size])
        stack.callback(opened.close)
        opened.name = f"{make}-{size}"
        yield opened


def keep(phone, name):
    phone.assert_fits()
    screens.keep(phone.picture, f"{phone.name}-{name}")


def sign_in(phone, person, place):
    phone.open(f"/account/sign-in?then={place}")
    phone.write("[name=email]", person["email"])
    phone.write("[name=password]", person["password"])
    phone.follow("form:has([name=password]) button[type=submit]")


@pytest.mark.covers("CAF-056", "CORE-002")
def test_an_order_fits_the_phone_from_the_menu_to_the_number_at_the_counter(phone, cast):
    sign_in(phone, cast["njeri"], "/cafeteria")
    phone.open("/cafeteria?q=water")
    keep(phone, "menu")
    phone.press("#menu-results .dish-order button")
    phone.until("!!document.querySelector('.cart-bar')")
    phone.open("/cafeteria/cart")
    keep(phone, "cart")
    phone.open("/cafeteria/checkout")
    keep(phone, "checkout")
    phone.press("[name=provider][value=cash]")
    phone.follow(".page-actions button")
    assert phone.place.startswith("/cafeteria/orders/") and "Pay at the counter" in phone.read()
    keep(phone, "order")


@pytest.mark.covers("STO-041", "CORE-002")
def test_a_story_is_found_read_and_written_on_the_phone(phone, cast):
    sign_in(phone, cast["wanjiru"], "/stories")
    keep(phone, "home")
    phone.open("/stories/search?q=goat")
    keep(phone, "search")
    phone.follow("article.cover-row h3 a")
    keep(phone, "story")
    phone.follow("main a[href*='/read/']")
    phone.until("document.querySelector('main').innerText.length > 500")
    screens.keep(phone.picture, f"{phone.name}-chapter")

    phone.open("/stories/write/new")
    keep(phone, "new-story")
    phone.write("[name=title]", f"Written on {phone.name}")
    phone.press("#story-form summary")
    phone.press("[name=rating]")
    phone.follow(".page-actions button")
    phone.until("document.querySelector('[data-editor]').hasAttribute('data-ready')")
    keep(phone, "editor")
    # What the server answered stands in the history; the phone says so only then.
    phone.write("#chapter-text", "Nobody had ever seen the ferry leave late.")
    phone.until("document.querySelector('[data-where]').innerText === 'Saved'")
    phone.open(phone.place)
    assert phone.ask("document.querySelector('#chapter-text').value") == "Nobody had ever seen the ferry leave late."
