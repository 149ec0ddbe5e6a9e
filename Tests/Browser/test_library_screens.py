"""The library's screens as its mock-ups describe them, and as a reader finds a way through them."""
import re

import pytest
from playwright.sync_api import expect

from harness import accessibility
from harness.reading import item
from harness.waiting import until


def colours(page, selector, name):
    """The computed colour `name` of the first match as (red, green, blue)."""
    value = page.locator(selector).first.evaluate(f"it => getComputedStyle(it).{name}")
    return tuple(int(float(part)) for part in re.findall(r"[\d.]+", value)[:3])


@pytest.mark.covers("LIB-014")
def test_the_bottom_bar_has_four_places_and_the_active_one_is_blue(open_page):
    page = open_page("phone")
    for name, path in (("Home", "/library"), ("Bible", "/library/bible"), ("Books", "/library/books"), ("Hymns", "/library/hymns")):
        page.goto(path)
        bar = page.locator("nav").filter(has=page.get_by_role("link", name="Hymns", exact=True)).filter(visible=True).first
        assert [text.strip() for text in bar.get_by_role("link").all_inner_texts()] == ["Home", "Bible", "Books", "Hymns"]
        active = bar.locator("[aria-current=page]")
        assert active.inner_text().strip() == name
        red, green, blue = tuple(int(float(part)) for part in re.findall(r"[\d.]+", active.evaluate("it => getComputedStyle(it).color"))[:3])
        assert blue > red and blue > green, "the active place is blue"


@pytest.mark.covers("LIB-014")
def test_the_header_is_yellow_with_menu_and_title(open_page):
    page = open_page("phone")
    page.goto("/library")
    header = page.locator("header").first
    assert "Library" in header.inner_text()
    assert header.get_by_role("button").or_(header.get_by_role("link")).first.is_visible()
    red, green, blue = colours(page, "header", "backgroundColor")
    assert red > 180 and green > 120 and blue < 120, (red, green, blue)


@pytest.mark.covers("LIB-015", "LIB-023")
def test_home_welcomes_searches_and_features(page):
    page.goto("/library")
    text = page.locator("main").inner_text()
    for words in ("Welcome Home!", "Featured Content", "New Arrivals", "Staff Picks"):
        assert words.lower() in text.lower(), words
    assert page.locator("main input[type=search]").get_attribute("placeholder") == "Search..."
    assert page.locator("main a[href^='/library/items/']").count() >= 6


@pytest.mark.covers("LIB-016")
def test_books_shows_the_collection(page):
    page.goto("/library/books")
    text = page.locator("main").inner_text()
    for words in ("Our Book Collection", "Available Books", "Theology", "History", "Devotionals", "Biographies"):
        assert words in text, words
    assert page.locator("input[type=search]").last.get_attribute("placeholder") == "Search books..."


@pytest.mark.covers("LIB-019", "LIB-081")
def test_hymns_shows_songs_and_their_categories(page):
    page.goto("/library/hymns")
    text = page.locator("main").inner_text()
    for words in ("Hymns & Songs", "Popular Hymns", "Song Categories", "Worship", "Praise", "Children's Songs", "When Morning Finds the Hill"):
        assert words in text, words


@pytest.mark.covers("LIB-078")
def test_the_bible_is_read_by_book_chapter_and_verse(page):
    page.goto("/library/bible")
    text = page.locator("main").inner_text()
    assert "The Holy Bible" in text and "Read Scripture" in text
    page.locator("input[type=search], input[name=q]").last.fill("Gen 1:3")
    page.keyboard.press("Enter")
    until(page, "() => document.documentElement.innerText.includes('Let there be light')")


