"""The screens of Växjö Volunteers as their rows describe them: layout, look, and what each touch does."""
import re

import pytest
from playwright.sync_api import expect

from harness import accessibility
from harness.connection import cut
from harness.raw import exchange
from harness.screens import SIZES
from harness.waiting import until

HOME = "/volunteers"


@pytest.fixture
def volunteers(open_page):
    """A page of somebody who has accepted the terms: `volunteers(person="astrid", size="phone")`."""
    return lambda person="astrid", **view: open_page(person=person, **view)


def colour(page, selector, name="backgroundColor"):
    value = page.locator(selector).first.evaluate(f"it => getComputedStyle(it).{name}")
    return tuple(int(float(part)) for part in re.findall(r"[\d.]+", value)[:3])


def brightness(rgb):
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]


def first_of_others(page):
    """The address of a post by somebody else: it has a bookmark."""
    page.goto(HOME)
    return page.locator(".post-card:has([data-bookmark]) h2 a").first.get_attribute("href")


@pytest.mark.covers("VOL-060", "VOL-066", "CORE-051", "VOL-059")
@pytest.mark.parametrize("size", SIZES)
def test_every_screen_is_accessible_in_three_storeys(volunteers, screenshot, size):
    # In the dark the same screens are looked at by test_every_page.
    page = volunteers(size=size)
    other = first_of_others(page)
    screens = {
        "home": HOME, "filtered": HOME + "?poster=zzyzx", "post": other, "help": other + "/help", "new": HOME + "/new", "own": HOME + "/own",
        "bookmarks": HOME + "/bookmarks", "profile": HOME + "/profile", "settings": HOME + "/settings",
    }
    for name, path in screens.items():
        page.goto(path)
        page.wait_for_load_state("load")
        screenshot(page, f"volunteers-{name}-{size}")
        top, middle, bottom = (page.locator(it).first.bounding_box() for it in (".back-header", "main", ".app-nav"))
        assert top["y"] == 0 and top["y"] + top["height"] <= middle["y"] and bottom["y"] + bottom["height"] >= page.viewport_size["height"] - 1, name
        accessibility.assert_fits(page)
        accessibility.assert_targets(page)
        accessibility.assert_accessible(page)


@pytest.mark.covers("VOL-013", "VOL-014", "VOL-015", "VOL-064", "VOL-072")
def test_previews_are_rounded_squares_with_gaps_in_the_colour_of_their_category(volunteers):
    page = volunteers()
    page.goto(HOME)
    cards = page.locator(".post-grid .post-card")
    assert cards.count() > 10
    hues = {}
    for card in cards.all():
        hues.setdefault(card.locator(".post-card-category").inner_text(), set()).add(
            card.locator(".post-card-band").evaluate("it => getComputedStyle(it).backgroundColor"))
    assert len(hues) == 5 and all(len(colours) == 1 for colours in hues.values()), hues
    look = cards.first.evaluate("it => { const s = getComputedStyle(it); return [s.borderTopLeftRadius, s.boxShadow, getComputedStyle(it.parentElement).columnGap] }")
    assert float(look[0][:-2]) >= 8 and look[1] != "none" and float(look[2][:-2]) >= 8, look
    box = cards.first.bounding_box()
    assert 0.6 < box["width"] / box["height"] < 1.7
    title = cards.first.locator("h2").inner_text()
    cards.first.locator("h2 a").click()
    assert page.locator("h1").inner_text() == title


