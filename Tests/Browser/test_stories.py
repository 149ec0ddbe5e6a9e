"""Stories from the first word to the last reader: a writer's phone and laptop, and a reader's phone, each with a network that comes and goes."""
import contextlib
import os
import pathlib
import random
import re
import signal
import time

import pytest
from playwright.sync_api import Error, expect

from harness import accessibility
from harness.chromium import OPTIONS
from harness.manuscripts import ready, where
from harness.rounds import ROUNDS, seed
from harness.screens import SIZES
from harness.server import Server
from harness.waiting import PATIENCE, until

expect.set_options(timeout=PATIENCE * 1000)


def more(page):
    """Opens what a new story doesn't need at once."""
    page.locator("#story-form summary").click()


@pytest.fixture(scope="module")
def stories(filled_demo, tmp_path_factory):
    """A demo with Stories alone, whose stories are there."""
    with Server(filled_demo(tmp_path_factory.mktemp("stories") / "site", apps="stories"), "--apps", "stories", demo=True) as running:
        yield running


@pytest.fixture
def browser_of(playwright, stories, cast, tmp_path):
    """A browser of a person on a device: `browser_of("member", "phone")`. It keeps what it stores, and can be cut off from the network."""
    running = []

    def opened(person, size, cookies=None):
        width, height = SIZES[size]
        context = playwright.chromium.launch_persistent_context(
            tmp_path / f"{person}-{size}", **OPTIONS, base_url=stories.url, locale="en-GB",
            reduced_motion="reduce", viewport={"width": width, "height": height}, has_touch=size != "desktop")
        running.append(context)
        page = context.pages[0]
        if cookies:
            context.add_cookies(cookies)
            return page
        page.goto("/account/sign-in")
        page.fill("input[name=email]", cast[person]["email"])
        page.fill("input[name=password]", cast[person]["password"])
        page.locator("form:has(input[name=password]) button[type=submit]").first.click()
        page.wait_for_url(lambda url: "/account/sign-in" not in url)
        return page

    yield opened
    for context in running:
        # One that was killed has nothing left to close.
        with contextlib.suppress(Error):
            context.close()


@pytest.mark.covers(
    "STO-001", "STO-008", "STO-009", "STO-024", "STO-025", "STO-026", "STO-027", "STO-029", "STO-030", "STO-032", "STO-033", "STO-034", "STO-039", "CORE-034")
