"""The front page of a site with several apps, and the frame that pages of no app keep."""
import re

import pytest

from harness import accessibility


@pytest.mark.covers("CORE-051", "VOL-004", "LIB-015")
def test_it_shows_everybody_what_is_new_and_members_what_is_theirs(open_page, view):
    size, theme = view
    guest = open_page(size=size, theme=theme)
    guest.goto("/")
    assert guest.locator("main").get_by_role("link", name="Sign in").is_visible()
    picture = guest.get_by_role("img", name="People reading and talking", exact=False)
    picture.wait_for()
    assert picture.evaluate("it => it.decode().then(() => it.naturalWidth)") >= 390
    assert ("narrow" in picture.evaluate("it => it.currentSrc")) == (size == "phone")
    # By day “Open until 17:00”, in the evening “Opens at 10:00 tomorrow”.
    assert guest.locator(".front-hours").get_by_text(re.compile("^Opens? ")).first.is_visible()
    assert guest.get_by_role("heading", name="New Arrivals").is_visible() and guest.locator(".cover-card").count() > 5
    assert guest.locator(".post-card").count() == 0, "requests are for those who are signed in"
    member = open_page(size=size, theme=theme, person="astrid")
    member.goto("/")
    mine = member.get_by_role("region", name="My requests").locator(".post-card")
    assert 0 < mine.count() <= 4 and all("Astrid" in words for words in mine.all_inner_texts())
    assert member.get_by_role("region", name="New requests").locator(".post-card").count() == 4
    assert member.locator("main").get_by_role("link", name="Sign in").count() == 0
    for page in (guest, member):
        accessibility.assert_fits(page)
        accessibility.assert_accessible(page)


@pytest.mark.covers("CORE-051")
def test_pages_of_no_app_keep_the_frame_of_the_app_one_came_from(open_page):
    page = open_page(person="astrid")
    page.goto("/account")
    assert page.locator("html").get_attribute("data-app") == "site"
    for home, app in (("/volunteers", "volunteers"), ("/library", "library")):
        page.goto(home)
        for place in ("/account", "/account/notices", "/account/messages", "/help", "/terms", "/there-is-no-such-page"):
            page.goto(place)
            assert page.locator("html").get_attribute("data-app") == app, place
            assert page.locator(".app-nav").is_visible()
    # The browser itself reports the missing page.
    open_page.complaints[:] = [complaint for complaint in open_page.complaints if "404" not in complaint]
    page.goto("/")
    assert page.locator("html").get_attribute("data-app") == "site", "the front page belongs to no app"
    assert page.locator(".rail [aria-current=page]").get_attribute("href") == "/"
    assert page.locator(".rail .app-switch a").count() == 5 and not page.locator(".drawer > summary").is_visible()


@pytest.mark.covers("CORE-051")
def test_every_frame_marks_the_open_place_and_leads_to_every_app(open_page, view):
    size, theme = view
    page = open_page(size=size, theme=theme, person="owner")
    for home in ("/library", "/volunteers", "/admin"):
        page.goto(home)
        for place in ("/account/messages", "/account/bookmarks", "/help", "/account/security"):
            page.goto(place)
            page.locator(".account-menu > summary").click()
            menu = page.locator(".account-menu .menu-list")
            open_place = menu.locator("[aria-current=page]")
            assert open_place.count() == 1 and place.startswith(open_place.get_attribute("href")), (home, place)
            assert menu.locator("[aria-current=true]").get_attribute("href") == home
            for app in ("/library", "/volunteers", "/admin"):
                assert menu.locator(f"a[href='{app}']").is_visible()
            page.keyboard.press("Escape")
            rail = page.locator(".admin-nav, .rail")
            if size == "desktop" or size == "tablet" and home != "/admin":
                assert rail.locator("[aria-current=page]").is_visible()
                assert not page.locator(".drawer > summary").is_visible()
        accessibility.assert_fits(page)
        accessibility.assert_accessible(page)


@pytest.mark.covers("LIB-024", "VOL-032")
def test_bookmarks_of_every_app_stand_on_one_page_whatever_frame_it_has(open_page):
    page = open_page(person="astrid")
    page.goto("/library/books")
    page.goto(page.locator(".cover-row h3 a, .cover-card").first.get_attribute("href"))
    save = page.get_by_role("button", name="Save for later")
    if save.count():
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            save.click()
    page.goto("/volunteers")
    page.locator(".bookmark-button").first.wait_for()
    mark = page.locator(".bookmark-button[aria-pressed=false]").first
    with page.expect_response(lambda answer: answer.url.endswith("/bookmark")):
        mark.click()
    page.goto("/account/bookmarks")
    assert page.locator(".bookmark-shelf h2").all_inner_texts() == ["Church Library", "Växjö Volunteers"]
    assert page.locator(".reading-mark").count() > 0 and page.locator(".post-card").count() > 0
    page.locator(".tabs").get_by_role("link", name="Church Library").click()
    page.wait_for_url("**/account/bookmarks?app=library")
    assert page.locator(".reading-mark").count() > 0 and page.locator(".post-card").count() == 0


