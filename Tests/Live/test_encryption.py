"""TLS by Stoa itself, and behind a proxy that ends it."""
import contextlib
import http.client
import socket
import ssl
import subprocess
import time

import pytest

from harness.certificate import self_signed
from harness.client import Client
from harness.raw import answers, exchange
from harness.server import Server, run


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return self_signed(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def encrypted(certificate, tmp_path_factory):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        plain = free.getsockname()[1]
    site = tmp_path_factory.mktemp("encrypted") / "site"
    with Server(site, *certificate.options, "--redirect-port", str(plain), "--host", "books.example", owner=True) as server:
        server.plain_port = plain
        server.chain = certificate.chain
        server.trust = ssl.create_default_context(cafile=certificate.chain)
        yield server


def ask(server, method, path, body=None, headers=None):
    connection = http.client.HTTPSConnection("localhost", server.port, context=server.trust, timeout=10)
    connection.request(method, path, body, headers or {})
    return connection.getresponse()


@pytest.mark.covers("CORE-049")
def test_pages_come_over_tls(encrypted):
    answer = ask(encrypted, "GET", "/library")
    assert answer.status == 200
    assert "max-age" in answer.headers["Strict-Transport-Security"]


@pytest.mark.covers("CORE-049")
def test_plain_http_is_redirected(encrypted):
    connection = http.client.HTTPConnection("localhost", encrypted.plain_port, timeout=10)
    connection.request("GET", "/library/books?sort=title")
    answer = connection.getresponse()
    assert answer.status in (301, 308)
    assert answer.headers["Location"].startswith("https://localhost") and answer.headers["Location"].endswith("/library/books?sort=title")


@pytest.mark.covers("CORE-049")
def test_old_protocol_versions_are_refused(encrypted):
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.set_ciphers("ALL:@SECLEVEL=0")
    old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    with socket.create_connection(("localhost", encrypted.port), timeout=10) as plain, pytest.raises((ssl.SSLError, ConnectionResetError)):
        old.wrap_socket(plain)


@pytest.mark.covers("CORE-014", "CORE-049")
def test_the_session_cookie_is_for_this_host_and_encrypted_only(encrypted):
    body = f"email={Server.OWNER_EMAIL}&password={Server.OWNER_PASSWORD}"
    answer = ask(encrypted, "POST", "/account/sign-in", body, {
        "Content-Type": "application/x-www-form-urlencoded", "Origin": f"https://localhost:{encrypted.port}"})
    assert answer.status == 303
    cookie = next(line for line in answer.headers.get_all("Set-Cookie") if line.startswith("__Host-") and "Max-Age=0" not in line)
    for word in ("Secure", "HttpOnly", "SameSite=", "Path=/"):
        assert word in cookie
    assert "Expires" not in cookie and "Max-Age" not in cookie, "without “Keep me signed in” the session ends with the browser"


@pytest.mark.covers("CORE-049")
def test_a_proxy_that_was_asked_in_plain_http_gets_a_redirect(tmp_path):
    with Server(tmp_path / "site", "--behind-proxy", "--host", "library.example", owner=True) as server:
        plain = Client(server.url).get("/library", X_Forwarded_Proto="http", X_Forwarded_For="192.0.2.7")
        assert plain.status in (301, 308) and plain.headers["Location"].startswith("https://")
        assert Client(server.url).get("/library", X_Forwarded_Proto="https", X_Forwarded_For="192.0.2.7").status == 200
        for name, status in (("library.example", 200), ("evil.example", 400)):
            assert Client(server.url).get("/library", Host=name, X_Forwarded_Proto="https").status == status


@pytest.mark.covers("CORE-049")
def test_a_site_that_knows_no_name_is_not_served_to_other_machines(tmp_path):
    with Server(tmp_path / "site", owner=True):
        pass
    refused = run("serve", "--behind-proxy", "--port", "0", data=tmp_path / "site", timeout=30)
    assert refused.returncode == 1 and "--host" in refused.stderr and "remembers" in refused.stderr
    # A new site learns its name on the set-up page.
    with Server(tmp_path / "new", "--behind-proxy") as server:
        assert Client(server.url).get("/health/live").status == 200


def raw(server, *pieces):
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    with contextlib.suppress(OSError):
        for piece in pieces:
            connection.sendall(piece)
    return connection


def client_hello():
    outgoing = ssl.MemoryBIO()
    with contextlib.suppress(ssl.SSLWantReadError):
        ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname="localhost").do_handshake()
    return outgoing.read()


