"""Behind a proxy: what libmicrohttpd itself would refuse in a garbled way never comes that far, and nothing slips through between the two."""
import pytest

from harness.client import Client
from harness.proxy import Proxy
from harness.raw import answers, exchange
from harness.server import Server

HOST = b"Host: localhost\r\n"
SMUGGLED = b"GET /health/live HTTP/1.1\r\n" + HOST + b"\r\n"
POST = b"POST /api/v1/sessions HTTP/1.1\r\n" + HOST


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("proxied")
    with Server(folder / "site", "--behind-proxy", "--host", "library.example", owner=True) as server, Proxy(folder, server.port) as proxy:
        yield server, proxy


@pytest.mark.parametrize(
    "request_bytes",
    [POST + b"Content-Length: five\r\n\r\nabcde", POST + b"Content-Length: -1\r\n\r\n", POST + b"Content-Length: +5\r\n\r\nabcde",
     POST + b"Content-Length: 99999999999999999999999\r\n\r\nabcde", POST + b"Content-Length: 3, 4\r\n\r\nabcd",
     POST + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", b"GET /health/live\0/more HTTP/1.1\r\n" + HOST + b"\r\n",
     b"GET /health/live HTTP/1.1\r\n" + HOST + b"X: a\0b\r\n\r\n", b"GET /health/live HTTP/1.1\r\n" + HOST + b"No colon\r\n\r\n",
     b"GET /health/live HTTP/1.1\r\n" + HOST + b"X : a\r\n\r\n", b"GET /health/live\r\n\r\n",
     b"GET /health/live HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 100_000 + b"\r\n\r\n", b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
     POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", POST + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n"],
    ids=["length-word", "length-negative", "length-plus", "length-huge", "length-list", "two-lengths", "nul-in-the-target", "nul", "no-colon",
         "space-before-colon", "no-version", "long-field", "long-target", "unknown-coding", "bad-chunk"])
def test_the_proxy_gives_one_well_formed_refusal(site, request_bytes):
    server, proxy = site
    found = answers(exchange(proxy.port, request_bytes + SMUGGLED, timeout=5))
    assert found[0][0] in (400, 411, 414, 431, 501), found
    # Both agree where the refused one ends, so another after it is the next one and no more.
    assert [status for status, _, _ in found[1:]] in ([], [200])


def test_a_request_that_is_right_comes_through(site):
    server, proxy = site
    assert Client(f"http://localhost:{proxy.port}").get("/library").status == 200
