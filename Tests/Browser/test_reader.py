"""The reader: setting the text, moving through it, and coming back to it."""
import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from harness.keyboard import tab_to
from harness.reading import item, open_book, open_panel, percent_read
from harness.waiting import until

BOOK = "Seven Mornings"


def letter_size(page):
    return page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('article[data-flow] p')).fontSize)")


@pytest.mark.covers("LIB-038")
def test_the_size_of_letters_changes_and_is_remembered(open_page, demo):
    page = open_page("phone")
    open_book(page, demo, BOOK)
    before = letter_size(page)
    panel = open_panel(page, "Reading settings", "settings")
    panel.get_by_role("button", name="Larger").click()
    panel.get_by_role("button", name="Larger").click()
    until(page, "(before) => parseFloat(getComputedStyle(document.querySelector('article[data-flow] p')).fontSize) > before", arg=before)
    larger = letter_size(page)
    open_book(page, demo, "The Chapel on the Hill")
    assert letter_size(page) == larger


@pytest.mark.covers("LIB-039")
@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_the_text_flows_to_the_width_of_the_screen(open_page, demo, size):
    page = open_page(size)
    open_book(page, demo, "Thirty Days with the Psalms")
    assert page.evaluate("""() => [...document.querySelectorAll('article[data-flow] p')].filter(it => it.offsetParent).every(
      it => it.getBoundingClientRect().width <= innerWidth)""")
    characters = page.evaluate("() => document.querySelector('article[data-flow] p').getBoundingClientRect().width / parseFloat(getComputedStyle(document.querySelector('article[data-flow] p')).fontSize)")
    assert characters < 50, "lines too long to follow"


@pytest.mark.covers("LIB-037")
@pytest.mark.parametrize("axis", ["Vertical", "Horizontal"])
@pytest.mark.parametrize("flow", ["Scroll", "Pages"])
def test_pages_or_scroll_in_either_direction_by_key(open_page, demo, flow, axis):
    page = open_page("phone")
    open_book(page, demo, BOOK)
    panel = open_panel(page, "Reading settings", "settings")
    panel.get_by_role("radio", name=flow).check()
    panel.get_by_role("radio", name=axis).check()
    page.keyboard.press("Escape")
    before = place(page)
    page.locator("[data-view]").focus()
    page.keyboard.press("Space")
    until(page, f"(before) => JSON.stringify(({PLACE})()) !== before", arg=before)
    page.keyboard.press("Shift+Space")
    until(page, f"(before) => JSON.stringify(({PLACE})()) === before", arg=before)


PLACE = """() => {
  const first = document.querySelector('article[data-flow] p').getBoundingClientRect()
  return [Math.round(first.left), Math.round(first.top)]
}"""


def place(page):
    return page.evaluate(f"() => JSON.stringify(({PLACE})())")


# The words at the top of what is on view.
TOP = """() => {
  const text = document.querySelector('article[data-flow]').getBoundingClientRect()
  const bar = document.querySelector('.reader-bar').getBoundingClientRect()
  const at = document.caretRangeFromPoint(Math.max(text.left, 30), Math.max(bar.bottom, 0) + 24)
  return at.startContainer.data.slice(at.startOffset, at.startOffset + 24)
}"""
# Whether words are on view.
SHOWN = """(words) => {
  const walker = document.createTreeWalker(document.querySelector('article[data-flow]'), NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    const at = walker.currentNode.data.indexOf(words)
    if (at < 0) continue
    range.setStart(walker.currentNode, at)
    range.setEnd(walker.currentNode, at + words.length)
    const box = range.getBoundingClientRect()
    if (box.bottom > 40 && box.top < innerHeight - 40 && box.right > 0 && box.left < innerWidth) return true
  }
  return false
}"""


