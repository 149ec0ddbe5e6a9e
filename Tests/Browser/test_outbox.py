"""A form that waits on the device: made without a connection, sent once, by nobody but its author."""
import itertools
import os
import time
import urllib.parse

import pytest
from playwright.sync_api import expect

from harness.chromium import OPTIONS
from harness.waiting import PATIENCE

pytestmark = pytest.mark.covers("CORE-034")
FORM = "/help/support"
numbers = itertools.count(1)


@pytest.fixture
def device(playwright, demo, signed_in, tmp_path):
    """Opens the same browser of the same device: `device("astrid")`; whoever opens it again has closed it before."""
    running = []

    def opened(person):
        for context in running:
            context.close()
        running.clear()
        context = playwright.chromium.launch_persistent_context(
            tmp_path / "profile", **OPTIONS, base_url=demo.url, locale="en-GB", reduced_motion="reduce")
        running.append(context)
        context.clear_cookies()
        context.add_cookies(signed_in(person)["cookies"])
        return context.pages[0]

    yield opened
    for context in running:
        context.close()


@pytest.fixture
def subject():
    """What a request is about, once in the whole run."""
    return f"Lamp number {next(numbers)} of {os.getpid()}"


@pytest.fixture
def sent(chromium, demo, signed_in):
    """How many requests with a subject a person has, as the server tells another browser."""

    def count(person, subject):
        context = chromium.new_context(base_url=demo.url, storage_state=signed_in(person), service_workers="block")
        page = context.new_page()
        page.goto(FORM)
        found = page.locator(".rows a", has_text=subject).count()
        context.close()
        return found

    return count


