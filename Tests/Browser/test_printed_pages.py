"""A PDF as text and as its printed pages: the same place in both, with a script and without."""
import re

import pytest
from playwright.sync_api import expect

from harness import accessibility
from harness.reading import item, open_book
from harness.waiting import until

BOOK = "Debian New Maintainers' Guide"

# Where the words of a printed page begin, in pixels below the bar of the reader; null where they aren't on the page.
BELOW_BAR = """(number) => {
  const mark = document.querySelector(`[role=doc-pagebreak][title="${number}"]`)
  const bar = document.querySelector('.reader-bar')
  return mark && mark.getBoundingClientRect().top - bar.getBoundingClientRect().bottom
}"""


def shown(page):
    """The number of the page on view, once it is there."""
    expect(page.locator(".printed-page img")).to_be_visible()
    until(page, "() => { const picture = document.querySelector('.printed-page img'); return picture.complete && picture.naturalWidth > 500 }")
    return int(re.match(r"Page (\d+) of 63$", page.locator(".reader-chapter").inner_text())[1])


def to_pages(page):
    page.get_by_role("link", name="Pages", exact=True).click()
    page.wait_for_url(re.compile("/pages"))


def turn(page, key, number):
    """Turns to a page by a key, once keys are listened to."""
    page.wait_for_selector(".is-ready .printed-view")
    page.keyboard.press(key)
    expect(page.locator(".reader-chapter")).to_have_text(f"Page {number} of 63")


def to_text(page):
    page.get_by_role("link", name="Text", exact=True).click()
    page.wait_for_url(lambda address: "/pages" not in address)


def is_at(page, number):
    """Whether the words of a printed page are the first that the text shows."""
    until(page, f"(number) => {{ const below = ({BELOW_BAR})(number); return below !== null && below > -4 && below < 60 }}", arg=number)


@pytest.mark.covers("LIB-037", "LIB-040", "LIB-041")
@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("person", [None, "member"])
def test_text_and_pages_show_the_same_place(open_page, demo, size, person):
    page = open_page(size, person=person)
    open_book(page, demo, BOOK, section=3)
    to_pages(page)
    turn(page, "ArrowRight", 20)
    first = shown(page)
    turn(page, "ArrowRight", first + 1)
    assert shown(page) == first + 1
    to_text(page)
    page.wait_for_selector("[data-reader].is-ready")
    is_at(page, first + 1)
    # Long enough for the text to note its place.
    page.wait_for_timeout(1500)
    to_pages(page)
    assert shown(page) == first + 1
    turn(page, "ArrowLeft", first)
    shown(page)
    # Coming back later, in either way.
    address = f"/read/{item(demo, BOOK)['publication']}"
    page.goto(address)
    page.wait_for_url(re.compile("/pages"))
    assert shown(page) == first
    to_text(page)
    page.wait_for_selector("[data-reader].is-ready")
    is_at(page, first)


@pytest.mark.covers("LIB-037", "LIB-040", "LIB-041")
def test_without_a_script_text_and_pages_show_the_same_place(open_page, demo):
    page = open_page("phone", script=False)
    page.goto(f"/read/{item(demo, BOOK)['publication']}/3")
    to_pages(page)
    first = shown(page)
    page.get_by_role("link", name="Next page").click()
    expect(page.locator(".reader-chapter")).to_have_text(f"Page {first + 1} of 63")
    to_text(page)
    is_at(page, first + 1)
    to_pages(page)
    assert shown(page) == first + 1
    page.get_by_label("Page", exact=True).fill("40")
    page.get_by_role("button", name="Go").click()
    expect(page.locator(".reader-chapter")).to_have_text("Page 40 of 63")


@pytest.mark.covers("LIB-041", "LIB-043")
@pytest.mark.parametrize("person", [None, "member"])
def test_a_page_that_is_looked_up_moves_no_place(open_page, demo, person):
    page = open_page("desktop", person=person)
    address = f"/read/{item(demo, BOOK)['publication']}"
    page.goto(address + "/pages?page=20&from=19")
    shown(page)
    page.get_by_label("Page", exact=True).fill("40")
    page.keyboard.press("Enter")
    expect(page.locator(".reader-chapter")).to_have_text("Page 40 of 63")
    to_text(page)
    page.wait_for_selector("[data-reader].is-ready")
    is_at(page, 40)
    page.goto(address + "/pages")
    expect(page.locator(".reader-chapter")).to_have_text("Page 20 of 63")


@pytest.mark.covers("LIB-033", "LIB-041", "LIB-053")
@pytest.mark.parametrize("script", [True, False])
def test_what_is_looked_up_from_a_page_is_shown_as_a_page(open_page, demo, script):
    page = open_page("phone", person="member", script=script)
    page.goto(f"/read/{item(demo, BOOK)['publication']}/pages?page=20&from=19")
    shown(page)
    page.get_by_role("button", name="Bookmark this page").click()
    expect(page.get_by_role("button", name="Remove bookmark")).to_be_visible()
    page.get_by_role("link", name="Contents").click()
    if script:
        # Axe needs the page's own clock.
        accessibility.assert_accessible(page)
        accessibility.assert_fits(page)
    page.locator(".reading-contents a").filter(has_text="Other files under the debian directory").first.click()
    page.wait_for_url(re.compile("/pages"))
    assert shown(page) > 25
    page.get_by_role("link", name="Search in this book").click()
    page.get_by_role("searchbox").fill("copyright")
    page.get_by_role("searchbox").press("Enter")
    page.locator(".reading-found a").first.click()
    page.wait_for_url(re.compile("/pages"))
    shown(page)
    page.get_by_role("link", name="Contents").click()
    page.get_by_text("Bookmarks (1)").click()
    page.locator(".reading-bookmarks a").click()
    assert shown(page) == 20
    page.get_by_role("button", name="Remove bookmark").click()
    expect(page.get_by_role("button", name="Bookmark this page")).to_be_visible()


