"""Highlights, notes and bookmarks: made with mouse and keyboard, kept, private, and there on every device."""
import re

import pytest
from playwright.sync_api import expect

from harness.reading import highlighted, open_book, open_panel, select
from harness.waiting import until

BOOK = "A Teacher at the Crossroads"
WORDS = "counting what passed"


@pytest.fixture
def clean(open_page, demo):
    """The member's page, without annotations from other tests."""

    def wiped(size="desktop"):
        page = open_page(size, person="member")
        page.goto("/account/annotations")
        for action in page.locator("form[action$='/remove']").evaluate_all("them => them.map(it => it.action)"):
            assert page.request.post(action, headers={"Origin": demo.url}).ok
        return page

    return wiped


def highlight(page, demo, words=WORDS, section=1):
    open_book(page, demo, BOOK, section=section)
    select(page, words)
    page.locator("[data-toolbar] button[data-colour]").nth(1).click()
    page.wait_for_selector("mark[data-annotation]")


@pytest.mark.covers("LIB-045", "LIB-046", "LIB-048", "LIB-049", "CORE-004")
def test_a_highlight_is_kept_and_shown_on_every_device(clean, open_page, demo):
    page = clean()
    highlight(page, demo)
    assert highlighted(page) == [WORDS]
    phone = open_page("phone", person="member")
    open_book(phone, demo, BOOK, section=1)
    phone.wait_for_selector("mark[data-annotation]")
    assert highlighted(phone) == [WORDS]


@pytest.mark.covers("LIB-050")
def test_nobody_else_sees_it(clean, open_page, demo):
    highlight(clean(), demo)
    for person in (None, "librarian", "owner"):
        other = open_page(person=person)
        open_book(other, demo, BOOK, section=1)
        other.wait_for_timeout(500)
        assert highlighted(other) == []


@pytest.mark.covers("LIB-047", "LIB-050", "LIB-051")
def test_a_note_is_written_listed_edited_and_removed(clean, demo):
    page = clean()
    open_book(page, demo, BOOK, section=1)
    select(page, WORDS)
    page.locator("[data-toolbar]").get_by_role("button", name="Note").click()
    panel = page.locator("[data-drawer=note]")
    panel.wait_for(state="visible")
    assert "only you can see" in panel.inner_text()
    box = panel.get_by_label("Note", exact=True)
    box.press_sequentially("x" * 305)
    assert len(box.input_value()) == 300
    box.fill("She counts what passes.")
    panel.get_by_role("button", name="Save").click()
    page.wait_for_selector("mark[data-annotation]")
    page.goto("/account/annotations")
    assert "She counts what passes." in page.locator("main").inner_text() and WORDS in page.locator("main").inner_text()
    page.get_by_role("link", name=re.compile(WORDS)).first.click()
    page.wait_for_url(re.compile("/read/"))
    page.wait_for_selector("mark[data-annotation]")
    page.locator("mark[data-annotation]").first.click()
    panel = page.locator("[data-drawer=note]")
    panel.wait_for(state="visible")
    panel.get_by_role("button", name="Remove").click()
    page.wait_for_selector("mark[data-annotation]", state="detached")
    page.goto("/account/annotations")
    assert "She counts" not in page.locator("main").inner_text()


@pytest.mark.covers("LIB-047")
def test_cancel_discards(clean, demo):
    page = clean()
    open_book(page, demo, BOOK, section=1)
    select(page, WORDS)
    page.locator("[data-toolbar]").get_by_role("button", name="Note").click()
    panel = page.locator("[data-drawer=note]")
    panel.get_by_label("Note", exact=True).fill("Never kept.")
    panel.get_by_role("button", name="Cancel").click()
    page.goto("/account/annotations")
    assert "Never kept." not in page.locator("main").inner_text()


@pytest.mark.covers("LIB-045", "LIB-054", "CORE-051")
def test_the_keyboard_selects_and_highlights(clean, demo):
    page = clean()
    open_book(page, demo, BOOK, section=1)
    page.locator("[data-view]").focus()
    page.keyboard.press("h")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    page.locator("[data-toolbar]").wait_for(state="visible")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector("mark[data-annotation]")
    (words,) = highlighted(page)
    assert len(words) >= 3


