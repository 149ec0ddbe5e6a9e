"""Texts that want to be more than text, and eyes that see when one of them succeeded."""
import contextlib
import itertools
import json
import re
import unicodedata
import urllib.parse

from selectolax.lexbor import LexborHTMLParser

# Whatever of these becomes an element, an attribute or a header names itself: stoaxss.
SCRIPTS = [
    "<stoaxss>", "</title><stoaxss>", "</textarea><stoaxss>", "</script><stoaxss>", "</style><stoaxss>", "--><stoaxss>", "]]><stoaxss/>",
    '"><stoaxss>', "'><stoaxss>", "`><stoaxss>", '" stoaxss="1', "' stoaxss='1", " stoaxss=1 ", '"\tstoaxss=1 x="', "\"/stoaxss='",
    '<script>stoaxss()</script>', '<ScRiPt src="//evil.example/stoaxss.js"></sCrIpT>', "<script\n>stoaxss()</script\t>", "<<script>stoaxss();//<</script>",
    '<img src=x onerror="stoaxss()">', "<img/src=`x`onerror=stoaxss()>", '<IMG SRC="jav&#x09;ascript:stoaxss()">', "<img src=x:x onerror\n=\nstoaxss()>",
    '<svg onload="stoaxss()">', "<svg><script>stoaxss()</script></svg>", '<svg><a xlink:href="javascript:stoaxss()"><text y="9">x</text></a></svg>',
    "<math><mtext><table><mglyph><style><img src=x onerror=stoaxss()>", "<svg></p><style><a id=\"</style><img src=1 onerror=stoaxss()>\">",
    '<noscript><p title="</noscript><img src=x onerror=stoaxss()>">', "<template><stoaxss></template>", '<form><button formaction="javascript:stoaxss()">x',
    '<a href="javascript:stoaxss()">x</a>', '<a href=" &#14; javascript:stoaxss()">x</a>', "javascript:stoaxss()", "JaVaScRiPt:stoaxss()//",
    "data:text/html,<script>stoaxss()</script>", "vbscript:stoaxss", "//evil.example/stoaxss", "https://evil.example/stoaxss",
    '<iframe src="javascript:stoaxss()"></iframe>', '<iframe srcdoc="<script>stoaxss()</script>">', '<object data="data:text/html,<stoaxss>">',
    '<embed src="//evil.example/stoaxss">', '<base href="//evil.example/stoaxss/">', '<meta http-equiv="refresh" content="0;url=//evil.example/stoaxss">',
    '<link rel="stylesheet" href="//evil.example/stoaxss.css">', "<style>@import'//evil.example/stoaxss';</style>", '<p style="background:url(//evil.example/stoaxss)">',
    '<input autofocus onfocus="stoaxss()">', "<details open ontoggle=stoaxss()>", "<video><source onerror=stoaxss()></video>", "<body onload=stoaxss()>",
    "&lt;script&gt;stoaxss()&lt;/script&gt;", "&#60;stoaxss&#62;", "&amp;lt;stoaxss&amp;gt;", "%3Cstoaxss%3E", "\\u003cstoaxss\\u003e", "+ADw-stoaxss+AD4-",
    "\u2028stoaxss()\u2029", "＜stoaxss＞", "\u202e<stoaxss>\u202c", "<sto\u0000axss>", "{{stoaxss}}", "${stoaxss}", "#{stoaxss}", "<%= stoaxss %>", "%1$s%n%@%d %1 %2",
    "x\r\nBcc: stoaxss@evil.example", "x\nSet-Cookie: stoaxss=1", "x\r\n\r\n<stoaxss>", "x%0d%0aSet-Cookie:stoaxss=1", "=?utf-8?q?=0D=0ABcc:_stoaxss@evil.example?=",
    "[x](javascript:stoaxss())", "![x](x\"onerror=\"stoaxss())", "<https://evil.example/stoaxss>", "`<stoaxss>`", "\\<stoaxss\\>",
    "' OR 1=1 --", "'; DROP TABLE account_person; --", "\\'; DELETE FROM audit_entry; --", "%' ESCAPE '!", "../../../../etc/passwd", "$(touch /tmp/stoaxss)", "`id`", "| id",
]

# A spreadsheet takes these for formulas.
FORMULAS = ["=HYPERLINK(\"//evil.example/stoaxss\")", "+cmd|' /C calc'!A0", "-2+3+cmd|' /C calc'!A0", "@SUM(1+1)*cmd", "\t=1+1", "\r=1+1"]


def naughty(shared_data):
    """The Big List of Naughty Strings, whole."""
    return json.loads((shared_data / "people/blns.json").read_text())


