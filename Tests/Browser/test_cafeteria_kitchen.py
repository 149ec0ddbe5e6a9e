"""Kitchen, counter and the screen for customers: live, by one tap, by touch and keys, and right after a time without a connection."""
import re
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from harness import accessibility
from harness.chromium import ARGUMENTS, OPTIONS
from harness.client import Client
from harness.connection import cut
from harness.screens import SIZES, THEMES
from harness.waiting import until

KITCHEN, COUNTER, SALE = "/cafeteria/kitchen", "/cafeteria/counter", "/cafeteria/counter/sale"


class Cafeteria:
    """Orders as programs place them, and staff who take the money."""

    def __init__(self, url, cast):
        self.customer, self.staff = (
            Client(url).sign_in(cast[person]["email"], cast[person]["password"]) for person in ("member", "cook"))

    def item(self, name):
        page = self.customer.get(f"/cafeteria?q={name.replace(' ', '+')}").text
        return int(re.search(r'href="/cafeteria/items/(\d+)', page)[1])

    def place(self, *names, instructions="", is_for_tomorrow=False):
        """An order that isn't paid."""
        assert self.customer.send("DELETE", "/api/v1/cafeteria/cart").status == 204
        for name in names:
            added = self.customer.post_json("/api/v1/cafeteria/cart", {"item": self.item(name), "quantity": 1})
            assert added.status == 200, added.text
        wish = {"provider": "cash", "instructions": instructions}
        if is_for_tomorrow:
            wish["pickupAt"] = (datetime.now(timezone.utc) + timedelta(days=1)).strftime("%Y-%m-%dT09:00:00Z")
        digest = self.customer.post_json("/api/v1/cafeteria/summary", wish).json()["digest"]
        placed = self.customer.post_json("/api/v1/cafeteria/orders", wish | {"digest": digest})
        assert placed.status == 201, placed.text
        return placed.json()

    def order(self, *names, **wish):
        """An order that the kitchen has."""
        order = self.place(*names, **wish)
        paid = self.staff.post_form(f"/cafeteria/counter/orders/{order['id']}/cash", {})
        assert paid.status == 303, paid.text
        return order

    def status(self, order):
        return self.customer.get(f"/api/v1/cafeteria/orders/{order['id']}").json()["status"]

    def move(self, order, status):
        moved = self.staff.send(
            "PUT", f"/api/v1/cafeteria/queue/{order['id']}/status", f'{{"status": "{status}"}}'.encode(), {"Content-Type": "application/json"})
        assert moved.status == 200, moved.text

    def clear(self):
        """Hands over whatever the kitchen still has."""
        for ticket in self.staff.get("/api/v1/cafeteria/queue").json():
            if ticket["status"] != "ready":
                self.move(ticket, "ready")
            self.move(ticket, "completed")


@pytest.fixture(scope="session")
def cafeteria_service(demo, cast):
    return Cafeteria(demo.url, cast)


@pytest.fixture
def cafeteria(cafeteria_service):
    cafeteria_service.clear()
    yield cafeteria_service
    cafeteria_service.clear()


def ticket(page, order):
    return page.locator(f"article[data-order='{order['id']}']")


def new_sale(page):
    """The people of the tests share their sessions, and so what was begun to sell."""
    page.goto(SALE)
    clear, to_pay = page.get_by_role("button", name="Clear sale"), page.get_by_role("button", name="Take payment")
    # On a phone the bill comes with paying.
    if to_pay.count():
        to_pay.click()
        expect(clear).to_be_visible()
    if clear.count():
        clear.click()
        expect(clear).to_have_count(0)


def press(page, order, name):
    ticket(page, order).get_by_role("button", name=name, exact=True).click()