@pytest.mark.covers("LIB-030", "LIB-078", "LIB-079")
@pytest.mark.parametrize("reference, words", [("Jn 3:16", "For God so loved the world"), ("1 Kor 13:13", "charity"), ("Psalm 23", "The LORD is my shepherd")])
def test_a_reference_in_the_search_box_opens_the_passage(page, reference, words):
    page.goto("/library")
    page.locator("input[type=search]").first.fill(reference)
    page.keyboard.press("Enter")
    if words not in page.locator("body").inner_text():
        page.locator("main a", has_text=re.compile("John|Corinthians|Psalm", re.IGNORECASE)).first.click()
    until(page, "(words) => document.documentElement.innerText.toLowerCase().includes(words.toLowerCase())", arg=words)


@pytest.mark.covers("LIB-080")
def test_the_bible_screen_offers_study_tools(page):
    page.goto("/library/bible")
    text = page.locator("main").inner_text()
    for words in ("Bible Study Tools", "Commentaries", "Concordance"):
        assert words in text, words


@pytest.mark.covers("LIB-020", "LIB-021", "LIB-026", "LIB-032")
def test_filters_narrow_the_list_and_an_empty_one_says_why(page):
    page.goto("/library/books?language=pt")
    text = page.locator("main").inner_text()
    assert "Uma breve história do Debian" in text and "Seven Mornings" not in text
    page.goto("/library/books?language=sw")
    text = page.locator("main").inner_text()
    assert "Swahili" in text or "Kiswahili" in text, "the page names the filter that left nothing"
    page.locator("main").get_by_role("link", name=re.compile("clear|remove|all", re.IGNORECASE)).first.click()
    expect(page.locator("main")).to_contain_text("Seven Mornings")


@pytest.mark.covers("LIB-031", "LIB-032")
def test_results_are_narrowed_by_facets_with_counts(page):
    page.goto("/library/search?q=morning")
    main = page.locator("main")
    assert re.search(r"\(?\b\d+\b\)?", main.inner_text())
    assert main.locator("mark").count() > 0
    page.goto("/library/search?q=morning&language=sv")
    assert "Seven Mornings" not in main.inner_text()


@pytest.mark.covers("LIB-024", "LIB-025")
def test_an_item_shows_what_it_is_and_opens_with_one_click(page, demo):
    page.goto(item(demo, "The Chapel on the Hill")["page"])
    text = page.locator("main").inner_text()
    for words in ("The Chapel on the Hill", "The Stoa Project", "invented congregation", "History", "English", "2026"):
        assert words in text, words
    page.locator("main").get_by_role("link", name=re.compile("^Read", re.IGNORECASE)).first.click()
    page.wait_for_url(re.compile("/read/"))


@pytest.mark.covers("CORE-052", "LIB-022")
def test_theme_and_language_are_the_readers_choice(open_page):
    page = open_page(person="member")
    page.goto("/library")
    light = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    page.emulate_media(color_scheme="dark")
    page.reload()
    assert page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor") != light


@pytest.mark.covers("LIB-081")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_hymn_is_shown_in_large_type_one_stanza_at_a_time(open_page, size):
    page = open_page(size)
    page.goto("/library/hymns")
    page.locator("main .hymn-row", has_text="When Morning Finds the Hill").first.click()
    page.get_by_role("link", name="Show in large type").click()
    page.wait_for_selector(".sing.is-ready")
    shown = page.locator("[data-stanza]:visible")
    assert shown.count() == 1 and "When morning finds the hill" in shown.inner_text()
    box = shown.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= page.viewport_size["width"], "no line is cut"
    place = page.locator("[data-sing-place]")
    assert place.inner_text() == "Stanza 1 of 3"
    page.keyboard.press("ArrowRight")
    until(page, "() => location.hash === '#stanza-2'")
    assert "All mercies new" in shown.inner_text() and "Refrain" in shown.inner_text()
    assert place.inner_text() == "Stanza 1 of 3", "the refrain belongs to it"
    page.locator("[data-sing-words]").click(position={"x": page.viewport_size["width"] * 0.7, "y": 100})
    until(page, "() => location.hash === '#stanza-3'")
    assert place.inner_text() == "Stanza 2 of 3"
    page.keyboard.press("3")
    assert "when the evening comes" in shown.inner_text().lower()
    paper = "() => getComputedStyle(document.querySelector('.sing')).backgroundColor"
    before = page.evaluate(paper)
    page.get_by_role("button", name="Light or dark").click()
    assert page.evaluate(paper) != before
    # A step back, so that the way back of the hymn is what it was.
    page.get_by_role("link", name="Back").click()
    page.wait_for_url(re.compile("/read/"))
    page.get_by_role("link", name="Show in large type").click()
    page.wait_for_selector(".sing.is-ready")
    page.keyboard.press("Escape")
    page.wait_for_url(re.compile("/read/"))
    page.wait_for_selector(".reader.is-ready")
    page.locator("[data-back]").click()
    page.wait_for_url(re.compile("/library/hymns"))


