"""The cafeteria from the menu to the counter: two browsers, a customer's phone and the kitchen's tablet, and M-Pesa's stand-in between them."""
import json
import re
import time
import urllib.request

import pytest
from playwright.sync_api import expect

from harness import accessibility
from harness.chromium import OPTIONS
from harness.client import Client
from harness.screens import SIZES
from harness.server import Server
from harness.stand_ins import StandIns
from harness.waiting import PATIENCE, until

# Browsers, a server and a second browser on two cores take their time.
expect.set_options(timeout=PATIENCE * 1000)
PIN = "1234"
NUMBER = "0712345678"


@pytest.fixture(scope="module")
def stand_ins(tmp_path_factory):
    with StandIns(tmp_path_factory.mktemp("daraja")) as running:
        yield running


@pytest.fixture(scope="module")
def cafeteria(filled_demo, tmp_path_factory, stand_ins):
    """A demo with the cafeteria alone. It is filled before: while its past is written, an order waits."""
    folder = filled_demo(tmp_path_factory.mktemp("cafeteria") / "site", apps="cafeteria")
    with Server(folder, "--apps", "cafeteria", *stand_ins.options, demo=True) as running:
        yield running


@pytest.fixture
def browser_of(playwright, cafeteria, cast, tmp_path):
    """A browser of a person on a device: `browser_of("member", "phone")`. It keeps what it stores, and can be cut off from the network."""
    running = []

    def opened(person, size, **options):
        width, height = SIZES[size]
        context = playwright.chromium.launch_persistent_context(
            tmp_path / person, **OPTIONS, base_url=cafeteria.url, locale="en-GB", reduced_motion="reduce",
            viewport={"width": width, "height": height}, has_touch=size != "desktop", **options)
        running.append(context)
        page = context.pages[0]
        page.goto("/account/sign-in")
        page.fill("input[name=email]", cast[person]["email"])
        page.fill("input[name=password]", cast[person]["password"])
        page.locator("form:has(input[name=password]) button[type=submit]").first.click()
        page.wait_for_url(lambda url: "/account/sign-in" not in url)
        return page

    yield opened
    # The accounts are those of every test here: what one leaves in a cart, the next one would order.
    for context in running:
        context.set_offline(False)
        context.request.post("/cafeteria/cart/clear", headers={"Origin": cafeteria.url})
        context.close()


@pytest.fixture
def phone_of_payer(playwright, stand_ins):
    """The stand-in's phone in a browser of its own."""
    browser = playwright.chromium.launch(**OPTIONS)
    page = browser.new_page(base_url=stand_ins.url)
    yield page
    browser.close()


def wait_until_kept(page, address):
    until(page, "address => caches.open('kept').then(cache => cache.match(address)).then(found => !!found)", address)


def dish(page, name):
    return page.locator(".dish", has=page.get_by_role("link", name=name, exact=True)).first


def go_offline(page):
    page.context.set_offline(True)
    expect(page.locator("[data-offline]")).to_be_visible()