@pytest.mark.covers("VOL-017", "VOL-021", "VOL-022")
def test_the_plus_at_the_bottom_right_begins_a_request_and_discarding_leaves_nothing(volunteers, open_page):
    page = volunteers(size="phone")
    page.goto(HOME)
    plus = page.get_by_role("link", name="New request")
    box = plus.bounding_box()
    assert box["x"] > 390 / 2 and box["y"] > 844 / 2
    plus.click()
    footer = page.locator(".page-actions")
    page.fill("[name=title]", "Bära ett piano")
    found = page.get_by_role("link", name="Bära ett piano två trappor")
    expect(found).to_be_in_viewport()
    page.locator("#post-form[data-checked]").evaluate("it => it.removeAttribute('data-checked')")
    page.fill("[name=area]", "Storgatan 12")
    footer.get_by_role("button", name="Preview").click()
    ways = page.locator("[data-problem] a")
    expect(page.locator("[data-problem]")).to_be_focused()
    assert [way.split("#")[1] for way in ways.evaluate_all("all => all.map((it) => it.href)")] == ["field-body", "field-category", "field-area"]
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    category = page.locator("[name=category]")
    expect(category).to_be_focused()
    box = category.bounding_box()
    assert box["y"] > 0 and box["y"] + box["height"] < footer.bounding_box()["y"], "not behind the fixed buttons"
    open_page.complaints[:] = [it for it in open_page.complaints if "status of 422" not in it]
    page.fill("[name=area]", "")
    page.fill("[name=title]", "A request that is never sent")
    page.fill("[name=body]", "Nobody will read this.")
    page.select_option("[name=category]", index=1)
    footer.get_by_role("button", name="Preview").click()
    assert page.locator("h1").inner_text() == "Preview"
    footer.get_by_role("link", name="Discard draft").click()
    page.wait_for_url(f"**{HOME}")
    assert "A request that is never sent" not in page.content()
    page.goto(HOME + "/own")
    assert "A request that is never sent" not in page.content()


@pytest.mark.covers("VOL-022")
def test_the_confirmation_leads_back_to_the_form_with_every_word(volunteers):
    page = volunteers(size="phone", script=False)
    page.goto(HOME + "/new")
    page.fill("[name=title]", "Shelves for the reading room")
    page.fill("[name=body]", "Two walls, one morning.")
    page.select_option("[name=category]", index=2)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Edit").click()
    assert page.input_value("[name=title]") == "Shelves for the reading room" and page.input_value("[name=body]") == "Two walls, one morning."


@pytest.mark.covers("CORE-022")
def test_unsent_words_come_back_to_their_author_and_to_nobody_else(volunteers, signed_in, open_page):
    page = volunteers()
    page.goto("/help/support")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.fill("[name=subject]", "Sent too late")
    page.fill("[name=words]", "The session had ended meanwhile.")
    page.context.clear_cookies()
    page.locator("form[data-draft-sends] button").click()
    page.wait_for_url(lambda url: "/account/sign-in" in url)
    # The page's scripts note that the words did not arrive.
    page.wait_for_load_state("networkidle")
    open_page.complaints[:] = [it for it in open_page.complaints if "status of 401" not in it]
    page.context.add_cookies(signed_in("astrid")["cookies"])
    page.goto("/help/support")
    expect(page.locator("[name=subject]")).to_have_value("Sent too late")
    expect(page.locator("[name=words]")).to_have_value("The session had ended meanwhile.")
    page.goto(HOME + "/new")
    page.fill("[name=title]", "Shelves")
    page.fill("[name=body]", "Words that nobody else shall see")
    page.select_option("[name=category]", index=1)
    with page.expect_navigation():
        page.get_by_role("button", name="Preview").click()
    for step in (page.go_back, page.go_forward):
        step()
        expect(page.locator("textarea[name=body]")).to_have_value("Words that nobody else shall see")
    page.goto("/help")
    page.context.clear_cookies()
    page.context.add_cookies(signed_in("nils")["cookies"])
    page.goto(HOME + "/new")
    assert page.input_value("[name=body]") == ""
    page.context.clear_cookies()
    page.context.add_cookies(signed_in("astrid")["cookies"])
    page.goto(HOME + "/new")
    assert page.input_value("[name=body]") == "", "the next person has made the tab forget"


