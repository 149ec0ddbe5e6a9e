"""Listening that goes on: the small player on other pages, the sleep timer, and the keys of the large player."""
import re

import pytest
from playwright.sync_api import expect

from harness.reading import item
from harness.waiting import until

RECORDING = "The Lamp at the Window, read aloud"
NOW = "() => document.querySelector('.listening audio').currentTime"


def open_player(page, demo, at=None):
    """Opens the recording's own page; with `at` it plays from that second."""
    recording = item(demo, RECORDING)
    page.goto(f"/read/{recording['publication']}/0")
    play = page.locator("[data-player] [data-toggle]")
    expect(play).to_be_visible()
    if at is None:
        return
    until(page, "() => document.querySelector('audio').readyState >= 1")
    page.evaluate("() => { document.querySelector('audio').muted = true }")
    play.click()
    until(page, "() => !document.querySelector('audio').paused && document.querySelector('audio').currentTime > 0.1")
    page.evaluate("at => { document.querySelector('audio').currentTime = at }", at)
    until(page, "at => document.querySelector('audio').currentTime > at", at)


@pytest.mark.covers("LIB-042")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_listening_goes_on_from_page_to_page(open_page, demo, size):
    page = open_page(size, person="member")
    open_player(page, demo, at=30)
    page.locator("[data-back]").click()
    page.wait_for_url(re.compile("/library/items/"))
    bar = page.locator(".listening")
    expect(bar).to_contain_text(RECORDING)
    until(page, "() => document.querySelector('.listening audio').currentTime > 30")
    assert page.evaluate(NOW) < 45
    bar.get_by_role("button", name="Pause").click()
    before = page.evaluate(NOW)
    bar.get_by_role("button", name="15 seconds back").click()
    until(page, "before => document.querySelector('.listening audio').currentTime <= before - 14", before)
    # It covers neither the places of the app nor anything at the end of the page.
    boxes = page.evaluate(
        """() => {
          window.scrollTo(0, document.documentElement.scrollHeight)
          const box = it => it.getBoundingClientRect().toJSON()
          return { bar: box(document.querySelector('.listening')), nav: box(document.querySelector('.app-nav')),
            foot: box(document.querySelector('.shell-footer')), width: document.documentElement.scrollWidth, room: innerWidth }
        }""")
    assert boxes["width"] <= boxes["room"]
    if size == "phone":
        assert boxes["bar"]["bottom"] <= boxes["nav"]["top"] + 1
    foot = page.locator(".shell-footer a").last.bounding_box()
    assert foot["y"] + foot["height"] <= boxes["bar"]["top"]
    # Another page again, where it stays as it was left, and the large player knows the place too.
    page.goto("/library/hymns")
    expect(page.locator(".listening [data-elapsed]")).to_have_text(re.compile("^0:[123]"))
    page.locator(".listening-open").click()
    until(page, "() => { const it = document.querySelector('[data-player] audio'); return it && it.currentTime > 10 }")
    expect(page.locator(".listening")).to_have_count(0)
    page.goto("/library/hymns")
    page.locator(".listening").get_by_role("button", name="Close the player").click()
    expect(page.locator(".listening")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="Hymns & Songs")).to_be_visible()
    expect(page.locator(".listening")).to_have_count(0)


@pytest.mark.covers("LIB-039", "LIB-042")
def test_the_small_player_stands_above_the_foot_of_a_book(open_page, demo):
    page = open_page("phone", person="member")
    open_player(page, demo, at=5)
    page.goto(f"/read/{item(demo, 'Seven Mornings')['publication']}/0")
    bar = page.locator(".listening")
    expect(bar).to_be_visible()
    foot = page.locator(".reader-foot").bounding_box()
    box = bar.bounding_box()
    assert box["y"] + box["height"] <= foot["y"] + 1
    assert foot["height"] < 80


@pytest.mark.covers("LIB-042")
def test_signing_out_ends_what_was_listened_to(open_page, demo):
    page = open_page("phone", person="member")
    open_player(page, demo, at=5)
    assert page.evaluate("() => localStorage.getItem('stoa.listening') !== null")
    # As the page does when its form for signing out is sent.
    page.evaluate(
        """() => {
          const form = document.createElement('form')
          form.setAttribute('action', '/account/sign-out')
          form.addEventListener('submit', event => event.preventDefault(), false)
          document.body.append(form)
          const event = new Event('submit', { bubbles: true })
          form.dispatchEvent(event)
        }""")
    assert page.evaluate("() => localStorage.getItem('stoa.listening')") is None


@pytest.mark.covers("LIB-042")
def test_the_sleep_timer_fades_out_and_goes_on_over_pages(open_page, demo):
    page = open_page("phone", person="member")
    page.clock.install()
    open_player(page, demo, at=40)
    page.get_by_label("Sleep timer").select_option(label="15 minutes")
    expect(page.locator("[data-player] [data-sleep-left]")).to_contain_text("Stops in 1")
    page.goto("/library/hymns")
    expect(page.locator(".listening [data-sleep-left]")).to_be_visible()
    until(page, "() => { const it = document.querySelector('.listening audio'); return !it.paused && it.currentTime > 40 }")
    page.evaluate("() => { document.querySelector('.listening audio').muted = true }")
    page.clock.fast_forward((15 * 60 - 10) * 1000)
    page.clock.run_for(1000)
    assert 0 < page.evaluate("() => document.querySelector('.listening audio').volume") < 0.8
    before = page.evaluate(NOW)
    page.clock.run_for(12_000)
    until(page, "() => document.querySelector('.listening audio').paused")
    until(page, "before => document.querySelector('.listening audio').currentTime <= before - 5", before)
    assert page.evaluate("() => document.querySelector('.listening audio').volume") == 1
    expect(page.locator(".listening [data-sleep-left]")).to_be_hidden()


@pytest.mark.covers("LIB-042")
def test_a_player_is_used_by_keyboard_and_by_its_chapters(open_page, demo):
    page = open_page("desktop", person="member")
    open_player(page, demo, at=10)
    page.keyboard.press("ArrowRight")
    until(page, "() => document.querySelector('audio').currentTime >= 24")
    page.keyboard.press("ArrowLeft")
    until(page, "() => document.querySelector('audio').currentTime < 24")
    page.locator("[data-view]").focus()
    page.keyboard.press("Space")
    until(page, "() => document.querySelector('audio').paused")
    chapters = page.locator(".reader-chapters button")
    expect(chapters).to_have_count(3)
    expect(chapters.first).to_contain_text("0:32")
    chapters.nth(1).click()
    until(page, "() => document.querySelector('audio').currentTime >= 32 && !document.querySelector('audio').paused")
    expect(chapters.nth(1)).to_have_attribute("aria-current", "true")
    expect(page.locator("[data-chapter-now]")).to_have_text("The great snow")
    # At the end of this chapter it stops, and what is kept is a little before.
    page.get_by_label("Sleep timer").select_option(label="End of chapter")
    page.evaluate("() => { document.querySelector('audio').currentTime = 71 }")
    until(page, "() => document.querySelector('audio').paused")
    until(page, "() => document.querySelector('audio').currentTime < 65")