@pytest.mark.covers("LIB-081")
def test_on_a_phone_long_lines_break_so_that_the_letters_are_large(open_page):
    page = open_page("phone")
    page.goto("/library/hymns")
    page.locator("main .hymn-row", has_text="When Morning Finds the Hill").first.click()
    page.get_by_role("link", name="Show in large type").click()
    page.wait_for_selector(".sing.is-ready")
    height = page.locator("[data-stanza]:visible").bounding_box()["height"]
    assert height > page.locator("[data-sing-words]").bounding_box()["height"] * 0.75
    # Whoever wants the poet's lines whole takes smaller letters, also for the next hymn.
    rows = """() => new Set(Array.from(document.querySelectorAll('[data-stanza]:not([hidden]) .sing-line'),
        (line) => Math.round(line.getBoundingClientRect().height / parseFloat(getComputedStyle(line).lineHeight)))).size"""
    letters = "() => parseFloat(getComputedStyle(document.querySelector('[data-sing-words]')).fontSize)"
    before = page.evaluate(letters)
    page.get_by_role("button", name="Smaller letters").click()
    page.get_by_role("button", name="Smaller letters").click()
    smaller = page.evaluate(letters)
    assert smaller < before and page.evaluate(rows) == 1
    page.reload()
    page.wait_for_selector(".sing.is-ready")
    assert page.evaluate(letters) == smaller
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert page.evaluate(letters) == before and page.get_by_role("button", name="Larger letters").is_disabled()


@pytest.mark.covers("LIB-081")
def test_a_hymn_in_large_type_is_whole_without_a_script(open_page):
    page = open_page(script=False)
    page.goto("/library/hymns")
    page.locator("main .hymn-row", has_text="When Morning Finds the Hill").first.click()
    page.get_by_role("link", name="Show in large type").click()
    words = page.locator("main").inner_text()
    assert "gilds the waking pine" in words and "All mercies new" in words and "give thee back the day" in words


@pytest.mark.covers("LIB-091", "LIB-095", "CORE-051")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_items_that_are_ticked_are_counted_in_a_bar_that_stays_in_sight(open_page, size):
    page = open_page(size, person="owner")
    page.goto("/admin/library/items?status=published")
    bar = page.locator("[data-selection]")
    expect(bar).to_be_hidden()
    for place in (0, 1):
        page.locator("input[name=item]").nth(place).check()
    expect(bar).to_contain_text("2 selected")
    box = bar.bounding_box()
    assert box["y"] > 0 and box["y"] + box["height"] <= page.viewport_size["height"] + 1
    accessibility.assert_accessible(page)
    accessibility.assert_fits(page)
    accessibility.assert_targets(page)
    if size == "phone":
        accessibility.assert_bears_large_letters(page)
    page.get_by_role("button", name="Clear selection").click()
    expect(bar).to_be_hidden()
    page.get_by_label("Select all on this page").check()
    bar.get_by_role("link", name="Edit").click()
    expect(page.get_by_text("Edit selected items")).to_be_in_viewport()
    expect(page.locator("input[name=item]:checked")).to_have_count(page.locator("input[name=item]").count())
