"""Writing while there is no room, on the device or on the server: what is said about where the text is stays true, and nothing that was typed is lost."""
import contextlib
import re

import pytest
from playwright.sync_api import Error, expect

from harness import accessibility
from harness.chromium import OPTIONS
from harness.client import Client
from harness.disk import fill, small_disk
from harness.manuscripts import begin, ready, where, write
from harness.screens import SIZES
from harness.server import Server
from harness.waiting import PATIENCE, until

expect.set_options(timeout=PATIENCE * 1000)

ON_DEVICE = re.compile("Saved on this device")
# While the page says so, whatever is to be kept ends as on a device without room: it is taken, and then the transaction is not.
FULL = """() => {
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (...words) {
    const request = put.apply(this, words)
    if (localStorage.getItem('test.full')) this.transaction.abort()
    return request
  }
}"""


@pytest.fixture(scope="module")
def stories(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("stories") / "site", "--apps", "stories", owner=True) as running:
        yield running


@pytest.fixture
def browser_of(playwright, tmp_path):
    """A browser of the owner's of a site, which keeps what it stores under this name."""
    running = []

    def opened(server, name="browser", size="desktop"):
        width, height = SIZES[size]
        context = playwright.chromium.launch_persistent_context(
            tmp_path / name, **OPTIONS, base_url=server.url, locale="en-GB", reduced_motion="reduce", viewport={"width": width, "height": height})
        running.append(context)
        context.add_init_script(f"({FULL})()")
        page = context.pages[0]
        page.complaints, page.questions = [], []
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.goto("/account/sign-in")
        if page.locator("input[name=password]").count():
            page.fill("input[name=email]", server.OWNER_EMAIL)
            page.fill("input[name=password]", server.OWNER_PASSWORD)
            page.locator("form:has(input[name=password]) button[type=submit]").first.click()
            page.wait_for_url(lambda url: "/account/sign-in" not in url)
        return page

    yield opened
    complaints = [words for context in running for page in context.pages for words in getattr(page, "complaints", [])]
    for context in running:
        # A test may have closed it itself.
        with contextlib.suppress(Error):
            context.close()
    assert not complaints, complaints


def address_of(page):
    return page.locator("[data-editor]").get_attribute("data-editor")


def stored(server, address):
    """The chapter as the server has it."""
    return Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD).get(address).json()


def kept(page):
    """What the device keeps of chapters."""
    return page.evaluate("""() => new Promise(resolve => { const open = indexedDB.open('stoa-manuscripts'); open.onsuccess = () => {
        const all = open.result.transaction('chapters').objectStore('chapters').getAll()
        all.onsuccess = () => { open.result.close(); resolve(all.result) } } })""")


PROBE = """() => new Promise(resolve => { const open = indexedDB.open('probe'); open.onupgradeneeded = () => open.result.createObjectStore('any')
    open.onerror = () => resolve(open.error.name); open.onsuccess = () => { const work = open.result.transaction('any', 'readwrite')
        work.objectStore('any').put('any', 1); const end = () => { open.result.close(); resolve(work.error && work.error.name) }
        work.oncomplete = end; work.onabort = end } })"""


class FailingPut:
    """A device whose every attempt to keep something fails."""

    def __init__(self, page):
        self.page = page

    def fill(self):
        self.page.evaluate("() => localStorage.setItem('test.full', '1')")

    def empty(self):
        self.page.evaluate("() => localStorage.removeItem('test.full')")


class Quota:
    """Chromium itself, told that this site may have no room."""

    def __init__(self, page):
        self.page, self.session = page, page.context.new_cdp_session(page)

    def fill(self):
        self.session.send("Storage.overrideQuotaForOrigin", {"origin": self.origin, "quotaSize": 1})
        # The browser believes for half a minute what it knew of the room.
        for _ in range(60):
            if self.page.evaluate(PROBE) == "QuotaExceededError":
                return
            self.page.wait_for_timeout(1000)
        raise AssertionError("the browser still has room")

    def empty(self):
        self.session.send("Storage.overrideQuotaForOrigin", {"origin": self.origin})

    @property
    def origin(self):
        return "/".join(self.page.url.split("/")[:3])


FULL_DEVICES = pytest.mark.parametrize("kind", [FailingPut, Quota])


def leaves(page):
    """Whether the page lets somebody leave it without a question; they answer that they stay."""
    asked = []

    def stay(dialog):
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    with contextlib.suppress(Error):
        page.goto("/stories/write", timeout=4000, wait_until="commit")
    page.remove_listener("dialog", stay)
    assert set(asked) <= {"beforeunload"}
    return not asked


@FULL_DEVICES
@pytest.mark.covers("STO-029", "STO-039", "CORE-034")
def test_a_full_device_goes_on_saving_to_the_server(browser_of, stories, kind):
    page = browser_of(stories)
    begin(page)
    device = kind(page)
    write(page, "Before it was full.")
    expect(where(page)).to_have_text("Saved")
    device.fill()
    said = page.evaluate_handle("""() => { const said = []; const where = document.querySelector('[data-where]')
        new MutationObserver(() => said.push(where.textContent)).observe(where, {childList: true, characterData: true, subtree: true}); return said }""")
    write(page, " And after it was.")
    until(page, "said => said.includes('Couldn’t be saved on this device')", said)
    expect(where(page)).to_have_text("Saved")
    assert not [words for words in said.json_value() if ON_DEVICE.search(words)], "nothing is said to be where it is not"
    assert stored(stories, address_of(page))["text"] == "Before it was full. And after it was."
    assert leaves(page), "what the server has may be left"


