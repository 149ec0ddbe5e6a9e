"""One request after the other: a route, somebody who asks, and mostly one thing that is wrong."""
import re
import urllib.parse

from harness.fuzz import bodies, cursors, values
from harness.fuzz.wire import Wish

# What changes how the whole site behaves, or makes it reach out to other machines: sent at the end of a run, when nothing comes after it.
LAST = re.compile(r"POST /admin/(sign-in/|settings|opening-hours|mail|texts|terms/)|POST /account/with/|GET /account/with/")
# Each of these takes a hundred times as long as others (a password is hashed, a file converted, a page printed, a copy of the site made).
SLOW = re.compile(r"\.pdf$|/admin/backups|/uploads$|/exports$|/sign-in$|/register$|/password$|/confirm$|/sessions$|/picture$|/admin/people/new|/forgotten$|POST /admin/log/archive|/file$")

ANY = ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Referer", "User-Agent", "X-Request-ID", "Last-Event-ID", "If-None-Match", "If-Match", "Range", "If-Range",
       "Accept-Language", "Accept-Encoding", "Accept", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Origin", "Authorization", "Cookie", "Idempotency-Key", "DNT", "Sec-GPC", "Prefer",
       "Content-Encoding", "X-HTTP-Method-Override", "Traceparent", "Upgrade", "TE", "If-Modified-Since", "If-Unmodified-Since", "Cache-Control", "Expect"]
SAID = {
    "Range": ["bytes=0-", "bytes=-1", "bytes=5-1", "bytes=0-0,2-3", "bytes=9223372036854775807-", "bytes=-9223372036854775808", "bytes=0-18446744073709551616", "bytes=a-b", "items=0-1",
              "bytes=", "bytes=0-," + "0-1," * 300],
    "If-None-Match": ["*", '"a"', 'W/"a"', '"', '"a","b"', "a" * 3000, '"' + "a" * 40 + '"'],
    "If-Modified-Since": ["Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 99 Nov 9999 99:99:99 GMT", "0", "Fri, 31 Dec 99999 23:59:59 GMT", "Sunday, 06-Nov-94 08:49:37 GMT"],
    "Accept-Language": ["sv", "en;q=0", "*", "sv;q=9e999", "x" * 500, "sv," * 200, "sv-Latn-SE-x-private", "en;q=NaN", "\xff", "sw;q=1.0000, bem;q=-1"],
    "Accept-Encoding": ["gzip", "gzip;q=0", "br, gzip", "identity;q=0", "*;q=0", "gzip;q=1e400", "gzip," * 100],
    "Accept": ["text/html", "application/json", "*/*", "text/html;q=0", "a/b;q=x", "application/xml", "text/*;q=NaN", "," * 200, "text/event-stream"],
    "Origin": ["null", "http://evil.example", "http://localhost", "http://localhost:99999", "", "\xff"], "Sec-Fetch-Site": ["cross-site", "same-site", "none", "same-origin", "x"],
    "Authorization": ["Bearer", "Bearer ", "Bearer x", "Basic", "Basic !!!", "Basic Og==", "Basic " + "YTph" * 200, "Digest x", "Bearer " + "a" * 2000, "Basic //86//8="],
    "Content-Encoding": ["gzip", "identity", "x"], "Expect": ["100-continue"], "Last-Event-ID": ["0", "-1", "9223372036854775807", "9223372036854775808", "x", "1e9"],
    "X-Forwarded-For": ["127.0.0.1", "::1", "1.2.3.4, 5.6.7.8", "[::1]:80", "unknown", "999.1.1.1", "::ffff:1.2.3.4", "1" * 300], "X-Forwarded-Proto": ["https", "http", "ftp", ""]}
COOKIES = ["session", "language", "theme", "pending", "flash", "reader", "device", "known", "tour", "library", "x"]
# Bytes; what the server refuses begins a little above both together.
MOST_TARGET, MOST_HEADERS = 8300, 5000
KINDS = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=" + "x" * 71, "text/plain",
         "text/xml", "application/json; charset=utf-16", "application/octet-stream", "application/merge-patch+json", "", ";", "a/b; c=\"", "APPLICATION/JSON", "application/x-www-form-urlencoded;charset=x"]