def test_from_the_first_word_on_a_phone_to_a_readers_stars(browser_of):
    phone = browser_of("member", "phone")
    phone.goto("/stories/write")
    phone.get_by_role("link", name="New story").click()
    phone.get_by_label("Title").fill("The Ferry That Waited")
    more(phone)
    phone.get_by_label("Description").fill("A ferryman who is never late, and the one morning he is.")
    phone.get_by_label("Everyone").check()
    accessibility.assert_accessible(phone)
    phone.get_by_role("button", name="Continue").click()
    phone.wait_for_url(re.compile(r"/stories/chapters/\d+$"))
    ready(phone)
    address = phone.url.partition("//")[2].partition("/")[2]
    phone.get_by_label("Title of the chapter").fill("Fog")
    text = phone.get_by_label("Text of the chapter")
    text.fill("The ferry left at six.\n\nNobody had ever seen it leave later.")
    expect(where(phone)).to_have_text("Saved")
    accessibility.assert_accessible(phone)

    # On the way the phone loses its network; at home the laptop goes on with the same paragraph.
    laptop = browser_of("member", "desktop")
    laptop.goto("/" + address)
    ready(laptop)
    phone.context.set_offline(True)
    text.fill("The ferry left at ten past six.\n\nNobody had ever seen it leave later.\n\nThe fog had eaten the far bank.")
    expect(where(phone)).to_have_text("Saved on this device. It’s sent when you’re online again.")
    with laptop.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        laptop.get_by_label("Text of the chapter").fill("The ferry left at six, as always.\n\nNobody had ever seen it leave later.")
    phone.context.set_offline(False)
    bar = phone.get_by_role("group", name="Compare and choose")
    expect(bar).to_contain_text("Two devices changed the same paragraph.")
    expect(text).to_have_value(re.compile("six, as always.*ten past six.*far bank|ten past six.*six, as always.*far bank", re.DOTALL))
    expect(laptop.get_by_label("Text of the chapter")).to_have_value(text.input_value())
    phone.reload()
    bar.get_by_role("link", name="Compare").click()
    expect(phone.locator(".conflict-sides")).to_contain_text("ten past six")
    accessibility.assert_accessible(phone)
    phone.get_by_role("button", name="Keep the second").click()
    phone.wait_for_url("**/" + address)
    ready(phone)
    expect(text).to_have_value("The ferry left at ten past six.\n\nNobody had ever seen it leave later.\n\nThe fog had eaten the far bank.")

    # Somebody who follows her is told, reads it, says what they think and rates it.
    reader = browser_of("wanjiru", "phone")
    reader.goto("/stories/1")
    reader.locator(".work-authors a").click()
    reader.get_by_role("button", name=re.compile("^Follow")).first.click()
    expect(reader.get_by_role("button", name=re.compile("Following|Unfollow")).first).to_be_visible()
    phone.get_by_role("button", name="Publish").click()
    phone.wait_for_url("**/publish")
    expect(phone.locator("main")).to_contain_text("Everyone, with or without an account")
    accessibility.assert_accessible(phone)
    phone.get_by_role("button", name="Publish", exact=True).click()
    phone.wait_for_url(re.compile(r"/stories/\d+/chapters$"))
    expect(phone.locator("body")).to_contain_text("The chapter is published.")
    story = re.search(r"/stories/(\d+)/", phone.url).group(1)
    reader.goto("/stories/updates")
    until(reader, "() => location.reload() || true")
    expect(reader.locator("main")).to_contain_text("The Ferry That Waited")
    accessibility.assert_accessible(reader)
    reader.goto(f"/stories/{story}")
    reader.get_by_role("link", name="Read", exact=True).click()
    expect(reader.locator("main")).to_contain_text("The fog had eaten the far bank.")
    reader.wait_for_selector("[data-reader].is-ready")
    reader.locator("[data-end] a").first.click()
    reader.get_by_label("Your comment").fill("He waited. I knew he would wait.")
    reader.get_by_role("button", name="Comment", exact=True).click()
    expect(reader.get_by_role("dialog", name="Comments")).to_contain_text("I knew he would wait.")
    accessibility.assert_accessible(reader)
    # It was said over the text, which is there again, and says so.
    reader.keyboard.press("Escape")
    expect(reader.locator("[data-end] a").first).to_have_text("1 comment")
    reader.locator("[data-reader] [data-back]").first.click()
    reader.wait_for_url(f"**/stories/{story}")
    # Going back may show the page as it was before anything was read, when there was nothing to rate.
    reader.reload()
    reader.locator("label.star").nth(4).click()
    expect(reader.locator("#ratings")).to_contain_text("5.0")
    accessibility.assert_accessible(reader)


