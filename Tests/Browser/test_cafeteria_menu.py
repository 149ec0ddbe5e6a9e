"""The menu's editor in a browser: a photo from upload to a phone without a network, and a table from its review to the menu."""
import re
import struct
import time
import zlib

import pytest
from playwright.sync_api import expect

from harness import accessibility
from harness.chromium import OPTIONS
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
def cafeteria(filled_demo, tmp_path_factory):
    with Server(filled_demo(tmp_path_factory.mktemp("cafeteria-menu") / "site", apps="cafeteria"), "--apps", "cafeteria", demo=True) as running:
        yield running


@pytest.fixture
def browser_of(playwright, cafeteria, cast, tmp_path):
    running = []

    def opened(person, size, **options):
        width, height = SIZES[size]
        context = playwright.chromium.launch_persistent_context(
            tmp_path / person, **OPTIONS, base_url=cafeteria.url, locale="en-GB", reduced_motion="reduce", viewport={"width": width, "height": height}, **options)
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
    until(customer, "address => { const one = document.querySelector(`img[src='${address}']`); return one && one.complete && one.naturalWidth === 320 }", address)
    customer.goto("/cafeteria")
    until(customer, "() => !!navigator.serviceWorker.controller")
    until(customer, "address => caches.open('kept').then(cache => cache.match(address)).then(found => !!found)", address)
    customer.context.set_offline(True)
    customer.reload()
    image = customer.locator(f".dish-picture img[src='{address}']").first
    image.scroll_into_view_if_needed()
    until(customer, "address => { const one = document.querySelector(`img[src='${address}']`); return one && one.complete && one.naturalWidth === 320 }", address)
    customer.context.set_offline(False)
    # A kept page shows itself anew when the connection returns.
    until(customer, "() => !document.documentElement.hasAttribute('data-kept')")
    customer.goto("/cafeteria")
    customer.get_by_role("link", name="Githeri", exact=True).first.click()
    customer.wait_for_url(re.compile("/cafeteria/items/"))
    large = customer.locator(".dish-picture-large img")
    until(customer, "() => document.querySelector('.dish-picture-large img')?.naturalWidth === 960")
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


@pytest.mark.covers("CAF-013")
def test_the_card_of_allergens_follows_what_is_chosen(browser_of):
    page = browser_of("owner", "phone")
    page.goto("/cafeteria")
    page.locator("#menu-results a", has_text=re.compile("^Coffee from Nyeri$")).first.click()
    card = page.locator("[data-allergens][aria-live]")
    none = card.get_by_text("Contains none of the 14 major allergens. None are listed for your choices.")
    expect(none).to_be_visible()
    page.get_by_label("With milk").check()
    expect(card.get_by_role("listitem")).to_have_text(["Milk"])
    expect(none).to_be_hidden()
    expect(card).to_contain_text("Includes your choices.")
    facts = page.locator(".facts").first
    expect(facts.get_by_text("Vegan")).to_be_hidden()
    expect(facts.get_by_text("Vegetarian")).to_be_visible()
    page.get_by_label("Black").check()
    expect(card.get_by_role("listitem")).to_have_count(0)
    expect(facts.get_by_text("Vegan")).to_be_visible()
    expect(none).to_be_visible()
    # What nobody knows of a dish stays unknown, whatever is known of a choice.
    page.goto("/cafeteria")
    page.locator("#menu-results a", has_text=re.compile("^Pilau with kachumbari$")).first.click()
    expect(page.get_by_text("There’s no allergen information for this dish.")).to_be_visible()


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
    expect(main).to_contain_text("Price: “many” isn’t a price. Enter a price like 250.")
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


