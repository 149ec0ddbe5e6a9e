"""Requests that are right as HTTP and wrong as requests: a clear problem each time, and nothing changed."""
import json

import pytest

from harness.client import Client
from harness.samples import markdown
from harness.uploads import UPLOADS, published

LISTS = "/api/v1/library/items"


@pytest.mark.parametrize("cursor", ["x", "%00", "%ff%fe", "AAAA", "-1", "eyJ9", "a" * 5000, "../../x"])
def test_a_bad_cursor_is_a_clear_problem(demo, cursor):
    answer = Client(demo.url).get(f"{LISTS}?after={cursor}")
    assert answer.status in (400, 414, 422), (answer.status, answer.body[:200])
    assert answer.problem


@pytest.mark.parametrize("limit", ["0", "-5", "many", "1e9", "99999999999999999999"])
def test_a_bad_limit_is_a_clear_problem(demo, limit):
    answer = Client(demo.url).get(f"{LISTS}?limit={limit}")
    assert answer.status in (400, 422) and answer.problem


@pytest.mark.covers("LIB-030", "CORE-050")
@pytest.mark.parametrize(
    "query",
    ["'", '"', '"unclosed', "a OR", "NEAR(", "*", "-", "()", "a AND NOT", "title:", "{x y}:z", "^", "%", "'; DROP TABLE library_item; --",
     "\\", "a\0b", "🙂", "ß" * 500, "x " * 2000, "%27%20OR%201=1", "Jn 3:", "1 Kor", "Ps 151:9999", ":", "\u202e", "ａｂｃ"])
def test_no_query_can_cause_an_error(demo, query):
    import urllib.parse

    for path in ("/library/search", "/api/v1/library/search", "/library/suggest", "/library/books", "/opds/search"):
        answer = Client(demo.url).get(f"{path}?q={urllib.parse.quote(query)}")
        # A NUL is no text in any encoding; that is said at the door.
        assert answer.status in ((400,) if "\0" in query else (200, 303, 414)), (path, query, answer.status, answer.body[:300])


def test_a_wrong_content_type_is_refused(owner, server):
    answer = owner.send("POST", "/api/v1/sessions", b"<x/>", {"Content-Type": "text/xml"})
    assert answer.status == 415, answer.body[:300]
    answer = owner.send("POST", UPLOADS, b"{}", {"Content-Type": "application/json"})
    assert answer.status in (400, 415, 422)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'{"email": 5}', b'{"email": "a@b.se"}', b'{"email": "\xff\xfe"}', b"{" * 100_000, b'{"email":"a@b.se","password":null}'])
def test_a_body_that_is_not_what_was_asked_for_is_explained(server, body):
    answer = Client(server.url).send("POST", "/api/v1/sessions", body, {"Content-Type": "application/json"})
    assert answer.status in ((415,) if not body else (400, 413, 422)), (answer.status, answer.body[:300])
    assert answer.problem and answer.json()["detail"]


@pytest.mark.covers("LIB-104")
@pytest.mark.parametrize("field, value", [
    ("title", ""), ("title", "x" * 201), ("year", "last spring"), ("year", "99999"), ("language", "klingon!"), ("isbn", "123"), ("description", "x" * 501)])
def test_a_wrong_field_is_named_and_nothing_is_saved(owner, field, value):
    item = published(owner, "fields.md", markdown("Fields", "Some text."))["id"]
    before = owner.get(f"{LISTS}/{item}").json()
    answer = owner.send(
        "PATCH", f"{LISTS}/{item}", json.dumps({field: value}).encode(), {"Content-Type": "application/json"})
    assert answer.status in (400, 422), (answer.status, answer.body[:300])
    assert field in answer.text
    assert owner.get(f"{LISTS}/{item}").json() == before


@pytest.mark.covers("CORE-018")
def test_a_stranger_changes_nothing(server, owner):
    item = published(owner, "mine.md", markdown("Mine", "Some text."))["id"]
    stranger = Client(server.url)
    for method, path in (("POST", UPLOADS), ("PATCH", f"{LISTS}/{item}"), ("GET", "/admin/library/items"), ("GET", "/admin")):
        answer = stranger.send(method, path, b"{}" if method != "GET" else None, {"Content-Type": "application/json"})
        assert answer.status in (303, 401, 403, 404), (method, path, answer.status)
    assert server.titles() == {"Mine"}


def test_a_token_that_is_not_ours_opens_nothing(owner, server):
    genuine = owner.bearer
    for token in ("", "x", genuine[:-1], genuine + "A", genuine.swapcase(), "é"):
        thief = Client(server.url)
        thief.bearer = token.encode("utf-8").decode("latin-1")
        assert thief.get(f"{UPLOADS}/1").status in (400, 401), token


@pytest.mark.covers("CORE-014")
def test_the_cookie_of_an_ended_session_opens_nothing(server):
    browser = signed_in_browser(server)
    stolen = dict(browser.cookies)
    assert browser.get("/admin/library/items").status == 200
    assert browser.post_form("/account/sign-out", {}).status == 303
    browser.cookies = stolen
    assert browser.get("/admin/library/items").status in (303, 401, 404)


@pytest.mark.covers("CORE-014")
def test_a_session_survives_a_restart(server):
    person = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
    server.stop()
    server.start()
    returning = Client(server.url)
    returning.bearer = person.bearer
    assert returning.get("/admin/library/items").status == 200


def signed_in_browser(server, origin=None):
    browser = Client(server.url, origin=origin)
    browser.post_form("/account/sign-in", {"email": server.OWNER_EMAIL, "password": server.OWNER_PASSWORD})
    assert browser.cookies
    return browser


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost.evil.example", "http://localhost:1"])
def test_a_form_sent_by_another_site_changes_nothing(server, origin):
    browser = signed_in_browser(server)
    browser.origin = origin
    answer = browser.upload(UPLOADS, "foreign.md", markdown("Foreign", "Planted."))
    assert answer.status == 403, (answer.status, answer.body[:300])
    assert not server.titles()


@pytest.mark.covers("CORE-037", "CORE-054")
def test_a_missing_page_says_so_in_words_and_with_the_id_of_the_log(server):
    answer = Client(server.url).get("/library/items/999999", Accept="text/html")
    assert answer.status == 404
    assert answer.headers["Content-Type"].startswith("text/html")
    server.stop()
    (line,) = [line for line in map(json.loads, server.log.splitlines()) if line.get("path") == "/library/items/999999"]
    assert "<h1" in answer.text and line["id"] in answer.text