@pytest.mark.covers("VOL-029", "VOL-030", "VOL-031", "VOL-032", "VOL-033", "VOL-073")
def test_a_bookmark_turns_red_and_back_and_the_list_follows(volunteers):
    page = volunteers(person="nils")
    page.goto(HOME)
    card = page.locator(".post-card:has(.bookmark-button[aria-pressed=false])").first
    address, place = card.locator("h2 a").get_attribute("href"), f"#{card.get_attribute('id')} .bookmark-button"
    button = page.locator(place)
    with page.expect_response(lambda answer: answer.url.endswith("/bookmark")) as answer:
        button.click()
    assert answer.value.status == 204 and button.get_attribute("aria-pressed") == "true"
    page.wait_for_timeout(200)
    red, green, blue = colour(page, place, "color")
    assert red > 150 and green < 80 and blue < 80
    page.locator(".back-header [data-tour=more] summary").click()
    page.get_by_role("link", name="View list of bookmarks").click()
    marked = page.locator(f".post-card:has(a[href='{address}'])")
    expect(marked).to_have_count(1)
    marked.locator(".bookmark-button").click()
    marked.wait_for(state="detached")
    page.reload()
    assert page.locator(f"a[href='{address}']").count() == 0


@pytest.mark.covers("VOL-054", "VOL-067", "VOL-068", "VOL-069")
def test_the_arrow_goes_back_and_the_footer_leads_home_to_settings_and_to_the_profile(volunteers):
    page = volunteers(size="phone")
    page.goto(HOME)
    footer = page.locator(".app-nav")
    assert [it.strip() for it in footer.get_by_role("link").all_inner_texts()] == ["Home", "Mine", "Settings", "My profile", "Messages"]
    tops = footer.locator(".nav-icon").evaluate_all("all => all.filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect().top)")
    assert len(set(tops)) == 1, "the icons stay in one row"
    footer.get_by_role("link", name="Settings").click()
    page.wait_for_url("**/volunteers/settings")
    footer.get_by_role("link", name="My profile").click()
    page.get_by_role("link", name="Back").click()
    page.wait_for_url("**/volunteers/settings")
    page.evaluate("window.scrollTo(0, 900)")
    footer.get_by_role("link", name="Settings").click()
    page.wait_for_load_state("load")
    until(page, "window.scrollY === 0")
    footer.get_by_role("link", name="Home").click()
    page.wait_for_url(f"**{HOME}")


@pytest.mark.covers("VOL-062", "VOL-063", "VOL-065", "VOL-060", "VOL-077")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_follow_material_roles(volunteers, theme):
    page = volunteers(size="phone", theme=theme)
    page.goto(HOME)
    red, green, blue = colour(page, ".back-header")
    assert green > red and green > blue, "the primary colour is green"
    assert colour(page, ".floating-button")[2] > colour(page, ".floating-button")[0], "the secondary one is blue"
    ground, card = colour(page, "body"), colour(page, ".post-card")
    assert brightness(card) > brightness(ground), "what floats is lighter"
    family, kerning = page.locator("body").evaluate("it => [getComputedStyle(it).fontFamily, getComputedStyle(it).fontKerning]")
    assert family.rstrip().endswith("sans-serif") and kerning == "normal"
    page.goto(HOME + "/settings")
    page.locator("input[type=radio]").first.check()
    assert page.locator(".settings-rows > .row").nth(1).evaluate("it => parseFloat(getComputedStyle(it).borderTopWidth)") >= 1