@pytest.mark.covers("CAF-034", "CAF-043", "CAF-033")
def test_a_step_of_the_kitchen_reaches_the_customers_page_through_the_stream(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    customer, staff = open_page(person="member", size="phone"), open_page(person="cook", size="tablet")
    # Each page notes what happens on it, in the order in which it happens.
    customer.add_init_script("""
      window.seen = []
      addEventListener('stoa:event', event => seen.push('event ' + JSON.stringify(event.detail.data)), true)
      addEventListener('stoa:poll', () => seen.push('poll'), true)
      addEventListener('pagehide', () => seen.push('left'))""")
    customer.goto(order["page"])
    customer.evaluate("""() => new MutationObserver(() => seen.push(document.querySelector('[aria-current=step]').textContent.trim()))
      .observe(document.getElementById('order'), {childList: true, subtree: true})""")
    staff.goto(KITCHEN)
    for button, status, name in (("Start", "preparing", "Preparing"), ("Ready", "ready", "Ready for Pickup"), ("Hand over", "completed", "Completed")):
        with staff.expect_response(lambda answer: answer.request.method == "POST"):
            press(staff, order, button)
        expect(customer.locator("[aria-current=step]")).to_have_text(name)
        assert cafeteria.status(order) == status
    seen = customer.evaluate("() => seen")
    told = [next(index for index, one in enumerate(seen) if f'"{status}"' in one) for status in ("preparing", "ready", "completed")]
    shown = [seen.index(name) for name in ("Preparing", "Ready for Pickup", "Completed")]
    assert told == sorted(told) and all(event < drawn for event, drawn in zip(told, shown)), seen
    assert "poll" not in seen and "left" not in seen, seen


@pytest.mark.covers("CAF-033", "CAF-034")
def test_the_strip_on_the_menu_says_ready_at_once(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    customer = open_page(person="member", size="phone")
    customer.goto("/cafeteria")
    strip = customer.locator("#open-orders")
    expect(strip).to_contain_text(order["number"])
    expect(strip).not_to_contain_text("Ready for Pickup")
    customer.wait_for_timeout(500)
    cafeteria.move(order, "ready")
    expect(strip).to_contain_text("Ready for Pickup", timeout=3000)
    cafeteria.move(order, "completed")
    expect(strip).to_be_empty()


@pytest.mark.covers("CAF-042")
def test_orders_for_later_are_behind_their_number(cafeteria, open_page):
    later, now = cafeteria.order("Githeri", is_for_tomorrow=True), cafeteria.order("Fruit cup")
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    expect(ticket(page, now)).to_be_visible()
    expect(ticket(page, later)).to_be_hidden()
    page.get_by_text(re.compile("^[0-9]+ for later$")).click()
    expect(ticket(page, later)).to_be_visible()
    accessibility.assert_accessible(page)
    press(page, later, "Start early")
    # The drawer goes with the last order in it.
    expect(page.locator(".kitchen-queue").locator(f"article[data-order='{later['id']}']")).to_be_visible()


@pytest.mark.covers("CAF-033", "CAF-034")
def test_an_open_page_says_aloud_that_its_order_is_ready_whatever_has_the_focus(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    customer, staff = open_page(person="member", size="phone"), open_page(person="cook", size="tablet")
    customer.add_init_script("window.buzzed = []; navigator.vibrate = pattern => { buzzed.push(pattern); return true }")
    customer.goto(order["page"])
    customer.locator(".pickup-number").click()
    customer.get_by_role("link", name="Cancel order").focus()
    staff.goto(KITCHEN)
    for button in ("Start", "Ready"):
        with staff.expect_response(lambda answer: answer.request.method == "POST"):
            press(staff, order, button)
    expect(customer.get_by_role("heading", name="Ready – bring this code to the counter")).to_be_in_viewport()
    expect(customer).to_have_title(re.compile("is ready"))
    assert customer.evaluate("() => [document.documentElement.dataset.rang, buzzed.length]") == ["1", 1]
    accessibility.assert_accessible(customer)
    # A step that is taken back is not told twice.
    staff.goto(KITCHEN)
    press(staff, order, "Undo")
    expect(customer.locator("[aria-current=step]")).to_have_text("Preparing")
    expect(customer).not_to_have_title(re.compile("is ready"))


@pytest.mark.covers("CAF-042")
def test_a_new_order_appears_with_its_items_and_a_sound_once_sound_is_on(cafeteria, open_page):
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    expect(page.get_by_text("No orders right now")).to_be_visible()
    sound = page.locator("[data-sound]")
    expect(sound).to_have_text("Turn sound on")
    sound.click()
    expect(sound).to_have_text("Sound is on")
    rung = "() => Number(document.documentElement.dataset.rang || 0)"
    before = page.evaluate(rung)
    order = cafeteria.order("Githeri", "Samosa, beef", instructions="No chilli")
    expect(ticket(page, order)).to_contain_text("Githeri")
    for words in ("No chilli", "Samosa, beef", "Miriam Member", "min left"):
        expect(ticket(page, order)).to_contain_text(words)
    assert page.evaluate(rung) == before + 1
    press(page, order, "Start")
    expect(ticket(page, order)).to_have_attribute("data-status", "preparing")
    press(page, order, "Undo")
    expect(ticket(page, order)).to_have_attribute("data-status", "confirmed")
    assert page.evaluate(rung) == before + 1, "only what is new is announced"
    sound.click()
    expect(sound).to_have_text("Turn sound on")
    second = cafeteria.order("Githeri")
    expect(ticket(page, second)).to_be_visible()
    assert page.evaluate(rung) == before + 1
    expect(page.locator(".kitchen-totals")).to_contain_text("2 × Githeri")
    places = page.locator(".work-nav .nav-link").all_inner_texts()
    assert places == ["Kitchen", "Counter", "New sale", "Displays", "Menu"], places


@pytest.mark.covers("CAF-042")
def test_lateness_goes_on_without_a_new_order_and_is_told_in_words(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    page = open_page(person="cook", size="tablet")
    page.clock.install()
    page.goto(KITCHEN)
    expect(ticket(page, order)).to_have_attribute("data-timing", "early")
    cut(page)
    timings = []
    # A kitchen that has much to do has promised it for later.
    while timings[-1:] != ["late"] and len(timings) < 20:
        page.clock.fast_forward("04:00")
        timings.append(ticket(page, order).get_attribute("data-timing"))
    assert timings[-1] == "late" and timings == sorted(timings, key=["early", "due", "late"].index), timings
    expect(ticket(page, order)).to_contain_text("min late")
    page.context.set_offline(False)


@pytest.mark.covers("CAF-042", "CAF-043", "CORE-034")
def test_without_a_connection_the_kitchen_says_so_and_sends_what_was_tapped_later(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    expect(ticket(page, order)).to_be_visible()
    sign = page.locator("[data-board-offline]")
    expect(sign).to_be_hidden()
    cut(page)
    expect(sign).to_be_visible()
    expect(sign).to_contain_text("Not connected.")
    press(page, order, "Start")
    expect(ticket(page, order)).to_contain_text("Not sent yet")
    assert cafeteria.status(order) == "confirmed"
    missed = cafeteria.order("Samosa, beef")
    page.context.set_offline(False)
    expect(ticket(page, order)).to_have_attribute("data-status", "preparing")
    expect(ticket(page, missed)).to_be_visible()
    expect(sign).to_be_hidden()
    assert cafeteria.status(order) == "preparing" and not ticket(page, order).get_by_text("Not sent yet").count()


def kept(page, order):
    """Waits until this device has kept the board with an order."""
    until(page, f"""() => caches.match('{KITCHEN}', {{ignoreVary: true}}).then(it => it ? it.text() : '')
      .then(html => html.includes('data-order="{order['id']}"'))""")


@pytest.mark.covers("CAF-042", "CORE-034")
def test_loaded_anew_without_a_connection_the_kitchen_shows_the_board_as_it_was(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    kept(page, order)
    cut(page)
    page.reload()
    expect(ticket(page, order)).to_be_visible()
    sign = page.locator("[data-board-offline]")
    expect(sign).to_contain_text("Showing orders as of")
    press(page, order, "Start")
    expect(ticket(page, order)).to_contain_text("Not sent yet")
    page.context.set_offline(False)
    expect(ticket(page, order)).to_have_attribute("data-status", "preparing")
    expect(sign).to_be_hidden()


@pytest.mark.covers("CAF-042", "CORE-034")
def test_stations_are_chosen_without_a_connection(cafeteria, open_page):
    order = cafeteria.order("Githeri", "Water, half a litre")
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    kept(page, order)
    until(page, "() => Promise.all(Array.from(document.querySelectorAll('a[data-board-part]')).map(part => caches.match(part.href)))"
          ".then(all => all.every(Boolean))")
    cut(page)
    expect(page.locator("[data-board-offline]")).to_be_visible()
    chips = page.locator(".chip[data-board-part]")
    chips.nth(2).click()
    expect(page.locator(".kitchen-line .chip[aria-current]")).to_contain_text("Drinks")
    expect(ticket(page, order)).to_contain_text("Water, half a litre")
    expect(ticket(page, order).locator(".ticket-lines")).not_to_contain_text("Githeri")
    chips.nth(0).click()
    expect(ticket(page, order).locator(".ticket-lines")).to_contain_text("Githeri")
    page.context.set_offline(False)
    expect(page.locator("[data-board-offline]")).to_be_hidden()


@pytest.mark.covers("CAF-042", "CORE-034")
def test_the_sign_of_a_lost_connection_speaks_in_the_time_of_the_site(cafeteria, chromium, demo, signed_in):
    order = cafeteria.order("Githeri")
    context = chromium.new_context(base_url=demo.url, storage_state=signed_in("cook"), timezone_id="Pacific/Auckland")
    page = context.new_page()
    page.goto(KITCHEN)
    expect(ticket(page, order)).to_be_visible()
    promised = ticket(page, order).locator(".ticket-promised").inner_text()
    cut(page)
    said = page.locator("[data-offline-since]")
    expect(said).to_be_visible()
    minutes = [int(hour) * 60 + int(minute) for hour, minute in re.findall(r"(\d\d):(\d\d)", promised + said.inner_text())]
    assert (minutes[0] - minutes[1]) % (24 * 60) < 120, (promised, said.inner_text())
    context.close()


@pytest.mark.covers("CAF-043")
def test_a_tap_that_came_too_late_is_refused_aloud(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    cut(page)
    press(page, order, "Start")
    expect(ticket(page, order)).to_contain_text("Not sent yet")
    for status in ("ready", "completed"):
        cafeteria.move(order, status)
    page.context.set_offline(False)
    expect(page.locator(".toast")).to_contain_text("the change wasn’t accepted")
    expect(ticket(page, order)).to_have_count(0)
    open_page.complaints.clear()


@pytest.mark.covers("CAF-043", "CORE-051")
def test_the_kitchen_works_by_keys_alone(cafeteria, open_page):
    first, second = cafeteria.order("Githeri"), cafeteria.order("Githeri")
    page = open_page(person="cook", size="desktop")
    page.goto(KITCHEN)
    expect(page.locator(".ticket")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(ticket(page, first)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(ticket(page, second)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(ticket(page, first)).to_have_attribute("data-status", "preparing")
    expect(ticket(page, first)).to_be_focused()
    page.keyboard.press("Enter")
    # What is ready stands last.
    expect(page.locator(".ticket").last).to_have_attribute("data-status", "ready")
    page.keyboard.press("u")
    expect(ticket(page, first)).to_have_attribute("data-status", "preparing")
    # With no step to take back any more, the key does what the chosen order offers.
    page.reload()
    page.keyboard.press("ArrowRight")
    expect(ticket(page, first)).to_be_focused()
    page.keyboard.press("u")
    expect(ticket(page, first)).to_have_attribute("data-status", "confirmed")
    page.keyboard.press("1")
    expect(page.locator(".kitchen-line .chip[aria-current]")).to_contain_text("Kitchen")
    page.keyboard.press("2")
    expect(page.get_by_text("No orders right now")).to_be_visible()
    page.keyboard.press("0")
    expect(page.locator(".ticket")).to_have_count(2)


@pytest.mark.covers("CAF-043", "CORE-051")
def test_what_is_ready_leaves_the_keys_at_the_next_order_to_cook(cafeteria, open_page):
    first, *others = [cafeteria.order("Githeri") for _ in range(9)]
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    expect(page.locator(".ticket")).to_have_count(9)
    page.keyboard.press("ArrowRight")
    expect(ticket(page, first)).to_be_focused()
    for status in ("preparing", "ready"):
        page.keyboard.press("Enter")
        expect(ticket(page, first)).to_have_attribute("data-status", status)
    expect(ticket(page, others[0])).to_be_focused()
    expect(ticket(page, others[0])).to_have_class(re.compile("is-chosen"))
    assert page.evaluate("scrollY") < 100
    page.keyboard.press("Enter")
    expect(ticket(page, others[0])).to_have_attribute("data-status", "preparing")
    assert cafeteria.status(first) == "ready"
    # By touch and mouse nothing scrolls either.
    press(page, others[0], "Ready")
    expect(ticket(page, others[0])).to_have_attribute("data-status", "ready")
    expect(ticket(page, others[1])).to_have_class(re.compile("is-chosen"))
    assert page.evaluate("scrollY") < 100


@pytest.mark.covers("CAF-043", "CORE-051")
def test_after_the_last_order_to_cook_no_key_hands_anything_over(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    cafeteria.move(order, "preparing")
    page = open_page(person="cook", size="desktop")
    page.goto(KITCHEN)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(ticket(page, order)).to_have_attribute("data-status", "ready")
    expect(page.locator(".is-chosen")).to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert cafeteria.status(order) == "ready"


@pytest.mark.covers("CAF-037", "CAF-042")
def test_an_order_that_is_cancelled_while_it_is_cooked_is_withdrawn_and_offers_no_undo(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    press(page, order, "Start")
    expect(page.locator(".undo-bar")).to_be_visible()
    cancelled = cafeteria.staff.post_form(f"/cafeteria/counter/orders/{order['id']}/cancel", {"reason": "asked"})
    assert cancelled.status == 303, cancelled.text
    expect(ticket(page, order)).to_contain_text("Cancelled")
    expect(page.locator(".undo-bar")).to_have_count(0)
    accessibility.assert_accessible(page)
    press(page, order, "Dismiss")
    expect(ticket(page, order)).to_have_count(0)
    page.get_by_text("Recently completed").click()
    expect(page.locator(".kitchen-recall li", has_text=order["number"]).first).to_contain_text("Cancelled")


@pytest.mark.covers("CAF-042")
def test_what_is_ticked_off_is_no_longer_to_make(cafeteria, open_page):
    one, other = cafeteria.order("Githeri", "Samosa, beef"), cafeteria.order("Githeri")
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    totals = page.locator(".kitchen-totals")
    expect(totals).to_contain_text("2 × Githeri")
    ticket(page, one).locator(".ticket-lines li", has_text="Githeri").click()
    expect(totals).to_contain_text("1 × Githeri")
    start, ready = (ticket(page, one).get_by_role("button", name=name, exact=True) for name in ("Start", "Ready"))
    expect(ready).not_to_have_class(re.compile("button-primary"))
    ticket(page, one).locator(".ticket-lines li", has_text="Samosa").click()
    expect(totals.get_by_text("Samosa")).to_be_hidden()
    # What is made isn't begun any more.
    expect(start).to_be_hidden()
    expect(ready).to_have_class(re.compile("button-primary"))
    ready.click()
    expect(ticket(page, one)).to_have_attribute("data-status", "ready")
    expect(totals).to_contain_text("1 × Githeri")
    ticket(page, other).locator(".ticket-lines li", has_text="Githeri").click()
    expect(totals).to_be_hidden()


@pytest.mark.covers("CAF-043")
def test_handing_over_can_be_undone_for_a_while_and_recalled_later(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    cafeteria.move(order, "ready")
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    press(page, order, "Hand over")
    expect(ticket(page, order)).to_have_count(0)
    bar = page.locator(".undo-bar")
    expect(bar).to_contain_text(f"Order {order['number']}")
    assert cafeteria.status(order) == "completed"
    bar.get_by_role("button").click()
    expect(ticket(page, order)).to_have_attribute("data-status", "ready")
    expect(bar).to_have_count(0)
    press(page, order, "Hand over")
    expect(ticket(page, order)).to_have_count(0)
    page.reload()
    page.get_by_text("Recently completed").click()
    page.locator(".kitchen-recall li", has_text=order["number"]).first.get_by_role("button", name="Undo").click()
    expect(ticket(page, order)).to_have_attribute("data-status", "ready")


@pytest.mark.covers("CAF-042", "CAF-043")
def test_the_kitchen_works_without_a_script(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    page = open_page(person="cook", script=False)
    page.goto(KITCHEN)
    press(page, order, "Start")
    expect(ticket(page, order)).to_have_attribute("data-status", "preparing")
    press(page, order, "Ready")
    page.goto(COUNTER)
    with page.expect_navigation():
        page.locator(".counter-number", has_text=order["number"]).get_by_role("button").click()
    assert cafeteria.status(order) == "completed" and page.url.endswith(COUNTER)


@pytest.mark.covers("CAF-045", "CAF-009")
@pytest.mark.parametrize("script", [True, False])
def test_a_cook_marks_a_dish_as_sold_out_and_puts_it_back(cafeteria, open_page, script):
    page, customer = open_page(person="cook", size="tablet", script=script), open_page(person="member", size="phone")
    page.goto(KITCHEN)
    item = cafeteria.item("Githeri")
    panel, row = page.locator(".kitchen-fold", has_text="Sold out").first, page.locator(f"li[data-waits='item-{item}']")
    panel.locator("summary").click()
    if script:
        accessibility.assert_fits(page)
        accessibility.assert_targets(page)
        accessibility.assert_accessible(page)
    row.get_by_role("button", name="Mark as sold out: Githeri").click()
    if not script:
        panel.locator("summary").click()
    expect(row).to_contain_text("Back on the menu")
    try:
        customer.goto(f"/cafeteria/items/{item}")
        expect(customer.locator("main").get_by_text("Sold out", exact=True)).to_be_visible()
    finally:
        row.get_by_role("button", name="Back on the menu: Githeri").click()
    if not script:
        panel.locator("summary").click()
    expect(row).to_contain_text("Mark as sold out")
    customer.reload()
    expect(customer.locator("main").get_by_text("Sold out", exact=True)).to_have_count(0)


@pytest.mark.covers("CAF-045")
def test_a_cook_searches_all_dishes_in_the_panel_which_keeps_the_words_while_orders_come(cafeteria, open_page):
    page = open_page(person="cook", size="phone")
    page.goto(KITCHEN)
    page.locator("summary", has_text="Sold out").click()
    rows, words = page.locator("#dish-rows li[data-waits]:visible"), page.get_by_label("Search all dishes")
    assert rows.count() > 10
    words.fill("chick")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Chicken in coconut sauce")
    order = cafeteria.order("Githeri")
    expect(ticket(page, order)).to_have_count(1)
    expect(words).to_have_value("chick")
    expect(rows).to_have_count(1)
    accessibility.assert_fits(page)
    accessibility.assert_targets(page)
    rows.get_by_role("button").click()
    try:
        expect(rows).to_contain_text("Back on the menu")
        expect(words).to_have_value("chick")
    finally:
        rows.get_by_role("button", name="Back on the menu").click()
        expect(rows).to_contain_text("Mark as sold out")


@pytest.mark.covers("CAF-042")
def test_choices_and_instructions_are_as_large_and_as_strong_as_the_dish(cafeteria, open_page):
    page = open_page(person="cook", size="tablet")
    new_sale(page)
    page.locator(".sale-tile", has_text="Chai").click()
    page.get_by_role("button", name="Add", exact=True).click()
    page.locator(".cash button").first.click()
    page.wait_for_url("**/counter/orders/*")
    order = cafeteria.order("Githeri", instructions="No chilli")
    page.goto(KITCHEN)
    look = """element => { const style = getComputedStyle(element); return [parseFloat(style.fontSize), style.color] }"""
    name = page.locator(".ticket-lines li span[dir]").first.evaluate(look)
    assert page.locator(".ticket-choices").first.evaluate(look) == name
    words = ticket(page, order).locator(".ticket-instructions")
    expect(words).to_contain_text("Special instructions")
    assert words.get_by_text("No chilli").evaluate(look) == name


@pytest.mark.covers("CAF-042", "CAF-043")
@pytest.mark.parametrize("script", [True, False])
def test_a_pause_of_some_minutes_is_seen_in_kitchen_counter_and_menu(cafeteria, open_page, script):
    page, customer = open_page(person="cook", size="tablet", script=script), open_page(person="member", size="phone")
    page.goto(KITCHEN)
    page.locator("summary", has_text="Pause ordering").click()
    # They stand in one line.
    tops = page.locator(".pause-lengths button").evaluate_all("all => all.map(button => button.getBoundingClientRect().top)")
    assert max(tops) - min(tops) < 1, tops
    if script:
        accessibility.assert_fits(page)
        accessibility.assert_targets(page)
        accessibility.assert_accessible(page)
    page.get_by_role("button", name="30 min").click()
    resume = page.get_by_role("button", name="Resume ordering")
    try:
        expect(page.get_by_text("Paused until")).to_be_visible()
        page.goto(COUNTER)
        expect(page.get_by_text("Paused until")).to_be_visible()
        customer.goto("/cafeteria")
        expect(customer.get_by_text("Ordering is paused until")).to_be_visible()
    finally:
        resume.click()
    expect(resume).to_have_count(0)
    customer.reload()
    expect(customer.get_by_text("Ordering is paused until")).to_have_count(0)
    page.goto(KITCHEN)
    expect(page.locator("summary", has_text="Pause ordering")).to_be_visible()


@pytest.mark.covers("CAF-042", "CAF-043")
def test_single_lines_are_ticked_on_this_screen_also_without_a_connection(cafeteria, open_page):
    order = cafeteria.order("Githeri", "Samosa, beef")
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    line, other = (ticket(page, order).locator(".ticket-lines li", has_text=name) for name in ("Githeri", "Samosa, beef"))
    tick = line.get_by_role("button", name="Done: Githeri")
    line.click()
    expect(tick).to_have_attribute("aria-pressed", "true")
    press(page, order, "Start")
    expect(ticket(page, order)).to_have_attribute("data-status", "preparing")
    expect(tick).to_have_attribute("aria-pressed", "true")
    cut(page)
    other.get_by_role("button").click()
    expect(other.get_by_role("button")).to_have_attribute("aria-pressed", "true")
    page.context.set_offline(False)
    page.reload()
    for one in (line, other):
        expect(one.get_by_role("button")).to_have_attribute("aria-pressed", "true")
    line.click()
    expect(tick).to_have_attribute("aria-pressed", "false")
    assert cafeteria.status(order) == "preparing"


@pytest.mark.covers("CAF-042")
def test_new_orders_are_printed_on_paper_of_80_millimetres(cafeteria, open_page):
    page = open_page(person="cook", size="tablet")
    page.add_init_script("window.print = () => { (window.printed = window.printed || []).push(document.querySelector('.print-sheet').innerText) }")
    page.goto(KITCHEN)
    page.locator("summary", has_text="This screen").click()
    page.locator("[data-print]").click()
    expect(page.locator("[data-print]")).to_have_attribute("aria-pressed", "true")
    order = cafeteria.order("Githeri", instructions="No chilli")
    until(page, "() => (window.printed || []).length === 1")
    sheet = page.evaluate("() => printed[0]")
    assert all(words in sheet for words in (order["number"], "Githeri", "No chilli", "Ready at")), sheet
    page.goto(f"/cafeteria/kitchen/{order['id']}/ticket")
    paper = page.pdf(prefer_css_page_size=True)
    box = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", paper)
    # In points: 72 to the inch.
    assert abs(float(box[1]) / 72 * 25.4 - 80) < 1, box[0]
    assert paper.count(b"/Type /Page\n") == 1 or len(re.findall(rb"/Type\s*/Page\b", paper)) == 1, "one ticket is one page"


@pytest.mark.covers("CAF-043")
def test_a_scanner_that_types_finds_the_order_wherever_the_focus_is(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    cafeteria.move(order, "ready")
    page = open_page(person="cook", size="desktop")
    page.goto(COUNTER)
    page.locator("h1").click()
    page.keyboard.type(order["code"])
    page.keyboard.press("Enter")
    expect(page.locator(".verdict-words")).to_have_text("Ready to hand over")
    expect(page.locator(".verdict-number")).to_contain_text(order["number"])
    page.get_by_role("button", name="Hand over", exact=True).click()
    expect(page.locator(".verdict-words")).to_contain_text("Completed at")
    assert cafeteria.status(order) == "completed"
    page.keyboard.type("999")
    page.keyboard.press("Enter")
    expect(page.locator(".field-error")).to_contain_text("No order of the last 3 days has the number 999.")
    open_page.complaints.clear()


@pytest.mark.covers("CAF-043")
def test_a_browser_that_reads_codes_scans_with_its_camera(cafeteria, playwright, demo, signed_in):
    order = cafeteria.order("Githeri")
    camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    browser = playwright.chromium.launch(**OPTIONS | {"args": [*ARGUMENTS, *camera]})
    try:
        page = browser.new_context(base_url=demo.url, storage_state=signed_in("cook"), permissions=["camera"]).new_page()
        # What a phone's browser brings along and this one does not; the picture is that of the browser's test camera.
        page.add_init_script(f"""
          window.BarcodeDetector = class {{
            static async getSupportedFormats() {{ return ['qr_code'] }}
            async detect(video) {{ return video.videoWidth > 0 ? [{{rawValue: '{order["code"]}'}}] : [] }}
          }}""")
        page.goto(COUNTER)
        page.get_by_role("button", name="Scan with the camera").click()
        expect(page.locator(".verdict-number")).to_contain_text(order["number"])
        expect(page.locator(".verdict-words")).to_contain_text("Not ready.")
    finally:
        browser.close()


@pytest.mark.covers("CAF-043", "CORE-051")
def test_a_phone_offers_the_camera_and_says_what_to_do_where_its_browser_reads_no_codes(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    page = open_page(person="cook", size="phone")
    page.add_init_script("delete window.BarcodeDetector")
    for path in (COUNTER, f"/cafeteria/counter/orders/{order['id']}"):
        page.goto(path)
        scan = page.get_by_role("button", name="Scan with the camera")
        expect(scan).to_be_in_viewport(ratio=1)
        scan.click()
        expect(page.locator("[data-scan-words]")).to_contain_text("Type the number on the customer’s phone instead.")
        expect(page.locator("[data-code-field]")).to_be_focused()
        expect(page.locator("[data-scan-video]")).to_be_hidden()
        accessibility.assert_fits(page)
        accessibility.assert_targets(page)
    page.keyboard.type(order["number"])
    page.keyboard.press("Enter")
    expect(page.locator(".verdict-number")).to_contain_text(order["number"])


@pytest.mark.covers("CAF-043", "CORE-034")
def test_a_bill_stays_while_the_network_is_away(cafeteria, open_page):
    page = open_page(person="cook", size="tablet")
    new_sale(page)
    page.locator(".sale-tile", has_text="Githeri").click()
    lines = page.locator(".sale-bill .cart-line")
    expect(lines).to_have_count(1)
    # Nothing is there that would answer.
    page.route("**/cafeteria/counter/sale", lambda route: route.abort("internetdisconnected"))
    page.locator(".sale-tile", has_text="Banana bread").click()
    expect(page.locator(".toast")).to_contain_text("No connection.")
    open_page.complaints.clear()
    expect(lines).to_have_count(1)
    page.unroute("**/cafeteria/counter/sale")
    page.locator(".sale-tile", has_text="Banana bread").click()
    expect(lines).to_have_count(2)


@pytest.mark.covers("CAF-043", "CAF-024")
def test_a_sale_is_tapped_together_faster_than_the_server_answers(cafeteria, open_page):
    page = open_page(person="cook", size="tablet")
    new_sale(page)
    tile = page.locator(".sale-tile", has_text="Githeri")
    for _ in range(3):
        tile.click()
    expect(page.locator(".sale-bill .stepper-count")).to_have_text("3")
    page.fill("#sale-words", "samosa")
    expect(page.locator(".sale-tile")).to_have_count(2)
    expect(page.locator("#sale-words")).to_be_focused()
    page.locator(".sale-tile", has_text="Samosa, beef").click()
    expect(page.locator(".sale-bill .cart-line")).to_have_count(2)
    page.locator(".sale-tile", has_text="Chai").click()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".sale-bill .cart-line")).to_have_count(3)
    expect(page.locator(".sale-total strong")).to_have_text("KES\u00a0800")
    page.get_by_label("Customer’s name").fill("Otieno")
    page.locator("summary", has_text="Other amount").click()
    page.locator("#field-given").fill("1000")
    expect(page.locator(".change")).to_have_text(re.compile("200"))
    page.get_by_role("button", name="in cash").click()
    page.wait_for_url("**/counter/orders/*")
    expect(page.locator(".sold-change")).to_contain_text("200")
    expect(page.locator(".sold")).to_contain_text("Otieno")


@pytest.mark.covers("CAF-043")
def test_a_second_tap_of_the_same_hurry_does_not_end_the_order(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    start = ticket(page, order).get_by_role("button", name="Start", exact=True)
    start.scroll_into_view_if_needed()
    box = start.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*middle)
    expect(ticket(page, order)).to_have_class(re.compile("is-settling"))
    page.mouse.click(*middle)
    expect(ticket(page, order)).not_to_have_class(re.compile("is-settling"))
    assert cafeteria.status(order) == "preparing"
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        press(page, order, "Ready")
    assert cafeteria.status(order) == "ready"


@pytest.mark.covers("CAF-043")
def test_the_button_that_leads_on_stays_in_its_place_once_an_order_is_started(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    ready = ticket(page, order).get_by_role("button", name="Ready", exact=True)
    ready.scroll_into_view_if_needed()
    box = ready.bounding_box()
    press(page, order, "Start")
    expect(ticket(page, order)).to_have_attribute("data-status", "preparing")
    expect(ticket(page, order)).not_to_have_class(re.compile("is-settling"))
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(ticket(page, order)).to_have_attribute("data-status", "ready")


@pytest.mark.covers("CAF-042", "CAF-056")
def test_on_a_phone_all_that_opens_or_switches_takes_two_lines(cafeteria, open_page):
    order, later = cafeteria.order("Githeri"), cafeteria.order("Githeri", is_for_tomorrow=True)
    page = open_page(person="cook", size="phone")
    page.goto(KITCHEN)
    expect(ticket(page, order)).to_be_visible()
    parts = page.locator(".kitchen-line .chip, .kitchen-line summary, .board-tools > .button:visible, .board-tools summary")
    boxes = [part.bounding_box() for part in parts.all()]
    assert len({round(box["y"] / 24) for box in boxes}) == 2, boxes
    for one in boxes:
        for other in boxes:
            assert one is other or one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1 \
                or abs(one["y"] - other["y"]) > 24, "none is covered by another"
    assert later["id"]


def top_of_cards(page):
    """Asked in one step, as the board replaces its cards whenever an order moves."""
    return page.evaluate("() => document.querySelector('.kitchen-queue, .counter-group').getBoundingClientRect().y")


@pytest.mark.covers("CAF-043", "CORE-051")
@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
@pytest.mark.parametrize("scrolled", [0, 160])
def test_a_word_moves_nothing_in_kitchen_and_counter(cafeteria, open_page, size, scrolled):
    orders = [cafeteria.order("Githeri") for _ in range(6)]
    for order in orders[:4]:
        cafeteria.move(order, "ready")
    page = open_page(person="cook", size=size)
    for path in (KITCHEN, COUNTER):
        page.goto(path)
        page.evaluate("y => scrollTo(0, y)", scrolled)
        handed = page.get_by_role("button", name="Hand over").last
        top = top_of_cards(page)
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            handed.evaluate("button => button.click()")
        word = page.locator(".undo-bar")
        expect(word).to_be_in_viewport(ratio=1)
        assert top_of_cards(page) == top
        # What is last can be scrolled free of it.
        page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
        lowest = page.evaluate("""() => Math.max(...Array.from(document.querySelectorAll('[data-board-live] :is(a, button, summary)'))
          .filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().bottom))""")
        assert lowest <= word.bounding_box()["y"]
        page.evaluate("y => scrollTo(0, y)", scrolled)
        # It goes, and leaves no band.
        page.locator("#toasts > *").evaluate_all("all => all.forEach(one => one.remove())")
        assert top_of_cards(page) == top
        cafeteria.clear() if path == COUNTER else None


@pytest.mark.covers("CAF-043", "CAF-024")
@pytest.mark.parametrize("width, height", [(390, 844), (1024, 768)])
@pytest.mark.parametrize("script", [True, False])
def test_a_dish_is_sold_by_two_taps_on_a_phone_by_three_and_the_next_sale_is_one_away(cafeteria, open_page, width, height, script):
    page = open_page(person="cook", size="phone", script=script)
    page.set_viewport_size({"width": width, "height": height})
    new_sale(page)
    page.locator(".sale-tile", has_text="Githeri").click()
    expect(page.locator(".sale-total strong")).to_be_in_viewport(ratio=1)
    if width < 700:
        expect(page.locator(".cash")).to_be_hidden()
        page.get_by_role("button", name="Take payment").click()
        expect(page.locator(".sale-total strong")).to_be_in_viewport(ratio=1)
    for amount in page.locator(".cash button").all():
        expect(amount).to_be_in_viewport(ratio=1)
    page.locator(".cash button").nth(1).click()
    page.wait_for_url("**/counter/orders/*")
    expect(page.locator(".sold-change")).to_be_in_viewport(ratio=1)
    again = page.locator(".sold").get_by_role("link", name="New sale")
    expect(again).to_be_in_viewport(ratio=1)
    if script:
        accessibility.assert_fits(page)
        accessibility.assert_targets(page)
        accessibility.assert_accessible(page)
    again.click()
    page.wait_for_url("**" + SALE)


@pytest.mark.covers("CAF-043", "CORE-051")
@pytest.mark.parametrize("script", [True, False])
def test_paying_is_a_step_of_its_own_on_a_phone(cafeteria, open_page, script):
    page = open_page(person="cook", size="phone", script=script)
    total, items, bill = (page.locator(one) for one in (".sale-total strong", ".sale-items", "#sale-bill .cart-line"))
    to_pay, back = page.get_by_role("button", name="Take payment"), page.get_by_role("button", name="Back to menu")
    new_sale(page)
    expect(to_pay).to_have_count(0)
    for name in ("Githeri", "Samosa, beef", "Banana bread", "Water, half a litre"):
        page.locator(".sale-tile", has_text=name).click()
        expect(page.locator(".sale-tile", has_text=name).locator(".sale-tile-count")).to_have_text("1")
        expect(total).to_be_in_viewport(ratio=1)
    expect(page.locator(".sale-count")).to_have_text("4 items")
    expect(page.locator(".sale-foot summary").first).to_be_hidden()
    assert page.locator(".sale-foot").bounding_box()["height"] < 100, "the menu has the room"
    to_pay.click()
    expect(items).to_be_hidden()
    expect(bill).to_have_count(4)
    for way in page.locator(".cash button, .sale-foot summary").all():
        expect(way).to_be_in_viewport(ratio=1)
        assert way.bounding_box()["height"] >= 52
    page.get_by_role("button", name="One Githeri more").click()
    expect(total).to_have_text("KES\u00a0670")
    expect(items).to_be_hidden()
    if script:
        accessibility.assert_fits(page)
        accessibility.assert_targets(page)
        accessibility.assert_accessible(page)
        page.go_back()
        expect(items).to_be_visible()
        to_pay.click()
    expect(items).to_be_hidden()
    page.get_by_role("button", name="Clear sale").click()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_in_viewport(ratio=1)
    undo.click()
    expect(items).to_be_visible()
    to_pay.click()
    expect(items).to_be_hidden()
    back.click()
    expect(items).to_be_visible()
    to_pay.click()
    page.locator("summary", has_text="Other amount").click()
    expect(total).to_be_in_viewport(ratio=1)
    assert bill.first.bounding_box()["y"] > page.locator(".sale-foot").bounding_box()["y"]
    page.locator("#field-given").fill("1000")
    if script:
        expect(page.locator(".sale-foot .change")).to_contain_text("330")
        assert page.locator(".sale-foot .change").evaluate("line => parseFloat(getComputedStyle(line).fontSize)") >= 24
    # It lies above the keyboard, which takes the lower half.
    assert page.get_by_role("button", name="in cash").bounding_box()["y"] < 480
    page.get_by_role("button", name="in cash").click()
    page.wait_for_url("**/counter/orders/*")
    expect(page.locator(".sold-change")).to_contain_text("330")


@pytest.mark.covers("CAF-045", "CORE-051")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_panel_of_sold_out_dishes_leaves_the_board_where_it_is(cafeteria, open_page, size):
    order = cafeteria.order("Githeri")
    page = open_page(person="cook", size=size)
    page.goto(KITCHEN)
    before = ticket(page, order).bounding_box()
    opener = page.locator("summary", has_text="Sold out")
    opener.click()
    panel = page.locator(".kitchen-drawer")
    expect(panel).to_be_in_viewport(ratio=0.9)
    assert ticket(page, order).bounding_box() == before
    expect(panel.locator(":focus")).to_have_count(1)
    # A new order is drawn below it, and the focus stays in it.
    second = cafeteria.order("Githeri")
    expect(ticket(page, second)).to_have_count(1)
    expect(panel).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_be_hidden()
    expect(opener).to_be_focused()


@pytest.mark.covers("CAF-043")
def test_the_fault_of_an_amount_goes_when_it_is_mended(cafeteria, open_page):
    page = open_page(person="cook", size="tablet")
    new_sale(page)
    page.locator(".sale-tile", has_text="Githeri").click()
    page.locator("summary", has_text="Other amount").click()
    given = page.locator("#field-given")
    given.fill("10")
    page.get_by_role("button", name="in cash").click()
    expect(page.locator(".sale-foot .field-error")).to_be_visible()
    assert page.locator("main").inner_text().count("less than") == 0, "it is said once, at the field"
    open_page.complaints.clear()
    given.fill("5000")
    expect(page.locator(".sale-foot .field-error")).to_have_count(0)
    expect(page.locator(".sale-bill .problem-alert")).to_have_count(0)
    expect(given).not_to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="in cash").click()
    page.wait_for_url("**/counter/orders/*")


@pytest.mark.covers("CAF-043")
@pytest.mark.parametrize("width, height", [(1024, 768), (768, 1024)])
def test_the_ways_to_pay_are_in_sight_on_a_tablet(cafeteria, open_page, width, height):
    page = open_page(person="cook", size="tablet")
    page.set_viewport_size({"width": width, "height": height})
    new_sale(page)
    for name in ("Githeri", "Samosa, beef", "Banana bread", "Water, half a litre"):
        page.locator(".sale-tile", has_text=name).click()
        expect(page.locator(".sale-bill .cart-line", has_text=name)).to_be_visible()
    ways = page.locator(".sale-foot .cash button, .sale-foot summary")
    for way in ways.all():
        expect(way).to_be_in_viewport(ratio=1)
    assert ways.count() >= 4


@pytest.mark.covers("CAF-027", "CAF-043")
def test_enter_in_the_field_of_a_way_to_pay_takes_the_payment(open_page):
    page = open_page(person="cook", size="tablet")
    new_sale(page)
    page.locator(".sale-tile", has_text="Githeri").click()
    page.locator("summary", has_text="Other amount").click()
    page.locator("input[name=given]").fill("2,000")
    expect(page.locator("[data-change-words]")).to_contain_text("1,")
    page.locator("input[name=given]").press("Enter")
    page.wait_for_url("**/counter/orders/*")
    expect(page.locator(".sold-change")).to_be_visible()


@pytest.mark.covers("CAF-043", "CAF-017")
@pytest.mark.parametrize("script", [True, False])
def test_whoever_leaves_a_sale_finds_it_again_until_it_is_cleared(cafeteria, open_page, script):
    page = open_page(person="cook", size="tablet", script=script)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    lines = page.locator(".sale-bill .cart-line")
    new_sale(page)
    page.locator(".sale-tile", has_text="Githeri").click()
    expect(lines).to_have_count(1)
    if script:
        page.get_by_label("Customer’s name").fill("Otieno")
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.keyboard.press("Tab")
    page.goto(COUNTER)
    page.get_by_role("link", name="Continue sale").click()
    expect(lines).to_have_count(1)
    if script:
        expect(page.get_by_label("Customer’s name")).to_have_value("Otieno")
    page.get_by_role("button", name="Clear sale").click()
    expect(page.get_by_text("The sale was cleared.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(lines).to_have_count(1)
    page.get_by_role("button", name="Clear sale").click()
    expect(lines).to_have_count(0)
    page.goto(COUNTER)
    expect(page.locator(".counter-tools").get_by_role("link", name="New sale")).to_be_visible()
    assert not asked


@pytest.mark.covers("CAF-033", "CAF-043")
def test_the_screen_for_customers_follows_the_kitchen_and_ends_with_its_link(cafeteria, open_page):
    order = cafeteria.order("Githeri")
    made = cafeteria.staff.post_form("/cafeteria/counter/displays", {"name": "Hall"})
    assert made.status == 200, made.text
    address = re.search(r"/cafeteria-display/[a-z2-9]{4}-[a-z2-9]{4}", made.text)[0]
    television = open_page(size="desktop")
    television.goto(address)
    expect(television.locator(".display-making li", has_text=order["number"])).to_be_visible()
    assert not television.locator("button, form, input").count()
    cafeteria.move(order, "ready")
    number = television.locator(f"[data-ready='{order['number']}']")
    expect(number).to_be_visible()
    expect(number).to_have_class(re.compile("is-new"))
    expect(television.locator(".display-making li", has_text=order["number"])).to_have_count(0)
    cafeteria.move(order, "completed")
    expect(number).to_have_count(0)
    displays = cafeteria.staff.get("/cafeteria/counter/displays").text
    end = re.findall(r"/cafeteria/counter/displays/\d+/end", displays)[-1]
    assert cafeteria.staff.post_form(end, {}).status == 303
    expect(television.get_by_role("heading", name="This display has been ended")).to_be_visible()
    open_page.complaints.clear()


@pytest.mark.covers("CORE-051")
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
def test_every_screen_of_staff_is_accessible(cafeteria, open_page, screenshot, size, theme):
    orders = [cafeteria.order("Githeri", "Samosa, beef", instructions="No chilli, please"), cafeteria.order("Githeri"), cafeteria.order("Githeri")]
    unpaid = cafeteria.place("Githeri")
    cafeteria.move(orders[1], "preparing")
    cafeteria.move(orders[2], "ready")
    page = open_page(person="cook", size=size, theme=theme)
    address = re.search(r"/cafeteria-display/[a-z2-9]{4}-[a-z2-9]{4}", cafeteria.staff.post_form("/cafeteria/counter/displays", {"name": "Hall"}).text)[0]
    screens = {
        "kitchen": KITCHEN, "station": KITCHEN + "?station=1", "counter": COUNTER, "sale": SALE, "displays": "/cafeteria/counter/displays",
        "ready": f"{COUNTER}/orders/{orders[2]['id']}", "unpaid": f"{COUNTER}/orders/{unpaid['id']}",
        "cancel": f"{COUNTER}/orders/{orders[0]['id']}/cancel", "ticket": f"{KITCHEN}/{orders[0]['id']}/ticket", "display": address,
    }
    try:
        for name, path in screens.items():
            page.goto(path)
            page.wait_for_load_state("load")
            screenshot(page, f"kitchen-{name}-{size}-{theme}")
            accessibility.assert_fits(page)
            accessibility.assert_targets(page)
            accessibility.assert_accessible(page)
    finally:
        # A display whose link ends says so with a 404.
        page.goto("about:blank")
        for end in re.findall(r"/cafeteria/counter/displays/\d+/end", cafeteria.staff.get("/cafeteria/counter/displays").text):
            cafeteria.staff.post_form(end, {})


@pytest.mark.covers("CAF-042")
def test_a_paused_kitchen_leaves_a_tablet_its_tickets(cafeteria, open_page):
    cafeteria.order("Githeri")
    page = open_page(person="cook", size="tablet")
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto("/cafeteria/kitchen")
    page.locator(".kitchen-pause > summary").click()
    page.get_by_role("button", name="Until I resume").click()
    expect(page.get_by_role("button", name="Resume ordering")).to_be_visible()
    # The banner of a demo is the lesser part of what stands above. The board may be drawn anew meanwhile: whichever is there is measured.
    until(page, "[...document.querySelectorAll('.kitchen-queue')].some((one) => one.offsetHeight && one.getBoundingClientRect().top < 360)")
    page.get_by_role("button", name="Resume ordering").click()
    expect(page.locator(".kitchen-pause > summary")).to_be_visible()


@pytest.mark.covers("CAF-043", "CORE-051")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_choices_are_tiles_over_the_sale_which_stays_where_it_is(open_page, size):
    page = open_page(person="cook", size=size)
    new_sale(page)
    # Of one nothing but its size is chosen, of the other more than that: both are added in the same way.
    for name in ("Coffee from Nyeri", "Chai"):
        tile = page.locator("button[name=choose]", has_text=name)
        tile.click()
        panel = page.get_by_role("dialog", name=name)
        expect(panel).to_be_visible()
        expect(page.get_by_label("Search the menu")).to_be_attached()
        accessibility.assert_accessible(page)
        assert panel.locator(".check").first.bounding_box()["height"] >= 56
        page.keyboard.press("Escape")
        expect(panel).to_have_count(0)
        expect(tile).to_be_focused()
        tile.click()
        for button in ("One more", "One more", "One less"):
            panel.get_by_role("button", name=button).click()
        panel.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator("#sale-bill")).to_contain_text(name)
        expect(page.locator(".cart-line", has_text=name).locator(".stepper-count")).to_have_text("2")
        expect(panel).to_have_count(0)


@pytest.mark.covers("CAF-043", "CORE-051")
def test_the_first_tap_of_a_sale_moves_no_dish(cafeteria, open_page):
    page = open_page(person="cook", size="phone")
    new_sale(page)
    page.reload()
    tile = page.locator(".sale-tile", has_text="Githeri")
    expect(page.get_by_text("Tap an item to begin.")).to_be_in_viewport(ratio=1)
    place = tile.bounding_box()
    for count in ("1", "2"):
        page.mouse.click(place["x"] + 40, place["y"] + 30)
        expect(tile.locator(".sale-tile-count")).to_have_text(count)
        assert tile.bounding_box() == place
    expect(page.locator(".sale-count")).to_have_text("2 items")


@pytest.mark.covers("CAF-043", "CORE-051")
@pytest.mark.parametrize("width, height", [(1440, 900), (1280, 800), (768, 1024), (390, 844)])
def test_amounts_of_cash_have_room_under_their_heading(cafeteria, open_page, width, height):
    page = open_page(person="cook", size="phone" if width < 700 else "desktop")
    page.set_viewport_size({"width": width, "height": height})
    new_sale(page)
    page.locator(".sale-tile", has_text="Tilapia").click()
    page.locator(".sale-tile", has_text="Tilapia").click()
    expect(page.locator(".sale-total strong")).to_have_text("KES\u00a0960")
    if width < 700:
        page.get_by_role("button", name="Take payment").click()
    expect(page.locator(".sale-foot").get_by_role("heading", name="Cash")).to_be_visible()
    for amount in page.locator(".cash button").all():
        words = amount.locator("span").first.bounding_box()
        assert amount.bounding_box()["width"] - words["width"] >= 24
    accessibility.assert_fits(page)


@pytest.mark.covers("CAF-030", "CORE-051")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_drawer_is_counted_first_and_checked_then(open_page, theme):
    page = open_page(person="cook", size="phone", theme=theme)
    page.goto("/cafeteria/counter/cash-up")
    expect(page.get_by_text("Expected in the drawer")).to_have_count(0)
    page.get_by_label("Opening float").fill("1000")
    page.get_by_text("Count notes and coins").click()
    for name, count in (("KES\u00a01,000", "1"), ("KES\u00a0200", "2"), ("KES\u00a05", "3")):
        page.get_by_label(name, exact=True).fill(count)
    expect(page.get_by_label("Cash counted")).to_have_value("1415")
    accessibility.assert_fits(page)
    accessibility.assert_targets(page)
    accessibility.assert_accessible(page)
    page.get_by_role("button", name="Continue").click()
    expected = page.locator(".cash-check-sum dd").inner_text()
    accessibility.assert_fits(page)
    accessibility.assert_targets(page)
    accessibility.assert_accessible(page)
    page.get_by_role("button", name="Count again").click()
    expect(page.get_by_label("Opening float")).to_have_value("1000")
    page.get_by_label("Cash counted").fill(re.sub(r"[^\d.]", "", expected))
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".cash-check-difference")).to_contain_text("No difference")
    box = page.get_by_label("It stays in the drawer until it’s given back")
    if box.count():
        box.check()
    page.get_by_role("button", name="Close cash-up").click()
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    accessibility.assert_accessible(page)


@pytest.mark.covers("CAF-030")
def test_notes_and_coins_are_added_up_as_they_are_counted_in_any_currency(cafeteria, open_page):
    page = open_page(person="cook", size="phone")
    page.goto("/cafeteria/counter/cash-up")
    page.get_by_text("Count notes and coins").click()
    page.locator("[name=piece-100000]").fill("2")
    page.locator("[name=piece-5000]").fill("1")
    expect(page.locator(".cash-sum")).to_have_text("Counted so far: KES\u00a02,050")
    expect(page.locator(".cash-sum")).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Cash counted")).to_have_value("2050")
    accessibility.assert_fits(page)
    accessibility.assert_accessible(page)
    address = page.evaluate("() => performance.getEntriesByType('resource').map(one => one.name).find(name => name.includes('/money'))")
    written = page.evaluate("""address => import(address).then(({ money, typed }) => [
      money(125050, { currency: "KES", decimals: "2" }), money(125000, { currency: "KES", decimals: "2" }),
      money(2500, { currency: "UGX", decimals: "0" }), money(2500, { currency: "JPY", decimals: "0" }),
      typed("1,250.5", { decimals: "2" }), typed("2500", { decimals: "0" }), String(typed("25.5", { decimals: "0" })),
    ])""", address)
    assert written == ["KES\u00a01,250.50", "KES\u00a01,250", "UGX\u00a02,500", "¥2,500", 125050, 2500, "NaN"]


@pytest.mark.covers("CAF-043", "CAF-056")
def test_find_stands_in_its_column_and_says_what_to_do_where_there_is_no_such_order(cafeteria, open_page):
    page = open_page(person="cook", size="phone")
    page.goto(COUNTER + "/find?code=999")
    expect(page.locator(".code-error")).to_contain_text("search for their name")
    accessibility.assert_fits(page)
    column = page.locator(".counter").bounding_box()
    for part in page.locator(".code-line > *:visible").all():
        box = part.bounding_box()
        assert box["x"] >= column["x"] - 1 and box["x"] + box["width"] <= column["x"] + column["width"] + 1, (box, column)
    # The page goes on: that nothing is found is an answer.
    order = cafeteria.order("Githeri")
    expect(page.locator("[data-group=waiting]")).to_contain_text(order["number"])
    expect(page.locator("[data-board-offline]")).to_be_hidden()
    # The answer is that it isn’t found.
    open_page.complaints.clear()


@pytest.mark.covers("CAF-042", "CORE-051")
def test_a_device_opens_the_kitchen_with_the_station_that_was_chosen_on_it(cafeteria, open_page):
    page = open_page(person="cook", size="tablet")
    page.goto(KITCHEN)
    menu = page.locator("summary", has_text="This screen")
    menu.click()
    stations = page.locator(".screen-stations a")
    name = stations.nth(1).inner_text()
    stations.nth(1).click()
    expect(page).to_have_url(re.compile("station="))
    expect(stations.nth(1)).to_have_attribute("aria-current", "true")
    page.goto(KITCHEN)
    expect(page.locator(".kitchen-line .chip[aria-current]")).to_contain_text(name)
    menu.click()
    page.locator("[data-keys-help]").click()
    expect(page.locator("#keys .dialog-panel")).to_be_in_viewport(ratio=1)
    expect(page.locator(".screen-choices")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    page.locator(".kitchen-line .chip").first.click()
    expect(page).not_to_have_url(re.compile("station="))
    page.goto(KITCHEN)
    expect(page.locator(".kitchen-line .chip[aria-current]")).to_contain_text("All")


@pytest.mark.covers("CAF-042", "CORE-051")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_screen_keeps_the_size_of_its_text(cafeteria, open_page, size):
    cafeteria.order("Githeri")
    cafeteria.order("Githeri", "Fruit cup", "Samosa, beef", instructions="No chilli, and a second plate.")
    page = open_page(person="cook", size=size)
    page.goto(KITCHEN)
    number = page.locator(".ticket-number").first
    normal = number.bounding_box()["height"]
    summary = page.locator("summary", has_text="This screen")
    summary.click()
    sizes = page.locator("button[data-text-size]")
    expect(sizes.nth(0)).to_have_attribute("aria-current", "true")
    sizes.filter(has_text="Very large").click()
    expect(sizes.nth(2)).to_have_attribute("aria-current", "true")
    expect(page.locator(".screen-choices")).to_be_in_viewport(ratio=1)
    page.goto(KITCHEN)
    assert number.bounding_box()["height"] > 1.4 * normal
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "nothing stands beside the screen"
    # Cards that begin on one line end on one line.
    boxes = page.locator(".ticket").evaluate_all("cards => cards.map((card) => card.getBoundingClientRect()).map((box) => [box.top, box.bottom])")
    for top, bottom in boxes:
        assert all(abs(bottom - other) < 2 for start, other in boxes if abs(start - top) < 2), boxes
    summary.click()
    sizes.nth(0).click()
    page.goto(KITCHEN)
    assert abs(number.bounding_box()["height"] - normal) < 1