@pytest.mark.covers("VOL-066", "VOL-068")
@pytest.mark.parametrize("size", ["tablet", "desktop"])
def test_wide_screens_have_the_places_beside_the_content_and_the_buttons_right_below_it(open_page, size):
    page = open_page(size=size, person="astrid")
    page.goto("/volunteers/new")
    places, content = (page.locator(it).bounding_box() for it in (".app-nav", "main"))
    assert places["x"] == 0 and places["x"] + places["width"] <= content["x"] and places["y"] <= content["y"]
    last, actions = (page.locator(it).last.bounding_box() for it in ("main form", ".page-actions"))
    assert 0 <= actions["y"] - (last["y"] + last["height"]) < 100, "the buttons are right below the form"
    page.goto("/volunteers/own")
    page.locator(".post-card:has(.badge-success) h2 a").first.click()
    card, button = (page.locator(it).last.bounding_box() for it in ("article.post-card", ".page-actions .button"))
    assert 0 <= button["y"] - (card["y"] + card["height"]) < 420 and abs(page.locator(".page-actions .button").first.bounding_box()["x"] - card["x"]) < 2


@pytest.mark.covers("CORE-030", "CORE-051")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_nothing_moves_when_its_picture_arrives(open_page, size):
    page = open_page(size=size)
    page.add_init_script("""new PerformanceObserver(list => list.getEntries().forEach(one => {
        window.moved = (window.moved || 0) + one.value; })).observe({ type: "layout-shift", buffered: true });""")
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.moved || 0") < 0.01


@pytest.mark.covers("CORE-030", "LIB-115")
def test_staff_find_the_picture_beside_the_welcome(open_page, view):
    size, theme = view
    page = open_page(size=size, theme=theme, person="owner")
    page.goto("/admin/front-page")
    assert page.get_by_label("Welcome text").first.input_value().startswith("Read, listen")
    assert page.get_by_label("Description").first.input_value().startswith("People reading")
    accessibility.assert_fits(page)
    accessibility.assert_accessible(page)


@pytest.mark.covers("VOL-067", "VOL-004")
def test_back_leads_inside_the_app(open_page, demo):
    page = open_page(person="astrid")
    # From another app: not back to it, but up.
    page.goto("/library/books")
    page.evaluate("location.href = '/volunteers/own'")
    page.wait_for_url("**/volunteers/own")
    page.get_by_role("link", name="Back").click()
    page.wait_for_url("**/volunteers")
    # Inside the app, also by pages of no app, to the page before.
    page.evaluate("location.href = '/volunteers/settings'")
    page.wait_for_url("**/volunteers/settings")
    page.evaluate("location.href = '/account'")
    page.wait_for_url("**/account")
    page.get_by_role("link", name="Back").click()
    page.wait_for_url("**/volunteers/settings")
    # Never to a form that was sent.
    page.goto("/volunteers/settings")
    page.locator(".settings-news button[type=submit]").click()
    page.wait_for_load_state("load")
    page.goto("/help/support")
    page.fill("[name=subject]", "A question")
    page.fill("[name=words]", "Where do I find the opening hours of the library?")
    page.locator("form[data-draft-sends] button").click()
    page.wait_for_url(lambda url: not url.endswith("/help/support"))
    page.get_by_role("link", name="Back").click()
    page.wait_for_load_state("load")
    assert not page.url.endswith("/help/support")


@pytest.mark.covers("CORE-051")
def test_a_conversation_and_a_report_keep_the_frame_too(open_page):
    page = open_page(person="astrid")
    for home, app in (("/library", "library"), ("/volunteers", "volunteers")):
        page.goto(home)
        page.goto("/account/messages")
        page.locator(".conversation-row").first.click()
        page.wait_for_selector("#thread")
        assert page.locator("html").get_attribute("data-app") == app
        report = page.locator(".bubble-report").first.get_attribute("href")
        for place in (report, page.url + "/leave", "/account/messages?app=volunteers"):
            page.goto(place)
            assert page.locator("html").get_attribute("data-app") == app, place
