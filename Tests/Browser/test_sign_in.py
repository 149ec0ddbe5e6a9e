"""Signing in and registering, and what is said afterwards."""
import secrets

import pytest
from playwright.sync_api import expect


@pytest.mark.covers("LIB-001")
@pytest.mark.parametrize("width, height", [(360, 640), (390, 844), (820, 1180), (1440, 900)])
def test_the_button_that_signs_in_is_on_the_first_screen_with_its_form_first(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/account/sign-in")
    button = page.locator("form:has([name=password]) button[type=submit]").bounding_box()
    assert button["y"] + button["height"] <= height
    for provider in page.locator(".provider-button").all():
        assert provider.bounding_box()["y"] > button["y"]


@pytest.mark.covers("LIB-005", "LIB-009")
def test_registering_signs_in_and_lands_on_the_front_page(open_page, demo):
    page = open_page(size="phone")
    page.goto("/account/register")
    page.fill("[name=name]", "Nora Newcomer")
    page.fill("[name=email]", f"nora-{secrets.token_hex(6)}@stoa.example")
    page.fill("[name=password]", "candle 12 light")
    page.locator("form:has([name=password]) button[type=submit]").click()
    page.wait_for_url(demo.url + "/")
    expect(page.locator(".toast")).to_contain_text("Nora Newcomer")
    # It lies over the page and moves nothing.
    toast = page.locator(".toast:has(button)")
    expect(toast.locator("svg")).to_have_count(1)
    before = page.locator("h1").bounding_box()
    toast.get_by_role("button").click()
    expect(toast).to_have_count(0)
    assert page.locator("h1").bounding_box() == before


def test_a_password_can_be_shown_and_is_sent_hidden(page):
    page.goto("/account/sign-in")
    field, button = page.locator("[name=password]"), page.get_by_role("button", name="Show password")
    field.fill("seven olives 7")
    button.click()
    assert field.get_attribute("type") == "text" and button.get_attribute("aria-pressed") == "true"
    page.fill("[name=email]", "nobody@stoa.example")
    kind = field.evaluate("it => { it.form.addEventListener('submit', (event) => event.preventDefault()); it.form.requestSubmit(); return it.type; }")
    assert kind == "password"


def test_without_a_script_nothing_offers_to_show_a_password(open_page):
    page = open_page(script=False)
    page.goto("/account/sign-in")
    assert page.get_by_role("button", name="Show password").count() == 0


def test_leaving_a_form_asks_only_while_something_in_it_is_not_sent(open_page):
    page = open_page(person="member")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.goto("/account/profile")
    page.locator("form:has([name=name])").wait_for()
    page.goto("/account")
    assert asked == []
    page.goto("/account/profile")
    field = page.locator("[name=name]")
    name = field.input_value()
    field.press_sequentially(" x")
    page.goto("/account")
    assert asked == ["beforeunload"]
    page.goto("/account/profile")
    field.fill("Somebody")
    field.fill(name)
    page.goto("/account")
    assert asked == ["beforeunload"], "what was typed and taken back again is no change"