@pytest.mark.covers("STO-026", "STO-030")
def test_a_scheduled_chapter_goes_out_while_its_author_looks_on(browser_of):
    phone = browser_of("tomas", "phone")
    phone.goto("/stories/write")
    phone.get_by_role("link", name="Spoon, Quantity One").click()
    phone.wait_for_url(re.compile(r"/stories/\d+/chapters$"))
    workspace = phone.url
    phone.get_by_role("button", name="Add chapter").click()
    phone.wait_for_url(re.compile(r"/stories/chapters/\d+$"))
    ready(phone)
    chapter = phone.url.rpartition("/")[2]
    phone.get_by_label("Title of the chapter").fill("The Letter in the Sail")
    text = phone.get_by_label("Text of the chapter")
    text.fill("The letter was sewn between two layers of the sail.")
    # On small screens the actions give way to the keyboard while one types.
    text.blur()
    phone.get_by_role("button", name="Schedule", exact=True).click()
    phone.wait_for_url("**/schedule")
    accessibility.assert_accessible(phone)
    phone.get_by_label("Time").fill("18:30")
    phone.get_by_role("button", name="Schedule", exact=True).click()
    phone.wait_for_url(workspace)
    row = phone.locator("li.row").filter(has_text="The Letter in the Sail")
    expect(row).to_contain_text(re.compile(r"Scheduled for .+ at 18:30"))
    accessibility.assert_accessible(phone)

    # The form knows minutes, programs know seconds: nobody waits here for the next minute.
    status = phone.evaluate(
        """address => fetch(address, {method: "PUT", headers: {"Content-Type": "application/json"},
            body: JSON.stringify({publishAt: new Date(Date.now() + 2000).toISOString()})}).then(answer => answer.status)""",
        f"/api/v1/stories/chapters/{chapter}/schedule")
    assert status == 200
    expect(row).to_contain_text("Published")
    expect(row).not_to_contain_text("Scheduled for")


@pytest.mark.covers("STO-029", "STO-030", "STO-038")
def test_a_first_reader_comments_on_a_draft_that_nobody_else_sees(browser_of, screenshot):
    writer = browser_of("wanjiru", "desktop")
    writer.goto("/stories/write/new")
    writer.get_by_label("Title").fill("The Night Bus")
    more(writer)
    writer.get_by_label("Everyone").check()
    writer.get_by_role("button", name="Continue").click()
    ready(writer)
    chapter = writer.url.rpartition("/")[2]
    writer.get_by_label("Title of the chapter").fill("The last stop")
    writer.get_by_label("Text of the chapter").fill(NIGHT_BUS)
    expect(where(writer)).to_have_text("Saved")
    writer.get_by_role("link", name="Back").first.click()
    writer.wait_for_url(re.compile(r"/stories/\d+/chapters$"))
    workspace = writer.url
    writer.goto(workspace.replace("/chapters", "/first-readers"))
    look(writer, screenshot, "first-readers-none")
    writer.get_by_label("Name").fill("Elin")
    writer.get_by_role("button", name="Search", exact=True).click()
    writer.get_by_role("button", name="Invite Elin Forsberg").click()
    expect(writer.locator("main")).to_contain_text("Invited")
    look(writer, screenshot, "first-readers-invited")

    reader = browser_of("elin.stories", "phone")
    reader.goto("/stories/write")
    reader.get_by_role("link", name="View the invitation to “The Night Bus”").click()
    look(reader, screenshot, "first-reader-invitation")
    reader.get_by_role("button", name="Accept invitation").click()
    expect(reader.locator("main")).to_contain_text("No drafts yet")
    look(reader, screenshot, "first-reader-no-drafts")

    # From the menu of the chapter, which saves what is written first.
    writer.goto(f"/stories/chapters/{chapter}")
    ready(writer)
    writer.locator("header summary, header [aria-haspopup]").last.click()
    screenshot(writer, "first-readers-editor-menu")
    writer.get_by_role("button", name="Show to first readers").click()
    writer.wait_for_url("**/draft")
    expect(writer.locator("main")).to_contain_text("1 first reader can read this.")
    look(writer, screenshot, "draft-of-author")

    reader.goto("/stories/library")
    expect(reader.locator("main")).to_contain_text("You’re a first reader")
    look(reader, screenshot, "library-of-first-reader")
    reader.get_by_role("link", name="The Night Bus").click()
    look(reader, screenshot, "first-reader-drafts")
    reader.get_by_role("link", name="The last stop").click()
    expect(reader.locator("main")).to_contain_text("the driver put the lights out")
    look(reader, screenshot, "draft-of-first-reader")
    reader.get_by_label("Your comment").fill("I want to know what she left on the seat.")
    reader.get_by_text("Quote a passage").click()
    reader.get_by_label("Passage").fill("the driver put the lights out")
    reader.get_by_role("button", name="Comment", exact=True).click()
    expect(reader.locator("#comments")).to_contain_text("what she left on the seat")
    look(reader, screenshot, "draft-with-comment")

    writer.goto(workspace)
    look(writer, screenshot, "workspace-with-draft")
    writer.get_by_role("link", name="1 comment on the draft").click()
    expect(writer.locator("#comments")).to_contain_text("what she left on the seat")
    writer.get_by_role("link", name="Reply to Elin Forsberg").click()
    writer.get_by_label("Your reply").fill("You’ll see in the next chapter.")
    writer.get_by_role("button", name="Reply", exact=True).click()
    expect(writer.locator("main")).to_contain_text("You’ll see in the next chapter.")
    writer.goto(f"/stories/chapters/{chapter}/draft")
    look(writer, screenshot, "draft-with-reply")

    # What is written meanwhile is the author's own until she shows it.
    writer.goto(f"/stories/chapters/{chapter}")
    ready(writer)
    with writer.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        writer.get_by_label("Text of the chapter").fill(NIGHT_BUS + "\n\nShe had left a key.")
    writer.goto(f"/stories/chapters/{chapter}/draft")
    expect(writer.locator("main")).to_contain_text("You’ve changed the chapter since.")
    look(writer, screenshot, "draft-changed")
    reader.goto(f"/stories/chapters/{chapter}/draft")
    expect(reader.locator("main")).not_to_contain_text("She had left a key.")
    writer.locator("main").get_by_role("button", name="Show latest text").click()
    expect(writer.locator("main")).to_contain_text("She had left a key.")
    reader.reload()
    expect(reader.locator("main")).to_contain_text("She had left a key.")

    stranger = browser_of("joseph", "phone")
    answer = stranger.goto(f"/stories/chapters/{chapter}/draft")
    assert answer.status == 404
    stranger.goto("/stories/search?q=night+bus")
    expect(stranger.locator("main")).not_to_contain_text("The Night Bus")


