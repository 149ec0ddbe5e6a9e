"""Reading without a connection: a story is kept on the device, read to its end underground, and brought up to date above it."""
import json
import time
import uuid

import pytest
from playwright.sync_api import expect

from harness import accessibility
from harness.client import Client
from harness.screens import SIZES
from harness.server import Server
from harness.waiting import until

pytestmark = pytest.mark.covers("STO-032", "STO-039", "CORE-034")

KEPT = "() => caches.open('kept').then(cache => cache.keys()).then(all => all.map(one => one.url.replace(location.origin, '')))"


@pytest.fixture(scope="module")
def stories(filled_demo, tmp_path_factory):
    with Server(filled_demo(tmp_path_factory.mktemp("reading-offline") / "site", apps="stories"), "--apps", "stories", demo=True) as running:
        yield running


def public(server):
    return Client(server.url).get("/api/v1/stories").json()["items"]


def titled(server, title):
    return next(one for one in public(server) if one["title"] == title)


@pytest.fixture
def reader(whole_chromium, stories, cast):
    """Opens a browser of its own, of a member or a guest, whose pages come through the service worker."""
    contexts = []

    def opened(person=None, size="phone", theme="light"):
        width, height = SIZES[size]
        context = whole_chromium.new_context(
            base_url=stories.url, viewport={"width": width, "height": height}, color_scheme=theme, has_touch=size == "phone", locale="en-GB",
            reduced_motion="reduce")
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        if person:
            page.goto("/account/sign-in")
            page.fill("input[name=email]", cast[person]["email"])
            page.fill("input[name=password]", cast[person]["password"])
            page.locator("form:has(input[name=password]) button[type=submit]").first.click()
            page.wait_for_url(lambda url: "/account/sign-in" not in url)
        else:
            page.goto("/stories")
        until(page, "() => !!navigator.serviceWorker.controller")
        return page

    yield opened
    for context in contexts:
        context.close()


def keep(page, story):
    page.goto(f"/stories/{story['id']}")
    page.get_by_role("button", name="Keep on this device").click()
    expect(page.get_by_role("button", name="Remove from this device")).to_be_visible()


def is_at(page, section):
    until(page, "(address) => location.pathname === address", f"/read/{section}")


def turn_to_the_end(page):
    """Turns page after page by key until nothing is left."""
    end = time.monotonic() + 60
    while "100" not in page.locator("[data-progress-text]").inner_text():
        assert time.monotonic() < end, page.url
        page.keyboard.press("Space")
        page.wait_for_timeout(60)


def positions(page, story):
    return page.evaluate("(address) => fetch(address).then(answer => answer.json())", f"/api/v1/publications/{story['publication']}/position")["items"]


def test_a_page_that_was_on_its_way_while_the_worker_began_is_its_page_too(whole_chromium, stories):
    context = whole_chromium.new_context(base_url=stories.url, locale="en-GB")
    page, other = context.new_page(), context.new_page()

    def held(route):
        """Answers only when a worker has taken over all pages there are: the sign-in page does that while what it leads to is loaded."""
        other.goto("/help")
        until(other, "() => !!navigator.serviceWorker.controller")
        route.continue_()

    page.route("**/stories", held)
    page.goto("/stories")
    until(page, "() => !!navigator.serviceWorker.controller")
    context.close()


def test_a_kept_story_is_read_to_its_end_without_a_network_and_the_place_is_sent_afterwards(reader, stories):
    story = titled(stories, "Tio luckor")
    page = reader("member")
    keep(page, story)
    page.context.set_offline(True)
    page.goto("/read/kept")
    page.get_by_role("link", name=story["title"]).click()
    page.wait_for_selector("[data-reader].is-ready")
    expect(page.get_by_text("Offline. Your place is saved.")).to_be_visible()
    page.get_by_role("link", name="Contents").click()
    page.locator("[data-contents] a").first.click()
    is_at(page, f"{story['publication']}/0")
    turn_to_the_end(page)
    is_at(page, f"{story['publication']}/2")
    page.reload()
    page.wait_for_selector("[data-reader].is-ready")
    is_at(page, f"{story['publication']}/2")
    # And back: the first chapter again, by its address.
    page.goto(f"/read/{story['publication']}/0")
    page.wait_for_selector("[data-reader].is-ready")
    page.locator("[data-next]").click()
    is_at(page, f"{story['publication']}/1")
    until(page, "(key) => JSON.parse(localStorage.getItem(key) || '{}').section === 1", f"stoa.position.{story['publication']}")
    page.context.set_offline(False)
    until(page, "() => !document.documentElement.hasAttribute('data-kept')")
    expect(page.get_by_text("Offline. Your place is saved.")).to_be_hidden()
    end = time.monotonic() + 30
    while not any(one["section"] == 1 and one["device"] != "demo" for one in positions(page, story)):
        assert time.monotonic() < end, positions(page, story)
        time.sleep(0.3)


