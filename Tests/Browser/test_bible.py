"""The Bible in the reader: two taps to a chapter, its verses in the panel, quotations with chapter and verse."""
import re

import pytest
from playwright.sync_api import expect

from harness.reading import item, open_book, select
from harness.waiting import until


def open_john_3(page):
    page.goto("/library/bible")
    page.locator("#JHN > summary").click()
    page.locator("#JHN").get_by_role("link", name="Chapter 3", exact=True).click()
    page.wait_for_url(re.compile("/read/"))
    page.wait_for_selector(".reader.is-ready")


@pytest.mark.covers("LIB-078")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_two_taps_lead_to_a_chapter_and_two_more_to_a_verse(open_page, size):
    page = open_page(size)
    open_john_3(page)
    assert page.locator("[data-section-title]").inner_text() == "John 3"
    page.locator(".reader-place").click()
    panel = page.locator("[data-drawer=contents]")
    panel.get_by_role("link", name="Verse 16", exact=True).click()
    panel.wait_for(state="hidden")
    page.wait_for_selector("[data-contents] summary", state="attached")
    until(page, "() => { const box = document.querySelector('[id$=\"-v16\"]').getBoundingClientRect(); return box.top > 0 && box.top < innerHeight / 2 }")
    # Another book is two taps away as well.
    page.locator(".reader-place").click()
    expect(panel.get_by_role("heading", name="Old Testament")).to_have_count(1)
    panel.locator("summary", has_text=re.compile("^Ruth$")).click()
    panel.get_by_role("link", name="Ruth 2", exact=True).click()
    until(page, "() => document.querySelector('[data-section-title]').textContent === 'Ruth 2'")


@pytest.mark.covers("LIB-078")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_chapter_that_is_read_is_one_tap_from_the_same_in_another_edition(open_page, size):
    page = open_page(size)
    open_john_3(page)
    page.locator("[data-next]").click()
    until(page, "() => document.querySelector('[data-section-title]').textContent === 'John 4'")
    page.get_by_role("link", name="Compare editions").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("John 4")
    assert page.locator(".parallel-verse").first.locator(".parallel-text").count() == 2
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.covers("LIB-078")
def test_the_chapter_is_there_without_a_script(open_page):
    page = open_page(script=False)
    page.goto("/library/bible")
    page.locator("#JHN > summary").click()
    page.locator("#JHN").get_by_role("link", name="Chapter 3", exact=True).click()
    assert "For God so loved the world" in page.locator("main").inner_text()
    assert page.locator("h1").inner_text() == "John 3"


@pytest.mark.covers("LIB-078")
def test_a_quotation_has_chapter_verse_and_a_short_address_that_opens_there(open_page):
    page = open_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_john_3(page)
    select(page, "God so loved the world")
    page.locator("[data-toolbar] [data-action=copy]").click()
    until(page, "async () => (await navigator.clipboard.readText()).includes('John 3:16')")
    words, address = page.evaluate("() => navigator.clipboard.readText()").split("\n")
    assert words == "“God so loved the world” John 3:16 (KJV)"
    assert re.search(r"/library/bible/\d+/JHN/3/16$", address)
    page.goto(address)
    page.wait_for_selector("mark.reader-found")
    assert page.locator("mark.reader-found").inner_text().startswith("For God so loved the world")


@pytest.mark.covers("LIB-038", "LIB-078")
def test_verses_run_on_when_one_likes_and_stay_so(open_page):
    page = open_page()
    open_john_3(page)
    tops = "() => [1, 2].map(n => document.querySelector('[id$=\"-v' + n + '\"]').getClientRects()).map(rects => [rects[0].top, rects[rects.length - 1].bottom])"
    first, second = page.evaluate(tops)
    assert second[0] >= first[1], "each begins below the one before"
    page.locator("[data-open=settings]").click()
    page.locator("input[name=verses][value=running]").check(force=True)
    until(page, "() => document.querySelector('.reader').dataset.verses === 'running'")
    first, second = page.evaluate(tops)
    assert second[0] < first[1], "the second begins on the line on which the first ends"
    page.reload()
    page.wait_for_selector(".reader.is-ready")
    assert page.locator(".reader").get_attribute("data-verses") == "running"


@pytest.mark.covers("LIB-051", "LIB-078")
def test_my_annotations_name_chapter_and_verse(open_page, demo):
    page = open_page(person="member")
    open_john_3(page)
    select(page, "God so loved the world")
    page.locator("[data-toolbar] button[data-colour]").first.click()
    page.wait_for_selector("mark[data-annotation]")
    page.goto("/account/annotations")
    row = page.locator(".reading-mark", has_text="God so loved the world")
    assert row.get_by_role("heading", name="John 3:16").count() == 1
    assert page.request.post(row.locator("form[action$='/remove']").evaluate("it => it.action"), headers={"Origin": demo.url}).ok


