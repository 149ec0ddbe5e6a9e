"""The frame around every page: menu, theme, language, and what happens without a connection or without scripts."""
import pytest

from harness.reading import open_book
from harness.keyboard import tab_to
from harness.waiting import until


@pytest.fixture
def browse(chromium, server):
    """Opens the empty site: `browse(script=False)`. Nothing may go wrong in the background."""
    contexts, complaints = [], []

    def opened(width=390, height=844, script=True, browser=chromium):
        context = browser.new_context(
            base_url=server.url, viewport={"width": width, "height": height}, java_script_enabled=script, reduced_motion="reduce", locale="en-GB")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto("/account/sign-in")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints, "\n".join(complaints)


def ground(page):
    """How light the page is, from 0 to 255."""
    return page.evaluate("parseInt(getComputedStyle(document.documentElement).backgroundColor.slice(4), 10)")


@pytest.mark.covers("CORE-052")
@pytest.mark.parametrize("script", [True, False])
def test_a_theme_is_chosen_with_one_touch_and_kept(browse, script):
    page = browse(script=script)
    assert ground(page) > 200
    if script:
        with page.expect_response("**/preferences"):
            page.locator("footer button[value=dark]").click()
            until(page, "document.documentElement.dataset.theme === 'dark'")
            assert ground(page) < 60, "dark at once, without a new page"
    else:
        with page.expect_navigation():
            page.locator("footer button[value=dark]").click()
    page.goto("/account/register")
    assert page.locator("html").get_attribute("data-theme") == "dark", "the server remembers"
    assert page.locator("footer button[value=dark]").get_attribute("aria-pressed") == "true"


@pytest.mark.covers("CORE-052")
def test_a_theme_goes_with_whoever_leaves_the_page_before_the_server_has_heard_of_it(browse):
    page = browse()
    # Until its script has come, the button sends its form, and this page would wait for the answer.
    until(page, "performance.getEntriesByType('resource').some((each) => each.name.endsWith('/js/preferences.js'))")
    page.wait_for_load_state("networkidle")
    page.route("**/preferences", lambda route: None)
    page.locator("footer button[value=dark]").click()
    page.goto("/account/register")
    assert page.locator("html").get_attribute("data-theme") == "dark"


@pytest.mark.covers("CORE-055")
def test_a_language_is_chosen_with_one_touch_and_kept(browse):
    page = browse()
    page.get_by_role("button", name="Svenska").locator("visible=true").first.click()
    page.wait_for_selector("html[lang=sv]")
    assert page.url.endswith("/account/sign-in"), "back where it was chosen"
    page.goto("/account/register")
    assert page.locator("html").get_attribute("lang") == "sv"


@pytest.mark.covers("CORE-052", "CORE-053")
def test_a_choice_holds_in_every_open_tab_and_in_the_reader(open_page, demo):
    page = open_page()
    tabs = [page.context.new_page() for _ in range(2)]
    page.goto("/library")
    open_book(tabs[0], demo, "Seven Mornings")
    tabs[1].goto("/account/sign-in")
    tabs[1].fill("input[name=email]", "half a wo")
    page.locator("footer button[value=dark]").click()
    for tab in tabs:
        until(tab, "document.documentElement.dataset.theme === 'dark'")
    assert ground(tabs[1]) < 60
    assert tabs[0].locator("[data-reader]").evaluate("it => getComputedStyle(it).colorScheme") == "dark"
    page.locator("footer").get_by_role("button", name="Svenska").click()
    page.wait_for_selector("html[lang=sv]")
    tabs[0].wait_for_selector("html[lang=sv]")
    assert tabs[1].locator("input[name=email]").input_value() == "half a wo", "words that were typed are not thrown away"
    page.goto("/volunteers")
    assert page.locator("html").get_attribute("lang") == "sv", "in every app"


@pytest.mark.covers("CORE-033")
def test_everything_live_on_a_page_shares_one_stream(open_page):
    page = open_page(person="astrid")
    streams = []
    page.on("request", lambda request: "/events?" in request.url and streams.append(request.url))
    page.goto("/account/notices")
    until(page, "performance.getEntriesByType('resource').some((each) => each.name.endsWith('/js/live.js'))")
    page.wait_for_timeout(500)
    assert len(page.query_selector_all("[data-live]")) > 1 and len(streams) == 1


@pytest.mark.covers("CORE-051")
def test_the_menu_keeps_the_keyboard_and_gives_it_back(browse):
    page = browse()
    page.goto("/")
    tab_to(page, ".drawer > summary")
    page.keyboard.press("Enter")
    until(page, "document.activeElement.closest('.drawer-panel')")
    for _ in range(25):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('.drawer-panel') !== null"), "Tab stays in the open menu"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.matches('.drawer > summary')"), "the focus is back where it was"
    assert not page.locator(".drawer-panel").is_visible()


@pytest.mark.covers("CORE-051")
def test_the_first_stop_of_the_keyboard_leads_past_the_navigation(browse):
    page = browse()
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip-link"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


