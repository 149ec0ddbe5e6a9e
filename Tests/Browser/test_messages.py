"""Conversations: like every app for messages, with a script and without one."""
import pytest
from playwright.sync_api import expect

from harness import accessibility
from harness.waiting import until


@pytest.fixture
def conversation(open_page):
    """The address of a conversation that Astrid and Yusuf have in the demo."""
    page = open_page(person="astrid")
    page.goto("/account/messages")
    return page.locator(".conversation-row", has_text="Yusuf").first.get_attribute("href")


@pytest.mark.covers("CORE-051")
def test_it_fills_the_screen_with_the_newest_in_view_and_the_field_above_the_bar(open_page, conversation, view, screenshot):
    size, theme = view
    page = open_page(size=size, theme=theme, person="astrid")
    page.goto("/volunteers")
    page.goto(conversation)
    field, last = page.locator("textarea[name=words]").bounding_box(), page.locator(".bubble").last.bounding_box()
    height = page.viewport_size["height"]
    bottom = page.locator(".app-nav").bounding_box()["y"] if size == "phone" else height
    assert last["y"] + last["height"] <= field["y"] and field["y"] + field["height"] <= bottom + 1 and bottom - field["y"] < 120
    side = page.locator(".chat-side")
    assert side.is_visible() == (size != "phone"), "list and conversation side by side where there is room"
    mine, theirs = page.locator(".thread-mine .bubble-words").last.bounding_box(), page.locator(".thread-group:not(.thread-mine) .bubble-words").last.bounding_box()
    assert mine["x"] + mine["width"] > theirs["x"] + theirs["width"] and theirs["x"] < mine["x"]
    accessibility.assert_fits(page)
    accessibility.assert_accessible(page)
    screenshot(page, f"messages-{size}-{theme}")
    page.goto("/account/messages")
    accessibility.assert_fits(page)
    accessibility.assert_accessible(page)


@pytest.mark.covers("CORE-033")
def test_a_message_is_sent_without_a_new_page_and_counted_where_the_other_is(open_page, conversation):
    page, other = open_page(person="astrid"), open_page(size="phone", person="yusuf")
    other.goto("/volunteers")
    badge = other.locator(".app-nav [data-bell-number]")
    before = int(badge.inner_text() or 0) if badge.is_visible() else 0
    page.goto(conversation)
    page.evaluate("window.same = true")
    page.fill("textarea[name=words]", "Does Friday suit you?")
    page.locator("textarea[name=words]").press("Enter")
    expect(page.locator(".thread-mine .bubble-words").last).to_have_text("Does Friday suit you?")
    until(page, "!document.querySelector('.bubble-sending')")
    assert page.evaluate("window.same") and page.input_value("textarea[name=words]") == ""
    expect(badge).to_have_text(str(max(before, 1)))
    other.locator(".app-nav a", has_text="Messages").click()
    other.locator(".conversation-new").first.click()
    other.wait_for_selector("#thread")
    expect(other.locator(".bubble-words").last).to_have_text("Does Friday suit you?")
    other.fill("textarea[name=words]", "Friday is fine.")
    other.get_by_role("button", name="Send").click()
    expect(page.locator(".thread-group:not(.thread-mine) .bubble-words").last).to_have_text("Friday is fine.")


def test_what_does_not_arrive_is_back_in_the_field_and_is_sent_once_more(open_page, conversation):
    page = open_page(person="astrid")
    page.goto(conversation)
    page.route("**/account/messages/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.fill("textarea[name=words]", "Are you there already?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".composer-returned")).to_be_visible()
    assert page.input_value("textarea[name=words]") == "Are you there already?"
    assert "Not delivered" in page.locator(".composer-note").inner_text()
    page.unroute("**/account/messages/*")
    open_page.complaints[:] = [it for it in open_page.complaints if "ERR_FAILED" not in it]
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".thread-mine .bubble-words").last).to_have_text("Are you there already?")
    expect(page.locator(".composer-returned")).to_have_count(0)
    # What the filter stops, the same way.
    page.fill("textarea[name=words]", "You are a fucking liar")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".composer-returned")).to_be_visible()
    assert page.input_value("textarea[name=words]") == "You are a fucking liar"
    page.fill("textarea[name=words]", "That is not how I remember it.")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".thread-mine .bubble-words").last).to_have_text("That is not how I remember it.")
    until(page, "!document.querySelector('.bubble-sending')")
    assert "liar" not in page.locator("#thread").inner_text()
    page.reload()
    assert page.input_value("textarea[name=words]") == ""


def test_without_a_script_it_is_a_form(open_page, conversation):
    page = open_page(person="astrid", script=False)
    page.goto(conversation)
    page.fill("textarea[name=words]", "Sent by a form.")
    page.get_by_role("button", name="Send").click()
    assert page.locator(".thread-mine .bubble-words").last.inner_text() == "Sent by a form."
    last, field = page.locator(".bubble").last.bounding_box(), page.locator("textarea[name=words]").bounding_box()
    assert 0 < last["y"] < field["y"] < page.viewport_size["height"]