@pytest.mark.covers("LIB-037", "LIB-041")
@pytest.mark.parametrize("flow", ["Scroll", "Pages"])
def test_a_phone_that_is_turned_shows_the_same_words(open_page, demo, flow):
    page = open_page("phone")
    open_book(page, demo, BOOK, section=1)
    open_panel(page, "Reading settings", "settings").get_by_role("radio", name=flow).check()
    page.keyboard.press("Escape")
    page.locator("[data-view]").focus()
    for _ in range(3):
        before = page.evaluate(TOP)
        page.keyboard.press("Space")
        until(page, f"(before) => ({TOP})() !== before", arg=before)
        page.wait_for_timeout(400)
    words = page.evaluate(TOP)
    assert len(words.strip()) > 10 and page.evaluate(SHOWN, words)
    for width, height in [(844, 390), (390, 844), (844, 390), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        # As long as it takes to be seen, and to be noted as where one is.
        page.wait_for_timeout(600)
        assert page.evaluate(SHOWN, words), (width, words, page.evaluate(TOP))
    assert page.evaluate(TOP) == words


@pytest.mark.covers("LIB-041", "LIB-043", "CORE-004")
def test_the_place_is_kept_for_a_member_on_every_device(open_page, demo):
    first = open_page("desktop", person="member")
    open_book(first, demo, BOOK, section=3)
    first.locator("[data-view]").focus()
    first.keyboard.press("PageDown")
    until(first, "() => Number(document.querySelector('[data-progress-text]').textContent.match(/\\d+/)) > 30")
    with first.expect_response(re.compile("/position$")) as saved:
        first.keyboard.press("Space")
    assert saved.value.ok
    read = percent_read(first)
    second = open_page("phone", person="member")
    second.goto(f"/read/{item(demo, BOOK)['publication']}")
    second.wait_for_selector("[data-progress-text]")
    # What counts as read is what is on view: at the same place a small screen shows less of what follows.
    assert second.url.endswith(f"/{saved.value.request.post_data_json['section']}"), second.url
    assert percent_read(second) <= read
    second.goto(item(demo, BOOK)["page"])
    assert re.search(r"\d+ ?%", second.locator("main").inner_text())


@pytest.mark.covers("LIB-041")
def test_a_book_that_is_only_opened_is_not_read(open_page, demo):
    page = open_page("phone")
    open_book(page, demo, BOOK, section=0)
    until(page, "() => /\\d/.test(document.querySelector('[data-progress-text]').textContent)")
    page.wait_for_timeout(800)
    assert percent_read(page) == 0
    page.locator("[data-view]").focus()
    page.keyboard.press("Space")
    until(page, "() => Number(document.querySelector('[data-progress-text]').textContent.match(/\\d+/)) > 0")


@pytest.mark.covers("LIB-041", "STO-021")
def test_words_that_are_looked_up_move_no_place_until_one_reads_on_from_there(open_page, demo):
    page = open_page("phone", person="astrid")
    book = item(demo, BOOK)["publication"]
    hit = f"/read/{book}/2?{urllib.parse.urlencode({'quote': 'a road has courage in'})}"
    with page.expect_response(lambda answer: answer.url.endswith("/position")):
        page.goto(f"/read/{book}/5")
    page.goto(hit)
    page.wait_for_selector("mark.reader-found")
    offer = page.locator(".reader-elsewhere:visible")
    expect(offer).to_contain_text("where you stopped reading")
    offer.get_by_role("button", name="Close").click()
    expect(offer).to_have_count(0)
    # Longer than a place takes to be kept.
    page.wait_for_timeout(2500)
    page.goto(f"/read/{book}")
    page.wait_for_url(f"**/read/{book}/5*")
    page.goto(hit)
    page.wait_for_selector("mark.reader-found")
    page.locator("[data-view]").focus()
    with page.expect_response(lambda answer: answer.url.endswith("/position") and answer.request.post_data_json["section"] < 5) as kept:
        for _ in range(2):
            page.keyboard.press("Space")
            page.wait_for_timeout(500)
    section = kept.value.request.post_data_json["section"]
    page.goto(f"/read/{book}")
    assert re.search(rf"/read/{book}/{section}\b", page.url), (section, page.url)


@pytest.mark.covers("LIB-041", "LIB-043")
@pytest.mark.parametrize("known", [False, True])
def test_a_guest_goes_on_at_the_same_place_after_signing_in(open_page, demo, signed_in, cast, known):
    person = "librarian" if known else "moderator"
    book = item(demo, BOOK)["publication"]
    if known:
        first = open_page("desktop", person=person)
        open_book(first, demo, BOOK, section=0)
        first.wait_for_timeout(100)
        with first.expect_response(re.compile("/position$")):
            first.keyboard.press("Space")
    page = open_page("phone")
    open_book(page, demo, BOOK, section=4)
    page.locator("[data-view]").focus()
    page.keyboard.press("PageDown")
    until(page, "(key) => JSON.parse(localStorage.getItem(key) || '{}').section >= 4", f"stoa.position.{book}")
    read = percent_read(page)
    page.context.add_cookies(signed_in(person)["cookies"])
    page.goto(f"/read/{book}")
    page.wait_for_selector("[data-reader].is-ready")
    # There again, and nothing of what was read is forgotten.
    until(page, "(read) => document.querySelector('[data-progress-text]').textContent.includes(read + '%')", read)
    assert int(page.url.rsplit("/", 1)[1].split("?")[0]) >= 4, page.url
    offer = page.locator("[data-guest-place]")
    if not known:
        expect(offer).to_be_hidden()
        return
    expect(offer).to_contain_text("where you last read with your account")
    offer.get_by_role("link").click()
    until(page, "(most) => Number(document.querySelector('[data-progress-text]').textContent.match(/\\d+/)) < most", arg=read - 10)
    expect(offer).to_be_hidden()


@pytest.mark.covers("LIB-041")
def test_back_leads_to_where_the_reader_came_from(page, demo):
    page.goto("/library/books")
    page.goto(item(demo, BOOK)["page"])
    page.get_by_role("link", name=re.compile("^Read", re.IGNORECASE)).first.click()
    page.wait_for_url(re.compile("/read/"))
    tab_to(page, "a[data-back]", key="Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/library/items/"))