@pytest.mark.covers("LIB-007", "LIB-045")
def test_a_guest_is_invited_to_sign_in(page, demo):
    open_book(page, demo, BOOK, section=1)
    select(page, WORDS)
    link = page.locator("[data-toolbar]").get_by_role("link", name=re.compile("Sign in"))
    assert "/account/sign-in" in link.get_attribute("href") and "read" in link.get_attribute("href")


@pytest.mark.covers("LIB-053")
def test_a_bookmark_is_kept_listed_and_leads_back(clean, demo):
    page = clean()
    open_book(page, demo, BOOK, section=2)
    button = page.get_by_role("button", name="Bookmark this place")
    if button.get_attribute("aria-pressed") == "true":
        button.click()
        until(page, "() => document.querySelector('[data-bookmark]').getAttribute('aria-pressed') === 'false'")
    button.click()
    until(page, "() => document.querySelector('[data-bookmark]').getAttribute('aria-pressed') === 'true'")
    page.goto("/account/bookmarks")
    assert BOOK in page.locator("main").inner_text()
    page.locator("main a[href^='/read/']").first.click()
    page.wait_for_url(re.compile("/read/"))


@pytest.mark.covers("LIB-051")
def test_the_notebook_in_the_reader_lists_the_marks(clean, demo):
    page = clean()
    highlight(page, demo)
    panel = open_panel(page, "Highlights and notes", "notebook")
    assert WORDS in panel.inner_text()


@pytest.mark.covers("LIB-045", "CORE-051")
@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_the_bar_names_what_it_does_and_stays_off_the_selected_words(open_page, demo, size):
    page = open_page(size, person="member")
    open_book(page, demo, BOOK, section=1)
    for place in (0, 0.5, 1):
        words = page.evaluate("""(place) => {
          const walker = document.createTreeWalker(document.querySelector('article[data-flow]'), NodeFilter.SHOW_TEXT), seen = []
          while (walker.nextNode()) {
            const range = document.createRange()
            range.setStart(walker.currentNode, 0)
            range.setEnd(walker.currentNode, Math.min(12, walker.currentNode.length))
            const box = range.getBoundingClientRect()
            if (walker.currentNode.data.trim().length > 12 && box.top > 70 && box.bottom < innerHeight - 60 && box.left >= 0 && box.right < innerWidth)
              seen.push(range)
          }
          const range = seen[Math.round(place * (seen.length - 1))]
          getSelection().removeAllRanges()
          getSelection().addRange(range)
          return range.toString()
        }""", place)
        bar = page.locator("[data-toolbar]")
        bar.wait_for(state="visible")
        page.wait_for_timeout(400)
        covered = page.evaluate("""() => {
          const bar = document.querySelector('[data-toolbar]').getBoundingClientRect()
          return [...getSelection().getRangeAt(0).getClientRects()].some((it) =>
            it.left < bar.right && it.right > bar.left && it.top < bar.bottom && it.bottom > bar.top)
        }""")
        assert not covered, words
        for label in ("Note", "Extend", "Quote", "Link"):
            assert bar.get_by_text(label, exact=True).is_visible()


@pytest.mark.covers("LIB-051", "CORE-051")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_annotations_are_found_and_go_onto_paper(clean, demo, size):
    page = clean(size)
    page.goto("/account/annotations")
    assert page.get_by_role("heading", name="No highlights or notes yet").count() == 1
    highlight(page, demo)
    page.goto("/account/annotations")
    page.get_by_label("Search annotations").fill("nowhere")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_role("heading", name="No annotations found")).to_be_visible()
    page.get_by_label("Search annotations").fill("passed counting")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".reading-mark")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_download() as file:
        page.get_by_role("link", name="Download as Markdown").click()
    assert WORDS in open(file.value.path(), encoding="utf-8").read()
    page.get_by_role("link", name="Print study sheet").click()
    page.get_by_role("button", name="Print").wait_for()
    assert WORDS in page.locator(".study-mark").inner_text()
    page.emulate_media(media="print")
    assert page.get_by_role("button", name="Print").count() == 0 and not page.locator(".shell-header").is_visible()
    if size == "desktop":
        assert page.pdf(format="A4").startswith(b"%PDF")
