"""Every character of the Basic Multilingual Plane through every search there is, as whole requests: none of them breaks one."""
import contextlib
import http.client
import json
import queue
import threading
import unicodedata
import urllib.parse

import pytest

from harness import postgres
from harness.client import Client
from harness.samples import markdown
from harness.server import Server
from harness.share import has_turn
from harness.uploads import published

BIBLE = """<?xml version="1.0" encoding="UTF-8"?>
<osis xmlns="http://www.bibletechnologies.net/2003/OSIS/namespace"><osisText osisIDWork="Test" xml:lang="en"><header>
<work osisWork="Test"><title>A Small Bible</title></work></header>
<div type="book" osisID="John"><chapter osisID="John.3"><verse osisID="John.3.16">In the beginning was the lamp.</verse></chapter></div>
</osisText></osis>"""

# Answers for programs, which have no limit of length: they are asked for everything.
CALLS = [
    "/api/v1/library/search?q={}", "/api/v1/library/search?q={}&typing=true&facets=true", "/library/suggest?q={}", "/api/v1/volunteers/search?q={}",
    "/volunteers/search/suggestions?q={}", "/volunteers/similar?title={}", "/api/v1/publications/1/search?q={}",
]
# Whole pages and lists, which take 200 characters at a time, a third of them in an ordinary run. Of the large blocks in which all characters are
# alike they are asked for every fourth.
PAGES = [
    "/library/search?q={}", "/opds/search?q={}", "/volunteers/search?q={}", "/help?q={}", "/library/bible/concordance?q={}", "/admin/people?q={}",
    "/api/v1/people?q={}", "/admin/log?q={}", "/admin/errors?q={}", "/admin/texts?language=sv&q={}", "/admin/moderation/words?q={}",
]
ALIKE = [range(0x3400, 0x4DC0), range(0x4E00, 0xA000), range(0xAC00, 0xD7A4), range(0xE000, 0xF900)]

PLANE = [chr(number) for number in range(1, 0x10000) if not 0xD800 <= number < 0xE000]
SAMPLE = [character for character in PLANE if ord(character) % 4 == 0 or not any(ord(character) in block for block in ALIKE)]
# What queries, tables, addresses and markup are written with, and what changes how its neighbours read: asked for alone, too.
MEANINGFUL = [
    character for character in PLANE
    if ord(character) < 0x180 or unicodedata.category(character) in ("Cf", "Zs", "Zl", "Zp", "Pi", "Pf") or ord(character) >= 0xFFF0
]


def lines(characters, words):
    """Everything in lines of so many words of a dozen characters."""
    dozens = ["".join(characters[at:at + 12]) for at in range(0, len(characters), 12)]
    return [" ".join(dozens[at:at + words]) for at in range(0, len(dozens), words)]


class Askers:
    """Connections that stay open, each asking one thing after the other."""

    def __init__(self, server, bearer, count=4):
        self.server, self.bearer, self.count = server, bearer, count

    def ask(self, questions):
        """Asks (place, words) each; answers those that were not answered well."""
        work, wrong = queue.SimpleQueue(), []
        for question in questions:
            work.put(question)

        def run():
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
            with contextlib.closing(connection), contextlib.suppress(queue.Empty):
                while True:
                    place, words = work.get_nowait()
                    if fault := self.fault(connection, place, words):
                        wrong.append((place, words, fault))
                        connection.close()

        threads = [threading.Thread(target=run) for _ in range(self.count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return wrong

    def fault(self, connection, place, words):
        path = place.format(urllib.parse.quote(words, safe=""))
        try:
            connection.request("GET", path, headers={"Authorization": f"Bearer {self.bearer}", "Host": f"localhost:{self.server.port}"})
            answer = connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            return repr(error)
        if answer.status != 200:
            return f"{answer.status} {body[:200]}"
        with contextlib.suppress(ValueError):
            if "json" in answer.headers["Content-Type"]:
                json.loads(body)
            body.decode()
            return None
        return f"no {answer.headers['Content-Type']}: {body[:200]}"

    def blame(self, place, words):
        """The shortest part of the words that is answered badly too."""
        while len(words) > 1:
            half = len(words) // 2
            for part in (words[:half], words[half:]):
                if self.ask([(place, part)]):
                    words = part
                    break
            else:
                break
        return f"{place} {[f'U+{ord(character):04X}' for character in words[:20]]}"


@pytest.mark.covers("LIB-030", "CORE-050")
@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_no_character_breaks_a_search(tmp_path, engine):
    folder = tmp_path / "site"
    with contextlib.ExitStack() as stack:
        if engine == "postgres":
            folder.mkdir()
            (folder / "site.json").write_text(json.dumps({"database": stack.enter_context(postgres.database())}))
        server = stack.enter_context(Server(folder, owner=True))
        owner = Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
        published(owner, "plane.md", markdown("Every Script", "a lamp ďábel Ångström สวัสดี 你好 안녕 שלום مرحبا"))
        published(owner, "small.osis.xml", BIBLE.encode())
        askers = Askers(server, owner.bearer)
        assert not askers.ask([(place, "lamp") for place in CALLS + PAGES])
        questions = [(place, words) for place in CALLS for words in lines(PLANE, 50)]
        questions += [(place, words) for place in filter(has_turn, PAGES) for words in lines(SAMPLE, 15)]
        questions += [(place, character) for place in (CALLS[1], CALLS[3]) for character in MEANINGFUL]
        wrong = askers.ask(questions)
        if wrong:
            blamed = {askers.blame(place, words): fault for place, words, fault in wrong[:3]}
            raise AssertionError(f"{len(wrong)} of {len(questions)}: {blamed}")
        assert '"request.failed"' not in server.log and server.process.poll() is None
        # Bytes that are no character at all are refused by the same word everywhere.
        for place in CALLS + PAGES:
            for wrong_bytes in ("%ED%A0%80", "%00", "%C0%80", "%FF", "%F4%90%80%80"):
                assert owner.get(place.format(wrong_bytes)).status == 400, (place, wrong_bytes)
