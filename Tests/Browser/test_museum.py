"""The museum: a visitor registers, becomes a member on Clover's page, and gets the money back from staff."""
import re
import time

import pytest
from playwright.sync_api import expect

from harness.chromium import OPTIONS
from harness.client import Client
from harness.screens import SIZES
from harness.server import Server
from harness.stand_ins import StandIns
from harness.waiting import PATIENCE

# Browsers, a server and the stand-ins on two cores take their time.
expect.set_options(timeout=PATIENCE * 1000)
PASSWORD = "copper-kettle-31"


@pytest.fixture(scope="module")
def stand_ins(tmp_path_factory):
    with StandIns(tmp_path_factory.mktemp("clover")) as running:
        yield running


@pytest.fixture(scope="module")
def museum(tmp_path_factory, stand_ins, cast):
    """A demo with the museum alone, which has one tier."""
    with Server(tmp_path_factory.mktemp("museum") / "site", "--apps", "museum", *stand_ins.options, demo=True) as running:
        owner = Client(running.url).sign_in(cast["owner"]["email"], cast["owner"]["password"])
        tier = {"name": "Harbour pass", "summary": "For two adults", "benefits": "Free entry", "price": "60", "months": "12", "level": "1", "guests": "1", "isSold": "true"}
        assert owner.post_form("/admin/museum/tiers", tier).status == 303
        yield running


@pytest.fixture
def pages(playwright, museum):
    """A new browser: `pages("phone")`."""
    browser = playwright.chromium.launch(**OPTIONS)

    def opened(size):
        width, height = SIZES[size]
        context = browser.new_context(base_url=museum.url, locale="en-GB", viewport={"width": width, "height": height}, reduced_motion="reduce")
        return context.new_page()

    yield opened
    browser.close()


def sign_in(page, email, password):
    page.goto("/account/sign-in")
    page.fill("input[name=email]", email)
    page.fill("input[name=password]", password)
    page.locator("form:has(input[name=password]) button[type=submit]").first.click()
    page.wait_for_url(lambda url: "/account/sign-in" not in url)


@pytest.mark.covers("MUS-008", "MUS-013", "MUS-015", "MUS-016", "MUS-050", "MUS-051")
def test_a_visitor_becomes_a_member_by_card_and_gets_the_money_back(pages, museum, cast):
    page = pages("phone")
    page.goto("/account/register")
    page.fill("input[name=name]", "Vera Lind")
    page.fill("input[name=email]", "vera@tests.example")
    page.fill("input[name=password]", PASSWORD)
    for box in page.locator("form:has(input[name=password]) input[type=checkbox]").all():
        box.check()
    page.locator("form:has(input[name=password]) button[type=submit]").first.click()
    page.wait_for_url(lambda url: "/account/register" not in url)
    # The tier, the terms, and straight to Clover's page.
    page.goto("/museum/membership")
    page.get_by_role("link", name="Choose Harbour pass").click()
    page.get_by_label("I accept the terms").check()
    page.get_by_label("Card", exact=True).check()
    page.get_by_role("button", name=re.compile("^Pay ")).click()
    page.wait_for_url(re.compile("/clover/checkout/"))
    # A declined card is explained there and here, and changes nothing.
    page.fill("input[name=number]", "4005 5717 0222 2222")
    page.get_by_role("button", name=re.compile("^Pay ")).click()
    expect(page.get_by_role("alert")).to_contain_text("declined")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The card was declined.")).to_be_visible()
    page.get_by_role("link", name="Continue to payment").click()
    page.get_by_role("button", name=re.compile("^Pay ")).click()
    # Back here it says the truth, and in the end thanks.
    page.wait_for_url(re.compile("/museum/memberships/"))
    expect(page.get_by_text("You’re a member.")).to_be_visible()
    page.get_by_role("link", name="Show my membership").click()
    expect(page.locator(".member-card")).to_contain_text("Harbour pass")
    # Staff send the money back, which ends the membership.
    staff = pages("desktop")
    sign_in(staff, cast["owner"]["email"], cast["owner"]["password"])
    staff.goto("/admin/payments")
    staff.get_by_role("link", name=re.compile("Harbour pass")).first.click()
    expect(staff.get_by_text("Card", exact=True).first).to_be_visible()
    staff.get_by_role("link", name="Refund…").click()
    staff.fill("input[name=reason]", "Bought twice")
    staff.get_by_role("button", name=re.compile("^Refund ")).click()
    staff.wait_for_url(re.compile(r"/admin/payments/\d+$"))
    end = time.monotonic() + PATIENCE
    while "Refunded" not in staff.locator("main").inner_text():
        assert time.monotonic() < end, staff.locator("main").inner_text()
        time.sleep(0.5)
        staff.reload()
    page.reload()
    expect(page.get_by_text("You’re not a member yet")).to_be_visible()