@pytest.mark.covers("CAF-054", "CAF-033", "CAF-034", "CAF-026", "CAF-031", "CAF-043", "CAF-038", "CAF-017", "CORE-034")
def test_from_the_menu_without_a_network_to_points(browser_of, phone_of_payer, cafeteria):
    customer, kitchen = browser_of("member", "phone"), browser_of("cook", "tablet")
    kitchen.goto("/cafeteria/kitchen")
    expect(kitchen.get_by_role("heading", name="Kitchen")).to_be_visible()

    # The menu is looked at once with a network; then there is none.
    customer.goto("/cafeteria")
    until(customer, "() => !!navigator.serviceWorker.controller")
    customer.reload()
    wait_until_kept(customer, "/cafeteria")
    wait_until_kept(customer, "/cafeteria/cart")
    go_offline(customer)
    customer.locator(".chip", has_text="Beverages").click()
    expect(dish(customer, "Coffee from Nyeri")).to_be_visible()
    expect(dish(customer, "Githeri")).to_be_hidden()
    customer.locator(".chip", has_text="All").click()
    expect(dish(customer, "Githeri")).to_be_visible()
    customer.locator(".menu-tools input[type=search]").fill("lentil")
    expect(dish(customer, "Githeri")).to_be_hidden()
    dish(customer, "Lentil stew with rice").get_by_role("button").click()
    expect(customer.locator(".toast")).to_contain_text(re.compile("^Lentil stew with rice: Saved on this device"))
    customer.locator(".app-nav").get_by_role("link", name="Cart").click()
    waiting = customer.get_by_role("region", name="Added while offline")
    expect(waiting).to_contain_text("Lentil stew with rice")
    expect(waiting.locator(".stepper-count")).to_have_text("1")
    expect(waiting.locator(".dish-picture img")).to_be_visible()

    # The connection returns: what was put in is sent, and the price is the server's.
    customer.context.set_offline(False)
    expect(waiting).to_be_hidden()
    expect(customer.locator(".cart-line")).to_contain_text("Lentil stew with rice")
    expect(customer.locator(".outbox")).to_be_hidden()
    customer.get_by_role("button", name="One Lentil stew with rice more").click()
    expect(customer.locator(".stepper-count")).to_have_text("2")
    expect(customer.locator(".sums-total")).to_contain_text("480")

    # Paid on the phone with the PIN.
    customer.get_by_role("link", name=re.compile("Check out")).click()
    customer.get_by_role("radio", name="M-Pesa").check()
    customer.get_by_label("M-Pesa phone number").fill(NUMBER)
    customer.get_by_label("Special instructions").fill("No chilli, please.")
    customer.get_by_role("button", name=re.compile("Confirm order")).click()
    expect(customer.get_by_role("heading", name="Check your phone")).to_be_visible()
    accessibility.assert_accessible(customer)
    phone_of_payer.goto("/daraja/phone/254" + NUMBER[1:])
    phone_of_payer.locator("input[name=pin]").fill(PIN)
    phone_of_payer.locator("button.pay").click()

    # The kitchen has it without being asked again, and the customer follows each of its steps.
    expect(customer.locator(".order-steps [aria-current=step]")).to_contain_text("Payment Confirmed")
    number = customer.locator(".pickup-number").inner_text()
    ticket = kitchen.locator(".ticket", has_text=number)
    expect(ticket).to_contain_text("2 ×")
    expect(ticket).to_contain_text("No chilli, please.")
    accessibility.assert_accessible(kitchen)
    for press, step in (("Start", "Preparing"), ("Ready", "Ready for Pickup"), ("Hand over", "Completed")):
        kitchen.locator(".ticket", has_text=number).get_by_role("button", name=press, exact=True).click()
        expect(customer.locator(".order-steps [aria-current=step]")).to_contain_text(step)
    customer.goto("/cafeteria/points")
    row = customer.get_by_role("row", name=re.compile(f"order {number}"))
    expect(row).to_contain_text("+4")

    # The log tells how long it took; `./stoa bench cafeteria` holds that to what the customer was promised.
    events = [json.loads(line) for line in cafeteria.log.splitlines() if '"payments.' in line]
    took = {event["event"]: event["ms"] for event in events}
    assert 0 <= took["payments.prompted"] <= took["payments.confirmed"]


@pytest.mark.covers("CAF-054")
def test_a_cart_that_was_on_its_way_while_something_was_sent_is_asked_for_again(browser_of):
    """A connection that returns loads the page anew and sends what waits: whichever the server sees first, the cart shows what it has."""
    customer = browser_of("brian", "phone", service_workers="block")
    customer.goto("/cafeteria")
    added = dict(dish(customer, "Githeri").locator("form").evaluate("form => [...new FormData(form)]"))
    customer.add_init_script("if (location.pathname === '/cafeteria/cart') localStorage.setItem('stoa.outbox', String(Date.now()))")
    begun, overtaken = [], []

    def answered_too_early(route):
        answer = route.fetch()
        # Another request may come while this one is on its way.
        if not begun:
            begun.append(True)
            origin = "/".join(customer.url.split("/")[:3])
            overtaken.append(customer.request.post("/cafeteria/cart", form=added, headers={"Origin": origin}).status)
        route.fulfill(response=answer)

    customer.route("**/cafeteria/cart", answered_too_early)
    customer.goto("/cafeteria/cart")
    assert overtaken == [200]
    expect(customer.get_by_role("button", name="One Githeri more")).to_be_visible()


