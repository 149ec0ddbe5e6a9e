"""Large bodies from people who may not send them: refused by their header, before a byte is kept."""
import socket

import pytest

from harness.client import Client
from harness.raw import receive, statuses
from harness.uploads import UPLOADS

PART = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n' + b"a" * 200_000


def begin(server, path, *headers):
    """Sends the head of an upload and its first bytes; answers what comes back, and what lies in the folder for uploads then."""
    lines = [f"POST {path} HTTP/1.1", f"Host: localhost:{server.port}", "Content-Type: multipart/form-data; boundary=x", *headers]
    lines.append(f"Content-Length: {400 << 20}")
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        try:
            connection.sendall(PART)
        except OSError:
            pass  # Refused already.
        received = receive(connection)
    return received, list((server.folder / "tmp").glob("upload-*"))


@pytest.mark.covers("CORE-050")
@pytest.mark.parametrize("path", [UPLOADS, "/admin/library/uploads", "/admin/library/items/1/file", "/account/picture"])
def test_made_up_credentials_send_no_large_body(server, path):
    for made_up in ("Cookie: x=y", "Cookie: __Host-session=" + "A" * 43, "Authorization: Bearer " + "A" * 43, "Authorization: Basic eDp5"):
        received, files = begin(server, path, made_up)
        assert statuses(received)[0] in (401, 404), received[:300]
        assert b"X-Content-Type-Options" in received
        assert not files


@pytest.mark.covers("CORE-050", "LIB-012")
def test_a_member_without_the_permission_sends_no_large_body_either(demo, cast):
    member = Client(demo.url).sign_in(cast["member"]["email"], cast["member"]["password"])
    received, files = begin(demo, UPLOADS, f"Authorization: Bearer {member.bearer}")
    assert statuses(received) == [404] and b"not-found" in received, received[:300]
    assert not files


def test_a_page_of_another_site_sends_no_large_body(server, owner):
    received, files = begin(server, UPLOADS, "Origin: https://evil.example", "Cookie: x=y")
    assert statuses(received) == [403], received[:300]
    assert not files