def test_somebody_without_an_account_is_invited_by_a_link_registers_and_reads_the_draft(playwright, browser_of, stories, screenshot):
    writer = browser_of("wanjiru", "desktop")
    writer.goto("/stories/write/new")
    writer.get_by_label("Title").fill("The Early Train")
    more(writer)
    writer.get_by_label("Everyone").check()
    writer.get_by_role("button", name="Continue").click()
    ready(writer)
    chapter = writer.url.rpartition("/")[2]
    writer.get_by_label("Title of the chapter").fill("Platform two")
    writer.get_by_label("Text of the chapter").fill("The clock at platform two had always been four minutes fast.")
    expect(where(writer)).to_have_text("Saved")
    writer.locator("header summary, header [aria-haspopup]").last.click()
    writer.get_by_role("button", name="Show to first readers").click()
    writer.wait_for_url("**/draft")
    writer.get_by_role("link", name="Invite first readers").click()
    look(writer, screenshot, "link-none")
    writer.get_by_role("button", name="Create invitation").click()
    link = writer.get_by_label("Link", exact=True).input_value()
    expect(writer.locator("svg.qr-code")).to_be_visible()
    look(writer, screenshot, "link-made")
    writer.get_by_role("link", name="Done").click()
    expect(writer.locator("main")).to_contain_text("Works until")
    look(writer, screenshot, "link-open")

    browser = playwright.chromium.launch(**OPTIONS)
    try:
        reader = browser.new_context(base_url=stories.url, locale="en-GB", viewport={"width": 390, "height": 844}).new_page()
        reader.goto("/" + link.partition("//")[2].partition("/")[2])
        expect(reader.locator("main")).to_contain_text("invites you to be a first reader of “The Early Train”.")
        look(reader, screenshot, "link-guest")
        reader.get_by_role("link", name="Sign in or register").click()
        expect(reader).to_have_url(re.compile("/account/sign-in"))
        reader.locator("a", has_text="Register").last.click()
        reader.get_by_label("Name").fill("Nora Lind")
        reader.get_by_label("Email").fill("nora.lind@stoa.example")
        reader.locator("input[name=password]").fill("early-train-7")
        reader.locator("form:has(input[name=password]) button[type=submit]").first.click()
        reader.wait_for_url("**/stories/invitations/**")
        expect(reader.locator("main")).to_contain_text("invites you to be a first reader of “The Early Train”.")
        look(reader, screenshot, "link-opened")
        reader.get_by_role("button", name="Accept invitation").click()
        reader.get_by_role("link", name="Platform two").click()
        expect(reader.locator("main")).to_contain_text("four minutes fast")
    finally:
        browser.close()
    writer.reload()
    expect(writer.locator("main")).to_contain_text("Nora Lind")
    expect(writer.locator("main")).not_to_contain_text("Works until")
    # Nobody else gets in by it.
    other = browser_of("joseph", "phone")
    assert other.goto("/" + link.partition("//")[2].partition("/")[2]).status == 410
    expect(other.locator("body")).to_contain_text("This invitation link doesn’t work.")
    expect(other.locator("body")).not_to_contain_text("The Early Train")
    look(other, screenshot, "link-spent")