@pytest.mark.covers("CAF-044", "CAF-013", "CORE-045")
def test_choices_are_rows_that_buttons_add_and_move_while_a_chosen_picture_stays(browser_of, tmp_path):
    photo = tmp_path / "photo.png"
    photo.write_bytes(png(400, 300))
    page = browser_of("owner", "desktop")
    page.goto("/admin/cafeteria/menu/new")
    page.get_by_label("Name", exact=True).fill("Rolex")
    page.locator("[name=price]").fill("160")
    page.locator("input[type=file]").set_input_files(photo)
    # What an item can do without is folded by topic.
    expect(page.locator("[name=preparation]")).to_be_hidden()
    page.locator("summary", has_text="Choices").click()
    page.get_by_role("button", name="Add choice").click()
    expect(page.get_by_label("Name of the choice")).to_be_focused()
    page.get_by_label("Name of the choice").fill("Eggs")
    page.get_by_label("Option", exact=True).nth(0).fill("Two")
    page.get_by_label("Option", exact=True).nth(1).fill("Three")
    page.get_by_label("Price change in KES").nth(1).fill("3x")
    page.get_by_role("button", name="Add option").click()
    expect(page.get_by_label("Option", exact=True).nth(2)).to_be_focused()
    page.keyboard.type("One")
    page.get_by_role("group", name="Option 3").get_by_role("button", name="Move up").click()
    expect(page.get_by_role("group", name="One", exact=True).get_by_role("button", name="Move up")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Option", exact=True).first).to_have_value("One")
    page.get_by_role("group", name="One", exact=True).get_by_text("Allergens").click()
    page.get_by_role("group", name="One", exact=True).get_by_label("Eggs").check()
    accessibility.assert_accessible(page)
    # Leaving asks first: what buttons brought back was written here, too.
    assert page.evaluate("() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    # Enter in a field saves, whatever buttons come before Save.
    page.get_by_label("Option", exact=True).first.press("Enter")
    expect(page.locator("#field-choice-0-2-price-error")).to_have_text("Enter an amount like 30 or −20.")
    expect(page.locator("#field-choice-0-0-allergens-eggs")).to_be_checked()
    page.get_by_label("Price change in KES").nth(2).fill("30")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/admin/cafeteria/menu")
    row = page.get_by_role("row", name=re.compile("Rolex"))
    expect(row.locator("img")).to_have_count(1)
    # The whole row leads to the item.
    row.get_by_role("cell").first.click(force=True)
    page.wait_for_url(re.compile(r"/admin/cafeteria/menu/\d+$"))
    assert [page.get_by_label("Option", exact=True).nth(index).input_value() for index in range(3)] == ["One", "Two", "Three"]


@pytest.mark.covers("CAF-044", "CAF-045", "CORE-045")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_prices_and_availability_change_in_the_list(browser_of, size):
    page = browser_of("owner", size)
    page.goto("/admin/cafeteria/menu?q=mandazi")
    price = page.get_by_label("Price in KES: Mandazi, three pieces")
    save = price.locator("xpath=ancestor::form").get_by_role("button", name="Save price")
    expect(save).to_be_hidden()
    price.fill("many")
    save.click()
    expect(page.locator(".field-error")).to_have_text("Enter a price like 250.")
    price.fill("45")
    price.press("Enter")
    expect(page.locator("[data-toast]")).to_contain_text(re.compile(r"Saved: “Mandazi, three pieces” costs KES\s45\."))
    expect(page).to_have_url(re.compile(r"/menu\?q=mandazi#item-\d+$"))
    expect(price).to_have_value("45")
    page.get_by_role("button", name="Mark as sold out").click()
    expect(page.locator("[data-toast]")).to_contain_text("“Mandazi, three pieces” is marked as sold out.")
    page.get_by_role("button", name="Back on the menu").click()
    expect(page.locator("[data-toast]")).to_contain_text("“Mandazi, three pieces” is back on the menu.")
    accessibility.assert_accessible(page)
    assert has_no_sideways_scroll(page)


@pytest.mark.covers("CAF-044", "CORE-045")
def test_the_menu_is_kept_without_javascript(browser_of):
    page = browser_of("owner", "desktop", java_script_enabled=False)
    page.goto("/admin/cafeteria/menu/new")
    page.get_by_label("Name", exact=True).fill("Kaimati")
    page.locator("summary", has_text="Choices").click()
    page.get_by_role("button", name="Add choice").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Kaimati")
    page.get_by_label("Name of the choice").fill("Syrup")
    page.get_by_label("Option", exact=True).nth(0).fill("With")
    page.get_by_role("group", name="Option 2").get_by_role("button", name="Remove option").click()
    expect(page.get_by_label("Option", exact=True)).to_have_count(1)
    page.locator("[name=price]").fill("50")
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    page.goto("/admin/cafeteria/menu?q=kaimati")
    page.get_by_label("Price in KES: Kaimati").fill("55")
    page.get_by_label("Price in KES: Kaimati").press("Enter")
    expect(page.get_by_label("Price in KES: Kaimati")).to_have_value("55")
    page.get_by_role("link", name="Kaimati", exact=True).click()
    expect(page.get_by_label("Name of the choice")).to_have_value("Syrup")


def _halves(path, width, height):
    """A picture that is red on one half of its longer side, and blue on the other."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    red, blue = b"\xff\0\0", b"\0\0\xff"
    row = (lambda y: red * (width // 2) + blue * (width - width // 2)) if width > height else (lambda y: (red if y < height // 2 else blue) * width)
    rows = b"".join(b"\0" + row(y) for y in range(height))
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b""))
    return path


@pytest.mark.covers("CAF-044", "CORE-051")
@pytest.mark.parametrize("width, height", [(600, 300), (300, 600)])
def test_a_photo_is_seen_as_on_the_menu_before_it_is_saved_and_its_part_is_chosen_by_key_and_pointer(open_page, tmp_path, width, height):
    page = open_page(person="cook", size="phone")
    page.goto("/admin/cafeteria/menu/new")
    canvas, slider = page.locator("[data-picture-canvas]"), page.get_by_label("Part that is shown")
    colour = """canvas => Array.from(canvas.getContext('2d').getImageData(96, 96, 1, 1).data).slice(0, 3)"""
    expect(canvas).to_be_hidden()
    page.get_by_label("Name").fill("Ugali")
    page.locator("input[type=file]").set_input_files(_halves(tmp_path / "halves.png", width, height))
    expect(canvas).to_be_visible()
    expect(page.locator("[data-picture-name]")).to_have_text("Ugali")
    slider.press("Home")
    assert canvas.evaluate(colour) == [255, 0, 0]
    slider.press("End")
    assert canvas.evaluate(colour) == [0, 0, 255]
    accessibility.assert_fits(page)
    accessibility.assert_targets(page)
    accessibility.assert_accessible(page)
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    x, y = box["x"] + 20, box["y"] + 20
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 400, y + 400)
    page.mouse.up()
    assert slider.input_value() == "0" and canvas.evaluate(colour) == [255, 0, 0]
    assert slider.evaluate("slider => new FormData(slider.form).get('focus')") == "0"
    # A form that is refused comes back with its file, and the part that was chosen.
    slider.press("End")
    page.get_by_label("Price in KES").fill("a lot")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name="Save").click()
    expect(page.locator(".problem-alert")).to_be_visible()
    open_page.complaints.clear()
    expect(canvas).to_be_visible()
    assert slider.input_value() == "100"
    page.locator("input[type=file]").set_input_files([])
    expect(canvas).to_be_hidden()
