"""The OPDS catalogue as reading apps see it: strict XML, exact types, every link followed."""
import base64
import re
import urllib.parse
import xml.etree.ElementTree as xml

import pytest

from harness.client import Client

ATOM = "{http://www.w3.org/2005/Atom}"
OPDS = "{http://opds-spec.org/2010/catalog}"
NAVIGATION = "application/atom+xml;profile=opds-catalog;kind=navigation"
ACQUISITION = "application/atom+xml;profile=opds-catalog;kind=acquisition"
OPDS2 = "application/opds+json"


def plain(media_type):
    """A media type without blanks and character set, for comparing."""
    parts = [part.strip() for part in (media_type or "").split(";")]
    return ";".join(part for part in parts if not part.startswith("charset"))


class App:
    """A reading app: follows links as they stand, absolute or from the root."""

    def __init__(self, server):
        self.client = Client(server.url)
        self.base = server.url

    def path(self, href):
        address = urllib.parse.urlsplit(urllib.parse.urljoin(self.base + "/opds", href))
        assert address.netloc == self.client.address, href
        return address.path + (f"?{address.query}" if address.query else "")

    def feed(self, href):
        answer = self.client.get(self.path(href), Accept="application/atom+xml", Accept_Encoding="identity")
        assert answer.status == 200, (href, answer.status)
        assert plain(answer.headers["Content-Type"]) in (NAVIGATION, ACQUISITION), answer.headers["Content-Type"]
        feed = xml.fromstring(answer.body)
        assert feed.tag == ATOM + "feed"
        assert b"<feed" in answer.body and b"<entry" in answer.body or b"<entry" not in answer.body, "KOReader wants unprefixed names"
        return answer, feed


def links(element, rel=None):
    return [link for link in element.findall(ATOM + "link") if rel is None or link.get("rel") == rel]


@pytest.fixture
def app(demo):
    return App(demo)


@pytest.mark.covers("LIB-151")
def test_every_feed_is_whole_and_every_link_leads_somewhere(app):
    waiting, seen, books, ids = ["/opds"], set(), {}, set()
    while waiting:
        href = waiting.pop()
        if app.path(href) in seen:
            continue
        seen.add(app.path(href))
        assert len(seen) < 500, "the catalogue has no end"
        answer, feed = app.feed(href)
        assert feed.findtext(ATOM + "id") and feed.findtext(ATOM + "title")
        updated = feed.findtext(ATOM + "updated")
        assert updated and (updated.endswith("Z") or "+" in updated[10:])
        for rel in ("self", "start", "search"):
            assert links(feed, rel), (href, rel)
        entries = feed.findall(ATOM + "entry")
        here = [entry.findtext(ATOM + "id") for entry in entries]
        assert len(here) == len(set(here)), "an id twice in one feed"
        ids.update(here)
        acquiring = plain(answer.headers["Content-Type"]) == ACQUISITION
        for entry in entries:
            assert entry.findtext(ATOM + "title") and entry.findtext(ATOM + "updated")
            files = [link for link in links(entry) if (link.get("rel") or "").startswith("http://opds-spec.org/acquisition")]
            assert bool(files) == acquiring, "books and places do not mix"
            if acquiring:
                books[here[entries.index(entry)]] = entry
            else:
                waiting += [link.get("href") for link in links(entry)]
        waiting += [link.get("href") for link in links(feed) if link.get("rel") in ("next", "first", "last", "http://opds-spec.org/facet")]
    assert len(books) >= 10
    for entry in books.values():
        check_book(app, entry)


def check_book(app, entry):
    assert entry.findtext(ATOM + "id").startswith("urn:uuid:")
    for link in links(entry):
        assert link.get("type"), xml.tostring(link)
        rel = link.get("rel") or ""
        if rel.startswith("http://opds-spec.org/image"):
            picture = app.client.get(app.path(link.get("href")))
            assert picture.status == 200 and plain(picture.headers["Content-Type"]) == link.get("type")
        if rel.startswith("http://opds-spec.org/acquisition"):
            head = app.client.send("HEAD", app.path(link.get("href")))
            # A download may ask for a sign-in, but then as reading apps understand it and never by a page.
            assert head.status in (200, 401), (link.get("href"), head.status)
            if head.status == 401:
                assert "Basic" in head.headers["WWW-Authenticate"]


def app_password(app, person):
    """Makes one as the member does on the account page, where it is shown this once."""
    member = Client(app.base).sign_in(person["email"], person["password"])
    page = member.post_form("/account/app-passwords", {"label": "Reading app"})
    return re.search(r'class="?secret"?>([^<]+)<', page.text).group(1)


