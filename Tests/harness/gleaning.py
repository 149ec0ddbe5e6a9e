"""Looks for hostile words wherever a site shows or hands out what was written: pages, tables, feeds, exports, print, letters."""
import csv
import io
import json
import re
import subprocess
import time
import urllib.parse
import xml.etree.ElementTree as ElementTree
import zipfile

from harness import hostile
from harness.crawl import linked, several
from harness.sweep import STARTS

FILE = re.compile(r"\.(csv|json|xml|zip|atom|pdf)$|^/account/privacy/exports/\d+")
LETTER_HEADS = {
    "to", "from", "subject", "date", "message-id", "mime-version", "content-type", "auto-submitted", "content-language",
    "list-unsubscribe", "list-unsubscribe-post"}
# A number is none; all else that begins so is taken for a formula by one spreadsheet or another.
FORMULA = re.compile(r"[=+@\t\r]|-(?![\d.,]+$)")


class Gleaning:
    """Reads with the eyes of a sweep."""

    def __init__(self, sweep):
        self.sweep = sweep

    def read(self, who):
        """Every page this person can reach, several of each kind, and every file that they link to."""
        client, files = self.sweep.people[who], set()
        for path in several(client, STARTS[who], of_each=4 if who in ("astrid", "owner") else 2):
            answer = client.get(path, Accept="text/html")
            self.sweep.check(answer, f"{who} reads {path}")
            files |= {link for link in linked(answer.text, path) if FILE.search(link.partition("?")[0])}
        # Printing takes its time, the more the longer the log; what is told of a ban has words enough.
        printed = sorted(path for path in files if ".pdf?entity=account.person" in path)[-1:]
        for path in [path for path in sorted(files) if ".pdf" not in path] + printed:
            self.fetch(client, path, f"{who} fetches {path}")

    def fetch(self, client, path, where):
        answer = client.send("GET", path, timeout=60)
        self.sweep.answers[answer.status] += 1
        if answer.status == 429 and answer.headers["Retry-After"]:
            # Large reports are rationed.
            return answer
        if answer.status != 200:
            self.sweep.wrong.append(f"{where}: {answer.status}")
        else:
            self.look_into(answer.headers["Content-Type"] or "", answer.body, where)
        return answer

    def look_into(self, content_type, body, where):
        wrong, compare = self.sweep.wrong.append, self.sweep.compare
        if "csv" in content_type:
            cells = [cell for row in csv.reader(io.StringIO(body.decode("utf-8-sig"), newline="")) for cell in row]
            for cell in cells:
                if FORMULA.match(cell):
                    wrong(f"{where}: a formula {cell[:80]!r}")
                compare("\n".join(hostile.strings(cell)), where)
        elif "json" in content_type:
            compare("\n".join(hostile.strings(json.loads(body))), where)
        elif "xml" in content_type:
            tree = ElementTree.fromstring(body)
            if [node for node in tree.iter() if "stoaxss" in node.tag or any("stoaxss" in name for name in node.attrib)]:
                wrong(f"{where}: an element of the text's own")
            compare("\n".join([*tree.itertext(), *(value for node in tree.iter() for value in node.attrib.values())]), where)
        elif "pdf" in content_type:
            # Print breaks lines where it likes, so only that the words are there is looked at.
            words = subprocess.run(["pdftotext", "-", "-"], input=body, capture_output=True, check=True).stdout.decode()
            if not hostile.Texts.OPENED.search(words):
                wrong(f"{where}: nothing of what was written is printed")
            self.sweep.places[where] += 1
        elif "zip" in content_type:
            with zipfile.ZipFile(io.BytesIO(body)) as archive:
                for name in archive.namelist():
                    if name.startswith("/") or ".." in name or "\\" in name:
                        wrong(f"{where}: holds {name}")
                    if name.endswith(".json"):
                        self.look_into("json", archive.read(name), f"{where}/{name}")
        else:
            wrong(f"{where}: what is {content_type}?")

    def read_feeds(self, most=40):
        """The feeds for reading apps, from their root."""
        client, waiting, seen = self.sweep.people["guest"], ["/opds"], set()
        while waiting and len(seen) < most:
            path = waiting.pop(0)
            if path in seen:
                continue
            seen.add(path)
            body = self.fetch(client, path, f"feed {path}").body
            links = [node.attrib for node in ElementTree.fromstring(body).iter() if node.tag.endswith("}link")]
            waiting += [
                urllib.parse.urljoin(path, link["href"]) for link in links
                if "atom+xml" in link.get("type", "") and urllib.parse.urljoin(path, link["href"]).startswith("/opds")]

    def take_along(self, who, within=30):
        """The copy of somebody's own data."""
        client = self.sweep.people[who]
        asked = client.post_form("/account/privacy/exports", {})
        assert asked.status == 303, asked.text[:500]
        end = time.monotonic() + within
        while not (ready := re.search(r"/account/privacy/exports/\d+", client.get("/account/privacy", Accept="text/html").text)):
            assert time.monotonic() < end, "the copy of the data did not come"
            time.sleep(0.2)
        self.fetch(client, ready[0], f"{who} fetches {ready[0]}")

    def read_letters(self, mail, within=30):
        """Every letter that was waiting, once no more come."""
        letters, end = mail.wait_for(5, within), time.monotonic() + within
        while time.monotonic() < end:
            time.sleep(1)
            if len(mail.letters()) == len(letters):
                break
            letters = mail.letters()
        for letter in letters:
            where = f"letter {letter['Subject']!r} to {letter['To']}"
            if {name.lower() for name in letter.keys()} - LETTER_HEADS or letter.defects or "stoaxss" in letter["To"].lower():
                self.sweep.wrong.append(f"{where}: {letter.keys()} {letter.defects}")
            page = letter.get_body(("html",)).get_content()
            self.sweep.wrong += [f"{where}: {planted}" for planted in hostile.planted(page, self.sweep.host, ours={"style"})]
            for words in (letter["Subject"], hostile.shown(page), letter.get_body(("plain",)).get_content()):
                self.sweep.compare(words, f"letter {letter['To']}")
