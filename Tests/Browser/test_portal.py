"""The staff portal: places in groups that open, each with what it is for, and a field that finds them."""
import subprocess
import time

import pytest
from playwright.sync_api import expect

from harness import accessibility


def groups(page, only=""):
    return page.locator(f".admin-nav .nav-fold{only} h2").all_inner_texts()


@pytest.mark.covers("LIB-115", "CORE-051")
def test_places_stand_in_groups_and_each_says_what_it_is_for(open_page):
    page = open_page(person="owner")
    page.goto("/admin")
    assert groups(page) == [
        "People", "Church Library", "Växjö Volunteers", "Cafeteria", "Stories", "The Tarhouse", "Content", "Safety", "System"]
    assert groups(page, "[open]") == groups(page, ":has(.nav-count)"), "on the overview only those in which something waits"
    assert page.locator(".admin-nav").get_by_role("link", name="Statistics", include_hidden=True).count() == 1
    places = page.locator(".places a")
    page.locator("main summary", has_text="All pages").click()
    # The overview itself is no place of the map; the first steps stand beside it.
    assert places.count() == page.locator(".admin-nav .nav-group a, .admin-nav .portal-overview a").count() - 1 > 15
    assert all(len(words.split("\n")) == 2 for words in places.all_inner_texts())
    page.goto("/admin/jobs")
    assert groups(page, "[open]") == ["System"], "the one where one is"
    page.locator(".admin-nav summary", has_text="Cafeteria").click()
    expect(page.locator(".admin-nav").get_by_role("link", name="Menu", exact=True)).to_be_visible()
    page.mouse.wheel(0, 5000)
    assert page.locator(".admin-nav-places").bounding_box()["y"] >= 0, "they stay while the page scrolls"
    page.goto("/admin/settings")
    page.locator(".admin-nav a[href='/account']").scroll_into_view_if_needed()
    assert page.locator(".admin-nav .place-finder").bounding_box()["y"] >= 0, "the search stays above them"


@pytest.mark.covers("LIB-115", "CORE-052")
def test_typing_narrows_the_places_and_enter_opens_the_first(open_page):
    page, held = open_page(person="owner", worker=False), []
    page.route("**/portal-places*.js", lambda route: held.append(route))
    page.goto("/admin", wait_until="commit")
    field = page.locator(".admin-nav").get_by_role("searchbox", name="Find a page")
    field.fill("tested copies")
    end = time.monotonic() + 60
    while not held:
        assert time.monotonic() < end, "nobody asked for the script"
        page.wait_for_timeout(20)
    # The script of a slow network finds what was typed before it came.
    held[0].continue_()
    expect(page.locator(".admin-nav a:visible")).to_have_text(["Backups"])
    expect(page.locator(".admin-nav h2:visible")).to_have_count(1)
    assert not page.locator(".admin-nav .app-switch").is_visible()
    accessibility.assert_accessible(page)
    field.fill("")
    assert groups(page, "[open]") == groups(page, ":has(.nav-count)"), "as they were before"
    field.fill("tested copies")
    field.press("Enter")
    page.wait_for_url("**/admin/backups")


@pytest.mark.covers("LIB-115", "CORE-052")
def test_typing_narrows_the_places_in_a_phone_s_menu(open_page):
    page = open_page(size="phone", person="owner")
    page.goto("/admin")
    page.get_by_role("banner").get_by_label("Menu", exact=True).click()
    menu = page.locator(".drawer-panel")
    field = menu.get_by_role("searchbox", name="Find a page")
    field.fill("tested copies")
    expect(menu.locator("ul a:visible")).to_have_text(["Backups"])
    field.press("Enter")
    page.wait_for_url("**/admin/backups")


@pytest.mark.covers("LIB-115", "CORE-052")
def test_typing_narrows_the_places_on_a_phone_s_first_page(open_page):
    page = open_page(size="phone", person="owner")
    page.goto("/admin")
    content = page.get_by_role("main")
    field = content.get_by_role("searchbox", name="Find a page")
    waiting = content.get_by_role("heading", name="Needs attention")
    expect(waiting).to_be_visible()
    field.fill("brand")
    expect(content.locator(".places strong:visible")).to_have_text(["Logo and colour"])
    expect(waiting).to_be_hidden()
    accessibility.assert_accessible(page)
    field.fill("zzyzx")
    expect(content.get_by_text("No page matches these words.")).to_be_visible()
    field.fill("")
    expect(waiting).to_be_visible()
    field.fill("brand")
    field.press("Enter")
    page.wait_for_url("**/admin/look")


@pytest.mark.covers("LIB-115", "CORE-054")
def test_groups_open_and_close_without_scripts(open_page):
    page = open_page(person="owner", script=False)
    page.goto("/admin/cafeteria/menu")
    assert groups(page, "[open]") == ["Cafeteria"]
    page.locator(".admin-nav summary", has_text="Safety").click()
    assert groups(page, "[open]") == ["Cafeteria", "Safety"]


