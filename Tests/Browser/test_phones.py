"""The user tests of Docs/volunteers/test-script.md, on an Android phone and on an iPhone with the app on the home screen.

Real phones are not at hand: Android is Chromium with a phone's screen and touch, iOS the engine of Safari. What only a device has (its
keyboard, its home screen) stays with the tester of the script.
"""
import contextlib

import pytest

from harness import screens
from harness.android import Android
from harness.certificate import self_signed
from harness.iphone import Display, IPhone
from harness.server import Server
from harness.stand_ins import StandIns

HOME = "/volunteers"
pytestmark = pytest.mark.covers("VOL-076", "CORE-002")


class Pair:
    """Two people with phones of one make: A asks, B looks and helps."""

    def __init__(self, server, a, b):
        self.server, self.a, self.b = server, a, b
        for phone, person in ((a, "astrid"), (b, "bo")):
            sign_in(phone, person)


@pytest.fixture(scope="module", params=["android", "iphone"])
def pair(request, playwright, chromium, filled_demo, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    is_android = request.param == "android"
    encrypted = [] if is_android else self_signed(folder).options
    with contextlib.ExitStack() as stack:
        stand_ins = stack.enter_context(StandIns(folder))
        server = stack.enter_context(Server(filled_demo(folder / "site"), *stand_ins.options, *encrypted, demo=True))
        display = None if is_android else stack.enter_context(Display())
        phones = []
        for name in "ab":
            phones.append(Android(playwright, chromium, server.url) if is_android else IPhone(display, folder / name, server.url))
            stack.callback(phones[-1].close)
        yield Pair(server, *phones)


def sign_in(phone, person):
    """Registers through Google and accepts the terms (VOL-001)."""
    phone.open(HOME)
    phone.follow("a[href*='/account/with/google'], form[action*='/account/with/google'] button")
    phone.follow(f"a[href$='choose={person}']")
    phone.open("/terms/volunteers?then=/volunteers")
    phone.press("input[name=accepted]")
    phone.follow("form:has(input[name=accepted]) button")
    assert phone.place == HOME


def begin(phone, title, body, category="Day-to-day help"):
    """Opens the form by the plus and fills it."""
    phone.open(HOME)
    phone.follow("a.floating-button")
    phone.write("[name=title]", title)
    phone.write("[name=body]", body)
    if category:
        phone.choose("[name=category]", category)


def submit(phone):
    phone.follow("button[form=post-form]")
    phone.follow("button[form=confirm-form]")


def ask(phone, title, body, category="Day-to-day help"):
    """Sends a request; answers its address."""
    begin(phone, title, body, category)
    submit(phone)
    assert phone.read("h1") == title
    return phone.place


def status(phone):
    return phone.read(".status")


def keep(phone, name):
    screens.keep(phone.picture, f"phone-{phone.make}-{name}")


def test_usr_001_a_profile_shows_the_name_of_the_google_account(pair):
    place = ask(pair.a, "Lamp to hang over the table", "The hook is there, the ladder is not.")
    pair.b.open(place)
    pair.b.follow("main a[href^='/volunteers/people/']")
    assert pair.b.read("h1") == "Astrid Berg"
    keep(pair.b, "profile")


def test_usr_002_about_me_takes_a_thousand_characters_and_no_more(pair):
    words = "Jag bor i Teleborg. " * 50
    pair.a.open(HOME + "/profile")
    pair.a.press(".profile-editor > summary")
    pair.a.ask("document.querySelector('[name=about]').removeAttribute('maxlength')")
    pair.a.write("[name=about]", words.strip() + " och en till mening")
    pair.a.press(".profile-editor form button")
    pair.a.until("document.querySelector('#field-about-error') !== null")
    assert "1000" in pair.a.read("#field-about-error")
    pair.a.write("[name=about]", words.strip())
    pair.a.follow(".profile-editor form button")
    assert pair.a.read(".profile-about").startswith("Jag bor i Teleborg. Jag bor")


def test_usr_003_the_feed_ends_with_the_oldest_request(pair):
    pair.b.open(HOME)
    seen = []
    while True:
        seen += pair.b.each(".post-card h2")
        pair.b.assert_fits()
        if not pair.b.count("a[rel=next]"):
            break
        pair.b.follow("a[rel=next]")
    assert len(seen) == len(set(seen)) and len(seen) > 20
    times = pair.b.ask("Array.from(document.querySelectorAll('.post-card time'), (it) => it.dateTime)")
    assert times == sorted(times, reverse=True)


def test_usr_004_the_filter_narrows_and_orders(pair):
    phone = pair.b
    phone.open(HOME)
    phone.press(".filter-panel > summary")
    phone.choose("[name=category]", "Animals")
    phone.choose("[name=sort]", "Name, A to Z")
    keep(phone, "filter")
    phone.follow(".filter-panel form button")
    assert set(phone.each(".post-card-category")) == {"Animals"}
    posters = phone.each(".post-card-poster")
    assert posters == sorted(posters) and len(posters) > 1
    phone.press(".filter-panel > summary")
    phone.choose("[name=category]", "All categories")
    phone.choose("[name=sort]", "Oldest first")
    phone.write("[name=poster]", "Greta")
    phone.follow(".filter-panel form button")
    assert set(phone.each(".post-card-poster")) == {"Greta Sjöholm"}
    times = phone.ask("Array.from(document.querySelectorAll('.post-card time'), (it) => it.dateTime)")
    assert times == sorted(times)


def test_usr_005_and_007_a_request_is_checked_confirmed_and_sent(pair):
    phone = pair.a
    begin(phone, "Carry a bookcase up the stairs", "x" * 1000, category=None)
    phone.press("button[form=post-form]")
    phone.until("document.querySelector('.field-error') !== null")
    assert phone.place == HOME + "/new" and phone.count(".field-error") == 1, "without a category nothing is asked to be confirmed"
    phone.choose("[name=category]", "Day-to-day help")
    phone.ask("document.querySelector('[name=body]').removeAttribute('maxlength')")
    phone.write("[name=body]", "word " * 201)
    phone.press("button[form=post-form]")
    phone.until("document.querySelector('#field-body-error') !== null")
    assert "1000" in phone.read("#field-body-error")
    phone.write("[name=body]", "It is of oak. Two people and ten minutes would do.")
    phone.follow("button[form=post-form]")
    keep(phone, "confirm")
    phone.follow("a.button[href='/volunteers']")
    assert "Carry a bookcase up the stairs" not in phone.read()
    begin(phone, "Carry a bookcase up the stairs", "It is of oak. Two people and ten minutes would do.")
    submit(phone)
    assert status(phone) == "Accepted"
    pair.b.open(HOME)
    assert pair.b.each(".post-card h2")[0] == "Carry a bookcase up the stairs"


def test_usr_008_own_requests_stand_alone_each_with_its_status(pair):
    ask(pair.a, "Chairs to the parish hall", "Thirty of them, from the cellar, before the concert.")
    ask(pair.a, "Who lends me a stapler", "The damn thing broke and I have forty school books to mend.")
    assert status(pair.a) == "Rejected"
    pair.a.open(HOME)
    pair.a.follow(".app-nav a[href='/volunteers/own']")
    own = dict(pair.a.ask("Array.from(document.querySelectorAll('.post-card'), (it) => ['h2', '.badge'].map((part) => it.querySelector(part).innerText.trim()))"))
    assert (own["Who lends me a stapler"], own["Chairs to the parish hall"]) == ("Rejected", "Published")
    keep(pair.a, "own")


def test_usr_009_deleting_asks_first_and_is_final(pair):
    place = ask(pair.a, "Old paint to the recycling yard", "Four tins. I have no car and the bus driver says no.")
    pair.a.follow(f"a[href='{place}/delete']")
    pair.a.follow(f"main a[href='{place}']")
    assert pair.a.read("h1") == "Old paint to the recycling yard"
    pair.a.follow(f"a[href='{place}/delete']")
    pair.a.press("[name=confirmed]")
    pair.a.follow("main button.button-danger")
    assert "Old paint to the recycling yard" not in " ".join(pair.a.each(".post-card"))
    for phone in (pair.a, pair.b):
        phone.open(place)
        assert "Old paint" not in phone.read("body")


def test_usr_010_an_edit_is_what_everybody_reads_once_it_is_accepted(pair):
    place = ask(pair.a, "Feed the hens in Gemla", "Morning and evening, three days.", category="Animals")
    pair.a.follow(f"a[href='{place}/edit']")
    pair.a.write("[name=title]", "Feed the hens in Gemla at Easter")
    submit(pair.a)
    pair.b.open(place)
    assert pair.b.read("h1") == "Feed the hens in Gemla at Easter"
    pair.a.follow(f"a[href='{place}/edit']")
    pair.a.write("[name=title]", "Feed the damn hens")
    submit(pair.a)
    assert "Rejected" in pair.a.each(".status") and "damn" in pair.a.read()
    pair.b.open(place)
    assert pair.b.read("h1") == "Feed the hens in Gemla at Easter"


def test_usr_011_to_013_a_bookmark_is_red_stands_in_the_list_and_goes_again(pair):
    title = "A cradle to be painted before June"
    ask(pair.a, title, "The colour is bought already, the patience is not.")
    phone = pair.b
    phone.open(HOME)
    mark = ".post-card:first-child .bookmark-button"
    phone.press(mark)
    phone.until(f"document.querySelector('{mark}').getAttribute('aria-pressed') === 'true'")
    phone.until(f"/^rgb\\((1[5-9]|2)\\d+, [0-7]?\\d, /.test(getComputedStyle(document.querySelector('{mark}')).color)")
    # The colour changes before the server has heard of it.
    phone.until("!document.querySelector('[data-sending]')")
    phone.press(".back-header [data-tour=more] summary")
    phone.follow(".back-header a[href='/volunteers/bookmarks']")
    assert phone.each(".post-card h2") == [title]
    phone.follow(".post-card h2 a")
    assert phone.read("h1") == title
    phone.open(HOME + "/bookmarks")
    phone.press(mark)
    phone.until("!!document.querySelector('main .empty-state')")
    keep(phone, "no-bookmarks")


def test_usr_014_a_report_is_sent_with_its_reason(pair):
    place = ask(pair.a, "Sort the cellar of the house", "Boxes from three families, nobody knows whose.")
    phone = pair.b
    phone.open(place)
    phone.press(".back-header [data-tour=more] summary")
    phone.follow(".back-header a[href^='/moderation/report/']")
    phone.press("input[value='spam']")
    keep(phone, "report")
    phone.follow("main form button")
    assert phone.place == place
    assert "moderator" in phone.read("#toasts")


def test_helping_opens_a_conversation_between_two_phones(pair):
    place = ask(pair.a, "Teach my father to send pictures", "He has a new telephone and two grandchildren far away.")
    pair.b.open(place)
    pair.b.follow(f"a[href='{place}/help']")
    pair.b.write("[name=message]", "I can come on Sunday after three.")
    pair.b.follow("button[form=offer-form]")
    conversation = pair.b.place
    pair.a.open(conversation)
    assert "I can come on Sunday after three." in pair.a.read()
    keep(pair.a, "conversation")


def test_settings_are_one_touch_away_and_kept(pair):
    phone = pair.b
    phone.open(HOME)
    phone.follow(".app-nav a[href='/volunteers/settings']")
    phone.press("button[name=theme][value=dark]")
    phone.until("getComputedStyle(document.querySelector('.app-nav')).backgroundColor.match(/\\d+/g).every((it) => it < 80)")
    phone.open(HOME)
    assert phone.attribute("html", "data-theme") == "dark"
    keep(phone, "home-dark")


def test_every_screen_fits_the_phone(pair):
    for name in ("", "/new", "/own", "/bookmarks", "/profile", "/settings"):
        pair.a.open(HOME + name)
        pair.a.assert_fits()
        keep(pair.a, f"screen{name.replace('/', '-') or '-home'}")


def test_the_app_can_be_put_on_the_home_screen(pair):
    phone = pair.a
    phone.open(HOME)
    manifest = phone.ask("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())")
    assert manifest["start_url"] == HOME and manifest["display"] == "standalone" and manifest["name"] == "Växjö Volunteers"
    for icon in manifest["icons"] + [{"src": phone.attribute("link[rel=apple-touch-icon]", "href"), "sizes": "180x180"}]:
        size = phone.ask(
            f"new Promise((found) => {{ const it = new Image(); it.onload = () => found(it.naturalWidth); it.onerror = () => found(0); it.src = '{icon['src']}' }})")
        assert size == int(icon["sizes"].split("x")[0]) if icon["sizes"] != "any" else size > 0, icon
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    assert phone.ask("navigator.serviceWorker.ready.then((it) => !!it.active)")
    if phone.make == "Android":
        assert phone.installability() == []


def test_the_installed_app_says_that_the_server_does_not_answer_until_it_does(pair):
    phone = pair.a
    phone.open(HOME)
    phone.until("navigator.serviceWorker.controller !== null")
    port = pair.server.port
    pair.server.stop()
    try:
        phone.open(HOME)
        assert phone.read("h1, h2") == "The server doesn’t answer"
        assert phone.count("main a, main button") == 0
    finally:
        pair.server.start(port)
    phone.open(HOME)
    assert phone.count(".post-card") > 0
