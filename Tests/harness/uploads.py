"""Handing a file in as staff do, waiting for what becomes of it, and publishing it."""
import time

UPLOADS = "/api/v1/library/uploads"


def hand_in(client, name, content, **fields):
    """Uploads one file and waits. Answers what became of it: {status, item, reason, …}; `status` is `done` or `refused`."""
    answer = client.upload(UPLOADS, name, content, fields=fields)
    if answer.status >= 400:
        assert answer.status < 500, answer.body[:500]
        return answer.json() | {"status": "refused", "reason": answer.json()["detail"]}
    assert answer.status == 202, (answer.status, answer.body[:500])
    return finished(client, answer.json()["uploads"][0]["id"])


def accepted(client, name, content):
    """Uploads one file; answers the upload's id without waiting."""
    answer = client.upload(UPLOADS, name, content)
    assert answer.status == 202, (answer.status, answer.body[:500])
    return answer.json()["uploads"][0]["id"]


def finished(client, upload, within=60):
    """Waits for an upload. A restarted server may take a moment to pick its work up again."""
    end = time.monotonic() + within
    while True:
        outcome = client.get(f"{UPLOADS}/{upload}").json()
        if outcome["status"] != "waiting":
            return outcome
        assert time.monotonic() < end, outcome
        time.sleep(0.05)


def publish(client, item):
    """Lets readers see an item."""
    answer = client.post_form(f"/admin/library/items/{item}/status", {"status": "published"})
    assert answer.status == 303, (answer.status, answer.body[:500])


def published(client, name, content):
    """Hands a good file in and publishes it; answers the item as programs read it."""
    outcome = hand_in(client, name, content)
    assert outcome["status"] == "done", outcome
    publish(client, outcome["item"])
    return client.get(f"/api/v1/library/items/{outcome['item']}").json()