@pytest.mark.covers("LIB-041")
@pytest.mark.parametrize("person,script", [(None, True), ("member", True), ("member", False)])
def test_reading_goes_on_in_the_view_that_was_used_last(open_page, demo, person, script):
    page = open_page("phone", person=person, script=script)
    book = item(demo, BOOK)
    address = f"/read/{book['publication']}"
    page.goto(address + "/pages?page=21&from=20")
    shown(page)
    page.goto(address)
    page.wait_for_url(re.compile("/pages"))
    assert shown(page) == 21
    to_text(page)
    is_at(page, 21)
    # Long enough for the text to note its place.
    page.wait_for_timeout(1500)
    page.goto(address)
    page.wait_for_url(lambda address: "/pages" not in address)
    to_pages(page)
    assert shown(page) == 21
    page.goto(address)
    page.wait_for_url(re.compile("/pages"))
    assert shown(page) == 21


@pytest.mark.covers("LIB-037", "LIB-041")
def test_back_leaves_the_text_however_often_one_turned_between_text_and_pages(open_page, demo):
    page = open_page("phone")
    book = item(demo, BOOK)
    page.goto("/library/books")
    page.goto(f"/library/items/{book['id']}")
    page.get_by_role("link", name=re.compile("^(Read|Continue reading)$")).first.click()
    page.wait_for_url("**/read/**")
    length = page.evaluate("() => history.length")
    for way, place in (("Pages", "**/pages?*"), ("Text", f"**/read/{book['publication']}/*"), ("Pages", "**/pages?*")):
        page.locator("a.reader-way", has_text=way).click()
        page.wait_for_url(place)
    assert page.evaluate("() => history.length") == length, "the browser’s own Back leaves the text, too"
    page.locator("a[data-back]").click()
    page.wait_for_url(f"**/library/items/{book['id']}")


@pytest.mark.covers("LIB-037", "LIB-041")
def test_a_page_turns_by_key_at_its_end_enlarges_and_back_leaves_it(open_page, demo):
    page = open_page("desktop")
    book = item(demo, BOOK)
    page.goto(f"/library/items/{book['id']}")
    page.goto(f"/read/{book['publication']}/pages?page=10")
    shown(page)
    page.keyboard.press("PageDown")
    until(page, "() => scrollY > 100")
    assert shown(page) == 10
    page.keyboard.press("End")
    until(page, "() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1")
    page.keyboard.press("PageDown")
    expect(page.locator(".reader-chapter")).to_have_text("Page 11 of 63")
    shown(page)
    whole = page.locator(".printed-page img").bounding_box()["width"]
    page.locator(".printed-page").click()
    assert page.locator(".printed-page img").bounding_box()["width"] > 1.4 * whole
    accessibility.assert_fits(page)
    page.locator(".printed-page").click()
    assert page.locator(".printed-page img").bounding_box()["width"] == whole
    page.go_back()
    page.wait_for_url(re.compile("/library/items/"))


@pytest.mark.covers("LIB-037", "LIB-044")
def test_a_swipe_turns_the_page_and_one_that_does_not_arrive_says_so(open_page, demo):
    page = open_page("phone", worker=False)
    publication = item(demo, BOOK)["publication"]
    page.goto(f"/read/{publication}/pages?page=13")
    shown(page)
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 330, "y": 400}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 60, "y": 405}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".reader-chapter")).to_have_text("Page 14 of 63")
    shown(page)
    page.route(f"**/read/{publication}/pages/15", lambda route: route.abort())
    page.get_by_role("link", name="Next page").click()
    expect(page.get_by_text("This page can’t be shown as it was printed.")).to_be_visible()
    expect(page.locator(".printed-page")).to_be_hidden()
    page.get_by_role("link", name="Read as text").click()
    page.wait_for_selector("[data-reader].is-ready")
    is_at(page, 15)
    open_page.complaints[:] = [complaint for complaint in open_page.complaints if "ERR_FAILED" not in complaint]


@pytest.mark.covers("CORE-051", "LIB-037")
def test_text_or_pages_is_for_everybody(open_page, demo, view, screenshot):
    size, theme = view
    page = open_page(size, theme)
    open_book(page, demo, BOOK, section=3)
    accessibility.assert_accessible(page)
    accessibility.assert_targets(page)
    accessibility.assert_fits(page)
    screenshot(page, "printed-text")
    to_pages(page)
    shown(page)
    accessibility.assert_accessible(page)
    accessibility.assert_targets(page)
    accessibility.assert_fits(page)
    accessibility.assert_bears_large_letters(page)
    screenshot(page, "printed-pages")
