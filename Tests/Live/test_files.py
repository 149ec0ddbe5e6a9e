"""Downloads and assets: parts, conditions, and what browsers may keep."""
import json
import re

import pytest

from harness.client import Client
from harness.samples import markdown
from harness.uploads import published


@pytest.fixture
def original(owner):
    """The address of an item's file and its bytes."""
    book = markdown("Whole and in Parts", "Some words to count. " * 200)
    return published(owner, "parts.md", book)["file"]["url"], book


@pytest.mark.covers("LIB-040")
def test_the_original_comes_back_byte_for_byte(owner, original):
    path, book = original
    answer = owner.get(path)
    assert answer.status == 200 and answer.body == book
    assert answer.headers["Accept-Ranges"] == "bytes" and answer.headers["ETag"]
    assert "attachment" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("asked, first, last", [("0-0", 0, 0), ("5-9", 5, 9), ("-4", -4, None), ("100-", 100, None), ("0-999999999", 0, None)])
def test_a_part_is_the_part(owner, original, asked, first, last):
    path, book = original
    answer = owner.get(path, Range=f"bytes={asked}")
    assert answer.status == 206
    assert answer.body == (book[first:] if last is None else book[first : last + 1])
    assert answer.headers["Content-Range"].endswith(f"/{len(book)}")


def test_a_part_beyond_the_end_is_refused(owner, original):
    path, book = original
    answer = owner.get(path, Range="bytes=99999999-")
    assert answer.status == 416 and answer.headers["Content-Range"] == f"bytes */{len(book)}"


def test_conditions_are_kept(owner, original):
    path, book = original
    tag = owner.get(path).headers["ETag"]
    assert owner.get(path, If_None_Match=tag).status == 304
    assert owner.get(path, Range="bytes=0-3", If_Range=tag).status == 206
    changed = owner.get(path, Range="bytes=0-3", If_Range='"something-else"')
    assert changed.status == 200 and changed.body == book


def test_head_tells_what_get_would(owner, original):
    path, book = original
    head = owner.send("HEAD", path)
    assert head.status == 200 and head.body == b"" and int(head.headers["Content-Length"]) == len(book)


def test_assets_may_be_kept_for_ever_and_are_named_by_their_content(demo):
    page = Client(demo.url).get("/library").text
    assets = set(re.findall(r'(?:href|src)="(/assets/[^"]+)"', page))
    assert assets
    for path in assets:
        answer = Client(demo.url).get(path)
        assert answer.status == 200 and "immutable" in answer.headers["Cache-Control"], path
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.covers("CORE-050")
def test_pages_carry_a_strict_policy(demo):
    answer = Client(demo.url).get("/library")
    policy = answer.headers["Content-Security-Policy"]
    assert "'unsafe-inline'" not in policy and "'unsafe-eval'" not in policy and "default-src" in policy
    assert not re.search(r"<[^>]+\s(style|on\w+)=", answer.text), "no style or script in attributes"
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>", answer.text), "no inline script"


@pytest.mark.covers("CORE-055")
def test_the_api_describes_itself(demo):
    document = Client(demo.url).get("/api/v1/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert {"/api/v1/sessions", "/api/v1/library/items", "/api/v1/library/items/{item}"} <= set(document["paths"])
    text = json.dumps(document)
    for reference in re.findall(r'"\$ref": "#/components/schemas/([^"]+)"', text):
        assert reference in document["components"]["schemas"]


def test_health_and_metrics(demo):
    client = Client(demo.url)
    assert client.get("/health/live").status == client.get("/health/ready").status == 200
    metrics = client.get("/metrics")
    assert metrics.status == 200
    assert re.search(r"^# TYPE \w+ (counter|gauge|histogram)$", metrics.text, re.MULTILINE)


@pytest.mark.covers("CORE-037")
def test_each_request_is_one_line_of_json_in_the_log(server):
    identity = Client(server.url).get("/library/items/424242").json()["request"]
    server.stop()
    lines = [json.loads(line) for line in server.log.splitlines()]
    (line,) = [line for line in lines if line.get("id") == identity and line["event"] == "request"]
    assert line["path"] == "/library/items/424242" and line["status"] == 404 and line["ms"] >= 0
