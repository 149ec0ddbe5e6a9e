"""Letters leave through a mail server that nobody here wrote."""
import time

import sqlite3

import pytest

from harness.mail import MailServer
from harness.server import run


def choose(owner, mail, **more):
    return owner.post_form("/admin/mail", {"server": mail.url, "from": "library@tests.example"} | more)


@pytest.mark.covers("CORE-023")
def test_a_test_letter_reaches_a_real_mail_server_whole(server, owner, tmp_path):
    with MailServer(tmp_path / "mail") as mail:
        assert choose(owner, mail).status == 303
        assert owner.post_form("/admin/mail/test", {"address": "ada@tests.example"}).status == 303
        (letter,) = mail.wait_for(1)
        assert letter["To"] == "ada@tests.example" and "library@tests.example" in letter["From"]
        assert letter["Subject"] == "A test email" and letter["Auto-Submitted"] == "auto-generated"
        assert letter["Message-ID"].endswith("@tests.example>") and letter["Date"].datetime is not None
        assert [part.get_content_type() for part in letter.iter_parts()] == ["text/plain", "text/html"]
        assert "can send email" in letter.get_body(("plain",)).get_content()
        assert "can send email" in letter.get_body(("html",)).get_content()
        assert not letter.defects


def test_the_operator_tests_from_the_command_line_and_learns_why_it_failed(server, owner, tmp_path):
    mail = MailServer(tmp_path / "mail", refused=["nobody@tests.example"])
    missing = run("mail", "test", "ada@tests.example", data=server.folder)
    assert missing.returncode == 1 and "no mail server" in missing.stderr
    with mail:
        choose(owner, mail)
        good = run("mail", "test", "ada@tests.example", data=server.folder)
        assert good.returncode == 0 and len(mail.letters()) == 1
        refused = run("mail", "test", "nobody@tests.example", data=server.folder)
        assert refused.returncode == 1 and "nobody here by that name" in refused.stderr
    down = run("mail", "test", "ada@tests.example", data=server.folder)
    assert down.returncode == 1 and "couldn’t be sent" in down.stderr
    assert run("mail", "test", data=server.folder).returncode == 64


def test_the_password_is_sent_to_the_server_and_stored_sealed(server, owner, tmp_path):
    with MailServer(tmp_path / "mail") as mail:
        choose(owner, mail, user="stoa", password="wrong")
        assert owner.post_form("/admin/mail/test", {"address": "ada@tests.example"}).status == 422
        choose(owner, mail, user="stoa", password="right")
        assert owner.post_form("/admin/mail/test", {"address": "ada@tests.example"}).status == 303
        # An empty field keeps the password, and another server does not get it.
        choose(owner, mail, user="stoa", password="")
        assert owner.post_form("/admin/mail/test", {"address": "ada@tests.example"}).status == 303
    stored = kept(server)
    assert "sealedPassword" in stored and '"right"' not in stored
    owner.post_form("/admin/mail", {"server": "smtp://127.0.0.1:9", "from": "library@tests.example", "user": "stoa"})
    assert "sealedPassword" not in kept(server)


def kept(server):
    """What the database keeps about the mail server."""
    with sqlite3.connect(server.folder / "stoa.db") as database:
        return database.execute("SELECT value FROM platform_configuration WHERE section = 'mail'").fetchone()[0]


@pytest.mark.covers("STO-042", "CORE-023")
def test_a_letter_waits_while_the_mail_server_is_down_and_then_arrives_once(server, owner, tmp_path):
    mail = MailServer(tmp_path / "mail")
    choose(owner, mail)
    changed = owner.post_form("/account/password", {"current": server.OWNER_PASSWORD, "password": "eight-olive-trees-8"})
    assert changed.status == 303
    owner.sign_in(server.OWNER_EMAIL, "eight-olive-trees-8")
    end = time.monotonic() + 20
    while "The server 127.0.0.1 doesn’t answer." not in (page := owner.get("/admin/mail").text):
        assert time.monotonic() < end, page
        time.sleep(0.2)
    assert server.OWNER_EMAIL in page
    # The server itself goes away and comes back as well.
    server.kill()
    server.start()
    owner.address = server.url.removeprefix("http://")
    owner.origin = server.url
    with mail:
        assert owner.post_form("/admin/mail/send-waiting", {}).status == 303
        (letter,) = mail.wait_for(1)
        assert letter["To"] == server.OWNER_EMAIL and letter["Subject"] == "Your password was changed"
        owner.post_form("/admin/mail/send-waiting", {})
        time.sleep(2)
        assert len(mail.letters()) == 1
    assert "No emails are waiting" in owner.get("/admin/mail").text


@pytest.mark.parametrize("fields", [
    {"server": "http://mail.example", "from": "a@b.example"}, {"server": "smtp://user:secret@mail.example", "from": "a@b.example"},
    {"server": "smtp://mail.example", "from": "a@b.example\r\nBcc: c@d.example"}, {"server": "", "from": "a@b.example"},
])
def test_a_server_or_sender_that_makes_no_sense_is_refused(owner, fields):
    assert owner.post_form("/admin/mail", fields).status == 422
    assert "There’s no mail server yet." in owner.get("/admin/mail").text


def test_nobody_else_sees_or_changes_the_mail_server(guest):
    assert guest.get("/admin/mail", Accept="text/html").status == 303
    assert guest.post_form("/admin/mail/send-waiting", {}).status in (303, 401)