def eventually(holds):
    """Waits for what the server or the device comes to."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"not within {PATIENCE} s"
        time.sleep(0.2)


def open_form(page):
    page.goto(FORM)
    page.wait_for_load_state("networkidle")


def ask(page, subject, words="It does not go on."):
    page.fill("input[name=subject]", subject)
    page.fill("textarea[name=words]", words)
    if not words.strip():
        # What the page's own check would not let through stands for what only the server can refuse.
        page.evaluate("document.querySelector('form[data-outbox]').removeAttribute('data-checked')")
    page.locator("form[data-outbox] button[type=submit]").click()


def keep_offline(page, subject, words="It does not go on."):
    """Fills the form in without a connection."""
    open_form(page)
    page.context.set_offline(True)
    ask(page, subject, words)
    expect(page.locator(".toast")).to_contain_text("Saved on this device")
    expect(page.locator(".outbox-waiting")).to_have_text("1 change is waiting for a connection.")


def test_with_a_connection_the_form_works_as_ever(device, sent, subject):
    page = device("astrid")
    open_form(page)
    ask(page, subject)
    page.wait_for_url(lambda url: not url.endswith(FORM))
    expect(page.locator(".outbox")).to_be_hidden()
    assert sent("astrid", subject) == 1


def test_what_is_refused_while_somebody_watches_is_shown_by_the_form(device, sent, subject):
    page = device("astrid")
    open_form(page)
    ask(page, subject, words="  ")
    expect(page.locator(".problem-alert")).to_be_visible()
    assert page.input_value("input[name=subject]") == subject
    expect(page.locator(".outbox")).to_be_hidden()


def test_a_device_whose_storage_never_answers_sends_the_form_itself(device, sent, subject):
    page = device("astrid")
    open_form(page)
    page.wait_for_timeout(500)
    # As Safari's engine does now and then under load: what is asked of the database is neither done nor refused.
    page.evaluate("IDBFactory.prototype.open = () => ({})")
    ask(page, subject)
    page.wait_for_url(lambda url: not url.endswith(FORM), timeout=PATIENCE * 1000)
    assert sent("astrid", subject) == 1


def test_made_offline_it_outlives_the_browser_and_is_sent_once(device, sent, subject):
    page = device("astrid")
    keep_offline(page, subject)
    assert page.input_value("input[name=subject]") == "", "the form is ready for another one"
    page = device("astrid")
    page.goto("/help")
    eventually(lambda: sent("astrid", subject) == 1)
    expect(page.locator(".outbox")).to_be_hidden()
    page.reload()
    page.wait_for_load_state("networkidle")
    assert sent("astrid", subject) == 1


def test_two_changes_are_sent_in_their_order_when_the_connection_returns(device, sent, subject):
    page = device("astrid")
    keep_offline(page, subject + " first")
    ask(page, subject + " second")
    expect(page.locator(".outbox-waiting")).to_have_text("2 changes are waiting for a connection.")
    arrived = []
    page.on("request", lambda request: request.method == "POST" and arrived.append(request.post_data or ""))
    page.context.set_offline(False)
    expect(page.locator(".outbox")).to_be_hidden()
    assert [word for body in arrived for word in ("first", "second") if f"+{word}&" in body] == ["first", "second"]
    assert sent("astrid", subject) == 2


def test_one_whose_answer_was_lost_takes_effect_once(device, sent, subject):
    page = device("astrid")
    open_form(page)
    lost = []

    def lose(route):
        if route.request.method != "POST":
            return route.continue_()
        lost.append(route.fetch(max_redirects=0).status)
        return route.abort()

    page.route("**" + FORM, lose)
    ask(page, subject)
    expect(page.locator(".outbox-waiting")).to_be_visible()
    assert lost == [204] and sent("astrid", subject) == 1
    page = device("astrid")
    page.goto("/help")
    expect(page.locator(".outbox")).to_be_hidden()
    eventually(lambda: waiting(page) == 0)
    assert sent("astrid", subject) == 1


def test_one_whose_answer_was_lost_and_whose_author_was_signed_out_keeps_its_key(device, cast, sent, subject):
    page = device("astrid")
    open_form(page)
    keys, answers = [], []

    def lose_the_first(route):
        if route.request.method != "POST":
            return route.continue_()
        keys.append(urllib.parse.parse_qs(route.request.post_data)["submission"][0])
        if len(keys) > 1:
            return route.continue_()
        answers.append(route.fetch(max_redirects=0).status)
        # The session is over when the device tries again.
        page.context.clear_cookies()
        return route.abort()

    page.on("response", lambda answer: answer.request.method == "POST" and answer.url.endswith(FORM) and answers.append(answer.status))
    page.context.route("**" + FORM, lose_the_first)
    ask(page, subject)
    expect(page.locator(".outbox-waiting")).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "POST") as second:
        page.evaluate("dispatchEvent(new Event('online'))")
    assert answers[0] == 204 and second.value.status == 401
    assert sent("astrid", subject) == 1
    assert tried(page) == [True], "nobody knows whether it arrived, so its key may not be used for a day and longer"
    page.goto("/account/sign-in")
    page.fill("input[name=email]", cast["astrid"]["email"])
    page.fill("input[name=password]", cast["astrid"]["password"])
    page.locator("form:has(input[name=password]) button[type=submit]").first.click()
    page.wait_for_url(lambda url: "/account/sign-in" not in url)
    eventually(lambda: waiting(page) == 0)
    assert answers[-1] == 204 and len(set(keys)) == 1 and len(keys) >= 3
    assert sent("astrid", subject) == 1


def tried(page):
    """Of each change on the device whether it may have arrived."""
    return page.evaluate("""() => new Promise((done) => {
        const asked = indexedDB.open("stoa-outbox");
        asked.onsuccess = () => {
            const all = asked.result.transaction("changes").objectStore("changes").getAll();
            all.onsuccess = () => { asked.result.close(); done(all.result.map((change) => change.triedAt > 0)); };
        };
    })""")


def waiting(page):
    """How many changes lie on the device, whoever made them."""
    return page.evaluate("""() => new Promise((done) => {
        const asked = indexedDB.open("stoa-outbox");
        asked.onsuccess = () => {
            const all = asked.result.transaction("changes").objectStore("changes").count();
            all.onsuccess = () => { asked.result.close(); done(all.result); };
        };
    })""")


def test_what_the_server_refuses_later_stays_with_the_reason(device, sent, subject):
    page = device("astrid")
    keep_offline(page, subject, words="  ")
    page.context.set_offline(False)
    box = page.locator(".outbox-refused")
    expect(box).to_contain_text("Couldn’t send: Support request")
    expect(box).to_contain_text("characters.")
    expect(box).to_contain_text(subject)
    page = device("astrid")
    page.goto("/help")
    expect(page.locator(".outbox-refused")).to_contain_text(subject)
    assert sent("astrid", subject) == 0
    page.locator(".outbox-refused button", has_text="Discard").click()
    expect(page.locator(".outbox")).to_be_hidden()
    assert waiting(page) == 0


def test_nobody_sends_what_another_person_wrote(device, sent, subject):
    page = device("astrid")
    keep_offline(page, subject)
    page = device("yusuf")
    page.goto("/help")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".outbox")).to_be_hidden()
    assert waiting(page) == 1
    assert sent("yusuf", subject) == 0 and sent("astrid", subject) == 0
    page = device("astrid")
    page.goto("/help")
    eventually(lambda: sent("astrid", subject) == 1)
    assert sent("yusuf", subject) == 0


def test_a_page_of_the_author_does_not_send_once_somebody_else_has_signed_in(device, signed_in, sent, subject):
    page = device("astrid")
    keep_offline(page, subject)
    page.context.clear_cookies()
    page.context.add_cookies(signed_in("yusuf")["cookies"])
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        page.context.set_offline(False)
    assert answer.value.status == 409
    expect(page.locator(".outbox-waiting")).to_be_visible()
    assert sent("yusuf", subject) == 0 and sent("astrid", subject) == 0