@pytest.mark.covers("VOL-055", "VOL-056", "VOL-057", "VOL-058", "VOL-070", "VOL-071")
def test_the_post_page_has_its_buttons_in_the_footer_and_its_status_below_the_title(volunteers):
    page = volunteers(size="phone")
    page.goto(HOME + "/own")
    page.locator(".post-card:has(.badge-success) h2 a").first.click()
    title, status = page.locator("h1").bounding_box(), page.locator(".status").first.bounding_box()
    assert status["y"] > title["y"]
    card = page.locator("article.post-card")
    assert all(card.locator(part).inner_text() for part in (".post-card-category", ".post-words", ".post-card-poster", ".post-card-facts time"))
    red, green, blue = colour(page, ".status-accepted", "color")
    assert green > red and green > blue
    edit, delete = (page.locator(".page-actions").get_by_role("link", name=name) for name in ("Edit", "Delete"))
    assert edit.bounding_box()["height"] == delete.bounding_box()["height"] and abs(edit.bounding_box()["width"] - delete.bounding_box()["width"]) < 1
    red, green, blue = colour(page, ".page-actions .button-danger-outline", "color")
    assert red > green and red > blue
    page.goto(first_of_others(page))
    assert page.locator(".page-actions").get_by_role("link", name="Delete").count() == 0
    page.locator(".back-header [data-tour=more] summary").click()
    page.get_by_role("link", name="Report").click()
    expect(page.get_by_text("A for-profit organisation looking for free labour")).to_be_visible()


@pytest.mark.covers("VOL-039", "VOL-040", "VOL-056")
def test_why_a_request_was_rejected_is_apart_from_the_author_s_words_and_each_way_on_has_one_name(volunteers):
    page = volunteers(size="phone", person="yusuf")
    page.goto(HOME + "/own")
    page.locator(".post-card:has(.badge-danger) h2 a").first.click()
    notice = page.get_by_role("region", name="About this request")
    assert "rejected this request" in notice.inner_text()
    assert notice.bounding_box()["y"] < page.locator("article.post-card").bounding_box()["y"]
    assert notice.inner_text() not in page.locator("article.post-card").inner_text()
    assert page.get_by_role("link", name="Edit").count() == 1
    assert page.get_by_role("link", name="ask a moderator to look at it").get_attribute("href") == "#appeal"
    assert page.locator("#appeal").get_by_role("button", name="Ask a moderator").is_visible()


@pytest.mark.covers("VOL-051")
def test_about_me_is_written_in_one_place_and_each_page_leads_to_the_other(volunteers):
    page = volunteers()
    page.goto(HOME + "/profile")
    page.get_by_role("link", name="Change your name or picture").click()
    expect(page.locator("h1")).to_have_text("Name and contact details")
    assert page.locator("textarea").count() == 0
    page.locator("main a[href^='/volunteers/people/']", has_text="About me").click()
    page.wait_for_url("**/volunteers/people/**")
    expect(page.locator("textarea[name=about]")).to_have_count(1)


def test_what_is_said_after_something_was_done_moves_nothing_and_covers_no_button_of_the_foot(volunteers):
    page = volunteers(size="phone")
    page.goto(HOME + "/settings")
    page.locator("form[action='/volunteers/settings/news'] button").click()
    said = page.locator(".toast:has(button)")
    expect(said).to_have_count(1)
    place = page.locator("main").bounding_box()
    word, bar = said.bounding_box(), page.locator(".app-nav").bounding_box()
    assert word["y"] + word["height"] < bar["y"]
    said.get_by_role("button", name="Close").click()
    expect(said).to_have_count(0)
    assert page.locator("main").bounding_box() == place
    page.evaluate("document.dispatchEvent(new CustomEvent('stoa:toast', {detail: {words: 'That did not work.', sign: 'warning'}}))")
    expect(said).to_have_count(1)
    warning = page.evaluate("document.getElementById('script-parts').content.querySelector('[data-sign=warning] > svg').innerHTML")
    assert said.locator("svg").first.inner_html() == warning
    assert page.locator("main").bounding_box() == place
    # Who goes on has read that it was done, and perhaps not yet that it wasn't.
    page.evaluate("document.dispatchEvent(new CustomEvent('stoa:toast', {detail: {words: 'Done.'}}))")
    expect(said).to_have_count(2)
    page.locator("main").click(position={"x": 5, "y": 5})
    expect(said).to_have_count(1)
    assert "did not work" in said.inner_text()


