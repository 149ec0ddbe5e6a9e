"""What can be asked: every address of the sources with the methods that the running server takes there, and what is known to go into it."""
import functools
import html
import json
import re
import urllib.parse
from collections import defaultdict
from dataclasses import dataclass, field

from harness.forms import forms
from harness.server import ROOT

PATH = re.compile(r'Path\(\s*"(/[^"\\]*)"((?:,\s*[\w.]+\.self)*)')
QUERY = re.compile(r'query(?:\.(?:int|chosen|all|after|limit))?[\[(]"([\w.-]+)"')
CODE = re.compile(r'"([a-z][a-z0-9]*(?:[.-][a-z0-9]+)*)"')
HREF = re.compile(rb'<(?:a|form|button|link|img|source|audio|input)\b[^>]*?\b(?:href|action|formaction|src)="(/[^"]*)"', re.IGNORECASE)
CURSOR = re.compile(rb'(?:[?&;]after=|"next":")([A-Za-z0-9_-]{8,})')
ID = re.compile(rb'"id":(\d+)')


@dataclass
class Route:
    method: str
    pattern: str
    # Whether each placeholder takes words; the others take numbers.
    words: tuple
    # Names that its queries were seen with or are described with.
    query: set = field(default_factory=set)
    # The schema of its JSON body.
    schema: dict | None = None

    @property
    def name(self):
        return f"{self.method} {self.pattern}"

    @property
    def takes_json(self):
        return self.pattern.startswith("/api/")


def _sources():
    for folder in ("Kernel", "Apps", "Server"):
        for file in sorted((ROOT / "Sources" / folder).rglob("*.swift")):
            yield file.read_text()


class Known:
    """Everything that a run knows about the site: it grows by looking at answers."""

    most = 40

    def __init__(self):
        text = "\n".join(_sources())
        self.patterns = {}
        for pattern, types in PATH.findall(text):
            self.patterns[pattern] = tuple(kind.strip().removesuffix(".self") in ("String", "RestOfPath", "FeedList", "CoverSize") for kind in types.split(",")[1:])
        self.names = sorted(set(QUERY.findall(text)) | {"after", "limit", "q", "offset", "page", "sort"})
        self.codes = set(CODE.findall(text))
        self.routes, self.schemas = [], {}
        self.ids = defaultdict(list)
        self.queries = defaultdict(set)
        self.fields = {}
        self.cursors = []
        # Of each list the cursors that it gave out.
        self.lists = defaultdict(list)
        # The same links stand on every page, so few addresses are new.
        self.match = functools.lru_cache(maxsize=4096)(self._match)
        self._matchers = [
            (pattern, re.compile("".join("(.+)" if part.endswith("...}") else "([^/?]+)" if part.startswith("{") else re.escape(part)
                                         for part in re.split(r"(\{[^}]*\})", pattern)) + "$"))
            for pattern in sorted(self.patterns, key=lambda each: (each.count("{"), each))]

    def ask(self, wire, description):
        """Learns from the server which methods each address takes, and from its description of the API what goes in."""
        self.schemas = description.get("components", {}).get("schemas", {})
        for pattern, words in sorted(self.patterns.items()):
            target = re.sub(r"\{[^}]*\}", "1", pattern)
            reply = wire.ask(f"OPTIONS {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            for method in reply.headers.get("allow", "").replace(" ", "").split(","):
                if method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
                    self.routes.append(self._described(Route(method, pattern, words), description))

    def _described(self, route, description):
        operation = description["paths"].get(route.pattern, {}).get(route.method.lower(), {})
        route.query = {each["name"] for each in operation.get("parameters", []) if each.get("in") == "query"}
        route.schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        return route

    def _match(self, path):
        """The pattern of an address and what stands in its places."""
        for pattern, matcher in self._matchers:
            if found := matcher.match(path):
                return pattern, found.groups()
        return None, ()

    def learn(self, reply, path):
        """Takes addresses, ids, cursors and forms out of an answer. Answers the links."""
        for cursor in CURSOR.findall(reply.body):
            self._keep(self.cursors, cursor)
            self._keep(self.lists[self.match(path.partition("?")[0])[0]], cursor)
        if reply.type.startswith("application/json") or "problem" in reply.type:
            for number in ID.findall(reply.body)[:20]:
                self._keep(self.ids["id"], number)
            return []
        if not reply.type.startswith(("text/html", "application/atom")):
            return []
        links = []
        for link in dict.fromkeys(HREF.findall(reply.body)):
            address = urllib.parse.urlsplit(html.unescape(link.decode("utf-8", "replace")))
            pattern, captures = self.match(address.path)
            if pattern is None:
                continue
            for name, value in zip(re.findall(r"\{(\w+)", pattern), captures):
                self._keep(self.ids[name], value.encode())
            for name, value in urllib.parse.parse_qsl(address.query, keep_blank_values=True):
                self.queries[pattern].add((name, value))
            links.append(address.path + (f"?{address.query}" if address.query else ""))
        if reply.type.startswith("text/html"):
            for form in forms(reply.body.decode("utf-8", "replace"), path):
                self._keep_form(form)
        return links

    def _keep_form(self, form):
        pattern, _ = self.match(urllib.parse.urlsplit(form.action).path)
        if pattern is None:
            return
        kept = self.fields.setdefault((form.method.upper(), pattern), {})
        for each in form.fields:
            kept[each.name] = each
            if form.method == "get":
                self.queries[pattern].add((each.name, each.value))

    def _keep(self, pool, value):
        if value not in pool:
            pool.append(value)
            if len(pool) > self.most:
                # The first ones made the site; the last ones are what runs now.
                pool.pop(self.most // 2)

    def resolved(self, schema):
        while "$ref" in schema:
            schema = self.schemas.get(schema["$ref"].rpartition("/")[2], {})
        return schema

    def example(self, schema, depth=0):
        """A value of a schema, as plain as can be."""
        schema = self.resolved(schema or {})
        for several in ("allOf", "oneOf", "anyOf"):
            if several in schema:
                return self.example(schema[several][0], depth + 1)
        if "enum" in schema:
            return schema["enum"][0]
        kind = schema.get("type")
        kind = next((each for each in kind if each != "null"), None) if isinstance(kind, list) else kind
        if kind == "array":
            return [self.example(schema.get("items"), depth + 1)] if depth < 5 else []
        if kind == "object" or "properties" in schema:
            return {name: self.example(each, depth + 1) for name, each in schema.get("properties", {}).items()} if depth < 5 else {}
        return {"integer": 1, "number": 1, "boolean": True}.get(kind, "A few words")


def description(wire):
    return json.loads(wire.ask(b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n").body)