def test_who_scrolls_past_the_last_words_has_read_all_of_a_story(browser_of):
    reader = browser_of("joseph", "phone")
    reader.goto("/stories/3")
    reader.goto(reader.locator("main a[href^='/read/3/']").last.get_attribute("href"))
    reader.wait_for_selector("[data-reader].is-ready")
    # What stands after the text is longer than the screen.
    reader.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(reader.locator("[data-progress-text]")).to_contain_text("100%")


def test_following_and_recommending_at_the_end_of_a_story_keep_the_reader_where_they_are(browser_of):
    reader = browser_of("joseph", "phone")
    reader.goto("/stories/1")
    reader.goto(reader.locator("main a[href^='/read/']").last.get_attribute("href"))
    end = reader.locator(".reader-end")
    reader.evaluate("window.stays = true")
    end.get_by_role("button", name=re.compile("^Follow")).click()
    expect(end.get_by_role("button", name=re.compile("^Follow"))).to_have_count(0)
    end.get_by_role("button", name="Recommend").click()
    expect(end.get_by_role("button", name="Stop recommending")).to_be_visible()
    assert reader.evaluate("window.stays"), "the page was loaded again"


def test_a_tag_that_no_story_has_is_named_under_its_field_while_one_types(browser_of):
    page = browser_of("member", "phone")
    page.goto("/stories/search?sort=newest")
    page.locator("[data-filter-sheet] > summary").click()
    field = page.locator("#field-tags")
    said = page.locator("#field-tags-unknown")
    field.press_sequentially("xylophones")
    expect(said).to_have_text("No story has the tag “xylophones”.")
    expect(field).to_have_attribute("aria-describedby", re.compile("field-tags-unknown"))
    accessibility.assert_accessible(page)
    field.fill("")
    expect(said).to_have_text("")
    # One that tags begin like is still being typed.
    field.press_sequentially("xylophones, fabl")
    expect(page.get_by_role("listbox", name="With tags", exact=True)).to_be_visible()
    expect(said).to_have_text("No story has the tag “xylophones”.")
    page.locator("#field-without").fill("zithers")
    expect(page.locator("#field-without-unknown")).to_have_text("No story has the tag “zithers”.")


NIGHT_BUS = """At the last stop the driver put the lights out, as he always did, and counted to ten before he opened the doors.

Nobody got off. Nobody was left. On the seat behind him lay something small, wrapped in a page of the evening paper.

* * *

“You’re early,” said the woman from the depot.

He held it out to her. *It ticks*, he wanted to say, but it didn’t; it was only his own watch."""


def look(page, screenshot, name):
    """Holds a page to what every page must hold, and keeps its pictures on a phone and a desktop."""
    accessibility.assert_accessible(page)
    before = page.viewport_size
    for size in ("phone", "desktop"):
        page.set_viewport_size(dict(zip(("width", "height"), SIZES[size])))
        accessibility.assert_fits(page)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            screenshot(page, f"first-readers-{name}-{size}-{theme}")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(before)


