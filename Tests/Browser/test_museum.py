"""The museum: a visitor registers, becomes a member on Clover's page, and gets the money back from staff."""
import re
import subprocess
import time

import pytest
from playwright.sync_api import expect

from harness.chromium import OPTIONS
from harness.client import Client
from harness.connection import cut
from harness.museum import open_always, sign_in
from harness.screens import SIZES
from harness.server import Server
from harness.stand_ins import StandIns
from harness.waiting import PATIENCE

# Browsers, a server and the stand-ins on two cores take their time.
expect.set_options(timeout=PATIENCE * 1000)
PASSWORD = "copper-kettle-31"


@pytest.fixture(scope="module")
def stand_ins(tmp_path_factory):
    with StandIns(tmp_path_factory.mktemp("clover")) as running:
        yield running


@pytest.fixture(scope="module")
def museum(tmp_path_factory, stand_ins, playwright, cast):
    """A demo with the museum alone, open around the clock, and a tier that can be bought."""
    folder = tmp_path_factory.mktemp("museum") / "site"
    with Server(folder, "--apps", "museum", *stand_ins.options, demo=True, environment={"STOA_LOG": "info"}) as running:
        running.wait_for_demo()
        open_always(playwright, running.url, cast["owner"])
        owner = Client(running.url).sign_in(cast["owner"]["email"], cast["owner"]["password"])
        tier = {"name": "Harbour pass", "summary": "For two adults", "benefits": "Free entry", "price": "60", "months": "12", "level": "1", "guests": "1", "isSold": "true"}
        assert owner.post_form("/admin/museum/tiers", tier).status == 303
        running.owner = owner
        running.tier = re.search(r'href="/admin/museum/tiers/(\d+)"[^>]*>Harbour pass', owner.get("/admin/museum/tiers").text).group(1)
        yield running


@pytest.fixture
def pages(playwright, museum):
    """A new browser: `pages("phone")`."""
    browser = playwright.chromium.launch(**OPTIONS)

    def opened(size, worker=True, script=True, state=None):
        width, height = SIZES[size]
        context = browser.new_context(
            base_url=museum.url, locale="en-GB", viewport={"width": width, "height": height}, reduced_motion="reduce",
            service_workers="allow" if worker else "block", java_script_enabled=script, storage_state=state)
        return context.new_page()

    yield opened
    browser.close()


@pytest.fixture(scope="module")
def keeper(playwright, museum, cast):
    """The cookies of who stands at the gate, from one sign-in: their number is limited."""
    browser = playwright.chromium.launch(**OPTIONS)
    page = browser.new_context(base_url=museum.url).new_page()
    sign_in(page, cast["owner"]["email"], cast["owner"]["password"])
    yield page.context.storage_state()
    browser.close()


def register(page, name, email):
    page.goto("/account/register")
    fill_registration(page, name, email)


def fill_registration(page, name, email):
    page.fill("input[name=name]", name)
    page.fill("input[name=email]", email)
    page.fill("input[name=password]", PASSWORD)
    for box in page.locator("form:has(input[name=password]) input[type=checkbox]").all():
        box.check()
    page.locator("form:has(input[name=password]) button[type=submit]").first.click()
    page.wait_for_url(lambda url: "/account/register" not in url)


def pay_by_card(page):
    # Terms that somebody has accepted aren't asked for again.
    for terms in page.get_by_label("I accept the terms").all():
        terms.check()
    page.get_by_role("button", name=re.compile("^Pay ")).click()
    page.wait_for_url(re.compile("/clover/checkout/"))
    page.get_by_role("button", name=re.compile("^Pay ")).click()
    page.wait_for_url(re.compile("/museum/memberships/"))


def scan(gate, text, result):
    gate.fill("[data-gate-words]", text)
    gate.press("[data-gate-words]", "Enter")
    gate.wait_for_selector(f"[data-gate-answer] [data-result={result}]")
    gate.get_by_role("button", name="Next").click()


def connected(gate):
    gate.wait_for_function("() => document.querySelector('[data-gate-state]').textContent === 'Online'")


def code_of(page):
    page.goto("/museum/code")
    page.wait_for_selector("svg[data-text]")
    return page.get_attribute("svg[data-text]", "data-text")


