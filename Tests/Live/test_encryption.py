"""TLS by Stoa itself, and behind a proxy that ends it."""
import http.client
import socket
import ssl

import pytest

from harness.certificate import self_signed
from harness.client import Client
from harness.server import Server


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return self_signed(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def encrypted(certificate, tmp_path_factory):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        plain = free.getsockname()[1]
    site = tmp_path_factory.mktemp("encrypted") / "site"
    with Server(site, *certificate.options, "--redirect-port", str(plain), owner=True) as server:
        server.plain_port = plain
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
    with Server(tmp_path / "site", "--behind-proxy", owner=True) as server:
        plain = Client(server.url).get("/library", X_Forwarded_Proto="http", X_Forwarded_For="192.0.2.7")
        assert plain.status in (301, 308) and plain.headers["Location"].startswith("https://")
        assert Client(server.url).get("/library", X_Forwarded_Proto="https", X_Forwarded_For="192.0.2.7").status == 200
