"""Statistics in the portal: charts with their tables open, the report builder, and what a real browser's pages count as."""
import sqlite3

import pytest
from playwright.sync_api import expect

from harness import accessibility
from harness.waiting import until

REPORT = "/admin/statistics/report?measure=site.page-views&measure=library.items&measure=accounts.sign-ins&period=30d&by=part&as="


@pytest.mark.covers("CORE-038", "CORE-051")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_charts_are_accessible_with_their_tables_open(open_page, size, theme):
    page = open_page(size, theme, "owner")
    for path in ["/admin/statistics", "/admin/statistics?period=12m", REPORT + "line", REPORT + "bars"]:
        page.goto(path)
        # A new site has nothing to draw over time yet; a report draws what was asked for.
        if path.startswith(REPORT):
            assert page.locator("figure svg[role=img]").count() > 0, path
        page.eval_on_selector_all("main details", "all => all.forEach(one => { one.open = true })")
        if path.startswith(REPORT):
            assert page.locator(".chart-figures table tbody tr").count() > 1, path
        for check in [accessibility.assert_fits, accessibility.assert_targets, accessibility.assert_accessible]:
            check(page)


@pytest.mark.covers("CORE-038")
def test_a_report_is_built_kept_and_found_again(open_page):
    page = open_page("phone", "light", "owner", script=False)
    page.goto("/admin/statistics/report")
    page.locator("[value='accounts.sign-ins']").check()
    page.get_by_label("Show as").select_option("line")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator("figure.chart svg[role=img]")).to_have_count(1)
    page.locator("[name=name]").fill("Monday meeting")
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).click()
    page.goto("/admin/statistics/reports")
    page.get_by_role("link", name="Monday meeting").click()
    assert page.locator("[value='accounts.sign-ins']").is_checked()
    assert page.locator("figure.chart svg[role=img]").count() == 1


@pytest.mark.covers("CORE-038")
def test_five_pages_count_as_five_and_one_visit_also_through_the_service_worker(chromium, server):
    page = chromium.new_page(base_url=server.url)
    page.goto("/library")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "navigator.serviceWorker.controller !== null")
    for path in ("/library/books", "/library/hymns", "/help"):
        page.locator(f"a[href='{path}']:visible").first.click()
        page.wait_for_url(f"**{path}")
    page.reload()
    page.evaluate("fetch('/library', {headers: {Accept: 'text/html'}}).then((answer) => answer.text())")
    page.close()
    server.stop()
    with sqlite3.connect(server.folder / "stoa.db") as database:
        counted = database.execute("SELECT measure, sum(amount) FROM analytics_count WHERE measure LIKE 'site.%' GROUP BY measure")
        assert dict(counted.fetchall()) == {"site.page-views": 5, "site.visits": 1}
