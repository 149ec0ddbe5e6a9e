"""What Volunteers is trusted for, with the keyboard alone: come in, ask, be refused by the filter, appeal, be accepted, hear of it."""
import re

import pytest
from harness.keyboard import tab_to
from harness.server import Server
from harness.stand_ins import StandIns

WORDS = {
    "en": {
        "title": "Help me move a sofa to Teleborg",
        "body": "I pay 800 kronor in cash, or send me your Swish number and I transfer the money at once.",
        "rejected": "Rejected", "pending": "Pending Moderation", "accepted": "Accepted",
    },
    "sv": {
        "title": "Hjälp mig flytta en soffa till Teleborg",
        "body": "Jag betalar 800 kronor kontant, eller så skickar du ditt Swish-nummer så får du pengarna genast.",
        "rejected": "Avvisad", "pending": "Väntar på granskning", "accepted": "Godkänd",
    },
}


@pytest.fixture(scope="module")
def village(filled_demo, tmp_path_factory):
    """A demo with its stand-ins, of this walk alone: it leaves posts behind."""
    folder = tmp_path_factory.mktemp("village")
    with StandIns(folder) as stand_ins, Server(filled_demo(folder / "site"), *stand_ins.options, demo=True) as server:
        yield server


@pytest.fixture
def person(chromium, village):
    """Opens a browser of one person's own in a language."""
    contexts = []

    def opened(language):
        context = chromium.new_context(
            base_url=village.url, locale={"en": "en-GB", "sv": "sv-SE"}[language], viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        context.set_default_timeout(60_000)
        contexts.append(context)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()


def press(page, selector, key="Enter"):
    """Goes to an element and presses it, with keys only."""
    tab_to(page, selector)
    page.keyboard.press(key)


def write(page, selector, words):
    tab_to(page, selector)
    page.keyboard.type(words)


@pytest.mark.covers(
    "VOL-001", "VOL-019", "VOL-022", "VOL-023", "VOL-034", "VOL-039", "VOL-040", "VOL-058", "VOL-009", "CORE-023", "CORE-026", "CORE-051", "CORE-021")
@pytest.mark.parametrize("language, who", [("en", "astrid"), ("sv", "bo")])
def test_asking_refused_appealed_accepted_and_told_with_the_keyboard_alone(person, village, cast, screenshot, language, who):
    words = WORDS[language]
    author = person(language)
    sign_up(author, who)
    accept_terms(author)
    place = ask(author, words)
    assert words["rejected"] in author.locator("main").inner_text()
    screenshot(author, f"journey-rejected-{language}")

    write(author, "textarea[name=message]", "It is a sofa.")
    with author.expect_navigation():
        press(author, "form:has(textarea[name=message]) button")
    author.goto(place)
    assert words["pending"] in author.locator("main").inner_text()

    moderator = person(language)
    accept_as_moderator(moderator, cast["moderator"], words["title"])

    author.goto(place)
    assert words["accepted"] in author.locator("main").inner_text()
    # The moderator may think again for five minutes; then the author is told.
    village.hurry("moderation.author-news", 300)
    author.goto("/account")
    with author.expect_navigation():
        press(author, "a[href='/account/notices']")
    for _ in range(60):
        if words["title"] in author.locator("main").inner_text():
            break
        author.wait_for_timeout(1000)
        author.reload()
    assert words["title"] in author.locator("main").inner_text()
    screenshot(author, f"journey-told-{language}")


def sign_up(page, who):
    page.goto("/volunteers")
    page.wait_for_url("**/account/sign-in**")
    with page.expect_navigation():
        press(page, "a[href*='/account/with/google'], form[action*='/account/with/google'] button")
    page.wait_for_selector(f"a[href$='choose={who}']")
    with page.expect_navigation():
        press(page, f"a[href$='choose={who}']")
    page.wait_for_url(re.compile("localhost.*/(volunteers|terms)"))


def accept_terms(page):
    page.goto("/terms/volunteers?then=/volunteers")
    press(page, "input[name=accepted]", key="Space")
    with page.expect_navigation():
        press(page, "form:has(input[name=accepted]) button")


def ask(page, words):
    """Writes a request and confirms it; answers its address."""
    with page.expect_navigation():
        press(page, "a[href='/volunteers/new']")
    write(page, "input[name=title]", words["title"])
    write(page, "textarea[name=body]", words["body"])
    tab_to(page, "select[name=category]")
    page.keyboard.press("ArrowDown")
    write(page, "input[name=area]", "Teleborg")
    for form in ("post-form", "confirm-form"):
        with page.expect_navigation():
            press(page, f"button[form={form}]")
    return page.url


def accept_as_moderator(page, who, title):
    page.goto("/account/sign-in")
    write(page, "input[name=email]", who["email"])
    write(page, "input[name=password]", who["password"])
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.goto("/admin/moderation")
    for _ in range(60):
        page.keyboard.press("j")
        if title in page.evaluate("() => document.activeElement.closest('li, tr, article, a').innerText"):
            break
    else:
        raise AssertionError(f"“{title}” is not in the queue")
    for key in "oca":
        with page.expect_navigation():
            page.keyboard.press(key)