def test_a_place_that_was_left_behind_offline_is_sent_from_the_next_page(reader, stories):
    story = titled(stories, "Linje 31")
    page = reader("member")
    keep(page, story)
    page.context.set_offline(True)
    page.goto(f"/read/{story['publication']}/1")
    until(page, "(key) => JSON.parse(localStorage.getItem(key) || '{}').isWaiting === true", f"stoa.position.{story['publication']}")
    page.goto("/read/kept")
    page.context.set_offline(False)
    page.goto("/stories")
    end = time.monotonic() + 30
    while not any(one["section"] == 1 and one["device"] != "demo" for one in positions(page, story)):
        assert time.monotonic() < end, positions(page, story)
        time.sleep(0.3)


def test_a_new_chapter_arrives_by_itself_and_is_announced_until_it_is_read(reader, stories, cast):
    story = titled(stories, "Beans in Instalments")
    page = reader()
    keep(page, story)
    before = page.evaluate(KEPT)
    author = Client(stories.url).sign_in(cast["wanjiru"]["email"], cast["wanjiru"]["password"])
    chapter = author.post_form(f"/stories/{story['id']}/chapters", {}).headers["Location"].split("/")[-1]
    text = {"base": 0, "title": "The fourth instalment", "text": "The beans were paid for at last.", "name": uuid.uuid4().hex}
    saved = author.send("PUT", f"/api/v1/stories/chapters/{chapter}/text", json.dumps(text).encode(), {"Content-Type": "application/json"})
    assert saved.status == 200, saved.text
    assert author.post_form(f"/stories/chapters/{chapter}/publish", {}).status == 303
    asked = []
    page.context.on("request", lambda request: "/sections/" in request.url and asked.append(request.url.split("/")[-1]))
    # As if a quarter of an hour had passed.
    page.evaluate("() => localStorage.removeItem('stoa.on-device-looked')")
    page.goto("/read/kept")
    expect(page.get_by_text("New: 1 chapter")).to_be_visible(timeout=30_000)
    assert asked == ["3"], "only what is new is fetched"
    assert {one for one in before if "/sections/" in one} < set(page.evaluate(KEPT))
    page.context.set_offline(True)
    page.goto(f"/read/{story['publication']}/3")
    expect(page.get_by_text("The beans were paid for at last.")).to_be_visible()
    page.goto("/read/kept")
    expect(page.get_by_role("link", name=story["title"])).to_be_visible()
    expect(page.get_by_text("New: 1 chapter")).to_be_hidden()


def test_an_unpublished_story_leaves_the_device(reader, stories, cast):
    story = titled(stories, "Spoon, Quantity One")
    page = reader()
    keep(page, story)
    author = Client(stories.url).sign_in(cast["tomas"]["email"], cast["tomas"]["password"])
    assert author.post_form(f"/stories/{story['id']}/publish", {"published": "false"}).status == 303
    page.evaluate("() => localStorage.removeItem('stoa.on-device-looked')")
    page.goto("/read/kept")
    expect(page.get_by_text("Nothing on this device yet")).to_be_visible(timeout=30_000)
    assert not [one for one in page.evaluate(KEPT) if f"/publications/{story['publication']}" in one]


