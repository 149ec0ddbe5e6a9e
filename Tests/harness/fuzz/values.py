"""Words and numbers that programs trip over. Everything is drawn from a `random.Random`, so that a seed brings it back."""
import urllib.parse

NUMBERS = [
    "0", "1", "-1", "2", "3", "7", "10", "100", "1000", "255", "256", "65535", "65536", "2147483647", "2147483648", "-2147483648", "-2147483649",
    "4294967295", "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775806", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1e400", "-1e400", "1e18", "1e19", "1e-400", "0.1", "1.5", "-0", "00", "+1",
    "NaN", "inf", "-inf", "Infinity", "0x10", "1_000", " 1", "1 ", "١٢٣", "①", "1e", "--1", "1,5", "99999999999999999999999999999999999999999", "true", "null"]

# Letters of scripts that are read, split and folded in ways of their own.
WORDS = [
    "น้ำ", "coŀlegi", "ǅ", "ﬁ", "ß", "ẞ", "İ", "ı", "Å", "Å", "ﷺ", "𝔘𝔫𝔦", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇸🇪", "क्षि", "한국어", "각", "日本語", "مرحبا", "שלום",
    "\u202eabc\u202c", "\u200b", "\u200d", "\ufeff", "\u00ad", "a\u0301\u0301\u0301", "\u0301", "ͅ", "K", "\u2028", "\u2029", "\u0085", "\u00a0", "\u3000", "﷽", "ʼn",
    "\ufffd", "\uffff", "\U0010ffff", "\U000e0001", "\u0000", "\u0001", "\u001b[31m", "\t", "\r\n", "\x7f", "ΑΣ", "ς", "ᾳ", "Ǆ", "ſ", "\ue000", "𐐀", "𞤀"]

MARKS = [
    "'", '"', "''", '"unclosed', "%", "_", "%_%", "\\", "\\%", "*", "a*", "^a", "a OR", "AND", "NOT", "NEAR(a b)", "NEAR/5", "(", ")", "()", "{a b}:c", "title:", "-a", "+a",
    "a:b", ":", "::", "&", "|", "!", "a & b", "<->", "a <-> b", "!a", ":*", "a:*", "$1", "?1", "@x", ";", "--", "/*", "*/", "\\x00", "[", "]", "{", "}", "<", ">", "=", ",", ".",
    "..", "../", "/../..", "//", "/", "#", "?", "~", "`", "Jn 3:16", "Jn 3:99999999999999999999", "Ps 151:9999", "1 Kor 13", "Gen 0", "Gen 1:1-0", "Gen 1:2147483648",
    "2026-02-30", "2026-13-01", "0000-00-00", "9999-12-31", "-1-01-01", "2026-01-01T25:00", "24:00", "23:59", "99:99", "sv", "sv-SE", "x-" + "a" * 50, "en_US", "*/*",
    "javascript:x", "//evil.example", "/\\evil.example", "http://[", "http://[::1]:99999", "a@b", "@", "a@b.c@d", '"a b"@c.se', "a" * 65 + "@b.se", "a@" + "b" * 250 + ".se"]

# What a path or a query may hold as bytes; each is refused or read as words.
ESCAPES = [
    b"%00", b"%FF", b"%ff%fe", b"%", b"%2", b"%zz", b"%C0%80", b"%ED%A0%80", b"%F4%90%80%80", b"..", b"../", b"..%2f", b"%2e%2e", b"%2F", b"%5c", b";", b"a;b=c", b"", b".", b"+",
    b"%0d%0a", b"%0d%0aX: y", b"%7f", b"%20", b"&", b"%26", b"=", b"%3D", b"\xc3\xa5", b"\xff", b"%E2%80%AE", b"%EF%BF%BF", b"%u0041", b"%25", b"%2500"]


def number(rng):
    if rng.random() < 0.2:
        return str((1 << rng.randrange(70)) + rng.randrange(-2, 3))
    return rng.choice(NUMBERS)


def point(rng):
    """One character of any plane, never a surrogate."""
    code = rng.randrange(0x110000) if rng.random() < 0.3 else rng.randrange(0x3000) if rng.random() < 0.7 else rng.randrange(0xD800)
    return chr(code) if not 0xD800 <= code < 0xE000 else "x"


def text(rng, room=200):
    """Some words, seldom longer than `room`."""
    kind = rng.random()
    if kind < 0.1:
        return ""
    if kind < 0.3:
        return rng.choice(WORDS)
    if kind < 0.5:
        return rng.choice(MARKS)
    if kind < 0.6:
        return number(rng)
    if kind < 0.7:
        return "".join(point(rng) for _ in range(rng.randrange(1, 12)))
    if kind < 0.75:
        return rng.choice(["a", "å", "\U0001f642", "a ", "\u0301", "%", "'", "\\"]) * rng.choice([room, room + 1, room * 2])
    if kind < 0.77:
        return rng.choice(["a", "a ", "ß", "x-"]) * rng.choice([2049, 2713, 8200, 30000])
    if kind < 0.79:
        # Nothing packs this: an index of PostgreSQL takes 2,704 bytes, a word of its full text 2,047.
        return "".join(rng.choices("abcdefghijklmnopqrstuvwxyzåäöABCDEFGH0123456789", k=rng.choice([room, 1500, 2100, 3000, 9000])))
    return " ".join(rng.choice(WORDS + MARKS + ["god", "bok", "book", "ljus", "help", "hund"]) for _ in range(rng.randrange(1, 5)))


def escaped(rng, words):
    """Words as an address carries them; now and then bytes that no address should."""
    if rng.random() < 0.12:
        return rng.choice(ESCAPES)
    return urllib.parse.quote(words, safe="").encode()


def broken(rng, whole):
    """The same bytes with a few of them changed, doubled, dropped or cut off."""
    data = bytearray(whole)
    for _ in range(rng.randrange(1, 4)):
        if not data:
            return bytes(data)
        place, kind = rng.randrange(len(data)), rng.randrange(5)
        if kind == 0:
            data[place] ^= 1 << rng.randrange(8)
        elif kind == 1:
            data[place:place + rng.randrange(1, 9)] = b""
        elif kind == 2:
            data[place:place] = data[max(0, place - 20):place] or b"\0"
        elif kind == 3:
            data[place:] = b""
        else:
            data[place:place] = bytes([rng.randrange(256)])
    return bytes(data)