@pytest.mark.covers("LIB-115", "CORE-054")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_page_is_found_without_scripts(open_page, size):
    page = open_page(size=size, person="owner", script=False)
    page.goto("/admin")
    field = page.locator(".admin-nav input[type=search]" if size == "desktop" else "main input[type=search]")
    field.fill("GOOGLE")
    field.press("Enter")
    page.wait_for_url("**/admin?q=GOOGLE")
    assert page.locator("main .places strong").all_inner_texts() == ["Sign-in methods"]
    page.goto("/admin?q=zzyzx")
    assert page.get_by_role("heading", name="No page found").is_visible() and page.get_by_role("link", name="All pages").is_visible()


@pytest.mark.covers("LIB-107")
def test_the_log_names_what_people_wrote_and_keeps_codes_under_technical_details(open_page):
    page = open_page(person="owner")
    page.goto("/admin/log?person=Moa")
    line = page.locator("ul.log > li").filter(has_text=" removed the request").first
    assert line.locator(".log-sentence a[href^='/volunteers/posts/']").inner_text().startswith("the request “")
    line.locator("details.log-entry > summary").click()
    assert "moderation.case" not in line.inner_text() and "REJECT" not in line.inner_text()
    line.locator("details details > summary").click()
    assert "moderation.case" in line.inner_text() and "REJECT" in line.inner_text()
    title = line.locator(".log-sentence a[href^='/volunteers/posts/']").inner_text()
    printed = page.request.get("/admin/log.pdf?person=Moa").body()
    words = subprocess.run(["pdftotext", "-layout", "-", "-"], input=printed, capture_output=True, check=True).stdout.decode()
    assert " ".join(title.split()) in " ".join(words.split())
    page.goto("/admin/log?q=filter")
    assert "messages.message" not in " ".join(page.locator(".log-sentence").all_inner_texts())


def test_a_file_that_takes_seconds_says_so(open_page):
    page = open_page(person="owner")
    page.goto("/admin/log?person=Moa", wait_until="networkidle")
    with page.expect_download(timeout=60_000):
        page.get_by_role("link", name="Export as PDF").click()
        page.get_by_role("status").filter(has_text="Preparing the file.").wait_for()


@pytest.mark.covers("CORE-026")
def test_a_count_stands_beside_moderation_while_something_waits(open_page):
    page = open_page(person="moderator")
    page.goto("/admin/moderation")
    waiting = page.get_by_role("link", name="Waiting").locator(".chip-count").inner_text()
    beside = page.locator(".admin-nav a[href='/admin/moderation'] .nav-count")
    assert beside.inner_text().split()[0] == waiting
    # Elsewhere it stands at the way into the portal.
    page.goto("/volunteers")
    assert page.locator(".app-nav a[href='/admin'] .nav-count").inner_text().split()[0] == waiting


def test_a_card_of_people_opens_wherever_it_is_touched(open_page):
    page = open_page("phone", person="owner", script=False)
    page.goto("/admin/people")
    # Nothing is filtered, so there is nothing to clear.
    assert page.locator(".filter-form a").count() == 0
    card = page.locator(".opens-rows tbody tr").first
    address = card.locator("th a").get_attribute("href")
    box = card.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 8, box["y"] + box["height"] - 8)
    page.wait_for_url(f"**{address}")


@pytest.mark.parametrize("address", ["/admin/errors", "/admin/library/items"])
def test_a_filter_is_cleared_only_once_something_is_filtered(open_page, address):
    page = open_page(person="owner", script=False)
    page.goto(address)
    clear = page.locator(".filter-form").get_by_role("link", name="Clear")
    assert clear.count() == 0
    with page.expect_navigation():
        page.locator(".filter-form").get_by_role("button", name="Show").click()
    assert clear.count() == 0, "an empty form filters nothing"
    page.goto(f"{address}?q=a")
    assert clear.get_attribute("href") == address


@pytest.mark.parametrize("address", ["/admin/texts", "/admin/statistics/report"])
def test_showing_is_quieter_than_what_a_page_is_for(open_page, address):
    page = open_page(person="owner", script=False)
    page.goto(address)
    assert "button-secondary" in page.get_by_role("button", name="Show", exact=True).get_attribute("class")


def test_the_account_leads_to_the_portal_once(open_page):
    page = open_page(person="owner")
    page.goto("/account")
    assert page.locator(".content a[href='/admin']").count() == 1
    assert page.locator(".content a[href^='/admin/']").count() == 0


def test_bulk_work_is_one_line_of_the_log_without_script(open_page):
    page = open_page("phone", person="owner", script=False)
    page.goto("/admin/log?entity=library.item")
    run = page.locator(".log-run").first
    assert not run.locator(".log .log-line").first.is_visible()
    run.locator("summary").first.click()
    assert run.locator(".log .log-line").first.is_visible()
    page.goto("/admin/log")
    assert not page.locator("input[name=person]").is_visible()
    page.locator(".filter-more").click()
    assert page.locator("input[name=person]").is_visible()