@pytest.mark.covers("MUS-001", "MUS-009", "MUS-010", "MUS-013", "MUS-017", "MUS-021", "MUS-022", "MUS-023", "MUS-024", "MUS-035", "MUS-039")
def test_from_the_first_visit_to_a_refund(pages, museum, cast):
    # A visitor becomes a member.
    page = pages("phone")
    register(page, "Ines Okafor", "ines@tests.example")
    page.goto("/museum/membership")
    page.get_by_role("link", name="Choose Harbour pass").click()
    pay_by_card(page)
    expect(page.get_by_text("You’re a member.")).to_be_visible()
    # What can be done with it stands on the member's page; one wants one's visits counted.
    page.goto("/museum/profile")
    main = page.get_by_role("main")
    for name in ("Renew", "Change membership", "Driving licence"):
        expect(main.get_by_role("link", name=re.compile(name))).to_be_visible()
    main.get_by_role("link", name=re.compile("Privacy settings")).click()
    page.get_by_label("Count my visits").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Your visits")).to_be_visible()
    # The code admits once.
    gate = pages("phone")
    sign_in(gate, cast["owner"]["email"], cast["owner"]["password"])
    gate.goto("/museum/gate")
    connected(gate)
    scan(gate, code_of(page), "admitted")
    scan(gate, code_of(page), "used")
    # The gate loses its connection and finds it again; the next day's code is as good as today's.
    gate.wait_for_function("async () => Boolean(await (await caches.open('kept')).match('/museum/gate'))")
    cut(gate)
    gate.reload()
    gate.wait_for_selector(".gate-state.is-offline")
    scan(gate, code_of(page), "used")
    gate.context.set_offline(False)
    gate.wait_for_selector(".gate-state:not(.is-offline)", timeout=45_000)
    # Staff see that she was here.
    gate.goto("/admin/museum/visits")
    expect(gate.get_by_role("main")).to_contain_text("Ines Okafor")
    gate.goto("/museum/gate")
    connected(gate)
    # A gift, which somebody else accepts by the link on its card.
    page.goto("/museum/membership")
    page.get_by_role("link", name="Give Harbour pass as a gift").click()
    page.fill("input[name=name]", "Tobias")
    pay_by_card(page)
    page.get_by_role("link", name=re.compile("[Cc]ard")).first.click()
    link = page.get_by_label("Link").input_value()
    friend = pages("phone")
    friend.goto("/museum/gifts/" + link.split("/museum/gifts/")[1].strip())
    friend.get_by_role("link", name="Create an account").click()
    fill_registration(friend, "Tobias Renn", "tobias@tests.example")
    friend.get_by_role("button", name="Accept the gift").click()
    expect(friend.locator(".member-card")).to_contain_text("Harbour pass")
    scan(gate, code_of(friend), "admitted")
    # The money goes back, and with it the code.
    kept = code_of(page)
    staff = pages("desktop")
    sign_in(staff, cast["owner"]["email"], cast["owner"]["password"])
    staff.goto("/admin/payments")
    staff.get_by_role("row").filter(has_text="Ines").filter(has_text="Harbour pass").last.get_by_role("link").first.click()
    staff.get_by_role("link", name="Refund…").click()
    staff.fill("input[name=reason]", "Moved away")
    staff.get_by_role("button", name=re.compile("^Refund ")).click()
    staff.wait_for_url(re.compile(r"/admin/payments/\d+$"))
    end = time.monotonic() + PATIENCE
    while "Refunded" not in staff.locator("main").inner_text():
        assert time.monotonic() < end, staff.locator("main").inner_text()
        time.sleep(0.5)
        staff.reload()
    scan(gate, kept, "refunded")
    page.goto("/museum/code")
    expect(page.get_by_text("No code for the entrance")).to_be_visible()


# What a lens does to a phone that isn't held straight, and a hall that isn't lit.
SEEN = {
    "straight": "null",
    "tilted": "perspective=x0=60:y0=30:x1=620:y1=110:x2=0:y2=1420:x3=655:y3=1330:sense=destination",
    "dim": "eq=brightness=-0.25:contrast=0.6,gblur=sigma=0.6",
}


