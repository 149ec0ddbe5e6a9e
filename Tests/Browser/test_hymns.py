"""Hymns by number with large keys, and by first line."""
import re

import pytest
from playwright.sync_api import expect

HYMN = "When Morning Finds the Hill"


@pytest.mark.covers("LIB-081")
def test_a_hymn_is_opened_with_large_keys_on_a_phone(open_page):
    page = open_page("phone")
    page.goto("/library/hymns")
    page.locator("summary", has_text="Number pad").click()
    field = page.get_by_label("Hymn number")
    for key in ("9", "1"):
        page.locator(f".number-key[data-key='{key}']").click()
    expect(field).to_have_value("91")
    page.get_by_role("button", name="Delete the last digit").click()
    page.get_by_role("button", name="Delete the last digit").click()
    page.locator(".number-key[data-key='1']").click()
    assert min(page.locator(".number-key").first.bounding_box()[side] for side in ("width", "height")) >= 64
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.locator(".number-key-open").click()
    page.wait_for_url(re.compile("/read/"))
    expect(page).to_have_title(re.compile(HYMN))


@pytest.mark.covers("LIB-081")
def test_a_number_is_typed_anywhere_on_the_page(open_page):
    page = open_page("desktop")
    page.goto("/library/hymns")
    expect(page.locator("[data-number-pad]")).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/read/"))
    expect(page).to_have_title(re.compile(HYMN))


@pytest.mark.covers("LIB-081")
def test_a_number_needs_no_script(open_page):
    page = open_page("phone", script=False)
    page.goto("/library/hymns")
    expect(page.locator("[data-number-pad]")).to_be_hidden()
    page.get_by_label("Hymn number").fill("1")
    page.locator(".hymn-number-form button").click()
    page.wait_for_url(re.compile("/read/"))


@pytest.mark.covers("LIB-081")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_index_leads_from_first_lines_to_hymns(open_page, size):
    page = open_page(size)
    page.goto("/library/hymns")
    page.get_by_role("link", name="Browse A–Z").click()
    expect(page.get_by_role("heading", name="Index of hymns")).to_be_visible()
    page.locator(".hymn-letters a", has_text="W").click()
    row = page.locator(".hymn-row", has_text="When morning finds the hill")
    expect(row).to_be_in_viewport()
    expect(row).to_contain_text(HYMN)
    page.get_by_role("link", name="svenska").click()
    expect(page.locator(".hymn-row")).to_have_count(1)
    page.get_by_role("link", name="Titles").click()
    page.wait_for_url(re.compile("by=title"))
    expect(page.locator(".hymn-row")).to_contain_text("Ljuset över fjärden")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