def test_tags_that_others_use_are_offered_while_one_types_and_taken_by_keys(browser_of):
    page = browser_of("member", "desktop")
    page.goto("/stories/write/new")
    more(page)
    tags = page.get_by_role("combobox", name="Tags")
    offered = page.get_by_role("listbox", name="Tags")
    tags.type("Fan")
    expect(offered.get_by_role("option")).not_to_have_count(0)
    first = offered.get_by_role("option").first.locator("span").first.inner_text()
    assert first.lower().startswith("fan")
    accessibility.assert_accessible(page)

    tags.press("ArrowDown")
    expect(offered.get_by_role("option", selected=True)).to_have_count(1)
    tags.press("Enter")
    expect(tags).to_have_value(f"{first}, ")
    expect(offered).to_be_hidden()
    assert page.url.endswith("/stories/write/new"), "Enter chose a tag and sent no form"

    # What is there already is not offered again; Escape leaves what was typed as it is.
    tags.type("fan")
    page.wait_for_timeout(500)
    assert first not in offered.locator("li > span:first-child").all_inner_texts()
    tags.fill("")
    tags.type("ro")
    expect(offered).to_be_visible()
    tags.press("Escape")
    expect(offered).to_be_hidden()
    expect(tags).to_have_value("ro")

    # By touch or mouse, in the middle of others.
    tags.fill("winter, , sisters")
    tags.evaluate("field => field.setSelectionRange(8, 8)")
    tags.type("ro")
    choice = offered.get_by_role("option").first
    name = choice.locator("span").first.inner_text()
    choice.click()
    expect(tags).to_have_value(f"winter, {name}, sisters")


@pytest.mark.covers("STO-006")
@pytest.mark.parametrize("script", [True, False])
def test_the_filter_is_a_sheet_on_a_phone_that_going_back_closes(playwright, chromium, stories, script):
    context = chromium.new_context(
        base_url=stories.url, viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True, locale="en-GB", reduced_motion="reduce",
        java_script_enabled=script)
    page = context.new_page()
    page.goto("/stories/search?sort=newest")
    page.locator(".story-filter > summary").click()
    sort = page.get_by_label("Sort by")
    expect(sort).to_be_visible()
    if not script:
        context.close()
        return
    sheet = page.get_by_role("dialog", name="Filter and sort")
    expect(sheet.get_by_role("heading", name="Filter and sort")).to_be_focused()
    accessibility.assert_accessible(page)
    accessibility.assert_targets(page)
    for _ in range(40):
        page.keyboard.press("Tab")
        assert page.evaluate("() => !!document.activeElement.closest('.story-filter form')"), "the keyboard stays in the sheet"
    page.go_back()
    expect(sort).to_be_hidden()
    expect(page.locator(".story-filter > summary")).to_be_focused()
    assert page.url.endswith("/stories/search?sort=newest")
    for close in (lambda: page.get_by_role("button", name="Close").click(), lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(195, 30)):
        page.locator(".story-filter > summary").click()
        expect(sort).to_be_visible()
        close()
        expect(sort).to_be_hidden()
    page.locator(".story-filter > summary").click()
    page.get_by_label("Status").select_option(label="Complete")
    page.locator("[data-filter-show]").click()
    page.wait_for_url("**progress=complete**")
    page.go_back()
    page.wait_for_url(lambda url: url.endswith("/stories/search?sort=newest"))
    context.close()


