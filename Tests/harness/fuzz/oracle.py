"""What no answer may be, and what no process may do, whatever was sent."""
import json
import pathlib
import re

LEAK = re.compile(
    rb"DatabaseError|SQLITE_|sqlite3?_|fts5:|PGRES|relation \"|syntax error at|violates |fatalError|Swift runtime|\.swift:\d|Traceback|invalid byte sequence|DecodingError|NSCocoa|"
    rb"SELECT [a-z(]|INSERT INTO|/tmp/|stoa\.db")
CODE = re.compile(r"[a-z][a-z0-9]*(?:[.-][a-z0-9]+)*$")
SAFE = {"x-content-type-options": "nosniff", "referrer-policy": "same-origin", "cross-origin-opener-policy": "same-origin", "content-security-policy": None}


def faults(reply, wish, codes):
    """What is wrong with an answer, each in words that are the same for the same fault."""
    found, headers = [], reply.headers
    # What belongs to others may be out of reach: the run gives providers addresses that lead nowhere.
    outside = "/account/with/" in wish.route and "retry-after" in headers
    if reply.status == 503 and outside:
        return []
    if reply.status >= 500 and not (reply.status == 501 and wish.method not in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")):
        found.append(f"status {reply.status}")
    if not 200 <= reply.status < 600:
        found.append(f"no status: {reply.status}")
    missing = [name for name, value in SAFE.items() if headers.get(name) is None or value and headers[name] != value]
    if missing:
        found.append(f"without {', '.join(missing)}")
    place = headers.get("location")
    if place is not None and (not place.startswith("/") or place.startswith("//") or "\\" in place) and "/account/with/" not in wish.route:
        found.append(f"leads to {place[:80]}")
    if wish.method == "HEAD" or reply.status in (204, 304):
        return found
    if reply.status >= 400:
        found += _refusal(reply, wish, codes)
        if leaked := LEAK.search(reply.body):
            if leaked[0] not in wish.bytes:
                found.append(f"says {leaked[0].decode()}")
    elif reply.type.startswith("application/json"):
        try:
            json.loads(reply.body)
        except ValueError:
            found.append("JSON that is none")
    elif reply.type.startswith("text/html"):
        try:
            reply.body.decode()
        except UnicodeDecodeError:
            found.append("a page that is no UTF-8")
    return found


def _refusal(reply, wish, codes):
    if reply.type.startswith("text/html"):
        return [] if b"<h1" in reply.body else ["a refusal without a heading"]
    if reply.type.startswith("application/opds-authentication+json") and reply.status == 401:
        # What reading apps are told instead (Authentication for OPDS 1.0).
        return []
    if not reply.type.startswith("application/problem+json"):
        return [f"a refusal as {reply.type or 'nothing'}"]
    try:
        problem = json.loads(reply.body)
    except ValueError:
        return ["a problem that is no JSON"]
    wrong = [name for name in ("code", "detail", "title", "request") if not isinstance(problem.get(name), str) or not problem[name]]
    if wrong:
        return [f"a problem without {', '.join(wrong)}"]
    if problem.get("status") != reply.status:
        return [f"a problem of status {problem.get('status')} in an answer of {reply.status}"]
    return [] if CODE.match(problem["code"]) and problem["code"] in codes else [f"the unknown code {problem['code']}"]


def measured(server, wire):
    """Kilobytes in RAM, kilobytes that the program itself asked for and has not let go of, and open descriptors."""
    folder = pathlib.Path(f"/proc/{server.process.pid}")
    resident = int(re.search(r"VmRSS:\s+(\d+)", (folder / "status").read_text())[1])
    told = wire.ask(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").body
    allocated = float(re.search(rb"^stoa_memory_allocated_bytes (\S+)$", told, re.MULTILINE)[1])
    return resident, int(allocated) >> 10, len(list((folder / "fd").iterdir()))


def cause(log, reply):
    """Why a request failed, from the log, by the id in its answer."""
    found = re.search(rb'"request":"([\w-]+)"', reply.body) or re.search(rb"\b(\w{6}-\w+)\b", reply.body)
    if found:
        for line in log.splitlines():
            if found[1].decode() in line and '"cause"' in line:
                return json.loads(line).get("cause", "")
    return ""