def test_a_word_is_found_inside_the_book_and_shown(page, demo):
    open_book(page, demo, BOOK)
    panel = open_panel(page, "Search in this book", "find")
    panel.locator("input[type=search]").fill("hospitality")
    page.keyboard.press("Enter")
    hit = panel.locator("[data-find-results] button").first
    hit.wait_for()
    hit.click()
    until(page, "() => [...document.querySelectorAll('article[data-flow] mark')].some(it => /hospitality/i.test(it.textContent))")


@pytest.mark.covers("LIB-041")
def test_after_a_hit_of_the_search_the_way_back_is_offered_until_one_takes_it(open_page, demo):
    page = open_page("phone", person="nils")
    open_book(page, demo, BOOK, section=2)
    page.locator("[data-view]").focus()
    with page.expect_response(re.compile("/position$")):
        page.keyboard.press("Space")
    read = percent_read(page)
    panel = open_panel(page, "Search in this book", "find")
    panel.locator("input[type=search]").fill("hospitality")
    page.keyboard.press("Enter")
    panel.locator("[data-find-results] button").last.click()
    page.wait_for_selector("mark.reader-found")
    offer = page.locator("[data-way-back]")
    expect(offer).to_contain_text(f"Back to {read}%")
    offer.get_by_role("link").click()
    until(page, "(read) => document.querySelector('[data-progress-text]').textContent.startsWith(read + '%')", read)
    expect(offer).to_be_hidden()


def test_the_contents_lead_to_each_chapter(page, demo):
    open_book(page, demo, BOOK)
    panel = open_panel(page, "Contents", "contents")
    links = panel.get_by_role("link")
    expect(links).to_have_count(7)
    links.filter(has_text="Thursday").click()
    until(page, """() => [...document.querySelectorAll('article[data-flow] h1')].some(it => {
      const box = it.getBoundingClientRect()
      return it.textContent.includes('Thursday') && box.top >= 0 && box.bottom <= innerHeight
    })""")


def test_a_footnote_opens_where_one_reads(page, demo):
    open_book(page, demo, "The Chapel on the Hill", section=2)
    page.locator("article[data-flow] sup a, article[data-flow] a[role=doc-noteref], article[data-flow] a.footnote-ref").first.click()
    panel = page.locator("[data-drawer=footnote]")
    panel.wait_for(state="visible")
    assert "Two better than before" in panel.inner_text()


@pytest.mark.covers("LIB-042")
def test_audio_plays_and_resumes(open_page, demo):
    page = open_page("phone", person="member")
    recording = item(demo, "The Lamp at the Window, read aloud")
    page.goto(f"/read/{recording['publication']}/0")
    audio = page.locator("audio").first
    audio.wait_for(state="attached")
    audio.evaluate("it => { it.muted = true; return it.play() }")
    until(page, "() => document.querySelector('audio').currentTime > 0.2")
    audio.evaluate("it => { it.currentTime = 30 }")
    page.wait_for_timeout(1500)
    audio.evaluate("it => it.pause()")
    page.wait_for_timeout(1000)
    page.reload()
    until(page, "() => document.querySelector('audio').currentTime >= 28")
    file = page.request.get(recording_file(demo, recording))
    assert file.ok and file.headers["content-type"] == "audio/mpeg"


def recording_file(demo, recording):
    from harness.client import Client

    return Client(demo.url).get(f"/api/v1/library/items/{recording['id']}").json()["file"]["url"]
