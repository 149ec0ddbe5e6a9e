"""What goes into requests: JSON changed by type and by byte, forms, forms with parts, and files that are nearly right."""
import functools
import json
import urllib.parse

from harness import samples
from harness.fuzz import values
from harness.fuzz.cursors import Raw

# Texts of JSON that strain a reader of JSON, whatever is asked for.
TRAPS = [
    b"", b" ", b"null", b"true", b"[]", b"{}", b'""', b"0", b"-", b"{", b"}", b"[" * 600, b'{"a":' * 600, b"[" * 20000, b'{"a":1,"a":2}', b'{"a":1,}', b"{'a':1}", b"{a:1}",
    b"\xef\xbb\xbf{}", b"{}{}", b"{} x", b'{"a":"\\ud800"}', b'{"\\ud800":1}', b'{"a":"\xed\xa0\x80"}', b'{"a":"\xff"}', b'{"a":"\x00"}', b'{"a":"\\u0000"}', b'{"a":1e400}',
    b'{"a":NaN}', b'{"a":' + b"9" * 5000 + b"}", b'{"a":0.' + b"0" * 5000 + b"1}", b'{"a":"' + b"x" * 70000 + b'"}', "{\"a\":1}".encode("utf-16"), b"/*x*/{}", b"\x00", b"{\"a\"\x0c:1}"]


def json_text(value):
    """JSON as it is to be sent: `Raw` numbers stay as they are, and lone surrogates become escapes."""
    if isinstance(value, Raw):
        return value
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{json_text(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(json_text, value)) + "]"
    return json.dumps(value, ensure_ascii=isinstance(value, str) and len(value) % 2 == 0)


def _leaf(rng):
    kind = rng.random()
    if kind < 0.35:
        return Raw(values.number(rng))
    if kind < 0.75:
        return values.text(rng)
    return rng.choice([None, True, False, [], {}, [[]], [None], {"": None}, "\ud800", "a\udfff", Raw("1" * 400), [1] * 500, ["x"] * 2000])


def changed(rng, value):
    """The same value with one place of it replaced, dropped, doubled or wrapped."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(list(value))
        if rng.random() < 0.1:
            return {each: known for each, known in value.items() if each != name}
        if rng.random() < 0.05:
            return value | {values.text(rng, 30): _leaf(rng)}
        return value | {name: changed(rng, value[name])}
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return value * 3 if rng.random() < 0.1 else [changed(rng, each) if number == place else each for number, each in enumerate(value)]
    return [value] if rng.random() < 0.08 else _leaf(rng)


def json_body(rng, plain):
    kind = rng.random()
    if kind < 0.06:
        return rng.choice(TRAPS)
    for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
        plain = changed(rng, plain)
    data = json_text(plain).encode("utf-8", "surrogatepass")
    return values.broken(rng, data) if kind < 0.16 else data


def filled(rng, fields, number):
    """Pairs of a form, most of them as somebody well-meaning would send them."""
    pairs, wild = [], rng.choice(list(fields)) if fields and rng.random() < 0.85 else None
    for name, known in fields.items():
        if known.type in ("file", "submit"):
            continue
        value = known.innocent(number)
        if name == wild or rng.random() < 0.08:
            kind = rng.random()
            if kind < 0.1:
                continue
            value = rng.choice(known.choices) if known.choices and kind < 0.3 else values.text(rng, known.room)
            if kind > 0.93:
                pairs += [(name, values.text(rng, known.room))] * rng.choice([1, 5, 400])
        pairs.append((name, value))
        pairs += [(name, more) for more in known.more]
    if rng.random() < 0.1:
        pairs.append((values.text(rng, 20), values.text(rng)))
    return pairs


def form_body(rng, pairs):
    """`application/x-www-form-urlencoded`."""
    parts = [values.escaped(rng, name) if rng.random() < 0.03 else urllib.parse.quote_plus(name).encode() for name, _ in pairs]
    data = b"&".join(name + b"=" + (values.escaped(rng, value) if rng.random() < 0.1 else urllib.parse.quote_plus(value).encode())
                     for name, (_, value) in zip(parts, pairs))
    return values.broken(rng, data) if rng.random() < 0.05 else data


@functools.cache
def files():
    """Small honest and hostile files by name."""
    picture = bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010806000000" "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082")
    page = b"<!doctype html><title>T</title><h1>T</h1><p>One <b>two</b> three.</p>"
    return {
        "a.md": samples.markdown("A Fuzzed Book", "One.", "Two."), "b.epub": samples.epub("B", [("One", "<p>one</p>")]), "c.epub": samples.script_epub(),
        "d.epub": samples.outside_entity_epub(), "e.epub": samples.path_traversal_epub(), "f.txt": "Just some lines.\n\nå ä ö\n".encode(), "g.html": page, "h.png": picture,
        "i.pdf": b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF", "j.mp3": b"ID3\x04\x00\x00\x00\x00\x00\x00" + b"\xff\xfb\x90\x00" * 300, "k": b"",
        "l.docx": b"PK\x03\x04" + b"\0" * 60}


def parts_body(rng, pairs, with_files):
    """`multipart/form-data`, with its boundary; the frame is broken now and then."""
    edge = rng.choice([b"edge", b"x" * 70, b"a'b(c)+_,-./:=?", b"----WebKitFormBoundary7MA4YWxk"])
    parts = [b'Content-Disposition: form-data; name="' + name.encode("utf-8", "replace").replace(b'"', b"%22") + b'"\r\n\r\n' + value.encode("utf-8", "replace")
             for name, value in pairs]
    for _ in range(rng.choice([1, 1, 1, 2]) if with_files else 0):
        name, content = rng.choice(sorted(files().items()))
        if rng.random() < 0.3:
            content = values.broken(rng, content)
        called = rng.choice([name, name, name, values.text(rng, 60), "../../x.md", "a\x00.md", "x" * 300 + ".md", "a\"b.md", "con.md", ".md", "a/b\\c.md"])
        head = f'Content-Disposition: form-data; name="{rng.choice(["file", "file", "files", "picture", ""])}"; filename="{called}"\r\nContent-Type: '
        kind = rng.choice(["application/octet-stream", "image/png", "text/plain; charset=utf-16", "x", "", "multipart/mixed; boundary=edge"])
        parts.append(head.encode("utf-8", "replace") + kind.encode() + b"\r\n\r\n" + content)
    body = b"".join(b"--" + edge + b"\r\n" + part + b"\r\n" for part in parts) + b"--" + edge + b"--\r\n"
    return edge, values.broken(rng, body) if rng.random() < 0.12 else body