class Grammar:
    """Makes requests for one client. The same `rng` and the same answers make the same requests."""

    def __init__(self, rng, known, port, scheme="http"):
        self.rng, self.known = rng, known
        self.host = f"localhost:{port}".encode()
        self.origin = f"{scheme}://localhost:{port}".encode()
        usual = [route for route in known.routes if not LAST.search(route.name)]
        self.last = [route for route in known.routes if LAST.search(route.name)]
        self.quick = [route for route in usual if not SLOW.search(route.name)]
        self.slow = [route for route in usual if SLOW.search(route.name)]
        self.weights = [self.weight(route) for route in self.quick]
        self.count = 0

    def weight(self, route):
        """The more there is to fill in, the more often: a search is asked more than a page that takes nothing."""
        named = route.query | {name for name, _ in self.known.queries.get(route.pattern, ())}
        fields = self.known.fields.get((route.method, route.pattern), ())
        body = self.known.resolved(route.schema or {}).get("properties", ())
        return 1 + min(6, len(named)) + (5 if "q" in named else 0) + (3 if route.pattern in self.known.lists else 0) + min(6, len(fields) + len(body))

    def route(self, is_last):
        if is_last:
            return self.rng.choice(self.last)
        if self.rng.random() < 0.02:
            return self.rng.choice(self.slow)
        return self.rng.choices(self.quick, self.weights)[0]

    def wish(self, route, credentials):
        """A request to a route by somebody with these header fields."""
        rng = self.rng
        self.count += 1
        method = route.method if rng.random() < 0.97 else rng.choice(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "HEAD"])
        path, query = self.path(route), self.query(route)
        wish = Wish(method, path + (b"?" + query if query else b""), route=route.name)
        wish.headers = [(b"Host", self.host), (b"Accept", b"application/json" if route.takes_json else b"text/html"), *credentials]
        if method not in ("GET", "HEAD", "OPTIONS"):
            wish.headers.append((b"Origin", self.origin))
            self.fill(wish, route)
        self.headers(wish, route)
        # A line of a request that breaks in the middle is no target at all; that has tests of its own (Live/test_malformed.py).
        wish.target = re.sub(rb"[\x00-\x20\x7f]", lambda found: b"%%%02X" % found[0][0], wish.target)
        # What is too much for any server has tests of its own (Live/test_malformed.py).
        if len(wish.target) > MOST_TARGET:
            wish.target = wish.target[:MOST_TARGET].rstrip(b"%0123456789ABCDEFabcdef&=?") or b"/"
        while sum(len(name) + len(value) for name, value in wish.headers) > MOST_HEADERS:
            wish.headers.pop()
        return wish

    def path(self, route):
        rng, kinds = self.rng, iter(route.words)

        def place(found):
            name, is_text = found[1].removesuffix("..."), next(kinds, True)
            chance = rng.random()
            pool = self.known.ids.get(name) or ([] if is_text else self.known.ids.get("id")) or []
            if pool and chance < 0.8:
                return urllib.parse.quote(rng.choice(pool), safe="").encode()
            if chance < 0.93 and not is_text:
                return values.escaped(rng, values.number(rng)) or b"0"
            return values.escaped(rng, values.text(rng)) or b"-"

        parts = re.split(r"(\{[^}]*\})", route.pattern)
        made = b"".join(place(re.match(r"\{(.*)\}", part)) if part.startswith("{") else part.encode() for part in parts)
        if rng.random() < 0.01:
            made = rng.choice([made + b"/", b"/" + made, made + b"//", made.upper(), made + b"/x", made.replace(b"/", b"//"), made + b"%00", made + b";x=y"])
        return made.replace(b" ", b"%20").replace(b"#", b"%23")

    def query(self, route):
        rng = self.rng
        seen = sorted(self.known.queries.get(route.pattern, ()))
        pairs = []
        if route.method != "GET" and rng.random() < 0.9:
            return b""
        if seen and rng.random() < 0.6:
            pairs += rng.sample(seen, min(len(seen), rng.randrange(1, 4)))
        names = sorted({name for name, _ in seen} | route.query) or ["q"]
        for _ in range(rng.choice([0, 0, 1, 1, 1, 2, 3])):
            name = "q" if "q" in names and rng.random() < 0.4 else rng.choice(names) if rng.random() < 0.8 else rng.choice(self.known.names) if rng.random() < 0.8 else values.text(rng, 20)
            pairs.append((name, values.number(rng) if rng.random() < 0.3 else values.text(rng)))
        made = [urllib.parse.quote(name, safe="").encode() + b"=" + values.escaped(rng, value) for name, value in pairs]
        own = self.known.lists.get(route.pattern)
        if own and rng.random() < 0.5 or "after" in names and rng.random() < 0.4 or rng.random() < 0.03:
            made.append(b"after=" + cursors.cursor(rng, own if own and rng.random() < 0.8 else self.known.cursors))
        if made and rng.random() < 0.05:
            made += [rng.choice(made)] * rng.choice([1, 3, 100])
        if made and rng.random() < 0.03:
            made.append(rng.choice([b"&&&", b"=", b"a", b"[]=1", b"a[b]=c", b"%", b"?", b"a=b=c"]))
        return b"&".join(made).replace(b" ", b"+").replace(b"#", b"%23")

    def fill(self, wish, route):
        rng = self.rng
        if route.takes_json and not route.pattern.endswith("/uploads"):
            kind, wish.body = b"application/json", bodies.json_body(rng, self.known.example(route.schema))
        else:
            fields = self.known.fields.get((route.method, route.pattern), {})
            pairs = bodies.filled(rng, fields, self.count)
            takes_files = SLOW.search(route.name) or any(each.type == "file" for each in fields.values())
            if takes_files and rng.random() < 0.7 or rng.random() < 0.05:
                edge, wish.body = bodies.parts_body(rng, pairs, bool(takes_files))
                kind = b'multipart/form-data; boundary="' + edge + b'"'
            else:
                kind, wish.body = b"application/x-www-form-urlencoded", bodies.form_body(rng, pairs)
        if rng.random() < 0.03:
            kind = rng.choice(KINDS).encode()
        if kind and rng.random() < 0.98:
            wish.headers.append((b"Content-Type", kind))

    def headers(self, wish, route):
        rng = self.rng
        if wish.method not in ("GET", "HEAD") and route.takes_json and rng.random() < 0.1:
            wish.headers.append((b"Idempotency-Key", rng.choice([b"one", b"two", b"three", b"", b"k" * 201, str(self.count).encode()])))
        while rng.random() < 0.15:
            name = rng.choice(ANY)
            value = rng.choice(SAID.get(name, ["x"])) if rng.random() < 0.7 else values.text(rng, 100)
            if name == "Cookie":
                value = "; ".join(f"{rng.choice(['__Host-', ''])}{rng.choice(COOKIES)}={urllib.parse.quote(values.text(rng, 60), safe='%')}" for _ in range(rng.randrange(1, 4)))
            words = value.encode("utf-8", "replace") if rng.random() < 0.8 else value.encode("latin-1", "replace")
            wish.headers.append((name.encode(), re.sub(rb"[\x00\r\n]", b"", words)[:4000]))
