"""Comments on a paragraph: counted beside it, read and written without leaving the text."""
import pytest
from playwright.sync_api import expect

from harness import accessibility
from harness.client import Client
from harness.waiting import until

pytestmark = pytest.mark.covers("STO-038")

# Sentences that the filter has no reason to stop, each once.
WORDS = {"phone": "That bottle has been on my mind all day.", "desktop": "I would have opened the envelope on Friday."}


@pytest.fixture
def story(demo):
    return next(one for one in Client(demo.url).get("/api/v1/stories").json()["items"] if one["title"] == "Forty Bottles")


def opened(page, story, section=0):
    page.goto(f"/read/{story['publication']}/{section}")
    page.wait_for_selector("[data-reader].is-ready")
    return page


def choose(page, number):
    """Chooses a paragraph as somebody does who drags over it."""
    page.locator(".reader-section p").nth(number).evaluate("""paragraph => {
      const range = document.createRange()
      range.selectNodeContents(paragraph)
      getSelection().removeAllRanges()
      getSelection().addRange(range)
    }""")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_passage_is_commented_on_without_leaving_the_text_and_shows_that_afterwards(open_page, story, size, screenshot):
    page = opened(open_page(size=size, person="wanjiru"), story)
    number = {"phone": 1, "desktop": 3}[size]
    choose(page, number)
    page.get_by_role("toolbar").get_by_text("Comment").click()
    panel = page.get_by_role("dialog", name="Comments")
    field = panel.get_by_label("Your comment")
    expect(field).to_be_focused()
    accessibility.assert_accessible(page)
    field.fill(WORDS[size])
    panel.get_by_role("button", name="Comment", exact=True).click()
    expect(panel.locator(".comment", has_text=WORDS[size])).to_be_visible()
    assert page.url.endswith(f"/read/{story['publication']}/0"), page.url
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    mark = page.locator(".reader-section p").nth(number).locator("[data-remark]")
    expect(mark).to_have_text("1")
    accessibility.assert_accessible(page)
    accessibility.assert_fits(page)
    screenshot(page, f"paragraph-comments-{size}")

    # The number opens what was said, by key as by finger, and gives the focus back.
    mark.focus()
    page.keyboard.press("Enter")
    expect(panel.locator(".comment", has_text=WORDS[size])).to_be_visible()
    # Replying stays there, too.
    panel.get_by_role("link", name="Reply to Wanjiru Kamau").click()
    expect(panel.get_by_label("Your reply")).to_be_focused()
    page.keyboard.press("Escape")
    expect(mark).to_be_focused()
    page.reload()
    page.wait_for_selector("[data-reader].is-ready")
    expect(mark).to_have_text("1")


def test_marking_words_is_not_disturbed_by_the_numbers_beside_paragraphs(open_page, story, demo, cast):
    author = Client(demo.url).sign_in(cast["joseph"]["email"], cast["joseph"]["password"])
    section = author.get(f"/api/v1/publications/{story['publication']}/sections/1").json()
    page = opened(open_page(person="member"), story, 1)
    words = page.locator(".reader-section p").nth(1).inner_text()[:60]
    sent = author.post_form(section["link"]["path"], {"words": "What a sentence this is.", "quote": words})
    assert sent.status == 303, sent.text
    page = opened(page, story, 1)
    expect(page.locator("[data-remark]")).to_have_text("1")
    index = """() => import(document.querySelector("script[src*='reader/reader.js']").src.replace("reader.js", "text-index.js"))
      .then(module => new module.TextIndex(document.querySelector(".reader-section")).text)"""
    with_mark = page.evaluate(index)
    page.locator("[data-remark]").evaluate("mark => mark.remove()")
    assert page.evaluate(index) == with_mark


def test_without_a_script_the_number_is_a_link_to_the_comments_of_its_paragraph(open_page, story, demo, cast):
    author = Client(demo.url).sign_in(cast["joseph"]["email"], cast["joseph"]["password"])
    section = author.get(f"/api/v1/publications/{story['publication']}/sections/2").json()
    first = section["html"].split("<p>")[1].split("<")[0][:40]
    assert author.post_form(section["link"]["path"], {"words": "So it begins again.", "quote": first}).status == 303
    page = open_page(script=False)
    page.goto(f"/read/{story['publication']}/2")
    page.locator("[data-remark]").click()
    expect(page.locator("main")).to_contain_text("So it begins again.")
    expect(page.get_by_role("link", name="Sign in to comment")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_panel_has_the_paper_of_the_reader(open_page, story, theme):
    page = opened(open_page(size="phone", theme="light"), story)
    page.get_by_role("button", name="Reading settings").click()
    page.locator(f"input[name=theme][value={theme}]").check(force=True)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="comment").last.click()
    panel = page.get_by_role("dialog", name="Comments")
    signing_in = panel.get_by_role("link", name="Sign in to comment")
    expect(signing_in).to_be_visible()
    until(page, "() => !document.querySelector('[data-remarks][aria-busy]')")
    accessibility.assert_accessible(page)
    # And back to the text afterwards.
    signing_in.click()
    page.wait_for_url("**/account/sign-in?**")
    assert f"then=%2Fread%2F{story['publication']}%2F0" in page.url
    # The contents as a page have it too.
    page.goto(f"/read/{story['publication']}/contents?section=0")
    expect(page.locator(".reader")).to_have_attribute("data-theme", theme)
    expect(page.get_by_text("You’re here")).to_be_visible()
    accessibility.assert_accessible(page)
    accessibility.assert_fits(page)
