"""Files made up for a test: honest small books and hostile ones."""
import io
import zipfile


def markdown(title, *paragraphs, author="A Tester", language="en"):
    """A small Markdown book with its metadata in front."""
    head = f"---\ntitle: {title}\nauthor: {author}\nlanguage: {language}\n---\n\n# {title}\n\n"
    return (head + "\n\n".join(paragraphs or [f"The text of {title}."]) + "\n").encode()


def long_markdown(title, chapters, words):
    """A book of many words, each chapter with a word of its own: `chapterword7`."""
    body = []
    for number in range(1, chapters + 1):
        text = " ".join(f"word{index % 997}" for index in range(words))
        body.append(f"# Chapter {number}\n\nchapterword{number} {text}")
    return markdown(title, *body)


CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""


def epub(title, chapters, author="A Tester", language="en", doctype="", extra=None):
    """An EPUB 3 of (heading, inner XHTML) chapters; `extra` adds entries by name, `doctype` stands before each chapter."""
    manifest = "".join(
        f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(len(chapters)))
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    contents = "".join(f'<li><a href="c{n}.xhtml">{heading}</a></li>' for n, (heading, _) in enumerate(chapters))
    package = f"""<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:stoa:test:{title}</dc:identifier>
<dc:title>{title}</dc:title><dc:creator>{author}</dc:creator><dc:language>{language}</dc:language></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{manifest}</manifest>
<spine>{spine}</spine></package>"""
    navigation = f"""<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Contents</title></head>
<body><nav epub:type="toc"><ol>{contents}</ol></nav></body></html>"""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER, zipfile.ZIP_DEFLATED)
        archive.writestr("OEBPS/book.opf", package, zipfile.ZIP_DEFLATED)
        archive.writestr("OEBPS/nav.xhtml", navigation, zipfile.ZIP_DEFLATED)
        for number, (heading, inner) in enumerate(chapters):
            page = (f'<?xml version="1.0" encoding="UTF-8"?>{doctype}<html xmlns="http://www.w3.org/1999/xhtml">'
                    f"<head><title>{heading}</title></head><body><h1>{heading}</h1>{inner}</body></html>")
            archive.writestr(f"OEBPS/c{number}.xhtml", page, zipfile.ZIP_DEFLATED)
        for name, content in (extra or {}).items():
            archive.writestr(name, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def zip_bomb_epub():
    """An EPUB with one entry that unpacks to far more than any book."""
    return epub("Bomb", [("One", "<p>tick</p>")], extra={"OEBPS/big.xhtml": b"\0" * (1 << 30 >> 1)})


def entity_bomb_epub():
    """An EPUB whose chapter grows a billionfold when its entities are followed."""
    levels = "".join(
        f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 10))
    return epub("Laughs", [("One", "<p>&e9;</p>")], doctype=f'<!DOCTYPE html [<!ENTITY e0 "ha">{levels}]>')


def outside_entity_epub():
    """An EPUB whose chapter asks for a file of the machine."""
    return epub(
        "Reach", [("One", "<p>quiet words &reach;</p>")],
        doctype='<!DOCTYPE html [<!ENTITY reach SYSTEM "file:///etc/passwd">]>')


def path_traversal_epub():
    """An EPUB with an entry that wants to be written above its folder."""
    return epub("Climber", [("One", "<p>up we go</p>")], extra={"../../../../tmp/stoa-was-here": b"climbed"})


def script_epub():
    """An EPUB that carries scripts in every pocket."""
    inner = (
        '<p onclick="steal()">calm text</p><script>steal()</script><svg xmlns="http://www.w3.org/2000/svg"><style>'
        '<img src="x" onerror="steal()"/></style></svg><a href="javascript:steal()">press</a>'
        '<iframe src="https://evil.example/"></iframe><img src="https://evil.example/pixel.png" alt="spy"/>')
    return epub("Scripts", [("One", inner)])