@pytest.mark.covers("MUS-022", "CORE-005")
@pytest.mark.parametrize("seen", SEEN)
def test_the_camera_reads_a_code(playwright, pages, museum, keeper, tmp_path, seen):
    phone = pages("phone")
    register(phone, "Maren Holt", f"maren-{seen}@tests.example")
    assert museum.owner.post_form("/admin/museum/members/grant", {"email": f"maren-{seen}@tests.example", "tier": museum.tier}).status == 303
    code_of(phone)
    (tmp_path / "phone.png").write_bytes(phone.screenshot())
    film = tmp_path / "phone.y4m"
    view = f"scale=660:-2,{SEEN[seen]},pad=1280:ceil(ih/2)*2:(ow-iw)/2:0,setsar=1"
    subprocess.run(["ffmpeg", "-loglevel", "error", "-loop", "1", "-i", tmp_path / "phone.png", "-vf", view, "-t", "1", "-r", "10", "-pix_fmt", "yuv420p", film], check=True, timeout=60)
    camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", f"--use-file-for-fake-video-capture={film}"]
    browser = playwright.chromium.launch(**OPTIONS | {"args": OPTIONS["args"] + camera})
    try:
        width, height = SIZES["phone"]
        gate = browser.new_context(base_url=museum.url, viewport={"width": width, "height": height}, storage_state=keeper).new_page()
        gate.goto("/museum/gate")
        connected(gate)
        # The camera is asked for when it is used, not before.
        assert gate.evaluate("() => !document.querySelector('[data-gate-video]').srcObject")
        gate.get_by_role("button", name="Scan a code").click()
        gate.wait_for_selector("[data-gate-answer] [data-result=admitted]")
    finally:
        browser.close()


@pytest.mark.covers("MUS-008", "MUS-013", "MUS-015", "MUS-016", "MUS-050", "MUS-051")
def test_a_visitor_becomes_a_member_by_card_and_gets_the_money_back(pages, museum, cast):
    page = pages("phone")
    register(page, "Vera Lind", "vera@tests.example")
    # The tier, the terms, and straight to Clover's page.
    page.goto("/museum/membership")
    page.get_by_role("link", name="Choose Harbour pass").click()
    page.get_by_label("I accept the terms").check()
    page.get_by_role("button", name=re.compile("^Pay ")).click()
    page.wait_for_url(re.compile("/clover/checkout/"))
    # A declined card is explained there and here, and changes nothing.
    page.fill("input[name=number]", "4005 5717 0222 2222")
    page.get_by_role("button", name=re.compile("^Pay ")).click()
    expect(page.get_by_role("alert")).to_contain_text("declined")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The card was declined.")).to_be_visible()
    page.get_by_role("link", name="Continue to payment").click()
    page.get_by_role("button", name=re.compile("^Pay ")).click()
    # Back here it says the truth, and in the end thanks.
    page.wait_for_url(re.compile("/museum/memberships/"))
    expect(page.get_by_text("You’re a member.")).to_be_visible()
    page.get_by_role("link", name="Show my membership").click()
    expect(page.locator(".member-card")).to_contain_text("Harbour pass")
    # Staff send the money back, which ends the membership.
    staff = pages("desktop")
    sign_in(staff, cast["owner"]["email"], cast["owner"]["password"])
    staff.goto("/admin/payments")
    staff.get_by_role("link", name=re.compile("Harbour pass")).first.click()
    expect(staff.get_by_text("Card", exact=True).first).to_be_visible()
    staff.get_by_role("link", name="Refund…").click()
    staff.fill("input[name=reason]", "Bought twice")
    staff.get_by_role("button", name=re.compile("^Refund ")).click()
    staff.wait_for_url(re.compile(r"/admin/payments/\d+$"))
    end = time.monotonic() + PATIENCE
    while "Refunded" not in staff.locator("main").inner_text():
        assert time.monotonic() < end, staff.locator("main").inner_text()
        time.sleep(0.5)
        staff.reload()
    page.reload()
    expect(page.get_by_text("Your membership was refunded on")).to_be_visible()