def rest(connection):
    """What still comes until the server closes; a time-out fails the test."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := connection.recv(65536):
            received += piece
    connection.close()
    return received


HEALTH = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.covers("CORE-049")
@pytest.mark.parametrize(
    "pieces", [[HEALTH], [b"\x16\x03\x01\xff\xff" + b"x" * 70_000], [b"\0" * 70_000], [b"\x15\x03\x01\x00\x02\x01\x00" * 1000],
               [b"\x16\x03\x01\x00\x00" * 10_000], [(b"\x16\x03\x01\x40\x00\x01\x01\xff\xfc\x03\x03" + b"a" * 16_378) * 8],
               [b"\x80\x2e\x01\x00\x02" + b"\0" * 44]],
    ids=["plain-http", "long-record", "zeros", "alerts", "empty-records", "endless-hello", "sslv2"])
def test_bytes_that_are_no_handshake_end_the_connection_without_an_answer(encrypted, pieces):
    assert b"HTTP/" not in rest(raw(encrypted, *pieces))
    assert ask(encrypted, "GET", "/health/live").status == 200


@pytest.mark.covers("CORE-049")
def test_garbage_inside_a_handshake_ends_it(encrypted):
    assert b"HTTP/" not in rest(raw(encrypted, client_hello(), b"\x17\x03\x03\xff\xff" + b"x" * 70_000))


@pytest.mark.covers("CORE-049")
@pytest.mark.parametrize("suite", ["ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES128-CCM", "ECDHE-ECDSA-AES128-SHA256", "aNULL", "AES128-SHA"])
def test_weak_suites_are_refused(encrypted, suite):
    weak = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    weak.check_hostname, weak.verify_mode, weak.maximum_version = False, ssl.CERT_NONE, ssl.TLSVersion.TLSv1_2
    weak.set_ciphers(f"{suite}:@SECLEVEL=0")
    with socket.create_connection(("localhost", encrypted.port), timeout=10) as plain, pytest.raises((ssl.SSLError, ConnectionResetError)):
        weak.wrap_socket(plain)


@pytest.mark.covers("CORE-049")
@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
@pytest.mark.parametrize("name", [None, "localhost", "evil.example", "x" * 60 + ".example"])
def test_strong_suites_are_taken_under_any_name_and_nothing_is_resumed(encrypted, version, name):
    """The certificate is one for all names; which names the site answers to, `Host` decides."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.minimum_version = context.maximum_version = version
    session = None
    for _ in range(2):
        with context.wrap_socket(raw(encrypted), server_hostname=name, session=session) as connection:
            connection.sendall(HEALTH)
            assert connection.recv(20).startswith(b"HTTP/1.1 200")
            assert connection.cipher()[0] in ("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256") or \
                connection.cipher()[0].startswith("ECDHE-")
            assert not connection.session_reused and not (connection.session and connection.session.has_ticket)
            session = connection.session


@pytest.mark.covers("CORE-049")
def test_a_body_that_ends_without_its_rest_is_not_taken(encrypted):
    connection = encrypted.trust.wrap_socket(raw(encrypted), server_hostname="localhost")
    connection.sendall(b"POST /account/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                       b"Content-Length: 100\r\n\r\nemail=")
    # Without the close_notify that would say that this was all.
    socket.socket.shutdown(connection, socket.SHUT_WR)
    assert b"HTTP/" not in rest(connection)


@pytest.mark.covers("CORE-049")
def test_another_handshake_inside_a_connection_is_refused(encrypted):
    command = ["openssl", "s_client", "-tls1_2", "-connect", f"localhost:{encrypted.port}", "-CAfile", encrypted.chain]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as client:
        for line in client.stdout:
            if b"Verify return code" in line:
                break
        client.stdin.write(b"R\n")
        client.stdin.flush()
        # It ends when the server closes; a second handshake would show the certificate again.
        said = client.stdout.read()
        assert b"RENEGOTIATING" in said and b"depth=" not in said


@pytest.mark.covers("CORE-049")
def test_handshakes_that_stop_half_way_count_for_their_address_and_are_cut(encrypted):
    hello = client_hello()
    began = time.monotonic()
    held = [raw(encrypted, piece) for piece in [b"", hello[:100], hello] + [hello[:50]] * 260]
    # Those beyond the 256 of one address were closed at once; another address is served meanwhile.
    with socket.create_connection(("127.0.0.1", encrypted.port), timeout=10, source_address=("127.0.0.2", 0)) as plain:
        with encrypted.trust.wrap_socket(plain, server_hostname="localhost") as other:
            other.sendall(HEALTH)
            assert other.recv(20).startswith(b"HTTP/1.1 200")
    assert b"HTTP/" not in rest(held[-1])
    assert time.monotonic() - began < 9, "before any of the others was cut for being slow"
    for connection in held[:-1]:
        rest(connection)
    assert ask(encrypted, "GET", "/health/live").status == 200


@pytest.mark.covers("CORE-049")
def test_the_redirect_port_answers_every_plain_request_with_the_place_or_a_refusal(encrypted):
    for request, status in [(b"GET /a?b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 308),
                            (b"POST /a?b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 600000000\r\n\r\n", 308),
                            (b"GET /a?b HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n", 400),
                            (b"GET /a HTTP/1.1\nHost: localhost\n\n", 400), (b"GET /a HTTP/1.1\r\nHost: local\thost\r\n\r\n", 400),
                            (b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400)]:
        [(answered, headers, _)] = answers(exchange(encrypted.plain_port, request))
        assert answered == status
        assert status != 308 or headers["location"] == f"https://localhost:{encrypted.port}/a?b"
    assert b"308" not in exchange(encrypted.plain_port, client_hello(), timeout=1)
