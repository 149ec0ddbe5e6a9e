"""Who gets at the database past the server, with SQL of their own, and what the operator is told: the log, its seals, and the site's key."""
import contextlib
import json
import shutil
import sqlite3
import subprocess

import pytest

from harness import postgres
from harness.client import Client
from harness.server import Server, run


@pytest.fixture(params=["sqlite", "postgres"])
def site(request, tmp_path):
    """A stopped site whose log was sealed, and what runs SQL on its database."""
    with contextlib.ExitStack() as stack:
        folder = tmp_path / "site"
        if request.param == "postgres":
            url = stack.enter_context(postgres.database())
            folder.mkdir()
            (folder / "site.json").write_text(json.dumps({"database": url}))
        with Server(folder, owner=True) as server:
            # Each entry is a line of the log; the stop seals the last of them.
            for _ in range(3):
                Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD)
        assert run("audit", "verify", data=folder).returncode == 0

        def sql(statement):
            if request.param == "postgres":
                return postgres.ask(url, statement)
            with contextlib.closing(sqlite3.connect(folder / "stoa.db")) as database, database:
                return "\n".join("|".join(map(str, row)) for row in database.execute(statement).fetchall())

        yield folder, sql, request.param


def unlock(sql, engine):
    """Takes the triggers of the log away, as somebody with the database's own password can."""
    if engine == "postgres":
        names = sql("SELECT tgname || ' ON ' || tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text LIKE 'audit_%'")
    else:
        names = sql("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name LIKE 'audit_%'")
    assert names, "the log is guarded"
    for name in names.splitlines():
        sql(f"DROP TRIGGER {name}")


def verified(folder):
    return run("audit", "verify", data=folder)


TAIL = "DELETE FROM audit_entry WHERE id > (SELECT max(id) - 2 FROM audit_entry)"
ROW = "DELETE FROM platform_seal WHERE name = 'audit.end'"


@pytest.mark.covers("CORE-035")
def test_the_log_refuses_sql_of_somebody_else(site):
    _, sql, _ = site
    for statement in (TAIL, "UPDATE audit_entry SET action = 'VIEW'", "DELETE FROM audit_entry"):
        with pytest.raises((sqlite3.DatabaseError, AssertionError), match="log|append|audit"):
            sql(statement)


@pytest.mark.covers("CORE-035")
def test_a_log_whose_end_was_cut_off_is_said_to_be(site):
    folder, sql, engine = site
    unlock(sql, engine)
    last = sql("SELECT max(id) FROM audit_entry")
    sql(TAIL)
    found = verified(folder)
    assert found.returncode == 1 and f"once held entry {last} at its end" in found.stderr, found
    # Taking the database's copy of the seal away as well hides nothing: the file has it too, and the other way round.
    sql(ROW)
    found = verified(folder)
    assert found.returncode == 1 and f"once held entry {last} at its end" in found.stderr, found


@pytest.mark.covers("CORE-035")
def test_a_log_whose_seals_are_gone_is_not_believed_and_not_sealed_again_by_a_start(site):
    folder, sql, engine = site
    unlock(sql, engine)
    sql(TAIL)
    sql(ROW)
    seal = folder / "audit.seal"
    assert seal.exists(), sorted(path.name for path in folder.iterdir())
    seal.unlink()
    for _ in range(2):
        found = verified(folder)
        assert found.returncode == 1 and "seal" in found.stderr and "stoa audit accept" in found.stderr, found
        with Server(folder) as server:
            assert Client(server.url).get("/health/live").status == 200
    assert run("audit", "accept", data=folder).returncode == 0
    assert verified(folder).returncode == 0


@pytest.mark.covers("CORE-035")
@pytest.mark.parametrize("kept", ["file", "row"])
def test_one_seal_that_is_not_the_sites_is_noticed(site, kept):
    folder, sql, engine = site
    if kept == "file":
        sql("UPDATE platform_seal SET value = " + ("'\\x00010203'" if engine == "postgres" else "x'00010203'") + " WHERE name = 'audit.end'")
    else:
        (folder / "audit.seal").write_bytes(b"something else")
    found = verified(folder)
    assert found.returncode == 1 and "isn't this site's" in found.stderr, found


@pytest.mark.covers("CORE-035")
@pytest.mark.parametrize("change", ["action = 'DELETE'", "action = 'NONSENSE'", "changed_at = changed_at + 1", "details = 'nonsense'"])
def test_an_entry_that_was_rewritten_is_named(site, change):
    folder, sql, engine = site
    unlock(sql, engine)
    middle = sql("SELECT min(id) + 1 FROM audit_entry")
    sql(f"UPDATE audit_entry SET {change} WHERE id = {middle}")
    found = verified(folder)
    assert found.returncode == 1 and f"Entry {middle}, or the one before it" in found.stderr, found


@pytest.mark.covers("CORE-049", "LIB-117")
def test_a_site_without_its_key_does_not_start_and_says_where_the_key_is(site, tmp_path):
    folder, _, engine = site
    key = folder / "site.key"
    if engine == "sqlite":
        assert run("backup", data=folder).returncode == 0
        (backup,) = (folder / "backups").iterdir()
    else:
        backup = shutil.copy(key, tmp_path / "kept.key")
    other = bytes(reversed(key.read_bytes()))
    key.unlink()
    for damage, words in ((None, "is missing"), (b"short", "is damaged"), (other, "isn't the key of this site's database")):
        if damage:
            key.write_bytes(damage)
            key.chmod(0o600)
        refused = run("serve", "--port", "0", data=folder, timeout=60)
        assert refused.returncode == 1 and words in refused.stderr and "tar -xf BACKUP site.key" in refused.stderr, refused
        assert key.exists() == bool(damage), "no key is made for secrets that another one sealed"
        doctor = run("doctor", data=folder)
        assert doctor.returncode == 1 and any("FAIL" in line and "site.key" in line and "backup" in line for line in doctor.stdout.splitlines()), doctor.stdout
    if engine == "sqlite":
        # Exactly as it says.
        subprocess.run(["tar", "-xf", backup, "site.key"], cwd=folder, check=True)
    else:
        shutil.copy(backup, key)
    with Server(folder) as server:
        assert Client(server.url).sign_in(server.OWNER_EMAIL, server.OWNER_PASSWORD).bearer
    assert verified(folder).returncode == 0
    assert "FAIL" not in run("doctor", data=folder).stdout
