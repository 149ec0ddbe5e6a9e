"""Writes hostile words into every form and every operation of the API, as everybody who can reach them."""
import collections
import itertools
import json
import re
import urllib.parse

from harness import hostile
from harness.client import Client
from harness.crawl import several, signed_in
from harness.forms import forms
from harness.hostile import FORMULAS, Texts

STARTS = {
    "astrid": ["/volunteers", "/account", "/help/support"], "member": ["/", "/account", "/account/security", "/volunteers"],
    "moderator": ["/admin", "/admin/moderation/words"], "librarian": ["/admin"], "owner": ["/", "/account", "/admin"],
    "guest": ["/", "/library", "/account/register", "/account/forgotten", "/library/search?q=x"],
}


class Sweep:
    """One site, its people, what was sent to it, and what was wrong with the answers.

    Each form is filled in so many times; the fourth tries formulas.
    """

    def __init__(self, url, cast, texts, turns=4):
        self.url, self.texts, self.turns = url, texts, turns
        self.host = url.removeprefix("http://")
        self.people = {who: Client(url) if who == "guest" else signed_in(url, cast[who]) for who in STARTS}
        self.wrong, self.seen = [], set()
        # Where marked words were shown, by the place with its numbers taken out; and which of them.
        self.places, self.shown = collections.Counter(), set()
        self.answers = collections.Counter()
        self._addresses = itertools.count(1)

    def check(self, answer, where):
        """What every answer to hostile words must hold, whether it takes them or not."""
        self.answers[answer.status] += 1
        place = answer.headers.get("Location")
        if answer.status >= 500:
            self.wrong.append(f"{where}: {answer.status} {answer.body[:200]}")
        if place is not None and (not place.startswith("/") or place.startswith("//") or "\\" in place):
            self.wrong.append(f"{where}: leads to {place}")
        if any("stoaxss" in name.lower() or name.lower() == "bcc" for name in answer.headers):
            self.wrong.append(f"{where}: a header of the text's own: {answer.headers}")
        if (answer.headers["Content-Type"] or "").startswith("text/html"):
            self.wrong += [f"{where}: {planted}" for planted in hostile.planted(answer.text, self.host)]
            self.compare(hostile.shown(answer.text), where)

    def compare(self, shown, where):
        """Each text that is shown is what was sent."""
        self.wrong += [f"{where}: {mark} was {sent!r} and is {got!r}" for mark, sent, got in self.texts.changed(shown)]
        found = {mark for mark, _ in Texts.MARKED.findall(shown)}
        self.shown |= found
        if found:
            self.places[re.sub(r"\d+", "{}", where)] += len(found)

    # Forms.

    def write(self, who):
        """Fills in every kind of form on every kind of page that this person can reach, where nobody before did."""
        client = self.people[who]
        for path in several(client, STARTS[who], of_each=1):
            for form in forms(client.get(path, Accept="text/html").text, path):
                # A button that only acts, such as the one that signs out, has nothing to be filled in; its key alone is no field of its own.
                if {field.name for field in form.fields} - {"submission"} and form.kind not in self.seen:
                    self.seen.add(form.kind)
                    self.fill(client, form, path, f"{who} {path}")

    def fill(self, client, form, path, where):
        free = [field for field in form.fields if field.is_free]
        for turn in range(self.turns if free else 0):
            words = {field.name: self.words(field, turn) for field in free}
            if not self.send(client, form, words, path, where) and len(words) > 1:
                # One of them was refused; the others are to be seen by themselves too.
                for name in words:
                    self.send(client, form, {name: words[name]}, path, where)
        for field in form.fields:
            # With a wrong key a form is what it is without one, and does what its button says.
            if not field.is_free and field.type not in ("file", "password") and field.name != "submission":
                self.send(client, form, {field.name: self.texts.short(90)}, path, where)

    def words(self, field, turn):
        tries_formulas = turn == 3
        if field.type == "textarea" and not tries_formulas:
            return self.texts.long(field.room)
        if tries_formulas and field.room > 60:
            formula = FORMULAS[len(self.texts.sent) % len(FORMULAS)]
            return self.texts.marked(formula, head=formula)
        return self.texts.short(field.room)

    def send(self, client, form, words, path, where):
        """Sends a form once; says whether it was taken."""
        fields = form.innocent(number=next(self._addresses)) | words
        where = f"{where}: {form.method} {form.action} {sorted(words)}"
        if "language" in words:
            # A language's tag has no case (RFC 5646 §2.1.1).
            self.texts.fold(words["language"])
        if form.action.startswith("/admin/stories/tags") or "tags" in words:
            for text in words.values():
                self.texts.key(text)
        for name in {"tags", "without", "synonyms"} & set(words):
            # These separate tags, each of which is shown by itself.
            if any(separator in words[name] for separator in ",;、،"):
                self.texts.forget(words[name])
        if "host" in words and form.action.startswith("/admin/mail"):
            # The name of a host is kept as its resolution has it (UTS #46): some letters are others there.
            self.texts.forget(words["host"])
        if form.method == "get":
            answer = client.get(f"{form.action.partition('?')[0]}?{urllib.parse.urlencode(fields, doseq=True)}", Accept="text/html")
            self.check(answer, where)
            return answer.status == 200
        answer = client.send("POST", form.action, urllib.parse.urlencode(fields, doseq=True).encode(), {
            "Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"}, timeout=20)
        if form.action.startswith(("/admin/moderation/words", "/admin/cafeteria")):
            # The filter's own words have no case, and neither have those by which the menu is searched on the device.
            for text in words.values():
                self.texts.fold(text)
        self.check(answer, where)
        if answer.status == 200:
            self.confirm(client, answer.text, words, where)
        elif answer.status == 303:
            # The next turn may replace what was kept, so it is looked at now; and it may have to name the version that it replaces.
            page = client.get(path, Accept="text/html")
            self.check(page, f"{where}, kept")
            form.fields = next((again.fields for again in forms(page.text, path) if again.kind == form.kind), form.fields)
        elif not re.search(r'role="alert"|class="[^"]*(alert|error|problem)', answer.text):
            self.wrong.append(f"{where}: {answer.status} without a reason")
        return answer.status < 400

    def confirm(self, client, page, words, where):
        """A second page that shows what was written and asks whether that is right."""
        for form in forms(page, ""):
            kept = {field.name for field in form.fields if field.type == "hidden"}
            if form.action and set(words) & kept and not any(field.is_free for field in form.fields):
                self.check(client.post_form(form.action, form.innocent()), f"{where}, confirmed")
                return

    # The API.

    def call(self):
        """Every operation of the API that takes JSON, with hostile words for each text in turn."""
        description = Client(self.url).get("/api/v1/openapi.json").json()
        schemas = description["components"]["schemas"]
        self._lift_bans()
        known = {"post": self._own_post(), "conversation": self._conversation()}
        bodies = {"/api/v1/moderation/reports": {"kind": "volunteers.post", "id": 2}}
        for path, operations in description["paths"].items():
            for method, operation in operations.items():
                schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
                who = staff(path) or "astrid"
                place = re.sub(r"\{(\w+)\}", lambda found: str(known.get(found[1], 1)), path)
                if schema is not None:
                    self.fill_json(who, method.upper(), place, resolved(schema, schemas), schemas, bodies.get(path, {}))
        for path in description["paths"]:
            place = re.sub(r"\{(\w+)\}", lambda found: str(known.get(found[1], 1)), path)
            who = staff(path) or "astrid"
            self.check_json(self.people[who].get(place), f"{who} GET {place}")

    def _lift_bans(self):
        """The forms of moderators ban whoever their page happens to be about; what follows is called by people who may."""
        owner = self.people["owner"]
        for person in owner.get("/api/v1/people?standing=banned").json()["people"]:
            for app in person["closedApps"]:
                assert owner.send("DELETE", f"/api/v1/people/{person['id']}/bans/{app}", None, {}).status == 204

    def _own_post(self):
        return self._first("/api/v1/volunteers/own")

    def _conversation(self):
        return self._first("/api/v1/messages/conversations")

    def _first(self, path):
        answer = self.people["astrid"].get(path)
        assert answer.status == 200, (path, answer.status, answer.text)
        return answer.json()["items"][0]["id"]

    def fill_json(self, who, method, place, schema, schemas, known):
        plain = example(schema, schemas) | known
        needed = {name: plain[name] for name in schema.get("required", [])}
        for name in [name for name, value in plain.items() if isinstance(value, str)] or ["text"]:
            for words in (self.texts.long(700), self.texts.short(200), self.texts.short(60)):
                body = json.dumps(needed | {name: words}).encode()
                answer = self.people[who].send(method, place, body, {"Content-Type": "application/json", "Accept": "application/json"}, timeout=20)
                self.check_json(answer, f"{who} {method} {place} {name}")

    def check_json(self, answer, where):
        self.check(answer, where)
        if answer.status >= 400:
            problem = answer.json() if answer.headers["Content-Type"].startswith("application/problem+json") else {}
            if not problem.get("code") or not problem.get("detail"):
                self.wrong.append(f"{where}: {answer.status} is no clear problem: {answer.body[:200]}")
        elif answer.body:
            self.compare("\n".join(hostile.strings(answer.json())), where)


def staff(path):
    """Whoever may do what others may not."""
    return "owner" if "/people" in path and "volunteers" not in path or "/library/items" in path else "moderator" if "/moderation/cases" in path else None


def resolved(schema, schemas):
    """The schema itself, of what may be null as well the other half."""
    schema = schema["anyOf"][0] if "anyOf" in schema else schema
    return schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def example(schema, schemas):
    """An object of a schema, as plain as can be."""
    def value(of):
        of = resolved(of, schemas)
        if "enum" in of:
            return of["enum"][0]
        return {"integer": 1, "number": 1, "boolean": True, "array": [], "object": example(of, schemas)}.get(of.get("type"), "A few words")

    return {name: value(of) for name, of in schema.get("properties", {}).items()}