@pytest.mark.covers("LIB-050", "LIB-078")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_number_of_a_verse_selects_it(open_page, size):
    page = open_page(size)
    open_john_3(page)
    bar = page.locator("[data-toolbar]")
    page.locator("[data-verse-number='3']").click()
    bar.wait_for(state="visible")
    selected = "() => String(getSelection()).trim()"
    assert page.evaluate(selected).startswith("Jesus answered") and page.evaluate(selected).endswith("the kingdom of God.")
    # With Shift the passage goes on to there.
    page.locator("[data-verse-number='4']").click(modifiers=["Shift"])
    assert page.evaluate(selected).startswith("Jesus answered") and page.evaluate(selected).endswith("and be born?")
    page.locator("[data-verse-number='5']").press("Enter")
    assert page.evaluate(selected).startswith("Jesus answered, Verily, verily, I say unto thee, Except a man be born of water")
    assert page.evaluate("() => document.querySelector('[data-toolbar]').contains(document.activeElement)"), "the keyboard goes on in the bar"


@pytest.mark.covers("LIB-078", "LIB-079")
def test_a_reference_in_the_search_of_the_reader_goes_straight_to_its_verse(open_page):
    page = open_page("phone")
    open_john_3(page)
    page.locator("[data-open=find]").click()
    field = page.locator("[data-find] input")
    assert "Jn 3:16" in field.get_attribute("placeholder")
    field.fill("ps 23:4")
    page.locator("[data-find-results]").get_by_text("Psalm 23:4").wait_for(state="visible")
    field.press("Enter")
    page.wait_for_selector("mark.reader-found")
    assert page.locator("mark.reader-found").first.inner_text().startswith("Yea, though I walk")
    until(page, "() => document.querySelector('[data-section-title]').textContent === 'Psalm 23'")
    back = page.locator("[data-way-back] a")
    assert back.inner_text() == "Back to John 3"


@pytest.mark.covers("LIB-078")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_reference_in_a_book_shows_its_words_over_the_text(open_page, demo, size):
    page = open_page(size)
    open_book(page, demo, "Seven Mornings")
    link = page.locator("a[data-reference-link]", has_text="Zechariah 4:6-10")
    link.scroll_into_view_if_needed()
    before = page.evaluate("() => scrollY")
    link.click()
    panel = page.locator("[data-drawer=reference]")
    panel.get_by_text("Not by might, nor by power").wait_for(state="visible")
    assert panel.get_by_role("heading", name="Zechariah 4:6-10").count() == 1
    way = panel.get_by_role("link", name="Open")
    assert way.evaluate("it => { const box = it.getBoundingClientRect(); return box.bottom <= innerHeight }"), "the way on needs no scrolling"
    page.keyboard.press("Escape")
    panel.wait_for(state="hidden")
    assert page.evaluate("() => scrollY") == before
    link.click()
    way.click()
    page.wait_for_url(re.compile(r"/read/\d+/\d+"))
    until(page, "() => document.querySelector('mark.reader-found')?.textContent.startsWith('Then he answered')")
    # The verse knows the book, and leads back to the very place.
    page.locator("a.reader-remark").first.click()
    mentioned = page.locator("[data-drawer=remarks]").get_by_role("link", name=re.compile("Seven Mornings"))
    mentioned.click()
    until(page, "() => document.querySelector('mark.reader-found')?.textContent === 'Zechariah 4:6-10'")


@pytest.mark.covers("LIB-078")
def test_a_reference_works_without_a_script(open_page, demo):
    page = open_page(script=False)
    page.goto(f"/read/{item(demo, 'Seven Mornings')['publication']}/0")
    page.get_by_role("link", name="Zechariah 4:6-10").click()
    assert "Not by might, nor by power" in page.locator("main").inner_text()
    page.locator("main").get_by_role("link", name="Open").click()
    assert page.locator("h1").inner_text() == "Zechariah 4"


@pytest.mark.covers("CORE-051")
def test_the_arrow_keys_page_through_a_scroll(open_page):
    page = open_page()
    open_john_3(page)
    page.keyboard.press("ArrowRight")
    until(page, "() => scrollY > innerHeight / 2 && scrollY < innerHeight")
    assert page.locator("[data-section-title]").inner_text() == "John 3", "one screen, not a chapter"
    page.keyboard.press("ArrowLeft")
    until(page, "() => { const top = document.querySelector('[data-title=\"John 3\"] h2').getBoundingClientRect().top; return top > 0 && top < innerHeight / 2 }")
