"""Another look, like another release, is another service worker. It takes over while nothing is asked for: no page is lost, and no form."""
import itertools

import pytest

from harness.client import Client
from harness.rounds import IS_FULL_LENGTH, ROUNDS
from harness.server import Server
from harness.slow import Slow
from harness.waiting import until

# While each of these is answered the next worker is made ready: one in twelve was lost when it took over at once.
FORMS = ROUNDS if IS_FULL_LENGTH else 10
WAITS = "() => navigator.serviceWorker.getRegistration().then(it => it.waiting && it.waiting.state === 'installed')"


@pytest.fixture(scope="module")
def colours():
    """A colour that was not chosen before."""
    return (f"#{number:06x}" for number in itertools.count(0x205080, 0x101))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("new-worker") / "site", owner=True) as server, Slow(server.port, 0.6) as slow:
        yield slow


@pytest.fixture(scope="module")
def owner(site):
    """Changes the look from another browser."""
    browser = Client(site.url)
    assert browser.post_form("/account/sign-in", {"email": Server.OWNER_EMAIL, "password": Server.OWNER_PASSWORD}).status == 303
    return browser


@pytest.fixture
def page(chromium, site):
    """The owner's page, which has a worker."""
    context = chromium.new_context(base_url=site.url, locale="en-GB")
    page = context.new_page()
    page.goto("/account/sign-in")
    page.fill("input[name=email]", Server.OWNER_EMAIL)
    page.fill("input[name=password]", Server.OWNER_PASSWORD)
    page.locator("form:has(input[name=password]) button[type=submit]").first.click()
    page.wait_for_url(lambda url: "/account/sign-in" not in url)
    until(page, "() => !!navigator.serviceWorker.controller")
    yield page
    context.close()


@pytest.mark.covers("CORE-034", "CORE-051")
def test_no_form_and_no_page_is_lost_while_the_worker_changes(page, colours):
    for number in range(FORMS):
        page.goto("/admin/look")
        colour = next(colours)
        page.get_by_label("Colour of the site").fill(colour)
        # What the last form chose brings a worker, which comes while this one is sent.
        page.get_by_role("button", name="Save").click(no_wait_after=True)
        page.get_by_text("Saved.").first.wait_for(timeout=30_000)
        assert page.get_by_label("Colour of the site").input_value() == colour, number


@pytest.mark.covers("CORE-034")
def test_a_new_worker_takes_over_when_no_page_was_asked_for_in_a_while(page, owner, colours):
    assert owner.post_form("/admin/look", {"color": next(colours)}).status == 303
    page.goto("/admin")
    page.evaluate("navigator.serviceWorker.addEventListener('controllerchange', () => { window.changedAt = performance.now() })")
    until(page, "() => 'changedAt' in window")
    after = page.evaluate("window.changedAt - performance.getEntriesByType('navigation')[0].responseStart")
    assert after > 4500, after
    assert not page.evaluate(WAITS)
    page.goto("/admin/look")
    assert page.get_by_label("Colour of the site").is_visible()
