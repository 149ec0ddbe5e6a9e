"""Requests that are wrong as HTTP: each is refused, and the server answers the next one as if nothing had been."""
import json
import socket
import time

import pytest

from harness.client import Client
from harness.raw import answers, exchange, receive, statuses


@pytest.fixture(autouse=True)
def the_server_stays_up(demo):
    yield
    assert Client(demo.url).get("/health/ready").status == 200
    assert demo.process.poll() is None


def ask(demo, *lines, body=b""):
    return exchange(demo.port, "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body, timeout=5)


def refused(received, *expected):
    """One whole refusal came back, with the headers of every other answer, and then the connection was closed."""
    [(status, headers, body)] = answers(received)
    assert status in (expected or (400,)), received[:500]
    assert headers["connection"] == "close" and headers["x-content-type-options"] == "nosniff" and "content-security-policy" in headers
    assert json.loads(body)["status"] == status


def refused_by_the_library(received):
    """libmicrohttpd refuses some by itself, and its words may come twice (Docs/threat-model.md); test_proxy.py has the way out."""
    assert set(statuses(received)) <= {400, 413}, received[:500]
    assert b"200 OK" not in received


HOST = "Host: localhost"
SMUGGLED = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    "lines, body",
    [
        (["POST /api/v1/sessions HTTP/1.1", HOST, "Content-Length: 5", "Transfer-Encoding: chunked"], b"0\r\n\r\n" + SMUGGLED),
        (["POST /api/v1/sessions HTTP/1.1", HOST, "Transfer-Encoding: chunked", "Content-Length: 5"], b"0\r\n\r\n" + SMUGGLED),
        (["POST /api/v1/sessions HTTP/1.1", HOST, "Content-Length: 0", "Content-Length: 44"], SMUGGLED),
        (["POST /api/v1/sessions HTTP/1.1", HOST, "Content-Length: 44", "Content-Length: 0"], SMUGGLED),
        (["POST /api/v1/sessions HTTP/1.1", HOST, "Transfer-Encoding: xchunked"], SMUGGLED),
        (["POST /api/v1/sessions HTTP/1.1", HOST, "Transfer-Encoding: gzip, chunked"], b"0\r\n\r\n" + SMUGGLED),
        (["GET /health/live HTTP/1.1", HOST, "Host: evil.example"], b""),
        (["GET http://evil.example/health/live HTTP/1.1", HOST], SMUGGLED),
        (["GET /health/live HTTP/1.1"], SMUGGLED),
        (["GET /health/live HTTP/1.0"], SMUGGLED),
        (["GET /health/live\0/more HTTP/1.1", HOST], SMUGGLED),
        (["GET /health/live\0HTTP/1.1 HTTP/1.1", HOST], SMUGGLED),
        (["GET /health/live%00 HTTP/1.1", HOST], SMUGGLED),
        (["GET  /health/live HTTP/1.1", HOST], SMUGGLED),
        (["GET /health/live and HTTP/1.1", HOST], SMUGGLED),
        (["GET /health/live HTTP/1.1", HOST, "X: a\nY: b"], SMUGGLED),
        (["GET /health/live HTTP/1.1", HOST, "X: a\0b"], SMUGGLED),
        (["GET /health/live HTTP/1.1", HOST, "X: a\r b"], SMUGGLED),
        (["GET /health/live HTTP/1.1", HOST, "X : a"], SMUGGLED),
        (["GET /health/live HTTP/1.1", HOST, "X: a", " folded"], SMUGGLED),
        (["GET /health/live HTTP/1.1\n" + HOST + "\n\n" + "GET /health/live HTTP/1.1", HOST], b""),
    ],
    ids=["length-and-chunked", "chunked-and-length", "two-lengths", "two-lengths-turned", "unknown-coding", "two-codings", "two-hosts",
         "another-host-in-the-target", "no-host", "no-host-1.0", "nul-in-the-target", "nul-and-a-version", "escaped-nul", "two-spaces",
         "space-in-the-target", "bare-lf", "nul", "bare-cr", "space-before-colon", "folded", "all-lf"],
)
def test_requests_with_two_readings_are_refused_and_the_connection_closed(demo, lines, body):
    refused(ask(demo, *lines, body=body))


@pytest.mark.parametrize(
    "body", [b"5\r\nhello\r\n0\r\n\r\n", b"5\nhello\n0\n\n", b"5;x=" + b"a" * 300_000 + b"\r\nhello\r\n0\r\n\r\n",
             b"5\r\nhello\r\n0\r\nContent-Length: 70\r\n\r\n" + SMUGGLED, b"fffffffffffffffff\r\n", b"-1\r\n\r\n" + SMUGGLED],
    ids=["plain", "bare-lf", "long-extension", "trailer", "overflow", "negative"])
def test_bodies_in_chunks_are_refused_whatever_their_lines_say(demo, body):
    """Chunks are where readings differ; a length can be sent by everything that speaks to a site."""
    refused(ask(demo, "POST /api/v1/sessions HTTP/1.1", HOST, "Content-Type: application/json", "Transfer-Encoding: chunked", body=body), 411)