@pytest.mark.covers("CAF-037", "CORE-041")
def test_an_order_is_cancelled_in_a_dialog_over_it_and_kept_by_closing_that(browser_of):
    page = browser_of("member", "phone")
    page.goto("/cafeteria")
    dish(page, "Githeri").get_by_role("button").click()
    expect(page.locator(".cart-bar")).to_be_visible()
    page.goto("/cafeteria/checkout")
    page.get_by_role("radio", name="Pay at the counter").check()
    page.get_by_role("button", name=re.compile("Confirm order")).click()
    page.wait_for_url("**/cafeteria/orders/*")
    address = page.url
    page.get_by_role("link", name="Cancel order").click()
    asked = page.get_by_role("dialog", name="Cancel this order?")
    expect(asked).to_be_visible()
    accessibility.assert_accessible(page)
    asked.get_by_role("button", name="Keep the order").click()
    expect(asked).to_be_hidden()
    page.get_by_role("link", name="Cancel order").click()
    asked.get_by_role("button", name="Cancel the order").click()
    expect(page.get_by_text("You cancelled the order.")).to_be_visible()
    assert page.url.split("?")[0] == address


@pytest.mark.covers("CAF-058", "CAF-016", "CAF-023")
def test_a_first_order_takes_few_steps_and_less_than_three_minutes_of_a_slow_reader(browser_of):
    """Steps are taps and typed fields. A slow reader takes in 150 words a minute, of each screen what is in view (most adults read 240), and needs 3 s for each step."""
    page = browser_of("njeri", "phone")
    page.goto("/cafeteria")
    seconds, steps = 0.0, 0

    def read():
        nonlocal seconds
        words = page.evaluate("""() => {
          const seen = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange()
          let count = 0
          while (seen.nextNode()) {
            range.selectNodeContents(seen.currentNode)
            const box = range.getBoundingClientRect()
            const shown = box.width > 1 && box.height > 1 && box.top < innerHeight && box.bottom > 0 && seen.currentNode.parentElement.checkVisibility()
            if (shown) count += seen.currentNode.textContent.trim().split(/\\s+/).filter(Boolean).length
          }
          return count
        }""")
        seconds += words * 60 / 150

    def step(act):
        nonlocal seconds, steps
        act()
        page.wait_for_load_state("load")
        steps += 1
        seconds += 3

    read()
    step(lambda: dish(page, "Githeri").get_by_role("button").click())
    expect(page.locator(".cart-bar-count")).to_have_text("1")
    step(lambda: page.get_by_role("link", name=re.compile("View cart")).click())
    page.wait_for_url("**/cafeteria/cart")
    read()
    step(lambda: page.get_by_role("link", name=re.compile("Check out")).click())
    page.wait_for_url("**/checkout")
    read()
    step(lambda: page.get_by_role("radio", name="Pay at the counter").check())
    step(lambda: page.get_by_role("button", name=re.compile("Confirm order")).click())
    expect(page.get_by_role("heading", name="Pay at the counter")).to_be_visible()
    assert steps <= 5 and seconds < 180, (steps, seconds)