@pytest.mark.covers("STO-034")
def test_one_tap_at_the_end_of_a_story_rates_it_and_undo_takes_it_back(browser_of):
    reader = browser_of("wanjiru", "phone")
    story = next(
        one for one in reader.evaluate("() => fetch('/api/v1/stories').then((answer) => answer.json())")["items"]
        if one["authorName"] != "Wanjiru" and one["chapterCount"] in (2, 3) and one["rating"] == "general")
    reader.goto(f"/read/{story['publication']}/{story['chapterCount'] - 2}")
    reader.wait_for_selector("[data-reader].is-ready")
    for _ in range(80):
        if reader.locator("[data-rating]").count() and "100" in reader.locator("[data-progress-text]").inner_text():
            break
        reader.keyboard.press("Space")
        reader.wait_for_timeout(80)
    expect(reader.locator("[data-progress-text]")).to_contain_text("100% read")
    expect(reader.locator("[data-rating]")).to_contain_text("Rate this story")
    accessibility.assert_targets(reader)
    address = reader.url
    reader.locator("[data-rating]").get_by_role("button", name="4 stars").tap()
    expect(reader.locator("[data-rating]")).to_contain_text("Your rating: 4 stars")
    accessibility.assert_accessible(reader)
    assert reader.url == address, "the reader stays where they are"
    rating = f"() => fetch('/api/v1/stories/{story['id']}/rating').then((answer) => answer.json())"
    assert reader.evaluate(rating)["own"] == 4
    reader.locator("[data-rating]").get_by_role("button", name="Remove rating").tap()
    expect(reader.locator("[data-rating]")).to_contain_text("Rate this story")
    assert reader.evaluate(rating).get("own") is None


@pytest.mark.covers("STO-029", "CORE-034")
def test_a_browser_that_is_killed_loses_no_letter_that_it_said_it_kept(browser_of, tmp_path):
    phone = browser_of("elin.stories", "phone")
    phone.goto("/stories/write/new")
    phone.get_by_label("Title").fill("Nothing Is Lost")
    more(phone)
    phone.get_by_label("Everyone").check()
    phone.get_by_role("button", name="Continue").click()
    ready(phone)
    address, chance, written = phone.url, random.Random(seed("STOA_SEED")), ""
    for number in range(max(3, ROUNDS // 3)):
        is_cut_off = number % 2 == 0
        phone.context.set_offline(is_cut_off)
        text = phone.get_by_label("Text of the chapter")
        expect(text).to_have_value(written)
        text.press("Control+End")
        for word in range(chance.randrange(3, 9)):
            words = f"word {number}-{word} "
            text.press_sequentially(words)
            written += words
            phone.wait_for_timeout(chance.randrange(0, 40))
        expect(where(phone)).to_have_text(re.compile("^Saved"))
        expect(text).to_have_value(written)
        phone.wait_for_timeout(100)
        # A browser writes its cookies to disk only twice a minute; that isn't what is tried here.
        cookies = phone.context.cookies()
        killed(tmp_path / "elin.stories-phone")
        phone = browser_of("elin.stories", "phone", cookies)
        phone.goto(address)
        ready(phone)
    expect(phone.get_by_label("Text of the chapter")).to_have_value(written)
    expect(where(phone)).to_have_text("Saved")
    phone.goto(address + "/history")
    expect(phone.locator("main a[href*='/history/']").first).to_be_visible()


def killed(folder):
    """Ends every process of the browser that keeps its things in this folder, as a phone without a battery does."""
    for place in pathlib.Path("/proc").iterdir():
        if place.name.isdigit():
            with contextlib.suppress(OSError):
                if f"--user-data-dir={folder}".encode() in (place / "cmdline").read_bytes().split(b"\0"):
                    os.kill(int(place.name), signal.SIGKILL)
    time.sleep(0.3)


@pytest.mark.covers("CORE-002")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_no_word_of_a_made_cover_is_broken(open_page, size):
    page = open_page(size)
    for address in ["/stories", "/stories/search?q=the"]:
        page.goto(address)
        broken = page.evaluate("""() => [...document.querySelectorAll('.cover-title')].flatMap(title => {
          const words = title.firstChild
          const range = document.createRange()
          return [...words.data.matchAll(/[^\\s-]+/g)].filter(word => {
            range.setStart(words, word.index)
            range.setEnd(words, word.index + word[0].length)
            return new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1
          }).map(word => word[0])
        })""")
        assert not broken, broken