@pytest.mark.covers("MUS-001", "MUS-013", "MUS-017", "MUS-047")
def test_a_guest_chooses_registers_and_comes_back_to_what_was_chosen(pages):
    page = pages("phone")
    page.goto("/museum/membership")
    page.get_by_role("link", name="Choose Harbour pass").click()
    chosen = page.url
    expect(page.get_by_role("heading", name="Become a member: Harbour pass")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    # Somebody with a printed card finds where to type its code.
    expect(page.get_by_role("link", name="Got a gift code?")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Create an account").click()
    fill_registration(page, "Runa Dahl", "runa@tests.example")
    page.wait_for_url(chosen)
    reserve(page)


@pytest.mark.covers("MUS-013", "MUS-047")
def test_each_way_to_pay_says_what_it_does_without_a_script(pages, keeper):
    page = pages("phone", script=False, state=keeper)
    page.goto("/museum/membership")
    page.get_by_role("link", name="Choose Harbour pass").click()
    expect(page.get_by_role("button", name=re.compile("^Pay "))).to_be_visible()
    reserve(page)


def reserve(page):
    for terms in page.get_by_label("I accept the terms").all():
        terms.check()
    page.get_by_role("button", name="Reserve, pay at the desk").click()
    expect(page.get_by_role("heading", name="Pay at the museum’s desk")).to_be_visible()


@pytest.mark.covers("MUS-005", "MUS-006", "MUS-007")
def test_whoever_opens_the_menu_finds_the_way_in_first(pages):
    page = pages("phone")
    page.goto("/museum")
    page.locator(".drawer > summary").click()
    first = page.locator(".drawer-panel a").first
    assert first.inner_text() == "Sign in"
    first.click()
    # What is typed is hidden until somebody asks to see it.
    field = page.locator("input[name=password]")
    assert field.get_attribute("type") == "password"
    page.get_by_role("button", name=re.compile("Show")).first.click()
    assert field.get_attribute("type") == "text"
    expect(page.get_by_role("button", name=re.compile("passkey"))).to_be_visible()
    page.locator("main").get_by_role("link", name="Register").click()
    page.wait_for_url("**/account/register*")
    assert page.locator("input[name=password]").get_attribute("type") == "password"
    register(page, "Odd Berg", "odd@tests.example")
    page.goto("/museum")
    page.locator(".drawer > summary").click()
    assert "Odd Berg" in page.locator(".drawer-panel a").first.inner_text()


@pytest.mark.covers("MUS-046", "MUS-047")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_card_for_somebody_without_an_account_is_printed_on_one_sheet(pages, museum, keeper, size):
    granted = museum.owner.post_form("/admin/museum/members/grant", {"name": "Signe Holloway", "tier": museum.tier})
    page = pages(size, state=keeper)
    page.goto(granted.headers["Location"])
    sheets = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", sheets)) == 1
    page.emulate_media(media="print")
    expect(page.locator(".gift-card")).to_be_visible()
    for other in ("Print", "Copy"):
        expect(page.get_by_role("main").get_by_role("button", name=other)).to_be_hidden()


@pytest.mark.covers("MUS-008", "MUS-047")
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_my_membership_prints_the_card_alone_and_dark_on_white(pages, museum, size):
    page = pages(size)
    page.emulate_media(color_scheme="dark")
    email = f"liv-{size}@tests.example"
    register(page, "Liv Strand", email)
    assert museum.owner.post_form("/admin/museum/members/grant", {"email": email, "tier": museum.tier}).status == 303
    page.goto("/museum/profile")
    # The code and the guests are on the card.
    card = page.locator(".member-card")
    expect(card).to_contain_text("With 1 guest")
    expect(card.get_by_role("link", name="Show entrance code")).to_be_visible()
    expect(page.get_by_role("button", name="Print card")).to_be_visible()
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    page.emulate_media(media="print", color_scheme="dark")
    expect(card).to_be_visible()
    expect(card.get_by_role("link")).to_be_hidden()
    for other in ("Print card", "Renew", "Change membership", "Privacy settings"):
        expect(page.get_by_role("main").get_by_text(other, exact=True)).to_be_hidden()
    colours = card.evaluate("card => [getComputedStyle(card).backgroundColor, getComputedStyle(card.querySelector('.member-card-name')).color]")
    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


@pytest.mark.covers("MUS-028")
def test_a_picture_that_fails_says_so_and_comes_at_a_tap(pages):
    page = pages("phone", worker=False)
    missing = re.compile(r"/museum/gallery/\d+/picture/")
    page.route(missing, lambda route: route.abort())
    page.goto("/museum/gallery")
    note = page.locator(".exhibit-failed").first
    expect(note).to_be_visible()
    # The rest of the gallery is there.
    assert page.locator(".exhibit-title").count() > 10
    page.unroute(missing)
    note.get_by_role("button").click()
    picture = page.locator(".exhibit-picture img").first
    page.wait_for_function("() => { const one = document.querySelector('.exhibit-picture img'); return one.complete && one.naturalWidth > 0; }")
    expect(picture).to_be_visible()


@pytest.mark.covers("MUS-061")
def test_a_phone_with_little_memory_shows_the_gallery(pages):
    page = pages("phone", worker=False)
    sizes = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto("/museum/gallery")
    page.wait_for_load_state("networkidle")
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")
    metrics = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
    assert metrics["JSHeapUsedSize"] < 8_000_000 and metrics["Nodes"] < 3_000, metrics
    assert sum(sizes) < 2_500_000, sizes
