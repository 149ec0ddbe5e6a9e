"""What lies over the text: going back closes it, and a guest who signs in from it comes back to the same place."""
import pytest
from playwright.sync_api import expect

from harness.client import Client
from harness.waiting import until

pytestmark = pytest.mark.covers("STO-032")


@pytest.fixture
def story(demo):
    return next(one for one in Client(demo.url).get("/api/v1/stories").json()["items"] if one["title"] == "Forty Bottles")


def opened(page, story, section=0):
    page.goto(f"/stories/{story['id']}")
    page.goto(f"/read/{story['publication']}/{section}")
    page.wait_for_selector("[data-reader].is-ready")
    return page


def panel(page, name):
    return page.locator(f"[data-drawer={name}]")


def sign_in(page, person):
    page.fill("input[name=email]", person["email"])
    page.fill("input[name=password]", person["password"])
    page.locator("form:has(input[name=password]) button[type=submit]").first.click()
    page.wait_for_selector("[data-reader].is-ready")


def scrolled(page, by):
    """Reads on, so that the place is not the beginning of the chapter."""
    page.evaluate("by => scrollTo(0, by)", by)
    until(page, "() => scrollY > 200")
    page.wait_for_timeout(400)


@pytest.mark.parametrize("name", ["contents", "find", "settings", "notebook"])
def test_going_back_closes_what_is_open_and_leaves_the_reader_only_then(open_page, story, name):
    page = opened(open_page("phone", person="member"), story)
    before = page.url
    page.locator(f"[data-open={name}]").first.click()
    expect(panel(page, name)).to_be_visible()
    page.go_back()
    expect(panel(page, name)).to_be_hidden()
    assert page.url == before
    # Closed by its cross it leaves nothing to go back through.
    page.locator(f"[data-open={name}]").first.click()
    panel(page, name).locator("[data-close]").first.click()
    expect(panel(page, name)).to_be_hidden()
    until(page, "() => !(history.state && history.state.sheet)")
    page.go_back()
    page.wait_for_url(f"**/stories/{story['id']}")


def test_a_chapter_chosen_in_the_contents_is_shown_and_back_leaves_the_reader(open_page, story):
    page = opened(open_page("phone", person="member"), story)
    page.locator("[data-open=contents]").first.click()
    panel(page, "contents").locator("nav a").nth(1).click()
    expect(panel(page, "contents")).to_be_hidden()
    page.wait_for_url(f"**/read/{story['publication']}/1")
    until(page, "() => !(history.state && history.state.sheet)")
    page.go_back()
    page.wait_for_url(f"**/stories/{story['id']}")


def test_comments_close_by_going_back_and_the_text_stays_where_it_was(open_page, story):
    page = opened(open_page("phone", person="member"), story)
    page.locator("[data-end] a").first.scroll_into_view_if_needed()
    page.wait_for_timeout(400)
    before = page.evaluate("() => scrollY")
    page.locator("[data-end] a").first.click()
    expect(page.get_by_role("dialog", name="Comments")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog", name="Comments")).to_be_hidden()
    assert abs(page.evaluate("() => scrollY") - before) < 40


def test_a_guest_who_bookmarks_comes_back_to_the_place_and_has_the_bookmark(open_page, story, cast):
    page = opened(open_page("phone"), story)
    scrolled(page, 900)
    words = page.evaluate("() => document.elementFromPoint(innerWidth / 2, 300).innerText.slice(0, 40)")
    page.locator("[data-bookmark]").click()
    page.wait_for_url("**/account/sign-in**")
    sign_in(page, cast["member"])
    expect(page.locator("[data-status]")).to_have_text("Bookmark added.")
    expect(page.locator("[data-bookmark]")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("() => scrollY") > 200, "the place in the chapter"
    assert page.get_by_text(words).first.is_visible()


def test_a_guest_who_highlights_has_the_words_chosen_again_after_signing_in(open_page, story, cast):
    page = opened(open_page("phone"), story)
    page.locator(".reader-section p").nth(3).evaluate("""paragraph => {
      paragraph.scrollIntoView({block: "center"})
      const range = document.createRange()
      range.selectNodeContents(paragraph)
      getSelection().removeAllRanges()
      getSelection().addRange(range)
    }""")
    chosen = page.evaluate("() => String(getSelection()).trim().slice(0, 30)")
    page.get_by_role("link", name="Sign in to highlight").click()
    page.wait_for_url("**/account/sign-in**")
    sign_in(page, cast["member"])
    expect(page.get_by_role("toolbar", name="Selected text")).to_be_visible()
    assert page.evaluate("() => String(getSelection()).trim().slice(0, 30)") == chosen


def test_a_guest_who_wants_to_comment_finds_the_comments_open_after_signing_in(open_page, story, cast):
    page = opened(open_page("phone"), story)
    page.locator("[data-end] a").first.click()
    page.get_by_role("dialog", name="Comments").get_by_role("link", name="Sign in to comment").click()
    page.wait_for_url("**/account/sign-in**")
    sign_in(page, cast["member"])
    expect(page.get_by_role("dialog", name="Comments").get_by_label("Your comment")).to_be_visible()


@pytest.mark.covers("CORE-054")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_each_choice_of_the_settings_has_a_row_of_its_own(open_page, story, size):
    page = open_page(size=size)
    page.goto(f"/read/{story['publication']}/1")
    page.get_by_role("button", name="Reading settings").first.click()
    panel = page.locator(".reader-settings")
    expect(panel).to_be_visible()
    rows = panel.locator("fieldset.reader-choice").evaluate_all(
        "all => all.map(one => ({ width: one.offsetWidth, tops: new Set([...one.querySelectorAll('label')].map(it => it.offsetTop)).size }))"
    )
    assert len(rows) > 4 and {row["tops"] for row in rows} == {1}, rows
    assert {row["width"] for row in rows} == {panel.evaluate("one => one.offsetWidth")}