@pytest.mark.covers("CAF-019", "CAF-022", "CAF-023")
def test_the_checkout_shows_what_points_take_off_and_keeps_what_was_typed(cafeteria, browser_of, cast):
    owner = Client(cafeteria.url).sign_in(cast["owner"]["email"], cast["owner"]["password"])
    person = re.search(r"/admin/cafeteria/points/\d+", owner.get("/admin/cafeteria/points?q=" + cast["njeri"]["email"]).text)[0]
    assert owner.post_form(person, {"direction": "add", "points": "120", "reason": "Cold soup"}).status == 303
    page = browser_of("njeri", "phone")
    page.goto("/cafeteria")
    dish(page, "Githeri").get_by_role("button").click()
    expect(page.locator(".cart-bar")).to_be_visible()
    page.goto("/cafeteria/checkout")
    confirm = page.get_by_role("button", name=re.compile("Confirm order"))
    expect(confirm).to_have_text(re.compile(r"KES\s220"))
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_label("Use points").select_option("100")
    expect(confirm).to_have_text(re.compile(r"KES\s170"))
    expect(page.locator(".sums")).to_contain_text(re.compile(r"Subtotal\s*KES\s220\s*100 points\s*[−-]KES\s50\s*Total\s*KES\s170"))
    page.get_by_role("radio", name="M-Pesa").check()
    page.get_by_label("M-Pesa phone number").fill("0712 345 678")
    with page.expect_response(lambda answer: answer.request.method == "POST" and "0712" in (answer.request.post_data or "")):
        page.get_by_label("Special instructions").fill("Mild, please.")
        page.get_by_label("Special instructions").blur()
    accessibility.assert_accessible(page)
    page.go_back()
    page.goto("/cafeteria/cart")
    expect(page.locator("main")).to_contain_text("Mild, please.")
    page.get_by_role("link", name=re.compile("Check out")).click()
    expect(page.get_by_label("M-Pesa phone number")).to_have_value("0712 345 678")
    expect(confirm).to_have_text(re.compile(r"KES\s170"))
    page.get_by_role("radio", name="Pay at the counter").check()
    confirm.click()
    page.wait_for_url("**/cafeteria/orders/*")
    expect(page.locator("main")).to_contain_text(re.compile(r"pay KES\s170"))


@pytest.mark.covers("CORE-028")
def test_a_statement_is_compared_in_a_browser(cafeteria, browser_of, cast, stand_ins, tmp_path):
    customer = Client(cafeteria.url).sign_in(cast["njeri"]["email"], cast["njeri"]["password"])
    item = re.search(r'href="/cafeteria/items/(\d+)', customer.get("/cafeteria?q=Githeri").text)[1]
    wish = {"pickup": "now", "provider": "mpesa", "phone": "0712000001"}
    assert customer.post_form("/cafeteria/cart", {"item": item, "quantity": 1}).status == 303
    digest = re.search(r'name="digest" value="([^"]+)"', customer.post_form("/cafeteria/checkout/review", wish).text)[1]
    order = customer.post_form("/cafeteria/orders", wish | {"digest": digest}).headers["Location"]
    end = time.monotonic() + 60
    while "pickup-number" not in customer.get(order).text:
        assert time.monotonic() < end, cafeteria.log[-2000:]
        time.sleep(0.2)
    statement = tmp_path / "statement.csv"
    with urllib.request.urlopen(f"{stand_ins.url}/daraja/statement.csv", timeout=30) as answer:
        statement.write_bytes(answer.read())
    page = browser_of("owner", "desktop")
    page.goto("/admin/payments/statement")
    page.locator("input[type=file]").set_input_files(statement)
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text(re.compile("lines? agrees?"))).to_be_visible()
    expect(page.locator("input[type=file]")).to_have_count(0)


@pytest.mark.covers("CAF-033", "CAF-054")
def test_an_order_under_way_can_be_shown_without_a_network(browser_of):
    page = browser_of("brian", "phone")
    page.goto("/cafeteria")
    until(page, "() => !!navigator.serviceWorker.controller")
    dish(page, "Githeri").get_by_role("button").click()
    expect(page.locator(".cart-bar-count")).to_have_text("1")
    page.goto("/cafeteria/checkout")
    page.get_by_role("radio", name="M-Pesa").check()
    # This number pays at once.
    page.get_by_label("M-Pesa phone number").fill("0712000001")
    page.get_by_role("button", name=re.compile("Confirm order")).click()
    expect(page.locator(".pickup-number")).to_be_visible()
    number, address = page.locator(".pickup-number").inner_text(), page.evaluate("location.pathname")
    wait_until_kept(page, address)
    until(page, f"() => caches.match('/cafeteria', {{ ignoreVary: true }}).then((it) => it ? it.text() : '').then((it) => it.includes('{address}'))")
    go_offline(page)
    page.goto("/cafeteria")
    page.locator(".open-order", has_text=number).click()
    expect(page.locator(".pickup-number")).to_have_text(number)
    expect(page.locator(".order-offline")).to_contain_text(f"Order {number} as of")
    expect(page.locator(".order-offline")).to_contain_text("show the number")
    # It says by its own clock that it is late, without a network as with one.
    expect(page.locator(".card.pickup")).to_contain_text("Ready at about")
    page.evaluate("document.querySelector('[data-late-from]').dataset.lateFrom = String(Date.now() - 1)")
    expect(page.locator(".card.pickup")).to_contain_text("It’s taking longer than planned.")