@pytest.mark.covers("STO-029", "STO-039", "CORE-034")
def test_without_room_and_without_a_network_the_page_says_so_and_asks_before_it_is_left(browser_of, stories):
    page = browser_of(stories)
    field = begin(page)
    address, device = address_of(page), FailingPut(page)
    write(page, "Before. ")
    expect(where(page)).to_have_text("Saved")
    device.fill()
    page.context.set_offline(True)
    write(page, "Neither here nor there. ")
    expect(where(page)).to_have_text("Not saved yet. Keep this page open: we’re trying again.")
    accessibility.assert_accessible(page)
    # Also after it was tried once more.
    page.wait_for_timeout(2500)
    expect(where(page)).to_have_text("Not saved yet. Keep this page open: we’re trying again.")
    assert not leaves(page), "the only copy is on the page"
    expect(field).to_have_value("Before. Neither here nor there. ")

    # Room comes back before the network does.
    device.empty()
    write(page, "On the device. ")
    expect(where(page)).to_have_text("Saved on this device. It’s sent when you’re online again.")
    assert [one["text"] for one in kept(page)] == [field.input_value()]
    device.fill()
    write(page, "On the page. ")
    expect(where(page)).to_have_text("Not saved yet. Keep this page open: we’re trying again.")

    # The network comes back before the room does.
    page.context.set_offline(False)
    expect(where(page)).to_have_text("Saved")
    assert stored(stories, address)["text"] == field.input_value()
    assert leaves(page)


@FULL_DEVICES
@pytest.mark.covers("STO-029", "STO-039")
def test_an_older_text_on_a_full_device_comes_back_over_no_newer_one(browser_of, stories, kind):
    page = browser_of(stories)
    begin(page)
    address, device = page.url, kind(page)
    write(page, "One. ")
    expect(where(page)).to_have_text("Saved")
    page.context.set_offline(True)
    write(page, "Two. ")
    expect(where(page)).to_have_text(ON_DEVICE)
    device.fill()
    write(page, "Three.")
    expect(where(page)).to_have_text(re.compile("^Not saved yet"))
    page.context.set_offline(False)
    expect(where(page)).to_have_text("Saved")
    # The device is still full, and has what it had before.
    page.goto("/stories/write")
    page.goto(address)
    expect(ready(page)).to_have_value("One. Two. Three.")
    page.wait_for_timeout(2500)
    now = stored(stories, address_of(page))
    assert now["text"] == "One. Two. Three." and now["conflicts"] == 0


@FULL_DEVICES
@pytest.mark.covers("STO-029", "STO-039")
def test_what_a_full_device_kept_is_sent_once_when_the_app_is_opened_again(browser_of, stories, kind):
    page = browser_of(stories)
    begin(page)
    address, chapter, device = address_of(page), page.url, kind(page)
    write(page, "One. ")
    expect(where(page)).to_have_text("Saved")
    page.context.set_offline(True)
    write(page, "Two.")
    expect(where(page)).to_have_text(ON_DEVICE)
    device.fill()
    # The page goes before it could send anything, as when a phone needs its memory.
    page.route("**/api/v1/stories/**", lambda route: route.abort())
    page.on("dialog", lambda dialog: dialog.accept())
    page.context.set_offline(False)
    page.goto("/stories/write")
    page.unroute("**/api/v1/stories/**")
    for _ in range(2):
        page.goto("/stories/write")
        until(page, "address => fetch(address).then(answer => answer.json()).then(kept => kept.text === 'One. Two.')", address)
    page.wait_for_timeout(500)
    now = stored(stories, address)
    assert now["text"] == "One. Two." and now["conflicts"] == 0
    device.empty()
    page.goto(chapter)
    expect(ready(page)).to_have_value("One. Two.")
    expect(where(page)).to_have_text("Saved")


@pytest.mark.covers("STO-029", "CORE-034", "CORE-050")
def test_a_full_disk_on_the_server_is_said_and_the_text_is_sent_again(browser_of):
    with small_disk() as disk, Server(disk / "site", "--apps", "stories", owner=True) as server:
        page = browser_of(server, "full-server")
        field = begin(page)
        address = address_of(page)
        write(page, "Before it was full. ")
        expect(where(page)).to_have_text("Saved")
        filler = fill(disk, 0)
        refused = "Saved on this device. The server couldn’t save it. Trying again …"
        text = "Before it was full. "
        while where(page).inner_text() != refused:
            words = "the lamp was lit at dusk and put out at dawn. " * 400
            text += words
            assert len(text) < 900_000, "the disk never ran full"
            page.keyboard.insert_text(words)
            page.keyboard.press("Control+S")
            expect(where(page)).to_have_text(re.compile(f"^Saved$|^{re.escape(refused)}$"))
        expect(field).to_have_value(text)
        assert [one["text"] for one in kept(page)] == [text]
        filler.unlink()
        # Nothing is touched: it is sent by itself.
        expect(where(page)).to_have_text("Saved")
        assert stored(server, address)["text"] == text
