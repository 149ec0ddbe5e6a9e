"""The binary's own commands, as an operator types them."""
import contextlib
import json
import os
import pathlib
import socket
import time

import pytest

from harness.client import Client
from harness.raw import receive, statuses
from harness.samples import epub, markdown
from harness.server import Server, run


def lines(result):
    """The JSON lines that an import printed."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_wrong_word_prints_the_usage_and_exits_64():
    for words in (["conquer"], ["import", "library", "--frob"], ["serve", "--frob"], ["import", "kitchen", "x"]):
        result = run(*words)
        assert result.returncode == 64, (words, result)
        assert "usage" in (result.stdout + result.stderr).lower()


@pytest.mark.parametrize("words", [["serve"], ["import", "library"], ["user", "add"], ["migrate"]])
def test_every_command_explains_itself(words):
    result = run(*words, "--help")
    assert result.returncode == 0
    assert "usage: stoa " + words[0] in result.stdout


@pytest.mark.covers("LIB-085", "LIB-092")
def test_import_makes_the_site_and_says_what_became_of_each_file(tmp_path):
    good, bad = tmp_path / "good.md", tmp_path / "bad.epub"
    good.write_bytes(markdown("Quiet Hours", "Four words stand here."))
    bad.write_bytes(b"this is no book")
    result = run("import", "library", good, bad, "--json", data=tmp_path / "site")
    assert result.returncode == 0, result.stderr
    second, first = sorted(lines(result), key=lambda line: line["file"])
    assert first["file"].endswith("good.md") and first["status"] == "ok" and first["sections"] >= 1 and first["words"] >= 4
    assert second["file"].endswith("bad.epub") and second["status"] == "refused" and len(second["reason"]) > 10
    assert {"file", "status", "item", "sections", "words", "reason"} >= set(first) | set(second)


def test_import_without_json_prints_one_line_a_file(tmp_path):
    files = [tmp_path / f"{name}.md" for name in ("one", "two", "thr\nee\u2028\x1b[31m")]
    for file in files:
        file.write_bytes(markdown(file.stem.title()))
    result = run("import", "library", *files, data=tmp_path / "site")
    assert result.returncode == 0
    assert len(result.stdout.splitlines()) == 3, "a line break in a name is shown, not obeyed"
    assert "thr?ee??[31m.md" in result.stdout


def test_import_that_could_not_run_at_all_fails(tmp_path):
    (tmp_path / "site").write_text("a file stands where the site should be")
    result = run("import", "library", tmp_path / "x.md", data=tmp_path / "site")
    assert result.returncode not in (0, 64)
    assert result.stderr.strip()


@pytest.mark.parametrize("name", ["-rf.md", "a b;rm -rf $HOME.md", "naïve “book”.md", "line\nbreak.md", "'quote'.md", ".md", "x" * 200 + ".md"])
def test_files_with_hostile_names_are_only_names(tmp_path, name):
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / name).write_bytes(markdown("Named Oddly"))
    result = run("import", "library", "--json", folder / name, data=tmp_path / "site")
    assert result.returncode == 0, result.stderr
    (line,) = lines(result)
    assert line["status"] == "ok", line
    assert os.listdir(folder) == [name]


def test_import_works_beside_a_running_server(server, tmp_path):
    book = tmp_path / "beside.epub"
    book.write_bytes(epub("Beside the Server", [("One", "<p>A heron stood in the reeds.</p>")]))
    result = run("import", "library", book, "--json", data=server.folder)
    assert result.returncode == 0, result.stderr
    assert lines(result)[0]["status"] == "ok"
    assert "Beside the Server" in server.titles()
    found = Client(server.url).get("/api/v1/library/search?q=heron").json()
    assert "Beside the Server" in json.dumps(found)


def test_one_file_twice_is_one_item(server, tmp_path):
    book = tmp_path / "once.md"
    book.write_bytes(markdown("Only Once", "A singular text."))
    first, second = (lines(run("import", "library", book, "--json", data=server.folder))[0] for _ in range(2))
    assert first["status"] == "ok"
    assert second["status"] == "refused" and second["reason"], second
    assert [item["title"] for item in Client(server.url).every("/api/v1/library/items")] == ["Only Once"]


def test_a_second_server_on_the_same_site_is_refused(server):
    result = run("serve", "--port", "0", data=server.folder)
    assert result.returncode not in (0, 64)
    assert "running" in result.stderr.lower() or "use" in result.stderr.lower()
    assert Client(server.url).get("/health/live").status == 200


@pytest.mark.covers("CORE-049")
def test_plain_http_to_other_machines_is_refused(tmp_path):
    result = run("serve", "--address", "0.0.0.0", "--port", "0", data=tmp_path / "site", timeout=30)
    assert result.returncode not in (0, None)
    assert "--tls-cert" in result.stderr and "--behind-proxy" in result.stderr


def test_a_demo_site_refuses_other_addresses(tmp_path):
    with Server(tmp_path / "site", demo=True):
        pass
    result = run("serve", "--address", "0.0.0.0", "--behind-proxy", "--port", "0", data=tmp_path / "site", timeout=30)
    assert result.returncode != 0
    assert "demo" in result.stderr.lower()


def test_the_first_start_without_an_owner_prints_a_link_that_works_once(tmp_path):
    with Server(tmp_path / "site") as server:
        text = "".join(server.printed)
        end = time.monotonic() + 5
        while "/setup" not in text and time.monotonic() < end:
            time.sleep(0.05)
            text = "".join(server.printed)
        link = next(word for word in text.split() if word.startswith(server.url) and len(word) > len(server.url) + 10)
        page = Client(server.url).get(link.removeprefix(server.url))
        assert page.status == 200 and 'type="password"' in page.text


def processor_ticks(server):
    """How many hundredths of a second the server has computed."""
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) + int(fields[12])


def test_sigterm_finishes_running_requests(server):
    """Passwords are still being checked when the signal comes; everybody gets an answer all the same."""
    body = json.dumps({"email": server.OWNER_EMAIL, "password": server.OWNER_PASSWORD}).encode()
    request = (f"POST /api/v1/sessions HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Type: application/json\r\n"
               f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n").encode() + body
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=15)) for _ in range(4)]
        before = processor_ticks(server)
        for connection in connections:
            connection.sendall(request)
        # However busy the machine is, the first password is being checked by now, which takes longer.
        while processor_ticks(server) - before < 3:
            time.sleep(0.005)
        assert server.stop() == 0
        answers = [statuses(receive(connection)) for connection in connections]
        # On a busy machine one that was still waiting for its turn is told that the server ends; what had begun is finished.
        assert all(answer in ([201], [503]) for answer in answers) and [201] in answers, answers


def test_a_site_survives_a_restart(server, tmp_path):
    book = tmp_path / "stays.md"
    book.write_bytes(markdown("It Stays"))
    run("import", "library", book, data=server.folder)
    assert server.stop() == 0
    server.start()
    assert server.titles() == {"It Stays"}