@pytest.mark.covers("CAF-054", "CAF-012", "CAF-041")
def test_the_menu_is_filtered_without_a_network_as_with_one_and_points_are_there(browser_of):
    page = browser_of("njeri", "phone")
    page.goto("/cafeteria")
    until(page, "() => !!navigator.serviceWorker.controller")
    page.reload()
    for address in ("/cafeteria", "/cafeteria/cart", "/cafeteria/points"):
        wait_until_kept(page, address)
    photos = page.locator(".dish-picture img").evaluate_all("all => Array.from(new Set(all.map(one => one.getAttribute('src'))))")
    item = page.locator("#menu-results .dish-name a", has_text="Githeri").last.get_attribute("href")
    for address in [*photos, item]:
        wait_until_kept(page, address)
    queries = ("?diet=vegan&without=nuts", "?diet=vegan&now=true&category=2", "?q=rice&without=none", "?q=rice&diet=halal", "?without=fish", "?without=fish&q=pilau",
               "?diet=vegan&without=milk&q=beef")

    def shown():
        return {
            "chips": page.locator(".chip-row .chip").evaluate_all(
                "all => all.map(one => [one.textContent.trim(), decodeURIComponent(one.getAttribute('href')), one.getAttribute('aria-current')])"),
            "on": page.locator(".menu-filter-count").all_text_contents(),
            "checked": page.locator(".menu-filter input:checked").evaluate_all("all => all.map(one => one.value)"),
            "dishes": sorted(page.locator("#menu-results .dish-name:visible").all_text_contents()),
            "words": page.locator("#menu-results > p[role=status]").all_text_contents(),
            "empty": page.locator("#menu-results .empty-state h2").all_text_contents(),
            # What nobody stated the allergens of is named.
            "unstated": page.locator("#menu-results .menu-unstated").evaluate_all(
                "all => all.map(one => [one.querySelector('summary').textContent.trim(), one.querySelector('ul').textContent.trim()])"),
            "search": page.locator(".menu-tools input[type=search]").input_value(),
        }

    online = {}
    for query in queries:
        page.goto("/cafeteria" + query)
        online[query] = shown()
    assert online["?without=fish"]["unstated"] == [["1 item isn’t shown: no allergen information", "Pilau with kachumbari"]]
    assert online[queries[0]]["chips"] and online[queries[-1]]["empty"] == ["Nothing on the menu matches"]
    page.goto("/cafeteria")
    go_offline(page)
    for query in queries:
        page.goto("/cafeteria" + query)
        assert shown() == online[query], query
    # What is kept counts where an address doesn't say, here as with a network.
    page.goto("/cafeteria?q=beef")
    assert shown() == online[queries[-1]]
    accessibility.assert_accessible(page)
    page.goto("/cafeteria" + queries[0])
    page.get_by_role("navigation", name="Filters").get_by_role("link", name="Vegan").click()
    page.wait_for_url("**/cafeteria?without=nuts")
    expect(page.get_by_role("navigation", name="Filters").get_by_role("link")).to_have_count(1)
    # A search goes on with the filter that is left.
    page.locator(".menu-tools input[type=search]").fill("rice")
    page.wait_for_url(lambda url: "q=rice" in url and "without=nuts" in url)
    page.goto("/cafeteria/points")
    expect(page.get_by_role("heading", name="Points", exact=True)).to_be_visible()
    expect(page.locator("[data-offline]")).to_contain_text(re.compile(r"Last updated \d\d:\d\d\."))
    # An item that was never opened has the menu's photo.
    page.goto("/cafeteria")
    page.locator("#menu-results .dish-name a", has_text="Githeri").last.click()
    until(page, "() => { const one = document.querySelector('.dish-picture-large img'); return one && one.complete && one.naturalWidth > 0 }")


