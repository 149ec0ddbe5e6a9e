"""A small HTTP client: one connection per request, cookies kept by hand because Python drops `__Host-` ones on HTTP."""
import contextlib
import http.client
import json
import urllib.parse
import uuid
from dataclasses import dataclass


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self):
        return self.body.decode()

    def json(self):
        return json.loads(self.body)

    @property
    def problem(self):
        """The stable code of a problem document."""
        assert self.headers["Content-Type"].startswith("application/problem+json"), self.headers["Content-Type"]
        return self.json()["code"]


class Client:
    def __init__(self, url, origin=None):
        self.address = urllib.parse.urlsplit(url).netloc
        self.origin = origin if origin is not None else url
        self.cookies = {}
        self.bearer = None

    def send(self, method, path, body=None, headers=None, timeout=60):
        """One request, redirects not followed."""
        sent = {"Host": self.address}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if self.bearer:
            sent["Authorization"] = f"Bearer {self.bearer}"
        if method not in ("GET", "HEAD", "OPTIONS") and self.origin:
            sent["Origin"] = self.origin
        connection = http.client.HTTPConnection(self.address, timeout=timeout)
        try:
            # Who refuses a body answers before all of it was sent.
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                connection.request(method, path, body=body, headers=sent | (headers or {}))
            if connection.sock is None:
                raise ConnectionResetError("nobody took the request")
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        finally:
            connection.close()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            if not value or "max-age=0" in cookie.lower():
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = value
        return answer

    def get(self, path, **headers):
        return self.send("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post_form(self, path, fields):
        return self.send(
            "POST", path, urllib.parse.urlencode(fields, doseq=True).encode(), {"Content-Type": "application/x-www-form-urlencoded"})

    def post_json(self, path, value, **headers):
        return self.send("POST", path, json.dumps(value).encode(), {"Content-Type": "application/json"} | headers)

    def upload(self, path, name, content, fields=None, field="file", content_type="application/octet-stream"):
        """A multipart form with one file. `name` goes out as it is, hostile or not."""
        return self.upload_all(path, [(name, content)], fields, field, content_type)

    def upload_all(self, path, files, fields=None, field="file", content_type="application/octet-stream", timeout=60, **headers):
        """A multipart form with files, each a name and its content."""
        edge = uuid.uuid4().hex.encode()
        parts = []
        for key, value in (fields or {}).items():
            parts.append(b'Content-Disposition: form-data; name="%s"\r\n\r\n%s' % (key.encode(), str(value).encode()))
        for name, content in files:
            head = f'Content-Disposition: form-data; name="{field}"; filename="{name}"\r\nContent-Type: {content_type}\r\n\r\n'
            parts.append(head.encode() + content)
        body = b"".join(b"--" + edge + b"\r\n" + part + b"\r\n" for part in parts) + b"--" + edge + b"--\r\n"
        return self.send("POST", path, body, {"Content-Type": f"multipart/form-data; boundary={edge.decode()}"} | headers, timeout)

    def sign_in(self, email, password):
        """Takes a bearer token; later requests carry it."""
        answer = self.post_json("/api/v1/sessions", {"email": email, "password": password})
        assert answer.status == 201, (answer.status, answer.body[:500])
        self.bearer = answer.json()["token"]
        return self

    def every(self, path):
        """All members of a list, page after page."""
        found, after = [], None
        while True:
            query = {"limit": 100} | ({"after": after} if after else {})
            joint = "&" if "?" in path else "?"
            answer = self.get(path + joint + urllib.parse.urlencode(query))
            assert answer.status == 200, (answer.status, answer.body[:500])
            page = answer.json()
            found += page["items"]
            after = page.get("next")
            if not after:
                return found
