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
@pytest.mark.parametrize("book,place", [("Seven Mornings", "0"), ("Debian New Maintainers' Guide", "pages?page=20")])
def test_the_small_player_stands_above_the_foot_of_a_book(open_page, demo, book, place):
    page = open_page("phone", person="member")
    open_player(page, demo, at=5)
    page.goto(f"/read/{item(demo, book)['publication']}/{place}")
    bar = page.locator(".listening")
    expect(bar).to_be_visible()
    foot = page.locator(".reader-foot").bounding_box()
    box = bar.bounding_box()
    assert box["y"] + box["height"] <= foot["y"] + 1
    assert foot["height"] < 80


@pytest.mark.covers("LIB-042")
def test_signing_out_ends_what_was_listened_to(open_page, demo):
    page = open_page("phone", person="member", worker=False)
    # The session is needed by other tests: the page hears of the form, the server doesn't.
    page.route(lambda url: url.endswith("/account/sign-out"), lambda route: route.fulfill(status=204))
    open_player(page, demo, at=5)
    assert page.evaluate("() => localStorage.getItem('stoa.listening') !== null")
    page.goto("/library/hymns")
    expect(page.locator(".listening")).to_be_visible()
    page.locator("form[action$='/account/sign-out'] button").last.evaluate("button => button.form.requestSubmit(button)")
    until(page, "() => localStorage.getItem('stoa.listening') === null")


@pytest.mark.covers("LIB-042")
def test_the_sleep_timer_fades_out_and_goes_on_over_pages(open_page, demo):
    page = open_page("phone", person="member")
    page.clock.install()
    open_player(page, demo, at=40)
    page.get_by_label("Sleep timer").select_option(label="15 minutes")
    expect(page.locator("[data-player] [data-sleep-left]")).to_contain_text("Stops in 1")
    # By a link, as people go: an address that is typed may cost a busy browser the touch without which it plays nothing by itself.
    page.locator("[data-back]").click()
    page.wait_for_url(re.compile("/library/items/"))
    expect(page.locator(".listening [data-sleep-left]")).to_be_visible()
    until(page, "() => { const it = document.querySelector('.listening audio'); return !it.paused && it.currentTime > 40 }")
    page.evaluate("() => { document.querySelector('.listening audio').muted = true }")
    left = page.evaluate("() => JSON.parse(localStorage.getItem('stoa.listening-sleep')).until - Date.now()")
    page.clock.fast_forward(int(left) - 10_000)
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
    starts = [float(one.get_attribute("data-start")) for one in chapters.all()]
    chapters.nth(1).click()
    until(page, "at => document.querySelector('audio').currentTime >= at && !document.querySelector('audio').paused", starts[1])
    expect(chapters.nth(1)).to_have_attribute("aria-current", "true")
    expect(page.locator("[data-chapter-now]")).to_have_text("The great snow")
    # At the end of this chapter it stops, and what is kept is a little before.
    page.get_by_label("Sleep timer").select_option(label="End of chapter")
    page.evaluate("at => { document.querySelector('audio').currentTime = at }", starts[2] - 1)
    until(page, "() => document.querySelector('audio').paused")
    until(page, "at => document.querySelector('audio').currentTime < at", starts[2] - 8)


def open_bar(page, demo):
    """Leaves the small player on a page, paused."""
    open_player(page, demo, at=20)
    page.locator("[data-player] [data-toggle]").click()
    until(page, "() => document.querySelector('audio').paused")
    page.goto("/library/hymns")
    expect(page.locator(".listening")).to_be_visible()
    page.evaluate("() => { document.querySelector('.listening audio').muted = true }")


@pytest.mark.covers("LIB-042")
def test_the_sleep_timer_of_another_recording_stops_nothing(open_page, demo):
    page = open_page("phone", person="member")
    open_bar(page, demo)
    page.evaluate(
        """() => localStorage.setItem('stoa.listening-sleep', JSON.stringify({ publication: 'another', choice: '15', until: Date.now() + 3000 }))""")
    page.locator(".listening [data-toggle]").click()
    until(page, "() => !document.querySelector('.listening audio').paused && document.querySelector('.listening audio').currentTime > 20")
    until(page, "() => JSON.parse(localStorage.getItem('stoa.listening-sleep')).until < Date.now() - 1500")
    assert page.evaluate("() => { const it = document.querySelector('.listening audio'); return !it.paused && it.volume === 1 }")
    expect(page.locator(".listening [data-sleep-left]")).to_be_hidden()


@pytest.mark.covers("LIB-042")
def test_a_recording_that_fails_is_tried_again_and_one_that_is_gone_is_forgotten(open_page, demo):
    page = open_page("phone", person="member", worker=False)
    open_bar(page, demo)
    before = page.evaluate("() => JSON.parse(localStorage.getItem('stoa.listening-moment')).seconds")
    source = page.evaluate("() => JSON.parse(localStorage.getItem('stoa.listening')).source")
    answers = {"status": 503}
    page.route(lambda url: source in url, lambda route: route.fulfill(status=answers["status"]) if answers["status"] else route.continue_())
    play = page.locator(".listening [data-toggle]")
    play.click()
    until(page, "() => document.querySelector('.listening audio').error !== null")
    expect(play).to_have_attribute("aria-label", "Play")
    answers["status"] = None
    play.click()
    until(page, "before => document.querySelector('.listening audio').currentTime > before", before)
    play.click()
    until(page, "() => document.querySelector('.listening audio').paused")
    answers["status"] = 404
    page.goto("/library")
    expect(page.locator(".listening")).to_be_visible()
    page.locator(".listening [data-toggle]").click()
    expect(page.locator(".listening")).to_have_count(0)
    assert page.evaluate("() => localStorage.getItem('stoa.listening')") is None
    # The browser says of each answer that it was an error.
    assert all("status of" in one for one in open_page.complaints)
    open_page.complaints.clear()


@pytest.mark.covers("LIB-042")
def test_a_small_player_that_an_older_version_wrote_is_forgotten(open_page, demo):
    page = open_page("phone", person="member")
    open_bar(page, demo)
    page.evaluate(
        """() => localStorage.setItem('stoa.listening',
          JSON.stringify({ ...JSON.parse(localStorage.getItem('stoa.listening')), bar: '<section data-listening></section>' }))""")
    page.goto("/library/hymns")
    until(page, "() => localStorage.getItem('stoa.listening') === null")
    expect(page.locator("[data-listening]")).to_have_count(0)
    assert not page.evaluate("() => document.documentElement.classList.contains('has-listening')")


@pytest.mark.covers("LIB-042")
def test_a_page_that_is_gone_back_to_shows_what_was_listened_to_since(open_page, demo):
    page = open_page("phone", person="member")
    page.goto("/library/hymns")
    expect(page.locator(".listening")).to_have_count(0)
    other = page.context.new_page()
    open_player(other, demo, at=5)
    other.close()
    # As browsers do for a page that they kept.
    page.evaluate("() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator(".listening")).to_be_visible()
    page.locator(".listening").get_by_role("button", name="Close the player").click()
    page.evaluate("() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator(".listening")).to_have_count(0)