@pytest.mark.covers("CAF-016", "CAF-017", "CAF-054")
def test_the_number_in_the_cart_follows_what_is_put_in_with_and_without_a_network(browser_of):
    page = browser_of("brian", "phone")
    page.goto("/cafeteria")
    until(page, "() => !!navigator.serviceWorker.controller")
    page.reload()
    wait_until_kept(page, "/cafeteria")
    badge = page.locator(".app-nav [data-place-count] [data-bell-number]")
    expect(badge).to_be_hidden()
    dish(page, "Githeri").get_by_role("button").click()
    expect(badge).to_have_text("1")
    until(page, "() => caches.match('/cafeteria/cart', { ignoreVary: true }).then((it) => it ? it.text() : '').then((it) => it.includes('Githeri'))")
    go_offline(page)
    dish(page, "Githeri").get_by_role("button").click()
    expect(badge).to_have_text("2")
    page.locator(".app-nav").get_by_role("link", name="Cart").click()
    expect(badge).to_have_text("2")
    # What waits to be added to a line is in its number, and stays in it when one more is tapped.
    expect(page.locator(".stepper-count")).to_have_text("2")
    page.get_by_role("button", name="One Githeri more").click()
    expect(badge).to_have_text("3")
    page.locator(".app-nav").get_by_role("link", name="Points").click()
    expect(badge).to_have_text("3")
    page.context.set_offline(False)
    until(page, "() => !document.documentElement.hasAttribute('data-kept')")
    page.goto("/cafeteria/cart")
    expect(page.locator(".stepper-count")).to_have_text("3")
    expect(badge).to_have_text("3")
    page.get_by_role("button", name="Empty the cart").click()
    expect(badge).to_be_hidden()
    accessibility.assert_accessible(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".cart-line")).to_contain_text("Githeri")
    expect(badge).to_have_text("3")


@pytest.mark.covers("CAF-054", "CAF-016", "CAF-017")
def test_a_line_that_waits_has_its_price_and_is_counted_removed_and_put_back_like_any_other(browser_of):
    page = browser_of("owner", "phone")
    page.goto("/cafeteria")
    until(page, "() => !!navigator.serviceWorker.controller")
    chai = page.locator("#menu-results .dish-name a", has_text=re.compile("^Chai$")).first.get_attribute("href")
    page.reload()
    for address in ("/cafeteria", "/cafeteria/cart", chai):
        wait_until_kept(page, address)
    go_offline(page)
    for number in ("1", "2"):
        dish(page, "Githeri").get_by_role("button").click()
        expect(page.locator(".outbox-waiting")).to_contain_text(number)
    page.goto(chai)
    page.get_by_label("Large").check()
    page.get_by_role("button", name=re.compile("^Add to cart")).click()
    expect(page.locator(".outbox-waiting")).to_contain_text("3")
    page.goto("/cafeteria/cart")
    lines, total = page.locator("[data-cart-waiting] li"), page.locator(".sums-total dd")
    expect(lines).to_have_count(2)
    expect(lines.nth(0).locator(".cart-line-price")).to_have_text(re.compile(r"KES\s440"))
    expect(lines.nth(1)).to_contain_text("Large, With sugar")
    expect(lines.nth(1).locator(".cart-line-price")).to_have_text(re.compile(r"KES\s110"))
    expect(total).to_have_text(re.compile(r"KES\s550"))
    accessibility.assert_accessible(page)
    page.get_by_role("button", name="One Chai more").click()
    expect(lines.nth(1).locator(".cart-line-price")).to_have_text(re.compile(r"KES\s220"))
    expect(page.get_by_role("button", name="One Chai more")).to_be_focused()
    page.get_by_role("button", name="One Githeri less").click()
    expect(total).to_have_text(re.compile(r"KES\s440"))
    page.get_by_role("button", name="Remove Githeri").click()
    expect(lines).to_have_count(1)
    expect(total).to_have_text(re.compile(r"KES\s220"))
    page.get_by_role("button", name="Undo").click()
    expect(total).to_have_text(re.compile(r"KES\s440"))
    page.context.set_offline(False)
    expect(page.locator(".outbox")).to_be_hidden()
    expect(page.locator("[data-cart-waiting] li")).to_have_count(0)
    expect(page.locator(".cart-line")).to_have_count(2)
    expect(total).to_have_text(re.compile(r"KES\s440"))
    # On the server's lines the same is done by forms, and the offer to put one back is still there after a look at the menu.
    until(page, "() => !document.documentElement.hasAttribute('data-kept')")
    page.goto("/cafeteria/cart")
    expect(page.get_by_role("button", name="Empty the cart")).to_be_enabled()
    page.get_by_role("button", name="Remove Githeri").click()
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.goto("/cafeteria")
    page.goto("/cafeteria/cart")
    page.get_by_role("button", name="Undo").click()
    expect(total).to_have_text(re.compile(r"KES\s440"))
    page.get_by_role("button", name="Empty the cart").click()


