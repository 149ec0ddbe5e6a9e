"""Files that are damaged, dishonest or hostile: each is refused in words that help, or tamed, and nothing else changes."""
import io
import os
import pathlib
import time
import zipfile

import pytest

from harness import samples
from harness.client import Client
from harness.uploads import UPLOADS, hand_in, publish, published

ENCRYPTION = """<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
<enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>
<enc:CipherData><enc:CipherReference URI="OEBPS/c0.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>"""


def truncated_epub():
    whole = samples.epub("Torn", [("One", "<p>half of</p>" * 500)])
    return whole[: len(whole) // 2]


def empty_zip():
    packed = io.BytesIO()
    zipfile.ZipFile(packed, "w").close()
    return packed.getvalue()


REFUSED = {
    "damaged.epub": truncated_epub,
    "garbage.epub": lambda: os.urandom(4096),
    "empty.epub": lambda: b"",
    "empty.md": lambda: b"",
    "blank.txt": lambda: b" \n\t\n" * 50,
    "empty-archive.epub": empty_zip,
    "locked.epub": lambda: samples.epub("Locked", [("One", "<p>secret</p>")], extra={"META-INF/encryption.xml": ENCRYPTION}),
    "text-called.pdf": lambda: b"This is not a PDF, whatever its name says.",
    "zip-called.docx": lambda: samples.epub("An EPUB", [("One", "<p>words</p>")]),
    "header-only.pdf": lambda: b"%PDF-1.7\n",
    "noise.mp3": lambda: b"\x7fELF" + os.urandom(4096),
    "program.exe": lambda: b"MZ" + b"\0" * 2048,
    "bomb.epub": samples.zip_bomb_epub,
}


@pytest.mark.covers("LIB-090", "LIB-092", "CORE-050")
@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_cannot_be_read_is_refused_with_a_reason(owner, server, name):
    outcome = hand_in(owner, name, REFUSED[name]())
    assert outcome["status"] == "refused", outcome
    assert len(outcome["reason"].split()) >= 4, outcome
    assert not server.titles()
    assert server.process.poll() is None
    assert not leftovers(server), "a refused file leaves nothing behind"


def leftovers(server, within=30):
    """Files in the media folder, which holds what items are made of, once what is no longer needed has had time to go."""
    end = time.monotonic() + within
    while (found := [path for path in (server.folder / "media").rglob("*") if path.is_file() and path.name not in ("lock", "site.id")]) and time.monotonic() < end:
        time.sleep(0.1)
    return found


def reader_html(client, item):
    """What the reader is given for an item, all sections together."""
    publication = item["publication"]
    sections = client.get(f"/api/v1/publications/{publication}").json()["sections"]
    pages = [client.get(f"/api/v1/publications/{publication}/sections/{number}") for number in range(len(sections))]
    assert all(page.status == 200 for page in pages)
    return "".join(page.json()["html"] for page in pages)


@pytest.mark.covers("CORE-050")
def test_scripts_in_a_book_do_not_reach_the_reader(owner):
    html = reader_html(owner, published(owner, "scripts.epub", samples.script_epub()))
    assert "calm text" in html
    for evil in ("<script", "onclick", "onerror", "javascript:", "evil.example", "<iframe", "steal"):
        assert evil not in html.lower(), evil


@pytest.mark.covers("CORE-050")
def test_an_entity_cannot_fetch_a_file_of_the_machine(owner):
    outcome = hand_in(owner, "reach.epub", samples.outside_entity_epub())
    if outcome["status"] == "done":
        publish(owner, outcome["item"])
        assert "root:" not in reader_html(owner, owner.get(f"/api/v1/library/items/{outcome['item']}").json())


@pytest.mark.covers("CORE-050")
def test_entities_that_grow_a_billionfold_stay_small(owner, server):
    outcome = hand_in(owner, "laughs.epub", samples.entity_bomb_epub())
    assert outcome["status"] == "refused" or outcome["words"] < 1000, outcome
    assert server.peak_kilobytes() < 400_000


@pytest.mark.covers("CORE-050")
def test_an_archive_cannot_write_above_its_folder(owner):
    mark = pathlib.Path("/tmp/stoa-was-here")
    mark.unlink(missing_ok=True)
    hand_in(owner, "climber.epub", samples.path_traversal_epub())
    assert not mark.exists()


@pytest.mark.parametrize("name", ["../../../../etc/cron.d/evil.md", "..\\..\\evil.md", "C:\\evil.md", "evil\0.md", "a\u202egpj.md", "x" * 300 + ".md"])
def test_a_hostile_file_name_is_only_a_name(owner, server, name):
    before = set(os.listdir(server.folder))
    outcome = hand_in(owner, name.replace('"', ""), samples.markdown("Innocent", "A text under a strange name."))
    assert set(os.listdir(server.folder)) == before
    if outcome["status"] == "done":
        publish(owner, outcome["item"])
        assert server.titles() == {"Innocent"}


@pytest.mark.covers("LIB-090")
def test_a_file_over_the_limit_is_refused_before_it_is_sent(owner, server):
    from harness.raw import exchange, statuses

    head = (f"POST {UPLOADS} HTTP/1.1\r\nHost: localhost:{server.port}\r\nAuthorization: Bearer {owner.bearer}\r\n"
            f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {1 << 40}\r\n\r\n").encode()
    answer = exchange(server.port, head, timeout=5)
    assert statuses(answer)[:1] == [413], answer[:300]


def test_one_file_twice_is_refused_the_second_time(owner, server):
    book = samples.markdown("Unique", "There is but one.")
    assert published(owner, "unique.md", book)["title"] == "Unique"
    second = hand_in(owner, "again.md", book)
    assert second["status"] == "refused" and "Unique" in second["reason"]
    assert server.titles() == {"Unique"}


def test_two_uploads_of_one_file_at_once_make_one_item(owner, server):
    import threading

    book = samples.long_markdown("Twins", 5, 2000)
    outcomes = []
    threads = [threading.Thread(target=lambda: outcomes.append(hand_in(owner, "twin.md", book))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcome["status"] == "refused" for outcome in outcomes) == [False, True], outcomes
    publish(owner, next(outcome["item"] for outcome in outcomes if outcome["status"] == "done"))
    assert len(Client(server.url).every("/api/v1/library/items")) == 1


def test_a_large_upload_does_not_sit_in_memory(owner, server):
    """Forty megabytes of text that is no book: kept on disk while it comes, refused at its end."""
    before = server.peak_kilobytes()
    hand_in(owner, "large.pdf", b"%PDF-1.7\n" + os.urandom(1 << 20) * 40)
    assert server.peak_kilobytes() - before < 30_000