def test_what_is_kept_can_be_removed_and_leaves_with_the_person(reader, stories):
    story, other = titled(stories, "Requesting Pilot"), titled(stories, "A Mild Reaction")
    page = reader("joseph")
    keep(page, story)
    keep(page, other)
    page.goto("/read/kept")
    page.get_by_role("button", name=f"Remove from this device: {other['title']}").click()
    expect(page.get_by_role("link", name=other["title"])).to_be_hidden()
    assert not [one for one in page.evaluate(KEPT) if f"/publications/{other['publication']}" in one]
    page.context.set_offline(True)
    page.goto(f"/read/{story['publication']}/1")
    until(page, "() => Object.keys(localStorage).some(key => key.startsWith('stoa.position.'))")
    page.context.set_offline(False)
    page.goto("/account")
    page.locator("form[action$='/account/sign-out'] button").last.evaluate("button => button.form.requestSubmit(button)")
    page.wait_for_url(lambda url: not url.endswith("/account"))
    assert page.evaluate(KEPT) == []
    assert not page.evaluate("() => Object.keys(localStorage).filter(key => key.startsWith('stoa.position.') || key.startsWith('stoa.on-device'))")


@pytest.mark.parametrize("fits", [0, 2])
def test_a_full_device_keeps_nothing_of_a_story_and_everything_that_was_there(reader, stories, fits):
    story, there = titled(stories, "Requesting Pilot"), titled(stories, "Långa sträckan")
    page = reader()
    keep(page, there)
    before = sorted(page.evaluate(KEPT))
    page.goto(f"/stories/{story['id']}")
    page.evaluate("""(fits) => {
      const put = Cache.prototype.put
      let left = fits
      Cache.prototype.put = function (...parts) {
        if (left-- <= 0) throw new DOMException('full', 'QuotaExceededError')
        return put.apply(this, parts)
      }
    }""", fits)
    page.get_by_role("button", name="Keep on this device").click()
    expect(page.get_by_text("Your device is full, so this wasn’t kept.")).to_be_visible()
    expect(page.get_by_role("button", name="Keep on this device")).to_be_visible()
    assert sorted(page.evaluate(KEPT)) == before


