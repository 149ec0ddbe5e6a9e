"""The menu's editor in a browser: a photo from upload to a phone without a network, and a table from its review to the menu."""
import os
import re
import struct
import time
import zlib

import pytest
from playwright.sync_api import expect

from harness import accessibility
from harness.client import Client
from harness.screens import SIZES
from harness.server import Server
from harness.waiting import until


def png(width, height):
    """A picture of its own: every size of it can be told from any other picture."""
    rows = b"".join(b"\0" + bytes(value for x in range(width) for value in (x % 256, y % 256, 90)) for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@pytest.fixture(scope="module")
def cafeteria(tmp_path_factory, cast):
    with Server(tmp_path_factory.mktemp("cafeteria-menu") / "site", "--apps", "cafeteria", demo=True) as running:
        member = Client(running.url).sign_in(cast["member"]["email"], cast["member"]["password"])
        end = time.monotonic() + 120
        while "Water, half a litre" not in member.get("/cafeteria").text:
            assert time.monotonic() < end, running.log[-4000:]
            time.sleep(0.2)
        yield running


@pytest.fixture
def browser_of(playwright, cafeteria, cast, tmp_path):
    running = []

    def opened(person, size):
        width, height = SIZES[size]
        context = playwright.chromium.launch_persistent_context(
            tmp_path / person, executable_path="/usr/bin/chromium", args=["--no-sandbox"] if os.geteuid() == 0 else [], base_url=cafeteria.url,
            locale="en-GB", reduced_motion="reduce", viewport={"width": width, "height": height})
        running.append(context)
        page = context.pages[0]
        page.goto("/account/sign-in")
        page.fill("input[name=email]", cast[person]["email"])
        page.fill("input[name=password]", cast[person]["password"])
        page.locator("form:has(input[name=password]) button[type=submit]").first.click()
        page.wait_for_url(lambda url: "/account/sign-in" not in url)
        return page

    yield opened
    for context in running:
        context.close()


def has_no_sideways_scroll(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.covers("CAF-044", "CAF-008", "CAF-013", "CAF-054")
def test_a_photo_goes_from_the_editor_to_a_phone_without_a_network(browser_of):
    cook = browser_of("cook", "desktop")
    cook.goto("/admin/cafeteria/menu")
    cook.get_by_role("link", name="Githeri", exact=True).click()
    cook.get_by_label("Description").fill("Maize and beans, the way Nyeri likes them.")
    picture = cook.locator("input[name=picture]")
    picture.set_input_files({"name": "notes.jpg", "mimeType": "image/jpeg", "buffer": b"not a picture"})
    cook.get_by_role("button", name="Save", exact=True).click()
    expect(cook.locator("#field-picture-error")).to_contain_text("isn’t a JPEG, PNG or WebP picture")
    expect(cook.get_by_label("Description")).to_have_value("Maize and beans, the way Nyeri likes them.")
    accessibility.assert_accessible(cook)
    cook.locator("input[name=picture]").set_input_files({"name": "githeri.png", "mimeType": "image/png", "buffer": png(1200, 800)})
    cook.get_by_role("button", name="Save", exact=True).click()
    cook.wait_for_url("**/admin/cafeteria/menu")

    # Whoever looked at the menu lately keeps the one of then.
    customer = browser_of("member", "phone")
    customer.goto("/cafeteria")
    image = customer.locator(".dish", has=customer.get_by_role("link", name="Githeri", exact=True)).locator("img").first
    image.scroll_into_view_if_needed()
    address = image.get_attribute("src")
    # What is further down comes when somebody scrolls there.
    until(customer, "address => { const one = document.querySelector(`img[src='${address}']`); return one.complete && one.naturalWidth === 320 }", address)
    customer.goto("/cafeteria")
    until(customer, "() => !!navigator.serviceWorker.controller")
    until(customer, "address => caches.open('kept').then(cache => cache.match(address)).then(found => !!found)", address)
    customer.context.set_offline(True)
    customer.reload()
    image = customer.locator(f".dish-picture img[src='{address}']").first
    image.scroll_into_view_if_needed()
    until(customer, "address => { const one = document.querySelector(`img[src='${address}']`); return one.complete && one.naturalWidth === 320 }", address)
    customer.context.set_offline(False)
    # A kept page shows itself anew when the connection returns.
    until(customer, "() => !document.documentElement.hasAttribute('data-kept')")
    customer.goto("/cafeteria")
    customer.get_by_role("link", name="Githeri", exact=True).first.click()
    customer.wait_for_url(re.compile("/cafeteria/items/"))
    large = customer.locator(".dish-picture-large img")
    until(customer, "() => document.querySelector('.dish-picture-large img').naturalWidth === 960")
    assert (large.get_attribute("width"), large.get_attribute("height")) == ("960", "640")
    assert has_no_sideways_scroll(customer)


TABLE = """Dish;Category;Price;Allergens;Supplier
Mukimo;Lunch;250,50;milk;Kamau
Githeri;Lunch;many;;
Kachumbari;Salads;90;;
"""


@pytest.mark.covers("CAF-016")
def test_what_is_chosen_and_how_many_are_on_the_button_that_adds_them(browser_of):
    page = browser_of("owner", "phone")
    page.goto("/cafeteria")
    page.locator("#menu-results a", has_text=re.compile("^Chai$")).first.click()
    add, less, more = (page.get_by_role("button", name=name) for name in (re.compile("^Add to cart"), "One less", "One more"))
    expect(add).to_have_text(re.compile(r"KES\s80$"))
    expect(less).to_be_disabled()
    more.click()
    page.get_by_label("Large").check()
    expect(add).to_have_text(re.compile(r"KES\s220$"))
    page.get_by_label("How many").fill("50")
    expect(more).to_be_disabled()
    less.click()
    expect(page.get_by_label("How many")).to_have_value("49")
    page.get_by_label("How many").fill("2")
    add.click()
    expect(page.locator(".cart-bar")).to_contain_text(re.compile(r"KES\s220"))


@pytest.mark.covers("CAF-044")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_table_is_reviewed_and_then_imported(browser_of, size):
    cook = browser_of("cook", size)
    cook.goto("/admin/cafeteria/menu")
    cook.get_by_role("link", name="Import menu").click()
    table = TABLE.replace("Mukimo", f"Mukimo {size}").replace("Salads", f"Salads {size}")
    cook.locator("input[name=file]").set_input_files({"name": "menu.csv", "mimeType": "text/csv", "buffer": table.encode()})
    cook.get_by_role("button", name="Review import").click()
    cook.wait_for_url("**/import/*")
    main = cook.locator("main")
    expect(main).to_contain_text("Price: Enter a price like 250.")
    expect(main).to_contain_text("Supplier")
    expect(cook.get_by_label(f"Salads {size}")).to_be_checked()
    accessibility.assert_accessible(cook)
    assert has_no_sideways_scroll(cook)
    cook.get_by_role("button", name="Import", exact=True).click()
    expect(cook.get_by_role("heading", name="Import finished")).to_be_visible()
    with cook.expect_download() as download:
        cook.get_by_role("link", name="Download these rows").click()
    assert "Githeri" in download.value.path().read_text() and "Mukimo" not in download.value.path().read_text()
    cook.goto("/admin/cafeteria/menu?q=mukimo")
    expect(cook.get_by_role("link", name=f"Mukimo {size}", exact=True)).to_be_visible()


@pytest.mark.covers("CAF-039", "CAF-048", "CORE-051")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_places_of_the_menu_are_accessible_and_fit_a_phone(browser_of, theme):
    cook = browser_of("cook", "phone")
    cook.emulate_media(color_scheme=theme)
    for place in ("menu", "menu/new", "categories", "categories/1", "stations", "stations/1", "promotions", "points", "import"):
        cook.goto(f"/admin/cafeteria/{place}")
        accessibility.assert_accessible(cook)
        assert has_no_sideways_scroll(cook), place


@pytest.mark.covers("CAF-055", "CORE-045")
def test_a_tap_is_answered_at_once_however_slow_the_network_is(browser_of):
    page, held = browser_of("member", "phone"), []
    page.goto("/cafeteria")
    # Until it can keep what is tapped, the browser sends the form by itself, past what is held here.
    script = page.locator("script[type=module]").first.get_attribute("src")
    page.evaluate("""(main) => Promise.all(["outbox.js", "outbox-store.js"].map((name) => import(main.replace("main.js", name))))
      .then((modules) => modules[1].works()).then(() => new Promise((done) => setTimeout(done, 50)))""", script)
    # The server says nothing until the page has answered.
    page.route("**/cafeteria/cart", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    # In the very turn in which the tap came in, before anything is drawn or sent.
    page.evaluate("""() => {
      const button = document.querySelector('#menu-results .dish-order button')
      addEventListener('submit', () => { window.answered = button.getAttribute('aria-busy') })
    }""")
    page.locator("#menu-results .dish-order button").first.click(no_wait_after=True)
    until(page, "() => window.answered !== undefined")
    assert page.evaluate("window.answered") == "true"
    end = time.monotonic() + 60
    while not held:
        assert time.monotonic() < end, "nothing was sent"
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator(".cart-bar-count")).to_have_text("1")


@pytest.mark.covers("CAF-044")
def test_a_chosen_picture_stays_while_another_field_is_corrected(browser_of, tmp_path):
    photo = tmp_path / "photo.png"
    photo.write_bytes(png(400, 300))
    page = browser_of("owner", "desktop")
    page.goto("/admin/cafeteria/menu/new")
    page.get_by_label("Name", exact=True).fill("Cassava chips")
    page.locator("[name=price]").fill("abc")
    page.locator("input[type=file]").set_input_files(photo)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#field-price-error")).to_be_visible()
    page.locator("[name=price]").fill("150")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/admin/cafeteria/menu")
    expect(page.get_by_role("row", name=re.compile("Cassava chips")).locator("img")).to_have_count(1)