@pytest.mark.covers("LIB-151")
def test_an_app_password_brings_the_file_and_part_of_it(app, cast):
    _, feed = app.feed(search(app, "Brief History of Debian"))
    link = next(link for link in links(feed.find(ATOM + "entry")) if (link.get("rel") or "").startswith("http://opds-spec.org/acquisition"))
    path = app.path(link.get("href"))
    refused = app.client.send("GET", path)
    assert refused.status == 401 and "Basic" in refused.headers["WWW-Authenticate"]
    assert plain(refused.headers["Content-Type"]) == "application/opds-authentication+json"
    person = cast["member"]
    key = base64.b64encode(f"{person['email']}:{app_password(app, person)}".encode()).decode()
    whole = app.client.send("GET", path, headers={"Authorization": f"Basic {key}"})
    assert whole.status == 200 and whole.body.startswith(b"PK")
    assert plain(whole.headers["Content-Type"]) == link.get("type") == "application/epub+zip"
    assert "filename" in whole.headers["Content-Disposition"] and int(whole.headers["Content-Length"]) == len(whole.body)
    part = app.client.send("GET", path, headers={"Authorization": f"Basic {key}", "Range": "bytes=10-19", "If-Range": whole.headers["ETag"]})
    assert part.status == 206 and part.body == whole.body[10:20]


def search(app, words):
    """The address of a search, from the template that the root announces."""
    _, root = app.feed("/opds")
    direct = next(link.get("href") for link in links(root, "search") if link.get("type") == "application/atom+xml")
    return direct.replace("{searchTerms}", urllib.parse.quote(words))


@pytest.mark.covers("LIB-151")
def test_search_is_described_and_finds(app):
    _, root = app.feed("/opds")
    described = next(link.get("href") for link in links(root, "search") if link.get("type") == "application/opensearchdescription+xml")
    document = xml.fromstring(app.client.get(app.path(described)).body)
    template = document.find("{http://a9.com/-/spec/opensearch/1.1/}Url").get("template")
    assert "{searchTerms}" in template
    _, found = app.feed(template.replace("{searchTerms}", "lamp"))
    assert any("Lamp" in entry.findtext(ATOM + "title") for entry in found.findall(ATOM + "entry"))


@pytest.mark.covers("LIB-151")
@pytest.mark.parametrize("words", ["", "zzyzx", "a&b<c>", "%", "\"", "två ord"])
def test_a_search_without_hits_is_a_whole_feed(app, words):
    app.feed(search(app, words))


@pytest.mark.covers("LIB-151")
@pytest.mark.parametrize("accept, is_json", [("application/opds+json", True), ("*/*", False), (None, False), ("application/atom+xml", False)])
def test_the_client_chooses_between_the_versions(app, accept, is_json):
    answer = app.client.get("/opds", **({"Accept": accept} if accept else {}))
    assert answer.status == 200
    assert "accept" in (answer.headers["Vary"] or "").lower()
    assert (plain(answer.headers["Content-Type"]) == OPDS2) == is_json


@pytest.mark.covers("LIB-151")
def test_the_second_version_describes_the_same_books(app):
    waiting, seen, books = ["/opds"], set(), []
    while waiting:
        path = app.path(waiting.pop())
        if path in seen:
            continue
        seen.add(path)
        answer = app.client.get(path, Accept=OPDS2)
        assert answer.status == 200, (path, answer.status)
        feed = answer.json()
        assert feed["metadata"]["title"]
        assert any("self" in (link["rel"] if isinstance(link["rel"], list) else [link["rel"]]) for link in feed["links"])
        assert {"navigation", "publications", "groups"} & set(feed)
        for group in [feed, *feed.get("groups", [])]:
            books += group.get("publications", [])
            waiting += [link["href"] for link in group.get("navigation", [])]
        waiting += [link["href"] for link in feed["links"] if link["rel"] == "next"]
    assert {"Seven Mornings", "A Brief History of Debian"} <= {book["metadata"]["title"] for book in books}
    for book in books:
        assert book["metadata"]["identifier"] and book["links"] and all(link["type"] for link in book["links"])


@pytest.mark.covers("LIB-151")
def test_koreader_asks_first_with_head(app):
    head = app.client.send("HEAD", "/opds", headers={
        "Accept": "application/opds+json, application/atom+xml;profile=opds-catalog, */*", "Accept-Encoding": "identity"})
    assert head.status == 200 and head.body == b"" and "Content-Encoding" not in head.headers