@pytest.mark.covers("VOL-016")
def test_moderators_have_a_header_with_pending_requests_and_users_have_none(volunteers):
    page = volunteers(person="moderator")
    page.goto(HOME)
    page.get_by_role("link", name="Pending Moderation").click()
    expect(page.locator(".post-card").first).to_be_visible()
    page = volunteers()
    page.goto(HOME)
    assert page.get_by_role("link", name="Pending Moderation").count() == 0


@pytest.mark.covers("VOL-018", "VOL-061", "VOL-079", "CORE-034")
def test_a_server_that_does_not_answer_is_said_and_nothing_is_offered(volunteers, open_page):
    page = volunteers(size="phone")
    page.goto(HOME + "/settings")
    page.locator("main").get_by_role("button", name="Dark theme").click()
    until(page, "localStorage.getItem('stoa.settings').includes('dark')")
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    cut(page)
    page.goto(HOME)
    assert page.get_by_role("heading", name="The server doesn’t answer").is_visible()
    assert page.locator("main a, main button").count() == 0
    until(page, "document.documentElement.dataset.theme === 'dark'")
    page.context.set_offline(False)
    # The page comes by itself as soon as it can.
    page.locator("main a").first.wait_for()
    page.goto(HOME + "/settings")
    page.locator("main").get_by_role("button", name="Theme of the device").click()


@pytest.mark.covers("VOL-008")
def test_a_new_request_is_announced_above_the_feed(volunteers):
    reader = volunteers(person="nils")
    reader.goto(HOME)
    reader.wait_for_timeout(500)
    writer = volunteers(person="astrid")
    writer.goto(HOME + "/new")
    writer.fill("[name=title]", "Someone who tunes a guitar")
    writer.fill("[name=body]", "For the song evening next week.")
    writer.select_option("[name=category]", label="Day-to-day help")
    writer.get_by_role("button", name="Preview").click()
    writer.get_by_role("button", name="Publish").click()
    reader.get_by_role("link", name="There are new requests").click()
    reader.locator(".post-card", has_text="Someone who tunes a guitar").wait_for()


@pytest.mark.covers("VOL-004")
def test_the_stream_of_new_requests_is_for_people_who_are_signed_in(demo, signed_in):
    def heard(cookies):
        cookie = "; ".join(f"{it['name']}={it['value']}" for it in cookies)
        lines = ["GET /events?topic=volunteers.posts&after=0 HTTP/1.1", "Host: localhost", f"Cookie: {cookie}", "", ""]
        return exchange(demo.port, "\r\n".join(lines).encode(), timeout=1.5)

    assert b"volunteers.posts" in heard(signed_in("astrid")["cookies"])
    guest = heard([])
    assert b"200 OK" in guest and b"volunteers.posts" not in guest


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_can_be_tapped_has_the_green_of_the_frame_and_reads_well(open_page, theme):
    page = open_page("phone", theme, "member")
    page.goto("/volunteers")
    pairs = page.evaluate("""() => {
        const probe = document.body.appendChild(document.createElement('span'));
        const colour = role => { probe.style.color = `var(--${role})`; return getComputedStyle(probe).color.match(/\\d+/g).slice(0, 3).map(Number); };
        return [['action', 'surface'], ['action', 'surface-raised'], ['action', 'surface-sunken'], ['action', 'action-soft'], ['action-ink', 'action']]
            .map(([front, back]) => ({ front, back, on: colour(front), ground: colour(back) }));
    }""")

    def light(rgb):
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    _, green, blue = pairs[0]["on"]
    assert green > blue
    for pair in pairs:
        dark, bright = sorted((light(pair["on"]), light(pair["ground"])))
        assert (bright + 0.05) / (dark + 0.05) >= 4.5, pair
