"""The description of the API is complete and true: schemathesis asks every operation as everybody, with every check.

What only the site can know (real ids, an order of days, whose session may end) is in harness/openapi_hooks.py.
"""
import json
import os
import subprocess

import pytest

from harness.client import Client
from harness.rounds import IS_FULL_LENGTH, ROUNDS, seed
from harness.samples import markdown
from harness.server import ROOT, Server
from harness.uploads import published

# The faults run sets 300; every other run is as short as it can be and still sees each operation in every phase.
EXAMPLES = max(2, ROUNDS // 10)
# As whom every way of being malformed is tried: a guest is refused before anything is read, and what a moderator may do an owner may, too. The
# faults run tries it as everybody.
COVERED = ("guest", "member", "moderator", "owner") if IS_FULL_LENGTH else ("member", "owner")
PROGRAM = ROOT / ".build/venv/bin/schemathesis"
HOOKS = ROOT / "Tests/harness/openapi_hooks.py"

# Placeholders of addresses for which there is something real; the others meet numbers that are made up.
IN_ADDRESSES = ("item", "publication", "section", "app", "person", "post")
# Answers to a right request beside those of schemathesis: 415 is said of a file by its content, which no schema of a form describes.
ACCEPTED = ["2xx", "3xx", "401", "403", "404", "409", "415", "429"]
# Answers to a wrong one: 413, 414 and 431 are said of what is too long to be held against a schema at all.
REFUSED = ["400", "401", "403", "404", "405", "406", "409", "413", "414", "415", "422", "428", "429", "431"]


def filled(server, people):
    """Something real behind each address: a book, requests for help, people, a category, the keys of a browser."""
    owner = Client(server.url).sign_in(people["owner"]["email"], people["owner"]["password"])
    item = published(owner, "words.md", markdown("A book of words", "Some words about bees.", "More words about honey."))
    astrid = Client(server.url).sign_in(people["astrid"]["email"], people["astrid"]["password"])
    return {
        "item": item["id"], "publication": item["publication"], "section": 0, "app": "volunteers",
        "person": astrid.get("/api/v1/session").json()["person"], "post": astrid.get("/api/v1/volunteers/own").json()["items"][0]["id"],
        "category": astrid.get("/api/v1/volunteers/categories").json()[0]["id"],
    }


def configuration(folder, known):
    """Schemathesis's own settings, with real ids for the addresses."""
    parameters = "\n".join(f'"path.{name}" = {json.dumps(known[name])}' for name in IN_ADDRESSES)
    path = folder / "schemathesis.toml"
    path.write_text(f"""
hooks = {json.dumps(str(HOOKS))}
continue-on-failure = true
[parameters]
{parameters}
[checks.positive_data_acceptance]
expected-statuses = {json.dumps(ACCEPTED)}
[checks.negative_data_rejection]
expected-statuses = {json.dumps(REFUSED)}
[phases.coverage]
# QUERY is not among them: the server does not know it and says so with 501, as RFC 9110 §9.1 has it.
unexpected-methods = ["DELETE", "GET", "PATCH", "POST", "PUT", "TRACE"]
# Its calls with a key count as wrong ones once the key is made one of its own (see the hooks); what it refuses is tested by ChapterPictureTests.
[[operations]]
include-path = "/api/v1/stories/chapters/{{chapter}}/pictures"
[operations.phases.coverage]
enabled = false
[generation]
database = "none"
# No text of JSON or of an address holds U+0000; that all of them are refused is tested by test_bad_requests and test_hostile_text.
allow-x00 = false
# Each call has the credentials of the person whose turn it is; a made-up cookie beside them would prove nothing.
with-security-parameters = false
""")
    return path


def measures(server, tokens):
    """What this person may have counted; nothing of people who may not."""
    client = Client(server.url)
    client.bearer = tokens[0] if tokens else None
    answer = client.get("/api/v1/statistics/measures")
    return [measure["id"] for measure in answer.json()] if answer.status == 200 else []


@pytest.mark.covers("CORE-055")
@pytest.mark.parametrize("who", ["guest", "member", "moderator", "owner"])
def test_the_description_is_true_for(who, tmp_path, cast):
    start = seed("STOA_SEED")
    no_files = tmp_path / "nothing"
    no_files.mkdir()
    with Server(tmp_path / "site", "--demo", "--demo-files", str(no_files)) as server:
        known = filled(server, cast)
        # Ending the session that asks would end the run: those calls use up sessions of their own.
        tokens = [] if who == "guest" else [Client(server.url).sign_in(cast[who]["email"], cast[who]["password"]).bearer for _ in range(4)]
        known["measures"] = measures(server, tokens)
        line = [
            PROGRAM, "--config-file", configuration(tmp_path, known), "run", f"{server.url}/api/v1/openapi.json", "--checks", "all",
            "--max-examples", EXAMPLES, "--seed", start, "--no-color", "--warnings", "off",
            "--phases", "examples,coverage,fuzzing,stateful" if who in COVERED else "examples,fuzzing,stateful",
            *(["--header", f"Authorization: Bearer {tokens[0]}"] if tokens else [])]
        print(f"seed {start}")
        ran = subprocess.run(
            [str(word) for word in line], capture_output=True, text=True, timeout=3000, cwd=tmp_path,
            env=os.environ | {"STOA_KNOWN": json.dumps(known), "STOA_TOKENS": " ".join(tokens[1:])})
        assert ran.returncode == 0, f"repeat with STOA_SEED={start}\n{ran.stdout[-30000:]}{ran.stderr[-4000:]}"
        assert '"request.failed"' not in server.log, server.log[-4000:]
