"""Web Push, read by an implementation that nobody here wrote (http_ece), with a browser's own keys."""
import base64
import http.server
import json
import os
import threading
import time

import http_ece
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

from harness.client import Client
from harness.server import Server, run


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key):
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


class PushService:
    """Keeps what is posted and answers 201, or whatever `status` says."""

    def __init__(self):
        self.got = []
        self.status = 201
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.got.append((self.path, dict(self.headers), body))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def wait_for(self, count, within=20):
        end = time.monotonic() + within
        while len(self.got) < count:
            assert time.monotonic() < end, f"{len(self.got)} of {count} messages came"
            time.sleep(0.05)
        return self.got


def claims_of(authorization, site_key):
    """The claims of a VAPID token whose signature holds."""
    fields = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    assert fields["k"] == site_key
    signed, _, signature = fields["t"].rpartition(".")
    raw = unb64(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(site_key))
    try:
        key.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature as error:
        raise AssertionError("the token's signature is wrong") from error
    return json.loads(unb64(signed.split(".")[1]))


@pytest.mark.covers("CORE-023", "CORE-024")
def test_a_notice_reaches_the_browser_that_asked_and_is_read_by_another_implementation(site_folder):
    with PushService() as push:
        site_folder.mkdir(parents=True)
        (site_folder / "site.json").write_text(json.dumps({"push": {"contact": "mailto:webmaster@tests.example", "hosts": [push.host]}}))
        with Server(site_folder, owner=True) as server:
            owner = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
            site_key = owner.get("/api/v1/push/subscriptions").json()["publicKey"]
            browser, secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
            subscription = {
                "endpoint": f"http://{push.host}/device/1", "expirationTime": None,
                "keys": {"p256dh": b64(point(browser.public_key())), "auth": b64(secret)},
            }
            assert owner.post_json("/api/v1/push/subscriptions", subscription).status == 204
            choice = {"kinds": {"help.waiting": ["inbox", "push"]}, "digest": "at-once"}
            changed = owner.send("PUT", "/api/v1/notices/choices", json.dumps(choice).encode(), {"Content-Type": "application/json"})
            assert changed.status == 200 and changed.json()["kinds"]["help.waiting"] == ["inbox", "push"]
            added = run(
                "user", "add", "--email", "ada@tests.example", "--name", "Åda", data=site_folder,
                environment={"STOA_PASSWORD": "nine-olive-trees-9"})
            assert added.returncode == 0, added.stderr
            ada = Client(server.url).sign_in("ada@tests.example", "nine-olive-trees-9")

            asked = ada.post_form("/help/support", {"subject": "Hjälp åt bastun 🛖", "words": "It does not get warm at all."})
            assert asked.status == 303, asked.text
            ((path, headers, body),) = push.wait_for(1)
            assert path == "/device/1" and headers["Content-Encoding"] == "aes128gcm"
            assert int(headers["TTL"]) > 0 and len(headers["Topic"]) <= 32 and len(body) <= 4096
            claims = claims_of(headers["Authorization"], site_key)
            assert claims["aud"] == f"http://{push.host}" and claims["sub"] == "mailto:webmaster@tests.example"
            assert time.time() < claims["exp"] <= time.time() + 86_400
            message = json.loads(http_ece.decrypt(body, private_key=browser, auth_secret=secret, version="aes128gcm"))
            assert "Hjälp åt bastun 🛖" in message["title"] and message["url"].startswith("/account/notices/")
            opened = owner.get(message["url"])
            assert opened.status == 303 and opened.headers["Location"].startswith("/admin/support/")

            # Gone: the device is forgotten, and nothing is sent to it again.
            push.status = 410
            ada.post_form("/help/support", {"subject": "Second", "words": "It does not get warm at all."})
            push.wait_for(2)
            time.sleep(1)
            push.status = 201
            ada.post_form("/help/support", {"subject": "Third", "words": "It does not get warm at all."})
            time.sleep(3)
            assert len(push.got) == 2
