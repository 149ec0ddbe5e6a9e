"""Handing a file in as staff do, and waiting for what becomes of it."""
import time

UPLOADS = "/api/v1/library/uploads"


def hand_in(client, name, content, **fields):
    """Uploads one file and waits. Answers the outcome: {status, item, reason, …}, or the problem that refused it at the door."""
    answer = client.upload(UPLOADS, name, content, fields=fields)
    if answer.status >= 400:
        return answer.json() | {"status": "refused", "reason": answer.json()["detail"]}
    assert answer.status in (201, 202), (answer.status, answer.body[:500])
    return finished(client, answer.json()["id"])


def finished(client, upload, within=60):
    end = time.monotonic() + within
    while True:
        outcome = client.get(f"{UPLOADS}/{upload}").json()
        if outcome["status"] not in ("waiting", "running"):
            return outcome
        assert time.monotonic() < end, outcome
        time.sleep(0.05)