class Texts:
    """Deals the corpus out, every string in turn, each inside marks by which it is known again wherever it is shown."""

    # Without digits: where places are written, digits are refused.
    # A quotation may end inside a mark; then the next text begins before it is closed.
    MARKED = re.compile(r"qz([b-k]+)a((?:(?!qz[b-k]+a).)*?)z\1q", re.DOTALL)
    OPENED = re.compile(r"qz[b-k]+a")

    def __init__(self, corpus):
        self.corpus = sorted(corpus, key=len)
        self.left = list(self.corpus)
        self.sent = {}
        # Marks of texts that are kept in small letters.
        self.folded, self.keyed = set(), set()
        self._numbers = itertools.count(100)

    def marked(self, text, head=""):
        mark = str(next(self._numbers)).translate(str.maketrans("0123456789", "bcdefghijk"))
        self.sent[mark] = text
        return f"{head}qz{mark}a{text}z{mark}q"

    def short(self, room):
        """One string, inside its marks, of at most `room` characters."""
        fitting = [text for text in self.left if len(text) + 14 <= room] or [text for text in self.corpus if len(text) + 14 <= room]
        if not fitting:
            return "<stoaxss>"[:room]
        text = fitting[len(self.sent) % len(fitting)]
        if text in self.left:
            self.left.remove(text)
        return self.marked(text)

    def long(self, room):
        """As many strings as find room, the longest of those left first, each on a line and inside marks of its own."""
        room, lines = min(room, 2000), []
        for text in reversed(self.left or self.corpus):
            # Every second character may count twice, as UTF-16 does.
            if 2 * len(text) + 20 <= room:
                room -= 2 * len(text) + 20
                lines.append(self.marked(text))
        for text in lines:
            kept = self.MARKED.match(text)
            if kept and kept[2] in self.left:
                self.left.remove(kept[2])
        return "\n".join(lines) or self.short(room)

    def fold(self, words):
        """These words may come back in small letters."""
        self.folded |= {mark for mark, _ in self.MARKED.findall(words)}

    def forget(self, words):
        """These words may come back in pieces."""
        for mark, _ in self.MARKED.findall(words):
            self.sent.pop(mark, None)

    def key(self, words):
        """Of these words only letters, digits and marks may come back, as tags are told apart by them."""
        self.keyed |= {mark for mark, _ in self.MARKED.findall(words)}

    def changed(self, shown):
        """Of each text that was shown in `shown` whole, those that are not what was sent."""
        return [(mark, self.sent[mark], text) for mark, text in self.MARKED.findall(shown)
                if mark in self.sent and plain(text) != plain(self.sent[mark])
                and not (mark in self.folded and plain(text) == plain(self.sent[mark].lower()))
                and not (mark in self.keyed and lettered(text) == lettered(self.sent[mark]))]


def lettered(text):
    """What of a text tells tags apart."""
    kept = unicodedata.normalize("NFKC", text).lower()
    return "".join(each for each in kept if unicodedata.category(each)[0] in "LMN")


def plain(text):
    """What the site keeps of a text (`tidied`): control characters count as white space, and white space between words as one space."""
    return " ".join("".join(" " if unicodedata.category(each) == "Cc" else each for each in text).split())


ADDRESSES = {"href", "src", "action", "formaction", "data", "poster", "xlink:href", "srcset", "background", "cite", "ping"}
FOREIGN = {"iframe", "object", "embed", "base", "applet", "frame", "frameset", "marquee", "style", "math", "foreignobject", "bgsound"}


def planted(page, host="", ours=frozenset()):
    """What in a page no author of ours wrote: elements, attributes and addresses that a text brought in. `ours` are elements that
    belong there, but for words of a text inside them.
    """
    found = []
    for node in LexborHTMLParser(page).root.traverse(include_text=False):
        tag, attributes = node.tag, node.attributes
        if tag in FOREIGN - ours or "stoaxss" in tag or not re.fullmatch(r"[!a-z][\w-]*|-\w+", tag, re.IGNORECASE):
            found.append(f"<{tag}>")
        if tag in ours | {"noscript", "template"} and "stoaxss" in (node.html or ""):
            found.append(f"<{tag}> with words of a text")
        if tag == "script" and not (attributes.get("src") or "").startswith("/assets/") and not is_facts(node):
            found.append(f"<script {attributes}>")
        if tag == "meta" and "http-equiv" in attributes:
            found.append(f"<meta {attributes}>")
        for name, value in attributes.items():
            if name.startswith("on") or "stoaxss" in name or name in ("style", "srcdoc"):
                found.append(f"<{tag} {name}={value!r}>")
            if name in ADDRESSES and leads_away(value or "", tag, host):
                found.append(f"<{tag} {name}={value!r}>")
    return found


def is_facts(script):
    """Facts for search engines, which no browser runs: one JSON that no text can end."""
    words = script.text()
    if script.attributes != {"type": "application/ld+json"} or "<" in words:
        return False
    return json.loads(words).get("@context") == "https://schema.org"


def leads_away(address, tag, host):
    """Scripts in addresses are never ours; what loads by itself comes from us."""
    bare = re.sub(r"[\x00-\x20\x7f]", "", address).lower()
    if bare.startswith(("javascript:", "vbscript:", "data:", "blob:", "file:")):
        return True
    away = bare.startswith(("http:", "https:", "//")) and not bare.startswith((f"http://{host}/", f"https://{host}/"))
    return away and (tag not in ("a", "link") or "stoaxss" in bare)


def strings(value):
    """Every text in something that was JSON, names included, also where it holds JSON again, as the log's details do."""
    if isinstance(value, dict):
        return [text for pair in value.items() for each in pair for text in strings(each)]
    if isinstance(value, list):
        return [text for each in value for text in strings(each)]
    if isinstance(value, str) and value.startswith('{"'):
        with contextlib.suppress(ValueError):
            return strings(json.loads(value))
    return [value] if isinstance(value, str) else []


def shown(page):
    """Every text of a page that a person or a program may see: words and the values of attributes, but for keys, which are folded for a
    search to be compared with. Where two texts are compared, each by itself.
    """
    root = LexborHTMLParser(page).root
    # What search engines read is JSON, in which a line break is two letters.
    facts = root.css('script[type="application/ld+json"]')
    told = [node.text() for node in facts]
    for node in facts:
        node.decompose()
    compared = [without(page, other) for other in ("del", "ins")] if root.css_first(".comparison ins, .comparison del") else []
    values = [
        urllib.parse.unquote(value) if name in ADDRESSES else value
        for node in root.traverse(include_text=False) for name, value in node.attributes.items() if value and name != "data-search-keys"]
    return "\n".join([*(compared or [root.text(separator="")]), *strings(values + told)])


def without(page, tag):
    """The words of a page but those in elements of a tag."""
    root = LexborHTMLParser(page).root
    for node in root.css(tag):
        node.decompose()
    return root.text(separator="")