def test_without_a_network_the_reader_says_what_needs_one(reader, stories):
    story = titled(stories, "Jämna veckor")
    page = reader("member")
    keep(page, story)
    page.context.set_offline(True)
    page.goto(f"/read/{story['publication']}/0")
    page.wait_for_selector("[data-reader].is-ready")
    expect(page.get_by_role("button", name="Bookmark this place")).to_be_hidden()
    page.get_by_role("button", name="Highlights and notes").click()
    expect(page.get_by_text("marking needs a connection").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Search in this story").click()
    expect(page.get_by_text("Searching needs a connection.")).to_be_visible()
    page.keyboard.press("Escape")
    # A page that isn't here leads to what is.
    page.goto("/stories/library")
    page.get_by_role("link", name="On this device").click()
    expect(page.get_by_role("link", name=story["title"])).to_be_visible()


def test_a_kept_story_shows_what_was_set_on_the_device_since(reader, stories):
    story = titled(stories, "Tio luckor")
    page = reader("joseph")
    keep(page, story)
    page.goto(f"/read/{story['publication']}/0")
    page.wait_for_selector("[data-reader].is-ready")
    page.get_by_role("button", name="Reading settings").click()
    page.locator("input[name=theme][value=sepia]").check(force=True)
    page.get_by_role("button", name="Larger").click()
    page.keyboard.press("Escape")
    page.locator(".reader-section p").nth(1).evaluate("""paragraph => {
      const range = document.createRange()
      range.selectNodeContents(paragraph)
      getSelection().removeAllRanges()
      getSelection().addRange(range)
    }""")
    page.get_by_role("button", name="Highlight: Yellow").click()
    expect(page.locator("mark.reader-mark").first).to_be_visible()
    page.locator("[data-next]").click()
    is_at(page, f"{story['publication']}/1")
    until(page, "(key) => JSON.parse(localStorage.getItem(key) || '{}').section === 1", f"stoa.position.{story['publication']}")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.goto("/read/kept")
    page.get_by_role("link", name=story["title"]).click()
    page.wait_for_selector("[data-reader].is-ready")
    is_at(page, f"{story['publication']}/1")
    expect(page.locator(".reader")).to_have_attribute("data-theme", "sepia")
    expect(page.locator(".reader")).to_have_attribute("data-size", "5")
    expect(page.locator("input[name=theme][value=sepia]")).to_be_checked()
    page.goto(f"/read/{story['publication']}/0")
    page.wait_for_selector("[data-reader].is-ready")
    expect(page.locator("mark.reader-mark").first).to_be_visible()
    # Where one looks back, what was read stays read.
    expect(page.locator("[data-progress-text]")).to_contain_text(", ")


def test_without_a_network_a_page_that_isnt_here_has_the_frame_of_the_person_until_they_sign_out(reader, stories):
    page = reader("member")
    page.goto("/stories")
    until(page, "() => caches.open('kept').then(cache => cache.match('/offline')).then(found => !!found)")
    page.context.set_offline(True)
    page.goto("/stories/search")
    expect(page.get_by_role("heading", name="You’re offline")).to_be_visible()
    expect(page.get_by_role("link", name="My profile")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in")).to_have_count(0)
    page.context.set_offline(False)
    # It comes back by itself, and would end what one opens meanwhile.
    expect(page.get_by_label("Search").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.goto("/account")
    page.locator("form[action$='/account/sign-out'] button").last.evaluate("button => button.form.requestSubmit(button)")
    page.wait_for_url(lambda url: not url.endswith("/account"))
    page.context.set_offline(True)
    page.goto("/stories/search")
    expect(page.get_by_role("heading", name="You’re offline")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def test_reader_library_first_page_and_device_say_the_same_also_after_another_device_read_on(reader, stories, cast):
    story = titled(stories, "Linje 31")
    page = reader("elin.stories")
    keep(page, story)
    page.goto(f"/read/{story['publication']}/1")
    page.wait_for_selector("[data-reader].is-ready")
    page.wait_for_timeout(300)
    page.keyboard.press("Space")
    page.wait_for_timeout(2500)
    shown = page.locator("[data-progress-text]").inner_text().split("%")[0].strip()
    assert 0 < int(shown) < 100
    row = page.locator("li", has=page.get_by_role("link", name=story["title"]))
    page.goto("/stories/library")
    expect(row.first).to_contain_text(f"{shown}%")
    expect(row.first).to_contain_text("Chapter 2 of")
    page.goto("/stories")
    expect(page.locator("a.cover-card", has_text=story["title"]).first).to_contain_text(f"{shown}%")
    page.goto("/read/kept")
    expect(row.first).to_contain_text(f"{shown}% read")
    place = {"section": 0, "quote": {"exact": "", "prefix": "", "suffix": ""}, "position": {"start": 0, "end": 0}, "through": 0, "device": "tablet"}
    other = Client(stories.url).sign_in(cast["elin.stories"]["email"], cast["elin.stories"]["password"])
    sent = other.send("PUT", f"/api/v1/publications/{story['publication']}/position", json.dumps(place).encode(), {"Content-Type": "application/json"})
    assert sent.status == 200, sent.text
    # Looking at an earlier chapter elsewhere changes where one goes on, and not how much one has read.
    page.goto("/stories/library")
    expect(row.first).to_contain_text("Chapter 1 of")
    expect(row.first).to_contain_text(f"{shown}%")
    page.goto("/read/kept")
    expect(row.first).to_contain_text(f"{shown}% read")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_list_of_what_is_kept_is_for_everybody(reader, stories, size, theme, screenshot):
    page = reader(size=size, theme=theme)
    page.goto("/read/kept")
    expect(page.get_by_text("Nothing on this device yet")).to_be_visible()
    accessibility.assert_accessible(page)
    story = titled(stories, "Jämna veckor")
    keep(page, story)
    page.goto("/read/kept")
    expect(page.get_by_role("link", name=story["title"])).to_be_visible()
    accessibility.assert_accessible(page)
    accessibility.assert_fits(page)
    accessibility.assert_targets(page)
    screenshot(page, f"on-device-{size}-{theme}")
    page.goto(f"/read/{story['publication']}/0")
    page.wait_for_selector("[data-reader].is-ready")
    page.get_by_role("link", name="Contents").click()
    expect(page.get_by_role("button", name="Remove from this device")).to_be_visible()
    accessibility.assert_accessible(page)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("Offline. Your place is saved.")).to_be_visible()
    accessibility.assert_accessible(page)
    accessibility.assert_fits(page)


def test_without_a_script_the_list_says_that_it_needs_one(chromium, stories):
    context = chromium.new_context(base_url=stories.url, java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto("/read/kept")
    expect(page.get_by_text("Turn on JavaScript to see this list.")).to_be_visible()
    context.close()