@pytest.mark.covers("CAF-030", "CAF-033", "CAF-054")
def test_the_receipt_of_an_order_under_way_is_there_without_a_network(browser_of):
    page = browser_of("brian", "phone")
    page.goto("/cafeteria")
    until(page, "() => !!navigator.serviceWorker.controller")
    with page.expect_response(lambda answer: answer.request.method == "POST" and answer.ok):
        dish(page, "Githeri").get_by_role("button").click()
    page.goto("/cafeteria/checkout")
    page.get_by_role("radio", name="M-Pesa").check()
    page.get_by_label("M-Pesa phone number").fill("0712000001")
    page.get_by_role("button", name=re.compile("Confirm order")).click()
    receipt = page.locator(".receipt-link a")
    expect(receipt).to_be_visible()
    wait_until_kept(page, receipt.get_attribute("href"))
    go_offline(page)
    receipt.click()
    page.wait_for_url("**/receipts/*")
    expect(page.locator("main")).to_contain_text("Githeri")


@pytest.mark.covers("CAF-010", "CAF-012", "CAF-013", "CAF-056")
def test_on_a_phone_filters_and_choices_are_chosen_without_scrolling(browser_of):
    page = browser_of("njeri", "phone")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/cafeteria")

    def is_in_sight(locator):
        box, bar = locator.bounding_box(), page.locator(".app-nav").bounding_box()
        return box["y"] >= 0 and box["y"] + box["height"] <= bar["y"]

    page.locator(".menu-filter > summary").click()
    show = page.locator(".menu-filter-foot button")
    expect(show).to_have_text("Show 18 items")
    assert is_in_sight(show) and page.locator(".menu-filter .check").count() == 19
    page.locator(".menu-filter").get_by_label("Vegan").check()
    page.locator(".menu-filter").get_by_label("Nuts", exact=True).check()
    expect(show).to_have_text("Show 8 items")
    accessibility.assert_accessible(page)
    show.click()
    expect(page.locator(".dish-name:visible")).to_have_count(page.locator(".dish-name").count())
    page.goto("/cafeteria?q=kuku")
    expect(page.get_by_text("1 dish is hidden by your filters.")).to_be_visible()
    page.get_by_role("link", name="Show without filters").click()
    expect(page.locator("#menu-results .dish-name")).to_have_text(["Chicken in coconut sauce"])
    # What somebody can't eat is kept until they let go of it.
    page.goto("/cafeteria?without=none")
    page.locator("#menu-results .dish-name a", has_text=re.compile("^Chai$")).first.click()
    page.wait_for_url("**/items/*")
    foot = page.locator(".page-actions").bounding_box()["y"]
    for choice in ("Small", "Large"):
        box = page.locator(".check", has_text=choice).bounding_box()
        assert box["y"] + box["height"] <= foot, choice
    assert is_in_sight(page.get_by_role("button", name=re.compile("^Add to cart")))