@pytest.mark.covers("CORE-054")
def test_the_menu_opens_without_scripts(browse):
    page = browse(script=False)
    page.goto("/")
    page.locator(".drawer > summary").click()
    assert page.locator(".drawer-panel").is_visible()
    page.locator(".drawer > summary").click()
    assert not page.locator(".drawer-panel").is_visible()


@pytest.mark.covers("CORE-054")
def test_a_form_is_sent_once_however_often_one_touches(browse):
    page = browse()
    sent = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    page.fill("input[name=email]", "nobody@example.org")
    page.fill("input[name=password]", "not the password 1")
    with page.expect_navigation():
        page.evaluate("""() => {
          const form = document.querySelector('main form')
          const button = form.querySelector('button[type=submit]')
          button.click()
          button.click()
          button.click()
        }""")
    assert len(sent) == 1, sent


@pytest.mark.covers("CORE-034")
def test_without_a_connection_the_installed_app_starts_and_says_so(browse):
    page = browse()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    page.wait_for_selector("[data-offline]:visible")
    page.goto("/")
    assert page.locator("main h2").inner_text() == "You’re offline"
    assert page.locator("header").first.is_visible()
    assert page.get_by_role("link", name="Try again").is_visible()
    page.context.set_offline(False)
    # Nobody has to press anything for it.
    page.wait_for_selector("main a[href='/library']")
    assert page.url.endswith("/"), "where one wanted to go"


@pytest.mark.covers("CORE-034", "CORE-052")
def test_what_is_said_without_a_connection_is_a_guests_page_in_the_chosen_language(browse, whole_chromium, server):
    page = browse(browser=whole_chromium)
    page.get_by_role("button", name="Svenska").locator("visible=true").first.click()
    page.wait_for_selector("html[lang=sv]")
    page.fill("input[name=email]", server.OWNER_EMAIL)
    page.fill("input[name=password]", server.OWNER_PASSWORD)
    page.locator("form:has(input[name=password]) button[type=submit]").first.click()
    page.wait_for_selector("a[href='/admin']", state="attached")
    look = """(kept) => caches.keys().then((names) => names.find((name) => (name === 'kept') === kept))
      .then((name) => caches.open(name || 'kept')).then((cache) => cache.match('/offline', { ignoreVary: true }))
      .then((it) => it ? it.text() : '')"""
    until(page, "() => (" + look + ")(false).then((it) => /lang=.sv/.test(it))")
    assert "/admin" not in page.evaluate(look, False), "nothing of whoever was signed in stays on the device"
    # While somebody is signed in, it has their frame.
    until(page, "() => (" + look + ")(true).then((it) => it.includes('/admin'))")
    page.locator("form[action$='/account/sign-out'] button").last.evaluate("button => button.form.requestSubmit(button)")
    until(page, "() => !document.documentElement.dataset.person")
    assert page.evaluate(look, True) == ""


@pytest.mark.covers("CORE-034")
def test_what_is_kept_on_the_device_opens_without_a_connection(browse):
    page = browse()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "navigator.serviceWorker.controller !== null")
    kept = page.locator("script[type=module]").first.get_attribute("src").replace("main.js", "kept.js")
    page.evaluate("(module) => import(module).then((it) => it.keep('/account/register'))", kept)
    page.context.set_offline(True)
    page.goto("/account/register")
    assert page.locator("input[name=email]").is_visible()
    page.evaluate("() => caches.delete('kept')")
    page.goto("/account/register")
    assert page.locator("main h2").inner_text() == "You’re offline"


INSTALLED = """() => caches.keys()
  .then((names) => Promise.all(names.filter((name) => name.startsWith('shell-')).map((name) => caches.open(name).then((cache) => cache.keys()))))
  .then((all) => all.flat().map((one) => new URL(one.url).pathname).filter((path) => path.endsWith('.js')).map((path) => path.split('/')[3]))"""


@pytest.mark.covers("CORE-034")
def test_the_scripts_of_an_app_are_installed_when_it_is_opened(open_page):
    page = open_page(person="member")
    page.goto("/")
    until(page, "() => !!navigator.serviceWorker.controller")
    assert set(page.evaluate(INSTALLED)) == {"interface", "operations", "reading"}
    page.goto("/cafeteria")
    until(page, f"() => ({INSTALLED})().then((all) => all.filter((one) => one === 'cafeteria').length >= 20)")
    assert "stories" not in page.evaluate(INSTALLED)


@pytest.mark.covers("CORE-034")
def test_a_new_version_brings_the_scripts_of_the_apps_that_were_opened_before(browse):
    page = browse()
    until(page, "() => !!navigator.serviceWorker.controller")
    assert "stories" not in page.evaluate(INSTALLED)
    page.evaluate("""async () => {
      await (await caches.open('shell-before')).put('/assets/before/stories/js/editor.js', new Response(''))
      await (await navigator.serviceWorker.getRegistration()).unregister()
    }""")
    page.reload()
    until(page, "() => caches.has('shell-before').then((has) => !has)")
    assert page.evaluate(INSTALLED).count("stories") > 10
