"""The reader by finger: swipes and taps turn pages, a tap extends a long passage; and its panels and papers for everyone."""
import pytest

from harness import accessibility
from harness.client import Client
from harness.reading import highlighted, open_book, open_panel, select
from harness.samples import epub
from harness.uploads import published
from harness.waiting import until

BOOK = "Seven Mornings"

FIRST = """() => {
  const walker = document.createTreeWalker(document.querySelector('[data-view]'), NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    range.selectNodeContents(walker.currentNode)
    const seen = [...range.getClientRects()].some(it => it.width > 0 && it.left >= 0 && it.right <= innerWidth && it.top > 50 && it.bottom < innerHeight)
    if (seen && walker.currentNode.data.trim()) return walker.currentNode.data.trim().slice(0, 60)
  }
  return ''
}"""


def turn_pages(page, axis):
    """Sets the reader to pages that run in one direction."""
    panel = open_panel(page, "Reading settings", "settings")
    panel.get_by_role("radio", name="Pages").check()
    panel.get_by_role("radio", name=axis).check()
    page.keyboard.press("Escape")


def swipe(page, start, end, midway=lambda: None):
    """One finger from one point of the screen to another; `midway` is done while it touches the screen."""
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start[0], "y": start[1]}]})
    for step in range(1, 6):
        point = {"x": start[0] + (end[0] - start[0]) * step / 5, "y": start[1] + (end[1] - start[1]) * step / 5}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        if step == 3:
            midway()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def changed(page, before):
    until(page, f"(before) => ({FIRST})() !== before", arg=before)


@pytest.mark.covers("LIB-037", "LIB-041")
@pytest.mark.parametrize("axis, start, end", [
    ("Horizontal", (330, 400), (60, 410)),
    ("Vertical", (200, 600), (205, 200)),
])
def test_a_swipe_turns_the_page_and_another_turns_it_back(open_page, demo, axis, start, end):
    page = open_page("phone")
    open_book(page, demo, BOOK, section=1)
    turn_pages(page, axis)
    first = page.evaluate(FIRST)
    swipe(page, start, end)
    changed(page, first)
    second = page.evaluate(FIRST)
    swipe(page, end, start)
    changed(page, second)
    assert page.evaluate(FIRST) == first


@pytest.mark.covers("LIB-037", "LIB-041")
def test_a_swipe_turns_the_page_though_the_chapter_before_arrives_meanwhile(open_page, demo):
    page = open_page("phone")
    held = []
    page.route("**/sections/0", lambda route: held.append(route))
    with page.expect_request("**/sections/0"):
        open_book(page, demo, BOOK, section=1)
        turn_pages(page, "Horizontal")

    def arrive():
        for route in held:
            route.continue_()
        page.wait_for_selector(".reader-section[data-number='0']", state="attached")

    first = page.evaluate(FIRST)
    swipe(page, (330, 400), (60, 410), midway=arrive)
    changed(page, first)
    swipe(page, (60, 410), (330, 400))
    until(page, f"(before) => ({FIRST})() === before", arg=first)


@pytest.mark.covers("LIB-037")
def test_a_tap_at_the_edge_turns_the_page(open_page, demo):
    page = open_page("phone")
    open_book(page, demo, BOOK, section=1)
    turn_pages(page, "Horizontal")
    first = page.evaluate(FIRST)
    page.touchscreen.tap(375, 420)
    changed(page, first)
    second = page.evaluate(FIRST)
    page.touchscreen.tap(15, 420)
    changed(page, second)
    assert page.evaluate(FIRST) == first


@pytest.mark.covers("LIB-045", "LIB-054")
def test_a_tap_extends_a_passage_on_a_small_screen(open_page, demo):
    page = open_page("phone", person="member")
    open_book(page, demo, "A Teacher at the Crossroads", section=2)
    words = page.evaluate("() => document.querySelector('[data-flow] p').textContent.trim().split(/\\s+/).slice(0, 2).join(' ')")
    select(page, words)
    page.locator("[data-toolbar] [data-action=extend]").tap()
    box = page.locator("[data-flow] p").first.bounding_box()
    page.touchscreen.tap(box["x"] + 90, box["y"] + 80)
    page.locator("[data-toolbar]").wait_for(state="visible")
    page.locator("[data-toolbar] button[data-colour]").nth(2).tap()
    page.wait_for_selector("mark[data-annotation]")
    assert any(marked.startswith(words) and len(marked) > len(words) + 20 for marked in highlighted(page))


@pytest.mark.covers("CORE-051", "LIB-038")
@pytest.mark.parametrize("theme", ["Light", "Sepia", "Dark"])
def test_every_panel_is_accessible_on_every_paper(open_page, demo, theme):
    page = open_page("phone", person="member")
    open_book(page, demo, "The Chapel on the Hill", section=2)
    panel = open_panel(page, "Reading settings", "settings")
    panel.get_by_role("radio", name=theme, exact=True).check()
    accessibility.assert_accessible(page)
    accessibility.assert_targets(page)
    page.keyboard.press("Escape")
    for label, name in [("Contents", "contents"), ("Search in this book", "find"), ("Highlights and notes", "notebook")]:
        open_panel(page, label, name)
        accessibility.assert_accessible(page)
        accessibility.assert_targets(page)
        page.keyboard.press("Escape")
    page.locator("[data-view]").focus()
    page.keyboard.press("h")
    page.locator("[data-toolbar]").wait_for(state="visible")
    accessibility.assert_accessible(page)
    page.locator("[data-toolbar] [data-action=note]").click()
    page.locator("[data-drawer=note]").wait_for(state="visible")
    accessibility.assert_accessible(page)
    page.locator("[data-drawer=note] .is-primary").click()
    page.wait_for_selector("mark[data-annotation]")
    accessibility.assert_accessible(page)


def test_pages_of_a_right_to_left_book_turn_the_other_way(open_page, demo, cast):
    staff = Client(demo.url).sign_in(cast["librarian"]["email"], cast["librarian"]["password"])
    chapters = [(f"فصل {n}", "".join(f"<p>سطر رقم {n}-{line} من نص طويل يملأ الصفحة كلها.</p>" for line in range(60))) for n in range(3)]
    book = published(staff, "arabic.epub", epub("كتاب", chapters, language="ar"))
    page = open_page("phone")
    page.goto(f"/read/{book['publication']}/0")
    page.wait_for_selector("[data-reader].is-ready")
    assert page.evaluate("() => getComputedStyle(document.querySelector('[data-flow]')).direction") == "rtl"
    turn_pages(page, "Horizontal")
    first = page.evaluate(FIRST)
    page.locator("[data-view]").focus()
    page.keyboard.press("ArrowLeft")
    changed(page, first)
    second = page.evaluate(FIRST)
    page.keyboard.press("ArrowRight")
    changed(page, second)
    assert page.evaluate(FIRST) == first
    swipe(page, (60, 400), (330, 410))
    changed(page, first)
    assert page.evaluate(FIRST) == second