@pytest.mark.covers("CORE-051", "CAF-016", "CAF-017")
def test_from_an_item_to_the_checkout_the_keyboard_takes_few_keys(browser_of):
    page, presses = browser_of("njeri", "desktop"), 0

    def press(key, until=None, most=12):
        nonlocal presses
        for _ in range(most):
            page.keyboard.press(key)
            presses += 1
            if until is None or page.evaluate(f"document.activeElement.matches({json.dumps(until)})"):
                return
        raise AssertionError((until, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")))

    page.goto("/cafeteria")
    page.goto(page.locator("#menu-results .dish-name a", has_text=re.compile("^Chai$")).first.get_attribute("href"))
    press("Tab")
    press("Enter")
    press("Tab", ".item-add button")
    press("Enter")
    page.wait_for_url(lambda url: "/items/" not in url)
    expect(page.locator(".cart-bar")).to_be_focused()
    press("Enter")
    page.wait_for_url("**/cafeteria/cart")
    press("Tab")
    press("Enter")
    press("Tab", "[href='/cafeteria/checkout']", 1)
    press("Enter")
    page.wait_for_url("**/cafeteria/checkout")
    assert presses <= 16, presses
    # From the list of the menu: the cart is next to what was just put in.
    page.goto("/cafeteria")
    dish(page, "Githeri").get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cart-bar-count")).to_have_text("2")
    page.keyboard.press("Tab")
    expect(page.locator(".dish-cart-link")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/cafeteria/cart")
    page.get_by_role("button", name="Empty the cart").click()
    expect(page.locator("[data-cart-empty]")).to_be_visible()


@pytest.mark.covers("CAF-056", "CORE-053")
@pytest.mark.parametrize("language", ["sw", "sv"])
def test_every_page_of_customers_fits_small_phones_in_their_language(browser_of, language):
    page = browser_of("member", "phone")
    page.context.add_cookies([{"name": "language", "value": language, "url": page.url}])
    page.goto("/cafeteria")
    items = page.locator("#menu-results .dish-name a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    page.locator("#menu-results .dish-order button").first.click()
    expect(page.locator(".cart-bar-count")).to_be_visible()
    page.goto("/cafeteria/orders")
    orders = page.locator(".order-row .stretched").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    places = ["", "?q=chai", "?diet=vegan&without=nuts", "/cart", "/checkout", "/orders", "/points"]
    for address in ["/cafeteria" + place for place in places] + orders[:2] + items[:6]:
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 844})
            page.goto(address)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)
            # A word isn't cut where nothing is left of it.
            for step in page.locator(".order-steps li").all():
                assert step.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), address
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/cafeteria/cart")
    page.locator("form[action='/cafeteria/cart/clear'] button").click()
    expect(page.locator(".undo-removal")).to_be_visible()


@pytest.mark.covers("CAF-045", "CORE-053")
def test_settings_say_that_ordering_is_paused_for_a_while_and_call_no_two_cards_the_same(browser_of):
    page = browser_of("owner", "desktop")
    page.goto("/cafeteria/kitchen")
    # It is sent in the background: whoever leaves before the answer takes it back.
    with page.expect_response("**/cafeteria/kitchen/pause"):
        page.locator("form[action='/cafeteria/kitchen/pause']", has=page.locator("input[name=minutes][value='30']")).evaluate("form => form.requestSubmit()")
    page.goto("/admin/settings")
    names = page.locator(".settings-fold > summary strong").all_text_contents()
    assert len(names) == len(set(names)) and "Cafeteria" in names, names
    page.locator(".settings-fold", has=page.get_by_text("Cafeteria", exact=True)).locator("> summary").click()
    expect(page.locator(".settings-fold .field-hint", has_text="Paused until")).to_contain_text("by Olivia Owner")
    expect(page.locator("[name='cafeteria.paused']")).to_have_count(0)
    page.goto("/cafeteria/kitchen")
    page.get_by_role("button", name="Resume ordering").first.click()
    expect(page.get_by_role("button", name="Resume ordering")).to_have_count(0)
    page.goto("/admin/settings")
    expect(page.locator("[name='cafeteria.paused']")).to_have_count(1)