@pytest.mark.parametrize("fields", [["Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQAAP__"],
                                    ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: x"]], ids=["h2c", "websocket"])
def test_an_upgrade_is_ignored(demo, fields):
    [(status, headers, _)] = answers(ask(demo, "GET /health/live HTTP/1.1", HOST, "Connection: close", *fields))
    assert status == 200 and "upgrade" not in headers


def test_what_follows_a_refused_body_is_no_request(demo):
    """The body of an upload that nobody may send is thrown away or cut off, never read as the next request."""
    for length in (len(SMUGGLED), 600_000_000):
        received = ask(demo, "POST /api/v1/library/uploads HTTP/1.1", HOST, "Content-Type: text/plain", f"Content-Length: {length}", body=SMUGGLED)
        assert len(answers(received)) == 1 and b"200 OK" not in received, received[:500]


@pytest.mark.parametrize("path", ["/library", "/account/sign-in", "/api/v1/library/items", "/health/live"])
def test_trace_is_known_and_not_offered(demo, path):
    [(status, headers, body)] = answers(ask(demo, f"TRACE {path} HTTP/1.1", HOST, "X-Secret: 1", "Connection: close"))
    assert status == 405 and "GET" in headers["allow"] and "TRACE" not in headers["allow"]
    assert b"X-Secret" not in body


def test_connect_is_known_and_not_offered(demo):
    [(status, headers, _)] = answers(ask(demo, "CONNECT localhost:443 HTTP/1.1", "Host: localhost:443", "Connection: close"))
    assert status == 405 and headers["allow"]


def test_a_method_that_nobody_knows_is_not_implemented(demo):
    refused(ask(demo, "BREW /library HTTP/1.1", HOST), 501)


@pytest.mark.parametrize("length", ["-1", "+5", "0x10", "1e3", "five", "99999999999999999999999", "5 5", "3, 4", ""])
def test_a_length_that_is_no_number_is_refused(demo, length):
    refused_by_the_library(ask(demo, "POST /api/v1/sessions HTTP/1.1", HOST, f"Content-Length: {length}", body=b"abcde" + SMUGGLED))


@pytest.mark.parametrize(
    "target", ["/%zz", "/%", "/library/%ff%fe", "/library/items/%00", "/..%2f..%2fetc/passwd", "/../../etc/passwd", "//evil.example/",
               "/library/search?q=%ff%fe%00", "/assets/..%2f..%2fsite.json", "/assets/%2e%2e/%2e%2e/stoa.db", "*", "http://evil.example/"])
def test_odd_targets_get_a_clear_answer(demo, target):
    answers = statuses(ask(demo, f"GET {target} HTTP/1.1", HOST, "Connection: close"))
    assert len(answers) == 1 and answers[0] in (200, 303, 400, 404, 421), answers


@pytest.mark.parametrize(
    "request_bytes",
    [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 64, b"GET\r\n\r\n", b"\r\n" * 200, b"GET / HTTP/9.9\r\n\r\n", b"\0" * 4096,
     b"G" * 70000, b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n", b"GET / HTTP/1.1\r\n Host: localhost\r\n\r\n"],
    ids=["tls", "no-target", "empty-lines", "version", "zeros", "endless-method", "no-colon", "folded"])
def test_bytes_that_are_no_request_are_refused(demo, request_bytes):
    answers = statuses(exchange(demo.port, request_bytes, timeout=3, half_close=True))
    assert all(400 <= status < 600 for status in answers), answers


def test_huge_headers_are_refused(demo):
    big = ask(demo, "GET /health/live HTTP/1.1", HOST, "X-Big: " + "a" * 100_000)
    many = ask(demo, "GET /health/live HTTP/1.1", HOST, *(f"X-{n}: {n}" for n in range(20_000)))
    for answer in (big, many):
        assert all(status in (400, 413, 414, 431) for status in statuses(answer)), answer[:200]


def test_a_huge_target_is_refused(demo):
    answers = statuses(ask(demo, f"GET /{'a' * 100_000} HTTP/1.1", HOST))
    assert all(status in (400, 404, 413, 414, 431) for status in answers), answers


def test_a_slow_body_does_not_hold_up_its_neighbours(demo):
    slow = []
    try:
        for _ in range(64):
            connection = socket.create_connection(("127.0.0.1", demo.port), timeout=5)
            connection.sendall(b"POST /api/v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
            slow.append(connection)
        began = time.monotonic()
        for _ in range(20):
            assert Client(demo.url).get("/health/live").status == 200
        assert time.monotonic() - began < 5
    finally:
        for connection in slow:
            connection.close()


def test_a_body_that_ends_early_changes_nothing(demo):
    exchange(demo.port, b"POST /api/v1/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"em",
             timeout=3, half_close=True)


def test_an_unknown_host_is_refused(demo):
    """A page of another name that resolves here must not reach the site."""
    answers = statuses(ask(demo, "GET /library HTTP/1.1", "Host: evil.example", "Connection: close"))
    assert answers and answers[0] in (400, 421), answers


def test_pipelined_requests_are_answered_in_order(demo):
    with socket.create_connection(("127.0.0.1", demo.port), timeout=5) as connection:
        connection.sendall(SMUGGLED + b"GET /nowhere-at-all HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert statuses(receive(connection)) == [200, 404]


def test_the_head_of_a_stream_leaves_nothing_behind(demo):
    """Whatever followed it would be taken for the next answer, behind a proxy for somebody else's."""
    head, _, rest = ask(demo, "HEAD /events HTTP/1.1", HOST).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200") and rest == b""
