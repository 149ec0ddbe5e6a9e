"""`stoa import museum`: a collection from files on the server, beside the running server and without it."""
import time

import pytest

from harness.client import Client
from harness.server import SHARED_DATA, Server, run

PAINTINGS = SHARED_DATA / "museum/paintings"


@pytest.mark.covers("MUS-026", "MUS-027")
@pytest.mark.skipif(not PAINTINGS.exists(), reason="the folder of third-party test data is not beside this checkout")
def test_a_collection_with_its_pictures_is_imported_beside_the_running_server(server, owner, site_folder):
    line = ["import", "museum", PAINTINGS / "paintings.csv", "--pictures", PAINTINGS, "--name", "Paintings"]
    looked = run(*line, "--dry-run", data=site_folder)
    assert (looked.returncode, looked.stdout.splitlines()[-1]) == (0, "21 new, 0 changed, 0 unchanged, 0 left out"), looked
    assert Client(server.url).get("/api/v1/museum/exhibits").json()["items"] == []
    assert run(*line, data=site_folder).returncode == 0
    assert run(*line, data=site_folder).stdout.splitlines()[-1] == "0 new, 0 changed, 21 unchanged, 0 left out"
    # Pictures follow one by one.
    end = time.monotonic() + 60
    while "Needs a description" not in owner.get("/admin/museum/exhibits", Accept="text/html").text:
        assert time.monotonic() < end, server.log[-3000:]
        time.sleep(0.2)
    assert (PAINTINGS / "paintings.csv").exists()


@pytest.mark.covers("MUS-026")
def test_mistakes_are_named_by_their_lines_and_hidden_stays_hidden(site_folder, tmp_path):
    with Server(site_folder, owner=True):
        pass
    table = tmp_path / "harbour.csv"
    table.write_text("id,title,artist\n1,Fog,Ada\n1,Fog again,Ada\n2,,\n3,,Bo\n")
    done = run("import", "museum", table, "--hidden", data=site_folder)
    assert done.stdout.splitlines() == [
        "line 3: Has the same ID as line 2.", "line 4: Has no title.", "line 5: Has no title, and is called “Untitled”.",
        "2 new, 0 changed, 0 unchanged, 2 left out"], done
    with Server(site_folder, owner=True) as server:
        assert Client(server.url).get("/api/v1/museum/exhibits").json()["items"] == []
    table.write_text("{broken")
    refused = run("import", "museum", table, data=site_folder)
    assert refused.returncode == 1 and "The file can’t be imported." in refused.stderr
    assert run("import", "museum", data=site_folder).returncode == 64
